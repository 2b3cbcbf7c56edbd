package sqlstore

import (
	"strings"
	"testing"
)

func TestEachApproved_APartReadsItsOwnRowsOnly(t *testing.T) {
	db := openMigratedSQLite(t)
	for part, want := range []string{"(rowid<?)", "(rowid>? AND rowid<?)", "(rowid>?)"} {
		query, args := NewProducts(db).partQuery([]any{1000, 2000}, part)
		if plan := planOf(t, db, query, args...); !strings.HasSuffix(plan, "USING INTEGER PRIMARY KEY "+want) {
			t.Errorf("part %d is read so: %s", part, plan)
		}
	}
}
