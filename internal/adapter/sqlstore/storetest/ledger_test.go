package storetest

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"dawa/internal/adapter/gateway/sandbox"
	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/ledger"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/refunds"
)

type ledgerFixture struct {
	*refundsFixture
	store  *sqlstore.Ledger
	ledger *ledger.Service
}

func eachLedgerFixture(t *testing.T, test func(t *testing.T, m *ledgerFixture)) {
	t.Helper()
	eachRefundsFixture(t, func(t *testing.T, m *refundsFixture) {
		f := &ledgerFixture{refundsFixture: m, store: sqlstore.NewLedger(m.db)}
		f.ledger = ledger.New(f.store, func() time.Time { return m.now })
		owner := person("owner")
		must(t, m.accounts.Write(t.Context(), func(tx accounts.Tx) error { return tx.AddUser(t.Context(), owner) }))
		for i, product := range []string{"p0", "p1", "p2"} {
			id := fmt.Sprint("s", i)
			m.exec(t, `
				INSERT INTO stores (id, owner_id, name, name_fold, street, city, building, state, phone_nb, status,
					created_at, updated_at)
				VALUES ($1, $2, $3, $3, 'a', 'b', 'c', 'd', '01234567', 'approved', 1, 1)`,
				id, owner.ID, "pharmacy "+id)
			m.sells(t, id, product)
		}
		test(t, f)
	})
}

// book does the waiting jobs, each twice: a worker may die before it says that it is done.
func (m *ledgerFixture) book(t *testing.T) {
	t.Helper()
	m.exec(t, "UPDATE outbox SET run_at = 0 WHERE kind = $1", orders.BookJob)
	box := sqlstore.NewOutbox(m.db)
	for {
		jobs, err := box.Take(t.Context(), []string{orders.BookJob}, 50, time.Minute)
		must(t, err)
		if len(jobs) == 0 {
			return
		}
		var wg sync.WaitGroup
		for _, job := range jobs {
			for range 2 {
				wg.Go(func() {
					if err := m.ledger.Book(t.Context(), job.Job); err != nil {
						t.Error(err)
					}
				})
			}
		}
		wg.Wait()
		must(t, box.Finish(t.Context(), jobs...))
	}
}

// zero checks that all accounts add up to nothing, and gives them.
func (m *ledgerFixture) zero(t *testing.T) map[ledger.Account]money.Cents {
	t.Helper()
	accounts, err := m.store.Accounts(t.Context())
	must(t, err)
	var sum money.Cents
	for _, balance := range accounts {
		sum += balance
	}
	if sum != 0 {
		t.Errorf("the accounts %v add up to %d", accounts, sum)
	}
	return accounts
}

func (m *ledgerFixture) deliver(t *testing.T, o *orders.Order, place int, by string) *orders.Order {
	t.Helper()
	for _, to := range []orders.Status{orders.Confirmed, orders.Preparing, orders.OutForDelivery, orders.Delivered} {
		var err error
		o, err = m.orders.MoveFulfilment(t.Context(), step(o, place, to, by))
		must(t, err)
	}
	return o
}

func TestLedger_DeliveryRefundAndReturnAreBookedOnce(t *testing.T) {
	t.Parallel()
	eachLedgerFixture(t, func(t *testing.T, m *ledgerFixture) {
		ctx := t.Context()
		people := m.people(t, 2)
		must(t, m.ledger.SetCommission(ctx, "s0", 1000, people[1]))
		m.fill(t, people[:1], 2, "p0", "p1")
		o, err := m.orders.Place(ctx, payCard(people[0], "k", sandbox.CardApproved))
		must(t, err)
		o = m.deliver(t, o, 1, people[1])
		m.book(t)
		// A commission that changes later does not change what was agreed.
		must(t, m.ledger.SetCommission(ctx, "s0", 5000, people[1]))
		f := o.Part(1)
		kept := f.Totals.Subtotal / 10
		want := f.Totals.Total - kept
		if got := m.zero(t)[ledger.StoreAccount("s0")]; got != want {
			t.Fatalf("the store has %d, not %d of %+v", got, want, f.Totals)
		}
		line := o.LinesOf(1)[0]
		wish := refunds.Wish{Lines: []refunds.Line{{ProductID: line.ProductID, Quantity: 1}}, Reason: "damaged"}
		r, err := m.refunds.Give(ctx, o.Number, "r1", wish, people[1])
		must(t, err)
		must(t, m.ledger.Refunded(ctx, r))
		must(t, m.ledger.Refunded(ctx, r))
		left := f.Totals.Subtotal - line.UnitPrice
		want = left + f.Totals.Fee - (left+5)/10
		accounts := m.zero(t)
		if got := accounts[ledger.StoreAccount("s0")]; got != want {
			t.Errorf("after a refund the store has %d, not %d", got, want)
		}
		if accounts[ledger.StoreAccount("s1")] != 0 {
			t.Error("the other store has money for what it has not delivered")
		}
		_, err = m.orders.MoveFulfilment(ctx, step(o, 1, orders.Returned, people[1]))
		must(t, err)
		m.book(t)
		if got := m.zero(t)[ledger.StoreAccount("s0")]; got != 0 {
			t.Errorf("after everything came back the store has %d", got)
		}
		statement, err := m.ledger.Statement(ctx, ledger.Period{
			StoreID: "s0", From: m.now.Add(-time.Hour), Until: m.now.Add(time.Hour), Limit: 3,
		})
		must(t, err)
		if statement.Closing != 0 || len(statement.Entries) != 3 || statement.Total < 6 ||
			statement.Sums[ledger.Refund] != -f.Totals.Total || statement.Entries[0].OrderNumber != o.Number {
			t.Errorf("the statement is %+v", statement)
		}
		_, err = m.ledger.Statement(ctx, ledger.Period{StoreID: "nobody", Limit: 1})
		wantCode(t, err, apperr.StoreNotFound)
	})
}

