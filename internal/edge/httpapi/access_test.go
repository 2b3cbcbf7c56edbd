package httpapi

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/adapter/sqlstore/storetest"
	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/ratelimit"
	"dawa/internal/domain/roles"
	"dawa/internal/edge/serve"
)

// cheapPasswords makes signing in cost next to nothing, for tests about other things.
var cheapPasswords = accounts.PasswordCost{MemoryKiB: 64, Passes: 1, Threads: 1}

func accountService(t *testing.T) *accounts.Service {
	t.Helper()
	return accountServiceOn(t, storetest.Open(t, storetest.SQLite(t)))
}

func accountServiceOn(t *testing.T, db *sqlstore.DB) *accounts.Service {
	t.Helper()
	keys, err := accounts.NewKeys(bytes.Repeat([]byte("k"), accounts.SecretSize))
	if err != nil {
		t.Fatal(err)
	}
	return accounts.New(accounts.Options{
		Store:     sqlstore.NewAccounts(db, sqlstore.AccountHooks{}),
		Limiter:   ratelimit.New(sqlstore.NewRateLimits(db), keys.LimitSubject),
		Passwords: accounts.NewPasswords(cheapPasswords), Keys: keys, BaseURL: "http://shop.example",
	})
}

// guest is a browser with a session, or without one.
type guest struct {
	name, cookie, token, userID string
	signedIn                    bool
	place                       string // where the guest has a role, "" for nowhere
	role                        roles.Role
}

// The two stores of the matrix.
const ownStore, otherStore = "cedars", "jbeil"

// guests are everybody a call can meet: those who may, and those who may not.
func guests(t *testing.T, s *accounts.Service, db *sqlstore.DB) []guest {
	t.Helper()
	signIn := func(name, place string, role roles.Role) guest {
		in, err := s.Register(t.Context(), accounts.Caller{}, accounts.Registration{
			FullName: "Some Body", Username: name, Phone: "03123456", Email: name + "@example.com",
			Password: "Zaatar4Manakish",
		})
		if err != nil {
			t.Fatal(err)
		}
		if role != "" {
			members := roles.New(sqlstore.NewMemberships(db), nil, "", nil, nil)
			if err := members.AddSeed(t.Context(), place, in.User.ID, role); err != nil {
				t.Fatal(err)
			}
		}
		return guest{
			name: name, cookie: in.Cookie.Value, token: s.CSRFToken(in.SessionID), userID: in.User.ID, signedIn: true,
			place: place, role: role,
		}
	}
	visitor, cookie := s.NewVisitor()
	ended := signIn("ended", roles.House, roles.Admin)
	if _, err := s.SignOut(t.Context(), "ended"); err != nil {
		t.Fatal(err)
	}
	ended.signedIn = false
	all := []guest{
		{name: "nobody"},
		{name: "forged cookie", cookie: "s." + strings.Repeat("A", 43), token: s.CSRFToken("x")},
		{name: "visitor", cookie: cookie.Value, token: s.CSRFToken(visitor.SessionID)},
		ended, signIn("usera", "", ""), signIn("userb", "", ""),
	}
	for _, place := range []string{ownStore, otherStore, roles.House} {
		for _, role := range roles.In(place) {
			all = append(all, signIn(place+string(role), place, role))
		}
	}
	return all
}

