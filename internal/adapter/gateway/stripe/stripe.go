// Package stripe takes cards through Stripe Checkout. The shopper types the card on Stripe's page; no number reaches
// the shop.
package stripe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/maypok86/otter/v2"
	"github.com/stripe/stripe-go/v85"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/payments"
)

const (
	name = "stripe"
	// sessionLife is how long the shopper has on Stripe's page. Stripe accepts no less than thirty minutes; the rest
	// is for the request's way there.
	sessionLife = 31 * time.Minute
	// attemptField names our key in the metadata of what is made at Stripe, refundField that of a refund.
	attemptField, refundField = "attempt", "refund"
	// sessionsAround bounds the sessions among which one is looked for whose id was never heard of: those made
	// between so long before and so long after the key.
	beforeKey, afterKey = 10 * time.Minute, time.Hour
	pageSize            = 100
	// rememberedSessions is how many ids of sessions are remembered.
	rememberedSessions = 10_000
)

// Options says whose account it is.
type Options struct {
	// BaseURL is scheme and host of the API.
	BaseURL string
	// Account is the id of the account that the key must belong to; empty takes any.
	Account string
	// ShopName is what the page calls what is paid for.
	ShopName string
	// Key is the secret API key.
	Key string
	// SigningSecret is that of the webhook; empty refuses all notifications.
	SigningSecret string
	// CapturesLater reserves the money when the shopper pays and takes it when the order is placed.
	CapturesLater bool
	// Client sends the requests; nil is one with time-outs.
	Client *http.Client
}

// Gateway is an account at Stripe.
type Gateway struct {
	o       Options
	backend stripe.Backend
	// sessions remembers the ids of sessions by our keys. It is only a shortcut: find asks Stripe.
	sessions *otter.Cache[string, string]
	account  accountCheck
}

var _ payments.HostedGateway = (*Gateway)(nil)

// New makes a Gateway.
func New(o Options) *Gateway {
	if o.Client == nil {
		o.Client = &http.Client{Timeout: 10 * time.Second}
	}
	return &Gateway{
		o: o,
		backend: stripe.GetBackendWithConfig(stripe.APIBackend, &stripe.BackendConfig{
			HTTPClient: o.Client, URL: stripe.String(o.BaseURL), LeveledLogger: &stripe.LeveledLogger{},
			// Whoever asks decides whether to ask again.
			MaxNetworkRetries: stripe.Int64(0), EnableTelemetry: stripe.Bool(false),
		}),
		sessions: otter.Must(&otter.Options[string, string]{MaximumSize: rememberedSessions}),
	}
}

// Capabilities says what Stripe can do. A session whose answer was lost may be paid after it was released here, so
// that released attempts are watched.
func (g *Gateway) Capabilities() payments.Capabilities {
	return payments.Capabilities{
		Name: name, Merchant: g.o.Account, CapturesLater: g.o.CapturesLater, PartRefunds: true,
		SessionLife: sessionLife,
	}
}

