package storetest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"dawa/internal/adapter/gateway/sandbox"
	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/ledger"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
	"dawa/internal/domain/refunds"
)

// refundBank is the sandbox with refunds that can fail, stay pending or lose their answer.
type refundBank struct {
	payments.Gateway
	mu    sync.Mutex
	state payments.RefundState
	err   error
	ids   map[string]bool
}

func (b *refundBank) say(state payments.RefundState, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.state, b.err = state, err
}

func (b *refundBank) Refund(ctx context.Context, key string,
	r payments.RefundRequest) (payments.RefundState, error) {
	b.mu.Lock()
	b.ids[r.ID] = true
	state, err := b.state, b.err
	b.mu.Unlock()
	if state != payments.RefundDone && err == nil {
		return state, nil
	}
	done, realErr := b.Gateway.Refund(ctx, key, r) // a lost answer has its effect
	if err != nil {
		return "", err
	}
	return done, realErr
}

// books is a ledger that can be shut.
type books struct {
	mu     sync.Mutex
	shut   bool
	booked map[string]money.Cents
}

func (b *books) Refunded(_ context.Context, r refunds.Refund) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.shut {
		return errors.New("the ledger is shut")
	}
	b.booked[r.ID] = r.Amount
	return nil
}

type refundsFixture struct {
	*ordersFixture
	bank    *refundBank
	books   *books
	now     time.Time
	refunds *refunds.Service
}

func eachRefundsFixture(t *testing.T, test func(t *testing.T, m *refundsFixture)) {
	t.Helper()
	eachOrdersFixture(t, 3, func(t *testing.T, m *ordersFixture) {
		f := &refundsFixture{ordersFixture: m, books: &books{booked: map[string]money.Cents{}}, now: time.Now()}
		f.bank = &refundBank{Gateway: m.gateway, state: payments.RefundDone, ids: map[string]bool{}}
		f.refunds = refunds.New(refunds.Options{
			Store: sqlstore.NewRefunds(m.db), Orders: m.store, Gateway: f.bank, Follower: f.books,
			BaseURL: "http://shop.test", Now: func() time.Time { return f.now }, Log: slog.New(slog.DiscardHandler),
		})
		test(t, f)
	})
}

func (m *refundsFixture) bought(t *testing.T, quantity int) *orders.Order {
	t.Helper()
	me := m.people(t, 1)[0]
	m.fill(t, []string{me}, quantity, "p0", "p1")
	o, err := m.orders.Place(t.Context(), payCard(me, "k", sandbox.CardApproved))
	must(t, err)
	return o
}

// sums reads what the shop and the gateway say was given back.
func (m *refundsFixture) sums(t *testing.T, o *orders.Order) (counted, atGateway money.Cents) {
	t.Helper()
	given, err := m.refunds.Of(t.Context(), o.ID)
	must(t, err)
	p, err := m.bank.Lookup(t.Context(), o.ID)
	must(t, err)
	return given.Attempt.Refunded, p.Refunded
}

func amountOf(cents money.Cents) refunds.Wish { return refunds.Wish{Amount: cents, Reason: "damaged"} }

// Promise: however many refunds are asked for at once, no more goes back than was taken.
func TestRefunds_FiftyAtOnceNeverExceedWhatWasTaken(t *testing.T) {
	t.Parallel()
	eachRefundsFixture(t, func(t *testing.T, m *refundsFixture) {
		o := m.bought(t, 2)
		part := o.Totals.Total / 7 // seven fit, forty-three do not
		var wg sync.WaitGroup
		var mu sync.Mutex
		given := money.Cents(0)
		for i := range 50 {
			wg.Go(func() {
				r, err := m.refunds.Give(t.Context(), o.Number, fmt.Sprint("r", i), amountOf(part), "u0")
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					given += r.Amount
				} else if apperr.CodeOf(err) != apperr.RefundTooMuch {
					t.Errorf("refund %d: %v", i, err)
				}
			})
		}
		wg.Wait()
		counted, atGateway := m.sums(t, o)
		if given != 7*part || counted != given || atGateway != given || given > o.Totals.Total {
			t.Errorf("given %v, counted %v, at the gateway %v, of %v", given, counted, atGateway, o.Totals.Total)
		}
		if len(m.books.booked) != 7 {
			t.Errorf("%d refunds are booked", len(m.books.booked))
		}
	})
}

