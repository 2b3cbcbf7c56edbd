package mail

import (
	"context"
	"fmt"
	"time"

	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/stores"
)

// Stores is the handler of the jobs that send mail about decisions on stores and products.
func Stores(service *stores.Service, writer *Writer, sender Sender) outbox.Handler {
	return func(ctx context.Context, job outbox.Job) error {
		email, ok, err := service.Email(ctx, job)
		if err != nil || !ok {
			return err
		}
		message, err := writer.Write(writer.storeEmail(job.ID, email), time.Now())
		if err != nil {
			return outbox.PermanentError{Reason: err}
		}
		if err := sender.Send(ctx, message); err != nil {
			return fmt.Errorf("sending a mail about a decision: %w", err)
		}
		return nil
	}
}

// storeEmail writes an email about a decision.
func (w *Writer) storeEmail(id string, l stores.Email) Email {
	lang := l.Owner.Language
	say := func(key string, vars map[string]any) string { return w.say(lang, "mail."+key, vars) }
	key := "store_" + string(l.About)
	// A subject stands on locked screens and in the logs of mail servers: it names a store and never a product.
	inSubject := map[string]any{"store": isolate(l.Store.In(lang))}
	inText := map[string]any{"store": isolate(l.Store.In(lang)), "product": isolate(l.Product.In(lang))}
	if l.Store == (text.Pair{}) {
		key = "product_" + string(l.About)
	}
	if l.Revision {
		key = "revision_" + string(l.About)
	}
	out := Email{
		ID: id, To: l.Owner.Email, Lang: lang, Name: l.Owner.FullName, Link: l.Link, Button: say(key+"_button", nil),
		Subject: say(key+"_subject", inSubject), Body: []string{say(key+"_text", inText)},
	}
	if l.About == catalog.Rejected && l.Reason != "" {
		out.Body = append(out.Body, say("store_rejected_reason", map[string]any{"reason": isolate(l.Reason)}))
	}
	return out
}
