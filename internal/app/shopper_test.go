package app

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"dawa/internal/base/apperr"
)

// shopper is a browser: it keeps its session cookie and sends the token of it.
type shopper struct {
	*stock
	cookie, token string
}

// visitor comes in with a new session.
func (s *stock) visitor() *shopper {
	s.t.Helper()
	p := &shopper{stock: s}
	p.renew()
	return p
}

// customer signs up.
func (s *stock) customer(name string) *shopper {
	s.t.Helper()
	p := s.visitor()
	p.signUp(name)
	return p
}

const testPassword = "fig3tree9sun"

func (p *shopper) signUp(name string) {
	p.t.Helper()
	p.must("POST", "/api/user/register", fmt.Sprintf(
		`{"user":{"full_name":"Layla Haddad","username":%q,"phone_nb":"03123456","email":"%s@example.com",`+
			`"type":"normal"},"password":%q}`,
		name, name, testPassword))
	p.renew()
}

func (p *shopper) signIn(name string) {
	p.t.Helper()
	p.must("POST", "/api/user/login", fmt.Sprintf(`{"username":%q,"password":%q,"remember":null}`, name, testPassword))
	p.renew()
}

// renew fetches the token of the session, or a session with it.
func (p *shopper) renew() {
	p.t.Helper()
	var got struct{ CsrfToken string }
	p.into(&got, "GET", "/api/get-csrf-token", "")
	p.token = got.CsrfToken
}

// tab is another tab of the same browser.
func (p *shopper) tab() *shopper {
	other := *p
	return &other
}

// call sends a request as this browser and keeps the cookie that comes back.
func (p *shopper) call(method, path, body string) (int, []byte) {
	p.t.Helper()
	headers := []string{"CSRF-Token", p.token}
	if p.cookie != "" {
		headers = append(headers, "Cookie", p.cookie)
	}
	res, got := p.do(method, path, body, headers...)
	for _, c := range res.Cookies() {
		if c.Name == "dawa_session" {
			p.cookie = c.Name + "=" + c.Value
			if c.MaxAge < 0 {
				p.cookie = ""
			}
		}
	}
	return res.StatusCode, got
}

func (p *shopper) must(method, path, body string) []byte {
	p.t.Helper()
	status, got := p.call(method, path, body)
	if status != http.StatusOK {
		p.t.Fatalf("%s %s %s: %d %s", method, path, body, status, got)
	}
	return got
}

func (p *shopper) into(value any, method, path, body string) {
	p.t.Helper()
	if err := json.Unmarshal(p.must(method, path, body), value); err != nil {
		p.t.Fatalf("%s %s: %v", method, path, err)
	}
}

// refused sends what must be refused with that status and code.
func (p *shopper) refused(status int, code apperr.Code, method, path, body string) {
	p.t.Helper()
	gotStatus, got := p.call(method, path, body)
	var failure struct{ Code apperr.Code }
	if err := json.Unmarshal(got, &failure); err != nil || gotStatus != status || failure.Code != code {
		p.t.Errorf("%s %s %.80s: %d %s, want %d %s", method, path, body, gotStatus, got, status, code)
	}
}

// wrong sends a form that must be refused for exactly these fields.
func (p *shopper) wrong(method, path, body string, fields map[string]string) {
	p.t.Helper()
	status, got := p.call(method, path, body)
	var failure struct {
		Code   apperr.Code
		Errors map[string]string
	}
	if err := json.Unmarshal(got, &failure); err != nil || status != http.StatusBadRequest ||
		failure.Code != apperr.InvalidFields || !maps.Equal(failure.Errors, fields) {
		p.t.Errorf("%s %s %.120s: %d %s, want %v", method, path, body, status, got, fields)
	}
}

// together does something many times at once.
func together(n int, do func(i int)) {
	var work sync.WaitGroup
	for i := range n {
		work.Go(func() { do(i) })
	}
	work.Wait()
}

// nonsense is sent to calls that take a JSON object: none of it may be a fault of ours or a success.
func nonsense(t *testing.T, p *shopper, method, path string) {
	t.Helper()
	for _, body := range []string{
		"", "null", "[]", "{", `"x"`, "{}", `{"productId":5,"quantity":1}`, strings.Repeat("[", 4000), "\xff\xfe",
		`{"address":"x"}`, `{"address":null}`,
	} {
		if status, got := p.call(method, path, body); !slices.Contains([]int{400, 404, 409}, status) {
			t.Errorf("%s %s %.40q: %d %s", method, path, body, status, got)
		}
	}
}