// The same key is the same refund, also at the same time.
func TestRefunds_SameKeyGivesBackOnce(t *testing.T) {
	t.Parallel()
	eachRefundsFixture(t, func(t *testing.T, m *refundsFixture) {
		o := m.bought(t, 1)
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() {
				if _, err := m.refunds.Give(t.Context(), o.Number, "same", amountOf(100), "u0"); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if counted, atGateway := m.sums(t, o); counted != 100 || atGateway != 100 {
			t.Errorf("counted %v, at the gateway %v", counted, atGateway)
		}
	})
}

func TestRefunds_ByLineUpToWhatWasOrdered(t *testing.T) {
	t.Parallel()
	eachRefundsFixture(t, func(t *testing.T, m *refundsFixture) {
		o := m.bought(t, 2)
		one := refunds.Wish{Lines: []refunds.Line{{ProductID: "p0", Quantity: 1}}, Reason: "broken"}
		for i := range 3 {
			r, err := m.refunds.Give(t.Context(), o.Number, fmt.Sprint("line", i), one, "u0")
			switch {
			case i < 2 && (err != nil || r.Amount != o.Lines[0].UnitPrice || r.State != refunds.Done):
				t.Errorf("piece %d: %+v, %v", i, r, err)
			case i == 2 && apperr.CodeOf(err) != apperr.RefundTooMuch:
				t.Errorf("a third piece of two: %v", err)
			}
		}
		fee := refunds.Wish{Delivery: true, Reason: "late"}
		if r, err := m.refunds.Give(t.Context(), o.Number, "fee", fee, "u0"); err != nil || r.Amount != o.Totals.Fee {
			t.Errorf("the delivery fee: %+v, %v", r, err)
		}
		_, err := m.refunds.Give(t.Context(), o.Number, "fee2", fee, "u0")
		if apperr.CodeOf(err) != apperr.RefundTooMuch {
			t.Errorf("the delivery fee again: %v", err)
		}
		rest, err := m.refunds.Give(t.Context(), o.Number, "rest", refunds.Wish{All: true, Reason: "all"}, "u0")
		if counted, _ := m.sums(t, o); err != nil || counted != o.Totals.Total {
			t.Errorf("the rest: %+v, %v; %v of %v", rest, err, counted, o.Totals.Total)
		}
		if n := m.count(t, "SELECT count(*) FROM outbox WHERE kind = $1", refunds.EmailJob); n != 4 {
			t.Errorf("%d emails about four refunds", n)
		}
		if n := m.count(t, "SELECT count(*) FROM audit WHERE action = 'order_refund'"); n != 4 {
			t.Errorf("%d entries in the audit log", n)
		}
	})
}

func TestRefunds_RefusedForCashCancelledAndWithoutReason(t *testing.T) {
	t.Parallel()
	eachRefundsFixture(t, func(t *testing.T, m *refundsFixture) {
		people := m.people(t, 2)
		m.fill(t, people, 1, "p0")
		cash, err := m.orders.Place(t.Context(), payCash(people[0], "a"))
		must(t, err)
		card, err := m.orders.Place(t.Context(), payCard(people[1], "b", sandbox.CardApproved))
		must(t, err)
		for _, w := range []refunds.Wish{
			{Amount: 1}, {Reason: "x"}, {Reason: "x", Amount: 1, All: true}, {Reason: "x", Amount: -1},
		} {
			_, err := m.refunds.Give(t.Context(), card.Number, "w", w, "u0")
			if apperr.CodeOf(err) != apperr.InvalidFields {
				t.Errorf("%+v: %v", w, err)
			}
		}
		if _, err := m.orders.Cancel(t.Context(), card.Number, people[1], false); err != nil {
			t.Fatal(err)
		}
		for _, o := range []*orders.Order{cash, card} {
			_, err := m.refunds.Give(t.Context(), o.Number, "no", amountOf(1), "u0")
			if apperr.CodeOf(err) != apperr.RefundImpossible {
				t.Errorf("order %s: %v", o.Number, err)
			}
		}
		_, err = m.refunds.Give(t.Context(), "000", "no", amountOf(1), "u0")
		if apperr.CodeOf(err) != apperr.OrderNotFound {
			t.Errorf("no such order: %v", err)
		}
	})
}

// A refund whose answer was lost, or that the bank takes its time for, is asked about again; one that the bank
// refuses can be tried again or given back by hand.
func TestRefunds_PendingFailedRetriedAndManual(t *testing.T) {
	t.Parallel()
	eachRefundsFixture(t, func(t *testing.T, m *refundsFixture) {
		o := m.bought(t, 2)
		ctx := t.Context()
		m.bank.say(payments.RefundDone, payments.ErrTimeout) // done, but nobody hears of it
		lost, err := m.refunds.Give(ctx, o.Number, "lost", amountOf(100), "u0")
		if err != nil || lost.State != refunds.Pending {
			t.Fatalf("a lost answer: %+v, %v", lost, err)
		}
		m.bank.say(payments.RefundPending, nil)
		slow, err := m.refunds.Give(ctx, o.Number, "slow", amountOf(50), "u0")
		if err != nil || slow.State != refunds.Pending {
			t.Fatalf("a slow bank: %+v, %v", slow, err)
		}
		if n, err := m.refunds.Sweep(ctx); err != nil || n != 0 {
			t.Errorf("swept %d before anything was due, %v", n, err)
		}
		m.bank.say(payments.RefundDone, nil)
		m.books.shut = true
		m.now = m.now.Add(time.Minute)
		if n, err := m.refunds.Sweep(ctx); err != nil || n != 2 {
			t.Errorf("swept %d, %v", n, err)
		}
		if counted, atGateway := m.sums(t, o); counted != 150 || atGateway != 150 || len(m.books.booked) != 0 {
			t.Errorf("counted %v, at the gateway %v", counted, atGateway)
		}
		m.books.shut = false // the ledger hears of it as soon as it is open
		_, err = m.refunds.Sweep(ctx)
		if err != nil || m.books.booked[lost.ID] != 100 || m.books.booked[slow.ID] != 50 {
			t.Errorf("booked %v, %v", m.books.booked, err)
		}

		m.bank.say("", errors.New("refused"))
		failed := map[string]string{}
		for _, key := range []string{"retried", "by-hand"} {
			r, err := m.refunds.Give(ctx, o.Number, key, amountOf(10), "u0")
			if err != nil || r.State != refunds.Failed || r.Problem == "" {
				t.Fatalf("refused: %+v, %v", r, err)
			}
			failed[key] = r.ID
		}
		m.bank.say(payments.RefundFailed, nil)
		if counted, _ := m.sums(t, o); counted != 150 {
			t.Errorf("what failed counts: %v", counted)
		}
		m.bank.say(payments.RefundDone, nil)
		again, err := m.refunds.Retry(ctx, failed["retried"], "u0")
		if err != nil || again.State != refunds.Done || !m.bank.ids[failed["retried"]+"-2"] {
			t.Errorf("retried: %+v, %v", again, err)
		}
		_, err = m.refunds.MarkManual(ctx, failed["by-hand"], " ", "u0")
		if apperr.CodeOf(err) != apperr.InvalidFields {
			t.Errorf("by hand without saying how: %v", err)
		}
		hand, err := m.refunds.MarkManual(ctx, failed["by-hand"], "cash at the counter", "u0")
		if err != nil || hand.State != refunds.Manual || m.books.booked[hand.ID] != 10 {
			t.Errorf("by hand: %+v, %v", hand, err)
		}
		if _, err := m.refunds.Retry(ctx, failed["by-hand"], "u0"); apperr.CodeOf(err) != apperr.RefundImpossible {
			t.Errorf("retrying what is done: %v", err)
		}
		if _, err := m.refunds.Retry(ctx, "nothing", "u0"); apperr.CodeOf(err) != apperr.RefundNotFound {
			t.Errorf("retrying nothing: %v", err)
		}
		if counted, _ := m.sums(t, o); counted != 170 {
			t.Errorf("counted %v", counted)
		}
	})
}

// settle does the jobs that give the payment of cancelled parts back, undo windows being over.
func (m *refundsFixture) settle(t *testing.T) {
	t.Helper()
	m.exec(t, "UPDATE outbox SET run_at = 0")
	m.now = m.now.Add(time.Minute)
	leases, err := sqlstore.NewOutbox(m.db).Take(t.Context(), []string{orders.RefundJob}, 10, time.Minute)
	must(t, err)
	for _, lease := range leases {
		for range 2 { // a job may be done twice
			must(t, m.refunds.Settle(t.Context(), lease.Job))
		}
	}
}

// What staff gave back for one part of an order does not lessen what goes back when another part is cancelled: the
// customer gets its whole price, less only what went back for that part already.
func TestRefunds_PartCancellationAfterAStaffRefund(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		wish refunds.Wish
		// back is what has gone back in the end, in parts of the order: the second one is cancelled.
		back func(o *orders.Order) money.Cents
	}{
		"for the part that stays": {
			refunds.Wish{Lines: []refunds.Line{{ProductID: "p0", Quantity: 1}}, Reason: "broken"},
			func(o *orders.Order) money.Cents { return o.Lines[0].UnitPrice + o.Part(2).Totals.Total },
		},
		"for the part that is cancelled": {
			refunds.Wish{Lines: []refunds.Line{{ProductID: "p1", Quantity: 1}}, Reason: "broken"},
			func(o *orders.Order) money.Cents { return o.Part(2).Totals.Total },
		},
		"the fee": {
			refunds.Wish{Delivery: true, Reason: "late"},
			func(o *orders.Order) money.Cents { return o.Part(1).Totals.Fee + o.Part(2).Totals.Total },
		},
		"an amount, which each part bears by its price": {
			amountOf(200),
			func(o *orders.Order) money.Cents {
				share := money.Split(200, []money.Cents{o.Part(1).Totals.Total, o.Part(2).Totals.Total})
				return share[0] + o.Part(2).Totals.Total
			},
		},
		"all": {
			refunds.Wish{All: true, Reason: "all of it"},
			func(o *orders.Order) money.Cents { return o.Totals.Total },
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachRefundsFixture(t, func(t *testing.T, m *refundsFixture) {
				m.sells(t, "s1", "p1")
				o := m.bought(t, 2)
				staff := o.UserID
				_, err := m.refunds.Give(t.Context(), o.Number, "staff", c.wish, staff)
				must(t, err)
				_, err = m.orders.MoveFulfilment(t.Context(), step(o, 2, orders.Cancelled, staff))
				must(t, err)
				m.settle(t)
				want := c.back(o)
				if counted, atGateway := m.sums(t, o); counted != want || atGateway != want {
					t.Errorf("%v counted, %v at the gateway, want %v of %v", counted, atGateway, want, o.Totals.Total)
				}
			})
		})
	}
}

