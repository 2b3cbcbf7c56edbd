package mail

import (
	"context"
	"fmt"
	"time"

	"dawa/internal/domain/outbox"
	"dawa/internal/domain/refunds"
)

// Refunds is the handler of the jobs that send mail about refunds.
func Refunds(service *refunds.Service, writer *Writer, sender Sender) outbox.Handler {
	return func(ctx context.Context, job outbox.Job) error {
		email, ok, err := service.Email(ctx, job)
		if err != nil || !ok {
			return err
		}
		message, err := writer.Write(writer.refundEmail(job.ID, email), time.Now())
		if err != nil {
			return outbox.PermanentError{Reason: err}
		}
		if err := sender.Send(ctx, message); err != nil {
			return fmt.Errorf("sending a mail about a refund: %w", err)
		}
		return nil
	}
}

// refundEmail writes an email about money that went back.
func (w *Writer) refundEmail(id string, l refunds.Email) Email {
	lang := l.Buyer.Language
	say := func(key string, vars map[string]any) string { return w.say(lang, "mail."+key, vars) }
	text := "refund_text"
	if l.Manual {
		text = "refund_manual_text"
	}
	return Email{
		ID: id, To: l.Buyer.Email, Lang: lang, Name: l.Buyer.FullName, Link: l.Link, Button: say("order_button", nil),
		Subject: say("refund_subject", map[string]any{"number": isolate(l.Order.Number)}),
		Body:    []string{say(text, map[string]any{"amount": w.amount(lang, l.Amount, l.Order.Charged(l.Amount))})},
	}
}
