package orders

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
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/payments"
)

// The model checker runs the real service against a database and a gateway in memory, under schedules drawn from
// seeds: every call to either can be overtaken by every other actor, fail before or after its effect, or be the last
// thing its process did. Whatever happens, an attempt must end as exactly one of: one order whose money was captured
// once; no order, and no money held.

const (
	modelKey    = "attempt"
	modelUser   = "user"
	modelAmount = money.Cents(1234)
	modelLife   = 15 * time.Minute
)

var (
	errDead = errors.New("the process was killed")
	errDown = errors.New("no route to the gateway")
	errDB   = apperr.New(apperr.Unavailable)
)

// world is everything outside the service: the database, the gateway, the clock, and who runs.
type world struct {
	Store  // methods that the model does not need stay nil
	random *rand.Rand
	now    time.Time
	able   payments.Capabilities
	faults bool
	trace  []string

	current *actor
	actors  []*actor

	// The database.
	attempt  payments.Attempt
	lookAt   time.Time
	reserved bool
	stock    int
	order    *Order
	orders   int
	jobs     []outbox.Job

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
	err = w.transaction("read", func() error { a = w.attempt; return nil })
	return a, err
}

func (w *world) DueAttempts(context.Context, string, time.Time, int) (due []payments.Attempt, err error) {
	err = w.transaction("due", func() error {
		if !w.lookAt.IsZero() && !w.lookAt.After(w.now) {
			due = []payments.Attempt{w.attempt}
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

func (w *world) AttemptRefunded(context.Context, string, money.Cents) error { return nil }

func (w *world) AttemptCaptured(context.Context, string, money.Cents) error {
	return w.transaction("captured", func() error { return nil })
}

func (w *world) Confirm(_ context.Context, _ string, c Completion) (order *Order, err error) {
	err = w.transaction("confirm", func() error {
		if !w.reserved {
			if w.order == nil {
				return apperr.New(apperr.PaymentTimeout)
			}
			order = w.order
			return nil
		}
		w.reserved, w.lookAt = false, time.Time{}
		w.attempt.State = payments.Confirmed
		w.order = &Order{ID: modelKey, Status: Placed}
		w.order.Totals.Total = modelAmount
		w.order.Fulfilments = []Fulfilment{{Place: 1, Status: Placed, Totals: w.order.Totals}}
		w.orders++
		w.jobs = append(w.jobs, c.Jobs...)
		order = w.order
		return nil
	})
	return order, err
}

func (w *world) Release(_ context.Context, _ string, e Ending) (state payments.State, err error) {
	err = w.transaction("release", func() error {
		if w.reserved {
			w.reserved, w.lookAt = false, e.LookAgain
			w.stock++
			w.attempt.State, w.attempt.Reason = payments.Released, e.Reason
		}
		state = w.attempt.State
		return nil
	})
	return state, err
}

func (w *world) OrderByID(context.Context, string) (order *Order, err error) {
	err = w.transaction("order", func() error {
		if w.order == nil {
			return apperr.New(apperr.OrderNotFound)
		}
		copied := *w.order
		order = &copied
		return nil
	})
	return order, err
}

// cancelOrder is the transaction of a cancelled order.
func (w *world) cancelOrder() {
	_ = w.transaction("cancel the order", func() error {
		if w.order != nil && w.order.Status == Placed {
			w.order.Status = Cancelled
			w.order.Fulfilments[0].Status = Cancelled
			w.stock++
			job, err := outbox.New(RefundJob, paymentJob{Key: modelKey})
			if err != nil {
				return err
			}
			w.jobs = append(w.jobs, job)
		}
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
				Merchant: b.able.Merchant, Captured: b.captured, Refunded: b.refunded(),
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

func (w *world) refunded() (sum money.Cents) {
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
			b.captured = amount
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
		if b.refunded()+r.Amount > b.captured {
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

// newWorld is a reservation whose checkout has just committed, and everybody who can meet it.
func newWorld(seed uint64) (*world, *Service) {
	random := rand.New(rand.NewPCG(seed, 0))
	w := &world{
		random: random, now: time.Unix(1_700_000_000, 0), faults: true, reserved: true,
		refunds: map[string]money.Cents{},
		able: payments.Capabilities{
			Name: "bank", Merchant: "me", SessionLife: modelLife, CapturesLater: random.IntN(2) == 0,
			VoidIsFinal: random.IntN(2) == 0,
		},
	}
	w.attempt = payments.Attempt{
		Key: modelKey, UserID: modelUser, Gateway: "bank", State: payments.Open, Amount: modelAmount, Currency: "USD",
		Hosted: true, Expires: w.now.Add(modelLife),
	}
	w.lookAt = w.now.Add(StaleAfter)
	s := New(Options{
		Store: w, Gateway: bank{w}, Now: func() time.Time { return w.now }, Log: slog.New(slog.DiscardHandler),
	})
	ctx := context.Background()
	w.start("checkout", func() {
		_, _ = s.beginHosted(ctx, Request{UserID: modelUser}, Reservation{ID: modelKey})
	})
	w.start("second tab", func() { _, _ = s.rejoinHosted(ctx, Request{UserID: modelUser}, modelKey) })
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
			_, _, _ = s.CheckPayment(ctx, modelKey, modelUser, payments.Returned)
		}
	})
	secrets := []string{"right", "right", "wrong"}
	w.start("notification", func() {
		for range random.IntN(4) {
			secret := secrets[random.IntN(len(secrets))]
			_ = s.Notify(ctx, "bank", func(string) string { return secret }, nil)
		}
	})
	if random.IntN(3) == 0 {
		w.start("gives up", func() { _, _, _ = s.CheckPayment(ctx, modelKey, modelUser, payments.Abandoned) })
	}
	for i := range 2 {
		w.start(fmt.Sprint("sweeper ", i), func() {
			for range 3 {
				_, _ = s.SweepPayments(ctx)
			}
		})
		w.start(fmt.Sprint("worker ", i), func() { w.work(ctx, s, 3) })
	}
	if random.IntN(4) == 0 {
		w.start("cancels the order", func() {
			for range random.IntN(6) {
				_ = w.gate()
			}
			w.cancelOrder()
		})
	}
	w.start("clock", func() {
		for range 1 + random.IntN(5) {
			if w.gate() != nil {
				return
			}
			w.now = w.now.Add([]time.Duration{time.Second, StaleAfter, modelLife}[random.IntN(3)])
		}
	})
	return w, s
}

// work does jobs as the outbox does: one that fails, or whose worker dies, is done again.
func (w *world) work(ctx context.Context, s *Service, times int) {
	for range times {
		if w.gate() != nil || len(w.jobs) == 0 {
			continue
		}
		job := w.jobs[w.random.IntN(len(w.jobs))]
		do := s.Refund
		if job.Kind == CaptureJob {
			do = s.Capture
		}
		if do(ctx, job) != nil || w.gate() != nil {
			continue
		}
		for i, other := range w.jobs {
			if other.ID == job.ID {
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

// settle is what happens when nothing fails any more: the sweeper and the outbox go on as time passes.
func (w *world) settle(s *Service) {
	w.faults = false
	ctx := context.Background()
	for range 100 {
		_, _ = s.SweepPayments(ctx)
		w.work(ctx, s, 2)
		switch {
		case !w.lookAt.IsZero() && w.lookAt.After(w.now):
			w.now = w.lookAt
		case w.lookAt.IsZero() && len(w.jobs) == 0:
			return
		}
	}
}

// verdict says what is wrong with how it ended.
func (w *world) verdict() string {
	held := w.captured - w.refunded()
	reserved := w.paid > 0 && w.captured == 0 && !w.voided
	standing := w.order != nil && w.order.Status == Placed
	switch {
	case w.orders > 1:
		return "more than one order"
	case w.captures > 1:
		return "captured more than once"
	case held < 0:
		return "more was given back than taken"
	case w.reserved, !w.lookAt.IsZero(), len(w.jobs) > 0:
		return "it never ended"
	case standing && held != modelAmount:
		return fmt.Sprintf("an order, and %s was captured", held)
	case standing && w.stock != 0, !standing && w.stock != 1:
		return fmt.Sprintf("standing %v, and %d pieces came back", standing, w.stock)
	case !standing && (held != 0 || reserved):
		return fmt.Sprintf("no order, and the gateway holds %s (reserved: %v)", held, reserved)
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
			t.Fatalf("seed %d: %s; the attempt is %s\n%s", seed, wrong, w.attempt.State, strings.Join(w.trace, "\n"))
		}
		ended[string(w.attempt.State)+" "+string(w.attempt.Reason)]++
		if w.order != nil && w.order.Status == Cancelled {
			ended["cancelled order"]++
		}
	}
	// A checker that never gets to the interesting ends proves nothing.
	for _, end := range []string{
		"confirmed ", "closed declined", "closed cancelled", "closed expired", "closed mismatch", "closed unavailable",
		"cancelled order",
	} {
		if ended[end] < int(schedules)/1000 {
			t.Errorf("only %d of %d schedules ended as %q: %v", ended[end], schedules, end, ended)
		}
	}
}