// Promise: a piece that was refunded and is then taken off the order goes back once; the other piece can go back later.
func TestRefunds_PieceThatIsTakenOffAfterItsRefundGoesBackOnce(t *testing.T) {
	t.Parallel()
	eachRefundsFixture(t, func(t *testing.T, m *refundsFixture) {
		ctx := t.Context()
		o := m.bought(t, 2)
		unit, me := o.Lines[0].UnitPrice, o.UserID
		piece := refunds.Wish{
			Place: 1, Lines: []refunds.Line{{ProductID: o.Lines[0].ProductID, Quantity: 1}}, Reason: "not in stock",
		}
		_, err := m.refunds.Give(ctx, o.Number, "staff", piece, me)
		must(t, err)
		o, err = m.orders.Reduce(ctx, reduce(o, 1, o.Lines[0].ProductID, 1, me))
		must(t, err)
		_, err = m.orders.AnswerOn(ctx, o.Number, o.Part(1).ID, me, true)
		must(t, err)
		m.settle(t)
		if counted, atGateway := m.sums(t, o); counted != unit || atGateway != unit {
			t.Errorf("%v counted, %v at the gateway, of a piece at %v", counted, atGateway, unit)
		}
		_, err = m.refunds.Give(ctx, o.Number, "the other", piece, me)
		must(t, err)
		_, err = m.refunds.Give(ctx, o.Number, "a third", piece, me)
		wantCode(t, err, apperr.RefundTooMuch)
	})
}

