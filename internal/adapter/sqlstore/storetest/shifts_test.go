package storetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/cash"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/roles"
	"dawa/internal/domain/shifts"
)

// everybody is a store in which all of these are couriers.
type everybody []string

func (e everybody) Members(context.Context, string) ([]roles.Member, error) {
	all := make([]roles.Member, len(e))
	for i, id := range e {
		all[i].UserID, all[i].Role = id, roles.Courier
	}
	return all, nil
}

type shiftsFixture struct {
	*ordersFixture
	shifts *shifts.Service
	people []string
	buyer  string
	now    time.Time
}

func eachShiftsFixture(t *testing.T, couriers int, test func(t *testing.T, m *shiftsFixture)) {
	t.Helper()
	eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
		m.exec(t, "INSERT INTO rates (number, lbp_per_usd, since, set_by) VALUES (1, 89500, 1, '')")
		m.setStock(t, "p0", 100_000)
		m.sells(t, "", "p0")
		f := &shiftsFixture{ordersFixture: m, now: time.Now()}
		f.people = m.people(t, couriers+1)
		f.buyer = f.people[couriers]
		f.shifts = shifts.New(shifts.Options{
			Store: sqlstore.NewShifts(m.db), Orders: m.orders, People: everybody(f.people),
			Now: func() time.Time { return f.now },
		})
		test(t, f)
	})
}

// prepared places an order that waits for a courier.
func (m *shiftsFixture) prepared(t *testing.T, n int) []string {
	t.Helper()
	var ids []string
	for range n {
		m.fill(t, []string{m.buyer}, 2, "p0")
		o, err := m.orders.Place(t.Context(), payCash(m.buyer, ""))
		must(t, err)
		ids = append(ids, o.Part(1).ID)
		m.exec(t, "UPDATE orders SET status = 'preparing' WHERE id = $1", o.ID)
		m.exec(t, "UPDATE fulfilments SET status = 'preparing' WHERE order_id = $1", o.ID)
	}
	return ids
}

func (m *shiftsFixture) open(t *testing.T, courier string, float cash.Amount) *shifts.Shift {
	t.Helper()
	s, err := m.shifts.Begin(t.Context(), roles.House, courier, shifts.Request{
		Key: "float-" + courier, Amount: float, By: m.buyer,
	})
	must(t, err)
	return s
}

func (m *shiftsFixture) record(t *testing.T, s *shifts.Shift, r shifts.Request) (*shifts.Shift, error) {
	t.Helper()
	if r.By == "" {
		r.By = s.Courier.ID
	}
	return m.shifts.Record(t.Context(), s.StoreID, s.ID, "", r)
}

func (m *shiftsFixture) must(t *testing.T, s *shifts.Shift, r shifts.Request) *shifts.Shift {
	t.Helper()
	s, err := m.record(t, s, r)
	must(t, err)
	return s
}

func (m *shiftsFixture) status(t *testing.T, fulfilment string) orders.Status {
	t.Helper()
	found, err := m.orders.Fulfilment(t.Context(), roles.House, fulfilment)
	must(t, err)
	return found.Part.Status
}

func dollars(cents money.Cents) cash.Amount          { return cash.Amount{Cents: cents} }
func pounds(p money.Pounds) cash.Amount              { return cash.Amount{Pounds: p} }
func both(c money.Cents, p money.Pounds) cash.Amount { return cash.Amount{Cents: c, Pounds: p} }

