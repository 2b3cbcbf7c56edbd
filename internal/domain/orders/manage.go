package orders

import (
	"context"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/base/validate"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/payments"
)

// History lists a user's orders, newest first.
func (s *Service) History(ctx context.Context, userID string, limit,
	offset int) (found []*Order, total int, err error) {
	return s.reader.List(ctx, Filter{UserID: userID, Limit: limit, Offset: offset})
}

// LastMethod is how the user paid the last order; empty before the first.
func (s *Service) LastMethod(ctx context.Context, userID string) (payments.Method, error) {
	last, _, err := s.reader.List(ctx, Filter{UserID: userID, Limit: 1})
	if err != nil || len(last) == 0 {
		return "", err
	}
	return last[0].Payment.Method, nil
}

// Of reads an order for its owner or an admin; for anybody else it does not exist. Code:
// OrderNotFound.
func (s *Service) Of(ctx context.Context, number, userID string, admin bool) (*Order, error) {
	order, err := s.reader.Order(ctx, number)
	if err != nil {
		return nil, err
	}
	if !admin && (userID == "" || order.UserID != userID) {
		return nil, apperr.New(apperr.OrderNotFound)
	}
	return order, nil
}

// List lists orders for admins, newest first, with who ordered.
func (s *Service) List(ctx context.Context, f Filter) (found []*Order, buyers map[string]Buyer, total int, err error) {
	f.Part = text.FoldDigits(validate.Clean(f.Part))
	found, total, err = s.reader.List(ctx, f)
	if err != nil {
		return nil, nil, 0, err
	}
	buyers, err = s.buyers(ctx, found...)
	return found, buyers, total, err
}

// BuyerOf reads who ordered; one who is gone is the zero Buyer.
func (s *Service) BuyerOf(ctx context.Context, o *Order) (Buyer, error) {
	found, err := s.buyers(ctx, o)
	return found[o.UserID], err
}

func (s *Service) buyers(ctx context.Context, orders ...*Order) (map[string]Buyer, error) {
	ids := make([]string, 0, len(orders))
	for _, o := range orders {
		if o.UserID != "" {
			ids = append(ids, o.UserID)
		}
	}
	if len(ids) == 0 {
		return map[string]Buyer{}, nil
	}
	return s.reader.Buyers(ctx, ids)
}

// Cancel calls an order off for its owner, before anybody prepares it; calling it off twice is no error. Codes:
// OrderNotFound, OrderNotCancelable.
func (s *Service) Cancel(ctx context.Context, number, userID string, admin bool) (*Order, error) {
	order, err := s.Of(ctx, number, userID, admin)
	if err != nil {
		return nil, err
	}
	if order.Status == Cancelled {
		return order, nil
	}
	by := Actor{Kind: Customer, UserID: userID}
	if order.UserID != userID {
		by.Kind = Admin
	}
	order, err = s.moveAll(ctx, number, Cancelled, by, "")
	if apperr.CodeOf(err) == apperr.OrderTransition {
		return nil, apperr.Wrap(apperr.OrderNotCancelable, err)
	}
	return order, err
}

// Move takes every fulfilment of an order that can take the step to another status, for the house. Codes:
// OrderNotFound, StatusInvalid, OrderTransition, OrderCallFirst, InvalidFields.
func (s *Service) Move(ctx context.Context, number string, to Status, adminID, note string) (*Order, error) {
	note, err := cleanNote(note)
	if err != nil {
		return nil, err
	}
	return s.moveAll(ctx, number, to, Actor{Kind: Admin, UserID: adminID}, note)
}

func cleanNote(note string) (string, error) {
	note = validate.Clean(note)
	if utf8.RuneCountInString(note) > maxNote {
		return "", apperr.Invalid(map[string]string{"note": "reason_max"})
	}
	return note, nil
}

func (s *Service) moveAll(ctx context.Context, number string, to Status, by Actor, note string) (*Order, error) {
	now := s.now()
	id := newID(now)
	return s.mover.Move(ctx, OrderKey{Number: number}, id, func(o *Order) (Change, error) {
		if by.Kind == Customer && !o.Cancellable() {
			return Change{}, apperr.New(apperr.OrderTransition)
		}
		change := Change{Actor: by, At: now}
		var refusal error
		for i := range o.Fulfilments {
			event := Event{ID: id, Fulfilment: i + 1, Status: to, At: now, Actor: by, Note: note}
			if len(change.Events) > 0 {
				event.ID = id + "-" + strconv.Itoa(i+1)
			}
			err := s.step(o, &change, event, Stock{})
			switch apperr.CodeOf(err) {
			case apperr.OrderTransition, apperr.OrderAsking, apperr.OrderCallFirst:
				refusal = err
				continue
			}
			if err != nil {
				return Change{}, err
			}
		}
		if len(change.Events) == 0 {
			return Change{}, refusal
		}
		return change, nil
	})
}

