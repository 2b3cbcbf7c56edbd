package mail

import (
	"context"
	"fmt"
	"time"

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
	total := "$" + l.Order.Totals.Total.String()
	shown := isolate(total)
	if pounds := l.Order.Frozen.Total; pounds > 0 {
		inPounds := w.say(lang, "money.pounds", map[string]any{"amount": isolate(pounds.Grouped())})
		shown = w.say(lang, "money.both", map[string]any{"dollars": isolate(total), "pounds": inPounds})
	}
	out.Body = append(out.Body, w.say(lang, "order.total", nil)+": "+shown)
	if l.Order.Payment.Method == payments.Cash && l.About != orders.Delivered {
		out.Body = append(out.Body, say("cash", map[string]any{"amount": shown}))
	}
	return out
}
