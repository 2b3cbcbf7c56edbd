package storetest

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"dawa/internal/adapter/gateway/sandbox"
	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/outbox"
)

// endOf is the job that decides about the question of a fulfilment when nobody answers.
func endOf(t *testing.T, f *orders.Fulfilment) outbox.Job {
	t.Helper()
	job, err := outbox.New(orders.AnswerJob, map[string]string{"fulfilment": f.ID, "question": f.Question.ID})
	must(t, err)
	return job
}

func reduce(o *orders.Order, place int, product string, left int, by string) orders.Reduction {
	f := o.Part(place)
	return orders.Reduction{StoreID: f.StoreID, ID: f.ID, By: by, Version: f.Version,
		Lines: []orders.ReducedLine{{ProductID: product, Left: left}}}
}

// mails are the emails about an order that would be sent now.
func (m *ordersFixture) mails(t *testing.T) (about []orders.Status, last orders.Email) {
	t.Helper()
	for _, payload := range m.payloads(t, orders.EmailJob) {
		email, ok, err := m.orders.Email(t.Context(), outbox.Job{Payload: json.RawMessage(payload)})
		must(t, err)
		if ok {
			about, last = append(about, email.About), email
		}
	}
	return about, last
}

func TestReduce_AsksTheCustomerOnceAndGoesOnWhenTheyAgree(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 2, func(t *testing.T, m *ordersFixture) {
		ctx := t.Context()
		people := m.people(t, 2)
		me, staff := people[0], people[1]
		m.fill(t, people[:1], 3, "p0", "p1")
		o, err := m.orders.Place(ctx, payCash(me, ""))
		must(t, err)
		m.exec(t, "DELETE FROM outbox")
		before := o.Totals
		stale := reduce(o, 1, "p0", 1, staff)
		stale.Version = 7
		_, err = m.orders.Reduce(ctx, stale)
		wantCode(t, err, apperr.OrderChanged)
		for _, wrong := range []orders.Reduction{reduce(o, 1, "p0", 3, staff), reduce(o, 1, "p0", 4, staff),
			reduce(o, 1, "p9", 0, staff), reduce(o, 1, "p0", -1, staff)} {
			_, err = m.orders.Reduce(ctx, wrong)
			wantCode(t, err, apperr.InvalidFields)
		}
		all := reduce(o, 1, "p0", 0, staff)
		all.Lines = append(all.Lines, orders.ReducedLine{ProductID: "p1"})
		_, err = m.orders.Reduce(ctx, all)
		wantCode(t, err, apperr.InvalidFields)
		stranger := reduce(o, 1, "p0", 1, staff)
		stranger.StoreID = "s9"
		_, err = m.orders.Reduce(ctx, stranger)
		wantCode(t, err, apperr.OrderNotFound)

		o, err = m.orders.Reduce(ctx, reduce(o, 1, "p0", 1, staff))
		must(t, err)
		o, err = m.orders.Of(ctx, o.Number, me, false)
		must(t, err)
		addsUp(t, o)
		unit := o.Lines[0].UnitPrice
		if o.Lines[0].Removed != 2 || o.Totals.Total != before.Total-unit.Times(2) || o.Totals.Fee != before.Fee ||
			!o.Part(1).Asking() || o.Lines[0].VAT != money.VATIn(o.Lines[0].Total(), o.Lines[0].VATRate) {
			t.Errorf("reduced to %+v, %+v", o.Lines[0], o.Part(1))
		}
		m.whereabouts(t, "p0", 20)
		_, err = m.orders.MoveFulfilment(ctx, step(o, 1, orders.Confirmed, staff))
		wantCode(t, err, apperr.OrderAsking)
		about, email := m.mails(t)
		if len(about) != 1 || about[0] != orders.AboutReduction ||
			!strings.HasPrefix(email.Link, "http://shop.test/order-answer/"+o.Part(1).ID+"/signed") {
			t.Errorf("mails about %v, the last leads to %s", about, email.Link)
		}
		token := "signed " + o.Part(1).ID + " " + o.Part(1).Question.ID
		if _, err = m.orders.AskedBy(ctx, o.Part(1).ID, token+"x"); apperr.CodeOf(err) != apperr.AnswerLinkInvalid {
			t.Errorf("another token gives %v", err)
		}
		_, err = m.orders.AnswerByLink(ctx, o.Part(1).ID, "", true)
		wantCode(t, err, apperr.AnswerLinkInvalid)
		_, err = m.orders.AnswerOn(ctx, o.Number, o.Part(1).ID, staff, true)
		wantCode(t, err, apperr.OrderNotFound)
		_, err = m.orders.AnswerByLink(ctx, o.Part(1).ID, token, true)
		must(t, err)
		_, err = m.orders.AnswerByLink(ctx, o.Part(1).ID, token, false)
		wantCode(t, err, apperr.AnswerGiven)
		must(t, m.orders.EndQuestion(ctx, endOf(t, o.Part(1))))
		if about, _ := m.mails(t); len(about) != 0 {
			t.Errorf("after the answer there are mails about %v", about)
		}
		o, err = m.orders.Of(ctx, o.Number, me, false)
		must(t, err)
		_, err = m.orders.MoveFulfilment(ctx, step(o, 1, orders.Confirmed, staff))
		must(t, err)
		addsUp(t, o)
		m.whereabouts(t, "p0", 20)
	})
}

