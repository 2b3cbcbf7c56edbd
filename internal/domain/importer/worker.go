package importer

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"dawa/internal/base/apperr"
)

const (
	// leaseTime is how long a server may be silent before another takes its import over.
	leaseTime = 15 * time.Second
	// reportEvery is how often it says that it is alive, and how far it is.
	reportEvery = time.Second
	// pollEvery is the backstop for a notification that was lost.
	pollEvery = 2 * time.Second
	// maxAttempts is how often an import is begun before it is given up.
	maxAttempts = 5
	// jobRetention is how long an import that ended can be looked at.
	jobRetention = 30 * 24 * time.Hour
	sweepEvery   = time.Hour
)

// Run does imports, one at a time, until ctx ends. What it is in the middle of then is given back,
// and whoever takes it goes on after what is written already.
func (s *Importer) Run(ctx context.Context, log *slog.Logger) {
	woken, end := s.store.Subscribe()
	defer end()
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	var swept time.Time
	for {
		for s.runNext(ctx, log) && ctx.Err() == nil {
		}
		if now := s.now(); now.Sub(swept) > sweepEvery {
			swept = now
			if err := s.store.Sweep(ctx, now.Add(-jobRetention)); err != nil && ctx.Err() == nil {
				log.Warn("imports: sweeping", "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-woken:
		case <-tick.C:
		}
	}
}

// runNext does the import that waits, if there is one.
func (s *Importer) runNext(ctx context.Context, log *slog.Logger) (found bool) {
	lease, err := s.store.Take(ctx, leaseTime)
	if err != nil {
		if ctx.Err() == nil {
			log.Warn("imports: taking a job", "error", err)
		}
		return false
	}
	if lease == nil {
		return false
	}
	began := time.Now()
	state, outcome, err := s.work(ctx, lease)
	if err == nil {
		log.Info("import ended", "job", lease.ID, "state", state, "check", lease.DryRun, "rows", lease.Total, "created",
			outcome.Created,
			"updated", outcome.Updated, "problems", outcome.ProblemCount, "took",
			time.Since(began).Round(time.Millisecond))
		if !lease.DryRun || outcome.ProblemCount > 0 {
			s.removeFiles(ctx, lease.ID, log) // the file of a check waits to be confirmed
		}
		return true
	}
	s.handleFailure(ctx, lease, err, log)
	return false
}

// handleFailure lets another try begin, or ends an import that no try will finish.
func (s *Importer) handleFailure(ctx context.Context, lease *Lease, cause error, log *slog.Logger) {
	stopped := ctx.Err() != nil
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	var err error
	switch {
	case errors.Is(cause, ErrLeaseLost):
		log.Warn("import was taken over by another server", "job", lease.ID)
		return
	case !stopped && lease.Attempt >= maxAttempts:
		log.Error("import given up", "job", lease.ID, "attempt", lease.Attempt, "error", cause)
		outcome := failedOutcome(string(apperr.ImportFailed))
		if outcome.Created, outcome.Updated, err = s.countApplied(ctx, lease.ID); err == nil {
			err = s.store.Finish(ctx, lease, Failed, outcome, s.now())
		}
		s.removeFiles(ctx, lease.ID, log)
	default:
		if !stopped {
			log.Warn("import begins anew", "job", lease.ID, "attempt", lease.Attempt, "error", cause)
		}
		err = s.store.Release(ctx, lease)
	}
	if err != nil {
		log.Warn("imports: giving a job back", "job", lease.ID, "error", err)
	}
}

// countApplied counts what the attempts of a job have written.
func (s *Importer) countApplied(ctx context.Context, jobID string) (created, updated int, err error) {
	applied, err := s.store.Applied(ctx, jobID)
	created, updated = counts(applied)
	return created, updated, err
}

func counts(applied map[string]bool) (created, updated int) {
	for _, isNew := range applied {
		if isNew {
			created++
		}
	}
	return created, len(applied) - created
}

func failedOutcome(code string) Outcome {
	return Outcome{Problems: []Problem{{Row: 1, Code: code}}, ProblemCount: 1}
}

// work does one import to its end.
func (s *Importer) work(ctx context.Context, lease *Lease) (state State, outcome Outcome, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var done atomic.Int64
	reports := make(chan struct{})
	go func() {
		defer close(reports)
		s.renewLease(ctx, lease, &done, cancel)
	}()
	stopReports := func() { cancel(nil); <-reports }
	defer stopReports()

	if err := s.store.ClearStage(ctx, lease.ID); err != nil {
		return "", Outcome{}, leaseError(ctx, err)
	}
	c := newCheck(s, s.now())
	if c.applied, err = s.store.Applied(ctx, lease.ID); err != nil {
		return "", Outcome{}, leaseError(ctx, err)
	}
	if err := s.recall(ctx, lease, c); err != nil {
		return "", Outcome{}, leaseError(ctx, err)
	}
	c.progress = func(n int) { done.Store(int64(n)) }
	c.explain = func(ctx context.Context, rows []Difference) error { return s.store.Explain(ctx, lease, rows) }
	if !lease.DryRun {
		c.stage = func(ctx context.Context, rows []Staged) error { return s.store.Stage(ctx, lease, rows) }
	}
	err = s.read(ctx, lease, c)
	if coded, is := errors.AsType[*apperr.Error](err); is && coded.Code == apperr.ImportHeader {
		c.Outcome, err = failedOutcome(string(coded.Code)), nil // seen when it came in; a file does not change
	}
	if err != nil {
		return "", Outcome{}, leaseError(ctx, err)
	}
	lease.Done = lease.Total
	done.Store(int64(lease.Total))
	switch {
	case lease.DryRun:
		state, err = Done, s.store.Finish(ctx, lease, Done, c.Outcome, s.now())
	case c.ProblemCount > 0:
		// Nothing was written but for what an earlier attempt wrote.
		c.Unchanged = 0
		c.Created, c.Updated = counts(c.applied)
		state, err = Failed, s.store.Finish(ctx, lease, Failed, c.Outcome, s.now())
	default:
		state = Done
		if err = s.apply(ctx, lease, c); err == nil {
			err = s.store.Finish(ctx, lease, Done, c.Outcome, s.now())
		}
	}
	return state, c.Outcome, leaseError(ctx, err)
}

// recall reads what the job found when it looked at the file before.
func (s *Importer) recall(ctx context.Context, lease *Lease, c *check) error {
	c.confirmed = lease.Confirmed
	if !lease.Confirmed && lease.Attempt < 2 {
		return nil
	}
	return s.store.Seen(ctx, lease.ID, func(d Difference) {
		if d.Kind == KindNew {
			c.seenNew[d.Code] = true
			return
		}
		c.seen[d.ProductID] = seenRow{fields: d.Fields, stock: d.SeenStock, kind: d.Kind}
	})
}

func (s *Importer) read(ctx context.Context, lease *Lease, c *check) error {
	file, err := openFile(ctx, s.store, lease.ID)
	if err != nil {
		return err
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 64<<10)
	first, err := in.Peek(16 << 10)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("reading the file: %w", err)
	}
	return c.run(ctx, in, separatorOf(first))
}

// leaseError gives the reason when the work was stopped from outside.
func leaseError(ctx context.Context, err error) error {
	if err != nil && errors.Is(context.Cause(ctx), ErrLeaseLost) {
		return ErrLeaseLost
	}
	return err
}

// renewLease keeps the job held until ctx ends.
func (s *Importer) renewLease(ctx context.Context, lease *Lease, done *atomic.Int64, cancel context.CancelCauseFunc) {
	tick := time.NewTicker(reportEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := s.store.Report(ctx, lease, int(done.Load()), leaseTime); errors.Is(err, ErrLeaseLost) {
			cancel(ErrLeaseLost)
			return
		}
	}
}

// removeFiles forgets the file and the stage of an import that ended.
func (s *Importer) removeFiles(ctx context.Context, jobID string, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	if err := errors.Join(s.store.DropFile(ctx, jobID), s.store.DropStage(ctx, jobID)); err != nil {
		log.Warn("imports: tidying up", "job", jobID, "error", err)
	}
}