// Begin opens a session. Our key is its idempotency key too: one attempt has one session, however often it is begun.
func (g *Gateway) Begin(ctx context.Context, r payments.BeginRequest) (payments.Handoff, error) {
	amount, err := minorUnits(r.Amount, r.Currency)
	if err != nil {
		return payments.Handoff{}, err
	}
	currency := strings.ToLower(r.Currency)
	params := &stripe.CheckoutSessionCreateParams{
		Mode: stripe.String(string(stripe.CheckoutSessionModePayment)), Locale: stripe.String(locale(r.Language)),
		SuccessURL: stripe.String(r.ReturnURL), CancelURL: stripe.String(r.ReturnURL),
		ClientReferenceID: stripe.String(r.Key), ExpiresAt: stripe.Int64(r.Expires.Unix()),
		PaymentMethodTypes: stripe.StringSlice([]string{"card"}),
		LineItems: []*stripe.CheckoutSessionCreateLineItemParams{{
			Quantity: stripe.Int64(1),
			PriceData: &stripe.CheckoutSessionCreateLineItemPriceDataParams{
				Currency: stripe.String(currency), UnitAmount: stripe.Int64(amount),
				// What is ordered says something about its buyer's health: Stripe gets the sum alone.
				ProductData: &stripe.CheckoutSessionCreateLineItemPriceDataProductDataParams{
					Name: stripe.String(g.o.ShopName),
				},
			},
		}},
		PaymentIntentData: &stripe.CheckoutSessionCreatePaymentIntentDataParams{
			CaptureMethod: stripe.String(string(stripe.PaymentIntentCaptureMethodAutomatic)),
			Metadata:      map[string]string{attemptField: r.Key},
		},
		Metadata: map[string]string{attemptField: r.Key},
	}
	if g.o.CapturesLater {
		params.PaymentIntentData.CaptureMethod = stripe.String(string(stripe.PaymentIntentCaptureMethodManual))
	}
	params.Context, params.IdempotencyKey = ctx, stripe.String("begin-"+r.Key)
	session := &stripe.CheckoutSession{}
	err = g.call(http.MethodPost, "/v1/checkout/sessions", params, session)
	if reused(err) {
		// It was begun before, in another language perhaps: the first session holds.
		if session, err = g.find(ctx, r.Key); err == nil && session == nil {
			err = fmt.Errorf("%w: the session of %s is not there yet", payments.ErrTimeout, r.Key)
		}
	}
	if err != nil {
		return payments.Handoff{}, err
	}
	if session.ID == "" || session.URL == "" {
		return payments.Handoff{}, errors.New("the gateway opened no session")
	}
	g.sessions.Set(r.Key, session.ID)
	return payments.Handoff{URL: session.URL, Expires: time.Unix(session.ExpiresAt, 0).UTC()}, nil
}

// locale is the language of Stripe's page. It has no Arabic: an Arabic reader gets that of the browser, if Stripe
// knows it.
func locale(lang text.Lang) string {
	if lang == text.Arabic {
		return "auto"
	}
	return "en"
}

// Lookup retrieves the session with its payment.
func (g *Gateway) Lookup(ctx context.Context, key string) (payments.Payment, error) {
	merchant, err := g.merchant(ctx)
	if err != nil {
		return payments.Payment{}, err
	}
	session, err := g.session(ctx, key)
	if err != nil || session == nil {
		return payments.Payment{Outcome: payments.None}, err
	}
	return toPayment(session, merchant)
}

// session reads the session of a key; nil is none.
func (g *Gateway) session(ctx context.Context, key string) (*stripe.CheckoutSession, error) {
	id, known := g.sessions.GetIfPresent(key)
	if !known {
		found, err := g.find(ctx, key)
		if err != nil || found == nil {
			return nil, err
		}
		id = found.ID
		g.sessions.Set(key, id)
	}
	params := &stripe.CheckoutSessionRetrieveParams{}
	params.Expand = stripe.StringSlice([]string{"payment_intent.latest_charge"})
	params.Context = ctx
	session := &stripe.CheckoutSession{}
	err := g.call(http.MethodGet, stripe.FormatURLPath("/v1/checkout/sessions/%s", id), params, session)
	return session, err
}

// find looks for the session of a key among those of its time. One that is not there was never opened: Stripe lists
// what it has answered.
func (g *Gateway) find(ctx context.Context, key string) (*stripe.CheckoutSession, error) {
	made, ok := payments.KeyTime(key)
	params := &stripe.CheckoutSessionListParams{}
	params.Context, params.Limit = ctx, stripe.Int64(pageSize)
	if ok {
		params.CreatedRange = &stripe.RangeQueryParams{
			GreaterThanOrEqual: made.Add(-beforeKey).Unix(), LesserThanOrEqual: made.Add(afterKey).Unix(),
		}
	} else {
		params.Limit = stripe.Int64(1) // no key of ours: only whether Stripe answers
	}
	for {
		page := &stripe.CheckoutSessionList{}
		if err := g.list("/v1/checkout/sessions", params, page); err != nil {
			return nil, err
		}
		for _, session := range page.Data {
			if session.ClientReferenceID == key {
				return session, nil
			}
		}
		if !ok || !page.HasMore || len(page.Data) == 0 {
			return nil, nil
		}
		params.StartingAfter = stripe.String(page.Data[len(page.Data)-1].ID)
	}
}