func TestReduce_WithoutAnAnswerGoesOnOnlyIfAllowed(t *testing.T) {
	t.Parallel()
	for _, allowed := range []bool{true, false} {
		eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
			ctx := t.Context()
			people := m.people(t, 2)
			m.fill(t, people[:1], 3, "p0")
			request := payCash(people[0], "")
			request.Partly = allowed
			o, err := m.orders.Place(ctx, request)
			must(t, err)
			reduction := reduce(o, 1, "p0", 1, people[1])
			reduction.Stock.Quarantine = true
			o, err = m.orders.Reduce(ctx, reduction)
			must(t, err)
			if wait := o.Part(1).Question.Until.Sub(o.Part(1).Question.At); wait != orders.AnswerTime {
				t.Errorf("the customer has %v", wait)
			}
			m.exec(t, "DELETE FROM outbox")
			must(t, m.orders.EndQuestion(ctx, endOf(t, o.Part(1))))
			must(t, m.orders.EndQuestion(ctx, endOf(t, o.Part(1))))
			o, err = m.orders.Of(ctx, o.Number, people[0], false)
			must(t, err)
			about, _ := m.mails(t)
			silent := o.Part(1).Question.Answer == orders.Silent
			if allowed && (o.Status != orders.Placed || !silent || len(about) != 0) ||
				!allowed && (o.Status != orders.Cancelled || len(about) != 1 || about[0] != orders.Cancelled) {
				t.Errorf("allowed %v: %s, %+v, mails about %v", allowed, o.Status, o.Part(1).Question, about)
			}
			m.whereabouts(t, "p0", 20)
		})
	}
}

// A card order that was reduced gets exactly the difference back, once, and the rest when it is cancelled after all.
func TestReduce_CardOrderGetsThePartBack(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 2, func(t *testing.T, m *ordersFixture) {
		ctx := t.Context()
		people := m.people(t, 2)
		m.fill(t, people[:1], 3, "p0", "p1")
		o, err := m.orders.Place(ctx, payCard(people[0], "", sandbox.CardApproved))
		must(t, err)
		paid := o.Totals.Total
		service := m.refundsThrough(m.gateway)
		settle := func() money.Cents {
			t.Helper()
			job, err := outbox.New(orders.RefundJob, map[string]string{"key": o.ID})
			must(t, err)
			must(t, service.Settle(ctx, job))
			must(t, service.Settle(ctx, job))
			b, err := service.Of(ctx, o.ID)
			must(t, err)
			return b.Attempt.Refunded
		}
		o, err = m.orders.Reduce(ctx, reduce(o, 1, "p0", 1, people[1]))
		must(t, err)
		_, err = m.orders.AnswerByPhone(ctx, o.Part(1).StoreID, o.Part(1).ID, people[1])
		must(t, err)
		if n := m.count(t, "SELECT count(*) FROM outbox WHERE kind = $1", orders.RefundJob); n != 1 {
			t.Errorf("%d jobs give money back", n)
		}
		want := o.Lines[0].UnitPrice.Times(2)
		if got := settle(); got != want {
			t.Errorf("%v went back for a reduction by %v", got, want)
		}
		o, err = m.orders.Of(ctx, o.Number, "", true)
		must(t, err)
		fee := o.Part(1).Totals.Fee
		_, err = m.orders.LowerFee(ctx, o.Part(1).StoreID, o.Part(1).ID, fee, 0, people[1])
		wantCode(t, err, apperr.InvalidFields)
		o, err = m.orders.LowerFee(ctx, o.Part(1).StoreID, o.Part(1).ID, 50, o.Part(1).Version, people[1])
		must(t, err)
		addsUp(t, o)
		if got := settle(); got != want+fee-50 || o.Totals.Fee != 50 {
			t.Errorf("%v went back, the fee is %v", got, o.Totals.Fee)
		}
		_, err = m.orders.Cancel(ctx, o.Number, people[0], false)
		must(t, err)
		if got := settle(); got != paid {
			t.Errorf("%v of %v went back in all", got, paid)
		}
	})
}

