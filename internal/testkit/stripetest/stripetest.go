// Package stripetest is a server that behaves as Stripe's public documentation says, as far as the shop uses it, and
// that can fail in every way a server can.
package stripetest

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v85"

	"dawa/internal/testkit/gatewaytest"
)

// The account that the server knows.
const (
	Account = "acct_simulated"
	Key     = "sk_test_simulated_secret_key"
	Secret  = "whsec_simulated_signing_secret"
)

// Server is the gateway.
type Server struct {
	*gatewaytest.Server
	now      func() time.Time
	sessions []*session
	// answered remembers what was answered to an idempotency key.
	answered map[string]answered
	// refundStatus is what new refunds become.
	refundStatus string
	account      string
	made         int
}

type answered struct {
	request string
	status  int
	body    any
}

type session struct {
	ID, Reference, Currency, Status string
	Amount, Created, Expires        int64
	Manual                          bool
	Paid                            *paid
}

type paid struct {
	ID, Status, Currency string
	Amount, Received     int64
	Declined             bool
	Refunds              []*refund
	Captures             int
}

type refund struct {
	ID, Status string
	Amount     int64
	Metadata   map[string]string
}

// New starts a gateway that stops with the test.
func New(t testing.TB) *Server {
	s := Start(time.Now)
	t.Cleanup(s.Close)
	return s
}

// Start starts a gateway with a clock of its own.
func Start(now func() time.Time) *Server {
	s := &Server{now: now, answered: map[string]answered{}, refundStatus: "succeeded", account: Account}
	s.Server = gatewaytest.Start(s.once)
	return s
}

// RefundsBecome says what new refunds become: succeeded, pending or failed.
func (s *Server) RefundsBecome(status string) {
	s.Lock()
	defer s.Unlock()
	s.refundStatus = status
}

// RefundOutside is a refund that somebody makes in the gateway's own portal.
func (s *Server) RefundOutside(reference string, amount int64) {
	s.Lock()
	defer s.Unlock()
	one := s.by(reference)
	one.Paid.Refunds = append(one.Paid.Refunds, &refund{ID: s.id("re"), Status: "succeeded", Amount: amount})
}

// EndRefunds ends the refunds that are pending.
func (s *Server) EndRefunds(status string) {
	s.Lock()
	defer s.Unlock()
	for _, one := range s.sessions {
		if one.Paid == nil {
			continue
		}
		for _, r := range one.Paid.Refunds {
			if r.Status == "pending" {
				r.Status = status
			}
		}
	}
}

// ForgetKeys forgets the idempotency keys, as Stripe does after a day.
func (s *Server) ForgetKeys() {
	s.Lock()
	defer s.Unlock()
	s.answered = map[string]answered{}
}

// ChangeAccount makes the key another account's.
func (s *Server) ChangeAccount(id string) {
	s.Lock()
	defer s.Unlock()
	s.account = id
}

// Pay is what a shopper does on the page of a session; another amount than was asked for is the gateway's mistake.
func (s *Server) Pay(reference string, amount int64, currency string) error {
	s.Lock()
	defer s.Unlock()
	one := s.by(reference)
	if one == nil || one.Status != "open" || s.now().Unix() >= one.Expires {
		return fmt.Errorf("session %s cannot be paid", reference)
	}
	one.Status = "complete"
	one.Paid = &paid{
		ID: s.id("pi"), Status: "requires_capture", Amount: amount, Currency: strings.ToLower(currency),
	}
	if !one.Manual {
		one.Paid.Status, one.Paid.Received, one.Paid.Captures = "succeeded", amount, 1
	}
	return nil
}

// Decline is a card that the bank declines on the page of a session, which stays open.
func (s *Server) Decline(reference string) {
	s.Lock()
	defer s.Unlock()
	if one := s.by(reference); one != nil && one.Status == "open" {
		one.Paid = &paid{
			ID: s.id("pi"), Status: "requires_payment_method", Amount: one.Amount, Currency: one.Currency,
			Declined: true,
		}
	}
}

// References lists the attempts that have a session.
func (s *Server) References() []string {
	s.Lock()
	defer s.Unlock()
	var all []string
	for _, one := range s.sessions {
		all = append(all, one.Reference)
	}
	return all
}

// Asked is the amount that a session asks for.
func (s *Server) Asked(reference string) int64 {
	s.Lock()
	defer s.Unlock()
	if one := s.by(reference); one != nil {
		return one.Amount
	}
	return 0
}

// Held is what the gateway holds of an attempt: captured and not given back, or reserved.
func (s *Server) Held(reference string) int64 {
	s.Lock()
	defer s.Unlock()
	one := s.by(reference)
	switch {
	case one == nil || one.Paid == nil || one.Paid.Declined:
		return 0
	case one.Paid.Status == "requires_capture":
		return one.Paid.Amount
	}
	return one.Paid.Received - one.Paid.refunded()
}

