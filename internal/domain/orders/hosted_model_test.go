package orders_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/payments"
	"dawa/internal/domain/refunds"
)

// The model checker runs the real services of orders and refunds against a database and a gateway in memory, under
// schedules drawn from seeds: every call to either can be overtaken by every other actor, fail before or after its
// effect, or be the last thing its process did. Whatever happens, an attempt must end as exactly one of: one order
// whose money was captured once; no order, and no money held. Of an order of which a part was cancelled or refunded,
// the gateway holds exactly what stands.

const (
	modelKey    = "attempt"
	modelUser   = "user"
	modelStaff  = "staff"
	modelNumber = "100000001"
	modelAmount = money.Cents(1234)
	modelLife   = 15 * time.Minute
)

// modelOrder is an order of two parts: two pieces of p1 in the first, one of p2 in the second.
func modelOrder(at time.Time) *orders.Order {
	o := &orders.Order{
		ID: modelKey, Number: modelNumber, UserID: modelUser, Status: orders.Placed, PlacedAt: at,
		Payment: orders.Payment{Method: payments.ByCard},
		Lines: []orders.Line{
			{ProductID: "p1", UnitPrice: 500, Quantity: 2, Fulfilment: 1},
			{ProductID: "p2", UnitPrice: 200, Quantity: 1, Fulfilment: 2},
		},
		Fulfilments: []orders.Fulfilment{
			{Place: 1, Status: orders.Placed, Totals: money.Totals{Subtotal: 1000, Fee: 20, Total: 1020}},
			{Place: 2, Status: orders.Placed, Totals: money.Totals{Subtotal: 200, Fee: 14, Total: 214}},
		},
		Totals: money.Totals{Subtotal: 1200, Fee: 34, Total: modelAmount},
		Events: []orders.Event{{ID: "placed", Status: orders.Placed, At: at}},
	}
	for i := range o.Fulfilments {
		o.Fulfilments[i].ID = orders.FulfilmentID(modelKey, i+1)
	}
	return o
}

// copyOrder is an order that can be changed without changing the other.
func copyOrder(o *orders.Order) *orders.Order {
	c := *o
	c.Fulfilments = append([]orders.Fulfilment(nil), o.Fulfilments...)
	c.Events = append([]orders.Event(nil), o.Events...)
	return &c
}

// modelJob is a job of the outbox.
type modelJob struct {
	outbox.Job
	due   time.Time
	begun bool
}

var (
	errDead = errors.New("the process was killed")
	errDown = fmt.Errorf("%w: no route to the gateway", payments.ErrTimeout)
	errDB   = apperr.New(apperr.Unavailable)
)

// world is everything outside the service: the database, the gateway, the clock, and who runs.
type world struct {
	orders.Store // methods that the model does not need stay nil
	random       *rand.Rand
	now          time.Time
	able         payments.Capabilities
	faults       bool
	trace        []string

	current *actor
	actors  []*actor

	// The database.
	attempt  payments.Attempt
	lookAt   time.Time
	reserved bool
	stock    map[string]int
	order    *orders.Order
	orders   int
	jobs     []*modelJob
	refunded []refunds.Refund

	// The gateway.
	session  bool
	paid     money.Cents
	currency string
	voided   bool
	declined bool
	captured money.Cents
	captures int
	refunds  map[string]money.Cents
}

func (w *world) enqueue(jobs []outbox.Job) {
	for _, job := range jobs {
		if job.Kind == orders.CaptureJob || job.Kind == orders.RefundJob {
			w.jobs = append(w.jobs, &modelJob{Job: job, due: w.now.Add(job.After)})
		}
	}
}

// actor is one process or person; it stops before every call and goes on when the schedule says so.
type actor struct {
	name  string
	next  func() (struct{}, bool)
	stop  func()
	yield func(struct{}) bool
	dead  bool
	done  bool
}

func (w *world) start(name string, run func()) {
	a := &actor{name: name}
	a.next, a.stop = iter.Pull(func(yield func(struct{}) bool) {
		a.yield = yield
		run()
	})
	w.actors = append(w.actors, a)
}

// gate lets others go first. It fails when the process was killed while it waited.
func (w *world) gate() error {
	a := w.current
	if a == nil {
		return nil
	}
	if a.dead || !a.yield(struct{}{}) {
		a.dead = true
		return errDead
	}
	return nil
}