// stubbed is the whole table with handlers that only say who came in.
func stubbed(a *API) []Route {
	rows := a.routes()
	a.inMemory = nil
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

// rights reads testdata/roles.txt: which roles may do what, written down once more for people who review it.
func rights(t *testing.T) map[Access]map[roles.Role]bool {
	t.Helper()
	file, err := os.ReadFile("testdata/roles.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := map[Access]map[roles.Role]bool{}
	for line := range strings.Lines(string(file)) {
		words := strings.Fields(line)
		all[Access(words[0])] = map[roles.Role]bool{}
		for _, role := range words[1:] {
			all[Access(words[0])][roles.Role(role)] = true
		}
	}
	return all
}

// wants is the answer of the gate alone. place is the store of the path, "" for a call that names none.
func wants(row listedAccess, rights map[Access]map[roles.Role]bool, g guest, place, token string) (int, apperr.Code) {
	may, isAction := rights[row.access]
	allowed := may[g.role] && (g.place == roles.House || g.place == place)
	switch {
	case row.access != Public && !g.signedIn:
		return http.StatusUnauthorized, apperr.NotSignedIn
	case isAction && !allowed:
		stranger := g.place != roles.House && g.place != place
		if place != "" && stranger {
			return http.StatusNotFound, ""
		}
		return http.StatusForbidden, apperr.Forbidden
	case row.token && (token == "" || token != g.token || !g.hasSession()):
		return http.StatusForbidden, apperr.CSRF
	}
	return http.StatusOK, ""
}

func (g guest) hasSession() bool { return g.signedIn || g.name == "visitor" }

// Every call of the table is made by everybody, in their own store and in another one, with the right token, without
// one and with somebody else's. A call that is not in testdata/access.txt fails.
func TestRoutes_AdmitExactlyTheAllowedActors(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	service := accountServiceOn(t, db)
	products := catalog.NewService(sqlstore.NewProducts(db))
	for _, store := range []string{ownStore, otherStore} {
		p := catalogtestProduct(store)
		if _, err := products.Create(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	o := Options{Accounts: service, Products: products}
	var rows []Route
	f := newFrameOf(t, o, func(a *API) []Route { rows = stubbed(a); return rows })
	all := guests(t, service, db)
	list, may := listed(t), rights(t)
	for _, route := range rows {
		row, ok := list[route.Operation]
		if !ok {
			t.Errorf("%s is not in testdata/access.txt: decide who may make the call", route.Operation)
			continue
		}
		delete(list, route.Operation)
		if action, named := row.access.action(); named && !action.Known() {
			t.Errorf("%s needs %s, which no role allows", route.Operation, action)
		}
		for _, place := range placesOf(route) {
			path := route.Path
			if place != "" {
				path = strings.Replace(path, "{id}", place, 1)
			}
			url := f.url + pathValue.ReplaceAllString(path, "1")
			for i, g := range all {
				other := all[(i+1)%len(all)].token
				tokens := map[string]string{"own token": g.token, "no token": "", "another's token": other}
				for kind, token := range tokens {
					headers := []string{"CSRF-Token", token}
					if g.cookie != "" {
						headers = append(headers, "Cookie", sessionCookie+"="+g.cookie)
					}
					res, body := send(t, route.Method, url, "", headers...)
					status, code := wants(row, may, g, place, token)
					if res.StatusCode != status || code != "" && !bytes.Contains(body, []byte(`"`+string(code)+`"`)) {
						t.Errorf("%s in %q by %s with %s: %d %s, want %d %s", route.Operation, place, g.name, kind,
							res.StatusCode, body, status, code)
					}
					if status == http.StatusOK && string(body) != `"`+want(g)+`"` {
						t.Errorf("%s by %s came in as %s", route.Operation, g.name, body)
					}
				}
			}
		}
	}
	for operation := range list {
		t.Errorf("testdata/access.txt has %s, the table does not", operation)
	}
}

// placesOf are the stores in which a call is tried: both when it is done in a store, none otherwise.
func placesOf(route Route) []string {
	if action, named := route.Access.action(); named && action.InStore() {
		return []string{ownStore, otherStore}
	}
	return []string{""}
}

// catalogtestProduct is a product of a store, with the store's id as its own.
func catalogtestProduct(store string) *catalog.Product {
	return &catalog.Product{
		ID: store, Code: "C-" + store, Name: text.Pair{English: "Balm", Arabic: "بلسم"}, Brand: "mebo",
		Description: text.Pair{English: "A balm.", Arabic: "بلسم."}, Category: catalog.Categories()[0], Price: 450,
		Stock: 3, StoreID: store, Status: catalog.Approved,
	}
}

// The table of roles is written down once more in testdata/roles.txt, for people who review it.
func TestRoles_EqualTheReviewedTable(t *testing.T) {
	reviewed := rights(t)
	for _, action := range roles.Actions() {
		for _, role := range append(roles.In(roles.House), roles.In(ownStore)...) {
			if got, want := roles.Allows(role, action), reviewed[Access(action)][role]; got != want {
				t.Errorf("%s by %s: the table says %v, testdata/roles.txt says %v", action, role, got, want)
			}
		}
		delete(reviewed, Access(action))
	}
	for action := range reviewed {
		t.Errorf("testdata/roles.txt has %s, the table does not", action)
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
	db := storetest.Open(t, storetest.SQLite(t))
	service := accountServiceOn(t, db)
	products := catalog.NewService(sqlstore.NewProducts(db))
	if _, err := products.Create(t.Context(), catalogtestProduct("1")); err != nil {
		t.Fatal(err)
	}
	var rows []Route
	o := Options{Accounts: service, Products: products, BaseURL: "http://shop.example"}
	f := newFrameOf(t, o, func(a *API) []Route {
		rows = stubbed(a)
		return rows
	})
	all := guests(t, service, db)
	boss := all[slices.IndexFunc(all, func(g guest) bool { return g.role == roles.Admin && g.signedIn })]
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
		"answerOrder": "app.TestReductions_OverHTTP",
		"listRefunds": "app.TestRefund_OverHTTP",

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