// Promise: the ledger is balanced after random histories, and each store has what its orders say.
func TestLedger_BalancedAfterRandomHistories(t *testing.T) {
	t.Parallel()
	eachLedgerFixture(t, func(t *testing.T, m *ledgerFixture) {
		ctx, r := t.Context(), rand.New(rand.NewPCG(3, 4))
		people := m.people(t, 4)
		staff := people[3]
		for i := range 3 {
			must(t, m.ledger.SetCommission(ctx, fmt.Sprint("s", i), ledger.BasisPoints(r.IntN(2000)), staff))
		}
		var placed []string
		for n := range size(8, 25, 400) {
			buyer := people[n%3]
			products := []string{"p0", "p1", "p2"}[:1+r.IntN(3)]
			for _, p := range products {
				m.setStock(t, p, 20)
			}
			m.fill(t, []string{buyer}, 1+r.IntN(2), products...)
			request := payCash(buyer, fmt.Sprint("k", n))
			if r.IntN(2) == 0 {
				request = payCard(buyer, fmt.Sprint("k", n), sandbox.CardApproved)
			}
			o, err := m.orders.Place(ctx, request)
			must(t, err)
			placed = append(placed, o.Number)
			for place := range o.Fulfilments {
				if r.IntN(4) == 0 {
					o, err = m.orders.MoveFulfilment(ctx, step(o, place+1, orders.Cancelled, staff))
					must(t, err)
					continue
				}
				o = m.deliver(t, o, place+1, staff)
				switch r.IntN(4) {
				case 0:
					event, _, _ := m.orders.Undoable(o, place+1)
					f := o.Part(place + 1)
					o, err = m.orders.Undo(ctx, f.StoreID, f.ID, event.ID, staff)
					must(t, err)
				case 1:
					o, err = m.orders.MoveFulfilment(ctx, step(o, place+1, orders.Returned, staff))
					must(t, err)
				}
			}
			if r.IntN(3) == 0 {
				wish := amountOf(money.Cents(1 + r.IntN(300)))
				given, err := m.refunds.Give(ctx, o.Number, fmt.Sprint("r", n), wish, staff)
				if err == nil {
					must(t, m.ledger.Refunded(ctx, given))
				}
			}
			if r.IntN(3) == 0 {
				f := o.Fulfilments[r.IntN(len(o.Fulfilments))]
				m.now = m.now.Add(time.Minute) // a delivery that can be undone is not paid yet
				wish := refunds.Wish{Delivery: true, Reason: "late"}
				if r.IntN(2) == 0 {
					wish = amountOf(money.Cents(1 + r.IntN(300)))
				}
				given, err := m.refunds.GiveFor(ctx, f.StoreID, f.ID, fmt.Sprint("s", n), wish, staff)
				if err == nil {
					must(t, m.ledger.Refunded(ctx, given))
				}
			}
			m.zero(t)
		}
		m.book(t)
		accounts := m.zero(t)
		want := map[ledger.Account]money.Cents{}
		for _, number := range placed {
			m.add(t, number, want)
		}
		for account, balance := range want {
			if accounts[account] != balance {
				t.Errorf("%s has %d, its orders say %d", account, accounts[account], balance)
			}
		}
	})
}

// add adds what an order's entries must say of the stores' accounts.
func (m *ledgerFixture) add(t *testing.T, number string, into map[ledger.Account]money.Cents) {
	t.Helper()
	o, err := m.orders.Of(t.Context(), number, "", true)
	must(t, err)
	basis, err := m.refunds.Of(t.Context(), o.ID)
	must(t, err)
	for i := range o.Fulfilments {
		f := &o.Fulfilments[i]
		b := ledger.Basis{Order: o, Part: f, Refunds: basis.Earlier}
		b.Commission = ledger.BasisPoints(m.count(t,
			"SELECT commission_bp FROM ledger_terms WHERE store_id = $1", f.StoreID))
		for _, cents := range ledger.Wanted(b) {
			into[ledger.StoreAccount(f.StoreID)] += cents
		}
	}
}