func TestShift_FromFloatToSignOff(t *testing.T) {
	t.Parallel()
	eachShiftsFixture(t, 2, func(t *testing.T, m *shiftsFixture) {
		ctx := t.Context()
		courier, boss := m.people[0], m.buyer
		parcels := m.prepared(t, 3)
		s := m.open(t, courier, both(20_00, 500_000))
		if again := m.open(t, courier, both(20_00, 500_000)); again.ID != s.ID || again.Movements != 1 {
			t.Errorf("opening twice made %+v", again)
		}
		_, err := m.shifts.Begin(ctx, roles.House, courier, shifts.Request{Key: "another key", By: boss})
		wantCode(t, err, apperr.ShiftExists)
		_, err = m.shifts.Begin(ctx, roles.House, "nobody", shifts.Request{Key: "another key", By: boss})
		wantCode(t, err, apperr.CourierInvalid)

		s = m.must(t, s, shifts.Request{Key: "take-one", Kind: shifts.Take, Fulfilment: parcels[0]})
		s = m.must(t, s, shifts.Request{Key: "take-two", Kind: shifts.Take, Fulfilment: parcels[1]})
		due := s.Orders[0].Due
		if m.status(t, parcels[0]) != orders.OutForDelivery || due.Total == 0 || due.Rate != 89_500 ||
			due.Pounds != s.Orders[0].Order.Frozen.Total {
			t.Fatalf("taken along: %s, due %+v", m.status(t, parcels[0]), due)
		}
		// Nobody else takes it, and nobody takes the step back.
		other := m.open(t, m.people[1], cash.Amount{})
		_, err = m.record(t, other, shifts.Request{Key: "take-too", Kind: shifts.Take, Fulfilment: parcels[0]})
		wantCode(t, err, apperr.ShiftOrderTaken)
		if _, _, ok := m.orders.Undoable(s.Orders[0].Order, 1); ok {
			t.Error("a step with a bag can be undone")
		}
		_, err = m.record(t, s, shifts.Request{Key: "count-early", Kind: shifts.CountBag, By: boss})
		wantCode(t, err, apperr.ShiftOrdersOut)
		_, err = m.record(t, s, shifts.Request{Key: "deliver-3", Kind: shifts.Deliver, Fulfilment: parcels[2]})
		wantCode(t, err, apperr.ShiftOrderNotTaken)

		deliver := shifts.Request{
			Key: "deliver-1", Kind: shifts.Deliver, Fulfilment: parcels[0], Amount: dollars(100_00),
			Change: both(90_00, 100_000),
		}
		s = m.must(t, s, deliver)
		s = m.must(t, s, deliver) // sent twice
		if want := both(30_00, 400_000); s.Expected != want || m.status(t, parcels[0]) != orders.Delivered {
			t.Errorf("%+v expected, want %+v; the order is %s", s.Expected, want, m.status(t, parcels[0]))
		}
		changed := deliver
		changed.Amount = dollars(50_00)
		_, err = m.record(t, s, changed)
		wantCode(t, err, apperr.IdempotencyReused)
		changed.Key = "deliver-1-again"
		_, err = m.record(t, s, changed)
		wantCode(t, err, apperr.ShiftOrderSettled)

		_, err = m.record(t, s, shifts.Request{Key: "fail-two", Kind: shifts.Fail, Fulfilment: parcels[1]})
		wantCode(t, err, apperr.InvalidFields)
		s = m.must(t, s, shifts.Request{Key: "fail-two", Kind: shifts.Fail, Fulfilment: parcels[1], Reason: "Not home"})
		last := s.Log[len(s.Log)-1]
		if m.status(t, parcels[1]) != orders.DeliveryFailed || last.Kind != shifts.Returned || last.Pieces != 2 {
			t.Errorf("not delivered: %s, %+v", m.status(t, parcels[1]), last)
		}

		_, err = m.record(t, s, shifts.Request{Key: "count-one", Kind: shifts.CountBag, Amount: dollars(1), By: boss})
		wantCode(t, err, apperr.InvalidFields) // a difference needs a reason
		count := shifts.Request{
			Key: "count-two", Kind: shifts.CountBag, Amount: both(29_00, 400_000), Reason: "One dollar lost", By: boss,
		}
		s = m.must(t, s, count)
		if s.State != shifts.Counted || s.Count.Difference != dollars(-1_00) {
			t.Errorf("counted: %+v", s.Count)
		}
		// A float that comes late makes the count void.
		s = m.must(t, s, shifts.Request{Key: "float-late", Kind: shifts.AddFloat, Amount: pounds(1000), By: boss})
		_, err = m.record(t, s, shifts.Request{Key: "sign-early", Kind: shifts.SignOff, By: boss})
		wantCode(t, err, apperr.ShiftNotCounted)
		count.Key, count.Amount = "count-three", both(29_00, 401_000)
		s = m.must(t, s, count)
		sign := shifts.Request{Key: "sign-off", Kind: shifts.SignOff, Seen: s.Movements, By: courier}
		_, err = m.record(t, s, sign)
		wantCode(t, err, apperr.ShiftOwn)
		sign.By, sign.Seen = boss, s.Movements-1
		_, err = m.record(t, s, sign)
		wantCode(t, err, apperr.ShiftChanged)
		sign.Seen = s.Movements
		s = m.must(t, s, sign)
		if s.State != shifts.Closed || s.SignedBy.ID != boss || s.Count.Reason != "One dollar lost" {
			t.Errorf("signed off: %+v", s)
		}
		balancedShift(t, s)
		_, err = m.record(t, s, shifts.Request{Key: "too-late", Kind: shifts.AddFloat, By: boss})
		wantCode(t, err, apperr.ShiftClosed)
		m.must(t, s, deliver) // a late repetition of what is written is no error

		rows, err := m.shifts.Report(ctx, shifts.Filter{CourierID: courier}, time.UTC)
		must(t, err)
		want := shifts.Row{
			Day: m.now.UTC().Format(time.DateOnly), StoreID: roles.House, Courier: s.Courier, Shifts: 1,
			Float: both(20_00, 501_000), Received: dollars(100_00), Change: both(90_00, 100_000),
			Expected: both(30_00, 401_000), Counted: both(29_00, 401_000), Difference: dollars(-1_00),
			Reasons: []string{"One dollar lost"},
		}
		if len(rows) != 1 || !reflect.DeepEqual(rows[0], want) {
			t.Errorf("the report is %+v", rows)
		}
	})
}

