package accounts_test

import (
	"crypto/rand"
	"strings"
	"testing"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
)

func TestSessionCookie_VisitorsNeedNoRow(t *testing.T) {
	h := newFixture(t)
	visitor, cookie := h.NewVisitor()
	who, err := h.Identify(t.Context(), cookie.Value)
	if err != nil || who != visitor || who.Visitor() == "" || strings.Contains(cookie.Value, who.SessionID) {
		t.Fatalf("got %+v, %v, want %+v", who, err, visitor)
	}
	var rows int
	if err := h.db.QueryRowContext(t.Context(), "SELECT count(*) FROM sessions").Scan(&rows); err != nil || rows != 0 {
		t.Errorf("%d rows, %v", rows, err)
	}
	// Another server with the same secret knows the visitor and the token.
	other := newFixtureOver(t, h.db)
	if who, _ := other.Identify(t.Context(), cookie.Value); who != visitor {
		t.Error("another server does not know the visitor")
	}
	if err := other.CheckCSRF(visitor.SessionID, h.CSRFToken(visitor.SessionID)); err != nil {
		t.Errorf("another server refuses the token: %v", err)
	}
	h.clock.pass(30*24*time.Hour + time.Second)
	if who, _ := h.Identify(t.Context(), cookie.Value); who.SessionID != "" {
		t.Error("the visitor's session lives after 30 days")
	}
}

func TestSessionCookie_ForgedOrDamagedIsNobody(t *testing.T) {
	h := newFixture(t)
	signedIn := h.register(t, layla())
	_, visitor := h.NewVisitor()
	for _, good := range []string{signedIn.Cookie.Value, visitor.Value} {
		last := "A"
		if strings.HasSuffix(good, "A") {
			last = "E"
		}
		for _, bad := range []string{
			"", "s.", "v.", good[:len(good)-1], good + "A", good[:len(good)-1] + last, good + "=", " " + good,
			strings.Replace(good, ".", "", 1), "x" + good[1:], strings.ToUpper(good), good[:10] + "\x00" + good[11:],
			"v." + good[2:] + "x", strings.Repeat("A", 4096),
		} {
			if bad == good {
				continue
			}
			if who, err := h.Identify(t.Context(), bad); err != nil || who != (accounts.Identity{}) {
				t.Errorf("%q is %+v, %v", bad, who, err)
			}
		}
	}
}

func TestCSRFToken_BelongsToOneSession(t *testing.T) {
	h := newFixture(t)
	a, _ := h.NewVisitor()
	b, _ := h.NewVisitor()
	if err := h.CheckCSRF(a.SessionID, h.CSRFToken(a.SessionID)); err != nil {
		t.Error(err)
	}
	for _, wrong := range [][2]string{
		{a.SessionID, h.CSRFToken(b.SessionID)}, {a.SessionID, ""}, {"", h.CSRFToken("")}, {"", ""},
		{a.SessionID, h.CSRFToken(a.SessionID) + "A"}, {a.SessionID, a.SessionID},
	} {
		wantCode(t, h.CheckCSRF(wrong[0], wrong[1]), apperr.CSRF)
	}
}

func FuzzSessionCookie_Open(f *testing.F) {
	// A key of each process's own: what the fuzzer's other processes sign is forged to this one.
	keys, err := accounts.NewKeys([]byte(rand.Text() + rand.Text()))
	if err != nil {
		f.Fatal(err)
	}
	s := accounts.New(accounts.Options{Store: noRows{}, Keys: keys})
	_, cookie := s.NewVisitor()
	f.Add(cookie.Value)
	f.Add("s." + strings.Repeat("A", 43))
	f.Add("v.")
	f.Add("\xff\x00")
	f.Fuzz(func(t *testing.T, value string) {
		who, err := s.Identify(t.Context(), value)
		if err != nil || who.UserID != "" || who.Admin {
			t.Fatalf("%q is %+v, %v", value, who, err)
		}
		if who.SessionID != "" && value != cookie.Value {
			t.Fatalf("a forged visitor: %q", value)
		}
	})
}

func FuzzDevice_Name(f *testing.F) {
	f.Add("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0")
	f.Fuzz(func(t *testing.T, agent string) {
		if len(accounts.Device(agent)) > 40 {
			t.Fatalf("%q is kept as %q", agent, accounts.Device(agent))
		}
	})
}

func TestDevice_NamesBrowserAndSystem(t *testing.T) {
	for agent, want := range map[string]string{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox / Windows",
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 " +
			"Edg/140.0": "Edge / Linux",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
			"Version/18.0 Mobile/15E148 Safari/604.1": "Safari / iPhone",
		"Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 " +
			"Chrome/125.0 Mobile Safari/537.36": "Samsung Internet / Android",
		"curl/8.5.0": "curl", "": "", "nonsense": "",
	} {
		if got := accounts.Device(agent); got != want {
			t.Errorf("%q is %q, want %q", agent, got, want)
		}
	}
}
