package app

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"dawa/contract"
	"dawa/internal/adapter/gateway/mpgs"
	"dawa/internal/adapter/gateway/sandbox"
	"dawa/internal/adapter/gateway/stripe"
	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/base/validate"
	"dawa/internal/domain/cardvault"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
	"dawa/internal/domain/refunds"
	"dawa/internal/domain/shifts"
	"dawa/internal/edge/httpapi"
	"dawa/internal/edge/page"
)

// paymentOffer is how orders can be paid.
func (c Config) paymentOffer() httpapi.PaymentOffer {
	kind, err := c.gateway()
	if err != nil || kind == "" {
		return httpapi.PaymentOffer{Methods: []string{string(payments.Cash)}}
	}
	pounds, _ := c.chargesPounds() // gateway has checked it
	return httpapi.PaymentOffer{
		Methods: contract.Shop().PaymentMethods, Hosted: kind != gatewaySandbox, Pounds: pounds,
		Sandbox: kind == gatewaySandbox || kind == gatewaySandboxHosted,
	}
}

// cardsTaken is what the pages say of cards.
func (c Config) cardsTaken() page.Cards {
	kind, err := c.gateway()
	switch {
	case err != nil || kind == "":
		return page.NoCards
	case kind == gatewaySandbox:
		return page.CardsOnPage
	}
	return page.CardsHosted
}

// openGateway makes the gateway that the settings name; none is a shop that takes cash only.
func (a *App) openGateway(texts *text.Catalogue) error {
	choice, err := a.cfg.gateway()
	if err != nil {
		return err
	}
	ledger := sqlstore.NewSandboxLedger(a.storage.DB)
	switch choice {
	case gatewaySandbox:
		a.gateway = sandbox.New(ledger, a.cfg.sandboxPause)
		a.log.Warn("cards are taken by the sandbox: no money moves")
	case gatewaySandboxHosted:
		hosted := sandbox.NewHosted(ledger, texts, a.address, a.now)
		a.gateway, a.paymentPage = hosted, hosted
		a.log.Warn("cards are taken on the page of the sandbox: no money moves")
	case gatewayMPGS:
		account, err := a.cfg.account()
		if err != nil {
			return err
		}
		a.gateway = mpgs.New(mpgs.Options{
			BaseURL: account.baseURL, Merchant: account.merchant, Version: account.version, ShopName: account.shopName,
			Password: account.secret, NotificationSecret: account.notification, CapturesLater: account.capturesLater,
			NotificationURL: notificationURL(a.address, gatewayMPGS),
		})
		a.log.Info("cards are taken by Mastercard Gateway", "merchant", account.merchant, "gateway", account.baseURL)
	case gatewayStripe:
		account, err := a.cfg.account()
		if err != nil {
			return err
		}
		a.gateway = stripe.New(stripe.Options{
			BaseURL: account.baseURL, Account: account.merchant, ShopName: account.shopName, Key: account.secret,
			SigningSecret: account.notification, CapturesLater: account.capturesLater,
		})
		a.log.Info("cards are taken by Stripe", "account", account.merchant, "gateway", account.baseURL)
	default:
		a.log.Info("no payment gateway is configured: orders are paid in cash on delivery")
	}
	if hosted, ok := a.gateway.(payments.HostedGateway); ok {
		a.gateway = payments.NewExchange(hosted, sqlstore.NewOrders(a.storage.DB), contract.Shop().Currency.Code)
	}
	a.chargesPounds, err = a.cfg.chargesPounds()
	return err
}

// notificationURL is where a gateway reports; gateways accept a public https address only.
func notificationURL(address, gateway string) string {
	if !strings.HasPrefix(address, "https://") {
		return ""
	}
	return address + "/api/payment-notification/" + gateway
}

// newOrders makes the orders of an open shop.
func (a *App) newOrders(keys cardvault.Keys) *orders.Service {
	db := a.storage.DB
	return orders.New(orders.Options{
		Store:          sqlstore.NewOrders(db),
		Addresses:      a.customer.addresses,
		Cards:          cardPayments{cards: a.customer.cards, now: a.now},
		Carts:          sqlstore.NewCarts(db),
		Catalogue:      a.live,
		Gateway:        a.gateway,
		Sealer:         cardvault.NewDocuments(keys),
		BaseURL:        a.address,
		Log:            a.log,
		Now:            a.now,
		PaymentLimiter: a.limiter,
		PoundsStep:     a.cfg.PoundsStep,
		ChargesPounds:  a.chargesPounds,
		Limits:         a.cfg.orderLimits(),
		HouseMail:      a.cfg.OrdersMail,
		AnswerTime:     a.cfg.AnswerTime,
		AnswerToken:    a.answerToken,
		Promise: func(storeID string, at time.Time) orders.Promise {
			return orders.Promise(a.schedules.DeliveryTime(storeID, at))
		},
	})
}

// newRefunds makes what gives money back.
func (a *App) newRefunds() *refunds.Service {
	db := a.storage.DB
	return refunds.New(refunds.Options{
		Store: sqlstore.NewRefunds(db), Orders: sqlstore.NewOrders(db), Gateway: a.gateway, BaseURL: a.address,
		Follower: a.ledger, Now: a.now, Log: a.log,
	})
}

// newShifts makes the shifts of couriers.
func (a *App) newShifts() *shifts.Service {
	db := a.storage.DB
	return shifts.New(shifts.Options{
		Store: sqlstore.NewShifts(db), Orders: a.orders, People: sqlstore.NewMemberships(db),
		PoundsStep: a.cfg.PoundsStep, Now: a.now,
	})
}

