package orders

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/payments"
)

// AnswerTime is how long a customer has to answer a reduction where neither store nor shop says anything else.
const AnswerTime = 2 * time.Hour

// Answer is what became of a question to the customer; empty is open.
type Answer string

// The answers. Silent is one that never came, from a customer who had allowed it at the checkout.
const (
	Agreed  Answer = "agreed"
	Refused Answer = "refused"
	Silent  Answer = "silent"
)

// Question asks the customer whether a fulfilment is welcome with fewer pieces.
type Question struct {
	// ID is that of the change that asked; a later reduction asks anew.
	ID        string
	At, Until time.Time
	Answer    Answer
}

// Asking tells whether the fulfilment waits for the customer's answer. Until then it can only be cancelled.
func (f *Fulfilment) Asking() bool { return f.Question.ID != "" && f.Question.Answer == "" && !f.Off() }

// Reducible tells whether pieces can still be taken off the fulfilment: it has not left the store.
func (f *Fulfilment) Reducible() bool { return f.Status.beforePreparing() || f.Status == Preparing }

// Reduction is what somebody of the staff takes off a fulfilment.
type Reduction struct {
	StoreID, ID string
	// Lines say how many pieces are left of products; those of others stay.
	Lines []ReducedLine
	// Stock says where the pieces go: into the stock, or out of it because they are not there.
	Stock Stock
	// Version is that of the fulfilment they saw; 0 accepts any.
	Version int64
	By      string
}

// ReducedLine says how many pieces of a product are left.
type ReducedLine struct {
	ProductID string
	Left      int
}

// Reduce takes pieces off a fulfilment and asks the customer whether the rest is welcome. Codes: OrderNotFound,
// OrderChanged, OrderTransition, InvalidFields.
func (s *Service) Reduce(ctx context.Context, r Reduction) (*Order, error) {
	now := s.now()
	id, by := newID(now), Actor{Kind: Admin, UserID: r.By}
	return s.changePart(ctx, r.StoreID, r.ID, id, func(o *Order, f *Fulfilment) (Change, error) {
		if r.Version != 0 && r.Version != f.Version {
			return Change{}, apperr.New(apperr.OrderChanged)
		}
		change := Change{Actor: by, At: now, Audit: "order_reduced"}
		removed, err := o.reduce(f, r.Lines, &change)
		if err != nil {
			return Change{}, err
		}
		reason := StockRemoved
		if r.Stock.Quarantine {
			reason = StockQuarantined
		}
		change.Stock = []StockChange{{Reason: reason, Event: id, Moves: StockReturned(removed)}}
		wait := f.AnswerTime
		if wait <= 0 {
			wait = s.answerTime
		}
		f.Question = Question{ID: id, At: now, Until: now.Add(wait)}
		o.changed(f)
		change.Jobs, err = s.questionJobs(o, f, wait)
		return change, err
	})
}

// reduce takes the pieces off the lines and sums the fulfilment up. It gives the pieces that were taken off, as lines.
func (o *Order) reduce(f *Fulfilment, lines []ReducedLine, change *Change) (removed []Line, err error) {
	if !f.Reducible() {
		return nil, apperr.New(apperr.OrderTransition).WithDetail("status", f.Status).
			WithDetail("next", f.Status.Next())
	}
	wrong := apperr.Invalid(map[string]string{"lines": "reduce_lines"})
	left := make(map[string]int, len(lines))
	for _, l := range lines {
		if _, twice := left[l.ProductID]; twice || l.Left < 0 {
			return nil, wrong
		}
		left[l.ProductID] = l.Left
	}
	rest, subtotal := 0, money.Cents(0)
	for i := range o.Lines {
		l := &o.Lines[i]
		if l.Fulfilment != f.Place {
			continue
		}
		if want, named := left[l.ProductID]; named {
			delete(left, l.ProductID)
			off := l.Left() - want
			if off < 0 {
				return nil, wrong
			}
			if off > 0 {
				removed = append(removed, Line{ProductID: l.ProductID, Quantity: off})
				change.Edits = append(change.Edits, Edit{
					Field: "quantity", Old: l.Code + ": " + strconv.Itoa(l.Left()),
					New: l.Code + ": " + strconv.Itoa(want),
				})
				l.Removed += off
				l.VAT = money.VATIn(l.Total(), l.VATRate)
			}
		}
		rest += l.Left()
		subtotal += l.Total()
	}
	switch {
	case len(left) > 0, len(removed) == 0:
		return nil, wrong
	case rest == 0:
		return nil, apperr.Invalid(map[string]string{"lines": "reduce_all"})
	}
	f.Totals.Subtotal, f.Totals.Total = subtotal, subtotal+f.Totals.Fee
	return removed, nil
}

