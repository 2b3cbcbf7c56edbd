package mail

import (
	"context"
	"strings"
	"testing"

	"dawa/internal/base/text"
	"dawa/internal/domain/contact"
	"dawa/internal/domain/outbox"
)

type recorder struct{ messages []Message }

func (k *recorder) Send(_ context.Context, m Message) error {
	k.messages = append(k.messages, m)
	return nil
}

func TestContact_ReplyGoesToTheSender(t *testing.T) {
	for _, lang := range text.Langs() {
		job, err := outbox.New(contact.EmailJob, contact.Message{
			Name: "Layla\r\nBcc: everyone@example.com", Email: "layla@example.com", Text: "Is <b>Panadol</b> in stock?",
			Lang: lang,
		})
		if err != nil {
			t.Fatal(err)
		}
		box := &recorder{}
		if err := Contact("shop@example.com", NewWriter(text.MustCatalogue()), box)(t.Context(), job); err != nil {
			t.Fatal(err)
		}
		m := box.messages[0]
		if m.To != "shop@example.com" || m.ReplyTo != "layla@example.com" || m.ID != job.ID {
			t.Errorf("to %s, answers to %s, id %s", m.To, m.ReplyTo, m.ID)
		}
		if strings.ContainsAny(m.Subject, "\r\n") || !strings.Contains(m.Subject, "Layla") {
			t.Errorf("the subject is %q", m.Subject)
		}
		if !strings.Contains(m.Text, "Is <b>Panadol</b> in stock?") || strings.Contains(m.HTML, "<b>Panadol") {
			t.Errorf("the mail says %s %s", m.Text, m.HTML)
		}
		if strings.Contains(m.Text, "mail.contact") || strings.Contains(m.Text, "{") {
			t.Errorf("%s has a word missing: %s", lang, m.Text)
		}
	}
}
