// Package mpgs takes cards through the Hosted Checkout of Mastercard Gateway, which several acquirers offer under
// their own names. The shopper types the card on the gateway's page; no number reaches the shop.
package mpgs

import (
	"bytes"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/payments"
)

const (
	name = "mpgs"
	// sessionLife is how long the shopper has on the gateway's page; the gateway accepts no less than ten minutes.
	sessionLife = 15 * time.Minute
	// maxAnswer bounds what is read of an answer.
	maxAnswer = 1 << 20
	// defaultVersion is the version of the gateway's API that the requests are written for.
	defaultVersion = "100"
)

// Options says whose gateway it is.
type Options struct {
	// BaseURL is scheme and host of the gateway.
	BaseURL  string
	Merchant string
	// Version is that of the gateway's API; empty is the one this package was written for.
	Version string
	// ShopName is what the gateway's page calls the shop.
	ShopName string
	// Password is the API password of the merchant.
	Password string
	// NotificationSecret is what the gateway puts into its notifications; empty refuses all of them.
	NotificationSecret string
	// CapturesLater reserves the money when the shopper pays and takes it when the order is placed.
	CapturesLater bool
	// NotificationURL is where the gateway reports; empty leaves it to the merchant's settings.
	NotificationURL string
	// Client sends the requests; nil is one with time-outs.
	Client *http.Client
}

// Gateway is a merchant's account at the gateway.
type Gateway struct{ o Options }

var _ payments.HostedGateway = (*Gateway)(nil)

// New makes a Gateway.
func New(o Options) *Gateway {
	if o.Version == "" {
		o.Version = defaultVersion
	}
	if o.Client == nil {
		o.Client = &http.Client{Timeout: 10 * time.Second}
	}
	return &Gateway{o}
}

// Capabilities says what the gateway can do. A session cannot be ended, so that an approval after its release is
// looked for and given back.
func (g *Gateway) Capabilities() payments.Capabilities {
	return payments.Capabilities{
		Name: name, Merchant: g.o.Merchant, CapturesLater: g.o.CapturesLater, PartRefunds: true,
		SessionLife: sessionLife,
	}
}

type sessionRequest struct {
	Operation   string      `json:"apiOperation"`
	Interaction interaction `json:"interaction"`
	Order       orderInfo   `json:"order"`
}

type interaction struct {
	Operation string `json:"operation"`
	Merchant  struct {
		Name string `json:"name"`
	} `json:"merchant"`
	ReturnURL  string `json:"returnUrl"`
	CancelURL  string `json:"cancelUrl"`
	TimeoutURL string `json:"timeoutUrl"`
	Timeout    int    `json:"timeout"`
	Locale     string `json:"locale"`
	Display    struct {
		BillingAddress string `json:"billingAddress"`
		CustomerEmail  string `json:"customerEmail"`
	} `json:"displayControl"`
}

type orderInfo struct {
	ID              string `json:"id"`
	Amount          string `json:"amount"`
	Currency        string `json:"currency"`
	Description     string `json:"description"`
	NotificationURL string `json:"notificationUrl,omitempty"`
}