func (w *world) chance(one int) bool { return w.faults && w.random.IntN(one) == 0 }

func (w *world) note(what string) {
	name := "settling"
	if w.current != nil {
		name = w.current.name
	}
	w.trace = append(w.trace, name+": "+what)
}

// call is one call to the gateway: it can be lost on the way there or on the way back.
func (w *world) call(what string, effect func() error) error {
	if err := w.gate(); err != nil {
		return err
	}
	if w.chance(8) {
		w.note(what + " was lost on the way")
		return errDown
	}
	err := effect()
	w.note(fmt.Sprint(what, " → ", err))
	if w.chance(8) {
		w.note(what + ": the answer was lost")
		return payments.ErrTimeout
	}
	return err
}

// transaction is one transaction of the database: done or not done.
func (w *world) transaction(what string, effect func() error) error {
	if err := w.gate(); err != nil {
		return err
	}
	if w.chance(12) {
		w.note(what + " was refused")
		return errDB
	}
	err := effect()
	w.note(fmt.Sprint(what, " → ", err))
	return err
}

func (w *world) PaymentAttempt(context.Context, string) (a payments.Attempt, err error) {
	err = w.transaction("read", func() error { a, a.ReadAt = w.attempt, w.now; return nil })
	return a, err
}

func (w *world) DueAttempts(context.Context, string, int) (due []payments.Attempt, err error) {
	err = w.transaction("due", func() error {
		if !w.lookAt.IsZero() && !w.lookAt.After(w.now) {
			due = []payments.Attempt{w.attempt}
			due[0].ReadAt = w.now
		}
		return nil
	})
	return due, err
}

func (w *world) AttemptBegun(_ context.Context, _ string, h payments.Handoff) error {
	return w.transaction("begun", func() error {
		if w.attempt.State == payments.Open {
			w.attempt.Handoff, w.attempt.Expires = h, h.Expires
		}
		return nil
	})
}

func (w *world) AttemptLooked(_ context.Context, _ string, _, again time.Time) error {
	return w.transaction("looked", func() error {
		state := w.attempt.State
		switch {
		case again.IsZero() && state == payments.Released:
			w.attempt.State, w.lookAt = payments.Closed, time.Time{}
		case !again.IsZero() && (state == payments.Open || state == payments.Released):
			w.lookAt = again
			w.attempt.Lookups++
		}
		return nil
	})
}

func (w *world) AttemptCaptured(_ context.Context, _ string, amount money.Cents) error {
	return w.transaction("captured", func() error {
		w.attempt.Captured = max(w.attempt.Captured, amount)
		return nil
	})
}

func (w *world) Confirm(_ context.Context, _ string, c orders.Completion) (order *orders.Order, err error) {
	err = w.transaction("confirm", func() error {
		if !w.reserved {
			if w.order == nil {
				return apperr.New(apperr.PaymentTimeout)
			}
			order = copyOrder(w.order)
			return nil
		}
		w.reserved, w.lookAt = false, time.Time{}
		w.attempt.State, w.attempt.Captured = payments.Confirmed, c.Captured
		w.order = modelOrder(w.now)
		w.orders++
		w.enqueue(c.Jobs)
		order = copyOrder(w.order)
		return nil
	})
	return order, err
}

func (w *world) Release(_ context.Context, _ string, e orders.Ending) (state payments.State, err error) {
	err = w.transaction("release", func() error {
		if w.reserved {
			w.reserved, w.lookAt = false, e.LookAgain
			w.move(orders.StockReturned(modelOrder(w.now).Lines))
			w.attempt.State, w.attempt.Reason = payments.Released, e.Reason
		}
		state = w.attempt.State
		return nil
	})
	return state, err
}

func (w *world) move(moves []catalog.StockMove) {
	for _, m := range moves {
		w.stock[m.ID] += m.By
	}
}

func (w *world) OrderByID(context.Context, string) (order *orders.Order, err error) {
	err = w.transaction("order", func() error {
		if w.order == nil {
			return apperr.New(apperr.OrderNotFound)
		}
		order = copyOrder(w.order)
		return nil
	})
	return order, err
}

func (w *world) Order(ctx context.Context, _ string) (*orders.Order, error) {
	return w.OrderByID(ctx, modelKey)
}