// AnswerJob is the kind of the jobs that decide about a reduction that the customer did not answer.
const AnswerJob = "order_answer"

// questionPayload names a question.
type questionPayload struct {
	FulfilmentID string `json:"fulfilment"`
	Question     string `json:"question"`
}

// questionJobs ask the customer, and decide when no answer comes.
func (s *Service) questionJobs(o *Order, f *Fulfilment, wait time.Duration) ([]outbox.Job, error) {
	email, err := outbox.New(EmailJob, emailPayload{
		OrderID: o.ID, Status: AboutReduction, Fulfilment: f.Place, Question: f.Question.ID,
	})
	if err != nil {
		return nil, err
	}
	// Whoever cancels at the same moment makes the question pointless: the customer is told once.
	email.ID, email.After = jobID(f.Question.ID, 0), s.undoWindow
	due, err := outbox.New(AnswerJob, questionPayload{FulfilmentID: f.ID, Question: f.Question.ID})
	if err != nil {
		return nil, err
	}
	due.ID, due.After = jobID(f.Question.ID, 1), wait
	return []outbox.Job{email, due}, nil
}

// answered ends the question of a fulfilment: agreed and silent let it go on, refused cancels it.
func (s *Service) answered(o *Order, f *Fulfilment, answer Answer, id string, by Actor, now time.Time) (Change, error) {
	change := Change{Actor: by, At: now}
	if answer == Refused {
		event := Event{ID: id, Fulfilment: f.Place, Status: Cancelled, At: now, Actor: by}
		if err := s.step(o, &change, event, Stock{}); err != nil {
			return Change{}, err
		}
		f.Question.Answer = answer
		return change, nil
	}
	f.Question.Answer = answer
	o.changed(f)
	var err error
	change.Jobs, err = s.giveBackJobs(o, id)
	return change, err
}

// giveBackJobs give back what a card order has become cheaper by.
func (s *Service) giveBackJobs(o *Order, id string) ([]outbox.Job, error) {
	if o.Payment.Method != payments.ByCard {
		return nil, nil
	}
	job, err := outbox.New(RefundJob, paymentJob{Key: o.ID})
	job.ID = jobID(id, 0)
	return []outbox.Job{job}, err
}

// AnswerOn answers a question for the owner of the order, who is signed in. Codes: OrderNotFound, AnswerGiven.
func (s *Service) AnswerOn(ctx context.Context, number, fulfilmentID, userID string, agree bool) (*Order, error) {
	order, err := s.Of(ctx, number, userID, false)
	if err != nil {
		return nil, err
	}
	if orderID, _, ok := ParseFulfilmentID(fulfilmentID); !ok || orderID != order.ID {
		return nil, apperr.New(apperr.OrderNotFound)
	}
	return s.answer(ctx, "", fulfilmentID, agree, Actor{Kind: Customer, UserID: userID}, "", nil)
}

// AnswerByPhone records for the staff that the customer agreed to the rest. Codes: OrderNotFound, AnswerGiven.
func (s *Service) AnswerByPhone(ctx context.Context, storeID, fulfilmentID, userID string) (*Order, error) {
	return s.answer(ctx, storeID, fulfilmentID, true, Actor{Kind: Admin, UserID: userID}, "order_agreed", nil)
}

// AnswerByLink answers a question for whoever holds the link of its mail: once. Codes: AnswerLinkInvalid, AnswerGiven.
func (s *Service) AnswerByLink(ctx context.Context, fulfilmentID, token string, agree bool) (Asked, error) {
	order, err := s.answer(ctx, "", fulfilmentID, agree, Actor{Kind: Customer}, "", func(f *Fulfilment) error {
		return s.checkToken(f, token)
	})
	if apperr.CodeOf(err) == apperr.OrderNotFound {
		err = apperr.Wrap(apperr.AnswerLinkInvalid, err)
	}
	if err != nil {
		return Asked{}, err
	}
	_, place, _ := ParseFulfilmentID(fulfilmentID)
	return Asked{Order: order, Part: order.Part(place)}, nil
}

