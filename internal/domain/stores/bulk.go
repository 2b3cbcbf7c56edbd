package stores

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strings"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/roles"
)

// UndoTime is how long a change of many products can be undone.
const UndoTime = 10 * time.Minute

// MaxBulk is how many products one change takes.
const MaxBulk = 200

// Codes of a row that cannot change, beside those of a product's rules; texts `rule.<code>`.
const (
	// codeOfficialPrice: the price of the medicine follows from its official price.
	codeOfficialPrice = "price_official"
	// codeMoved: somebody changed the product since it was shown.
	codeMoved = "product_moved"
	// codeNotOnSale: a product that is not approved can be neither taken off sale nor put back.
	codeNotOnSale = "product_not_approved"
	// codeNotWaiting: the product does not wait for approval.
	codeNotWaiting = "product_not_waiting"
)

// BulkChange is what is to change on many products. What is nil stays.
type BulkChange struct {
	// PriceBasisPoints changes the price by hundredths of a percent, PriceBy by an amount.
	PriceBasisPoints *int
	PriceBy          *money.Cents
	// StockBy adds to the stock, or takes from it; StockTo is a count.
	StockBy, StockTo *int
	OffSale          *bool
}

// Empty tells whether nothing is to change.
func (c BulkChange) Empty() bool { return c == BulkChange{} }

// BulkTarget is a product to change as it was shown to whoever wants that: a price that somebody else changed since is
// left, and a count of the stock is a difference to the stock that was shown.
type BulkTarget struct {
	ID    string
	Price money.Cents
	Stock int
}

// BulkRow is what becomes of one product.
type BulkRow struct {
	ID string
	// Code says why it cannot change; Before and After are equal then.
	Code          string
	Before, After BulkValues
}

// BulkValues are what a change of many products can touch.
type BulkValues struct {
	Price   money.Cents
	Stock   int
	OffSale bool
	Status  catalog.Status
}

func bulkValues(p *catalog.Product) BulkValues {
	return BulkValues{Price: p.Price, Stock: p.Stock, OffSale: p.OffSale, Status: p.Status}
}

// BulkEdit is a change of many products that was made.
type BulkEdit struct {
	ID string
	// Place is the store whose products were changed, or roles.House; empty for approvals.
	Place     string
	By        string
	MadeAt    time.Time
	UndoneAt  time.Time
	UndoUntil time.Time
	Rows      []BulkRow
}

// BulkRecords stores changes of many products.
type BulkRecords interface {
	// AddBulkEdit begins a change; its rows follow with the products, in the transactions that change them.
	AddBulkEdit(ctx context.Context, e BulkEdit) error
	// BulkEdit reads a change with the rows that are not undone. Code: NotFound.
	BulkEdit(ctx context.Context, id string) (*BulkEdit, error)
	// EndBulkEdit marks a change as undone.
	EndBulkEdit(ctx context.Context, id string, at time.Time) error
}

// apply makes the change, or says why it cannot be made.
func (c BulkChange) apply(p *catalog.Product, shown BulkTarget) (code string) {
	if c.PriceBasisPoints != nil || c.PriceBy != nil {
		switch {
		case p.Regulation.Medicine() && p.OfficialPrice.Pounds > 0:
			return codeOfficialPrice
		case p.Price != shown.Price:
			return codeMoved
		case c.PriceBasisPoints != nil:
			p.Price = (p.Price*money.Cents(10_000+*c.PriceBasisPoints) + 5_000) / 10_000 // half-up
		default:
			p.Price += *c.PriceBy
		}
	}
	switch {
	case c.StockBy != nil:
		p.Stock += *c.StockBy
	case c.StockTo != nil:
		p.Stock = max(0, p.Stock+*c.StockTo-shown.Stock)
	}
	if c.OffSale != nil {
		if p.Status != catalog.Approved {
			return codeNotOnSale
		}
		p.OffSale = *c.OffSale
	}
	return ""
}