// Move is the transaction that changes an order.
func (w *world) Move(_ context.Context, _ orders.OrderKey, _ string,
	change func(o *orders.Order) (orders.Change, error)) (order *orders.Order, err error) {
	err = w.transaction("move the order", func() error {
		if w.order == nil {
			return apperr.New(apperr.OrderNotFound)
		}
		o := copyOrder(w.order)
		c, err := change(o)
		if err != nil {
			return err
		}
		for _, id := range c.Drop {
			for i, job := range w.jobs {
				if job.ID != id {
					continue
				}
				if job.begun {
					return apperr.New(apperr.UndoLate)
				}
				w.jobs = append(w.jobs[:i:i], w.jobs[i+1:]...)
				break
			}
		}
		for _, stock := range c.Stock {
			w.move(stock.Moves)
		}
		w.order, order = o, copyOrder(o)
		w.enqueue(c.Jobs)
		return nil
	})
	return order, err
}

// refundBooks is the database of refunds.
type refundBooks struct{ *world }

func (w refundBooks) basis() (refunds.Basis, error) {
	if w.order == nil {
		return refunds.Basis{}, apperr.New(apperr.OrderNotFound)
	}
	return refunds.Basis{
		Order: copyOrder(w.order), Attempt: w.attempt, Earlier: append([]refunds.Refund(nil), w.refunded...),
	}, nil
}

func (w refundBooks) RefundBasis(context.Context, orders.OrderKey) (b refunds.Basis, err error) {
	err = w.transaction("read refunds", func() (err error) {
		b, err = w.basis()
		return err
	})
	return b, err
}

func (w refundBooks) count(amount money.Cents) error {
	if sum := w.attempt.Refunded + amount; sum < 0 || sum > w.attempt.Captured {
		return apperr.New(apperr.RefundTooMuch)
	}
	w.attempt.Refunded += amount
	return nil
}

func (w refundBooks) AddRefund(_ context.Context, _ orders.OrderKey, id string,
	decide func(refunds.Basis) (refunds.Change, error)) (made refunds.Refund, err error) {
	err = w.transaction("add a refund", func() error {
		b, err := w.basis()
		if err != nil {
			return err
		}
		for _, r := range b.Earlier {
			if r.ID == id {
				made = r
				return nil
			}
		}
		c, err := decide(b)
		if err != nil || c.Refund.ID == "" {
			return err
		}
		made = c.Refund
		w.refunded = append(w.refunded, made)
		return w.count(made.Amount)
	})
	return made, err
}

func (w refundBooks) ChangeRefund(ctx context.Context, id string,
	change func(refunds.Refund) (refunds.Change, error)) (now refunds.Refund, err error) {
	return w.ReviseRefund(ctx, id, func(_ refunds.Basis, r refunds.Refund) (refunds.Change, error) { return change(r) })
}

func (w refundBooks) ReviseRefund(_ context.Context, id string,
	change func(refunds.Basis, refunds.Refund) (refunds.Change, error)) (now refunds.Refund, err error) {
	err = w.transaction("change a refund", func() error {
		for i, r := range w.refunded {
			if r.ID != id {
				continue
			}
			b, err := w.basis()
			if err != nil {
				return err
			}
			c, err := change(b, r)
			if err != nil {
				return err
			}
			now = c.Refund
			w.refunded[i] = now
			switch {
			case r.State.Counts() && !now.State.Counts():
				return w.count(-now.Amount)
			case !r.State.Counts() && now.State.Counts():
				return w.count(now.Amount)
			}
			return nil
		}
		return apperr.New(apperr.RefundNotFound)
	})
	return now, err
}

func (w refundBooks) DueRefunds(_ context.Context, now time.Time, _ int) (due []refunds.Refund, err error) {
	err = w.transaction("due refunds", func() error {
		for _, r := range w.refunded {
			if !r.LookAt.IsZero() && !r.LookAt.After(now) {
				due = append(due, r)
			}
		}
		return nil
	})
	return due, err
}

func (refundBooks) HastenRefunds(context.Context, time.Time) error { return nil }

func (w refundBooks) RecordPaid(_ context.Context, _ string, captured, refunded money.Cents) error {
	return w.transaction("record what was paid", func() error {
		w.attempt.Captured = max(w.attempt.Captured, captured)
		w.attempt.Refunded = max(w.attempt.Refunded, min(refunded, w.attempt.Captured))
		return nil
	})
}

// bank is the gateway.
type bank struct{ *world }