// balancedShift checks promise 3 for a shift as it is read.
func balancedShift(t *testing.T, s *shifts.Shift) {
	t.Helper()
	if got := shifts.Expect(s.Log); got != s.Expected || len(s.Log) != s.Movements {
		t.Fatalf("%d movements add up to %+v, the shift says %d and %+v", len(s.Log), got, s.Movements, s.Expected)
	}
	seen := map[string]bool{}
	for _, m := range s.Log {
		once := m.Key + " " + string(m.Kind) + " " + m.ProductID
		if seen[once] {
			t.Fatalf("%s is written twice", once)
		}
		seen[once] = true
	}
	if s.State == shifts.Open {
		return
	}
	c := s.Count
	if both(s.Expected.Cents+c.Difference.Cents, s.Expected.Pounds+c.Difference.Pounds) != c.Amount {
		t.Fatalf("expected %+v and the difference %+v are not the counted %+v", s.Expected, c.Difference, c.Amount)
	}
	if s.State == shifts.Closed && s.SignedBy.ID == s.Courier.ID {
		t.Fatal("signed off by the courier")
	}
}

// history is what devices send about one shift over a bad line.
type history struct {
	m       *shiftsFixture
	shift   *shifts.Shift
	parcels []string
	// want is what has to be in the bag, counted holds what every accepted key added.
	want    cash.Amount
	counted map[string]bool
	keys    int
	closed  *shifts.Shift
}

// draw makes up a request; many of them make no sense at the moment.
func (h *history) draw() shifts.Request {
	h.keys++
	r := shifts.Request{Key: fmt.Sprintf("%s-%d", h.shift.ID, h.keys), By: h.shift.Courier.ID}
	some := func(limit int64) int64 { return rand.Int64N(limit) * int64(rand.IntN(2)) }
	amount := func() cash.Amount { return both(money.Cents(some(100_00)), money.Pounds(some(100)*1000)) }
	r.Fulfilment = h.parcels[rand.IntN(len(h.parcels))]
	switch n := rand.IntN(100); {
	case n < 5:
		r.Kind, r.Amount, r.Fulfilment, r.By = shifts.AddFloat, amount(), "", h.m.buyer
	case n < 35:
		r.Kind = shifts.Take
	case n < 65:
		r.Kind, r.Amount, r.Change = shifts.Deliver, amount(), amount()
	case n < 78:
		r.Kind, r.Reason = shifts.Fail, "Not home"
	case n < 92:
		r.Kind, r.Amount, r.Fulfilment, r.By = shifts.CountBag, h.want, "", h.m.buyer
		if rand.IntN(2) == 0 || r.Amount.Cents < 0 || r.Amount.Pounds < 0 {
			r.Amount, r.Reason = amount(), "Miscounted"
		}
	default:
		r.Kind, r.Fulfilment, r.By = shifts.SignOff, "", h.m.buyer
		if s, err := h.m.shifts.Of(context.Background(), roles.House, h.shift.ID); err == nil && rand.IntN(4) > 0 {
			r.Seen = s.Movements
		}
	}
	return r
}

