package refunds

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strconv"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/base/validate"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/payments"
)

const (
	// gatewayTime is how long the gateway may take for one refund.
	gatewayTime = 10 * time.Second
	// sweepLimit bounds what one sweep takes on.
	sweepLimit = 100
	firstPause = 10 * time.Second
	longPause  = time.Hour
)

// OrderReader reads what mails and screens about refunds need.
type OrderReader interface {
	// OrderForEmail reads an order and who placed it. Code: OrderNotFound.
	OrderForEmail(ctx context.Context, id string, about orders.Status) (
		order *orders.Order, buyer orders.Buyer, earlier int, err error,
	)
}

// Options is what a Service is made of.
type Options struct {
	Store  Store
	Orders OrderReader
	// Gateway gives the money back; nil is a shop that takes cash only.
	Gateway payments.Gateway
	// Follower is told of what is done; nil is nobody.
	Follower Follower
	BaseURL  string
	Now      func() time.Time
	Log      *slog.Logger
}

// Service gives money back.
type Service struct{ o Options }

// New makes a Service.
func New(o Options) *Service { return &Service{o} }

func (s *Service) now() time.Time { return s.o.Now().UTC().Truncate(time.Millisecond) }

// Give gives money back for an order, for staff. key makes it happen once: asking again gives the first refund. The
// gateway is asked at once; a refund that it does not answer stays pending and is asked about again. Codes:
// OrderNotFound, RefundImpossible, RefundTooMuch, InvalidFields.
func (s *Service) Give(ctx context.Context, number, key string, w Wish, staffID string) (Refund, error) {
	return s.give(ctx, orders.OrderKey{Number: number}, refundID(number, key), w, staffID, nil)
}

// GiveFor gives money back for one fulfilment, for the people of its store: like Give for what was paid by card. What
// was paid in cash they hand over, and it is recorded as given back. To another store's people the fulfilment does not
// exist. Codes: OrderNotFound, RefundImpossible, RefundTooMuch, InvalidFields.
func (s *Service) GiveFor(ctx context.Context, storeID, fulfilmentID, key string, w Wish,
	staffID string) (Refund, error) {
	orderID, place, ok := orders.ParseFulfilmentID(fulfilmentID)
	if !ok {
		return Refund{}, apperr.New(apperr.OrderNotFound)
	}
	w.Place = place
	// The store is part of the name: what another one asks for under the same key is not answered with this refund.
	id := refundID(storeID+" "+fulfilmentID, key)
	return s.give(ctx, orders.OrderKey{ID: orderID}, id, w, staffID, func(b Basis) error {
		return checkStore(b, storeID, place)
	})
}

// checkStore refuses a store that does not have the fulfilment. Code: OrderNotFound.
func checkStore(b Basis, storeID string, place int) error {
	if part := b.Order.Part(place); part == nil || part.StoreID != storeID {
		return apperr.New(apperr.OrderNotFound)
	}
	return nil
}

// give decides about a refund and asks the gateway for it. check may refuse it before.
func (s *Service) give(ctx context.Context, which orders.OrderKey, id string, w Wish, staffID string,
	check func(Basis) error) (Refund, error) {
	now := s.now()
	r, err := s.o.Store.AddRefund(ctx, which, id, func(b Basis) (Change, error) {
		if check != nil {
			if err := check(b); err != nil {
				return Change{}, err
			}
		}
		r, err := Decide(b, w, now)
		if err == nil && r.State == Pending {
			err = s.checkGateway(b.Attempt, r.Amount)
		}
		if err != nil {
			return Change{}, err
		}
		r.ID, r.By, r.At, r.LookAt = id, staffID, now, now
		c := Change{Refund: r}
		if r.State == Manual {
			c, err = s.ended(r, now)
		}
		c.Audit = storeEvent("order_refund", r, b.Order.Part(w.Place), staffID, now)
		return c, err
	})
	if err != nil {
		return Refund{}, err
	}
	return s.ask(context.WithoutCancel(ctx), r), nil
}

