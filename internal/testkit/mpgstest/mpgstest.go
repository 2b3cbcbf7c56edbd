// Package mpgstest is a server that behaves as the public documentation of Mastercard Gateway's Hosted Checkout
// says, as far as the shop uses it, and that can fail in every way a server can.
package mpgstest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"dawa/internal/base/money"
	"dawa/internal/testkit/gatewaytest"
)

// The account that the server knows.
const (
	Merchant = "TESTSHOP"
	Password = "simulated-api-password"
	Secret   = "simulated-notification-secret"
)

// Server is the gateway.
type Server struct {
	*gatewaytest.Server
	orders map[string]*order
	// pendingRefunds lets refunds stay on their way.
	pendingRefunds bool
	sessions       int
}

type order struct {
	ID, Operation      string
	Amount             money.Cents
	Currency           string
	Status             string
	Merchant           string
	Captured, Refunded money.Cents
	Captures           int
	Transactions       []map[string]any
}

// New starts a gateway that stops with the test.
func New(t testing.TB) *Server {
	s := &Server{orders: map[string]*order{}}
	s.Server = gatewaytest.Start(s.answer)
	t.Cleanup(s.Close)
	return s
}

// KeepRefundsPending lets refunds stay on their way.
func (s *Server) KeepRefundsPending(pending bool) {
	s.Lock()
	defer s.Unlock()
	s.pendingRefunds = pending
}

// Pay is what a shopper does on the page of an order; another amount than was asked for is the gateway's mistake.
func (s *Server) Pay(id string, amount money.Cents, currency string) error {
	s.Lock()
	defer s.Unlock()
	o := s.orders[id]
	if o == nil || o.Status != "" && o.Status != "FAILED" {
		return fmt.Errorf("order %s cannot be paid", id)
	}
	o.Amount, o.Currency, o.Status = amount, currency, "AUTHORIZED"
	kind := "AUTHORIZATION"
	if o.Operation == "PURCHASE" {
		o.Status, o.Captured, o.Captures, kind = "CAPTURED", amount, 1, "PAYMENT"
	}
	o.add("1", kind, "SUCCESS")
	return nil
}

// Decline is a card that the bank declines on the page of an order.
func (s *Server) Decline(id string) {
	s.Lock()
	defer s.Unlock()
	if o := s.orders[id]; o != nil && o.Status == "" {
		o.Status = "FAILED"
	}
}

// ChangeMerchant makes the gateway name another account, as an answer that was mixed up would.
func (s *Server) ChangeMerchant(id, merchant string) {
	s.Lock()
	defer s.Unlock()
	s.orders[id].Merchant = merchant
}

// Held is what the gateway holds of an order: captured and not given back, or reserved.
func (s *Server) Held(id string) money.Cents {
	s.Lock()
	defer s.Unlock()
	o := s.orders[id]
	switch {
	case o == nil:
		return 0
	case o.Status == "AUTHORIZED":
		return o.Amount
	}
	return o.Captured - o.Refunded
}

// Captured is what was taken of an order.
func (s *Server) Captured(id string) money.Cents {
	s.Lock()
	defer s.Unlock()
	return s.orders[id].Captured
}

// Captures is how often money was taken for an order.
func (s *Server) Captures(id string) int {
	s.Lock()
	defer s.Unlock()
	if o := s.orders[id]; o != nil {
		return o.Captures
	}
	return 0
}

// Asked is the amount that a session asks for.
func (s *Server) Asked(id string) money.Cents {
	s.Lock()
	defer s.Unlock()
	if o := s.orders[id]; o != nil {
		return o.Amount
	}
	return 0
}

// Notification is the body that the gateway sends about an order.
func (s *Server) Notification(id string) string {
	return fmt.Sprintf(`{"result":"SUCCESS","order":{"id":%q,"status":"CAPTURED"}}`, id)
}

func (o *order) add(id, kind, result string) map[string]any {
	t := map[string]any{
		"result":      result,
		"transaction": map[string]any{"id": id, "type": kind, "receipt": "RRN" + id + o.ID},
	}
	o.Transactions = append(o.Transactions, t)
	return t
}

func (o *order) find(id string) map[string]any {
	for _, t := range o.Transactions {
		if details, ok := t["transaction"].(map[string]any); ok && details["id"] == id {
			return t
		}
	}
	return nil
}

func refuse(status int, cause, explanation string) (int, any) {
	return status, map[string]any{
		"result": "ERROR", "error": map[string]string{"cause": cause, "explanation": explanation},
	}
}