// arrive lets a request reach the server, perhaps not for the first time, and checks the shift.
func (h *history) arrive(t *testing.T, r shifts.Request) {
	t.Helper()
	s, err := h.m.record(t, h.shift, r)
	repeated := h.counted[r.Key]
	if repeated && err != nil {
		t.Fatalf("%s %s, sent again: %v", r.Kind, r.Key, err)
	}
	if err == nil && !repeated {
		if h.closed != nil {
			t.Fatalf("%s changed a closed shift", r.Kind)
		}
		h.counted[r.Key] = true
		if r.Kind == shifts.AddFloat || r.Kind == shifts.Deliver {
			h.want.Cents += r.Amount.Cents - r.Change.Cents
			h.want.Pounds += r.Amount.Pounds - r.Change.Pounds
		}
	}
	if s == nil {
		s, err = h.m.shifts.Of(t.Context(), roles.House, h.shift.ID)
		must(t, err)
	}
	balancedShift(t, s)
	if s.Expected != h.want {
		t.Fatalf("after %s %+v is in the bag, want %+v", r.Kind, s.Expected, h.want)
	}
	if h.closed != nil && !reflect.DeepEqual(s, h.closed) {
		t.Fatalf("a closed shift has become %+v", s)
	}
	if s.State == shifts.Closed {
		h.closed = s
	}
}

// closeOut brings back what is out, counts and signs off, each sent twice.
func (h *history) closeOut(t *testing.T) {
	t.Helper()
	twice := func(r shifts.Request) {
		h.keys++
		r.Key, r.By = fmt.Sprintf("%s-%d", h.shift.ID, h.keys), h.m.buyer
		h.arrive(t, r)
		h.arrive(t, r)
	}
	now, err := h.m.shifts.Of(t.Context(), roles.House, h.shift.ID)
	must(t, err)
	if now.State == shifts.Closed {
		return
	}
	for i := range now.Orders {
		if now.Orders[i].State == shifts.Out {
			twice(shifts.Request{Kind: shifts.Fail, Fulfilment: now.Orders[i].FulfilmentID(), Reason: "Not home"})
		}
	}
	counted := both(money.Cents(rand.Int64N(100_00)), money.Pounds(rand.Int64N(100)*1000))
	if rand.IntN(2) == 0 && h.want.Cents >= 0 && h.want.Pounds >= 0 {
		counted = h.want
	}
	twice(shifts.Request{Kind: shifts.CountBag, Amount: counted, Reason: "Counted at the counter"})
	now, err = h.m.shifts.Of(t.Context(), roles.House, h.shift.ID)
	must(t, err)
	twice(shifts.Request{Kind: shifts.SignOff, Seen: now.Movements})
	if h.closed == nil {
		t.Fatal("the shift could not be closed")
	}
}

