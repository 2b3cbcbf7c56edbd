package storetest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/outbox"
	"dawa/internal/testkit/timed"
)

func job(t *testing.T, kind string) outbox.Job {
	t.Helper()
	j, err := outbox.New(kind, map[string]string{"to": "somebody"})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestOutbox_JobIsLeasedToOneWorkerAtATime(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		ctx := t.Context()
		store := sqlstore.NewOutbox(db)
		const jobs = 60
		for range jobs {
			if err := store.Enqueue(ctx, job(t, "mail")); err != nil {
				t.Fatal(err)
			}
		}
		var mu sync.Mutex
		seen := map[string]int{}
		var workers sync.WaitGroup
		for range 6 {
			workers.Go(func() {
				for {
					leases, err := store.Take(ctx, []string{"mail", "other"}, 4, time.Minute)
					if err != nil {
						t.Error(err)
						return
					}
					if len(leases) == 0 {
						if n, _, _ := store.Waiting(ctx); n == 0 {
							return
						}
						continue
					}
					for _, l := range leases {
						mu.Lock()
						seen[l.ID]++
						mu.Unlock()
						if err := store.Finish(ctx, l); err != nil {
							t.Error(err)
						}
					}
				}
			})
		}
		workers.Wait()
		if len(seen) != jobs {
			t.Fatalf("%d of %d jobs were done", len(seen), jobs)
		}
		for id, times := range seen {
			if times != 1 {
				t.Errorf("job %s was done %d times", id, times)
			}
		}
	})
}

func TestOutbox_JobIsLeasedAgainWhenItsLeaseRunsOut(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		ctx := t.Context()
		store := sqlstore.NewOutbox(db)
		if err := store.Enqueue(ctx, job(t, "mail")); err != nil {
			t.Fatal(err)
		}
		first := takeOne(t, store, time.Millisecond)
		var second outbox.Lease
		for second.ID == "" {
			if leases, err := store.Take(ctx, []string{"mail"}, 1, time.Minute); err != nil {
				t.Fatal(err)
			} else if len(leases) == 1 {
				second = leases[0]
			}
		}
		if second.ID != first.ID || second.Attempt != 2 {
			t.Errorf("the second lease has job %s, attempt %d", second.ID, second.Attempt)
		}
		// The first worker comes back too late: it must not take the job from the second.
		if err := store.Finish(ctx, first); err != nil {
			t.Fatal(err)
		}
		if err := store.Postpone(ctx, second, 0, "tried"); err != nil {
			t.Fatal(err)
		}
		if n, _, err := store.Waiting(ctx); err != nil || n != 1 {
			t.Errorf("%d jobs wait (%v), want 1", n, err)
		}
	})
}

func takeOne(t *testing.T, store *sqlstore.Outbox, lease time.Duration) outbox.Lease {
	t.Helper()
	leases, err := store.Take(t.Context(), []string{"mail"}, 1, lease)
	if err != nil || len(leases) != 1 {
		t.Fatalf("took %d jobs (%v), want 1", len(leases), err)
	}
	return leases[0]
}

func TestOutboxWorker_RetriesAndSetsAside(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		ctx, stop := context.WithCancel(t.Context())
		store := sqlstore.NewOutbox(db)
		done := make(chan string, 8)
		failedOnce := false
		worker := outbox.NewWorker(store, map[string]outbox.Kind{
			"fine": {Handle: func(_ context.Context, j outbox.Job) error { done <- "fine"; return nil }},
			"late": {Parallel: 1, Handle: func(_ context.Context, j outbox.Job) error {
				if !failedOnce {
					failedOnce = true
					return errors.New("the mail server is away")
				}
				done <- fmt.Sprintf("late %d", j.Attempt)
				return nil
			}},
			"lost": {Handle: func(context.Context, outbox.Job) error {
				return outbox.PermanentError{Reason: errors.New("no such picture")}
			}},
			"panic": {Handle: func(context.Context, outbox.Job) error { panic("broken handler") }},
		}, slog.New(slog.DiscardHandler))
		var running sync.WaitGroup
		running.Go(func() { worker.Run(ctx) })
		for _, kind := range []string{"lost", "panic", "late", "fine"} {
			if err := store.Enqueue(ctx, job(t, kind)); err != nil {
				t.Fatal(err)
			}
		}
		got := map[string]bool{}
		for range 2 {
			select {
			case what := <-done:
				got[what] = true
			case <-time.After(timed.Timeout):
				t.Fatalf("only %v was done", got)
			}
		}
		if !got["fine"] || !got["late 2"] {
			t.Errorf("done: %v", got)
		}
		stop()
		running.Wait()
	})
}

