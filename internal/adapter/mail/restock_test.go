package mail

import (
	"strings"
	"testing"
	"time"

	"dawa/internal/base/text"
	"dawa/internal/domain/restock"
)

func TestRestockEmail_NamesTheProductInItsTextOnly(t *testing.T) {
	w := NewWriter(text.MustCatalogue())
	var subjects []string
	for _, lang := range text.Langs() {
		m, err := w.Write(w.restockEmail("id", restock.Email{
			Due: restock.Due{
				Alert:   restock.Alert{Request: restock.Request{Email: "layla@example.com", Language: lang}},
				Product: text.Pair{English: "Panadol", Arabic: "بنادول"},
			},
			Link: "https://shop.example/product/1", Unsubscribe: "https://shop.example/unsubscribe/1",
		}), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		subjects = append(subjects, m.Subject)
		for _, body := range []string{m.Subject, m.Text, m.HTML} {
			if strings.Contains(body, "mail.") || strings.Contains(body, "{") {
				t.Errorf("in %s a word is missing: %s", lang, body)
			}
		}
		for _, name := range []string{"Panadol", "بنادول"} {
			if strings.Contains(m.Subject, name) {
				t.Errorf("in %s the subject is %q", lang, m.Subject)
			}
		}
		name := text.Pair{English: "Panadol", Arabic: "بنادول"}.In(lang)
		if !strings.Contains(m.Text, name) || !strings.Contains(m.Text, "https://shop.example/product/1") {
			t.Errorf("in %s the mail is %s", lang, m.Text)
		}
	}
	if subjects[0] == subjects[1] {
		t.Errorf("both languages have the subject %q", subjects[0])
	}
}
