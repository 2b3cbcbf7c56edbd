package app

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
)

// A disk without room is imitated by a limit of pages: SQLite refuses to write as it does on a full disk.
func TestFullDisk_IsToldToShoppersAndOperators(t *testing.T) {
	t.Parallel()
	c := testConfig(t)
	c.OpsListen = "127.0.0.1:0"
	s := stocked(t, c)
	layla := s.customer("layla")
	told := func(name string) string {
		_, text := fetch(t, s.ops+"/metrics")
		found := regexp.MustCompile(`(?m)^` + name + ` (\S+)$`).FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("no %s is told", name)
		}
		return found[1]
	}
	if got := told("dawa_database_writable"); got != "1" {
		t.Fatalf("an ordinary shop is writable: %s", got)
	}
	if free := told("dawa_disk_free_bytes"); free == "0" {
		t.Error("there is no room on the disk of the tests")
	}
	limit := func(pages string) {
		t.Helper()
		if err := s.storage.DB.Write(t.Context(), func(tx *sqlstore.Tx) error {
			_, err := tx.ExecContext(t.Context(), "PRAGMA max_page_count = "+pages)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	limit("1") // as many as there are
	status, answer := http.StatusOK, []byte(nil)
	for i := 0; status == http.StatusOK && i < 500; i++ { // what is free inside the pages is used up first
		status, answer = s.visitor().call(http.MethodPut, "/api/user/cart", `{"productId":"item-07","quantity":1}`)
	}
	if status != http.StatusServiceUnavailable || !strings.Contains(string(answer), string(apperr.StorageFull)) {
		t.Fatalf("a write without room is answered %d %s", status, answer)
	}
	if got := told("dawa_database_writable"); got != "0" {
		t.Errorf("without room the shop is writable: %s", got)
	}
	status, ready := fetch(t, s.base+"/readyz")
	if status != http.StatusOK || !strings.Contains(ready, "cannot be written") {
		t.Errorf("/readyz says %d %q", status, ready)
	}
	if status, _ := fetch(t, s.base+"/api/product/all?limit=1"); status != http.StatusOK {
		t.Errorf("reading is answered %d", status)
	}
	limit("1000000")
	layla.put("item-07", 1)
}
