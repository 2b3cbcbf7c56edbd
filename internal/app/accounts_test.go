package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/operate"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/admin"
	"dawa/internal/edge/httpapi/wire"
)

// mail makes the emails that wait in the outbox, as the worker would.
func (s *stock) mail() []accounts.Email {
	s.t.Helper()
	box := sqlstore.NewOutbox(s.storage.DB)
	var made []accounts.Email
	for {
		leases, err := box.Take(s.t.Context(), []string{accounts.EmailJob}, 50, time.Minute)
		if err != nil {
			s.t.Fatal(err)
		}
		if len(leases) == 0 {
			return made
		}
		for _, lease := range leases {
			email, ok, err := s.accounts.Email(s.t.Context(), lease.Job)
			if err != nil {
				s.t.Fatal(err)
			}
			if ok {
				made = append(made, email)
			}
			if err := box.Finish(s.t.Context(), lease); err != nil {
				s.t.Fatal(err)
			}
		}
	}
}

// linkOf is the call behind the link of the last mail of a kind.
func (s *stock) linkOf(kind accounts.EmailKind) string {
	s.t.Helper()
	for _, l := range s.mail() {
		if l.Kind == kind {
			u, err := url.Parse(l.Link)
			if err != nil || !strings.HasPrefix(l.Link, s.Address()+"/") {
				s.t.Fatalf("the link is %s", l.Link)
			}
			return "/api/user" + u.EscapedPath()
		}
	}
	s.t.Fatalf("no %s mail", kind)
	return ""
}

// says makes a call that must succeed with this message.
func (p *shopper) says(message, method, path, body string) {
	p.t.Helper()
	var done struct {
		Success bool
		Message string
	}
	p.into(&done, method, path, body)
	if !done.Success || done.Message != message {
		p.t.Errorf("%s %s says %q, want %q", method, path, done.Message, message)
	}
}

func (p *shopper) status() wire.Status {
	p.t.Helper()
	var s wire.Status
	p.into(&s, "GET", "/api/user/status", "")
	return s
}

// signedOutWithinASecond tells whether a sign-out that another server or the host has just made counts here: a request
// that is sent a second later must be a stranger's.
func (p *shopper) signedOutWithinASecond() bool {
	p.t.Helper()
	began := time.Now()
	for asked := began; p.status().Authenticated; asked = time.Now() {
		if asked.Sub(began) > time.Second {
			return false
		}
	}
	return true
}