// Promise 3: expected + difference = counted for every shift, no movement is counted twice whatever the line does, and
// a closed shift cannot change.
func TestShift_AddsUpWhateverTheLineDoes(t *testing.T) {
	t.Parallel()
	histories := size(25, 200, 1000)
	eachShiftsFixture(t, histories, func(t *testing.T, m *shiftsFixture) {
		t.Parallel() // the engines, too: no test here takes longer
		var parcels []string
		closed := 0
		for i := range histories {
			m.exec(t, "UPDATE shift_orders SET state = 'undelivered' WHERE state = 'out'") // what others left out
			m.exec(t, "UPDATE orders SET status = 'preparing', status_detail = ''")
			m.exec(t, "UPDATE fulfilments SET status = 'preparing'")
			if i%10 == 0 { // what an order went through is read with it
				parcels = m.prepared(t, 3)
			}
			h := &history{m: m, parcels: parcels[:1+rand.IntN(3)], counted: map[string]bool{}}
			h.want = both(money.Cents(rand.Int64N(5000)), money.Pounds(rand.Int64N(50)*1000))
			h.shift = m.open(t, m.people[i], h.want)
			h.counted[h.shift.Log[0].Key] = true
			var waiting []shifts.Request
			for range 12 + rand.IntN(18) {
				waiting = append(waiting, h.draw())
				for len(waiting) > 0 && rand.IntN(3) > 0 {
					at := 0
					if rand.IntN(4) == 0 {
						at = rand.IntN(len(waiting)) // another one overtakes it
					}
					r := waiting[at]
					switch rand.IntN(5) {
					case 0: // lost on the way: it is sent again later
					case 1, 2: // it arrives, and the answer is lost: it is sent again later
						h.arrive(t, r)
					default:
						h.arrive(t, r)
						if rand.IntN(4) > 0 { // sometimes the line delivers it again, whenever
							waiting = slices.Delete(waiting, at, at+1)
						}
					}
				}
			}
			late := slices.Clone(waiting)
			h.closeOut(t)
			for _, r := range append(late, h.draw(), h.draw(), h.draw()) {
				h.arrive(t, r)
			}
			if h.closed != nil {
				closed++
			}
		}
		delivered := m.count(t, "SELECT count(*) FROM shift_movements WHERE kind = 'delivered'")
		t.Logf("%d of %d shifts were closed, %d orders delivered", closed, histories, delivered)
		if closed < histories || delivered < histories/2 {
			t.Errorf("only %d of %d shifts were closed, %d orders delivered", closed, histories, delivered)
		}
	})
}

func TestShift_ClosingRacesWithMovements(t *testing.T) {
	t.Parallel()
	rounds := size(3, 15, 60)
	eachShiftsFixture(t, rounds, func(t *testing.T, m *shiftsFixture) {
		for round := range rounds {
			parcels := m.prepared(t, 2)
			s := m.open(t, m.people[round], both(10_00, 90_000))
			m.must(t, s, shifts.Request{Key: "take-one", Kind: shifts.Take, Fulfilment: parcels[0]})
			m.must(t, s, shifts.Request{Key: "take-two", Kind: shifts.Take, Fulfilment: parcels[1]})
			m.must(t, s, shifts.Request{
				Key: "deliver-1", Kind: shifts.Deliver, Fulfilment: parcels[0], Amount: dollars(500),
			})
			received := [2]bool{true, false}
			var delivered, floated codes
			together(12, func(i int) {
				switch {
				case i < 4: // one device, sending again and again
					_, err := m.record(t, s, shifts.Request{
						Key: "deliver-2", Kind: shifts.Deliver, Fulfilment: parcels[1], Amount: pounds(500_000),
					})
					delivered.add(err)
				case i < 8:
					_, err := m.record(t, s, shifts.Request{
						Key: "float-two", Kind: shifts.AddFloat, Amount: dollars(100), By: m.buyer,
					})
					floated.add(err)
				default:
					now, err := m.shifts.Of(t.Context(), s.StoreID, s.ID)
					if err != nil {
						t.Error(err)
						return
					}
					key := fmt.Sprint("close-out-", i)
					now, err = m.record(t, s, shifts.Request{
						Key: key, Kind: shifts.CountBag, Amount: now.Expected, Reason: "In a hurry", By: m.buyer,
					})
					if err == nil {
						_, _ = m.record(t, s, shifts.Request{
							Key: key + "-sign", Kind: shifts.SignOff, Seen: now.Movements, By: m.buyer,
						})
					}
				}
			})
			now, err := m.shifts.Of(t.Context(), s.StoreID, s.ID)
			must(t, err)
			balancedShift(t, now)
			received[1] = delivered.count[""] > 0
			want := both(15_00, 90_000)
			if received[1] {
				want.Pounds += 500_000
			}
			if floated.count[""] > 0 {
				want.Cents += 100
			}
			if now.Expected != want {
				t.Errorf("%+v is in the bag, want %+v: %v, %v", now.Expected, want, delivered.count, floated.count)
			}
			if out := m.status(t, parcels[1]) == orders.OutForDelivery; out == received[1] {
				t.Errorf("received %t, and the order is %s", received[1], m.status(t, parcels[1]))
			}
		}
	})
}

