package mail

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"dawa/internal/base/text"
	"dawa/internal/domain/accounts"
)

func TestAccountEmail_HasTextsInBothLanguages(t *testing.T) {
	w := NewWriter(text.MustCatalogue())
	for _, kind := range []accounts.EmailKind{
		accounts.EmailVerify, accounts.EmailVerifyNew, accounts.EmailReset, accounts.EmailPasswordChanged,
		accounts.EmailAddressChanging, accounts.EmailApproveChange, accounts.EmailApproveOnly,
		accounts.EmailAddressChanged,
		accounts.EmailRestored, accounts.EmailRecoveryCodes, accounts.EmailPasskeyAdded, accounts.EmailPasskeyRemoved,
		accounts.EmailTwoFactorOn, accounts.EmailTwoFactorOff,
	} {
		var subjects []string
		for _, lang := range text.Langs() {
			l := accounts.Email{
				Kind: kind, To: "layla@example.com", Language: lang, FullName: "Layla Haddad", Username: "layla",
				NewEmail: "new@example.com",
			}
			if slices.Contains([]accounts.EmailKind{
				accounts.EmailVerify, accounts.EmailVerifyNew, accounts.EmailReset, accounts.EmailAddressChanging,
				accounts.EmailApproveChange, accounts.EmailApproveOnly, accounts.EmailAddressChanged,
			}, kind) {
				l.Link, l.LinkLife = "https://shop.example/link/token", 24
			}
			m, err := w.Write(w.accountEmail("id", l), time.Now())
			if err != nil {
				t.Fatal(err)
			}
			subjects = append(subjects, m.Subject)
			for _, body := range []string{m.Subject, m.Text, m.HTML} {
				if strings.Contains(body, "mail.") || strings.Contains(body, "common.") ||
					strings.Contains(body, "{") && !strings.Contains(body, "<style") {
					t.Errorf("%s in %s has a word missing: %s", kind, lang, body)
				}
			}
			if !strings.Contains(m.HTML, `dir="`+lang.Dir()+`"`) || !strings.Contains(m.HTML, `lang="`+lang.Tag()+`"`) {
				t.Errorf("%s in %s has the wrong direction", kind, lang)
			}
			if l.Link != "" && (strings.Count(m.Text, l.Link) != 1 || !strings.Contains(m.HTML, `href="`+l.Link+`"`)) {
				t.Errorf("%s in %s lacks its link", kind, lang)
			}
			if strings.Contains(m.HTML, "http://") || strings.Contains(m.HTML, "<img") ||
				strings.Contains(m.HTML, "<script") {
				t.Errorf("%s fetches something", kind)
			}
		}
		if subjects[0] == subjects[1] {
			t.Errorf("%s has one subject for both languages: %q", kind, subjects[0])
		}
	}
}

func TestMailbox_ShowsMailsNewestFirstAndEachOnce(t *testing.T) {
	box := NewMailbox(text.MustCatalogue())
	page := func(path string) (*http.Response, string) {
		t.Helper()
		rec := httptest.NewRecorder()
		box.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, path, nil))
		return rec.Result(), rec.Body.String()
	}
	if _, body := page("/dev/mail"); !strings.Contains(body, "No emails yet") || !strings.Contains(body, "لا رسائل") {
		t.Errorf("an empty mailbox says %s", body)
	}
	for _, id := range []string{"a", "b", "a"} {
		if err := box.Send(t.Context(), Message{ID: id, To: id + "@example.com", Lang: text.Arabic, Subject: "<b>" + id,
			Text: "see https://shop.example/" + id + "\n", HTML: "<p>mail " + id + "</p>"}); err != nil {
			t.Fatal(err)
		}
	}
	var list []struct{ ID, Link, Language string }
	res, body := page("/dev/mail.json")
	if err := json.Unmarshal([]byte(body), &list); err != nil || res.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%v: %s", err, body)
	}
	if len(list) != 2 || list[0].ID != "a" || list[1].ID != "b" || list[1].Link != "https://shop.example/b" ||
		list[0].Language != "arabic" {
		t.Errorf("listed %+v", list)
	}
	if _, body := page("/dev/mail"); strings.Contains(body, "<b>") || !strings.Contains(body, `dir="rtl"`) {
		t.Errorf("the page is %s", body)
	}
	res, body = page("/dev/mail/b")
	if body != "<p>mail b</p>" || !strings.Contains(res.Header.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Errorf("one mail is %q", body)
	}
	if res, _ := page("/dev/mail/zzz"); res.StatusCode != http.StatusNotFound {
		t.Errorf("a mail that is not there: %d", res.StatusCode)
	}
	for i := range 300 {
		_ = box.Send(t.Context(), Message{ID: string(rune('A' + i))})
	}
	if n := len(box.Messages()); n != maxStored {
		t.Errorf("%d mails are stored", n)
	}
}