// Promise: what the bank refused is not given back by hand when it went back another way meanwhile.
func TestRefunds_ByHandOnlyWhatDidNotGoBackMeanwhile(t *testing.T) {
	t.Parallel()
	eachRefundsFixture(t, func(t *testing.T, m *refundsFixture) {
		ctx := t.Context()
		o := m.bought(t, 2)
		piece := refunds.Wish{Lines: []refunds.Line{{ProductID: "p0", Quantity: 2}}, Reason: "broken"}
		m.bank.say("", errors.New("refused"))
		failed, err := m.refunds.Give(ctx, o.Number, "refused", piece, "u0")
		must(t, err)
		m.bank.say(payments.RefundDone, nil)
		again, err := m.refunds.Give(ctx, o.Number, "asked anew", piece, "u0")
		must(t, err)
		_, err = m.refunds.MarkManual(ctx, failed.ID, "cash at the counter", "u0")
		wantCode(t, err, apperr.RefundTooMuch)
		if counted, _ := m.sums(t, o); counted != again.Amount {
			t.Errorf("%v counted, of %v", counted, again.Amount)
		}
	})
}

// What a cancellation gives back counts too: it cannot be given back once more.
func TestRefunds_CancelledOrderLeavesNothingToGiveBack(t *testing.T) {
	t.Parallel()
	eachRefundsFixture(t, func(t *testing.T, m *refundsFixture) {
		o := m.bought(t, 1)
		_, err := m.orders.Cancel(t.Context(), o.Number, o.UserID, false)
		must(t, err)
		m.settle(t)
		b, err := m.refunds.Of(t.Context(), o.ID)
		if err != nil || b.Attempt.Captured != b.Attempt.Refunded || b.Left() != 0 || len(b.Earlier) != 1 ||
			!b.Earlier[0].Automatic || m.books.booked[b.Earlier[0].ID] != o.Totals.Total {
			t.Errorf("%+v, booked %v, %v", b, m.books.booked, err)
		}
	})
}