// Two couriers reach for the same parcel, and one courier opens a shift twice at once.
func TestShift_OneBagHoldsAnOrder(t *testing.T) {
	t.Parallel()
	eachShiftsFixture(t, 6, func(t *testing.T, m *shiftsFixture) {
		parcel := m.prepared(t, 1)[0]
		bags := make([]*shifts.Shift, 6)
		for i := range bags {
			bags[i] = m.open(t, m.people[i], cash.Amount{})
		}
		var taken codes
		together(6, func(i int) {
			_, err := m.record(t, bags[i], shifts.Request{Key: "take-one", Kind: shifts.Take, Fulfilment: parcel})
			taken.add(err)
		})
		taken.want(t, map[apperr.Code]int{"": 1, apperr.ShiftOrderTaken: 5})
		var opened codes
		together(8, func(i int) {
			_, err := m.shifts.Begin(t.Context(), "s1", m.people[0], shifts.Request{
				Key: fmt.Sprint("opened-at-once-", i%2), By: m.buyer,
			})
			opened.add(err)
		})
		if n := m.count(t, "SELECT count(*) FROM shifts WHERE store_id = 's1'"); n != 1 || opened.count[""] != 4 ||
			opened.count[apperr.ShiftExists] != 4 {
			t.Errorf("%d shifts, %v", n, opened.count)
		}
	})
}

// The desk marks an order while the courier has no line: the cash is written down all the same.
func TestShift_RecordsCashWhateverTheDeskDid(t *testing.T) {
	t.Parallel()
	eachShiftsFixture(t, 1, func(t *testing.T, m *shiftsFixture) {
		parcel := m.prepared(t, 1)[0]
		s := m.open(t, m.people[0], cash.Amount{})
		s = m.must(t, s, shifts.Request{Key: "take-one", Kind: shifts.Take, Fulfilment: parcel})
		_, err := m.orders.MoveFulfilment(t.Context(), orders.MoveRequest{
			StoreID: roles.House, ID: parcel, To: orders.DeliveryFailed, By: m.buyer,
		})
		must(t, err)
		s = m.must(t, s, shifts.Request{
			Key: "deliver-1", Kind: shifts.Deliver, Fulfilment: parcel, Amount: pounds(900_000),
			MadeAt: m.now.Add(-time.Hour),
		})
		if s.Expected != pounds(900_000) || m.status(t, parcel) != orders.DeliveryFailed ||
			s.Orders[0].State != shifts.WasHanded {
			t.Errorf("%+v is in the bag and the order is %s", s.Expected, m.status(t, parcel))
		}
		// A device's clock counts only within the shift.
		if made := s.Log[len(s.Log)-1].MadeAt; made.Before(s.OpenedAt) || made.After(m.now) {
			t.Errorf("made at %s", made)
		}
		for _, r := range []shifts.Request{
			{Key: "short", Kind: shifts.Take}, {Key: "with-a-\x00-byte", Kind: shifts.AddFloat},
			{Key: "negative-float", Kind: shifts.AddFloat, Amount: dollars(-1)},
			{Key: "much-too-much", Kind: shifts.AddFloat, Amount: dollars(1e9)},
		} {
			if _, err := m.record(t, s, r); err == nil {
				t.Errorf("%s was accepted", r.Key)
			}
		}
		_, err = m.shifts.Record(t.Context(), roles.House, s.ID, m.buyer, shifts.Request{
			Key: "not-mine", Kind: shifts.AddFloat,
		})
		wantCode(t, err, apperr.ShiftNotFound)
		_, err = m.shifts.Of(t.Context(), "s1", s.ID)
		wantCode(t, err, apperr.ShiftNotFound)
	})
}

