package sqlstore

import (
	"context"
	"os"
	"testing"

	"dawa/internal/testkit/pgtest"
	"dawa/internal/testkit/timed"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// The row that a group locked becomes free when its time was up before it could say how it ends: the driver closes such
// a connection, so that it does not lie in the pool with its lock.
func TestWriteGroup_LeavesNoLockWhenItsTimeIsUp(t *testing.T) {
	url := pgtest.New(t)
	db, other := openEmptyPostgres(t, url), openEmptyPostgres(t, url)
	if _, err := db.writer.ExecContext(t.Context(), "CREATE TABLE things AS SELECT 1 AS id, 0 AS n"); err != nil {
		t.Fatal(err)
	}
	for name, outcome := range map[string]func(context.Context) error{
		"before ROLLBACK": func(ctx context.Context) error { return ctx.Err() },
		"before COMMIT":   func(context.Context) error { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			ctx, timeIsUp := context.WithCancel(t.Context())
			defer timeIsUp()
			err := db.writeGroup(ctx, func(tx *Tx) error {
				var b batch
				b.add("changing a thing", "UPDATE things SET n = n + 1")
				if err := b.run(ctx, tx); err != nil {
					t.Fatal(err)
				}
				timeIsUp()
				return outcome(ctx)
			})
			if err == nil {
				t.Error("a group whose time was up was committed")
			}
			wait, cancel := context.WithTimeout(t.Context(), timed.Timeout)
			defer cancel()
			var n int
			row := other.writer.QueryRowContext(wait, "SELECT n FROM things FOR UPDATE")
			if err := row.Scan(&n); err != nil || n != 0 {
				t.Errorf("the thing is %d, %v", n, err)
			}
		})
	}
}

func openEmptyPostgres(t *testing.T, url string) *DB {
	t.Helper()
	db, err := Open(t.Context(), url, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}
