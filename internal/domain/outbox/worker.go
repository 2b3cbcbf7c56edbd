package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"
)

// LongestStop is how long Run may take to return after its context ended, unless a kind's own timeout is longer than
// the default: a job that has begun is finished.
const LongestStop = defaultTimeout + outcomeTime

const (
	// defaultTimeout is how long a job may take when its kind says nothing else.
	defaultTimeout = 45 * time.Second
	// defaultParallel is how many jobs of one kind a server does at a time when the kind says nothing else.
	defaultParallel = 4
	// outcomeTime is how long storing the outcome of a job may take; the lease covers it.
	outcomeTime = 15 * time.Second
	// pollEvery is how often a worker looks without a notification: one may be missed, and postponed jobs
	// become due without one.
	pollEvery = 2 * time.Second
	// giveUpAfter is how long a job is tried before it is set aside.
	giveUpAfter = 3 * 24 * time.Hour
	longestWait = 3 * time.Hour
)

// Handler does a job and ends when its context does. It may be called again for the same job after a crash, so it
// uses the job's id to do its work once. An error is retried; a PermanentError is not.
type Handler func(ctx context.Context, job Job) error

// PermanentError marks an error that no retry will mend.
type PermanentError struct{ Reason error }

func (e PermanentError) Error() string { return e.Reason.Error() }

// Unwrap gives the reason.
func (e PermanentError) Unwrap() error { return e.Reason }

// Kind says how jobs of one kind are done. The zero value of Timeout and Parallel chooses a default.
type Kind struct {
	Handle   Handler
	Timeout  time.Duration
	Parallel int
}

// Worker does the jobs of the kinds it knows. Each kind has its own loop and its own limit, so that slow jobs
// of one kind, or a server they wait for, do not delay the others.
type Worker struct {
	store Store
	kinds map[string]Kind
	log   *slog.Logger
}

// NewWorker makes a worker for these kinds of jobs.
func NewWorker(store Store, kinds map[string]Kind, log *slog.Logger) *Worker {
	w := &Worker{store: store, kinds: map[string]Kind{}, log: log}
	for name, kind := range kinds {
		if kind.Timeout <= 0 {
			kind.Timeout = defaultTimeout
		}
		if kind.Parallel <= 0 {
			kind.Parallel = defaultParallel
		}
		w.kinds[name] = kind
	}
	return w
}

// Run does jobs until ctx ends, and returns when the last one it began has ended.
func (w *Worker) Run(ctx context.Context) {
	var loops sync.WaitGroup
	for name, kind := range w.kinds {
		loops.Go(func() { w.runKind(ctx, name, kind) })
	}
	loops.Wait()
}

// runKind does the jobs of one kind. A job starts as soon as one of the kind's slots is free: it does not wait
// for the others that were leased with it.
func (w *Worker) runKind(ctx context.Context, name string, kind Kind) {
	woken, end := w.store.Subscribe(name)
	defer end()
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	free := make(chan struct{}, kind.Parallel)
	for range kind.Parallel {
		free <- struct{}{}
	}
	done := make(chan Lease, kind.Parallel)
	var jobs, finisher sync.WaitGroup
	finisher.Go(func() { w.finish(ctx, done) })
	defer finisher.Wait()
	defer close(done)
	defer jobs.Wait()
	for {
		slots := takeFree(ctx, free)
		if slots == 0 {
			return
		}
		leases, err := w.store.Take(ctx, []string{name}, slots, kind.Timeout+outcomeTime)
		if err != nil && ctx.Err() == nil {
			w.log.Warn("outbox: taking jobs", "kind", name, "error", err)
		}
		for _, lease := range leases {
			jobs.Go(func() {
				defer func() { free <- struct{}{} }()
				w.do(ctx, kind, lease, done)
			})
		}
		for range slots - len(leases) {
			free <- struct{}{}
		}
		if len(leases) == slots {
			continue // there may be more
		}
		select {
		case <-ctx.Done():
			return
		case <-woken:
			gather(ctx, woken)
		case <-tick.C:
		}
	}
}

// gatherFor is how long a worker that was woken waits for more jobs, so that a busy shop leases many at once. Nobody
// notices it on an email.
const gatherFor = 100 * time.Millisecond

// gather waits a moment and forgets the notifications of that time: the next look finds their jobs.
func gather(ctx context.Context, woken <-chan struct{}) {
	pause(ctx, gatherFor)
	select {
	case <-woken:
	default:
	}
}

// pause waits, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// takeFree waits for a free slot and takes all that are free; 0 when ctx has ended.
func takeFree(ctx context.Context, free chan struct{}) (slots int) {
	select {
	case <-ctx.Done():
		return 0
	case <-free:
		slots = 1
	}
	if ctx.Err() != nil {
		return 0
	}
	for {
		select {
		case <-free:
			slots++
		default:
			return slots
		}
	}
}

// finishAfter is how long a job that was done waits for others, so that they are removed by one statement.
const finishAfter = 20 * time.Millisecond

// finish removes the jobs that come from done until it is closed.
func (w *Worker) finish(ctx context.Context, done <-chan Lease) {
	for lease := range done {
		leases := []Lease{lease}
		pause(ctx, finishAfter)
		for len(done) > 0 { // nobody else receives
			leases = append(leases, <-done)
		}
		storing, stop := context.WithTimeout(context.WithoutCancel(ctx), outcomeTime)
		if err := w.store.Finish(storing, leases...); err != nil {
			w.log.Warn("outbox: storing an outcome", "job", lease.ID, "kind", lease.Kind, "error", err)
		}
		stop()
	}
}

// do runs one job to its end, also when the server is being stopped: the outcome must be stored.
func (w *Worker) do(ctx context.Context, kind Kind, lease Lease, done chan<- Lease) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), kind.Timeout)
	defer cancel()
	err := handle(ctx, kind.Handle, lease.Job)
	if err == nil {
		done <- lease
		return
	}
	// The handler may have used its time up; storing the outcome has time of its own.
	storing, stop := context.WithTimeout(context.WithoutCancel(ctx), outcomeTime)
	defer stop()
	if err := w.storeFailure(storing, lease, err); err != nil {
		w.log.Warn("outbox: storing an outcome", "job", lease.ID, "kind", lease.Kind, "error", err)
	}
}

// handle calls the handler and turns a panic into an error.
func handle(ctx context.Context, do Handler, job Job) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return do(ctx, job)
}

func (w *Worker) storeFailure(ctx context.Context, lease Lease, err error) error {
	log := w.log.With("job", lease.ID, "kind", lease.Kind, "attempt", lease.Attempt, "error", err)
	if _, permanent := errors.AsType[PermanentError](err); permanent || lease.Age >= giveUpAfter {
		log.Error("outbox: job set aside")
		return w.store.Bury(ctx, lease, err.Error())
	}
	log.Warn("outbox: job postponed")
	return w.store.Postpone(ctx, lease, pauseAfter(lease.Attempt), err.Error())
}

// pauseAfter doubles from two seconds to three hours, spread so that many failed jobs do not come back
// in one moment.
func pauseAfter(attempt int) time.Duration {
	pause := min(2*time.Second<<min(attempt-1, 16), longestWait)
	return pause/2 + rand.N(pause/2+1)
}