// Captures is how often money was taken for an attempt.
func (s *Server) Captures(reference string) int {
	s.Lock()
	defer s.Unlock()
	if one := s.by(reference); one != nil && one.Paid != nil {
		return one.Paid.Captures
	}
	return 0
}

// Notification is what the gateway sends about an attempt, with its signature.
func (s *Server) Notification(reference string) (body, signature string) {
	return s.NotificationAt(reference, time.Now(), Secret)
}

// NotificationAt is one that was signed at another moment or with another secret.
func (s *Server) NotificationAt(reference string, at time.Time, secret string) (body, signature string) {
	payload := fmt.Sprintf(`{"id":"evt_1","object":"event","type":"checkout.session.completed",`+
		`"data":{"object":{"object":"checkout.session","client_reference_id":%q}}}`, reference)
	signed := stripe.GenerateTestSignedPayload(&stripe.UnsignedPayload{
		Payload: []byte(payload), Secret: secret, Timestamp: at,
	})
	return payload, signed.Header
}

func (s *Server) id(kind string) string {
	s.made++
	return fmt.Sprintf("%s_%06d", kind, s.made)
}

func (s *Server) by(reference string) *session {
	for _, one := range s.sessions {
		if one.Reference == reference {
			return one
		}
	}
	return nil
}

func (p *paid) refunded() (sum int64) {
	for _, r := range p.Refunds {
		if r.Status != "failed" && r.Status != "canceled" {
			sum += r.Amount
		}
	}
	return sum
}

func refusal(kind, code, message string) map[string]any {
	return map[string]any{"error": map[string]string{"type": kind, "code": code, "message": message}}
}

func refuse(message string) (int, any) {
	return http.StatusBadRequest, refusal("invalid_request_error", "", message)
}

// once answers a request, or what was answered to its idempotency key before.
func (s *Server) once(r *http.Request) (int, any) {
	_ = r.ParseForm()
	if r.Header.Get("Authorization") != "Bearer "+Key {
		return http.StatusUnauthorized, refusal("invalid_request_error", "", "Invalid API Key provided")
	}
	key := r.Header.Get("Idempotency-Key")
	if key == "" || r.Method != http.MethodPost {
		return s.answer(r)
	}
	request := r.URL.Path + "?" + r.PostForm.Encode()
	if earlier, ok := s.answered[key]; ok {
		if earlier.request != request {
			return http.StatusBadRequest, refusal("idempotency_error", "", "The key was used with other parameters.")
		}
		return earlier.status, earlier.body
	}
	status, body := s.answer(r)
	s.answered[key] = answered{request, status, body}
	return status, body
}

func (s *Server) answer(r *http.Request) (int, any) {
	steps := strings.Split(strings.TrimPrefix(r.URL.Path, "/v1/"), "/")
	post := r.Method == http.MethodPost
	switch {
	case r.URL.Path == "/v1/account":
		return http.StatusOK, map[string]any{"id": s.account, "object": "account"}
	case r.URL.Path == "/v1/checkout/sessions" && post:
		return s.open(r.PostForm)
	case r.URL.Path == "/v1/checkout/sessions":
		return s.list(r.Form)
	case len(steps) >= 3 && steps[0] == "checkout":
		for _, one := range s.sessions {
			if one.ID != steps[2] {
				continue
			}
			if len(steps) == 4 && steps[3] == "expire" && post {
				if one.Status != "open" {
					return refuse("Only open sessions can be expired.")
				}
				one.Status = "expired"
			}
			return http.StatusOK, s.sessionBody(one)
		}
	case steps[0] == "payment_intents" && len(steps) == 3 && post:
		return s.change(steps[1], steps[2], r.PostForm)
	case r.URL.Path == "/v1/refunds" && post:
		return s.refund(r.PostForm)
	case r.URL.Path == "/v1/refunds":
		return s.refunds(r.Form.Get("payment_intent"))
	}
	return http.StatusNotFound, refusal("invalid_request_error", "resource_missing", "No such resource")
}

func number(form url.Values, field string) int64 {
	n, _ := strconv.ParseInt(form.Get(field), 10, 64)
	return n
}

func (s *Server) open(form url.Values) (int, any) {
	now := s.now().Unix()
	expires := number(form, "expires_at")
	switch {
	case form.Get("mode") != "payment" || form.Get("success_url") == "" || form.Get("client_reference_id") == "":
		return refuse("Missing required param.")
	case expires < now+30*60 || expires > now+24*60*60:
		return refuse("The expires_at timestamp must be at least 30 minutes from creation.")
	case number(form, "line_items[0][price_data][unit_amount]") <= 0 ||
		form.Get("line_items[0][price_data][product_data][name]") == "":
		return refuse("Invalid line item.")
	}
	one := &session{
		ID: s.id("cs_test"), Reference: form.Get("client_reference_id"), Status: "open", Created: now, Expires: expires,
		Amount:   number(form, "line_items[0][price_data][unit_amount]"),
		Currency: form.Get("line_items[0][price_data][currency]"),
		Manual:   form.Get("payment_intent_data[capture_method]") == "manual",
	}
	s.sessions = append(s.sessions, one)
	return http.StatusOK, s.sessionBody(one)
}