// Promise: however many payouts are recorded at once, a store is never paid more than it is owed; the same key is
// recorded once.
func TestLedger_PayoutsNeverExceedTheBalance(t *testing.T) {
	t.Parallel()
	eachLedgerFixture(t, func(t *testing.T, m *ledgerFixture) {
		ctx := t.Context()
		staff := m.people(t, 1)[0]
		must(t, m.ledger.Adjust(ctx, ledger.Payment{
			Key: "a", StoreID: "s0", Amount: 1000, ToStore: true, Note: "opening balance", By: staff,
		}))
		var wg sync.WaitGroup
		var mu sync.Mutex
		recorded := 0
		for i := range 20 {
			wg.Go(func() {
				p := ledger.Payment{
					Key: fmt.Sprint(i / 2), StoreID: "s0", Amount: 300, ToStore: true, Note: "bank transfer", By: staff,
				}
				err := m.ledger.Pay(ctx, p)
				if err != nil && apperr.CodeOf(err) != apperr.PayoutTooMuch {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					recorded++
				}
			})
		}
		wg.Wait()
		balance := m.zero(t)[ledger.StoreAccount("s0")]
		if balance != 100 || recorded != 6 {
			t.Errorf("%d of 20 were recorded and %d is left", recorded, balance)
		}
		err := m.ledger.Pay(ctx, ledger.Payment{Key: "x", StoreID: "s0", Amount: 1, Note: "they paid us", By: staff})
		wantCode(t, err, apperr.PayoutTooMuch) // they owe nothing
		err = m.ledger.Pay(ctx, ledger.Payment{Key: "y", StoreID: "no", Amount: 1, ToStore: true, Note: "n", By: staff})
		wantCode(t, err, apperr.StoreNotFound)
		err = m.ledger.Adjust(ctx, ledger.Payment{Key: "z", StoreID: "s0", By: staff})
		wantCode(t, err, apperr.InvalidFields)
		balances, err := m.ledger.Balances(ctx)
		must(t, err)
		if len(balances) < 3 || balances[0].StoreID != "s0" || balances[0].Amount != 100 ||
			balances[0].LastPayout.IsZero() {
			t.Errorf("the balances are %+v", balances)
		}
		if m.count(t, "SELECT count(*) FROM audit WHERE action = 'store_payout'") != 3 {
			t.Error("not every payout is in the audit log")
		}
	})
}

// Promise: what the shop owes a store outlives the store: when its owner deletes their account, the balance is still
// there under the store's name and can be paid.
func TestLedger_ClosedStoreIsStillPaid(t *testing.T) {
	t.Parallel()
	eachLedgerFixture(t, func(t *testing.T, m *ledgerFixture) {
		ctx := t.Context()
		people := m.people(t, 2)
		owner, staff := people[0], people[1]
		m.exec(t, "UPDATE stores SET owner_id = $1 WHERE id IN ('s0', 's1')", owner)
		pay := func(key, store string, amount money.Cents) ledger.Payment {
			return ledger.Payment{Key: key, StoreID: store, Amount: amount, ToStore: true, Note: "by bank", By: staff}
		}
		must(t, m.ledger.Adjust(ctx, pay("a", "s0", 1000)))
		must(t, m.db.Write(ctx, func(tx *sqlstore.Tx) error {
			return sqlstore.NewStores(m.db).RemoveUser(ctx, tx, owner)
		}))
		owed := func() (found []ledger.Balance) {
			t.Helper()
			balances, err := m.ledger.Balances(ctx)
			must(t, err)
			for _, b := range balances {
				if b.StoreID == "s0" || b.StoreID == "s1" {
					found = append(found, b)
				}
			}
			return found
		}
		if got := owed(); len(got) != 1 || got[0].Amount != 1000 || got[0].StoreName.English != "pharmacy s0" {
			t.Fatalf("the closed stores are owed %+v", got)
		}
		month := ledger.Period{
			StoreID: "s0", From: time.Now().Add(-time.Hour), Until: time.Now().Add(time.Hour), Limit: 10,
		}
		statement, err := m.ledger.Statement(ctx, month)
		if err != nil || statement.Closing != 1000 || len(statement.Entries) != 1 {
			t.Errorf("the statement is %+v, %v", statement, err)
		}
		wantCode(t, m.ledger.Pay(ctx, pay("b", "s0", 1001)), apperr.PayoutTooMuch)
		wantCode(t, m.ledger.Pay(ctx, pay("c", "s1", 1)), apperr.StoreNotFound)
		must(t, m.ledger.Pay(ctx, pay("d", "s0", 400)))
		if got := owed(); len(got) != 1 || got[0].Amount != 600 || got[0].LastPayout.IsZero() {
			t.Errorf("after a payout the closed stores are owed %+v", got)
		}
		must(t, m.ledger.Pay(ctx, pay("e", "s0", 600)))
		if got := owed(); len(got) != 0 {
			t.Errorf("the closed stores are settled and listed as %+v", got)
		}
	})
}
