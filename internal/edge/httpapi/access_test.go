package httpapi

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/adapter/sqlstore/storetest"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/ratelimit"
	"dawa/internal/edge/serve"
)

// cheapPasswords makes signing in cost next to nothing, for tests about other things.
var cheapPasswords = accounts.PasswordCost{MemoryKiB: 64, Passes: 1, Threads: 1}

func accountService(t *testing.T) *accounts.Service {
	t.Helper()
	keys, err := accounts.NewKeys(bytes.Repeat([]byte("k"), accounts.SecretSize))
	if err != nil {
		t.Fatal(err)
	}
	db := storetest.Open(t, t.TempDir())
	return accounts.New(accounts.Options{
		Store:     sqlstore.NewAccounts(db, sqlstore.AccountHooks{}),
		Limiter:   ratelimit.New(sqlstore.NewRateLimits(db), keys.LimitSubject),
		Passwords: accounts.NewPasswords(cheapPasswords), Keys: keys, BaseURL: "http://shop.example",
	})
}

// guest is a browser with a session, or without one.
type guest struct {
	name, cookie, token, userID string
	signedIn, admin             bool
}

// guests are everybody a call can meet: those who may, and those who may not.
func guests(t *testing.T, s *accounts.Service) []guest {
	t.Helper()
	signIn := func(name string, admin bool) guest {
		in, err := s.Register(t.Context(), accounts.Caller{}, accounts.Registration{
			FullName: "Some Body", Username: name, Phone: "03123456", Email: name + "@example.com",
			Password: "Zaatar4Manakish",
		})
		if err != nil {
			t.Fatal(err)
		}
		if admin {
			if _, err := s.SetAdmin(t.Context(), name, true); err != nil {
				t.Fatal(err)
			}
		}
		return guest{
			name: name, cookie: in.Cookie.Value, token: s.CSRFToken(in.SessionID), userID: in.User.ID, signedIn: true,
			admin: admin,
		}
	}
	visitor, cookie := s.NewVisitor()
	ended := signIn("ended", false)
	if _, err := s.SignOut(t.Context(), "ended"); err != nil {
		t.Fatal(err)
	}
	ended.signedIn = false
	return []guest{
		{name: "nobody"},
		{name: "forged cookie", cookie: "s." + strings.Repeat("A", 43), token: s.CSRFToken("x")},
		{name: "visitor", cookie: cookie.Value, token: s.CSRFToken(visitor.SessionID)},
		ended, signIn("usera", false), signIn("userb", false), signIn("boss", true),
	}
}

// stubbed is the whole table with handlers that only say who came in.
func stubbed(a *API) []Route {
	rows := a.routes()
	for i := range rows {
		rows[i].handle = func(r *http.Request) (serve.Reply, error) {
			who, err := a.actor(r)
			if err != nil {
				return serve.Reply{}, err
			}
			return serve.JSON(http.StatusOK, who.UserID)
		}
	}
	return rows
}

type listedAccess struct {
	access Access
	token  bool
}

// listed reads testdata/access.txt: who may make each call and whether it needs the token,
// written down once more for people who review it.
func listed(t *testing.T) map[string]listedAccess {
	t.Helper()
	file, err := os.ReadFile("testdata/access.txt")
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]listedAccess{}
	for line := range strings.Lines(string(file)) {
		var operation, access, token string
		if _, err := fmt.Sscan(line, &operation, &access, &token); err != nil {
			t.Fatalf("testdata/access.txt: %q: %v", line, err)
		}
		list[operation] = listedAccess{Access(access), token == "token"}
	}
	return list
}

var pathValue = regexp.MustCompile(`\{[^}]+\}`)

// wants is the answer of the gate alone.
func wants(row listedAccess, g guest, token string) (status int, code apperr.Code) {
	switch {
	case row.access != Public && !g.signedIn:
		return http.StatusUnauthorized, apperr.NotSignedIn
	case row.access == Admin && !g.admin:
		return http.StatusForbidden, apperr.Forbidden
	case row.token && (token == "" || token != g.token || !g.hasSession()):
		return http.StatusForbidden, apperr.CSRF
	}
	return http.StatusOK, ""
}

func (g guest) hasSession() bool { return g.signedIn || g.name == "visitor" }