func TestAccounts_SignUpToDeletionOverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		p := s.visitor()
		if st := p.status(); st.Authenticated || st.User != nil {
			t.Errorf("a visitor is %+v", st)
		}
		p.says("Welcome!", "POST", "/api/user/register", `{"user":{"full_name":"Layla Haddad","username":"layla",`+
			`"phone_nb":"03 123 456","email":"layla@example.com","type":"admin","marketing_emails":true},"password":"`+
			testPassword+`"}`)
		p.renew()
		st := p.status()
		if !st.Authenticated || st.User.Username != "layla" || st.User.PhoneNb != "03123456" || st.User.Admin ||
			st.User.Type != "normal" || !st.User.MarketingEmails || st.User.EmailVerified {
			t.Fatalf("signed up as %+v", st.User)
		}
		verify := s.linkOf(accounts.EmailVerify)
		s.visitor().says("Email verified", "PUT", verify, "")
		s.visitor().says("Email verified", "PUT", verify, "")
		p.refused(http.StatusBadRequest, apperr.LinkInvalid, "PUT", verify+"x", "")
		if !p.status().User.EmailVerified {
			t.Error("the email is not verified")
		}
		p.refused(http.StatusConflict, apperr.Conflict, "POST", "/api/user/resend-verification", "")

		p.says("Saved", "PUT", "/api/user/language", `{"language":"arabic"}`)
		p.refused(http.StatusBadRequest, apperr.InvalidInput, "PUT", "/api/user/language", `{"language":"french"}`)
		p.says("Account updated. Open both links: the one we sent to your old address and "+
			"the one we sent to the new one",
			"POST",
			"/api/user/editAccount",
			`{"user":{"full_name":"ليلى حداد","username":"laylah","email":"new@example.net","marketing_emails":false}}`)
		if u := p.status().User; u.Email != "layla@example.com" || u.PendingEmail == nil ||
			*u.PendingEmail != "new@example.net" || u.FullName != "ليلى حداد" || u.MarketingEmails ||
			u.Language != "arabic" {
			t.Errorf("after editing: %+v", u)
		}
		p.says("The new address is confirmed. Now approve the change with the link we sent to your old address", "PUT",
			s.linkOf(accounts.EmailVerifyNew), "")
		p.says("Account updated", "POST", "/api/user/editAccount",
			`{"user":{"full_name":"ليلى حداد","username":"laylah","phone_nb":"+961 71 765 432",`+
				`"email":"new@example.net"},"password":"`+testPassword+`"}`)
		if u := p.status().User; u.Email != "new@example.net" || u.PendingEmail != nil || u.PhoneNb != "71765432" {
			t.Errorf("after verifying the new email: %+v", u)
		}

		elsewhere := s.visitor()
		elsewhere.signIn("laylah")
		var sessions wire.SessionList
		p.into(&sessions, "GET", "/api/user/sessions", "")
		if len(sessions.Sessions) != 2 || sessions.Sessions[0].Current == sessions.Sessions[1].Current {
			t.Errorf("sessions are %+v", sessions.Sessions)
		}
		p.refused(http.StatusForbidden, apperr.PasswordWrong, "DELETE", "/api/user/sessions?except_current=true",
			`{"password":"wrongwrong1"}`)
		if !elsewhere.status().Authenticated {
			t.Error("a wrong password signed somebody out")
		}
		p.says("Signed out everywhere", "DELETE", "/api/user/sessions?except_current=true",
			`{"password":"`+testPassword+`"}`)
		if elsewhere.status().Authenticated || !p.status().Authenticated {
			t.Error("signing out elsewhere must end the other session and keep this one")
		}

		var export wire.AccountExport
		p.into(&export, "POST", "/api/user/export", `{"password":"`+testPassword+`"}`)
		if export.User.Username != "laylah" || len(export.Sessions) != 1 || len(export.Audit) < 4 {
			t.Errorf("exported %+v", export)
		}
		p.refused(http.StatusForbidden, apperr.PasswordWrong, "PUT", "/api/user/password",
			`{"password":"wrongwrong1","new_password":"Labneh2Toum"}`)
		elsewhere = s.visitor()
		elsewhere.signIn("laylah")
		for _, turn := range [][2]string{{testPassword, "Labneh2Toum"}, {"Labneh2Toum", testPassword}} {
			p.says("Your password has been changed", "PUT", "/api/user/password",
				`{"password":"`+turn[0]+`","new_password":"`+turn[1]+`"}`)
			p.renew()
			if !p.status().Authenticated || elsewhere.status().Authenticated {
				t.Error("a new password must end the other session and keep this browser signed in")
			}
		}
		p.refused(http.StatusForbidden, apperr.PasswordWrong, "DELETE", "/api/user/account",
			`{"password":"wrongwrong1"}`)
		p.says("Your account has been deleted", "DELETE", "/api/user/account", `{"password":"`+testPassword+`"}`)
		p.renew()
		if p.status().Authenticated {
			t.Error("a deleted account is signed in")
		}
		p.refused(http.StatusUnauthorized, apperr.LoginFailed, "POST", "/api/user/login",
			`{"username":"laylah","password":"`+testPassword+`"}`)
	})
}

func TestPasswordReset_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		layla := s.customer("layla")
		s.mail()
		p := s.visitor()
		p.refused(http.StatusUnauthorized, apperr.EmailNotRegistered, "POST", "/api/user/changePassEmail",
			`{"email":"nobody@example.com"}`)
		p.says("Email sent", "POST", "/api/user/changePassEmail", `{"email":"layla@example.com"}`)
		reset := s.linkOf(accounts.EmailReset)
		token := reset[strings.LastIndexByte(reset, '/')+1:]
		p.must("GET", "/api/user/resetpassword/"+token, "")
		p.refused(http.StatusBadRequest, apperr.LinkInvalid, "GET", "/api/user/resetpassword/"+token+"x", "")
		p.refused(http.StatusBadRequest, apperr.LinkInvalid, "PUT", "/api/user/resetpassword/other/"+token,
			`{"password":"another2fig"}`)
		p.wrong("PUT", reset, `{"password":""}`, map[string]string{"password": "password_empty"})
		var won, lost, busy atomic.Int32
		together(100, func(int) {
			switch status, body := p.tab().call("PUT", reset, `{"password":"another2fig"}`); status {
			case http.StatusOK:
				won.Add(1)
			case http.StatusBadRequest:
				lost.Add(1)
			case http.StatusServiceUnavailable: // hashing has a short queue on purpose
				busy.Add(1)
			default:
				t.Errorf("%d %s", status, body)
			}
		})
		if won.Load() != 1 || lost.Load()+busy.Load() != 99 {
			t.Errorf("%d won, %d lost, %d were sent away", won.Load(), lost.Load(), busy.Load())
		}
		p.refused(http.StatusBadRequest, apperr.LinkInvalid, "PUT", reset, `{"password":"another3fig"}`)
		if layla.status().Authenticated {
			t.Error("a session outlived the reset")
		}
		p.refused(http.StatusUnauthorized, apperr.LoginFailed, "POST", "/api/user/login",
			`{"username":"layla","password":"`+testPassword+`"}`)
		p.says("You are signed in", "POST", "/api/user/login",
			`{"username":"layla@example.com","password":"another2fig","remember":"remember"}`)
	})
}