func (b bank) Capabilities() payments.Capabilities { return b.able }

func (b bank) Begin(_ context.Context, r payments.BeginRequest) (h payments.Handoff, err error) {
	err = b.call("begin", func() error {
		if !b.voided {
			b.session = true
		}
		h = payments.Handoff{URL: "https://bank.example/pay", Expires: r.Expires}
		return nil
	})
	return h, err
}

func (b bank) Lookup(context.Context, string) (p payments.Payment, err error) {
	err = b.call("look up", func() error {
		switch {
		case b.voided:
			p.Outcome = payments.Voided
		case b.paid > 0:
			p = payments.Payment{
				Outcome: payments.Approved, TransactionID: "t", Amount: b.paid, Currency: b.currency,
				Merchant: b.able.Merchant, Captured: b.captured, Refunded: b.givenBack(),
			}
		case b.declined:
			p.Outcome = payments.Declined
		case b.session:
			p.Outcome = payments.Pending
		default:
			p.Outcome = payments.None
		}
		return nil
	})
	return p, err
}

func (w *world) givenBack() (sum money.Cents) {
	for _, amount := range w.refunds {
		sum += amount
	}
	return sum
}

func (b bank) Capture(_ context.Context, _ string, amount money.Cents) error {
	return b.call("capture", func() error {
		if b.voided || b.paid == 0 {
			return errors.New("nothing to capture")
		}
		if b.captured == 0 {
			b.captured = min(amount, b.paid)
			b.captures++
		}
		return nil
	})
}

func (b bank) Void(context.Context, string) error {
	return b.call("void", func() error {
		if b.captured > 0 {
			return payments.ErrCaptured
		}
		if b.paid > 0 {
			b.voided = true
		}
		if b.able.VoidIsFinal {
			b.session, b.voided = false, true
		}
		return nil
	})
}

func (b bank) Refund(_ context.Context, _ string, r payments.RefundRequest) (payments.RefundState, error) {
	err := b.call("refund", func() error {
		if _, known := b.refunds[r.ID]; known {
			return nil
		}
		if b.givenBack()+r.Amount > b.captured {
			return errors.New("more than was captured")
		}
		b.refunds[r.ID] = r.Amount
		return nil
	})
	return payments.RefundDone, err
}

func (b bank) Notification(header func(string) string, _ []byte) (string, error) {
	if header("secret") != "right" {
		return "", payments.ErrForged
	}
	return modelKey, nil
}

// modelRate is pounds per dollar.
const modelRate = 89_500

// poundsBank is the same gateway with an account in pounds.
type poundsBank struct{ bank }

func (b poundsBank) Begin(ctx context.Context, r payments.BeginRequest) (payments.Handoff, error) {
	if r.Amount != modelAmount*modelRate || r.Currency != payments.Pounds {
		return payments.Handoff{}, fmt.Errorf("asked for %s %s", r.Amount, r.Currency)
	}
	return b.bank.Begin(ctx, r)
}

func (b poundsBank) Lookup(ctx context.Context, key string) (payments.Payment, error) {
	p, err := b.bank.Lookup(ctx, key)
	if p.Currency == "USD" {
		p.Currency, p.Amount, p.Captured, p.Refunded = payments.Pounds, p.Amount*modelRate, p.Captured*modelRate,
			p.Refunded*modelRate
	}
	return p, err
}

func (b poundsBank) Capture(ctx context.Context, key string, amount money.Cents) error {
	return b.bank.Capture(ctx, key, amount/modelRate)
}

func (b poundsBank) Refund(ctx context.Context, key string, r payments.RefundRequest) (payments.RefundState, error) {
	if r.Currency == payments.Pounds {
		r.Amount /= modelRate
	}
	return b.bank.Refund(ctx, key, r)
}

func (w *world) ChargeRate(context.Context, string) (int64, error) {
	if err := w.gate(); err != nil {
		return 0, err
	}
	return modelRate, nil
}

// pay is what the shopper does on the gateway's page.
func (w *world) pay(amount money.Cents, currency string) {
	if w.gate() != nil || !w.session || w.voided || w.paid > 0 || !w.now.Before(w.attempt.Expires) {
		return
	}
	w.paid, w.currency = amount, currency
	if !w.able.CapturesLater {
		w.captured = amount
		w.captures++
	}
	w.note("paid")
}