// Begin opens a session. The description names the attempt and nothing that is ordered.
func (g *Gateway) Begin(ctx context.Context, r payments.BeginRequest) (payments.Handoff, error) {
	amount, err := formatAmount(r.Amount, r.Currency)
	if err != nil {
		return payments.Handoff{}, err
	}
	request := sessionRequest{Operation: "INITIATE_CHECKOUT", Order: orderInfo{
		ID: r.Key, Amount: amount, Currency: r.Currency, Description: "Order " + r.Key,
		NotificationURL: g.o.NotificationURL,
	}}
	in := &request.Interaction
	in.Operation, in.Locale = "PURCHASE", "en_US"
	if g.o.CapturesLater {
		in.Operation = "AUTHORIZE"
	}
	if r.Language == text.Arabic {
		in.Locale = "ar_SA"
	}
	in.Merchant.Name = g.o.ShopName
	in.ReturnURL, in.CancelURL, in.TimeoutURL = r.ReturnURL, r.ReturnURL, r.ReturnURL
	in.Timeout = int(sessionLife / time.Second)
	in.Display.BillingAddress, in.Display.CustomerEmail = "HIDE", "HIDE"
	var answer struct {
		Session struct {
			ID string `json:"id"`
		} `json:"session"`
	}
	if err := g.call(ctx, http.MethodPost, "session", request, &answer); err != nil {
		return payments.Handoff{}, err
	}
	if answer.Session.ID == "" {
		return payments.Handoff{}, errors.New("the gateway opened no session")
	}
	page := g.o.BaseURL + "/checkout/pay/" + url.PathEscape(answer.Session.ID) + "?checkoutVersion=1.0.0"
	return payments.Handoff{URL: page, Expires: latest(r.Expires, r.Now.Add(sessionLife))}, nil
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// order is an order as the gateway records it.
type order struct {
	ID           string        `json:"id"`
	Merchant     string        `json:"merchant"`
	Amount       json.Number   `json:"amount"`
	Currency     string        `json:"currency"`
	Status       string        `json:"status"`
	Captured     json.Number   `json:"totalCapturedAmount"`
	Refunded     json.Number   `json:"totalRefundedAmount"`
	Transactions []transaction `json:"transaction"`
	Source       struct {
		Provided struct {
			Card struct {
				Number string `json:"number"`
				Brand  string `json:"brand"`
			} `json:"card"`
		} `json:"provided"`
	} `json:"sourceOfFunds"`
}

// transaction is one step of an order.
type transaction struct {
	Result  string `json:"result"`
	Details struct {
		ID      string `json:"id"`
		Type    string `json:"type"`
		Receipt string `json:"receipt"`
	} `json:"transaction"`
}

// Lookup retrieves the order.
func (g *Gateway) Lookup(ctx context.Context, key string) (payments.Payment, error) {
	o, found, err := g.order(ctx, key)
	if err != nil || !found {
		return payments.Payment{Outcome: payments.None}, err
	}
	return o.payment()
}

func (g *Gateway) order(ctx context.Context, key string) (o order, found bool, err error) {
	err = g.call(ctx, http.MethodGet, "order/"+url.PathEscape(key), nil, &o)
	var refused *refusedError
	if errors.As(err, &refused) && refused.unknown() {
		return o, false, nil
	}
	return o, err == nil, err
}

func (o order) payment() (payments.Payment, error) {
	p := payments.Payment{Outcome: payments.Pending, Currency: o.Currency, Merchant: o.Merchant}
	var err error
	if p.Amount, err = cents(o.Amount); err != nil {
		return p, err
	}
	if p.Captured, err = cents(o.Captured); err != nil {
		return p, err
	}
	if p.Refunded, err = cents(o.Refunded); err != nil {
		return p, err
	}
	switch o.Status {
	case "AUTHORIZED", "CAPTURED", "PARTIALLY_CAPTURED", "REFUNDED", "PARTIALLY_REFUNDED", "REFUND_REQUESTED",
		"EXCESSIVELY_REFUNDED", "DISPUTED":
		p.Outcome = payments.Approved
	case "CANCELLED", "VOIDED":
		p.Outcome = payments.Voided
	case "FAILED":
		p.Outcome = payments.Declined
	}
	p.TransactionID = o.ID
	for _, t := range o.Transactions {
		if t.Result == "SUCCESS" && t.Details.Receipt != "" {
			p.TransactionID = t.Details.Receipt
			break
		}
	}
	card := o.Source.Provided.Card
	if n := len(card.Number); n >= 4 {
		p.Last4, p.Brand = card.Number[n-4:], strings.ToLower(card.Brand)
	}
	return p, nil
}

// cents reads an amount, with as many digits after the point as its currency has.
func cents(n json.Number) (money.Cents, error) {
	whole, fraction, _ := strings.Cut(n.String(), ".")
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		whole += "." + fraction
	}
	if whole == "" {
		return 0, nil
	}
	return money.Parse(whole)
}

// formatAmount writes an amount with the digits that its currency has. Whole pounds are written without any: they
// are the same whether a gateway gives the pound two digits, as ISO 4217 does, or none, as the trade does.
func formatAmount(amount money.Cents, currency string) (string, error) {
	whole, rest := strconv.FormatInt(int64(amount)/100, 10), int64(amount)%100
	switch decimals := payments.Decimals(currency); {
	case decimals == 0 && rest != 0:
		return "", fmt.Errorf("%s has no cents", currency)
	case decimals == 0, currency == "LBP" && rest == 0:
		return whole, nil
	case decimals == 3:
		return amount.String() + "0", nil
	}
	return amount.String(), nil
}

type transactionRequest struct {
	Operation   string         `json:"apiOperation"`
	Transaction map[string]any `json:"transaction"`
}

// Capture takes the money of an authorised order.
func (g *Gateway) Capture(ctx context.Context, key string, amount money.Cents) error {
	o, found, err := g.order(ctx, key)
	if err != nil {
		return err
	}
	if !found {
		return errors.New("the gateway has nothing to capture")
	}
	sum, err := formatAmount(amount, o.Currency)
	if err != nil {
		return err
	}
	_, err = g.transact(ctx, key, "capture", transactionRequest{
		Operation: "CAPTURE", Transaction: map[string]any{"amount": sum, "currency": o.Currency},
	})
	return err
}

// Void cancels an authorisation whose money was not taken. A session cannot be ended: its release is looked after.
func (g *Gateway) Void(ctx context.Context, key string) error {
	o, found, err := g.order(ctx, key)
	if err != nil || !found {
		return err
	}
	p, err := o.payment()
	switch {
	case err != nil:
		return err
	case p.Captured > 0:
		return payments.ErrCaptured
	case p.Outcome != payments.Approved:
		return nil
	}
	for _, t := range o.Transactions {
		if t.Details.Type == "AUTHORIZATION" && t.Result == "SUCCESS" {
			_, err := g.transact(ctx, key, "void", transactionRequest{
				Operation: "VOID", Transaction: map[string]any{"targetTransactionId": t.Details.ID},
			})
			return err
		}
	}
	return errors.New("the gateway has no authorisation to void")
}