// rowRefusal is a row that cannot change; no error of the whole.
type rowRefusal string

func (r rowRefusal) Error() string { return "the row cannot change: " + string(r) }

// codeOf gives the code that a row shows for an error, or "" when the error is not about the row.
func codeOf(err error) string {
	if refusal, is := errors.AsType[rowRefusal](err); is {
		return string(refusal)
	}
	coded, is := errors.AsType[*apperr.Error](err)
	if !is || coded.Code == apperr.Unavailable {
		return ""
	}
	for _, field := range []string{"price", "nb_in_stock", "discount", "regulation"} {
		if coded.Fields[field] != "" {
			return coded.Fields[field]
		}
	}
	return string(coded.Code)
}

// mayChangeAt refuses what is not a product of the place.
func (a Actor) mayChangeAt(place string, p *catalog.Product) error {
	if placeOf(p) != place || !a.Roles.May(roles.EditProducts, place) {
		return apperr.New(apperr.ProductNotFound)
	}
	return nil
}

// PreviewBulk says what a change would do to each product, and changes nothing. Codes: those of the database.
func (s *Service) PreviewBulk(ctx context.Context, place string, who Actor, c BulkChange,
	targets []BulkTarget) ([]BulkRow, error) {
	rows := make([]BulkRow, 0, len(targets))
	for _, target := range inOrder(targets) {
		p, err := s.products.Product(ctx, target.ID)
		if err == nil {
			err = who.mayChangeAt(place, p)
		}
		row := BulkRow{ID: target.ID}
		if err == nil {
			row.Before = bulkValues(p)
			if code := c.apply(p, target); code != "" {
				err = rowRefusal(code)
			} else {
				err = p.Check()
			}
			row.After = bulkValues(p)
		}
		if err != nil {
			if row.Code, row.After = codeOf(err), row.Before; row.Code == "" {
				return nil, err
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// EditBulk changes products of a place, each in a transaction of its own, and remembers what they were. A product that
// cannot change says why and stops no other.
func (s *Service) EditBulk(ctx context.Context, place string, who Actor, c BulkChange,
	targets []BulkTarget) (*BulkEdit, error) {
	return s.bulk(ctx, place, who.UserID, inOrder(targets), func(target BulkTarget, e *catalog.Edit) error {
		e.Action = "product_updated"
		e.Change = func(p *catalog.Product) error {
			if err := who.mayChangeAt(place, p); err != nil {
				return err
			}
			if code := c.apply(p, target); code != "" {
				return rowRefusal(code)
			}
			return nil
		}
		return nil
	})
}

// ApproveBulk puts products that wait on sale, for an admin. The mails to those who sent them leave when the approval
// can no longer be undone.
func (s *Service) ApproveBulk(ctx context.Context, adminID string, ids []string) (*BulkEdit, error) {
	targets := make([]BulkTarget, len(ids))
	for i, id := range ids {
		targets[i] = BulkTarget{ID: id}
	}
	return s.bulk(ctx, "", adminID, inOrder(targets), func(target BulkTarget, e *catalog.Edit) error {
		if err := s.storeIsOpen(ctx, target.ID); err != nil {
			return err
		}
		e.Action = "product_approved"
		e.Change = func(p *catalog.Product) error {
			if p.Status != catalog.Pending {
				return rowRefusal(codeNotWaiting)
			}
			p.Status, p.StatusNote = catalog.Approved, ""
			return nil
		}
		e.Jobs = func(_, after *catalog.Product, _ time.Time) ([]outbox.Job, error) {
			if after.SubmittedBy == "" || after.SubmittedBy == adminID {
				return nil, nil
			}
			job, err := newEmail(emailPayload{ProductID: target.ID, Status: catalog.Approved, Lasting: true})
			job.After = UndoTime
			return []outbox.Job{job}, err
		}
		return nil
	})
}

// bulk makes the edits of a change, one after another.
func (s *Service) bulk(ctx context.Context, place, by string, targets []BulkTarget,
	prepare func(target BulkTarget, e *catalog.Edit) error) (*BulkEdit, error) {
	made := &BulkEdit{ID: strings.ToLower(rand.Text()), Place: place, By: by, MadeAt: s.now().UTC()}
	made.UndoUntil = made.MadeAt.Add(UndoTime)
	if err := s.bulkEdits.AddBulkEdit(ctx, *made); err != nil {
		return nil, err
	}
	for _, target := range targets {
		row := BulkRow{ID: target.ID}
		e := catalog.Edit{ID: target.ID, By: by, BulkEdit: made.ID}
		err := prepare(target, &e)
		if err == nil {
			row, err = s.editRow(ctx, e)
		}
		if err != nil {
			if row.Code, row.After = codeOf(err), row.Before; row.Code == "" {
				return nil, err
			}
		}
		made.Rows = append(made.Rows, row)
	}
	return made, nil
}

// editRow makes one edit of a change.
func (s *Service) editRow(ctx context.Context, e catalog.Edit) (row BulkRow, err error) {
	row.ID = e.ID
	change := e.Change
	e.Change = func(p *catalog.Product) error {
		row.Before = bulkValues(p)
		return change(p)
	}
	p, err := s.products.Edit(ctx, e)
	if err == nil {
		row.After = bulkValues(p)
	}
	return row, err
}

// inOrder puts products into the order of their ids, each once.
func inOrder(targets []BulkTarget) []BulkTarget {
	sorted := slices.SortedFunc(slices.Values(targets), func(a, b BulkTarget) int {
		return strings.Compare(a.ID, b.ID)
	})
	return slices.CompactFunc(sorted, func(a, b BulkTarget) bool { return a.ID == b.ID })
}

// UndoBulk takes a change of a place back, for UndoTime. What was sold since stays sold: the stock moves by the
// difference. What somebody changed again since stays as it is, and its row says so. Undoing twice undoes once.
// Codes: NotFound, UndoLate.
func (s *Service) UndoBulk(ctx context.Context, place string, by, id string) (*BulkEdit, error) {
	made, err := s.bulkEdits.BulkEdit(ctx, id)
	if err != nil {
		return nil, err
	}
	if made.Place != place {
		return nil, apperr.New(apperr.NotFound)
	}
	if !made.UndoneAt.IsZero() {
		return made, nil
	}
	now := s.now().UTC()
	if now.After(made.MadeAt.Add(UndoTime)) {
		return nil, apperr.New(apperr.UndoLate)
	}
	for i := range made.Rows {
		row := &made.Rows[i]
		p, err := s.products.Edit(ctx, catalog.Edit{
			ID: row.ID, By: by, Action: "product_updated", BulkUndo: id,
			Change: func(p *catalog.Product) error { row.Code = row.undo(p); return nil },
		})
		if err != nil {
			if row.Code = codeOf(err); row.Code == "" {
				return nil, err
			}
			continue
		}
		row.Before, row.After = row.After, bulkValues(p)
	}
	return made, s.bulkEdits.EndBulkEdit(ctx, id, now)
}

// undo takes one product back, as far as nobody else changed it since.
func (r *BulkRow) undo(p *catalog.Product) (code string) {
	moved := func(touched, same bool) bool {
		if touched && !same {
			code = codeMoved
		}
		return touched && same
	}
	if moved(r.Before.Price != r.After.Price, p.Price == r.After.Price) {
		p.Price = r.Before.Price
	}
	if moved(r.Before.OffSale != r.After.OffSale, p.OffSale == r.After.OffSale) {
		p.OffSale = r.Before.OffSale
	}
	if moved(r.Before.Status != r.After.Status, p.Status == r.After.Status) {
		p.Status = r.Before.Status
	}
	p.Stock = max(0, p.Stock+r.Before.Stock-r.After.Stock)
	return code
}