// shop is the services that every server runs.
type shop struct {
	orders  *orders.Service
	refunds *refunds.Service
}

// newWorld is a reservation whose checkout has just committed, and everybody who can meet it.
func newWorld(seed uint64) (*world, shop) {
	random := rand.New(rand.NewPCG(seed, 0))
	w := &world{
		random: random, now: time.Unix(1_700_000_000, 0).UTC(), faults: true, reserved: true,
		refunds: map[string]money.Cents{}, stock: map[string]int{},
		able: payments.Capabilities{
			Name: "bank", Merchant: "me", SessionLife: modelLife, CapturesLater: random.IntN(2) == 0,
			VoidIsFinal: random.IntN(2) == 0, PartRefunds: true,
		},
	}
	w.attempt = payments.Attempt{
		Key: modelKey, UserID: modelUser, Gateway: "bank", State: payments.Open, Amount: modelAmount, Currency: "USD",
		Hosted: true, Expires: w.now.Add(modelLife),
	}
	w.lookAt = w.now.Add(orders.StaleAfter)
	clock, log := func() time.Time { return w.now }, slog.New(slog.DiscardHandler)
	var gateway payments.HostedGateway = bank{w}
	if random.IntN(2) == 0 {
		gateway = payments.NewExchange(poundsBank{bank{w}}, w, "USD")
	}
	s := shop{
		orders:  orders.New(orders.Options{Store: w, Gateway: gateway, Now: clock, Log: log}),
		refunds: refunds.New(refunds.Options{Store: refundBooks{w}, Gateway: gateway, Now: clock, Log: log}),
	}
	switch random.IntN(3) {
	case 0: // the order has just been placed
		w.faults, w.session, w.lookAt = false, true, w.now
		w.pay(modelAmount, "USD")
		_, _ = s.orders.SweepPayments(context.Background())
		w.faults = true
		w.startCustomer(s)
		w.startStaff(s)
	case 1:
		w.startShoppers(s)
		w.startStaff(s)
	default:
		w.startShoppers(s)
	}
	w.startServers(s)
	w.start("clock", func() {
		for range 1 + random.IntN(5) {
			if w.gate() != nil {
				return
			}
			w.now = w.now.Add([]time.Duration{time.Second, orders.StaleAfter, modelLife}[random.IntN(3)])
		}
	})
	return w, s
}

// startShoppers starts who buys: two tabs, the browser that comes back, and a notification of the gateway.
func (w *world) startShoppers(s shop) {
	ctx, random := context.Background(), w.random
	w.start("checkout", func() {
		_, _ = s.orders.BeginHosted(ctx, orders.Request{UserID: modelUser}, orders.Reservation{ID: modelKey})
	})
	w.start("second tab", func() {
		_, _ = s.orders.RejoinHosted(ctx, orders.Request{UserID: modelUser}, modelKey)
	})
	wrong := random.IntN(10) == 0
	w.start("shopper", func() {
		for range random.IntN(4) {
			if w.gate() != nil {
				return
			}
		}
		if random.IntN(4) == 0 {
			w.declined = true
			_ = w.gate()
		}
		switch {
		case random.IntN(5) == 0: // closes the tab
		case wrong:
			w.pay(1, "USD")
		default:
			w.pay(modelAmount, "USD")
		}
	})
	w.start("browser", func() {
		for range 1 + random.IntN(3) {
			_, _, _ = s.orders.CheckPayment(ctx, modelKey, modelUser, payments.Returned)
		}
	})
	secrets := []string{"right", "right", "wrong"}
	w.start("notification", func() {
		for range random.IntN(4) {
			secret := secrets[random.IntN(len(secrets))]
			_ = s.orders.Notify(ctx, "bank", func(string) string { return secret }, nil)
		}
	})
	if random.IntN(3) == 0 {
		w.start("gives up", func() {
			_, _, _ = s.orders.CheckPayment(ctx, modelKey, modelUser, payments.Abandoned)
		})
	}
	w.startCustomer(s)
}

// startCustomer starts who may cancel the order.
func (w *world) startCustomer(s shop) {
	if w.random.IntN(4) > 0 {
		return
	}
	w.start("cancels the order", func() {
		w.wait(6)
		_, _ = s.orders.Cancel(context.Background(), modelNumber, modelUser, false)
	})
}