// Refund gives a part back. The refund's id names the gateway's transaction, so that it happens once.
func (g *Gateway) Refund(ctx context.Context, key string, r payments.RefundRequest) (payments.RefundState, error) {
	sum, err := formatAmount(r.Amount, r.Currency)
	if err != nil {
		return "", err
	}
	t, err := g.transact(ctx, key, transactionID(r.ID), transactionRequest{
		Operation: "REFUND", Transaction: map[string]any{"amount": sum, "currency": r.Currency},
	})
	switch {
	case err != nil:
		return "", err
	case t.Result == "SUCCESS":
		return payments.RefundDone, nil
	case t.Result == "FAILURE":
		return payments.RefundFailed, nil
	}
	return payments.RefundPending, nil
}

// transactionID fits a name into the gateway's forty characters; what differs is at its end.
func transactionID(id string) string { return id[max(0, len(id)-40):] }

// transact makes a transaction of an order, once. One that is there already is the answer.
func (g *Gateway) transact(ctx context.Context, key, id string, request transactionRequest) (transaction, error) {
	path := "order/" + url.PathEscape(key) + "/transaction/" + url.PathEscape(id)
	var t transaction
	err := g.call(ctx, http.MethodPut, path, request, &t)
	var refused *refusedError
	if errors.As(err, &refused) {
		// Perhaps because it was made before, and its answer was lost.
		var earlier transaction
		if g.call(ctx, http.MethodGet, path, nil, &earlier) == nil && earlier.Details.ID == id {
			t, err = earlier, nil
		}
	}
	if err != nil {
		return t, err
	}
	if t.Result == "FAILURE" && request.Operation != "REFUND" {
		return t, fmt.Errorf("the gateway did not %s", strings.ToLower(request.Operation))
	}
	return t, nil
}

// Notification checks the gateway's secret and reads which order it is about.
func (g *Gateway) Notification(header func(string) string, body []byte) (string, error) {
	secret := header("X-Notification-Secret")
	if g.o.NotificationSecret == "" ||
		subtle.ConstantTimeCompare([]byte(secret), []byte(g.o.NotificationSecret)) != 1 {
		return "", payments.ErrForged
	}
	var n struct {
		Order struct {
			ID string `json:"id"`
		} `json:"order"`
	}
	if err := json.Unmarshal(body, &n); err != nil {
		return "", payments.ErrForged
	}
	return n.Order.ID, nil
}

// refusedError is an answer that says no.
type refusedError struct {
	Status int
	Cause  string
	// Explanation is the gateway's; it never holds a card.
	Explanation string
}

func (e *refusedError) Error() string {
	return "the gateway answered " + strconv.Itoa(e.Status) + " " + e.Cause + ": " + e.Explanation
}

// unknown tells whether the gateway has no such order.
func (e *refusedError) unknown() bool {
	return e.Status == http.StatusNotFound ||
		e.Status == http.StatusBadRequest && e.Cause == "INVALID_REQUEST" &&
			strings.Contains(strings.ToLower(e.Explanation), "unable to find order")
}

// call makes one request. What was not answered is payments.ErrTimeout: its effect is unknown.
func (g *Gateway) call(ctx context.Context, method, path string, body, into any) error {
	var sent io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return fmt.Errorf("encoding a request: %w", err)
		}
		sent = bytes.NewReader(data)
	}
	address := g.o.BaseURL + "/api/rest/version/" + g.o.Version + "/merchant/" + url.PathEscape(g.o.Merchant) + "/" +
		path
	request, err := http.NewRequestWithContext(ctx, method, address, sent)
	if err != nil {
		return fmt.Errorf("making a request: %w", err)
	}
	request.SetBasicAuth("merchant."+g.o.Merchant, g.o.Password)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := g.o.Client.Do(request)
	if err != nil {
		return fmt.Errorf("%w: %w", payments.ErrTimeout, err)
	}
	defer func() { _ = response.Body.Close() }()
	data, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return fmt.Errorf("%w: %w", payments.ErrTimeout, err)
	}
	if response.StatusCode >= http.StatusInternalServerError || response.StatusCode == http.StatusTooManyRequests {
		return fmt.Errorf("%w: status %d", payments.ErrTimeout, response.StatusCode)
	}
	if response.StatusCode >= http.StatusBadRequest {
		var said struct {
			Error struct {
				Cause       string `json:"cause"`
				Explanation string `json:"explanation"`
			} `json:"error"`
		}
		_ = json.Unmarshal(data, &said)
		return &refusedError{response.StatusCode, said.Error.Cause, said.Error.Explanation}
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%w: reading the gateway's answer: %w", payments.ErrTimeout, err)
	}
	return nil
}
