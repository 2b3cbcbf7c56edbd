package mail

import (
	"strings"
	"testing"
	"time"

	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/stores"
)

func TestStoreEmail_HasTextsInBothLanguages(t *testing.T) {
	w := NewWriter(text.MustCatalogue())
	for _, about := range []catalog.Status{catalog.Approved, catalog.Rejected} {
		for _, l := range []stores.Email{
			{Store: text.Pair{English: "Cedar <b>", Arabic: "الأرز <b>"}, Link: "https://shop.example/store/1"},
			{Product: text.Pair{English: "Balm <b>", Arabic: "بلسم <b>"}, Link: "https://shop.example/product/1"},
			{
				Product: text.Pair{English: "Salve <b>", Arabic: "مرهم <b>"}, Link: "https://shop.example/product/2",
				Revision: true,
			},
		} {
			var subjects []string
			for _, lang := range text.Langs() {
				l.About, l.Reason = about, "Licence missing"
				l.Owner = stores.Owner{FullName: "Karim", Email: "karim@example.com", Language: lang}
				m, err := w.Write(w.storeEmail("id", l), time.Now())
				if err != nil {
					t.Fatal(err)
				}
				subjects = append(subjects, m.Subject)
				for _, body := range []string{m.Subject, m.Text, m.HTML} {
					if strings.Contains(body, "mail.") || strings.Contains(body, "{") {
						t.Errorf("%s in %s has a word missing: %s", about, lang, body)
					}
				}
				if name := l.Store.In(lang) + l.Product.In(lang); !strings.Contains(m.Text, name) ||
					!strings.Contains(m.Text, l.Link) || strings.Contains(m.HTML, "<b>") {
					t.Errorf("%s in %s: %q %s", about, lang, m.Subject, m.Text)
				}
				// A store is named in the subject, a product is not: it may be a medicine.
				if store := l.Store.In(lang); !strings.Contains(m.Subject, store) ||
					store == "" && strings.Contains(m.Subject, l.Product.In(lang)) {
					t.Errorf("%s in %s has the subject %q", about, lang, m.Subject)
				}
				if tells := strings.Contains(m.Text, l.Reason); tells != (about == catalog.Rejected) {
					t.Errorf("%s in %s gives the reason: %v", about, lang, tells)
				}
			}
			if subjects[0] == subjects[1] {
				t.Errorf("%s has one subject for both languages: %q", about, subjects[0])
			}
		}
	}
}