// startServers starts two of what every server does in the background.
func (w *world) startServers(s shop) {
	ctx := context.Background()
	for i := range 2 {
		w.start(fmt.Sprint("sweeper ", i), func() {
			for range 3 {
				_, _ = s.orders.SweepPayments(ctx)
				_, _ = s.refunds.Sweep(ctx)
			}
		})
		w.start(fmt.Sprint("worker ", i), func() { w.work(ctx, s, 3) })
	}
}

// startStaff starts who gives money back, cancels a part, and sometimes takes that back.
func (w *world) startStaff(s shop) {
	ctx, random := context.Background(), w.random
	w.start("refunds", func() {
		for range 1 + random.IntN(3) {
			w.wait(10)
			wishes := []refunds.Wish{
				{Lines: []refunds.Line{{ProductID: "p1", Quantity: 1}}},
				{Lines: []refunds.Line{{ProductID: "p2", Quantity: 1}}},
				{Delivery: true}, {Amount: 101}, {All: true},
			}
			wish, key := wishes[random.IntN(len(wishes))], fmt.Sprint("press ", random.IntN(3))
			wish.Reason = "asked for"
			_, _ = s.refunds.Give(ctx, modelNumber, key, wish, modelStaff)
		}
	})
	w.start("cancels a part", func() {
		w.wait(12)
		place := 1 + random.IntN(2)
		o, err := s.orders.MoveFulfilment(ctx, orders.MoveRequest{
			ID: orders.FulfilmentID(modelKey, place), To: orders.Cancelled, By: modelStaff,
		})
		if err != nil || random.IntN(3) > 0 {
			return
		}
		w.wait(3)
		event, _, _ := s.orders.Undoable(o, place)
		_, _ = s.orders.Undo(ctx, "", orders.FulfilmentID(modelKey, place), event.ID, modelStaff)
	})
}

// wait lets others go first, up to so many times.
func (w *world) wait(times int) {
	for range w.random.IntN(times) {
		if w.gate() != nil {
			return
		}
	}
}

// work does jobs as the outbox does: one that fails, or whose worker dies, is done again.
func (w *world) work(ctx context.Context, s shop, times int) {
	for range times {
		if w.gate() != nil {
			return
		}
		var due []*modelJob
		for _, job := range w.jobs {
			if !job.due.After(w.now) {
				due = append(due, job)
			}
		}
		if len(due) == 0 {
			continue
		}
		job := due[w.random.IntN(len(due))]
		job.begun = true
		do := s.refunds.Settle
		if job.Kind == orders.CaptureJob {
			do = s.orders.Capture
		}
		if do(ctx, job.Job) != nil || w.gate() != nil {
			job.due = w.now.Add(2 * time.Second)
			continue
		}
		for i, other := range w.jobs {
			if other == job {
				w.jobs = append(w.jobs[:i:i], w.jobs[i+1:]...)
				break
			}
		}
	}
}

// run lets the actors go on in a drawn order, and kills some of them on the way.
func (w *world) run() {
	running := append([]*actor(nil), w.actors...)
	for len(running) > 0 {
		i := w.random.IntN(len(running))
		a := running[i]
		w.current = a
		if w.random.IntN(40) == 0 {
			w.note("killed")
			a.dead = true
			a.stop()
			a.done = true
		} else if _, more := a.next(); !more {
			a.done = true
		}
		w.current = nil
		if a.done {
			running = append(running[:i:i], running[i+1:]...)
		}
	}
}

// settle is what happens when nothing fails any more: the sweepers and the outbox go on as time passes.
func (w *world) settle(s shop) {
	w.faults = false
	ctx := context.Background()
	for range 200 {
		_, _ = s.orders.SweepPayments(ctx)
		_, _ = s.refunds.Sweep(ctx)
		w.work(ctx, s, 4)
		next := w.lookAt
		for _, job := range w.jobs {
			next = earlier(next, job.due)
		}
		for _, r := range w.refunded {
			next = earlier(next, r.LookAt)
		}
		switch {
		case next.IsZero():
			return
		case next.After(w.now):
			w.now = next
		}
	}
}

