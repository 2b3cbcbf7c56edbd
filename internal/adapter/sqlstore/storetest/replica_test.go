package storetest

import (
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/testkit/pgtest"
	"dawa/internal/testkit/timed"
)

// A standby that is away, or that is none any more, costs a report a moment and nothing else. (One that is
// there and fresh, or behind, is tried on a cluster: make faults.)
func TestReplica_ReportsSkipAnUntrustedStandby(t *testing.T) {
	t.Parallel()
	primary := pgtest.New(t)
	db, err := sqlstore.Open(t.Context(), primary, sqlstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	for name, standby := range map[string]string{"away": "postgres://nobody@127.0.0.1:1/x", "promoted": primary} {
		t.Run(name, func(t *testing.T) {
			reports, replica, err := db.Reports(primary, standby)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = reports.Close() }()
			began := time.Now()
			var answer int
			if err := reports.QueryRowContext(t.Context(), "SELECT 41 + 1").Scan(&answer); err != nil || answer != 42 {
				t.Errorf("the report says %d, %v", answer, err)
			}
			timed.AtMost(t, "the report", time.Since(began), 4*time.Second)
			if used, passed := replica.Counts(); used != 0 || passed != 1 {
				t.Errorf("%d were read from the standby, %d passed it over", used, passed)
			}
		})
	}
	if _, _, err := db.Reports(primary, "mysql://x"); err == nil {
		t.Error("another database was taken for a standby")
	}
}