// Promise: two people of a store who press at once give back at most what was paid for their fulfilment, by card and in
// cash; the other store's is untouched, and nobody gives back for a store that is not theirs.
func TestRefunds_StoreGivesBackAtMostItsOwnPart(t *testing.T) {
	t.Parallel()
	for name, pay := range map[string]func(user string) orders.Request{
		"card": func(user string) orders.Request { return payCard(user, "k", sandbox.CardApproved) },
		"cash": func(user string) orders.Request { return payCash(user, "k") },
	} {
		t.Run(name, func(t *testing.T) {
			eachLedgerFixture(t, func(t *testing.T, m *ledgerFixture) {
				ctx, me := t.Context(), m.people(t, 1)[0]
				m.fill(t, []string{me}, 2, "p0", "p1")
				o, err := m.orders.Place(ctx, pay(me))
				must(t, err)
				own, other := o.Part(1), o.Part(2)
				if name == "cash" {
					_, err := m.refunds.GiveFor(ctx, own.StoreID, own.ID, "early", amountOf(1), me)
					wantCode(t, err, apperr.RefundImpossible) // nothing was paid yet
				}
				for place := range o.Fulfilments {
					o = m.deliver(t, o, place+1, me)
				}
				m.book(t)
				m.now = m.now.Add(time.Minute)
				share := own.Totals.Total / 3
				var wg sync.WaitGroup
				for i := range 12 {
					wg.Go(func() {
						_, err := m.refunds.GiveFor(ctx, own.StoreID, own.ID, fmt.Sprint(i/2), amountOf(share), me)
						if err != nil && apperr.CodeOf(err) != apperr.RefundTooMuch {
							t.Error(err)
						}
					})
				}
				wg.Wait()
				b, err := m.refunds.Of(ctx, o.ID)
				must(t, err)
				left := own.Totals.Total - 3*share
				if len(b.Earlier) != 3 || b.LeftFor(1, m.now) != left || b.LeftFor(2, m.now) != other.Totals.Total {
					t.Errorf("%d refunds leave %d and %d", len(b.Earlier), b.LeftFor(1, m.now), b.LeftFor(2, m.now))
				}
				_, err = m.refunds.GiveFor(ctx, other.StoreID, own.ID, "0", amountOf(share), me)
				wantCode(t, err, apperr.OrderNotFound) // the key of a refund that the other store made
				_, err = m.refunds.GiveFor(ctx, own.StoreID, own.ID, "p1", refunds.Wish{
					Lines: []refunds.Line{{ProductID: "p1", Quantity: 1}}, Reason: "another store's product",
				}, me)
				wantCode(t, err, apperr.RefundTooMuch)
				if n := m.count(t, "SELECT count(*) FROM outbox WHERE kind = $1", refunds.EmailJob); n != 3 {
					t.Errorf("%d emails about three refunds", n)
				}
				for _, r := range b.Earlier {
					must(t, m.ledger.Refunded(ctx, r))
				}
				m.zero(t)
				statement, err := m.ledger.Statement(ctx, ledger.Period{
					StoreID: own.StoreID, Until: m.now.Add(time.Hour), Limit: 10,
				})
				must(t, err)
				want := left
				if name == "cash" {
					want = 0 // the store took it all, and gave three shares of it back itself
				}
				if statement.Sums[ledger.Refund] != -3*share || statement.Closing != want {
					t.Errorf("the statement is %+v, want %d", statement, want)
				}
			})
		})
	}
}