// earlier is the earlier of two moments; the zero time is none.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// verdict says what is wrong with how it ended.
func (w *world) verdict() string {
	held := w.captured - w.givenBack()
	reserved := w.paid > 0 && w.captured == 0 && !w.voided
	switch {
	case w.orders > 1:
		return "more than one order"
	case w.captures > 1:
		return "captured more than once"
	case held < 0:
		return "more was given back than taken"
	case w.reserved, !w.lookAt.IsZero(), len(w.jobs) > 0:
		return "it never ended"
	case w.order == nil && (held != 0 || reserved):
		return fmt.Sprintf("no order, and the gateway holds %s (reserved: %v)", held, reserved)
	case w.order == nil && (w.stock["p1"] != 2 || w.stock["p2"] != 1):
		return fmt.Sprintf("no order, and the pieces that came back are %v", w.stock)
	case w.order == nil:
		return ""
	}
	return w.orderVerdict(held, reserved)
}

// orderVerdict says what is wrong with an order: which pieces are out, and what the gateway holds for them.
func (w *world) orderVerdict(held money.Cents, reserved bool) string {
	var paid money.Cents
	for i, l := range w.order.Lines {
		f, back := &w.order.Fulfilments[i], 0
		if f.Off() {
			back = l.Quantity
		} else {
			paid += f.Totals.Total
		}
		if w.stock[l.ProductID] != back {
			return fmt.Sprintf("part %d is %s, and %d pieces came back", i+1, f.Status, w.stock[l.ProductID])
		}
	}
	// Refunds of the staff for the parts that stand; an amount may be for either.
	var least, most money.Cents
	for _, r := range w.refunded {
		switch {
		case r.State != refunds.Done:
			return fmt.Sprintf("a refund is %s: %s", r.State, r.Problem)
		case r.Automatic:
		case len(r.Lines) == 0 && !r.Delivery:
			most += r.Amount
		default:
			for place, amount := range r.Parts {
				if !w.order.Part(place).Off() {
					least += amount
					most += amount
				}
			}
		}
	}
	off := paid < modelAmount
	switch {
	case paid == 0 && (held != 0 || reserved):
		return fmt.Sprintf("nothing stands, and the gateway holds %s (reserved: %v)", held, reserved)
	case paid > 0 && reserved:
		return "an order stands, and its money was never taken"
	case !off && held != paid-most, held > paid-least, held < max(0, paid-most):
		return fmt.Sprintf("%s stands, %s to %s was refunded, and the gateway holds %s", paid, least, most, held)
	case w.captured > 0 && w.attempt.Refunded != w.givenBack():
		return fmt.Sprintf("%s is counted, %s went back", w.attempt.Refunded, w.givenBack())
	}
	return ""
}

func TestHostedPayments_EveryScheduleEndsWithOneOrderOrNoMoney(t *testing.T) {
	schedules := uint64(100_000)
	if testing.Short() {
		schedules = 10_000
	}
	ended := map[string]int{}
	for seed := range schedules {
		w, s := newWorld(seed)
		w.run()
		w.settle(s)
		if wrong := w.verdict(); wrong != "" {
			t.Fatalf("seed %d: %s; the attempt is %+v\n%s", seed, wrong, w.attempt, strings.Join(w.trace, "\n"))
		}
		ended[string(w.attempt.State)+" "+string(w.attempt.Reason)]++
		w.countEnds(ended)
	}
	// A checker that never gets to the interesting ends proves nothing.
	for _, end := range []string{
		"confirmed ", "closed declined", "closed cancelled", "closed expired", "closed mismatch", "closed unavailable",
		"cancelled order", "cancelled part", "undone", "refunded by staff", "refunded part and cancelled part",
	} {
		if ended[end] < int(schedules)/1000 {
			t.Errorf("only %d of %d schedules ended as %q: %v", ended[end], schedules, end, ended)
		}
	}
	t.Log(ended)
}

// countEnds counts what became of an order.
func (w *world) countEnds(ended map[string]int) {
	if w.order == nil {
		return
	}
	off, staff, undone := 0, 0, false
	for i := range w.order.Fulfilments {
		if w.order.Fulfilments[i].Off() {
			off++
		}
	}
	for _, r := range w.refunded {
		if !r.Automatic {
			staff++
		}
	}
	for _, e := range w.order.Events {
		undone = undone || e.Undone
	}
	for end, so := range map[string]bool{
		"cancelled order": off == 2, "cancelled part": off == 1, "undone": undone, "refunded by staff": staff > 0,
		"refunded part and cancelled part": off == 1 && staff > 0,
	} {
		if so {
			ended[end]++
		}
	}
}
