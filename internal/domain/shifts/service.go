package shifts

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/cash"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/roles"
)

// Store reads and writes shifts. Every method that writes is one transaction; one whose COMMIT was never answered is
// looked up by its key. A database that cannot serve gives apperr.Unavailable.
type Store interface {
	// Begin writes a new shift. One with the same id is given back instead, if it was asked for with the same request.
	// Codes: ShiftExists, IdempotencyReused.
	Begin(ctx context.Context, s *Shift, c Change) (*Shift, error)
	// Change reads a shift of a store and the order, locks both, lets decide change them and writes the outcome. A key
	// that is written already changes nothing: the shift is given back as it is, or IdempotencyReused when another
	// request had the key. Codes: ShiftNotFound, ShiftClosed.
	Change(ctx context.Context, which Which, decide func(s *Shift, b Basis) (Change, error)) (*Shift, error)
	// Shift reads one of a store with its movements and orders. Code: ShiftNotFound.
	Shift(ctx context.Context, storeID, id string) (*Shift, error)
	// Running finds the shift of a courier in a store that is not closed. Code: ShiftNotFound.
	Running(ctx context.Context, storeID, courierID string) (*Shift, error)
	// List reads shifts without their movements, newest first, and counts all that pass the filter.
	List(ctx context.Context, f Filter) (found []Shift, total int, err error)
	// Report adds up the shifts that were opened in a time, one row for each shift.
	Report(ctx context.Context, f Filter) ([]Sums, error)
}

// Which names the shift and the order that a change is about, and the request that makes it.
type Which struct {
	StoreID, ShiftID string
	// Courier, when given, is whose shift it must be: anybody else's is ShiftNotFound.
	Courier string
	// OrderID and Place are empty when it is about no order.
	OrderID      string
	Place        int
	Key, Request string
	// ID names the change in the order.
	ID string
}

// Filter narrows shifts down; empty fields do not.
type Filter struct {
	StoreID   string
	CourierID string
	State     State
	// From is inclusive, Until exclusive.
	From, Until   time.Time
	Limit, Offset int
}

// Sums is a shift added up, for reports.
type Sums struct {
	Shift
	Float, Received, Change cash.Amount
}

// Stepper moves orders on, by the one machine of their statuses.
type Stepper interface {
	FinalStep(o *orders.Order, place int, to orders.Status, id, userID, note string,
		now time.Time) (orders.Change, error)
}

// People reads who works where.
type People interface {
	Members(ctx context.Context, place string) ([]roles.Member, error)
}

// Options is what a Service is made of.
type Options struct {
	Store  Store
	Orders Stepper
	People People
	// PoundsStep is what totals in pounds are rounded up to; 0 is the step of contract/shop.json.
	PoundsStep int64
	Now        func() time.Time
}

// Service runs the shifts of couriers.
type Service struct{ o Options }

// New makes a Service.
func New(o Options) *Service {
	if o.PoundsStep == 0 {
		o.PoundsStep = contract.Shop().Pounds.Step
	}
	return &Service{o}
}

func (s *Service) now() time.Time { return s.o.Now().UTC().Truncate(time.Millisecond) }

// Couriers lists who may take orders of a place along.
func (s *Service) Couriers(ctx context.Context, place string) ([]Person, error) {
	members, err := s.o.People.Members(ctx, place)
	if err != nil {
		return nil, err
	}
	found := []Person{}
	for _, m := range members {
		if roles.Allows(m.Role, roles.DeliverOrders) {
			name := m.FullName
			if name == "" {
				name = m.Username
			}
			found = append(found, Person{ID: m.UserID, Name: name})
		}
	}
	return found, nil
}