// Promise: the people of a store can ask again for their own refund that the bank refused, however often and at once
// they press; it goes back once, and never beside another one for the same pieces.
func TestRefunds_StoreAsksAgainForItsOwnRefund(t *testing.T) {
	t.Parallel()
	eachLedgerFixture(t, func(t *testing.T, m *ledgerFixture) {
		ctx, me := t.Context(), m.people(t, 1)[0]
		m.fill(t, []string{me}, 2, "p0", "p1")
		o, err := m.orders.Place(ctx, payCard(me, "k", sandbox.CardApproved))
		must(t, err)
		own, other := o.Part(1), o.Part(2)
		piece := refunds.Wish{Lines: []refunds.Line{{ProductID: "p0", Quantity: 1}}, Reason: "broken"}
		give := func(key string, w refunds.Wish) refunds.Refund {
			t.Helper()
			r, err := m.refunds.GiveFor(ctx, own.StoreID, own.ID, key, w, me)
			must(t, err)
			return r
		}
		m.bank.say(payments.RefundFailed, nil)
		broken, fee := give("piece", piece), give("fee", refunds.Wish{Delivery: true, Reason: "late"})
		twice := give("twice", refunds.Wish{Lines: []refunds.Line{{ProductID: "p0", Quantity: 2}}, Reason: "broken"})
		shared, err := m.refunds.Give(ctx, o.Number, "house", amountOf(100), me)
		if err != nil || broken.State != refunds.Failed || shared.State != refunds.Failed {
			t.Fatalf("refused: %+v, %+v, %v", broken, shared, err)
		}
		// Others do not find it, and what is for other stores, too, is the house's.
		for _, c := range []struct {
			store, fulfilment, refund string
			want                      apperr.Code
		}{
			{other.StoreID, own.ID, broken.ID, apperr.OrderNotFound},
			{other.StoreID, other.ID, broken.ID, apperr.RefundNotFound},
			{own.StoreID, own.ID, shared.ID, apperr.RefundNotFound},
			{own.StoreID, own.ID, "nothing", apperr.RefundNotFound},
			{own.StoreID, "nothing", broken.ID, apperr.OrderNotFound},
		} {
			_, err := m.refunds.RetryFor(ctx, c.store, c.fulfilment, c.refund, me)
			wantCode(t, err, c.want)
		}
		again, err := m.refunds.RetryFor(ctx, own.StoreID, own.ID, broken.ID, me)
		if err != nil || again.State != refunds.Failed || again.Round != 2 {
			t.Errorf("refused again: %+v, %v", again, err)
		}
		m.bank.say(payments.RefundDone, nil)
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() {
				r, err := m.refunds.RetryFor(ctx, own.StoreID, own.ID, broken.ID, me)
				if err != nil || r.State != refunds.Done {
					t.Errorf("pressed ten times: %+v, %v", r, err)
				}
			})
		}
		wg.Wait()
		price := o.Lines[0].UnitPrice
		if counted, atGateway := m.sums(t, o); counted != price || atGateway != price || m.bank.ids[broken.ID+"-4"] {
			t.Errorf("counted %v, at the gateway %v, asked %v", counted, atGateway, m.bank.ids)
		}
		// One of the two pieces went back, and the fee is given back by another refund: neither goes back twice.
		give("fee again", refunds.Wish{Delivery: true, Reason: "late"})
		b, err := m.refunds.Of(ctx, o.ID)
		must(t, err)
		for _, late := range []refunds.Refund{twice, fee} {
			_, err := m.refunds.RetryFor(ctx, own.StoreID, own.ID, late.ID, me)
			wantCode(t, err, apperr.RefundTooMuch)
			_, err = m.refunds.Retry(ctx, late.ID, me)
			wantCode(t, err, apperr.RefundTooMuch)
			if m.refunds.MayRetry(b, late, 1) {
				t.Errorf("%+v is offered", late)
			}
		}
		if counted, _ := m.sums(t, o); counted != price+own.Totals.Fee {
			t.Errorf("counted %v", counted)
		}
		if n := m.count(t, "SELECT count(*) FROM audit WHERE action = 'order_refund_retry'"); n < 2 || n > 11 {
			t.Errorf("%d entries in the audit log", n)
		}
	})
}

