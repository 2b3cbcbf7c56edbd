package sqlstore

import (
	"strconv"
	"strings"
	"testing"

	"dawa/internal/domain/signals"
)

// An index of some orders serves a query only if SQL can tell that the query is about those.
func TestPlans_QueriesAboutFewOrdersReadTheirIndexOnly(t *testing.T) {
	db := openMigratedSQLite(t)
	for _, c := range []struct {
		query string
		args  []any
		index string
	}{
		{"SELECT id FROM orders WHERE network <> '' AND " + finished + " AND placed_at < $1 LIMIT 10", []any{1000},
			"INDEX orders_networks_by_time"},
		{NewSignals(db).query(signals.OrderLoops), []any{1000}, "INDEX orders_cancelled_by_change"},
		{"SELECT id FROM orders ORDER BY placed_at DESC, id DESC LIMIT 10", nil, "COVERING INDEX orders_by_time"},
		{"SELECT sum(total_cents) FROM orders WHERE placed_at >= $1 AND status <> 'cancelled'", []any{1000},
			"COVERING INDEX orders_by_time"},
		{"SELECT id FROM restock_alerts" + waitingFor(list(1, 60)), manyIDs(60),
			"CORRELATED SCALAR SUBQUERY 1; SEARCH p USING INDEX sqlite_autoindex_products_1 (id=?)"},
	} {
		if plan := planOf(t, db, c.query, c.args...); !strings.Contains(plan, c.index) {
			t.Errorf("%s\nis read so, not by the %s: %s", c.query, c.index, plan)
		}
	}
}

func manyIDs(n int) []any {
	ids := make([]any, n)
	for i := range ids {
		ids[i] = strconv.Itoa(i)
	}
	return ids
}

func openMigratedSQLite(t *testing.T) *DB {
	t.Helper()
	db := openEmptySQLite(t)
	if _, err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return db
}

// planOf is how SQLite reads what a query asks for.
func planOf(t *testing.T, db *DB, query string, args ...any) string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var steps []string
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, step)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return strings.Join(steps, "; ")
}
