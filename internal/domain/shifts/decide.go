package shifts

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"
	"unicode/utf8"

	"dawa/internal/base/apperr"
	"dawa/internal/base/validate"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/cash"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
)

// The actions of this package in the audit log.
const (
	ActionOpened    audit.Action = "shift_opened"
	ActionFloat     audit.Action = "shift_float"
	ActionCounted   audit.Action = "shift_counted"
	ActionSignedOff audit.Action = "shift_signed_off"
)

// Request is what somebody says has happened. What was sent twice with one key is written once.
type Request struct {
	Key  string
	Kind RequestKind
	// Fulfilment is the order that it is about, for Take, Deliver and Fail.
	Fulfilment string
	// Amount is the float, what was received, or what was counted.
	Amount cash.Amount
	// Change is what was given back.
	Change cash.Amount
	Reason string
	// Seen is how many movements the shift had that the person signs off.
	Seen int
	// MadeAt is when it happened by the device's clock; zero is now.
	MadeAt time.Time
	By     string
}

// RequestKind says what happened.
type RequestKind string

// What can happen to a bag.
const (
	AddFloat RequestKind = "float"
	Take     RequestKind = "take"
	Deliver  RequestKind = "deliver"
	Fail     RequestKind = "fail"
	CountBag RequestKind = "count"
	SignOff  RequestKind = "sign_off"
)

const (
	maxReason = 500
	// maxKey bounds the keys of devices.
	minKey, maxKey = 8, 80
)

// check reads what can be wrong whatever the shift is. Codes: InvalidFields, IdempotencyInvalid.
func (r *Request) check() error {
	if len(r.Key) < minKey || len(r.Key) > maxKey || r.Key != validate.Clean(r.Key) {
		return apperr.New(apperr.IdempotencyInvalid)
	}
	r.Reason = validate.Clean(r.Reason)
	wrong := map[string]string{}
	if utf8.RuneCountInString(r.Reason) > maxReason {
		wrong["reason"] = "reason_max"
	}
	if r.Kind == Fail && r.Reason == "" {
		wrong["reason"] = "shift_reason_required"
	}
	for field, a := range map[string]cash.Amount{"amount": r.Amount, "change": r.Change} {
		if a.Cents < 0 || a.Pounds < 0 || a.Cents > maxCents || a.Pounds > maxPounds {
			wrong[field] = "cash_amount"
		}
	}
	if len(wrong) > 0 {
		return apperr.Invalid(wrong)
	}
	return nil
}

