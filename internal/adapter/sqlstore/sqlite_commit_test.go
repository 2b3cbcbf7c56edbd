package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// together queues writes behind one that holds the connection, so that they share a transaction with it, and gives
// their errors in order. hold runs while the queue is complete.
func together(t *testing.T, db *DB, works ...func(tx *Tx) error) []error {
	t.Helper()
	holding, release := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	errs := make([]error, len(works))
	all.Go(func() {
		first := true
		errs[0] = db.Write(t.Context(), func(tx *Tx) error {
			if first {
				first = false
				close(holding)
				<-release
			}
			return works[0](tx)
		})
	})
	<-holding
	for i, work := range works[1:] {
		all.Go(func() { errs[i+1] = db.Write(t.Context(), work) })
		db.groups.awaitQueue(i + 1)
	}
	close(release)
	all.Wait()
	return errs
}

// awaitQueue returns when so many writers wait for their turn.
func (c *commitGroups) awaitQueue(n int) {
	for {
		c.mu.Lock()
		there := len(c.queue)
		c.mu.Unlock()
		if there >= n {
			return
		}
	}
}

func put(id int) func(tx *Tx) error {
	return func(tx *Tx) error {
		_, err := tx.ExecContext(context.Background(), "INSERT INTO things VALUES ($1, 0)", id)
		return err
	}
}