// Begin opens a shift with a float. Codes: CourierInvalid, ShiftExists, InvalidFields, IdempotencyInvalid,
// IdempotencyReused.
func (s *Service) Begin(ctx context.Context, storeID, courierID string, r Request) (*Shift, error) {
	r.Kind = AddFloat
	if err := r.check(); err != nil {
		return nil, err
	}
	couriers, err := s.Couriers(ctx, storeID)
	if err != nil {
		return nil, err
	}
	known := false
	for _, c := range couriers {
		known = known || c.ID == courierID
	}
	if !known {
		return nil, apperr.New(apperr.CourierInvalid).WithFields(map[string]string{"courier": "courier_required"})
	}
	now := s.now()
	shift := &Shift{
		ID: shiftID(storeID, courierID, r.Key), StoreID: storeID, Courier: Person{ID: courierID}, State: Open,
		OpenedBy: Person{ID: r.By}, OpenedAt: now,
	}
	d := decision{shift: shift, r: r, now: now}
	change, err := d.decide()
	if err != nil {
		return nil, err
	}
	d.audit(ActionOpened, r.Amount)
	change.Audit = d.change.Audit
	return s.o.Store.Begin(ctx, shift, change)
}

// shiftID names a shift: the same key opens the same one.
func shiftID(storeID, courierID, key string) string {
	sum := sha256.Sum256([]byte(storeID + "\x00" + courierID + "\x00" + key))
	return "s" + hex.EncodeToString(sum[:12])
}

// Record adds to a shift what a request says. courierID, when given, is whose shift it must be. Codes: ShiftNotFound,
// ShiftClosed, IdempotencyInvalid, IdempotencyReused, InvalidFields and those of the request's kind.
func (s *Service) Record(ctx context.Context, storeID, id, courierID string, r Request) (*Shift, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	which := Which{StoreID: storeID, ShiftID: id, Courier: courierID, Key: r.Key, Request: r.hash()}
	which.ID = stepID(id, r.Key)
	switch r.Kind {
	case Take, Deliver, Fail:
		var ok bool
		if which.OrderID, which.Place, ok = orders.ParseFulfilmentID(r.Fulfilment); !ok {
			return nil, apperr.New(apperr.OrderNotFound)
		}
	}
	now := s.now()
	return s.due(s.o.Store.Change(ctx, which, func(shift *Shift, b Basis) (Change, error) {
		d := decision{shift: shift, basis: b, r: r, now: now, pounds: s.o.PoundsStep}
		d.step = func(to orders.Status) (*orders.Change, error) {
			change, err := s.o.Orders.FinalStep(b.Order, which.Place, to, which.ID, r.By, r.Reason, now)
			return &change, err
		}
		return d.decide()
	}))
}

// due works out anew what has to be collected for the orders in the bag: the desk may have made one cheaper meanwhile.
func (s *Service) due(shift *Shift, err error) (*Shift, error) {
	if err != nil {
		return nil, err
	}
	for i := range shift.Orders {
		c := &shift.Orders[i]
		if c.State != Out || c.Order == nil {
			continue
		}
		if f := c.Order.Part(c.Place); f != nil && !f.Off() {
			c.Due = due(c.Order, f, s.o.PoundsStep)
		}
	}
	return shift, nil
}

// stepID names the step that a movement takes an order.
func stepID(shiftID, key string) string {
	sum := sha256.Sum256([]byte(shiftID + "\x00" + key))
	return hex.EncodeToString(sum[:16])
}

// Of reads a shift of a store. Code: ShiftNotFound.
func (s *Service) Of(ctx context.Context, storeID, id string) (*Shift, error) {
	return s.due(s.o.Store.Shift(ctx, storeID, id))
}

// Running is the shift of a courier that is not closed. Code: ShiftNotFound.
func (s *Service) Running(ctx context.Context, storeID, courierID string) (*Shift, error) {
	return s.due(s.o.Store.Running(ctx, storeID, courierID))
}

// List lists shifts, newest first.
func (s *Service) List(ctx context.Context, f Filter) (found []Shift, total int, err error) {
	return s.o.Store.List(ctx, f)
}
