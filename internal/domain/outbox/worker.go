package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

const (
	// leaseTime is how long a worker may be silent before another takes its job.
	leaseTime = time.Minute
	// jobTime is how long a handler may take; it must end well before the lease.
	jobTime = 45 * time.Second
	// lookEvery is the backstop for a bell that was not heard, and the rhythm of postponed jobs.
	lookEvery = 2 * time.Second
	// maxAttempts is tried over about three days before a job is set aside.
	maxAttempts = 30
	longestWait = 3 * time.Hour
)

// Handler does a job. It may be called again for the same job after a crash, so it uses the job's id to
// do its work once. An error means later; Hopeless means never.
type Handler func(ctx context.Context, job Job) error

// Hopeless marks an error that no retry will mend.
type Hopeless struct{ Reason error }

func (h Hopeless) Error() string { return h.Reason.Error() }

// Unwrap gives the reason.
func (h Hopeless) Unwrap() error { return h.Reason }

// Worker does the jobs of the kinds it has handlers for.
type Worker struct {
	store    Store
	handlers map[string]Handler
	kinds    []string
	parallel int
	log      *slog.Logger
}

// NewWorker makes a worker that does at most parallel jobs at a time.
func NewWorker(store Store, handlers map[string]Handler, parallel int, log *slog.Logger) *Worker {
	w := &Worker{store: store, handlers: handlers, parallel: parallel, log: log}
	for kind := range handlers {
		w.kinds = append(w.kinds, kind)
	}
	slices.Sort(w.kinds)
	return w
}

// Run does jobs until ctx ends, and returns when the last one it began has ended.
func (w *Worker) Run(ctx context.Context) {
	woken, end := w.store.Subscribe()
	defer end()
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		w.drain(ctx)
		select {
		case <-ctx.Done():
			return
		case <-woken:
		case <-tick.C:
		}
	}
}

// drain does what is due, until nothing is.
func (w *Worker) drain(ctx context.Context) {
	for ctx.Err() == nil {
		leases, err := w.store.Take(ctx, w.kinds, w.parallel, leaseTime)
		if err != nil {
			if ctx.Err() == nil {
				w.log.Warn("outbox: taking jobs", "error", err)
			}
			return
		}
		if len(leases) == 0 {
			return
		}
		var group sync.WaitGroup
		for _, lease := range leases {
			group.Go(func() { w.do(ctx, lease) })
		}
		group.Wait()
	}
}

// do runs one job to its end, also when the server is being stopped: the outcome must be written down.
func (w *Worker) do(ctx context.Context, lease Lease) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), jobTime)
	defer cancel()
	err := w.handle(ctx, lease.Job)
	// The handler may have used its time up; noting the outcome has some of its own.
	noting, stop := context.WithTimeout(context.WithoutCancel(ctx), leaseTime-jobTime)
	defer stop()
	if err := w.note(noting, lease, err); err != nil {
		w.log.Warn("outbox: noting an outcome", "job", lease.ID, "kind", lease.Kind, "error", err)
	}
}

func (w *Worker) handle(ctx context.Context, job Job) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return w.handlers[job.Kind](ctx, job)
}

func (w *Worker) note(ctx context.Context, lease Lease, err error) error {
	if err == nil {
		return w.store.Finish(ctx, lease)
	}
	if _, hopeless := errors.AsType[Hopeless](err); hopeless || lease.Attempt >= maxAttempts {
		w.log.Error("outbox: job set aside", "job", lease.ID, "kind", lease.Kind, "attempt", lease.Attempt, "error", err)
		return w.store.Bury(ctx, lease, err.Error())
	}
	w.log.Warn("outbox: job postponed", "job", lease.ID, "kind", lease.Kind, "attempt", lease.Attempt, "error", err)
	return w.store.Postpone(ctx, lease, pauseAfter(lease.Attempt), err.Error())
}

// pauseAfter doubles from two seconds to three hours, spread so that many failed jobs do not come back
// in one moment.
func pauseAfter(attempt int) time.Duration {
	pause := min(2*time.Second<<min(attempt-1, 16), longestWait)
	return pause/2 + rand.N(pause/2+1)
}