// work runs a worker until the test ends.
func work(t *testing.T, store *sqlstore.Outbox, kinds map[string]outbox.Kind) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	worker := outbox.NewWorker(store, kinds, slog.New(slog.DiscardHandler))
	var running sync.WaitGroup
	running.Go(func() { worker.Run(ctx) })
	t.Cleanup(func() { stop(); running.Wait() })
}

// receive waits for a value that must come.
func receive[T any](t *testing.T, from <-chan T, what string) T {
	t.Helper()
	select {
	case value := <-from:
		return value
	case <-time.After(timed.Timeout):
		t.Fatalf("waited in vain: %s", what)
		panic("unreachable")
	}
}

// hang is a handler that blocks until release is closed, as one does that waits for a silent server.
func hang(began chan<- string, release <-chan struct{}) outbox.Handler {
	return func(_ context.Context, j outbox.Job) error {
		began <- j.ID
		<-release
		return nil
	}
}

func TestOutboxWorker_HangingJobsDelayNoOtherKind(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		store := sqlstore.NewOutbox(db)
		began, done, release := make(chan string, 8), make(chan string, 8), make(chan struct{})
		work(t, store, map[string]outbox.Kind{
			"mail":   {Parallel: 2, Handle: hang(began, release)},
			"refund": {Handle: func(_ context.Context, j outbox.Job) error { done <- j.ID; return nil }},
		})
		t.Cleanup(func() { close(release) }) // before the worker is waited for
		for range 4 {
			must(t, store.Enqueue(t.Context(), job(t, "mail")))
		}
		receive(t, began, "the first mail")
		receive(t, began, "the second mail")
		for range 3 {
			refund := job(t, "refund")
			must(t, store.Enqueue(t.Context(), refund))
			if got := receive(t, done, "a refund beside hanging mails"); got != refund.ID {
				t.Errorf("did %s, want %s", got, refund.ID)
			}
		}
	})
}

func TestOutboxWorker_SlowJobDelaysNoOtherOfItsBatch(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		store := sqlstore.NewOutbox(db)
		slow := job(t, "mail")
		must(t, store.Enqueue(t.Context(), slow, job(t, "mail"), job(t, "mail"), job(t, "mail"), job(t, "mail")))
		done, release := make(chan string, 8), make(chan struct{})
		work(t, store,
			map[string]outbox.Kind{"mail": {Parallel: 2, Handle: func(_ context.Context, j outbox.Job) error {
				if j.ID == slow.ID {
					<-release
				}
				done <- j.ID
				return nil
			}}})
		t.Cleanup(func() { close(release) })
		for n := range 4 {
			if id := receive(t, done, fmt.Sprintf("job %d beside the slow one", n+1)); id == slow.ID {
				t.Error("the slow job ended before it was released")
			}
		}
	})
}

func TestOutboxWorker_JobIsPostponedWhenItsTimeIsUp(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		store := sqlstore.NewOutbox(db)
		attempts := make(chan int, 8)
		work(t, store, map[string]outbox.Kind{"mail": {
			Timeout: 10 * time.Millisecond,
			Handle: func(ctx context.Context, j outbox.Job) error {
				attempts <- j.Attempt
				if j.Attempt == 1 {
					<-ctx.Done()
				}
				return ctx.Err()
			},
		}})
		must(t, store.Enqueue(t.Context(), job(t, "mail")))
		if receive(t, attempts, "the first attempt") != 1 || receive(t, attempts, "the second attempt") != 2 {
			t.Error("the attempts are counted wrongly")
		}
	})
}

