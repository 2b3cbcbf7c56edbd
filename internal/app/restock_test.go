package app

import (
	"net/http"
	"strings"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/edge/httpapi/wire"
)

// A visitor and a user wait for a product; an edit brings it back, each is told once, and the link in the mail ends it.
func TestRestock_AskedToldAndUnsubscribedOverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		c.Demo = true
		s := stocked(t, c)
		admin, user, visitor := s.admin("boss"), s.customer("stranger"), s.visitor()
		const ask = "/api/product/item-05/restock-alert"
		visitor.wrong("POST", ask, `{"email":"nobody"}`, map[string]string{"email": "email_format"})
		visitor.wrong("POST", ask, `{}`, map[string]string{"email": "email_required"})
		visitor.refused(404, apperr.ProductNotFound, "POST", "/api/product/nothing/restock-alert",
			`{"email":"v@example.com"}`)
		visitor.refused(409, apperr.InStock, "POST", "/api/product/item-06/restock-alert", `{"email":"v@example.com"}`)
		for range 2 { // pressed twice
			visitor.must("POST", ask, `{"email":"v@example.com"}`)
			user.must("POST", ask, `{}`)
		}
		var export wire.AccountExport
		user.into(&export, "POST", "/api/user/export", `{"password":"`+testPassword+`"}`)
		if len(export.RestockAlerts) != 1 || export.RestockAlerts[0].Product != "item-05" {
			t.Errorf("the export has %+v", export.RestockAlerts)
		}
		admin.must("PATCH", "/api/admin/product/item-05", `{"version":1,"nb_in_stock":4}`)
		s.waitUntilIdle()
		told := map[string]int{}
		unsubscribe := ""
		for _, m := range s.mailbox.Messages() {
			if strings.Contains(m.Subject, "back in stock") {
				told[m.To]++
				unsubscribe = m.Unsubscribe
				if !strings.Contains(m.Text, s.Address()+"/product/item-05") ||
					!strings.Contains(m.HTML, s.Address()+"/unsubscribe/") {
					t.Errorf("the mail is %s", m.Text)
				}
			}
		}
		if len(told) != 2 || told["v@example.com"] != 1 || told["stranger@example.com"] != 1 {
			t.Errorf("told %v", told)
		}
		// As a mail program does it: no session, no token.
		path := strings.TrimPrefix(unsubscribe, s.Address())
		res, body := s.do("POST", path, "List-Unsubscribe=One-Click", "Content-Type",
			"application/x-www-form-urlencoded")
		if res.StatusCode != http.StatusOK || !strings.Contains(string(body), "unsubscribed") {
			t.Errorf("unsubscribing: %d %s", res.StatusCode, body)
		}
		if res, _ := s.get(path); res.StatusCode != http.StatusOK ||
			res.Request.URL.Path != strings.TrimPrefix(path, "/api") {
			t.Errorf("opening the link: %d at %s", res.StatusCode, res.Request.URL.Path)
		}
	})
}

// Nobody fills another's mailbox or the table.
func TestRestock_OneAddressAsksSeldom(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	visitor, taken := s.visitor(), 0
	for range 40 {
		switch status, body := visitor.call("POST", "/api/product/item-05/restock-alert",
			`{"email":"v@example.com"}`); status {
		case http.StatusOK:
			taken++
		case http.StatusTooManyRequests:
		default:
			t.Fatalf("%d %s", status, body)
		}
	}
	if taken == 0 || taken > 15 {
		t.Errorf("%d of 40 were taken", taken)
	}
}
