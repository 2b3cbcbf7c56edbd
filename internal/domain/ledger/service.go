package ledger

import (
	"context"
	"time"
	"unicode/utf8"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/base/validate"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/refunds"
)

const (
	maxNote = 300
	// maxKey bounds the name that a client gives to what it records.
	maxKey = 64
	// maxAmount is a million dollars: more is a slip of the finger.
	maxAmount money.Cents = 100_000_000
)

// Service books what stores sell and what they are paid.
type Service struct {
	store Store
	now   func() time.Time
}

// New makes the service.
func New(store Store, now func() time.Time) *Service { return &Service{store: store, now: now} }

// Book is the handler of orders.BookJob: it brings the entries of an order up to date.
func (s *Service) Book(ctx context.Context, job outbox.Job) error {
	orderID, err := orders.OrderToBook(job)
	if err != nil {
		return err
	}
	return s.book(ctx, orderID)
}

func (s *Service) book(ctx context.Context, orderID string) error {
	now := s.now()
	return s.store.Book(ctx, orderID, func(b Basis) []Entry {
		missing := Missing(b)
		for i := range missing {
			missing[i].At = now
		}
		return missing
	})
}

// Refunded books a refund that is done. It implements refunds.Follower.
func (s *Service) Refunded(ctx context.Context, r refunds.Refund) error {
	return s.book(ctx, r.OrderID)
}

// Payment is money that somebody records.
type Payment struct {
	// Key is the client's name for it: the same one is recorded once.
	Key     string
	StoreID string
	// Amount is above zero; ToStore says which way it went.
	Amount  money.Cents
	ToStore bool
	Note    string
	By      string
}

// Pay records what the shop paid a store, or the store the shop: never more than the one owes the other. Codes:
// StoreNotFound, InvalidFields, PayoutTooMuch.
func (s *Service) Pay(ctx context.Context, p Payment) error {
	return s.record(ctx, p, Payout, "store_payout", func(balance money.Cents) error {
		owed := balance
		if !p.ToStore {
			owed = -balance
		}
		if p.Amount > owed {
			return apperr.New(apperr.PayoutTooMuch).WithDetail("owed", max(owed, 0))
		}
		return nil
	})
}

// Adjust corrects a store's balance, for a reason. Codes: StoreNotFound, InvalidFields.
func (s *Service) Adjust(ctx context.Context, p Payment) error {
	return s.record(ctx, p, Adjustment, "store_adjustment", func(money.Cents) error { return nil })
}

func (s *Service) record(ctx context.Context, p Payment, kind Kind, action audit.Action,
	decide func(balance money.Cents) error) error {
	p.Note = validate.Clean(p.Note)
	wrong := map[string]string{}
	if p.Amount <= 0 || p.Amount > maxAmount {
		wrong["amount"] = "ledger_amount"
	}
	if p.Note == "" {
		wrong["note"] = "ledger_note_required"
	} else if utf8.RuneCountInString(p.Note) > maxNote {
		wrong["note"] = "reason_max"
	}
	if p.Key == "" || len(p.Key) > maxKey || p.Key != validate.Clean(p.Key) {
		wrong["key"] = "ledger_key"
	}
	if len(wrong) > 0 {
		return apperr.Invalid(wrong)
	}
	now := s.now()
	e := Entry{
		ID: string(kind) + "-" + p.Key, StoreID: p.StoreID, Kind: kind, Amount: p.Amount, Note: p.Note, By: p.By,
		At: now,
	}
	// A payout takes from what the store is owed; an adjustment in its favour adds to it.
	if (kind == Payout) == p.ToStore {
		e.Amount = -e.Amount
	}
	event := audit.NewEvent(action, p.By, p.StoreID, e.Amount.String(), now)
	event.SubjectKind = "store"
	return s.store.Pay(ctx, e, event, decide)
}

// SetCommission sets what the shop keeps of a store's sales from now on. Codes: StoreNotFound, InvalidFields.
func (s *Service) SetCommission(ctx context.Context, storeID string, to BasisPoints, by string) error {
	if to < 0 || to > maxCommission {
		return apperr.Invalid(map[string]string{"commission": "ledger_commission"})
	}
	event := audit.NewEvent("store_commission", by, storeID, "", s.now())
	event.SubjectKind = "store"
	return s.store.SetCommission(ctx, storeID, to, event)
}

// Balances lists what the shop owes its stores.
func (s *Service) Balances(ctx context.Context) ([]Balance, error) { return s.store.Balances(ctx) }

// Statement reads a period of a store's account. Code: StoreNotFound.
func (s *Service) Statement(ctx context.Context, p Period) (Statement, error) {
	return s.store.Statement(ctx, p)
}
