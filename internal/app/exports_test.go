package app

import (
	"fmt"
	"net/http"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/regulation"
	"dawa/internal/edge/httpapi/wire"
)

// Files are limited per person, whichever they are, and those with personal data cannot be had by a link.
func TestExports_LimitedPerPersonAndAskedForByPost(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		owner, boss := s.customer("karim"), s.admin("boss")
		path := "/api/store/" + s.approvedStore(owner, boss, "Cedar") + "/export/"
		for _, file := range []string{"orders", "shifts"} {
			if status, _ := owner.call("GET", path+file, ""); status != http.StatusMethodNotAllowed {
				t.Errorf("GET %s: %d", file, status)
			}
		}
		// One's own data is counted apart.
		owner.must("POST", "/api/user/export", `{"password":"`+testPassword+`"}`)
		for range 10 {
			owner.must("POST", path+"orders", "")
			owner.must("GET", path+"statement", "")
		}
		owner.refused(http.StatusTooManyRequests, apperr.RateLimited, "POST", path+"orders", "")
		owner.refused(http.StatusTooManyRequests, apperr.RateLimited, "POST", path+"shifts", "")
		owner.refused(http.StatusTooManyRequests, apperr.RateLimited, "GET", path+"statement", "")
		boss.must("GET", "/api/admin/export/products", "")
	})
}

func TestPending_Pages(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		boss, owner := s.admin("boss"), s.customer("karim")
		for i := range 5 {
			s.medicine(fmt.Sprint("waits-", i), regulation.None, 0)
			boss.must("PUT", fmt.Sprintf("/api/admin/product/waits-%d/status", i), `{"status":"pending"}`)
		}
		seen := map[string]bool{}
		for page := 1; page <= 3; page++ {
			var pending wire.Pending
			boss.into(&pending, "GET", fmt.Sprintf("/api/admin/pending?page=%d&limit=2", page), "")
			if pending.ProductCount != 6 || len(pending.Products) != 2 {
				t.Errorf("page %d has %d of %d", page, len(pending.Products), pending.ProductCount)
			}
			for _, p := range pending.Products {
				seen[p.Product.ID] = true
			}
		}
		if len(seen) != 6 { // the shop of the tests has one that waits
			t.Errorf("the pages show %v", seen)
		}
		boss.refused(http.StatusBadRequest, apperr.BadPage, "GET", "/api/admin/pending?page=0", "")
		owner.refused(http.StatusForbidden, apperr.Forbidden, "GET", "/api/admin/pending", "")
	})
}
