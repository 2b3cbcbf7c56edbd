package mail

import (
	"context"
	"fmt"
	"time"

	"dawa/internal/domain/accounts"
	"dawa/internal/domain/outbox"
)

// Accounts is the handler of the jobs that send mail about accounts.
func Accounts(service *accounts.Service, writer *Writer, sender Sender, budget Budget) outbox.Handler {
	return func(ctx context.Context, job outbox.Job) error {
		email, ok, err := service.Email(ctx, job)
		if err != nil || !ok {
			return err
		}
		if ok, err := budget.allow(ctx, job, string(email.Kind), email.To); err != nil || !ok {
			return err
		}
		message, err := writer.Write(writer.accountEmail(job.ID, email), time.Now())
		if err != nil {
			return outbox.PermanentError{Reason: err}
		}
		if err := sender.Send(ctx, message); err != nil {
			return fmt.Errorf("sending a %s mail: %w", email.Kind, err)
		}
		return nil
	}
}

// accountEmail writes an email about an account.
func (w *Writer) accountEmail(id string, l accounts.Email) Email {
	key := "mail." + string(l.Kind)
	say := func(key string, vars map[string]any) string { return w.say(l.Language, key, vars) }
	out := Email{
		ID: id, To: l.To, Lang: l.Language, Name: l.FullName, Link: l.Link,
		Subject: say(key+"_subject", nil),
		Body: []string{
			say(key+"_text", map[string]any{"username": isolate(l.Username), "email": isolate(l.NewEmail)}),
		},
	}
	if l.Link == "" {
		return out
	}
	expires, button := "mail.verify_expires", "mail.verify_button"
	switch l.Kind {
	case accounts.EmailReset:
		expires, button = "mail.reset_expires", "mail.reset_button"
	case accounts.EmailApproveChange, accounts.EmailApproveOnly, accounts.EmailAddressChanging,
		accounts.EmailAddressChanged:
		expires, button = "mail.email_change_expires", key+"_button"
	}
	out.Button = say(button, nil)
	out.Notes = []string{say(expires, map[string]any{"count": l.LinkLife})}
	if expires != "mail.email_change_expires" { // these must not be ignored
		out.Notes = append(out.Notes, say("mail.ignore", nil))
	}
	return out
}

// isolate keeps a Latin name or address from disturbing the order of Arabic words around it,
// in plain text too: first strong isolate, pop directional isolate.
func isolate(s string) string { return "\u2068" + s + "\u2069" }
