package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/testkit/pgtest"
	"dawa/internal/testkit/timed"
)

// withTable gives the seam tests a table of their own.
func withTable(t *testing.T, test func(t *testing.T, db *sqlstore.DB)) {
	t.Helper()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		must(t, db.Write(t.Context(), func(tx *sqlstore.Tx) error {
			for _, q := range []string{
				"CREATE TABLE parents (id TEXT PRIMARY KEY)",
				"CREATE TABLE things (id TEXT PRIMARY KEY, name TEXT CONSTRAINT things_name_key UNIQUE, n BIGINT NOT " +
					"NULL CHECK (n >= 0), parent TEXT REFERENCES parents (id))",
				"INSERT INTO things (id, name, n) VALUES ('a', 'first', 1), ('b', 'second', 2)",
			} {
				if _, err := tx.ExecContext(t.Context(), q); err != nil {
					return err
				}
			}
			return nil
		}))
		test(t, db)
	})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func number(t *testing.T, db *sqlstore.DB, id string) (n int64) {
	t.Helper()
	must(t, db.QueryRowContext(t.Context(), "SELECT n FROM things WHERE id = $1", id).Scan(&n))
	return n
}

func setNumber(ctx context.Context, tx *sqlstore.Tx, id string, n int64) error {
	_, err := tx.ExecContext(ctx, "UPDATE things SET n = $2 WHERE id = $1", id, n)
	return err
}

func TestWrite_IsAtomic(t *testing.T) {
	t.Parallel()
	withTable(t, func(t *testing.T, db *sqlstore.DB) {
		ctx := t.Context()
		changedMind := errors.New("changed my mind")
		err := db.Write(ctx, func(tx *sqlstore.Tx) error {
			must(t, setNumber(ctx, tx, "a", 50))
			return changedMind
		})
		if !errors.Is(err, changedMind) || number(t, db, "a") != 1 {
			t.Fatalf("a failed write left %d behind and said %v", number(t, db, "a"), err)
		}
		func() {
			defer func() { _ = recover() }()
			_ = db.Write(ctx, func(tx *sqlstore.Tx) error {
				must(t, setNumber(ctx, tx, "a", 60))
				panic("in the middle")
			})
		}()
		if number(t, db, "a") != 1 {
			t.Fatal("a panicking write was kept")
		}
		must(t, db.Write(ctx, func(tx *sqlstore.Tx) error { return setNumber(ctx, tx, "a", 70) }))
		if number(t, db, "a") != 70 {
			t.Fatal("a finished write was lost")
		}
	})
}

func TestRead_IsASnapshotAndCannotWrite(t *testing.T) {
	t.Parallel()
	withTable(t, func(t *testing.T, db *sqlstore.DB) {
		ctx := t.Context()
		must(t, db.Read(ctx, func(tx *sqlstore.Tx) error {
			read := func() (n int64) {
				must(t, tx.QueryRowContext(ctx, "SELECT n FROM things WHERE id = 'a'").Scan(&n))
				return n
			}
			before := read()
			must(t, db.Write(ctx, func(tx *sqlstore.Tx) error { return setNumber(ctx, tx, "a", 99) }))
			if after := read(); after != before {
				t.Errorf("the same read saw %d and then %d", before, after)
			}
			return nil
		}))
		if err := db.Read(ctx, func(tx *sqlstore.Tx) error {
			return setNumber(ctx, tx, "a", 5)
		}); err == nil || number(t, db, "a") != 99 {
			t.Fatalf("a read wrote: %v", err)
		}
	})
}