// checkGateway refuses what the shop's gateway cannot give back. Code: RefundImpossible.
func (s *Service) checkGateway(a payments.Attempt, amount money.Cents) error {
	// Another gateway may have taken the money.
	if !s.takes(a) || amount < a.Captured && !s.o.Gateway.Capabilities().PartRefunds {
		return apperr.New(apperr.RefundImpossible)
	}
	return nil
}

// refundID names a refund of an order: the same key of the same order is the same refund. It fits into what gateways
// allow, with its round behind it.
func refundID(number, key string) string {
	if key == "" {
		key = rand.Text()
	}
	sum := sha256.Sum256([]byte(number + "\x00" + key))
	return "r" + hex.EncodeToString(sum[:15])
}

// event is an entry of the audit log about a refund.
func event(action audit.Action, r Refund, staffID string, now time.Time) *audit.Event {
	e := audit.NewEvent(action, staffID, r.OrderID, r.OrderNumber, now)
	e.SubjectKind = "order"
	e.Changes = []audit.Change{{Field: "refund", New: r.Amount.String() + " " + r.Currency}}
	return &e
}

// storeEvent is an entry that names the store whose people gave the refund for their part.
func storeEvent(action audit.Action, r Refund, part *orders.Fulfilment, staffID string, now time.Time) *audit.Event {
	e := event(action, r, staffID, now)
	if part != nil && !part.InHouse() {
		e.Changes = append(e.Changes, audit.Change{Field: "store", New: part.StoreName.English})
	}
	return e
}

// MarkManual records that a refund which the gateway could not make was given back by hand. Others may have been given
// for the same since it failed, so it must still fit. Codes: RefundNotFound, RefundTooMuch, RefundImpossible,
// InvalidFields.
func (s *Service) MarkManual(ctx context.Context, id, note, staffID string) (Refund, error) {
	if note = validate.Clean(note); note == "" || len([]rune(note)) > maxReason {
		return Refund{}, apperr.Invalid(map[string]string{"note": "refund_note_required"})
	}
	now := s.now()
	r, err := s.o.Store.ReviseRefund(ctx, id, func(b Basis, r Refund) (Change, error) {
		switch {
		case r.State != Failed:
			return Change{}, apperr.New(apperr.RefundImpossible)
		case !b.fits(r):
			return Change{}, apperr.New(apperr.RefundTooMuch)
		}
		r.State, r.Problem, r.Lines = Manual, note, b.anew(r.Lines)
		c, err := s.ended(r, now)
		c.Audit = event("order_refund_manual", r, staffID, now)
		return c, err
	})
	if err != nil {
		return Refund{}, err
	}
	return s.follow(context.WithoutCancel(ctx), r), nil
}

// ended is a refund that is over, with the email about it.
func (s *Service) ended(r Refund, now time.Time) (Change, error) {
	r.EndedAt, r.LookAt, r.Followed = now, time.Time{}, s.o.Follower == nil
	c := Change{Refund: r}
	if r.State == Failed {
		return c, nil
	}
	job, err := outbox.New(EmailJob, emailPayload{RefundID: r.ID, OrderID: r.OrderID, Amount: r.Amount, State: r.State})
	c.Jobs = append(c.Jobs, job)
	return c, err
}

// gatewayID names a round of a refund at the gateway.
func gatewayID(r Refund) string {
	if r.Round <= 1 {
		return r.ID
	}
	return r.ID + "-" + strconv.Itoa(r.Round)
}

// ask asks the gateway for a pending refund and records its answer. What goes wrong is left to the next sweep.
func (s *Service) ask(ctx context.Context, r Refund) Refund {
	if r.State != Pending || s.o.Gateway == nil {
		return s.follow(ctx, r)
	}
	asking, cancel := context.WithTimeout(ctx, gatewayTime)
	defer cancel()
	state, gatewayErr := s.o.Gateway.Refund(asking, r.OrderID, payments.RefundRequest{
		ID: gatewayID(r), Amount: r.Amount, Currency: r.Currency,
	})
	round, now := r.Round, s.now()
	changed, err := s.o.Store.ChangeRefund(ctx, r.ID, func(r Refund) (Change, error) {
		if r.State != Pending || r.Round != round {
			return Change{Refund: r}, nil // somebody else was quicker
		}
		r.Tries++
		switch {
		case gatewayErr != nil && unknown(gatewayErr), gatewayErr == nil && state == payments.RefundPending:
			r.LookAt = now.Add(pause(r.Tries))
			return Change{Refund: r}, nil
		case gatewayErr != nil:
			r.State, r.Problem = Failed, gatewayErr.Error()
		case state == payments.RefundFailed:
			r.State, r.Problem = Failed, "the gateway did not give the payment back"
		default:
			r.State = Done
		}
		return s.ended(r, now)
	})
	if err != nil {
		s.o.Log.Warn("refunds: an answer of the gateway could not be recorded", "refund", r.ID, "error", err)
		return r
	}
	if changed.State == Failed {
		s.o.Log.Error("refunds: the gateway refused a refund", "refund", r.ID, "error", gatewayErr)
	}
	return s.follow(ctx, changed)
}

