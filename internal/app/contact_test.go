package app

import (
	"net/http"
	"strings"
	"testing"

	"dawa/internal/domain/contact"
)

func (s *stock) messagesToTheShop() (n int) {
	s.t.Helper()
	if err := s.storage.DB.QueryRowContext(s.t.Context(), "SELECT count(*) FROM outbox WHERE kind = $1",
		contact.EmailJob).Scan(&n); err != nil {
		s.t.Fatal(err)
	}
	return n
}

func TestContact_OpenToAllAndRateLimited(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		v := s.visitor()
		if status, got := v.call("POST", "/api/contact",
			`{"name":"","email":"nobody","message":"Hello"}`); status != http.StatusBadRequest ||
			!strings.Contains(string(got), "name_required") || !strings.Contains(string(got), "email_format") {
			t.Errorf("%d %s", status, got)
		}
		const hello = `{"name":"ليلى","email":"layla@example.com","message":"هل بنادول متوفر؟"}`
		sent, refused := 0, 0
		for range 12 {
			switch status, got := v.call("POST", "/api/contact", hello); status {
			case http.StatusOK:
				sent++
			case http.StatusTooManyRequests:
				refused++
			default:
				t.Fatalf("%d %s", status, got)
			}
		}
		if sent == 0 || refused == 0 || s.messagesToTheShop() != sent {
			t.Errorf("%d sent, %d refused, %d wait to be mailed", sent, refused, s.messagesToTheShop())
		}
	})
}

func TestNotices_ReadByAllEditedByAdmins(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		res, before := s.get("/api/notice/privacy")
		tag := res.Header.Get("ETag")
		if res, _ := s.get("/api/notice/privacy", "If-None-Match", tag); res.StatusCode != http.StatusNotModified {
			t.Errorf("an unchanged notice is sent again: %d", res.StatusCode)
		}
		if res, _ := s.get("/api/notice/imprint"); res.StatusCode != http.StatusNotFound {
			t.Errorf("a notice that does not exist: %d", res.StatusCode)
		}
		const edit = `{"english":"We keep nothing.","arabic":"لا نحتفظ بشيء.","version":0}`
		if status, _ := s.customer("layla").
			call("PUT", "/api/admin/notice/privacy", edit); status != http.StatusForbidden {
			t.Errorf("a customer edits the privacy notice: %d", status)
		}
		if _, after := s.get("/api/notice/privacy"); string(after) != string(before) {
			t.Error("a refused edit changed the notice")
		}
	})
}
