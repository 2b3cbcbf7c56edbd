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
	"dawa/internal/domain/outbox"
)

func job(t *testing.T, kind string) outbox.Job {
	t.Helper()
	j, err := outbox.New(kind, map[string]string{"to": "somebody"}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestOutboxGivesAJobToOneWorkerAtATime(t *testing.T) {
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

func TestOutboxGivesAJobAgainWhenItsLeaseRunsOut(t *testing.T) {
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
			t.Errorf("the second holder has job %s, attempt %d", second.ID, second.Attempt)
		}
		// The first holder comes back too late: it must not take the job from the second.
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

func TestOutboxWorkerDoesRetriesAndSetsAside(t *testing.T) {
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		ctx, stop := context.WithCancel(t.Context())
		store := sqlstore.NewOutbox(db)
		done := make(chan string, 8)
		failedOnce := false
		worker := outbox.NewWorker(store, map[string]outbox.Handler{
			"fine": func(_ context.Context, j outbox.Job) error { done <- "fine"; return nil },
			"late": func(_ context.Context, j outbox.Job) error {
				if !failedOnce {
					failedOnce = true
					return errors.New("the mail server is away")
				}
				done <- fmt.Sprintf("late %d", j.Attempt)
				return nil
			},
			"lost":  func(context.Context, outbox.Job) error { return outbox.Hopeless{Reason: errors.New("no such picture")} },
			"panic": func(context.Context, outbox.Job) error { panic("broken handler") },
		}, 1, slog.New(slog.DiscardHandler))
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
			case <-time.After(30 * time.Second):
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
