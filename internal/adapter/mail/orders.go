package mail

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/payments"
	"dawa/internal/domain/stores"
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
	switch l.About {
	case orders.AboutReduction:
		return w.reductionEmail(out, l)
	case orders.AboutAddress:
		out.Body = append(out.Body, addressText(l.Part.Address))
		return out
	case orders.Cancelled:
		if l.Order.Payment.Method == payments.ByCard {
			out.Body = append(out.Body, say("cancelled_card", nil))
		}
		return out
	}
	for _, line := range l.Order.Lines {
		if line.Left() == 0 {
			continue
		}
		out.Body = append(out.Body, say("line", map[string]any{
			"quantity": line.Left(), "name": isolate(line.Name.In(lang)),
		}))
	}
	shown := w.orderTotal(lang, l.Order)
	if l.About != orders.Delivered {
		out.Body = append(out.Body, w.promises(l)...)
	}
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

// orderTotal is what an order costs, in pounds too where it has a rate: those that its card is charged, if it is.
func (w *Writer) orderTotal(lang text.Lang, o *orders.Order) string {
	pounds := o.Frozen.Total
	if charged := o.Charged(o.Totals.Total); charged > 0 {
		pounds = charged
	}
	return w.amount(lang, o.Totals.Total, pounds)
}

// reductionEmail asks whether what is left of an order is welcome.
func (w *Writer) reductionEmail(out Email, l orders.Email) Email {
	say := func(key string, vars map[string]any) string { return w.say(out.Lang, "mail.order_reduced_"+key, vars) }
	out.Button = say("button", nil)
	for _, line := range l.Order.Lines {
		name := isolate(line.Name.In(out.Lang))
		switch {
		case line.Removed == 0:
			out.Body = append(out.Body, w.say(out.Lang, "mail.order_line",
				map[string]any{"quantity": line.Quantity, "name": name}))
		case line.Left() == 0:
			out.Body = append(out.Body, say("none", map[string]any{"name": name}))
		default:
			out.Body = append(out.Body, say("some",
				map[string]any{"name": name, "left": line.Left(), "quantity": line.Quantity}))
		}
	}
	out.Body = append(out.Body, w.say(out.Lang, "order.total", nil)+": "+w.orderTotal(out.Lang, l.Order))
	key := "cancels"
	if l.Order.Partly {
		key = "goes_on"
	}
	until := l.Part.Question.Until.In(stores.Zone).Format("2006-01-02 15:04")
	out.Body = append(out.Body, say(key, map[string]any{"time": isolate(until)}))
	return out
}

// addressText is an address in one line.
func addressText(a orders.Address) string {
	var parts []string
	floor := ""
	if a.Floor != 0 {
		floor = strconv.Itoa(a.Floor)
	}
	for _, part := range []string{a.Street, a.Building, floor, a.City, a.State, a.Phone} {
		if part != "" {
			parts = append(parts, isolate(part))
		}
	}
	return strings.Join(parts, " · ")
}

// promises say when the parts of an order that the mail is about arrive; with several stores each is named.
func (w *Writer) promises(l orders.Email) []string {
	lang := l.Buyer.Language
	say := func(key string, vars map[string]any) string { return w.say(lang, key, vars) }
	var parts []orders.Fulfilment
	for _, f := range l.Order.Fulfilments {
		if !f.Promised.To.IsZero() && !f.Off() && slices.ContainsFunc(l.Order.Lines,
			func(line orders.Line) bool { return line.Fulfilment == f.Place }) {
			parts = append(parts, f)
		}
	}
	var lines []string
	for _, f := range parts {
		when := stores.DeliveryTime(f.Promised).Dated(say)
		if len(parts) == 1 {
			return []string{say("mail.order_delivery", map[string]any{"time": when})}
		}
		name := f.StoreName.In(lang)
		if f.InHouse() || name == "" {
			name = say("common.site_name", nil)
		}
		lines = append(lines, say("mail.order_delivery_part", map[string]any{"store": isolate(name), "time": when}))
	}
	return lines
}
