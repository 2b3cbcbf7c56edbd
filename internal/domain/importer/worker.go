package importer

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"dawa/internal/base/apperr"
)

const (
	// leaseTime is how long a server may be silent before another takes its import over.
	leaseTime = 15 * time.Second
	// reportEvery is how often it says that it is alive, and how far it is.
	reportEvery = time.Second
	// pollEvery is the backstop for a bell that was not heard.
	pollEvery = 2 * time.Second
	// maxAttempts is how often an import is begun before it is given up.
	maxAttempts = 5
	// jobRetention is how long an import that ended can be looked at.
	jobRetention = 30 * 24 * time.Hour
	sweepEvery   = time.Hour
)

// Run does imports, one at a time, until ctx ends. What it is in the middle of then is given back,
// and whoever takes it begins anew: before its one transaction an import has changed nothing.
func (s *Importer) Run(ctx context.Context, log *slog.Logger) {
	woken, end := s.jobs.Subscribe()
	defer end()
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	var swept time.Time
	for {
		for s.runNext(ctx, log) && ctx.Err() == nil {
		}
		if time.Since(swept) > sweepEvery {
			swept = time.Now()
			if err := s.jobs.Sweep(ctx, s.now().Add(-jobRetention)); err != nil && ctx.Err() == nil {
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
	hold, err := s.jobs.Take(ctx, leaseTime)
	if err != nil {
		if ctx.Err() == nil {
			log.Warn("imports: taking a job", "error", err)
		}
		return false
	}
	if hold == nil {
		return false
	}
	began := time.Now()
	state, outcome, err := s.work(ctx, hold)
	if err == nil {
		log.Info("import ended", "job", hold.ID, "state", state, "check", hold.DryRun, "rows", hold.Total, "created", outcome.Created,
			"updated", outcome.Updated, "problems", outcome.ProblemCount, "took", time.Since(began).Round(time.Millisecond))
		s.removeFiles(ctx, hold.ID, log)
		return true
	}
	s.handleFailure(ctx, hold, err, log)
	return false
}

// handleFailure lets another try begin, or ends an import that no try will finish.
func (s *Importer) handleFailure(ctx context.Context, hold *Lease, cause error, log *slog.Logger) {
	stopped := ctx.Err() != nil
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	var err error
	switch {
	case errors.Is(cause, ErrLeaseLost):
		log.Warn("import was taken over by another server", "job", hold.ID)
		return
	case !stopped && hold.Attempt >= maxAttempts:
		log.Error("import given up", "job", hold.ID, "attempt", hold.Attempt, "error", cause)
		err = s.jobs.Finish(ctx, hold, Failed, failedOutcome(string(apperr.ImportFailed)), s.now())
		s.removeFiles(ctx, hold.ID, log)
	default:
		if !stopped {
			log.Warn("import begins anew", "job", hold.ID, "attempt", hold.Attempt, "error", cause)
		}
		err = s.jobs.Release(ctx, hold)
	}
	if err != nil {
		log.Warn("imports: giving a job back", "job", hold.ID, "error", err)
	}
}

func failedOutcome(code string) Outcome {
	return Outcome{Problems: []Problem{{Row: 1, Code: code}}, ProblemCount: 1}
}

// work does one import to its end.
func (s *Importer) work(ctx context.Context, hold *Lease) (state State, outcome Outcome, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var done atomic.Int64
	reports := make(chan struct{})
	go func() {
		defer close(reports)
		s.renewLease(ctx, hold, &done, cancel)
	}()
	stopReports := func() { cancel(nil); <-reports }
	defer stopReports()

	if err := s.jobs.ClearStage(ctx, hold.ID); err != nil {
		return "", Outcome{}, leaseError(ctx, err)
	}
	c := newCheck(s, s.now())
	c.progress = func(n int) { done.Store(int64(n)) }
	if !hold.DryRun {
		c.stage = func(ctx context.Context, rows []Staged) error { return s.jobs.Stage(ctx, hold, rows) }
	}
	err = s.read(ctx, hold, c)
	if coded, is := errors.AsType[*apperr.Error](err); is && coded.Code == apperr.ImportHeader {
		c.Outcome, err = failedOutcome(string(coded.Code)), nil // seen when it came in; a file does not change
	}
	if err != nil {
		return "", Outcome{}, leaseError(ctx, err)
	}
	hold.Done = hold.Total
	done.Store(int64(hold.Total))
	switch {
	case hold.DryRun:
		state, err = Done, s.jobs.Finish(ctx, hold, Done, c.Outcome, s.now())
	case c.ProblemCount > 0:
		c.Created, c.Updated, c.Unchanged = 0, 0, 0 // nothing was done
		state, err = Failed, s.jobs.Finish(ctx, hold, Failed, c.Outcome, s.now())
	default:
		state, err = Done, s.jobs.Commit(ctx, hold, c.Outcome, slices.Sorted(maps.Keys(c.newPictures)), s.now())
	}
	return state, c.Outcome, leaseError(ctx, err)
}

func (s *Importer) read(ctx context.Context, hold *Lease, c *check) error {
	file, err := openFile(ctx, s.jobs, hold.ID)
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
func (s *Importer) renewLease(ctx context.Context, hold *Lease, done *atomic.Int64, cancel context.CancelCauseFunc) {
	tick := time.NewTicker(reportEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := s.jobs.Report(ctx, hold, int(done.Load()), leaseTime); errors.Is(err, ErrLeaseLost) {
			cancel(ErrLeaseLost)
			return
		}
	}
}

// removeFiles forgets the file and the stage of an import that ended.
func (s *Importer) removeFiles(ctx context.Context, jobID string, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	if err := errors.Join(s.jobs.DropFile(ctx, jobID), s.jobs.ClearStage(ctx, jobID)); err != nil {
		log.Warn("imports: tidying up", "job", jobID, "error", err)
	}
}