// A refund that the bank refused is not asked for again by the store once its part goes back by itself.
func TestRefunds_StoreAsksNotAgainForWhatWasCancelled(t *testing.T) {
	t.Parallel()
	eachLedgerFixture(t, func(t *testing.T, m *ledgerFixture) {
		ctx, me := t.Context(), m.people(t, 1)[0]
		m.fill(t, []string{me}, 2, "p0", "p1")
		o, err := m.orders.Place(ctx, payCard(me, "k", sandbox.CardApproved))
		must(t, err)
		own := o.Part(1)
		m.bank.say(payments.RefundFailed, nil)
		refused, err := m.refunds.GiveFor(ctx, own.StoreID, own.ID, "k", amountOf(100), me)
		must(t, err)
		_, err = m.orders.MoveFulfilment(ctx, step(o, 1, orders.Cancelled, me))
		must(t, err)
		m.settle(t)
		_, err = m.refunds.RetryFor(ctx, own.StoreID, own.ID, refused.ID, me)
		wantCode(t, err, apperr.RefundImpossible)
		b, err := m.refunds.Of(ctx, o.ID)
		must(t, err)
		automatic := b.Earlier[len(b.Earlier)-1]
		if !automatic.Automatic || automatic.State != refunds.Failed || !m.refunds.MayRetry(b, automatic, 1) {
			t.Fatalf("the part goes back as %+v", automatic)
		}
		m.bank.say(payments.RefundDone, nil)
		done, err := m.refunds.RetryFor(ctx, own.StoreID, own.ID, automatic.ID, me)
		if err != nil || done.State != refunds.Done || done.Amount != own.Totals.Total {
			t.Errorf("asked again: %+v, %v", done, err)
		}
		_, err = m.refunds.Retry(ctx, refused.ID, me)
		wantCode(t, err, apperr.RefundTooMuch) // all of it went back
	})
}
