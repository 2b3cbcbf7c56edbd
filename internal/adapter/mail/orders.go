package mail

import (
	"context"
	"fmt"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/payments"
)

// Orders is the handler of the jobs that send mail about orders.
func Orders(service *orders.Service, writer *Writer, sender Sender) outbox.Handler {
	return func(ctx context.Context, job outbox.Job) error {
		email, ok, err := service.Email(ctx, job)
		if err != nil || !ok {
			return err
		}
		message, err := writer.Write(writer.orderEmail(job.ID, email), time.Now())
		if err != nil {
			return outbox.PermanentError{Reason: err}
		}
		if err := sender.Send(ctx, message); err != nil {
			return fmt.Errorf("sending a mail about an order: %w", err)
		}
		return nil
	}
}

// orderEmail writes an email about an order.
func (w *Writer) orderEmail(id string, l orders.Email) Email {
	lang := l.Buyer.Language
	say := func(key string, vars map[string]any) string { return w.say(lang, "mail.order_"+key, vars) }
	out := Email{
		ID: id, To: l.Buyer.Email, Lang: lang, Name: l.Buyer.FullName, Link: l.Link, Button: say("button", nil),
		Subject: say(string(l.About)+"_subject", map[string]any{"number": isolate(l.Order.Number)}),
		Body:    []string{say(string(l.About)+"_text", nil)},
	}
	if l.About == orders.Cancelled {
		if l.Order.Payment.Method == payments.ByCard {
			out.Body = append(out.Body, say("cancelled_card", nil))
		}
		return out
	}
	for _, line := range l.Order.Lines {
		out.Body = append(out.Body, say("line", map[string]any{
			"quantity": line.Quantity, "name": isolate(line.Name.In(lang)),
		}))
	}
	pounds := l.Order.Frozen.Total
	if charged := l.Order.Payment.Charged; charged > 0 {
		pounds = charged
	}
	shown := w.amount(lang, l.Order.Totals.Total, pounds)
	out.Body = append(out.Body, w.say(lang, "order.total", nil)+": "+shown)
	if l.Order.Payment.Method == payments.Cash && l.About != orders.Delivered {
		out.Body = append(out.Body, say("cash", map[string]any{"amount": shown}))
	}
	return out
}

// amount writes an amount in dollars, and in pounds where there are any.
func (w *Writer) amount(lang text.Lang, dollars money.Cents, pounds money.Pounds) string {
	shown := isolate("$" + dollars.String())
	if pounds == 0 {
		return shown
	}
	return w.say(lang, "money.both", map[string]any{
		"dollars": shown, "pounds": w.say(lang, "money.pounds", map[string]any{"amount": isolate(pounds.Grouped())}),
	})
}