func (s *Server) answer(r *http.Request) (int, any) {
	user, password, _ := r.BasicAuth()
	if user != "merchant."+Merchant || password != Password {
		return refuse(http.StatusUnauthorized, "INVALID_REQUEST", "Invalid credentials.")
	}
	path, ours := strings.CutPrefix(r.URL.Path, "/api/rest/version/100/merchant/"+Merchant+"/")
	if !ours {
		return refuse(http.StatusNotFound, "INVALID_REQUEST", "No such resource.")
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return refuse(http.StatusBadRequest, "INVALID_REQUEST", "Unreadable.")
	}
	steps := strings.Split(path, "/")
	switch {
	case path == "session" && r.Method == http.MethodPost:
		return s.open(body)
	case len(steps) == 2 && steps[0] == "order" && r.Method == http.MethodGet:
		return s.retrieve(steps[1])
	case len(steps) == 4 && steps[2] == "transaction":
		o := s.orders[steps[1]]
		if o == nil || o.Status == "" {
			return refuse(http.StatusBadRequest, "INVALID_REQUEST", "Unable to find order "+steps[1])
		}
		if r.Method == http.MethodGet {
			if t := o.find(steps[3]); t != nil {
				return http.StatusOK, t
			}
			return refuse(http.StatusBadRequest, "INVALID_REQUEST", "Unable to find transaction")
		}
		return s.transact(o, steps[3], body)
	}
	return refuse(http.StatusNotFound, "INVALID_REQUEST", "No such resource.")
}

func (s *Server) open(body []byte) (int, any) {
	var in struct {
		Operation   string `json:"apiOperation"`
		Interaction struct {
			Operation, ReturnURL string
			Timeout              int
			Merchant             struct{ Name string }
		}
		Order struct{ ID, Amount, Currency string }
	}
	err := json.Unmarshal(body, &in)
	amount, amountErr := money.Parse(in.Order.Amount)
	if err != nil || amountErr != nil || in.Operation != "INITIATE_CHECKOUT" || in.Interaction.Merchant.Name == "" ||
		in.Interaction.Timeout < 600 || in.Interaction.ReturnURL == "" || in.Order.ID == "" || len(in.Order.ID) > 40 ||
		in.Interaction.Operation != "PURCHASE" && in.Interaction.Operation != "AUTHORIZE" {
		return refuse(http.StatusBadRequest, "INVALID_REQUEST", "Missing or wrong field.")
	}
	if s.orders[in.Order.ID] == nil {
		s.orders[in.Order.ID] = &order{
			ID: in.Order.ID, Operation: in.Interaction.Operation, Amount: amount, Currency: in.Order.Currency,
			Merchant: Merchant,
		}
	}
	s.sessions++
	return http.StatusCreated, map[string]any{
		"result": "SUCCESS", "merchant": Merchant, "successIndicator": fmt.Sprintf("%016x", s.sessions),
		"session": map[string]string{"id": fmt.Sprintf("SESSION%012d", s.sessions)},
	}
}

// retrieve answers as an order that nobody has paid or tried to: the gateway does not know it.
func (s *Server) retrieve(id string) (int, any) {
	o := s.orders[id]
	if o == nil || o.Status == "" {
		return refuse(http.StatusBadRequest, "INVALID_REQUEST", "Unable to find order "+id)
	}
	return http.StatusOK, map[string]any{
		"result": "SUCCESS", "id": o.ID, "merchant": o.Merchant, "status": o.Status, "currency": o.Currency,
		"amount": o.Amount, "totalCapturedAmount": o.Captured, "totalRefundedAmount": o.Refunded,
		"transaction": o.Transactions,
		"sourceOfFunds": map[string]any{"provided": map[string]any{
			"card": map[string]string{"number": "512345xxxxxx0008", "brand": "MASTERCARD"},
		}},
	}
}

func (s *Server) transact(o *order, id string, body []byte) (int, any) {
	var in struct {
		Operation   string `json:"apiOperation"`
		Transaction struct {
			Amount, Currency, TargetTransactionID string
		}
	}
	if err := json.Unmarshal(body, &in); err != nil || len(id) > 40 {
		return refuse(http.StatusBadRequest, "INVALID_REQUEST", "Unreadable.")
	}
	if o.find(id) != nil {
		return refuse(http.StatusBadRequest, "INVALID_REQUEST", "Transaction id is in use.")
	}
	amount, _ := money.Parse(in.Transaction.Amount)
	switch {
	case in.Operation == "CAPTURE" && o.Status == "AUTHORIZED" && amount <= o.Amount:
		o.Status, o.Captured = "CAPTURED", amount
		o.Captures++
	case in.Operation == "VOID" && o.Status == "AUTHORIZED" && o.find(in.Transaction.TargetTransactionID) != nil:
		o.Status = "CANCELLED"
	case in.Operation == "REFUND" && amount > 0 && o.Refunded+amount <= o.Captured:
		if s.pendingRefunds {
			return http.StatusCreated, o.add(id, "REFUND", "PENDING")
		}
		o.Refunded += amount
		o.Status = "PARTIALLY_REFUNDED"
		if o.Refunded == o.Captured {
			o.Status = "REFUNDED"
		}
	default:
		return refuse(http.StatusBadRequest, "INVALID_REQUEST", in.Operation+" is not possible now.")
	}
	return http.StatusCreated, o.add(id, in.Operation, "SUCCESS")
}
