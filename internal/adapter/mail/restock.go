package mail

import (
	"context"
	"errors"
	"fmt"
	"time"

	"dawa/internal/domain/outbox"
	"dawa/internal/domain/restock"
)

// Restock is the handler of the jobs that tell people that a product is back. An address that got too many such mails
// gets this one later. What could not be sent was not one of them: giveBack takes its count back.
func Restock(service *restock.Service, writer *Writer, sender Sender, budget Budget,
	giveBack func(ctx context.Context, kind, to string) error) outbox.Handler {
	return func(ctx context.Context, job outbox.Job) error {
		email, ok, err := service.Email(ctx, job)
		if err != nil || !ok {
			return err
		}
		if budget != nil {
			if ok, err := budget(ctx, "restock", email.Email); err != nil || !ok {
				return errors.Join(err, errors.New("the address got too many restock mails"))
			}
		}
		message, err := writer.Write(writer.restockEmail(job.ID, email), time.Now())
		if err != nil {
			return outbox.PermanentError{Reason: err}
		}
		message.Unsubscribe = email.OneClick
		if err := sender.Send(ctx, message); err != nil {
			err = errors.Join(err, giveBack(context.WithoutCancel(ctx), "restock", email.Email))
			return fmt.Errorf("sending a restock mail: %w", err)
		}
		return service.Sent(ctx, email.ID)
	}
}

// restockEmail names the product in the mail and not in its subject, which stands on locked screens and in the logs of
// mail servers.
func (w *Writer) restockEmail(id string, l restock.Email) Email {
	names := map[string]any{"product": isolate(l.Product.In(l.Language))}
	say := func(key string, names map[string]any) string { return w.say(l.Language, "mail."+key, names) }
	return Email{
		ID: id, To: l.Email, Lang: l.Language, Link: l.Link, Subject: say("restock_subject", nil),
		Button: say("restock_button", nil), Body: []string{say("restock_text", names)},
		Notes: []string{say("restock_once", nil)}, Leave: say("restock_unsubscribe", nil), LeaveLink: l.Unsubscribe,
	}
}
