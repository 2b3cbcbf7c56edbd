package app

import (
	"net/http"
	"strings"
	"testing"
)

// After signing out everywhere and after deleting the account the browser forgets what it stored; after signing out
// here alone, or staying, it does not.
func TestSignOutEverywhere_ClearsTheBrowser(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	s.customer("layla")
	const password = `{"password":"` + testPassword + `"}`
	for _, c := range []struct {
		method, path, body string
		clears             bool
	}{
		{"POST", "/api/user/logout", "", false},
		{"DELETE", "/api/user/sessions?except_current=true", password, false},
		{"DELETE", "/api/user/sessions", password, true},
		{"DELETE", "/api/user/account", password, true},
	} {
		p := s.visitor()
		p.signIn("layla")
		res, _ := p.do(c.method, c.path, c.body, "CSRF-Token", p.token, "Cookie", p.cookie)
		got := res.Header.Get("Clear-Site-Data")
		if res.StatusCode != http.StatusOK || (got != "") != c.clears || strings.Contains(got, "cookies") {
			t.Errorf("%s %s: %d, Clear-Site-Data %q", c.method, c.path, res.StatusCode, got)
		}
	}
}