// preparing places an order that is being prepared, by the desk's own steps.
func (m *shiftsFixture) preparing(t *testing.T) (fulfilment string) {
	t.Helper()
	m.fill(t, []string{m.buyer}, 2, "p0")
	o, err := m.orders.Place(t.Context(), payCash(m.buyer, ""))
	must(t, err)
	m.move(t, o.Part(1).ID, orders.Confirmed, orders.Preparing)
	return o.Part(1).ID
}

// move takes steps at the desk.
func (m *shiftsFixture) move(t *testing.T, fulfilment string, steps ...orders.Status) (o *orders.Order) {
	t.Helper()
	for _, to := range steps {
		var err error
		o, err = m.orders.MoveFulfilment(t.Context(), orders.MoveRequest{
			StoreID: roles.House, ID: fulfilment, To: to, By: m.buyer,
		})
		must(t, err)
	}
	return o
}

// The desk sends an order out, a courier takes it along, and the desk presses 'undo': it stays on the road.
func TestShift_DeskDoesNotTakeBackWhatIsInABag(t *testing.T) {
	t.Parallel()
	eachShiftsFixture(t, 2, func(t *testing.T, m *shiftsFixture) {
		ctx := t.Context()
		parcel := m.preparing(t)
		s := m.open(t, m.people[0], cash.Amount{})
		o := m.move(t, parcel, orders.OutForDelivery)
		s = m.must(t, s, shifts.Request{Key: "take-one", Kind: shifts.Take, Fulfilment: parcel})
		event, _, _ := m.orders.Undoable(o, 1)
		_, err := m.orders.Undo(ctx, roles.House, parcel, event.ID, m.buyer)
		wantCode(t, err, apperr.UndoLate)
		// What the desk does with it afterwards can be undone.
		o = m.move(t, parcel, orders.DeliveryFailed, orders.Cancelled)
		event, _, _ = m.orders.Undoable(o, 1)
		_, err = m.orders.Undo(ctx, roles.House, parcel, event.ID, m.buyer)
		must(t, err)
		m.move(t, parcel, orders.Preparing, orders.OutForDelivery)
		m.must(t, s, shifts.Request{
			Key: "deliver-one", Kind: shifts.Deliver, Fulfilment: parcel, Amount: dollars(100_00), Change: dollars(0),
		})
		if m.status(t, parcel) != orders.Delivered {
			t.Errorf("an order that was delivered and paid is %s", m.status(t, parcel))
		}
	})
}

// The desk lowers the fee of an order in a bag: the courier collects what it costs now.
func TestShift_CollectsWhatTheOrderCostsNow(t *testing.T) {
	t.Parallel()
	eachShiftsFixture(t, 1, func(t *testing.T, m *shiftsFixture) {
		ctx := t.Context()
		parcel := m.preparing(t)
		s := m.open(t, m.people[0], cash.Amount{})
		m.must(t, s, shifts.Request{Key: "take-one", Kind: shifts.Take, Fulfilment: parcel})
		m.move(t, parcel, orders.DeliveryFailed)
		_, err := m.orders.LowerFee(ctx, roles.House, parcel, 0, 0, m.buyer)
		must(t, err)
		o := m.move(t, parcel, orders.Preparing, orders.OutForDelivery)
		courier := m.people[0]
		for name, read := range map[string]func() (*shifts.Shift, error){
			"the shift":         func() (*shifts.Shift, error) { return m.shifts.Of(ctx, roles.House, s.ID) },
			"the courier's own": func() (*shifts.Shift, error) { return m.shifts.Running(ctx, roles.House, courier) },
			"what a write gives": func() (*shifts.Shift, error) {
				return m.record(t, s, shifts.Request{Key: "one-float", Kind: shifts.AddFloat, Amount: dollars(1)})
			},
		} {
			shown, err := read()
			must(t, err)
			if due := shown.Orders[0].Due; due.Total != o.Part(1).Totals.Total ||
				due.Pounds != o.PartPounds(o.Part(1), 1000) {
				t.Errorf("%s says %+v for an order of %v", name, due, o.Part(1).Totals)
			}
		}
	})
}
