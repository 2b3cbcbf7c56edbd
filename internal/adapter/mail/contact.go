package mail

import (
	"context"
	"fmt"
	"time"

	"dawa/internal/domain/contact"
	"dawa/internal/domain/outbox"
)

// Contact is the handler of the jobs that bring to the shop what people wrote to it. An answer to
// such a mail goes to whoever wrote.
func Contact(shop string, writer *Writer, sender Sender) outbox.Handler {
	return func(ctx context.Context, job outbox.Job) error {
		written, err := contact.Read(job)
		if err != nil {
			return outbox.PermanentError{Reason: err}
		}
		message, err := writer.Write(writer.contactEmail(job.ID, shop, written), time.Now())
		if err != nil {
			return outbox.PermanentError{Reason: err}
		}
		message.ReplyTo = written.Email
		if err := sender.Send(ctx, message); err != nil {
			return fmt.Errorf("sending a message to the shop: %w", err)
		}
		return nil
	}
}

func (w *Writer) contactEmail(id, shop string, m contact.Message) Email {
	return Email{
		ID: id, To: shop, Lang: m.Lang,
		Subject: w.say(m.Lang, "mail.contact_subject", map[string]any{"name": isolate(m.Name)}),
		Body:    []string{m.Text},
		Notes: []string{
			w.say(m.Lang, "mail.contact_from", map[string]any{"name": isolate(m.Name), "email": isolate(m.Email)}),
		},
	}
}