// hash is the same for the same request only, whenever it is sent.
func (r *Request) hash() string {
	text, err := json.Marshal([]any{
		r.Kind, r.Fulfilment, r.Amount.Cents, r.Amount.Pounds, r.Change.Cents, r.Change.Pounds, r.Reason,
		r.Seen,
	})
	if err != nil {
		panic(err) // texts and numbers can always be written
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// Change is what is written with a shift that somebody changed. The shift itself has it already.
type Change struct {
	Movements []Movement
	// Order is how the order moves on; nil when it does not.
	Order *orders.Change
	// Carried is the order whose place in the bag changed; nil when none did.
	Carried *Carried
	Audit   *audit.Event
}

// Basis is what a decision rests on: all of it is locked.
type Basis struct {
	// Order is the one that the request names; nil when it names none.
	Order *orders.Order
	// HeldBy is the shift whose bag holds the fulfilment, empty when none does.
	HeldBy string
}

// decision makes one change of a shift.
type decision struct {
	shift  *Shift
	basis  Basis
	r      Request
	now    time.Time
	step   func(to orders.Status) (*orders.Change, error)
	pounds int64 // the step that totals in pounds are rounded up to
	change Change
}

// decide changes the shift as the request says. Cash is a fact: what a courier received is written down whatever the
// order has become meanwhile, and the order moves on only if it can.
func (d *decision) decide() (Change, error) {
	if d.shift.State == Closed {
		return Change{}, apperr.New(apperr.ShiftClosed)
	}
	var err error
	switch d.r.Kind {
	case AddFloat:
		d.add(Movement{Kind: Float, Amount: d.r.Amount, Reason: d.r.Reason})
		d.audit(ActionFloat, d.r.Amount)
	case Take:
		err = d.take()
	case Deliver:
		err = d.deliver()
	case Fail:
		err = d.fail()
	case CountBag:
		err = d.count()
	case SignOff:
		err = d.signOff()
	default:
		err = apperr.New(apperr.InvalidInput)
	}
	if err != nil {
		return Change{}, err
	}
	return d.change, nil
}

// add appends a movement. Whatever is added after a count makes the count void.
func (d *decision) add(m Movement) {
	s := d.shift
	s.Movements++
	made := d.r.MadeAt
	if made.IsZero() || made.After(d.now) {
		made = d.now
	}
	if made.Before(s.OpenedAt) {
		made = s.OpenedAt
	}
	m.Number, m.Key, m.Request = s.Movements, d.r.Key, d.r.hash()
	m.By.ID, m.MadeAt, m.At = d.r.By, made, d.now
	s.Expected = plus(s.Expected, m.effect())
	s.State, s.Count = Open, Count{}
	s.Log = append(s.Log, m)
	d.change.Movements = append(d.change.Movements, m)
}

func (d *decision) audit(action audit.Action, amount cash.Amount) {
	e := audit.NewEvent(action, d.r.By, d.shift.StoreID, d.shift.ID, d.now)
	e.SubjectKind = "store"
	text := amount.Cents.String() + " USD, " + amount.Pounds.Grouped() + " LBP"
	e.Changes = []audit.Change{{Field: "cash", New: text}}
	d.change.Audit = &e
}

// part finds the fulfilment that the request names, in the shift's own store. Code: OrderNotFound.
func (d *decision) part() (*orders.Order, *orders.Fulfilment, error) {
	_, place, ok := orders.ParseFulfilmentID(d.r.Fulfilment)
	if !ok || d.basis.Order == nil {
		return nil, nil, apperr.New(apperr.OrderNotFound)
	}
	f := d.basis.Order.Part(place)
	if f == nil || f.StoreID != d.shift.StoreID {
		return nil, nil, apperr.New(apperr.OrderNotFound)
	}
	return d.basis.Order, f, nil
}

// take puts an order into the bag, which sends it out for delivery. Codes: OrderNotFound, ShiftOrderTaken,
// OrderTransition.
func (d *decision) take() error {
	o, f, err := d.part()
	if err != nil {
		return err
	}
	if d.basis.HeldBy != "" {
		return apperr.New(apperr.ShiftOrderTaken)
	}
	if f.Status != orders.OutForDelivery {
		if d.change.Order, err = d.step(orders.OutForDelivery); err != nil {
			return err
		}
	}
	c := Carried{OrderID: o.ID, Place: f.Place, State: Out, Due: due(o, f, d.pounds)}
	if old := d.shift.carried(o.ID, f.Place); old != nil {
		*old = c
	} else {
		d.shift.Orders = append(d.shift.Orders, c)
	}
	d.change.Carried = &c
	d.add(Movement{Kind: Taken, OrderID: o.ID, Place: f.Place, Rate: c.Due.Rate})
	return nil
}

// due is what has to be collected for a fulfilment. An order of one part costs the pounds that the customer was told.
func due(o *orders.Order, f *orders.Fulfilment, step int64) cash.Bill {
	bill := cash.Bill{Rate: o.Frozen.Rate}
	if o.Payment.Method != payments.Cash || f.Off() {
		return bill
	}
	bill.Total = f.Totals.Total
	bill.Pounds = o.PartPounds(f, step)
	return bill
}

// inBag finds the order that leaves the bag. Codes: OrderNotFound, ShiftOrderNotTaken, ShiftOrderSettled.
func (d *decision) inBag() (*Carried, *orders.Fulfilment, error) {
	o, f, err := d.part()
	if err != nil {
		return nil, nil, err
	}
	c := d.shift.carried(o.ID, f.Place)
	switch {
	case c == nil:
		return nil, nil, apperr.New(apperr.ShiftOrderNotTaken)
	case c.State != Out:
		return nil, nil, apperr.New(apperr.ShiftOrderSettled)
	}
	if !f.Off() {
		c.Due = due(o, f, d.pounds) // the desk may have made it cheaper
	}
	return c, f, nil
}

// leave takes an order out of the bag and moves it on, if it still waits for that.
func (d *decision) leave(c *Carried, f *orders.Fulfilment, state CarriedState, to orders.Status) error {
	c.State = state
	d.change.Carried = c
	if !slices.Contains(f.Status.Next(), to) {
		return nil // somebody at the desk was quicker
	}
	var err error
	d.change.Order, err = d.step(to)
	return err
}

func (d *decision) deliver() error {
	c, f, err := d.inBag()
	if err != nil {
		return err
	}
	if err := d.leave(c, f, WasHanded, orders.Delivered); err != nil {
		return err
	}
	m := Movement{OrderID: c.OrderID, Place: c.Place, Rate: c.Due.Rate, Reason: d.r.Reason}
	m.Kind = Delivered
	d.add(m)
	m.Reason = ""
	if m.Amount = d.r.Amount; m.Amount != (cash.Amount{}) {
		m.Kind = Received
		d.add(m)
	}
	if m.Amount = d.r.Change; m.Amount != (cash.Amount{}) {
		m.Kind = ChangeGiven
		d.add(m)
	}
	return nil
}

// fail brings an order back: every piece of it is in the bag again.
func (d *decision) fail() error {
	c, f, err := d.inBag()
	if err != nil {
		return err
	}
	if err := d.leave(c, f, CameBack, orders.DeliveryFailed); err != nil {
		return err
	}
	m := Movement{Kind: Undelivered, OrderID: c.OrderID, Place: c.Place, Rate: c.Due.Rate, Reason: d.r.Reason}
	d.add(m)
	m.Kind, m.Reason = Returned, ""
	for _, l := range d.basis.Order.LinesOf(c.Place) {
		if m.ProductID, m.Pieces = l.ProductID, l.Left(); m.Pieces > 0 {
			d.add(m)
		}
	}
	return nil
}

// count compares what is in the bag with what has to be. Codes: ShiftOrdersOut, InvalidFields.
func (d *decision) count() error {
	s := d.shift
	if s.out() {
		return apperr.New(apperr.ShiftOrdersOut)
	}
	difference := minus(d.r.Amount, s.Expected)
	if difference != (cash.Amount{}) && d.r.Reason == "" {
		return apperr.Invalid(map[string]string{"reason": "shift_reason_required"})
	}
	d.add(Movement{Kind: CountMade, Amount: d.r.Amount, Reason: d.r.Reason})
	s.State = Counted
	s.Count = Count{
		Amount: d.r.Amount, Difference: difference, Reason: d.r.Reason, By: Person{ID: d.r.By}, At: d.now,
	}
	d.audit(ActionCounted, d.r.Amount)
	return nil
}

// signOff closes the shift. The person must have seen all movements. Codes: ShiftOwn, ShiftNotCounted,
// ShiftChanged.
func (d *decision) signOff() error {
	s := d.shift
	switch {
	case d.r.By == s.Courier.ID:
		return apperr.New(apperr.ShiftOwn)
	case s.State != Counted:
		return apperr.New(apperr.ShiftNotCounted)
	case d.r.Seen != s.Movements:
		return apperr.New(apperr.ShiftChanged)
	}
	counted := s.Count
	if counted.Difference != (cash.Amount{}) {
		d.add(Movement{Kind: Difference, Amount: counted.Difference, Reason: counted.Reason})
	}
	d.add(Movement{Kind: SignedOff, Amount: counted.Amount})
	s.State, s.Count, s.SignedBy, s.ClosedAt = Closed, counted, Person{ID: d.r.By}, d.now
	d.audit(ActionSignedOff, counted.Difference)
	return nil
}