// Staff reduce, move on and cancel, the customer answers and cancels, the time runs out, all at once.
func TestReduce_RacingWithStepsAndAnswersHasOneWinner(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
		ctx := context.WithoutCancel(t.Context())
		rounds := size(5, 10, 200)
		everybody := m.people(t, 2*rounds+2) // nobody gets more mails than a customer gets in a day
		m.setStock(t, "p0", 10*rounds)
		for i := range rounds {
			people := append(everybody[2+2*i:3+2*i:3+2*i], everybody[:2]...)
			m.fill(t, people[:1], 3, "p0")
			o, err := m.orders.Place(ctx, payCash(people[0], ""))
			must(t, err)
			m.exec(t, "DELETE FROM outbox")
			errs := make([]error, 3)
			together(len(errs), func(i int) {
				switch i {
				case 0:
					_, errs[i] = m.orders.Reduce(ctx, reduce(o, 1, "p0", 1, people[1]))
				case 1:
					_, errs[i] = m.orders.MoveFulfilment(ctx, step(o, 1, orders.Confirmed, people[2]))
				default:
					_, errs[i] = m.orders.Cancel(ctx, o.Number, people[0], false)
				}
			})
			o, err = m.orders.Of(ctx, o.Number, "", true)
			must(t, err)
			about, _ := m.mails(t)
			// Both of the staff saw the same version. The customer may cancel what was just confirmed or reduced, and
			// hears of the cancellation only.
			if errs[0] == nil && errs[1] == nil || o.Status != orders.Cancelled || len(about) != 1 ||
				about[0] != orders.Cancelled {
				t.Errorf("%v; the order is %s, mails about %v", errs, o.Status, about)
			}
			addsUp(t, o)
			m.whereabouts(t, "p0", 10*rounds)
			m.raceAnswers(ctx, t, append(everybody[3+2*i:4+2*i:4+2*i], everybody[:2]...))
			m.whereabouts(t, "p0", 10*rounds)
		}
	})
}

// raceAnswers lets everybody decide at once about an order that waits for its customer.
func (m *ordersFixture) raceAnswers(ctx context.Context, t *testing.T, people []string) {
	t.Helper()
	m.fill(t, people[:1], 3, "p0")
	o, err := m.orders.Place(ctx, payCash(people[0], ""))
	must(t, err)
	o, err = m.orders.Reduce(ctx, reduce(o, 1, "p0", 1, people[1]))
	must(t, err)
	m.exec(t, "DELETE FROM outbox")
	f := o.Part(1)
	errs := make([]error, 5)
	together(len(errs), func(i int) {
		switch i {
		case 0:
			_, errs[i] = m.orders.AnswerByLink(ctx, f.ID, "signed "+f.ID+" "+f.Question.ID, true)
		case 1:
			_, errs[i] = m.orders.AnswerOn(ctx, o.Number, f.ID, people[0], false)
		case 2:
			errs[i] = m.orders.EndQuestion(ctx, endOf(t, f))
		case 3:
			_, errs[i] = m.orders.MoveFulfilment(ctx, step(o, 1, orders.Cancelled, people[1]))
		default:
			_, errs[i] = m.orders.MoveFulfilment(ctx, step(o, 1, orders.Confirmed, people[2]))
		}
	})
	won := 0
	for i, err := range errs {
		if i != 2 && err == nil {
			won++
		}
	}
	o, err = m.orders.Of(ctx, o.Number, "", true)
	must(t, err)
	about, _ := m.mails(t)
	told := 0
	if o.Status == orders.Cancelled {
		told = 1
	}
	if won > 1 || len(about) != told || len(o.Events) > 2 || o.Part(1).Asking() {
		t.Errorf("%v won; the order is %s after %+v, mails about %v", errs, o.Status, o.Events, about)
	}
	addsUp(t, o)
	// The stock of what goes on is not part of the next round.
	if o.Status != orders.Cancelled {
		_, err = m.orders.Move(ctx, o.Number, orders.Cancelled, people[1], "")
		must(t, err)
	}
}

