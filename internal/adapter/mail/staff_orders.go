package mail

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"dawa/internal/domain/orders"
	"dawa/internal/domain/outbox"
)

// StaffOrders is the handler of the jobs that tell the people of a store about a new order. A job that is done again
// sends mails with the same ids.
func StaffOrders(service *orders.Service, writer *Writer, sender Sender) outbox.Handler {
	return func(ctx context.Context, job outbox.Job) error {
		email, ok, err := service.StaffEmail(ctx, job)
		if err != nil || !ok {
			return err
		}
		for i, to := range email.To {
			message, err := writer.Write(writer.staffEmail(job.ID+"."+strconv.Itoa(i), email, to), time.Now())
			if err != nil {
				return outbox.PermanentError{Reason: err}
			}
			if err := sender.Send(ctx, message); err != nil {
				return fmt.Errorf("sending a mail about a new order: %w", err)
			}
		}
		return nil
	}
}

// staffEmail writes to one of the people of a store.
func (w *Writer) staffEmail(id string, l orders.StaffEmail, to orders.Buyer) Email {
	lang := to.Language
	store := l.Part.StoreName.In(lang)
	if l.Part.InHouse() {
		store = w.say(lang, "common.site_name", nil)
	}
	number := map[string]any{"number": isolate(l.Order.Number), "store": isolate(store)}
	out := Email{
		ID: id, To: to.Email, Lang: lang, Name: to.FullName, Link: l.Link,
		Button:  w.say(lang, "mail.order_button", nil),
		Subject: w.say(lang, "mail.store_order_subject", number),
		Body:    []string{w.say(lang, "mail.store_order_text", number)},
	}
	for _, line := range l.Order.LinesOf(l.Part.Place) {
		out.Body = append(out.Body, w.say(lang, "mail.order_line", map[string]any{
			"quantity": line.Left(), "name": isolate(line.Name.In(lang)),
		}))
	}
	total := isolate("$" + l.Part.Totals.Total.String())
	out.Body = append(out.Body, w.say(lang, "order.total", nil)+": "+total)
	return out
}