func toPayment(s *stripe.CheckoutSession, merchant string) (payments.Payment, error) {
	p := payments.Payment{
		Outcome: payments.Pending, Currency: strings.ToUpper(string(s.Currency)), Merchant: merchant,
		TransactionID: s.ID,
	}
	var err error
	if p.Amount, err = cents(s.AmountTotal, p.Currency); err != nil {
		return p, err
	}
	paid := s.PaymentIntent
	if paid == nil || paid.Status == "" {
		if s.Status == stripe.CheckoutSessionStatusExpired {
			p.Outcome = payments.Voided
		}
		return p, nil
	}
	p.TransactionID, p.Currency = paid.ID, strings.ToUpper(string(paid.Currency))
	if p.Amount, err = cents(paid.Amount, p.Currency); err != nil {
		return p, err
	}
	switch {
	case paid.Status == stripe.PaymentIntentStatusSucceeded:
		p.Outcome = payments.Approved
		if p.Captured, err = cents(paid.AmountReceived, p.Currency); err != nil {
			return p, err
		}
	case paid.Status == stripe.PaymentIntentStatusRequiresCapture:
		p.Outcome = payments.Approved
	case paid.Status == stripe.PaymentIntentStatusCanceled, s.Status == stripe.CheckoutSessionStatusExpired:
		p.Outcome = payments.Voided
	case paid.Status == stripe.PaymentIntentStatusRequiresPaymentMethod && paid.LastPaymentError != nil:
		p.Outcome = payments.Declined
	}
	if charge := paid.LatestCharge; charge != nil {
		if p.Refunded, err = cents(charge.AmountRefunded, p.Currency); err != nil {
			return p, err
		}
		if charge.PaymentMethodDetails != nil && charge.PaymentMethodDetails.Card != nil {
			card := charge.PaymentMethodDetails.Card
			p.Last4, p.Brand = card.Last4, strings.ToLower(string(card.Brand))
		}
	}
	return p, nil
}

// Capture takes the money of an authorised payment.
func (g *Gateway) Capture(ctx context.Context, key string, amount money.Cents) error {
	session, err := g.session(ctx, key)
	if err != nil {
		return err
	}
	if session == nil || session.PaymentIntent == nil {
		return errors.New("the gateway has nothing to capture")
	}
	if session.PaymentIntent.Status == stripe.PaymentIntentStatusSucceeded {
		return nil
	}
	minor, err := minorUnits(amount, string(session.PaymentIntent.Currency))
	if err != nil {
		return err
	}
	params := &stripe.PaymentIntentCaptureParams{AmountToCapture: stripe.Int64(minor)}
	params.Context, params.IdempotencyKey = ctx, stripe.String("capture-"+key)
	return g.call(http.MethodPost, stripe.FormatURLPath("/v1/payment_intents/%s/capture", session.PaymentIntent.ID),
		params, &stripe.PaymentIntent{})
}