// sweepRefunds asks about the refunds that are due, until ctx ends.
func (a *App) sweepRefunds(ctx context.Context) {
	every(ctx, refundsEvery, func() {
		if _, err := a.refunds.Sweep(ctx); err != nil && ctx.Err() == nil {
			a.log.Warn("looking refunds up", slog.Any("cause", err))
		}
	})
}

// reconcilePayments compares payments with the gateway, at night and when somebody asks, until ctx ends.
func (a *App) reconcilePayments(ctx context.Context) {
	every(ctx, reconcileEvery, func() {
		if _, err := a.reconcile.Work(ctx); err != nil && ctx.Err() == nil {
			a.log.Warn("comparing payments with the gateway", slog.Any("cause", err))
		}
	})
}

const (
	// reconcileEvery is how often somebody looks whether payments have to be compared.
	reconcileEvery = 5 * time.Second
	// refundsEvery is how often the refunds that are due are asked about.
	refundsEvery = 5 * time.Second
	// paymentsEvery is how often the payments that are due are looked up.
	paymentsEvery = 2 * time.Second
	// probeEvery is how often the gateway is asked whether it answers.
	probeEvery = 15 * time.Second
)

// sweepPayments looks up the payments on a gateway's page that nobody hinted at, until ctx ends.
func (a *App) sweepPayments(ctx context.Context) {
	if _, hosted := a.gateway.(payments.HostedGateway); !hosted {
		return
	}
	var probed time.Time
	down := true // what waits for a gateway that was away is hastened after a start, too
	look := func() {
		if a.now().Sub(probed) >= probeEvery {
			probed = a.now()
			if err := a.orders.ProbeGateway(ctx); err != nil && ctx.Err() == nil {
				a.log.Warn("the payment gateway does not answer", slog.Any("cause", err))
			}
		}
		if _, err := a.orders.SweepPayments(ctx); err != nil && ctx.Err() == nil {
			a.log.Warn("looking payments up", slog.Any("cause", err))
		}
		switch now := a.orders.GatewayDown(); {
		case now && !down:
			a.log.Error("the payment gateway is down: cards cannot be paid with")
		case !now && down:
			if err := a.hastenPayments(ctx); err != nil {
				if ctx.Err() == nil {
					a.log.Warn("hastening what waited for the payment gateway", slog.Any("cause", err))
				}
				return // at the next look
			}
		}
		down = a.orders.GatewayDown()
	}
	look()
	every(ctx, paymentsEvery, look)
}

// hastenPayments does at once what waits because the gateway was away: what failed often waits long.
func (a *App) hastenPayments(ctx context.Context) error {
	return errors.Join(a.refunds.Hasten(ctx),
		sqlstore.NewOutbox(a.storage.DB).Hasten(ctx, orders.CaptureJob, orders.RefundJob))
}

// reservationsEvery is how often the reservations that a stopped server left are released.
const reservationsEvery = 5 * time.Second

// sweepReservations releases what a crash left, until ctx ends.
func (a *App) sweepReservations(ctx context.Context) {
	sweep := func() {
		if _, err := a.orders.Sweep(ctx, orders.StaleAfter); err != nil && ctx.Err() == nil {
			a.log.Warn("sweeping reservations", slog.Any("cause", err))
		}
	}
	sweep() // a crash may have been the last thing that happened here
	every(ctx, reservationsEvery, sweep)
}

// cardPayments lets orders pay with the card that the vault has stored.
type cardPayments struct {
	cards *cardvault.Service
	now   func() time.Time
}

// Saved opens the saved card for a payment.
func (p cardPayments) Saved(ctx context.Context, userID string) (payments.Card, error) {
	number, card, err := p.cards.Number(ctx, userID)
	if err != nil {
		return payments.Card{}, err
	}
	in := cardvault.Input{Name: card.Name, Number: number, ExpDate: card.ExpDate}
	if err := cardvault.Check(in, p.now()); err != nil {
		return payments.Card{}, apperr.Wrap(apperr.CardExpired, err)
	}
	return payments.Card{
		Name: card.Name, Number: number, ExpDate: card.ExpDate, Last4: card.Last4, Brand: card.Brand,
	}, nil
}

// Check reads a card that was typed at the checkout, by the rules of the card form.
func (p cardPayments) Check(_ context.Context, in orders.PaymentInput) (payments.Card, error) {
	clean, errs := validate.Form("card", map[string]string{
		"card_name": in.CardName, "card_number": in.CardNumber, "cvv": in.CVV, "exp_date": in.ExpDate,
	})
	if len(errs) > 0 {
		return payments.Card{}, apperr.Invalid(errs)
	}
	card := payments.Card{
		Name: clean["card_name"], Number: clean["card_number"], CVV: clean["cvv"], ExpDate: clean["exp_date"],
	}
	err := cardvault.Check(cardvault.Input{Name: card.Name, Number: card.Number, ExpDate: card.ExpDate}, p.now())
	if err != nil {
		return payments.Card{}, err
	}
	card.Last4, card.Brand = card.Number[len(card.Number)-4:], cardvault.BrandOf(card.Number)
	return card, nil
}

// Save stores a card that paid, over the one that was saved before.
func (p cardPayments) Save(ctx context.Context, userID string, card payments.Card) error {
	in := cardvault.Input{Name: card.Name, Number: card.Number, ExpDate: card.ExpDate}
	err := p.cards.Add(ctx, userID, in)
	if apperr.CodeOf(err) == apperr.CardExists {
		return p.cards.Update(ctx, userID, in)
	}
	return err
}
