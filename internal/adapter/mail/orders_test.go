package mail

import (
	"strings"
	"testing"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
)

func TestOrderEmail_AsksAboutAReductionInBothLanguages(t *testing.T) {
	w := NewWriter(text.MustCatalogue())
	for _, lang := range text.Langs() {
		var ways []string
		for _, partly := range []bool{true, false} {
			l := orders.Email{
				About: orders.AboutReduction, Link: "https://shop.example/order-answer/x-1/token",
				Buyer: orders.Buyer{FullName: "Layla", Email: "layla@example.com", Language: lang},
				Part: &orders.Fulfilment{Question: orders.Question{
					ID: "q", Until: time.Date(2026, 11, 16, 12, 30, 0, 0, time.UTC),
				}},
				Order: &orders.Order{
					Number: "123456789", Partly: partly, Totals: money.Totals{Subtotal: 850, Fee: 200, Total: 1050},
					Lines: []orders.Line{
						{Name: text.Pair{English: "Panadol", Arabic: "بنادول"}, Quantity: 3, Removed: 2},
						{Name: text.Pair{English: "Advil", Arabic: "أدفيل"}, Quantity: 1, Removed: 1},
						{Name: text.Pair{English: "Dove", Arabic: "دوف"}, Quantity: 1},
					},
				},
			}
			m, err := w.Write(w.orderEmail("id", l), time.Now())
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(m.Text, "mail.order") || strings.Contains(m.Text, "{") {
				t.Errorf("in %s a word is missing: %s", lang, m.Text)
			}
			for _, want := range []string{l.Link, "14:30", "$10.50", l.Order.Lines[0].Name.In(lang),
				l.Order.Lines[1].Name.In(lang), l.Order.Lines[2].Name.In(lang)} {
				if !strings.Contains(m.Text, want) {
					t.Errorf("in %s %q is missing: %s", lang, want, m.Text)
				}
			}
			ways = append(ways, m.Text)
		}
		if ways[0] == ways[1] {
			t.Errorf("in %s it is not said what happens without an answer", lang)
		}
	}
}

func TestOrderEmail_HasTextsInBothLanguages(t *testing.T) {
	w := NewWriter(text.MustCatalogue())
	for _, about := range []orders.Status{orders.Placed, orders.OutForDelivery, orders.Delivered, orders.Cancelled} {
		for _, method := range []payments.Method{payments.Cash, payments.ByCard} {
			var subjects []string
			for _, lang := range text.Langs() {
				l := orders.Email{
					About: about, Link: "https://shop.example/order/123456789",
					Buyer: orders.Buyer{FullName: "Layla <b>", Email: "layla@example.com", Language: lang},
					Order: &orders.Order{
						Number: "123456789", Totals: money.Totals{Subtotal: 850, Fee: 200, Total: 1050},
						Payment: orders.Payment{Method: method},
						Lines: []orders.Line{
							{Name: text.Pair{English: "Panadol & Co", Arabic: "بنادول"}, Quantity: 2},
						},
					},
				}
				m, err := w.Write(w.orderEmail("id", l), time.Now())
				if err != nil {
					t.Fatal(err)
				}
				subjects = append(subjects, m.Subject)
				for _, body := range []string{m.Subject, m.Text, m.HTML} {
					if strings.Contains(body, "mail.order") || strings.Contains(body, "order.total") ||
						strings.Contains(body, "{") {
						t.Errorf("%s in %s has a word missing: %s", about, lang, body)
					}
				}
				if !strings.Contains(m.Subject, "123456789") || !strings.Contains(m.Text, l.Link) ||
					strings.Contains(m.HTML, "<b>") {
					t.Errorf("%s in %s: %q %s", about, lang, m.Subject, m.Text)
				}
				shows := strings.Contains(m.Text, l.Order.Lines[0].Name.In(lang)) && strings.Contains(m.Text, "$10.50")
				if shows != (about != orders.Cancelled) {
					t.Errorf("%s in %s shows what was bought: %v", about, lang, shows)
				}
				asks := strings.Count(m.Text, "$10.50") == 2
				if want := method == payments.Cash &&
					(about == orders.Placed || about == orders.OutForDelivery); asks != want {
					t.Errorf("%s by %s in %s asks for cash: %v", about, method, lang, asks)
				}
			}
			if subjects[0] == subjects[1] {
				t.Errorf("%s has one subject for both languages: %q", about, subjects[0])
			}
		}
	}
}

func TestOrderEmail_SaysWhenItArrives(t *testing.T) {
	w := NewWriter(text.MustCatalogue())
	at := time.Date(2026, 11, 16, 14, 0, 0, 0, time.UTC)
	order := &orders.Order{
		Number: "1", Lines: []orders.Line{{Quantity: 1, Fulfilment: 1}},
		Fulfilments: []orders.Fulfilment{
			{
				Place: 1, StoreID: "s", StoreName: text.Pair{English: "Cedars", Arabic: "الأرز"},
				Promised: orders.Promise{From: at, To: at.Add(2 * time.Hour)},
			},
		},
	}
	body := func(lang text.Lang, about orders.Status) string {
		return strings.Join(w.orderEmail("id", orders.Email{
			About: about, Order: order, Buyer: orders.Buyer{Language: lang},
		}).Body, "\n")
	}
	if got := body(text.English, orders.Placed); !strings.Contains(got, "Delivery: Monday 16 November, 4–6 pm") {
		t.Error(got)
	}
	if got := body(text.English, orders.Delivered); strings.Contains(got, "Delivery: ") {
		t.Error(got)
	}
	order.Lines = append(order.Lines, orders.Line{Quantity: 1, Fulfilment: 2})
	order.Fulfilments = append(order.Fulfilments, orders.Fulfilment{
		Place: 2, StoreID: "house", Promised: orders.Promise{To: at.Add(24 * time.Hour)},
	})
	if got := body(text.Arabic, orders.Placed); !strings.Contains(got, "من 4 بعد الظهر إلى 6 مساءً") ||
		!strings.Contains(got, "خلال 24 ساعة من طلبك") || !strings.Contains(got, "الأرز") {
		t.Error(got)
	}
}