func TestSessionCookie_AttributesAndLifetime(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	s.customer("layla")
	cookie := func(remember string) *http.Cookie {
		p := s.visitor()
		before := p.cookie
		res, body := s.do("POST", "/api/user/login",
			`{"username":"layla","password":"`+testPassword+`","remember":`+remember+`}`, "CSRF-Token", p.token,
			"Cookie", p.cookie)
		for _, c := range res.Cookies() {
			if c.Name == "dawa_session" {
				if c.Name+"="+c.Value == before || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" ||
					c.Domain != "" {
					t.Errorf("the cookie is %+v", c)
				}
				return c
			}
		}
		t.Fatalf("no cookie: %d %s", res.StatusCode, body)
		return nil
	}
	if c := cookie("null"); !c.Expires.IsZero() || c.MaxAge != 0 || c.Secure {
		t.Errorf("without remember the cookie is %+v", c)
	}
	if c := cookie(`"remember"`); time.Until(c.Expires) < 29*24*time.Hour {
		t.Errorf("with remember the cookie is %+v", c)
	}
	secure := testConfig(t)
	secure.BaseURL = "https://shop.example"
	r := start(t, secure)
	res, err := http.Get(r.base + "/api/get-csrf-token")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	c := res.Cookies()
	if len(c) != 1 || !c[0].Secure || c[0].Name != "__Host-dawa_session" || c[0].Path != "/" || c[0].Domain != "" {
		t.Fatalf("on https the cookie is %v", c)
	}
	// The cookie under its full name is the session; under the plain one, which a subdomain could
	// have set, it is nobody's.
	var token struct{ CsrfToken string }
	if err := json.NewDecoder(res.Body).Decode(&token); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"__Host-dawa_session": http.StatusOK, "dawa_session": http.StatusForbidden} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPut, r.base+"/api/user/clearCart", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("CSRF-Token", token.CsrfToken)
		req.Header.Set("Cookie", name+"="+c[0].Value)
		answer, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("with the cookie %s the answer is %d", name, answer.StatusCode)
		}
	}
}