func TestWrite_CancelledIsRolledBackAndReleasesTheWriter(t *testing.T) {
	t.Parallel()
	withTable(t, func(t *testing.T, db *sqlstore.DB) {
		ctx, leave := context.WithCancel(t.Context())
		err := db.Write(ctx, func(tx *sqlstore.Tx) error {
			must(t, setNumber(ctx, tx, "a", 50))
			leave()
			return nil
		})
		if !errors.Is(err, context.Canceled) || number(t, db, "a") != 1 {
			t.Fatalf("the write of someone who left was kept: %v", err)
		}
		slow, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		began := time.Now()
		err = db.Write(slow, func(tx *sqlstore.Tx) error {
			if err := setNumber(slow, tx, "a", 51); err != nil {
				return err
			}
			var n int64
			return tx.QueryRowContext(slow, `WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count
				WHERE n < 2000000000)
				SELECT count(*) FROM count`).Scan(&n)
		})
		timed.AtMost(t, "ending a slow statement", time.Since(began), 5*time.Second)
		if err == nil || number(t, db, "a") != 1 {
			t.Fatalf("a slow statement outlived its deadline: %v", err)
		}
		must(t, db.Write(t.Context(), func(tx *sqlstore.Tx) error { return setNumber(t.Context(), tx, "a", 2) }))
	})
}

func TestWrite_WaitEndsWithTheContext(t *testing.T) {
	t.Parallel()
	withTable(t, func(t *testing.T, db *sqlstore.DB) {
		holding, release := make(chan struct{}), make(chan struct{})
		var work sync.WaitGroup
		work.Go(func() {
			_ = db.Write(t.Context(), func(tx *sqlstore.Tx) error {
				err := setNumber(t.Context(), tx, "a", 10)
				close(holding)
				<-release
				return err
			})
		})
		<-holding
		short, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		began := time.Now()
		err := db.Write(short, func(tx *sqlstore.Tx) error { return setNumber(short, tx, "a", 20) })
		timed.AtMost(t, "the wait", time.Since(began), 3*time.Second)
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("waited and got %v", err)
		}
		close(release)
		work.Wait()
		if n := number(t, db, "a"); n != 10 {
			t.Errorf("n = %d, want the first writer's 10", n)
		}
	})
}

func TestWrite_DeadlockIsRetried(t *testing.T) {
	t.Parallel()
	withTable(t, func(t *testing.T, db *sqlstore.DB) {
		ctx := t.Context()
		var work sync.WaitGroup
		var runs atomic.Int64
		for _, order := range [][2]string{{"a", "b"}, {"b", "a"}} {
			work.Go(func() {
				err := db.Write(ctx, func(tx *sqlstore.Tx) error {
					runs.Add(1)
					for _, id := range order {
						if _, err := tx.ExecContext(ctx, "UPDATE things SET n = n + 10 WHERE id = $1", id); err != nil {
							return fmt.Errorf("adding: %w", err)
						}
						time.Sleep(50 * time.Millisecond)
					}
					return nil
				})
				if err != nil {
					t.Errorf("a deadlock reached the caller: %v", err)
				}
			})
		}
		work.Wait()
		if a, b := number(t, db, "a"), number(t, db, "b"); a != 21 || b != 22 {
			t.Fatalf("a=%d b=%d after %d runs, want 21 and 22", a, b, runs.Load())
		}
	})
}

func TestStore_ConstraintErrorsAreToldApart(t *testing.T) {
	t.Parallel()
	withTable(t, func(t *testing.T, db *sqlstore.DB) {
		ctx := t.Context()
		exec := func(query string, args ...any) error {
			return db.Write(ctx, func(tx *sqlstore.Tx) error {
				_, err := tx.ExecContext(ctx, query, args...)
				return err
			})
		}
		sameName := exec("INSERT INTO things (id, name, n) VALUES ('c', 'first', 1)")
		if !db.IsUnique(sameName, "things", "name") || db.IsUnique(sameName, "things", "id") ||
			!db.IsUnique(sameName, "") || sqlstore.IsCheck(sameName) {
			t.Errorf("same name: %v", sameName)
		}
		sameID := exec("INSERT INTO things (id, name, n) VALUES ('a', 'third', 1)")
		if !db.IsUnique(sameID, "things", "id") || db.IsUnique(sameID, "things", "name") {
			t.Errorf("same id: %v", sameID)
		}
		if err := exec("UPDATE things SET n = -1"); !sqlstore.IsCheck(err) || sqlstore.IsForeignKey(err) {
			t.Errorf("check: %v", err)
		}
		if err := exec("UPDATE things SET n = NULL"); !sqlstore.IsCheck(err) {
			t.Errorf("not null: %v", err)
		}
		if err := exec("UPDATE things SET parent = 'nobody'"); !sqlstore.IsForeignKey(err) || db.IsUnique(err, "") {
			t.Errorf("foreign key: %v", err)
		}
		if db.IsUnique(nil, "") || sqlstore.IsCheck(nil) || sqlstore.IsForeignKey(nil) {
			t.Error("no error is a broken rule")
		}
	})
}

