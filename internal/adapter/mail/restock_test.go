package mail

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"dawa/internal/base/text"
	"dawa/internal/domain/outbox"
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

// oneAlert is a store with one alert that is due until its mail was sent.
type oneAlert struct {
	restock.Store
	sent bool
}

func (s *oneAlert) Due(context.Context, string) (restock.Due, bool, error) {
	return restock.Due{Alert: restock.Alert{Request: restock.Request{Email: "a@example.com"}}}, !s.sent, nil
}

func (s *oneAlert) Sent(context.Context, string, time.Time) error {
	s.sent = true
	return nil
}

// sometimes is a mail server that is away at times.
type sometimes struct{ away bool }

func (s *sometimes) Send(context.Context, Message) error {
	if s.away {
		return errors.New("the mail server is away")
	}
	return nil
}

// A mail server that is away takes nothing of what an address may get.
func TestRestock_MailThatDidNotLeaveDoesNotCount(t *testing.T) {
	store, server, left := &oneAlert{}, &sometimes{away: true}, 1
	budget := func(context.Context, string, string) (bool, error) {
		left--
		return left >= 0, nil
	}
	giveBack := func(context.Context, string, string) error {
		left++
		return nil
	}
	service := restock.New(store, nil, "https://shop.example", time.Now)
	handle := Restock(service, NewWriter(text.MustCatalogue()), server, budget, giveBack)
	job := outbox.Job{Payload: []byte(`{"alert":"a"}`)}
	for job.Attempt = 1; job.Attempt < 5; job.Attempt++ {
		if err := handle(t.Context(), job); err == nil {
			t.Error("a mail left while the server was away")
		}
	}
	server.away = false
	if err := handle(t.Context(), job); err != nil || !store.sent || left != 0 {
		t.Errorf("the server is back: sent %v, %d mails left, %v", store.sent, left, err)
	}
}
