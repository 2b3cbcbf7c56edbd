package mail

import (
	"context"
	"fmt"
	"time"

	"dawa/internal/domain/outbox"
	"dawa/internal/domain/roles"
)

// Invitations is the handler of the jobs that mail invitations to a store or to the house.
func Invitations(service *roles.Service, writer *Writer, sender Sender, budget Budget) outbox.Handler {
	return func(ctx context.Context, job outbox.Job) error {
		email, ok, err := service.Email(ctx, job)
		if err != nil || !ok {
			return err
		}
		if ok, err := budget.allow(ctx, job, "invitation", email.To); err != nil || !ok {
			return err
		}
		message, err := writer.Write(writer.invitationEmail(job.ID, email), time.Now())
		if err != nil {
			return outbox.PermanentError{Reason: err}
		}
		if err := sender.Send(ctx, message); err != nil {
			return fmt.Errorf("sending an invitation: %w", err)
		}
		return nil
	}
}

// invitationEmail writes an invitation.
func (w *Writer) invitationEmail(id string, l roles.Email) Email {
	say := func(key string, vars map[string]any) string { return w.say(l.Language, key, vars) }
	place := l.Place
	if place == "" {
		place = say("common.site_name", nil)
	}
	vars := map[string]any{
		"store": isolate(place), "role": say("role."+string(l.Role), nil), "count": l.Days,
	}
	return Email{
		ID: id, To: l.To, Lang: l.Language, Link: l.Link, Button: say("mail.invitation_button", nil),
		Subject: say("mail.invitation_subject", vars),
		Body:    []string{say("mail.invitation_text", vars), say("mail.invitation_expires", vars)},
	}
}
