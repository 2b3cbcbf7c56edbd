package storetest

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/audit"
)

func TestAuditLog_NewestFirstAndFiltered(t *testing.T) {
	t.Parallel()
	withAccounts(t, func(t *testing.T, db *sqlstore.DB, store *sqlstore.Accounts) {
		ctx := t.Context()
		layla, karim := addPerson(t, store, "layla"), addPerson(t, store, "karim")
		at := func(hours int) time.Time { return accountTime.Add(time.Duration(hours) * time.Hour) }
		must(t, store.Write(ctx, func(tx accounts.Tx) error {
			return tx.Audit(ctx,
				audit.NewEvent(accounts.ActionLogin, layla.ID, layla.ID, "Firefox", at(0)),
				audit.NewEvent(accounts.ActionLoginFailed, "", karim.ID, "5 in a row", at(1)),
				audit.NewEvent(accounts.ActionAdminGranted, audit.System, layla.ID, "", at(2)),
				audit.NewEvent(accounts.ActionLogin, karim.ID, karim.ID, "", at(30)))
		}))
		read := func(f audit.Filter) ([]audit.NamedEvent, int) {
			if f.Limit == 0 {
				f.Limit = 50
			}
			events, total, err := sqlstore.NewAuditLog(db).Events(ctx, f)
			must(t, err)
			return events, total
		}
		all, total := read(audit.Filter{})
		if total != 4 || len(all) != 4 || all[0].ActorName != "karim" || all[3].Detail != "Firefox" ||
			all[3].SubjectName != "layla" || !all[3].At.Equal(at(0)) {
			t.Fatalf("%d records: %+v", total, all)
		}
		for name, c := range map[string]struct {
			filter audit.Filter
			want   int
		}{
			"by actor":        {audit.Filter{Actor: "LAYLA"}, 1},
			"by the host":     {audit.Filter{Actor: audit.System}, 1},
			"by action":       {audit.Filter{Action: "login"}, 2},
			"of a day":        {audit.Filter{From: at(0), Until: at(24)}, 3},
			"about a user":    {audit.Filter{UserID: karim.ID}, 2},
			"nobody":          {audit.Filter{Actor: "nobody"}, 0},
			"two conditions":  {audit.Filter{Actor: "karim", Action: "login", From: at(29)}, 1},
			"beyond the last": {audit.Filter{Start: 10}, 4},
		} {
			if _, total := read(c.filter); total != c.want {
				t.Errorf("%s: %d records, want %d", name, total, c.want)
			}
		}
		if page, _ := read(audit.Filter{Limit: 1, Start: 1}); len(page) != 1 || page[0].ActorID != audit.System {
			t.Errorf("second page: %+v", page)
		}
		// The record outlives the user, without the name.
		must(t, store.Write(ctx, func(tx accounts.Tx) error { return tx.DeleteUser(ctx, layla.ID) }))
		left, total := read(audit.Filter{})
		if total != 4 || left[3].ActorName != "" || left[3].ActorID != layla.ID {
			t.Errorf("after the user left: %+v", left)
		}
	})
}

// The record is only added to: no SQL of the shop changes or removes a line of it.
func TestAuditLog_RowsCannotBeChanged(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../*.go")
	must(t, err)
	migrations, err := filepath.Glob("../migrations/*.sql")
	must(t, err)
	if len(files) < 10 || len(migrations) < 3 {
		t.Fatal("the test looks at the wrong place")
	}
	forbidden := regexp.MustCompile(
		`(?i)(update|delete\s+from|truncate(\s+table)?|drop\s+table|replace\s+into)\s+audit\b`)
	for _, file := range append(files, migrations...) {
		source, err := os.ReadFile(file)
		must(t, err)
		if found := forbidden.Find(source); found != nil {
			t.Errorf("%s has %q", file, found)
		}
	}
}