// Every call of the table is made by everybody, with the right token, without one and with
// somebody else's. A call that is not in testdata/access.txt fails.
func TestRoutes_AdmitExactlyTheAllowedActors(t *testing.T) {
	service := accountService(t)
	o := Options{Accounts: service}
	var rows []Route
	f := newFrameOf(t, o, func(a *API) []Route { rows = stubbed(a); return rows })
	all := guests(t, service)
	list := listed(t)
	for _, route := range rows {
		row, ok := list[route.Operation]
		if !ok {
			t.Errorf("%s is not in testdata/access.txt: decide who may make the call", route.Operation)
			continue
		}
		delete(list, route.Operation)
		url := f.url + pathValue.ReplaceAllString(route.Path, "1")
		for i, g := range all {
			other := all[(i+1)%len(all)].token
			for kind, token := range map[string]string{"own token": g.token, "no token": "", "another's token": other} {
				headers := []string{"CSRF-Token", token}
				if g.cookie != "" {
					headers = append(headers, "Cookie", sessionCookie+"="+g.cookie)
				}
				res, body := send(t, route.Method, url, "", headers...)
				status, code := wants(row, g, token)
				if res.StatusCode != status || code != "" && !bytes.Contains(body, []byte(`"`+string(code)+`"`)) {
					t.Errorf("%s by %s with %s: %d %s, want %d %s", route.Operation, g.name, kind, res.StatusCode, body,
						status, code)
				}
				if status == http.StatusOK && string(body) != `"`+want(g)+`"` {
					t.Errorf("%s by %s came in as %s", route.Operation, g.name, body)
				}
			}
		}
	}
	for operation := range list {
		t.Errorf("testdata/access.txt has %s, the table does not", operation)
	}
}

// want is the user a guest must come in as.
func want(g guest) string {
	if g.signedIn {
		return g.userID
	}
	return ""
}

// The same table against other sites: whatever they make a browser send is refused when it
// changes something, token or not.
func TestRoutes_OtherSitesCannotChangeAnything(t *testing.T) {
	service := accountService(t)
	var rows []Route
	f := newFrameOf(t, Options{Accounts: service, BaseURL: "http://shop.example"}, func(a *API) []Route {
		rows = stubbed(a)
		return rows
	})
	all := guests(t, service)
	boss := all[len(all)-1]
	for _, route := range rows {
		if route.Method == get {
			continue
		}
		url := f.url + pathValue.ReplaceAllString(route.Path, "1")
		for _, other := range [][]string{
			{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "https://evil.example"},
			{"Origin", "null"},
		} {
			res, body := send(t, route.Method, url, "",
				append(other, "CSRF-Token", boss.token, "Cookie", sessionCookie+"="+boss.cookie)...)
			if res.StatusCode != http.StatusForbidden || !bytes.Contains(body, []byte(apperr.CrossSite)) {
				t.Errorf("%s with %v: %d %s", route.Operation, other, res.StatusCode, body)
			}
		}
		for _, own := range [][]string{{"Sec-Fetch-Site", "same-origin"}, {"Origin", "http://shop.example"}, {}} {
			res, body := send(t, route.Method, url, "",
				append(own, "CSRF-Token", boss.token, "Cookie", sessionCookie+"="+boss.cookie)...)
			if res.StatusCode != http.StatusOK {
				t.Errorf("%s from our own page with %v: %d %s", route.Operation, own, res.StatusCode, body)
			}
		}
	}
}

// A call that is open to an owner alone is decided by its domain; the test that tries it with
// somebody else's things is named here. A new one fails until it has such a test.
func TestRoutes_OwnerCallsAreTestedWithAnotherUser(t *testing.T) {
	strangers := map[string]string{
		"getOrder":    "app.TestOrders_OverHTTP",
		"cancelOrder": "app.TestOrders_OverHTTP",
		"orderAgain":  "app.TestOrders_OverHTTP",
		"updateStore": "app.TestStores_OverHTTP",

		"getPaymentAttempt":    "app.TestHostedPayment_OverHTTP",
		"cancelPaymentAttempt": "app.TestHostedPayment_OverHTTP",
	}
	var a API
	for _, route := range a.routes() {
		if route.Access == Owner && strangers[route.Operation] == "" {
			t.Errorf("%s: name the test that makes this call as a stranger", route.Operation)
		}
	}
}