func (s *Service) answer(ctx context.Context, storeID, fulfilmentID string, agree bool, by Actor, audit string,
	check func(f *Fulfilment) error) (*Order, error) {
	now := s.now()
	id := newID(now)
	return s.changePart(ctx, storeID, fulfilmentID, id, func(o *Order, f *Fulfilment) (Change, error) {
		if check != nil {
			if err := check(f); err != nil {
				return Change{}, err
			}
			by.UserID = o.UserID // the link is the customer's own
		}
		if !f.Asking() {
			return Change{}, apperr.New(apperr.AnswerGiven)
		}
		answer := Refused
		if agree {
			answer = Agreed
		}
		change, err := s.answered(o, f, answer, id, by, now)
		if audit != "" {
			change.Audit = audit
		}
		return change, err
	})
}

// Asked is the part of an order that a question is about.
type Asked struct {
	Order *Order
	Part  *Fulfilment
}

// AskedBy reads what the link of a mail asks about. Code: AnswerLinkInvalid.
func (s *Service) AskedBy(ctx context.Context, fulfilmentID, token string) (Asked, error) {
	orderID, place, ok := ParseFulfilmentID(fulfilmentID)
	if !ok {
		return Asked{}, apperr.New(apperr.AnswerLinkInvalid)
	}
	order, err := s.reader.OrderByID(ctx, orderID)
	if apperr.CodeOf(err) == apperr.OrderNotFound {
		return Asked{}, apperr.Wrap(apperr.AnswerLinkInvalid, err)
	}
	if err != nil {
		return Asked{}, err
	}
	f := order.Part(place)
	if f == nil {
		return Asked{}, apperr.New(apperr.AnswerLinkInvalid)
	}
	return Asked{Order: order, Part: f}, s.checkToken(f, token)
}

// answerLink is where the customer answers without signing in.
func (s *Service) answerLink(f *Fulfilment) string {
	return s.baseURL + "/order-answer/" + url.PathEscape(f.ID) + "/" + url.PathEscape(s.tokenOf(f))
}

func (s *Service) tokenOf(f *Fulfilment) string { return s.answerToken(f.ID + " " + f.Question.ID) }

// checkToken refuses a link that was not made for the question. Code: AnswerLinkInvalid.
func (s *Service) checkToken(f *Fulfilment, token string) error {
	if s.answerToken == nil || f.Question.ID == "" ||
		subtle.ConstantTimeCompare([]byte(s.tokenOf(f)), []byte(token)) != 1 {
		return apperr.New(apperr.AnswerLinkInvalid)
	}
	return nil
}

// errAnswered says that a question needs no decision any more.
var errAnswered = errors.New("the question was answered")

// EndQuestion does an AnswerJob: without an answer the reduced order goes on if the customer allowed it at the
// checkout, and is cancelled otherwise.
func (s *Service) EndQuestion(ctx context.Context, job outbox.Job) error {
	var p questionPayload
	if err := json.Unmarshal(job.Payload, &p); err != nil {
		return outbox.PermanentError{Reason: fmt.Errorf("reading the job of a question: %w", err)}
	}
	now := s.now()
	id := newID(now)
	_, err := s.changePart(ctx, "", p.FulfilmentID, id, func(o *Order, f *Fulfilment) (Change, error) {
		switch {
		case f.Question.ID != p.Question || f.Question.Answer != "":
			return Change{}, errAnswered
		case !f.Asking() && o.MayStandAgain(s.undoWindow, now):
			return Change{}, ErrUndoable // the cancellation may be taken back, and the question is open again
		case !f.Asking():
			return Change{}, errAnswered
		}
		answer := Refused
		if o.Partly {
			answer = Silent
		}
		return s.answered(o, f, answer, id, Actor{Kind: System}, now)
	})
	if errors.Is(err, errAnswered) || apperr.CodeOf(err) == apperr.OrderNotFound {
		return nil
	}
	return err
}