func TestSignOut_ByLinkIsRefusedToOtherSites(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	p := s.customer("layla")
	ask := func(headers ...string) int {
		res, _ := s.get("/api/user/logout", append(headers, "Cookie", p.cookie)...)
		return res.StatusCode
	}
	for _, other := range [][]string{
		{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Sec-Fetch-Site", "nonsense"},
		{"Origin", "https://evil.example"}, {"Origin", "null"}, {"Referer", "https://evil.example/page"},
		{"Referer", "::"},
	} {
		if got := ask(other...); got != http.StatusForbidden || !p.status().Authenticated {
			t.Errorf("%v: %d", other, got)
		}
	}
	for _, own := range [][]string{
		{"Sec-Fetch-Site", "same-origin"}, {"Sec-Fetch-Site", "none"}, {"Referer", s.base + "/x"},
		{"Origin", s.Address()}, {},
	} {
		p = s.visitor()
		p.signIn("layla")
		if got := ask(own...); got != http.StatusOK || p.status().Authenticated {
			t.Errorf("%v: %d", own, got)
		}
	}
	p = s.visitor()
	p.signIn("layla")
	p.says("You have been logged out", "POST", "/api/user/logout", "")
	if p.cookie != "" {
		t.Error("the cookie was not taken back")
	}
	p.renew()
	p.says("You have been logged out", "POST", "/api/user/logout", "") // again, as a visitor
}

func TestAccountForms_AnswerNamesInvalidFields(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	s.customer("layla")
	p := s.visitor()
	p.wrong("POST", "/api/user/register",
		`{"user":{"full_name":"x","username":"a b","phone_nb":"1","email":"x@example.org"},"password":"short"}`,
		map[string]string{
			"full_name": "full_name_min", "username": "username_alphanumeric", "phone_nb": "phone_nb_digits",
			"email": "email_com_net", "password": "password_format",
		})
	p.wrong("POST", "/api/user/login", `{"username":"","password":""}`,
		map[string]string{"username": "username_or_email_required", "password": "password_required"})
	p.refused(http.StatusConflict, apperr.UsernameTaken, "POST", "/api/user/register",
		`{"user":{"full_name":"Layla","username":"LAYLA","phone_nb":"03123456","email":"other@example.com"},`+
			`"password":"`+testPassword+`"}`)
	p.refused(http.StatusBadRequest, apperr.PasswordCommon, "POST", "/api/user/register",
		`{"user":{"full_name":"Layla","username":"other","phone_nb":"03123456","email":"other@example.com"},`+
			`"password":"password1"}`)
	for _, path := range []string{"/api/user/register", "/api/user/login", "/api/user/changePassEmail"} {
		nonsense(t, p, "POST", path)
	}
	layla := s.visitor()
	layla.signIn("layla")
	nonsense(t, layla, "POST", "/api/user/editAccount")
	nonsense(t, layla, "PUT", "/api/user/language")
	nonsense(t, layla, "DELETE", "/api/user/account")
	layla.refused(http.StatusBadRequest, apperr.BadQuery, "DELETE", "/api/user/sessions?except_current=perhaps",
		`{"password":"`+testPassword+`"}`)
}

func TestAuditLog_ReadableByAdminsOnly(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		p := s.customer("layla")
		p.refused(http.StatusForbidden, apperr.Forbidden, "GET", "/api/admin/audit", "")
		if _, err := s.accounts.SetAdmin(t.Context(), "layla", true); err != nil {
			t.Fatal(err)
		}
		p.renew()
		p.signIn("layla")
		res, body := s.get("/api/admin/audit?limit=1&actor=system", "Cookie", p.cookie)
		var list wire.AuditList
		if err := json.Unmarshal(body, &list); err != nil || res.Header.Get("X-Total-Count") != "1" || len(list) != 1 ||
			list[0].Action != "admin_granted" || list[0].Subject != "layla" || list[0].Actor != "system" {
			t.Errorf("%d %s, %v", res.StatusCode, body, err)
		}
		today := today()
		p.into(&list, "GET", "/api/admin/audit?from="+today+"&to="+today, "")
		if len(list) != 3 {
			t.Errorf("today has %d entries", len(list))
		}
		for _, bad := range []string{
			"page=0", "limit=101", "from=yesterday", "to=2026-13-01", "actor=" + strings.Repeat("x", 101),
		} {
			if status, body := p.call("GET", "/api/admin/audit?"+bad, ""); status != http.StatusBadRequest {
				t.Errorf("%s: %d %s", bad, status, body)
			}
		}
	})
}

// Three servers share one database: whoever guesses at one account gets a handful of guesses in
// all, however many servers and addresses the guesses come through.
func TestLogin_FloodOverThreeServersIsHashedAFewTimes(t *testing.T) {
	t.Parallel()
	floods := 10_000
	if testing.Short() {
		floods = 1_500
	}
	servers := threeServers(t)
	first := &stock{running: servers[0], client: http.DefaultClient, t: t}
	first.customer("layla")
	before := checks(servers)
	guesser := first.visitor() // its session and token are good on every server
	transport := &http.Transport{MaxIdleConnsPerHost: 32}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	var refused, wrong, busy atomic.Int64
	next := make(chan int)
	var workers sync.WaitGroup
	for range 24 {
		workers.Go(func() {
			for i := range next {
				req, err := http.NewRequestWithContext(t.Context(), http.MethodPost,
					servers[i%3].base+"/api/user/login",
					strings.NewReader(`{"username":"layla","password":"Wrong1234"}`))
				if err != nil {
					t.Error(err)
					return
				}
				req.Header.Set("Content-Type", "application/json")
				req.Header.Set("Cookie", guesser.cookie)
				req.Header.Set("CSRF-Token", guesser.token)
				req.Header.Set("X-Forwarded-For", fmt.Sprintf("198.51.%d.%d", i/250%250, i%250))
				res, err := client.Do(req)
				if err != nil {
					t.Error(err)
					return
				}
				_ = res.Body.Close()
				switch res.StatusCode {
				case http.StatusTooManyRequests:
					refused.Add(1)
					if res.Header.Get("Retry-After") == "" {
						t.Error("no Retry-After")
					}
				case http.StatusUnauthorized:
					wrong.Add(1)
				case http.StatusServiceUnavailable:
					busy.Add(1)
				default:
					t.Errorf("answered %d", res.StatusCode)
				}
			}
		})
	}
	for i := range floods {
		next <- i
	}
	close(next)
	workers.Wait()
	evaluated := checks(servers) - before
	t.Logf("%d logins: %d evaluated, %d refused, %d sent away", floods, evaluated, refused.Load(), busy.Load())
	if evaluated > 100 || evaluated < 5 || wrong.Load() > 100 {
		t.Errorf("%d passwords were evaluated, %d answered", evaluated, wrong.Load())
	}
	// Somebody else signs in as if nothing happened.
	other := &stock{running: servers[1], client: http.DefaultClient, t: t}
	other.customer("karim")
}