// MoveRequest is a step that somebody of the staff takes with one fulfilment.
type MoveRequest struct {
	StoreID string
	ID      string
	To      Status
	Note    string
	Stock   Stock
	// Version is that of the fulfilment they saw; 0 accepts any.
	Version int64
	By      string
}

// Stock says where the pieces go that a customer does not get.
type Stock struct {
	// Quarantine sets them aside instead of putting them back on sale.
	Quarantine bool
}

// MoveFulfilment takes one fulfilment of a store to another status; whoever did can undo it for a moment, and the
// customer is told after that. Codes: OrderNotFound, OrderChanged, StatusInvalid, OrderTransition, InvalidFields.
func (s *Service) MoveFulfilment(ctx context.Context, r MoveRequest) (*Order, error) {
	note, err := cleanNote(r.Note)
	if err != nil {
		return nil, err
	}
	now := s.now()
	id, by := newID(now), Actor{Kind: Admin, UserID: r.By}
	return s.changePart(ctx, r.StoreID, r.ID, id, func(o *Order, f *Fulfilment) (Change, error) {
		if r.Version != 0 && r.Version != f.Version {
			return Change{}, apperr.New(apperr.OrderChanged)
		}
		change := Change{Actor: by, At: now}
		event := Event{ID: id, Fulfilment: f.Place, Status: r.To, At: now, Actor: by, Note: note}
		err := s.step(o, &change, event, r.Stock)
		return change, err
	})
}

// changePart changes one fulfilment, if the store has it: to another store's people it does not exist. StoreID is
// empty for the house, which works on all of them.
func (s *Service) changePart(ctx context.Context, storeID, fulfilmentID, id string,
	change func(o *Order, f *Fulfilment) (Change, error)) (*Order, error) {
	orderID, place, ok := ParseFulfilmentID(fulfilmentID)
	if !ok {
		return nil, apperr.New(apperr.OrderNotFound)
	}
	return s.mover.Move(ctx, OrderKey{ID: orderID}, id, func(o *Order) (Change, error) {
		f := o.Part(place)
		if f == nil || storeID != "" && f.StoreID != storeID {
			return Change{}, apperr.New(apperr.OrderNotFound)
		}
		return change(o, f)
	})
}

// step moves a fulfilment and adds what follows: pieces come back, the payment goes back, the customer is told. What
// the staff did can be undone for a moment, so its jobs wait that long.
func (s *Service) step(o *Order, change *Change, event Event, stock Stock) error {
	if err := o.Move(event); err != nil {
		return err
	}
	change.Events = append(change.Events, event)
	if event.Actor.Kind == Admin {
		change.Audit = "order_status"
	}
	off := event.Status == Cancelled || event.Status == Returned
	if off {
		reason := StockBack
		if stock.Quarantine {
			reason = StockQuarantined
		}
		if back := StockReturned(o.LinesOf(event.Fulfilment)); len(back) > 0 {
			change.Stock = append(change.Stock, StockChange{Reason: reason, Event: event.ID, Moves: back})
		}
	}
	var jobs []outbox.Job
	if off && o.Payment.Method == payments.ByCard {
		job, err := outbox.New(RefundJob, paymentJob{Key: o.ID})
		if err != nil {
			return err
		}
		jobs = append(jobs, job)
	}
	if sendsEmail(event.Status) {
		job, err := newEmail(o.ID, event.Status, event.Fulfilment)
		if err != nil {
			return err
		}
		jobs = append(jobs, job)
	}
	if o.Part(event.Fulfilment).booked() {
		job, err := outbox.New(BookJob, paymentJob{Key: o.ID})
		if err != nil {
			return err
		}
		jobs = append(jobs, job)
	}
	for i, job := range jobs {
		job.ID = jobID(event.ID, i)
		if event.Actor.Kind == Admin {
			job.After = s.undoWindow
		}
		change.Jobs = append(change.Jobs, job)
	}
	return nil
}

// finalStep begins the ids of steps that nobody takes back: they were taken with cash in a courier's bag.
const finalStep = "final-"

