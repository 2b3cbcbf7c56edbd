package sqlstore

import (
	"strings"
	"testing"
)

func TestEachApproved_APartReadsItsOwnRowsOnly(t *testing.T) {
	db := openEmptySQLite(t)
	if _, err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	for part, want := range []string{"(rowid<?)", "(rowid>? AND rowid<?)", "(rowid>?)"} {
		query, args := NewProducts(db).partQuery([]any{1000, 2000}, part)
		var id, parent, unused int
		var plan string
		row := db.QueryRowContext(t.Context(), "EXPLAIN QUERY PLAN "+query, args...)
		if err := row.Scan(&id, &parent, &unused, &plan); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(plan, "USING INTEGER PRIMARY KEY "+want) {
			t.Errorf("part %d is read so: %s", part, plan)
		}
	}
}