func threeServers(t *testing.T) []*running {
	t.Helper()
	var servers []*running
	shared := testConfig(t)
	onPostgres(t, &shared)
	for range 3 {
		c := testConfig(t)
		c.Database, c.Secret, c.TrustedProxies = shared.Database, strings.Repeat("shared-secret", 3), "127.0.0.1"
		c.passwordCost = accounts.DefaultCost() // a flood is about what it costs
		servers = append(servers, start(t, c))
	}
	return servers
}

func checks(servers []*running) (n int64) {
	for _, r := range servers {
		n += r.passwords.Checks()
	}
	return n
}

func TestHost_GrantsAdminsWhileTheShopRuns(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		p := s.customer("layla")
		host, err := operate.OpenHost(t.Context(), c.Storage)
		must(t, err)
		defer host.Close()
		if changed, err := host.SetAdmin(t.Context(), "layla", true); err != nil || !changed ||
			!p.signedOutWithinASecond() {
			t.Errorf("granted: %v, %v; a session from before must not become an admin's", changed, err)
		}
		p = s.visitor()
		p.signIn("layla")
		if !p.status().User.Admin {
			t.Error("layla is no admin")
		}
		if names, err := host.Admins(t.Context()); err != nil || len(names) != 1 || names[0] != "layla" {
			t.Errorf("admins are %v, %v", names, err)
		}
		if _, err := host.SetAdmin(t.Context(), "layla", false); err == nil || !p.status().User.Admin {
			t.Errorf("the last admin was revoked: %v", err)
		}
		s.customer("boss")
		_, err = host.SetAdmin(t.Context(), "boss", true)
		must(t, err)
		if changed, err := host.SetAdmin(t.Context(), "layla", false); err != nil || !changed || p.status().User.Admin {
			t.Errorf("revoked: %v, %v", changed, err)
		}
		karim := s.customer("karim")
		if ended, err := host.SignOut(t.Context(), "layla"); err != nil || ended != 1 || !p.signedOutWithinASecond() ||
			!karim.status().Authenticated {
			t.Errorf("signing one out: %d, %v", ended, err)
		}
		if ended, err := host.SignOut(t.Context(), ""); err != nil || ended != 1 || !karim.signedOutWithinASecond() {
			t.Errorf("signing everybody out: %d, %v", ended, err)
		}
		if _, err := host.SignOut(t.Context(), "nobody"); err == nil {
			t.Error("nobody was signed out")
		}
		p = s.visitor()
		p.signIn("layla")
		reach := operate.Address{Listen: c.Listen, BaseURL: s.Address()}
		if _, err := host.ResetPassword(t.Context(), "layla",
			operate.Address{Listen: c.Listen, BaseURL: "shop.example"}); err == nil || !p.status().Authenticated {
			t.Errorf("with a wrong address: %v", err)
		}
		link, err := host.ResetPassword(t.Context(), "layla", reach)
		must(t, err)
		if !p.signedOutWithinASecond() {
			t.Error("a session outlived the reset")
		}
		v := s.visitor()
		v.refused(http.StatusUnauthorized, apperr.LoginFailed, "POST", "/api/user/login",
			`{"username":"layla","password":"`+testPassword+`"}`)
		path, ok := strings.CutPrefix(link, s.Address()+"/resetpassword/")
		if !ok {
			t.Fatalf("the link is %s", link)
		}
		v.must("PUT", "/api/user/resetpassword/"+path, `{"password":"another2fig"}`)
		v.refused(http.StatusBadRequest, apperr.LinkInvalid, "PUT", "/api/user/resetpassword/"+path,
			`{"password":"another3fig"}`)
		v.says("You are signed in", "POST", "/api/user/login", `{"username":"layla","password":"another2fig"}`)
	})
}

// today is the date in Beirut, where the shop's days begin and end.
func today() string { return time.Now().In(admin.Beirut).Format(time.DateOnly) }
