package app

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// sendForm sends the form of an add-to-cart button as a browser does by itself.
func (s *stock) sendForm(body, cookie string, header map[string]string) *http.Response {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.base+"/user/cart", strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if cookie != "" {
		req.Header.Set("Cookie", cookie)
	}
	for name, value := range header {
		req.Header.Set(name, value)
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		s.t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, res.Body)
	_ = res.Body.Close()
	return res
}

var sameOrigin = map[string]string{"Sec-Fetch-Site": "same-origin"}

func TestCartForm_AddsWithoutScript(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	res := s.sendForm("productId=item-08&quantity=2", "", sameOrigin)
	if res.StatusCode != http.StatusSeeOther || res.Header.Get("Location") != "/user/cart" ||
		res.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d to %q, cache %q", res.StatusCode, res.Header.Get("Location"), res.Header.Get("Cache-Control"))
	}
	// A visitor without a session got one, and the cart is theirs.
	var cookie string
	for _, c := range res.Cookies() {
		if c.Name == "dawa_session" {
			cookie = c.Name + "=" + c.Value
			if !c.HttpOnly || c.SameSite != http.SameSiteLaxMode {
				t.Errorf("the session's cookie is %v", c)
			}
		}
	}
	if cookie == "" {
		t.Fatal("the visitor has no session")
	}
	p := &shopper{stock: s, cookie: cookie}
	if got := string(p.must("GET", "/api/user/cart", "")); !strings.Contains(got, `"quantity":2`) {
		t.Errorf("the cart is %s", got)
	}
	// A second press adds one more, to the same cart; nobody gets a second session.
	if res := s.sendForm("productId=item-08", cookie, sameOrigin); len(res.Cookies()) != 0 ||
		res.StatusCode != http.StatusSeeOther {
		t.Errorf("%d, cookies %v", res.StatusCode, res.Cookies())
	}
	if got := string(p.must("GET", "/api/user/cart", "")); !strings.Contains(got, `"quantity":3`) {
		t.Errorf("the cart is %s", got)
	}
	// Sold out or unknown: the cart follows, without it.
	for _, id := range []string{"item-00", "nothing", "secret"} {
		if res := s.sendForm("productId="+id, cookie, sameOrigin); res.StatusCode != http.StatusSeeOther {
			t.Errorf("%s: %d", id, res.StatusCode)
		}
	}
}

func TestCartForm_RefusesAnotherSite(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	for name, header := range map[string]map[string]string{
		"cross-site":   {"Sec-Fetch-Site": "cross-site"},
		"same-site":    {"Sec-Fetch-Site": "same-site"},
		"other origin": {"Origin": "https://evil.example"},
		"no origin":    {"Origin": "null"},
	} {
		if res := s.sendForm("productId=item-08", "", header); res.StatusCode != http.StatusForbidden ||
			len(res.Cookies()) != 0 {
			t.Errorf("%s: %d, cookies %v", name, res.StatusCode, res.Cookies())
		}
	}
}

func TestCartForm_RefusesInvalidFields(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	for _, body := range []string{
		"", "productId=", "productId=item-08&quantity=0", "productId=item-08&quantity=-2",
		"productId=item-08&quantity=x", "productId=%zz", "productId=" + strings.Repeat("x", 5000),
	} {
		if res := s.sendForm(body, "", sameOrigin); res.StatusCode < 400 || res.StatusCode >= 500 {
			t.Errorf("%.40s: %d", body, res.StatusCode)
		}
	}
	if res := s.sendForm(`{"productId":"item-08"}`, "",
		map[string]string{"Content-Type": "application/json",
			"Sec-Fetch-Site": "same-origin"}); res.StatusCode != http.StatusBadRequest {
		t.Errorf("JSON: %d", res.StatusCode)
	}
}
