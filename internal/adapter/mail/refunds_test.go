package mail

import (
	"strings"
	"testing"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
	"dawa/internal/domain/refunds"
)

func TestRefundEmail_HasTextsInBothLanguagesAndNamesNoProduct(t *testing.T) {
	w := NewWriter(text.MustCatalogue())
	for _, manual := range []bool{false, true} {
		seen := map[string]bool{}
		for _, lang := range text.Langs() {
			l := refunds.Email{
				Amount: 1050, Manual: manual, Link: "https://shop.example/order/123456789",
				Buyer: orders.Buyer{FullName: "Layla", Email: "layla@example.com", Language: lang},
				Order: &orders.Order{Number: "123456789", Lines: []orders.Line{
					{Name: text.Pair{English: "Panadol", Arabic: "بنادول"}, Quantity: 2},
				}},
			}
			m, err := w.Write(w.refundEmail("id", l), time.Now())
			if err != nil {
				t.Fatal(err)
			}
			for _, body := range []string{m.Subject, m.Text, m.HTML} {
				for _, wrong := range []string{"mail.", "{", "Panadol", "بنادول"} {
					if strings.Contains(body, wrong) {
						t.Errorf("manual %v in %s has %s: %s", manual, lang, wrong, body)
					}
				}
			}
			if !strings.Contains(m.Subject, "123456789") || !strings.Contains(m.Text, "$10.50") ||
				!strings.Contains(m.Text, l.Link) {
				t.Errorf("manual %v in %s: %q %s", manual, lang, m.Subject, m.Text)
			}
			seen[m.Subject], seen[m.Text] = true, true
		}
		if len(seen) != 4 {
			t.Errorf("manual %v: both languages say the same", manual)
		}
	}
}

func TestEmails_NameThePoundsThatACardWasCharged(t *testing.T) {
	w := NewWriter(text.MustCatalogue())
	o := &orders.Order{
		Number: "123456789", Totals: money.Totals{Subtotal: 1234, Total: 1234},
		Frozen:  orders.Frozen{Rate: 89_500, Total: 1_105_000},
		Payment: orders.Payment{Method: payments.ByCard, Charged: 1_104_430},
	}
	for _, lang := range text.Langs() {
		buyer := orders.Buyer{FullName: "Layla", Email: "layla@example.com", Language: lang}
		email := orders.Email{About: orders.Placed, Order: o, Buyer: buyer}
		placed, err := w.Write(w.orderEmail("id", email), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		back, err := w.Write(w.refundEmail("id", refunds.Email{Amount: 100, Order: o, Buyer: buyer}), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(placed.Text, "1,104,430") || strings.Contains(placed.Text, "1,105,000") {
			t.Errorf("the order in %s: %s", lang, placed.Text)
		}
		if !strings.Contains(back.Text, "89,500") {
			t.Errorf("a refund of a dollar in %s: %s", lang, back.Text)
		}
	}
}