// unknown tells an error after which nobody knows whether the money moved.
func unknown(err error) bool {
	return errors.Is(err, payments.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) ||
		errors.Is(err, context.Canceled) || apperr.CodeOf(err) == apperr.Unavailable
}

// follow tells the Follower of a refund that is done.
func (s *Service) follow(ctx context.Context, r Refund) Refund {
	if r.Followed || s.o.Follower == nil || r.State != Done && r.State != Manual {
		return r
	}
	if err := s.o.Follower.Refunded(ctx, r); err != nil {
		s.o.Log.Warn("refunds: a refund could not be booked yet", "refund", r.ID, "error", err)
		return r
	}
	changed, err := s.o.Store.ChangeRefund(ctx, r.ID, func(r Refund) (Change, error) {
		r.Followed = true
		return Change{Refund: r}, nil
	})
	if err != nil {
		return r // it is booked again, by the same id
	}
	return changed
}

// Sweep asks about every refund that is due and tells the Follower of what it has not heard. It returns how many it
// looked at.
func (s *Service) Sweep(ctx context.Context) (int, error) {
	due, err := s.o.Store.DueRefunds(ctx, s.now(), sweepLimit)
	if err != nil {
		return 0, fmt.Errorf("looking for refunds: %w", err)
	}
	for i, r := range due {
		s.ask(context.WithoutCancel(ctx), r)
		if ctx.Err() != nil {
			return i + 1, ctx.Err()
		}
	}
	return len(due), nil
}

// Hasten makes the gateway be asked about every pending refund at once: it answers again.
func (s *Service) Hasten(ctx context.Context) error { return s.o.Store.HastenRefunds(ctx, s.now()) }

// pause grows with every try.
func pause(tries int) time.Duration {
	d := firstPause
	for range tries - 1 {
		if d *= 2; d >= longPause {
			return longPause
		}
	}
	return d
}

// EmailJob is the kind of the jobs that send mail about refunds.
const EmailJob = "refund_letter"

type emailPayload struct {
	RefundID string      `json:"refund_id"`
	OrderID  string      `json:"order_id"`
	Amount   money.Cents `json:"amount"`
	State    State       `json:"state"`
}

// Email is a mail about a refund, ready to be worded.
type Email struct {
	Order  *orders.Order
	Buyer  orders.Buyer
	Amount money.Cents
	// Manual was given back by hand.
	Manual bool
	Link   string
}

// Email makes the mail that a job asks for. ok is false when nobody is left to read it.
func (s *Service) Email(ctx context.Context, job outbox.Job) (email Email, ok bool, err error) {
	var payload emailPayload
	if err := json.Unmarshal(job.Payload, &payload); err != nil {
		return Email{}, false, outbox.PermanentError{Reason: fmt.Errorf("reading the job of an email: %w", err)}
	}
	order, buyer, _, err := s.o.Orders.OrderForEmail(ctx, payload.OrderID, "")
	if apperr.CodeOf(err) == apperr.OrderNotFound {
		return Email{}, false, nil
	}
	if err != nil || buyer.Email == "" {
		return Email{}, false, err
	}
	return Email{
		Order: order, Buyer: buyer, Amount: payload.Amount, Manual: payload.State == Manual,
		Link: s.o.BaseURL + "/order/" + url.PathEscape(order.Number),
	}, true, nil
}