func (db *DB) ids(t *testing.T) string {
	t.Helper()
	var ids string
	err := db.QueryRowContext(t.Context(),
		"SELECT coalesce(group_concat(id, ' '), '') FROM (SELECT id FROM things ORDER BY id)").Scan(&ids)
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

func TestCommitGroups_WritersThatWaitShareACommit(t *testing.T) {
	db := openEmptySQLite(t)
	_, before := db.Commits()
	for i, err := range together(t, db, put(1), put(2), put(3), put(4)) {
		if err != nil {
			t.Errorf("write %d: %v", i+1, err)
		}
	}
	if got := db.ids(t); got != "1 2 3 4" {
		t.Errorf("rows %q, want 1 2 3 4", got)
	}
	if _, after := db.Commits(); after != before+1 {
		t.Errorf("%d commits for four writes that waited together, want 1", after-before)
	}
}

func TestCommitGroups_AFailedWriteIsUndoneAlone(t *testing.T) {
	refused := errors.New("refused")
	for failing := range 3 {
		t.Run(fmt.Sprint("write ", failing+1), func(t *testing.T) {
			db := openEmptySQLite(t)
			works := []func(tx *Tx) error{put(1), put(2), put(3)}
			inner := works[failing]
			works[failing] = func(tx *Tx) error { return errors.Join(inner(tx), refused) }
			want := map[int]string{0: "2 3", 1: "1 3", 2: "1 2"}[failing]
			for i, err := range together(t, db, works...) {
				if (i == failing) != errors.Is(err, refused) {
					t.Errorf("write %d: %v", i+1, err)
				}
			}
			if got := db.ids(t); got != want {
				t.Errorf("rows %q, want %q", got, want)
			}
		})
	}
}

func TestCommitGroups_APanicIsUndoneAlone(t *testing.T) {
	db := openEmptySQLite(t)
	var recovered any
	errs := together(t, db, put(1), func(tx *Tx) error {
		return func() (err error) {
			defer func() {
				if recovered = recover(); recovered != nil {
					err = errors.New("panicked")
				}
			}()
			_ = put(2)(tx)
			panic("in the middle")
		}()
	}, put(3))
	if errs[0] != nil || errs[1] == nil || errs[2] != nil || recovered == nil {
		t.Fatalf("errors: %v", errs)
	}
	if got := db.ids(t); got != "1 3" {
		t.Errorf("rows %q, want 1 3", got)
	}
}

// SQLite rolls the whole transaction back after some failures. The writes of others in it must not be lost.
func TestCommitGroups_WritesOfOthersRunAgainWhenTheTransactionIsLost(t *testing.T) {
	db := openEmptySQLite(t)
	broken := errors.New("broken")
	errs := together(t, db, put(1), put(2), func(tx *Tx) error {
		if err := put(3)(tx); err != nil {
			return err
		}
		_, err := tx.ExecContext(context.Background(), "ROLLBACK")
		return errors.Join(err, broken)
	}, put(4))
	if errs[0] != nil || errs[1] != nil || !errors.Is(errs[2], broken) || errs[3] != nil {
		t.Fatalf("errors: %v", errs)
	}
	if got := db.ids(t); got != "1 2 4" {
		t.Errorf("rows %q, want 1 2 4", got)
	}
}

// A deferred constraint is checked by COMMIT: every writer of the group must be told that nothing was written.
func TestCommitGroups_AFailedCommitIsToldToAll(t *testing.T) {
	db := openEmptySQLite(t)
	db.mustWrite(t, `CREATE TABLE parts (thing INTEGER REFERENCES things (id) DEFERRABLE INITIALLY DEFERRED)`)
	errs := together(t, db, put(1), func(tx *Tx) error {
		_, err := tx.ExecContext(context.Background(), "INSERT INTO parts VALUES (99)")
		return err
	}, put(2))
	for i, err := range errs {
		if !IsForeignKey(err) {
			t.Errorf("write %d was told %v", i+1, err)
		}
	}
	if got := db.ids(t); got != "" {
		t.Errorf("rows %q after a failed commit, want none", got)
	}
	db.mustWrite(t, "INSERT INTO things VALUES (5, 0)") // the connection still works
}

func TestCommitGroups_WhoeverLeavesTheQueueHoldsNobodyUp(t *testing.T) {
	db := openEmptySQLite(t)
	rapid.Check(t, func(r *rapid.T) {
		db.mustWrite(t, "DELETE FROM things")
		n := rapid.IntRange(1, 12).Draw(r, "writers")
		var all sync.WaitGroup
		acknowledged := make([]bool, n)
		for i := range n {
			leaves := rapid.Bool().Draw(r, "leaves")
			ctx, cancel := context.WithCancel(t.Context())
			all.Go(func() { acknowledged[i] = db.Write(ctx, put(i)) == nil })
			if leaves {
				cancel()
			} else {
				defer cancel()
			}
		}
		all.Wait()
		want := ""
		for i, ok := range acknowledged {
			if ok {
				want += fmt.Sprint(" ", i)
			}
		}
		if got := db.ids(t); " "+got != want && (got != "" || want != "") {
			r.Fatalf("rows %q, acknowledged%s", got, want)
		}
	})
}

// A refusal that rests on another write of the group must not be known before that write is committed: whoever
// asks after the refusal has to see its reason.
func TestCommitGroups_ARefusalIsToldAfterTheCommitItRestsOn(t *testing.T) {
	db := openEmptySQLite(t)
	holding, release := make(chan struct{}), make(chan struct{})
	started, last := make(chan struct{}), make(chan struct{})
	refused := make(chan string, 1)
	var all sync.WaitGroup
	all.Go(func() {
		_ = db.Write(t.Context(), func(tx *Tx) error { close(holding); <-release; return put(1)(tx) })
	})
	<-holding
	all.Go(func() {
		_ = db.Write(t.Context(), func(*Tx) error { return errors.New("refused") })
		refused <- db.ids(t)
	})
	db.groups.awaitQueue(1)
	all.Go(func() { _ = db.Write(t.Context(), func(*Tx) error { close(started); <-last; return nil }) })
	db.groups.awaitQueue(2)
	close(release)
	<-started
	for range 1000 {
		runtime.Gosched()
	}
	if len(refused) > 0 {
		t.Error("the refusal was told before the commit it rests on")
	}
	close(last)
	all.Wait()
	if seen := <-refused; seen != "1" {
		t.Errorf("after the refusal the rows were %q, want 1", seen)
	}
}
