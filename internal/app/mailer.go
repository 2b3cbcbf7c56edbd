package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"dawa/internal/adapter/mail"
	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/settings"
	"dawa/internal/base/text"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/contact"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/refunds"
	"dawa/internal/domain/restock"
	"dawa/internal/domain/roles"
	"dawa/internal/domain/stores"
)

// mailTimeout is how long sending one email may take, connecting included.
const mailTimeout = 40 * time.Second

// openMailer decides how mail leaves the shop: by the configured server, into the demo's mailbox,
// or both. Without either it waits in the outbox.
func (a *App) openMailer(texts *text.Catalogue) error {
	if a.cfg.SMTP != "" {
		domain, err := url.Parse(a.address)
		if err != nil {
			return fmt.Errorf("reading the shop's address: %w", err)
		}
		server, err := mail.NewSMTP(a.cfg.SMTP, mail.SMTPOptions{Domain: domain.Hostname()})
		if err != nil {
			return settings.Invalid("--smtp", settings.OneLine(err), nil)
		}
		a.mailer = server
		a.background = append(a.background, func(ctx context.Context) { a.checkMail(ctx, server) })
	}
	if a.cfg.Demo {
		a.mailbox = mail.NewMailbox(texts)
		if a.mailer == nil {
			a.mailer = a.mailbox
		} else {
			a.mailer = mail.Both(a.mailbox, a.mailer)
		}
	}
	if a.mailer == nil {
		a.log.Warn("mail waits in the outbox until --smtp names a server")
	}
	return nil
}

// checkMail tells at start what would hold up every email, instead of by the first one that waits.
func (a *App) checkMail(ctx context.Context, server *mail.SMTP) {
	ctx, cancel := context.WithTimeout(ctx, mailTimeout)
	defer cancel()
	if err := server.Check(ctx); err != nil && !errors.Is(ctx.Err(), context.Canceled) {
		a.log.Error("mail cannot be sent; it waits in the outbox", slog.String("cause", settings.OneLine(err)))
	}
}

// startJobs makes the worker that does what the outbox holds.
func (a *App) startJobs(texts *text.Catalogue) {
	kinds := map[string]outbox.Kind{}
	if a.mailer != nil {
		writer := mail.NewWriter(texts)
		email := func(handle outbox.Handler) outbox.Kind { return outbox.Kind{Handle: handle, Timeout: mailTimeout} }
		kinds[accounts.EmailJob] = email(mail.Accounts(a.accounts, writer, a.mailer, a.mailBudget))
		kinds[orders.EmailJob] = email(mail.Orders(a.orders, writer, a.mailer))
		kinds[refunds.EmailJob] = email(mail.Refunds(a.refunds, writer, a.mailer))
		kinds[orders.StaffEmailJob] = email(mail.StaffOrders(a.orders, writer, a.mailer))
		kinds[contact.EmailJob] = email(mail.Contact(a.contactMail(), writer, a.mailer))
		kinds[roles.EmailJob] = email(mail.Invitations(a.roles, writer, a.mailer, a.mailBudget))
		kinds[restock.EmailJob] = email(mail.Restock(a.restock, writer, a.mailer, a.mailBudget,
			a.limiter.GiveMailBack))
		kinds[stores.EmailJob] = email(mail.Stores(a.store.stores, writer, a.mailer))
	}
	kinds[orders.RefundJob] = outbox.Kind{Handle: a.refunds.Settle}
	kinds[orders.AnswerJob] = outbox.Kind{Handle: a.orders.EndQuestion}
	kinds[orders.BookJob] = outbox.Kind{Handle: a.ledger.Book}
	if a.gateway != nil {
		kinds[orders.CaptureJob] = outbox.Kind{Handle: a.orders.Capture}
	}
	worker := outbox.NewWorker(sqlstore.NewOutbox(a.storage.DB), kinds, a.log)
	a.background = append(a.background, worker.Run)
}

// mailBudget limits how many emails of one kind an address gets, whoever makes the shop send them.
func (a *App) mailBudget(ctx context.Context, kind, to string) (bool, error) {
	ok, err := a.limiter.AllowMail(ctx, kind, to)
	if err == nil && !ok {
		a.log.Warn("an email was not sent: the address got too many of its kind", "kind", kind)
	}
	return ok, err
}

// mailTopics says what the emails of each kind of job are about, in the words of the contract.
var mailTopics = map[string]string{
	accounts.EmailJob:    "account",
	orders.EmailJob:      "order",
	orders.StaffEmailJob: "order",
	contact.EmailJob:     "contact",
	stores.EmailJob:      "store",
	roles.EmailJob:       "store",
	refunds.EmailJob:     "order",
	restock.EmailJob:     "restock",
}

// contactMail is the mailbox that people's messages to the shop go to.
func (a *App) contactMail() string {
	if a.cfg.ContactMail != "" {
		return a.cfg.ContactMail
	}
	if a.cfg.Demo {
		return "shop@example.com"
	}
	if u, err := url.Parse(a.address); err == nil {
		return "contact@" + u.Hostname()
	}
	return "contact@localhost"
}