// Void ends an open session, after which it cannot be paid, or cancels an authorisation.
func (g *Gateway) Void(ctx context.Context, key string) error {
	session, err := g.session(ctx, key)
	if err != nil || session == nil {
		return err
	}
	if session.Status == stripe.CheckoutSessionStatusOpen {
		params := &stripe.CheckoutSessionExpireParams{}
		params.Context = ctx
		return g.call(http.MethodPost, stripe.FormatURLPath("/v1/checkout/sessions/%s/expire", session.ID), params,
			&stripe.CheckoutSession{})
	}
	paid := session.PaymentIntent
	switch {
	case paid == nil || paid.Status == "" || paid.Status == stripe.PaymentIntentStatusCanceled:
		return nil
	case paid.AmountReceived > 0:
		return payments.ErrCaptured
	}
	params := &stripe.PaymentIntentCancelParams{}
	params.Context, params.IdempotencyKey = ctx, stripe.String("void-"+key)
	return g.call(http.MethodPost, stripe.FormatURLPath("/v1/payment_intents/%s/cancel", paid.ID), params,
		&stripe.PaymentIntent{})
}

// Refund gives a part back. Stripe forgets idempotency keys after a day, so that a refund is looked for by its id
// before it is made; asking again tells how it ended.
func (g *Gateway) Refund(ctx context.Context, key string, r payments.RefundRequest) (payments.RefundState, error) {
	session, err := g.session(ctx, key)
	if err != nil {
		return "", err
	}
	if session == nil || session.PaymentIntent == nil {
		return "", errors.New("the gateway has nothing to refund")
	}
	minor, err := minorUnits(r.Amount, r.Currency)
	if err != nil {
		return "", err
	}
	earlier, err := g.refund(ctx, session.PaymentIntent.ID, r.ID)
	if err != nil || earlier != nil {
		return refundState(earlier), err
	}
	params := &stripe.RefundCreateParams{
		PaymentIntent: stripe.String(session.PaymentIntent.ID), Amount: stripe.Int64(minor),
		Metadata: map[string]string{attemptField: key, refundField: r.ID},
	}
	params.Context, params.IdempotencyKey = ctx, stripe.String("refund-"+r.ID)
	made := &stripe.Refund{}
	if err := g.call(http.MethodPost, "/v1/refunds", params, made); err != nil {
		return "", err
	}
	return refundState(made), nil
}

// refund finds a refund of a payment by our id; nil is none.
func (g *Gateway) refund(ctx context.Context, paymentIntent, id string) (*stripe.Refund, error) {
	params := &stripe.RefundListParams{PaymentIntent: stripe.String(paymentIntent)}
	params.Context, params.Limit = ctx, stripe.Int64(pageSize)
	for {
		page := &stripe.RefundList{}
		if err := g.list("/v1/refunds", params, page); err != nil {
			return nil, err
		}
		for _, refund := range page.Data {
			if refund.Metadata[refundField] == id {
				return refund, nil
			}
		}
		if !page.HasMore || len(page.Data) == 0 {
			return nil, nil
		}
		params.StartingAfter = stripe.String(page.Data[len(page.Data)-1].ID)
	}
}

func refundState(r *stripe.Refund) payments.RefundState {
	switch {
	case r == nil:
		return ""
	case r.Status == stripe.RefundStatusSucceeded:
		return payments.RefundDone
	case r.Status == stripe.RefundStatusFailed || r.Status == stripe.RefundStatusCanceled:
		return payments.RefundFailed
	}
	return payments.RefundPending
}

// Notification checks Stripe's signature and reads which attempt the event is about.
func (g *Gateway) Notification(header func(string) string, body []byte) (string, error) {
	if g.o.SigningSecret == "" {
		return "", payments.ErrForged
	}
	if err := stripe.ValidatePayload(body, header("Stripe-Signature"), g.o.SigningSecret); err != nil {
		return "", fmt.Errorf("%w: %w", payments.ErrForged, err)
	}
	var event struct {
		Data struct {
			Object struct {
				ClientReferenceID string            `json:"client_reference_id"`
				Metadata          map[string]string `json:"metadata"`
			} `json:"object"`
		} `json:"data"`
	}
	if err := json.Unmarshal(body, &event); err != nil {
		return "", payments.ErrForged
	}
	if key := event.Data.Object.ClientReferenceID; key != "" {
		return key, nil
	}
	return event.Data.Object.Metadata[attemptField], nil
}