// A job that had to wait for longer than jobs are tried is tried for as long as any other.
func TestOutbox_JobIsAsOldAsItIsDue(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		ctx := t.Context()
		store := sqlstore.NewOutbox(db)
		late := job(t, "answer")
		late.After = 5 * 24 * time.Hour
		must(t, store.Enqueue(ctx, late))
		must(t, db.Write(ctx, func(tx *sqlstore.Tx) error { // the days pass
			_, err := tx.ExecContext(ctx, "UPDATE outbox SET created_at = created_at - $1, run_at = run_at - $1",
				(late.After + time.Minute).Milliseconds())
			return err
		}))
		leases, err := store.Take(ctx, []string{"answer"}, 1, time.Minute)
		if err != nil || len(leases) != 1 || leases[0].Age < time.Minute || leases[0].Age > time.Hour {
			t.Errorf("%+v, %v", leases, err)
		}
	})
}

func TestOutbox_FailedJobIsListedAndRetried(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		ctx := t.Context()
		store := sqlstore.NewOutbox(db)
		done := make(chan int, 4)
		broken := true
		handle := func(_ context.Context, j outbox.Job) error {
			if broken {
				return errors.New("the mail server answers 550 at MAIL FROM")
			}
			done <- j.Attempt
			return nil
		}
		mail := job(t, "mail")
		must(t, store.Enqueue(ctx, mail))
		// Three days have passed since it was queued: one more failure and it is set aside.
		old := (3*24*time.Hour + time.Minute).Milliseconds()
		must(t, db.Write(ctx, func(tx *sqlstore.Tx) error {
			_, err := tx.ExecContext(ctx, "UPDATE outbox SET created_at = created_at - $1", old)
			return err
		}))
		stopped, stop := context.WithCancel(ctx)
		var running sync.WaitGroup
		worker := outbox.NewWorker(store, map[string]outbox.Kind{"mail": {Handle: handle}},
			slog.New(slog.DiscardHandler))
		running.Go(func() { worker.Run(stopped) })
		undelivered := outbox.NewUndelivered(store, map[string]string{"mail": "account", "other mail": "order"})
		refunds := outbox.NewUndelivered(store, map[string]string{"refund": "order"})
		var list []outbox.Email
		for deadline := time.Now().Add(timed.Timeout); len(list) == 0; time.Sleep(5 * time.Millisecond) {
			var err error
			if list, _, err = undelivered.List(ctx, 10, 0); err != nil || time.Now().After(deadline) {
				t.Fatalf("nothing was set aside: %v", err)
			}
		}
		stop()
		running.Wait()
		if f := list[0]; len(list) != 1 || f.ID != mail.ID || f.About != "account" || f.Attempts != 1 ||
			f.Reason != "the mail server answers 550 at MAIL FROM" || f.QueuedAt.IsZero() {
			t.Errorf("listed %+v", list)
		}
		if others, total, err := refunds.List(ctx, 10, 0); len(others) != 0 || total != 0 || err != nil {
			t.Errorf("a failed mail is listed among %+v (%v)", others, err)
		}
		wantCode(t, refunds.Retry(ctx, mail.ID), apperr.NotFound)
		wantCode(t, undelivered.Retry(ctx, "nothing"), apperr.NotFound)

		broken = false
		work(t, store, map[string]outbox.Kind{"mail": {Handle: handle}})
		must(t, undelivered.Retry(ctx, mail.ID))
		if attempt := receive(t, done, "the mail is sent again"); attempt != 1 {
			t.Errorf("sent at attempt %d", attempt)
		}
		wantCode(t, undelivered.Retry(ctx, mail.ID), apperr.NotFound)
		if left, total, err := undelivered.List(ctx, 10, 0); len(left) != 0 || total != 0 || err != nil {
			t.Errorf("still listed: %+v (%v)", left, err)
		}
	})
}