// FinalStep takes the fulfilment at a place to another status for a caller who writes the change together with
// something else; id names the step. It cannot be undone. Codes: StatusInvalid, OrderTransition.
func (s *Service) FinalStep(o *Order, place int, to Status, id, userID, note string, now time.Time) (Change, error) {
	change := Change{Actor: Actor{Kind: Admin, UserID: userID}, At: now}
	err := s.step(o, &change, Event{
		ID: finalStep + id, Fulfilment: place, Status: to, At: now, Actor: change.Actor, Note: note,
	}, Stock{})
	return change, err
}

// jobID names the jobs of an event, so that undoing it finds them.
func jobID(eventID string, i int) string { return eventID + "." + strconv.Itoa(i) }

// UndoWindow is how long a step of the staff can be taken back.
const UndoWindow = 10 * time.Second

// Undoable is the last step of a fulfilment if whoever took it can still take it back.
func (s *Service) Undoable(o *Order, place int) (event Event, until time.Time, ok bool) {
	return o.undoable(place, s.undoWindow, s.now())
}

// MayUndo tells whether the last step of a fulfilment can still be taken back.
func (o *Order) MayUndo(place int, window time.Duration, now time.Time) bool {
	_, _, ok := o.undoable(place, window, now)
	return ok
}

func (o *Order) undoable(place int, window time.Duration, now time.Time) (event Event, until time.Time, ok bool) {
	event, ok = o.staffStep(place)
	if !ok || strings.HasPrefix(event.ID, finalStep) {
		return Event{}, time.Time{}, false
	}
	until = event.At.Add(window)
	return event, until, until.After(now)
}

// staffStep is the last step of a fulfilment if somebody of the staff took it.
func (o *Order) staffStep(place int) (Event, bool) {
	all := o.EventsOf(place)
	if len(all) < 2 || all[len(all)-1].Actor.Kind != Admin {
		return Event{}, false
	}
	return all[len(all)-1], true
}

// MayStandAgain tells whether the staff can still take the cancellation or the return of a fulfilment back.
func (o *Order) MayStandAgain(window time.Duration, now time.Time) bool {
	for i := range o.Fulfilments {
		f := &o.Fulfilments[i]
		if event, ok := o.staffStep(f.Place); ok && f.Off() && event.At.Add(window).After(now) {
			return true
		}
	}
	return false
}

// Undo takes the last step of a fulfilment back: the customer never hears of it. Codes: OrderNotFound, UndoLate,
// StockShort when pieces that came back were sold meanwhile.
func (s *Service) Undo(ctx context.Context, storeID, fulfilmentID, eventID, userID string) (*Order, error) {
	now := s.now()
	return s.changePart(ctx, storeID, fulfilmentID, newID(now), func(o *Order, f *Fulfilment) (Change, error) {
		event, _, ok := s.Undoable(o, f.Place)
		asked := f.Asking() && f.Question.At.After(event.At)
		if !ok || event.ID != eventID || event.Actor.UserID != userID || asked {
			return Change{}, apperr.New(apperr.UndoLate)
		}
		change := Change{Actor: Actor{Kind: Admin, UserID: userID}, At: now, Undone: event.ID, Audit: "order_status"}
		for i := range o.Events {
			if o.Events[i].ID == event.ID {
				o.Events[i].Undone = true
			}
		}
		jobs := 0
		if sendsEmail(event.Status) {
			jobs++
		}
		if event.Status == Cancelled || event.Status == Returned {
			change.Stock = append(change.Stock, StockChange{
				Reason: StockSold, Event: event.ID, Moves: StockTaken(o.LinesOf(f.Place)),
			})
			if o.Payment.Method == payments.ByCard {
				jobs++
			}
			var err error
			if change.Jobs, err = s.captureAgain(o); err != nil {
				return Change{}, err
			}
		}
		if f.booked() {
			jobs++
		}
		for i := range jobs {
			change.Drop = append(change.Drop, jobID(event.ID, i))
		}
		left := o.EventsOf(f.Place)
		f.Status = left[len(left)-1].Status
		o.changed(f)
		return change, nil
	})
}

// captureAgain takes the money of an order that stands again: a server whose clock is ahead may have given the capture
// up while the order was cancelled.
func (s *Service) captureAgain(o *Order) ([]outbox.Job, error) {
	if s.gateway == nil || !s.gateway.Capabilities().CapturesLater || o.Payment.Method != payments.ByCard {
		return nil, nil
	}
	job, err := outbox.New(CaptureJob, paymentJob{Key: o.ID})
	return []outbox.Job{job}, err
}