// A store's own time to answer holds for its orders.
func TestReduce_WaitsAsLongAsTheStoreSays(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
		ctx := t.Context()
		people := m.people(t, 2)
		m.exec(t, `INSERT INTO stores (id, owner_id, name, name_fold, description, street, city, building, state,
			phone_nb, status, reason, version, created_at, updated_at, answer_minutes)
			VALUES ('s1', '`+people[1]+`', 'One', 'one', '', 'Hamra', 'Beirut', 'Blue', 'Beirut', '03123456',
			'approved', '', 1, 1, 1, 45)`)
		m.sells(t, "s1", "p0")
		m.fill(t, people[:1], 2, "p0")
		o, err := m.orders.Place(ctx, payCash(people[0], ""))
		must(t, err)
		o, err = m.orders.Reduce(ctx, reduce(o, 1, "p0", 1, people[1]))
		must(t, err)
		if wait := o.Part(1).Question.Until.Sub(o.Part(1).Question.At); wait != 45*time.Minute {
			t.Errorf("the customer has %v", wait)
		}
		due := m.count(t, "SELECT count(*) FROM outbox WHERE kind = $1 AND run_at > "+m.db.Now()+" + 2600000",
			orders.AnswerJob)
		if due != 1 {
			t.Errorf("%d jobs wait for the answer", due)
		}
	})
}

func TestReplaceAddress_WithinTheCityAndTheCustomerIsTold(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
		ctx := t.Context()
		people := m.people(t, 2)
		m.fill(t, people[:1], 2, "p0")
		o, err := m.orders.Place(ctx, payCash(people[0], ""))
		must(t, err)
		m.exec(t, "DELETE FROM outbox")
		f := o.Part(1)
		to := *home()
		to.Street, to.City = "Bliss", "بيروت"
		elsewhere := to
		elsewhere.City = "Tripoli"
		_, err = m.orders.ReplaceAddress(ctx, f.StoreID, f.ID, elsewhere, f.Version, people[1])
		wantCode(t, err, apperr.InvalidFields)
		_, err = m.orders.ReplaceAddress(ctx, "s9", f.ID, to, f.Version, people[1])
		wantCode(t, err, apperr.OrderNotFound)
		_, err = m.orders.ReplaceAddress(ctx, f.StoreID, f.ID, to, f.Version, people[1])
		must(t, err)
		o, err = m.orders.Of(ctx, o.Number, "", true)
		must(t, err)
		if got := o.Part(1).Address; got.Street != "Bliss" || got.FirstName != o.Address.FirstName ||
			o.Address.Street != "Hamra" {
			t.Errorf("it goes to %+v, the order to %+v", got, o.Address)
		}
		if about, _ := m.mails(t); len(about) != 1 || about[0] != orders.AboutAddress {
			t.Errorf("mails about %v", about)
		}
		if n := m.count(t, "SELECT count(*) FROM audit WHERE action = 'order_address'"); n != 1 {
			t.Errorf("%d entries in the audit log", n)
		}
	})
}

// payloads reads what the jobs of a kind are about.
func (m *ordersFixture) payloads(t *testing.T, kind string) (payloads []string) {
	t.Helper()
	rows, err := m.db.QueryContext(t.Context(), "SELECT payload FROM outbox WHERE kind = $1 ORDER BY id", kind)
	must(t, err)
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var payload string
		must(t, rows.Scan(&payload))
		payloads = append(payloads, payload)
	}
	must(t, rows.Err())
	return payloads
}