// list answers sessions, the newest first, a few at a time.
func (s *Server) list(form url.Values) (int, any) {
	limit := int(number(form, "limit"))
	var data []any
	more, skipping := false, form.Get("starting_after") != ""
	for i := len(s.sessions) - 1; i >= 0; i-- {
		one := s.sessions[i]
		if skipping {
			skipping = one.ID != form.Get("starting_after")
			continue
		}
		if until := number(form, "created[lte]"); until > 0 && one.Created > until ||
			one.Created < number(form, "created[gte]") {
			continue
		}
		if len(data) == min(limit, 3) { // small pages, so that turning them is tested
			more = true
			break
		}
		data = append(data, s.sessionBody(one))
	}
	return http.StatusOK, map[string]any{"object": "list", "data": data, "has_more": more}
}

func (s *Server) sessionBody(one *session) map[string]any {
	if one.Status == "open" && s.now().Unix() >= one.Expires {
		one.Status = "expired"
	}
	body := map[string]any{
		"id": one.ID, "object": "checkout.session", "client_reference_id": one.Reference, "amount_total": one.Amount,
		"currency": one.Currency, "status": one.Status, "created": one.Created, "expires_at": one.Expires,
		"payment_status": "unpaid", "payment_intent": nil, "url": nil,
	}
	if one.Status == "open" {
		body["url"] = s.URL + "/c/pay/" + one.ID
	}
	if one.Paid != nil {
		if one.Paid.Received > 0 {
			body["payment_status"] = "paid"
		}
		body["payment_intent"] = one.Paid.body()
	}
	return body
}

func (p *paid) body() map[string]any {
	body := map[string]any{
		"id": p.ID, "object": "payment_intent", "amount": p.Amount, "currency": p.Currency, "status": p.Status,
		"amount_received": p.Received, "latest_charge": nil,
	}
	if p.Declined {
		body["last_payment_error"] = map[string]string{"type": "card_error", "code": "card_declined"}
		return body
	}
	body["latest_charge"] = map[string]any{
		"id": "ch" + strings.TrimPrefix(p.ID, "pi"), "object": "charge", "amount_refunded": p.refunded(),
		"payment_method_details": map[string]any{
			"type": "card", "card": map[string]string{"brand": "visa", "last4": "4242"},
		},
	}
	return body
}

func (s *Server) paid(id string) *paid {
	for _, one := range s.sessions {
		if one.Paid != nil && one.Paid.ID == id {
			return one.Paid
		}
	}
	return nil
}

func (s *Server) change(id, what string, form url.Values) (int, any) {
	p := s.paid(id)
	switch {
	case p == nil:
		return http.StatusNotFound, refusal("invalid_request_error", "resource_missing", "No such payment_intent")
	case p.Status != "requires_capture":
		return http.StatusBadRequest, refusal("invalid_request_error", "payment_intent_unexpected_state", "")
	case what == "capture" && number(form, "amount_to_capture") <= p.Amount:
		p.Status, p.Received = "succeeded", number(form, "amount_to_capture")
		p.Captures++
	case what == "cancel":
		p.Status = "canceled"
	default:
		return refuse("Not possible.")
	}
	return http.StatusOK, p.body()
}

func (s *Server) refund(form url.Values) (int, any) {
	p, amount := s.paid(form.Get("payment_intent")), number(form, "amount")
	if p == nil || p.Status != "succeeded" || amount <= 0 {
		return refuse("Nothing to refund.")
	}
	if p.refunded()+amount > p.Received {
		return http.StatusBadRequest, refusal("invalid_request_error", "charge_already_refunded", "Too much.")
	}
	r := &refund{ID: s.id("re"), Status: s.refundStatus, Amount: amount, Metadata: map[string]string{
		"attempt": form.Get("metadata[attempt]"), "refund": form.Get("metadata[refund]"),
	}}
	p.Refunds = append(p.Refunds, r)
	return http.StatusOK, r.body()
}

func (s *Server) refunds(id string) (int, any) {
	data := []any{}
	if p := s.paid(id); p != nil {
		for _, r := range p.Refunds {
			data = append(data, r.body())
		}
	}
	return http.StatusOK, map[string]any{"object": "list", "data": data, "has_more": false}
}

func (r *refund) body() map[string]any {
	return map[string]any{
		"id": r.ID, "object": "refund", "amount": r.Amount, "status": r.Status, "metadata": r.Metadata,
	}
}