func TestInList_AnyLength(t *testing.T) {
	t.Parallel()
	withTable(t, func(t *testing.T, db *sqlstore.DB) {
		for _, n := range []int{0, 1, 2, 3, 5, sqlstore.MaxIn} {
			ids := make([]string, n)
			for i := range ids {
				ids[i] = []string{"a", "b", "x"}[i%3]
			}
			in, args := sqlstore.In(2, ids)
			var found int
			must(t, db.QueryRowContext(t.Context(), "SELECT count(*) FROM things WHERE n < $1 AND id IN ("+in+")",
				append([]any{1000}, args...)...).Scan(&found))
			if want := min(n, 2); found != want {
				t.Errorf("a list of %d found %d, want %d (%s)", n, found, want, in)
			}
		}
	})
}

func TestNotify_ArrivesOnlyAfterTheCommit(t *testing.T) {
	t.Parallel()
	EachTarget(t, func(t *testing.T, target string) {
		db := Open(t, target)
		ctx := t.Context()
		woken, end := db.Subscribe("things")
		defer end()
		quiet, endQuiet := db.Subscribe("other")
		defer endQuiet()
		_ = db.Write(ctx, func(tx *sqlstore.Tx) error {
			tx.Notify("things")
			return errors.New("undone")
		})
		// A later notification of another topic takes the same way: had the one that was undone been sent, it would
		// have arrived by then.
		after, endAfter := db.Subscribe("after")
		defer endAfter()
		notifyUntilWoken(t, db, "after", after)
		select {
		case <-woken:
			t.Fatal("woken by a transaction that was undone")
		default:
		}
		must(t, db.Write(ctx, func(tx *sqlstore.Tx) error {
			tx.Notify("things")
			return nil
		}))
		receive(t, woken, "not woken by a commit")
		select {
		case <-quiet:
			t.Fatal("another topic was woken")
		default:
		}
	})
}

// One folder has one server; the other servers are PostgreSQL's affair.
func TestNotify_ReachesOtherServers(t *testing.T) {
	t.Parallel()
	target := pgtest.New(t)
	here, there := Open(t, target), Open(t, target)
	woken, end := there.Subscribe("things")
	defer end()
	notifyUntilWoken(t, here, "things", woken)
}

// notifyUntilWoken notifies a topic until its subscriber hears of it: on PostgreSQL the subscriber's connection may
// still be on its way when the first notification is sent.
func notifyUntilWoken(t *testing.T, db *sqlstore.DB, topic string, woken <-chan struct{}) {
	t.Helper()
	timed.Eventually(t, "the subscriber of "+topic+" is woken", func() bool {
		must(t, db.Write(t.Context(), func(tx *sqlstore.Tx) error {
			tx.Notify(topic)
			return nil
		}))
		select {
		case <-woken:
			return true
		case <-time.After(50 * time.Millisecond):
			return false
		}
	})
}

func TestNow_DatabaseClockIsUsable(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		var ms int64
		must(t, db.QueryRowContext(t.Context(), "SELECT "+db.Now()).Scan(&ms))
		if off := time.Since(sqlstore.Time(ms)).Abs(); off > time.Minute {
			t.Fatalf("the database's clock is off by %v", off)
		}
	})
}

func TestDB_ClosedAnswersUnavailable(t *testing.T) {
	t.Parallel()
	EachTarget(t, func(t *testing.T, target string) {
		db, err := sqlstore.Open(t.Context(), target, sqlstore.Options{})
		must(t, err)
		must(t, db.Close())
		if err := db.Ping(t.Context()); err == nil {
			t.Fatal("a closed database answered")
		}
		if err := db.Write(t.Context(), func(*sqlstore.Tx) error { return nil }); err == nil {
			t.Fatalf("a closed database wrote: %v", apperr.CodeOf(err))
		}
	})
}
