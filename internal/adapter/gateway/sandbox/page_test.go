package sandbox

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"dawa/internal/base/text"
	"dawa/internal/domain/payments"
)

// memory keeps sessions; the one in the database is tested in storetest.
type memory struct {
	mu   sync.Mutex
	rows map[string]payments.SandboxSession
}

func (m *memory) OpenSession(_ context.Context, s payments.SandboxSession) (payments.SandboxSession, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if old, known := m.rows[s.Key]; known {
		return old, nil
	}
	m.rows[s.Key] = s
	return s, nil
}

func (m *memory) Session(_ context.Context, key string) (payments.SandboxSession, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, found := m.rows[key]
	return s, found, nil
}

func (m *memory) ChangeSession(_ context.Context, key string, change func(*payments.SandboxSession) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, found := m.rows[key]
	if !found {
		return nil
	}
	err := change(&s)
	if err == nil {
		m.rows[key] = s
	}
	return err
}

func TestHostedPage_TakesEveryChoiceInBothLanguages(t *testing.T) {
	texts, err := text.LoadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range text.Langs() {
		now := time.Now()
		h := NewHosted(&memory{rows: map[string]payments.SandboxSession{}}, texts, "http://shop.test",
			func() time.Time { return now })
		ask := func(method, key string, form url.Values) (*http.Response, string) {
			r := httptest.NewRequestWithContext(t.Context(), method, PagePath+key, strings.NewReader(form.Encode()))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			return w.Result(), w.Body.String()
		}
		begin := func(key string) {
			_, err := h.Begin(t.Context(), payments.BeginRequest{
				Key: key, Amount: 1234, Currency: "USD", Language: lang, Expires: now.Add(time.Minute),
				ReturnURL: "http://shop.test/user/checkout/return?attempt=" + key,
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		outcome := func(key string) payments.Outcome {
			p, err := h.Lookup(t.Context(), key)
			if err != nil {
				t.Fatal(err)
			}
			return p.Outcome
		}
		for name, c := range map[string]struct {
			form url.Values
			want payments.Outcome
		}{
			"approve":         {url.Values{"choice": {"approve"}}, payments.Approved},
			"decline":         {url.Values{"choice": {"decline"}}, payments.Declined},
			"leave":           {url.Values{"choice": {"leave"}}, payments.Pending},
			"delay":           {url.Values{"choice": {"delay"}}, payments.Pending},
			"challenge-right": {url.Values{"choice": {"challenge"}, "code": {challengeCode}}, payments.Approved},
			"challenge-wrong": {url.Values{"choice": {"challenge"}, "code": {"000000"}}, payments.Declined},
		} {
			begin(name)
			res, body := ask(http.MethodGet, name, nil)
			if res.StatusCode != http.StatusOK || !strings.Contains(body, texts.T(lang, "sandbox_page.approve", nil)) ||
				!strings.Contains(body, "$12.34") || !strings.Contains(body, `lang="`+map[text.Lang]string{
				text.English: "en", text.Arabic: "ar"}[lang]+`"`) {
				t.Errorf("%s in %s: %d %s", name, lang, res.StatusCode, body)
			}
			if res, _ := ask(http.MethodPost, name, c.form); res.Header.Get("Location") !=
				"/user/checkout/return?attempt="+name {
				t.Errorf("%s: sent to %q", name, res.Header.Get("Location"))
			}
			if got := outcome(name); got != c.want {
				t.Errorf("%s in %s became %s, want %s", name, lang, got, c.want)
			}
		}
		now = now.Add(knownDelay)
		if got := outcome("delay"); got != payments.Approved {
			t.Errorf("the late answer is %s", got)
		}
		begin("expired")
		now = now.Add(time.Hour)
		ask(http.MethodPost, "expired", url.Values{"choice": {"approve"}})
		if got := outcome("expired"); got != payments.Pending {
			t.Errorf("paid after the end of the session: %s", got)
		}
		if res, _ := ask(http.MethodGet, "nobody", nil); res.StatusCode != http.StatusNotFound {
			t.Errorf("a page for nothing: %d", res.StatusCode)
		}
	}
}
