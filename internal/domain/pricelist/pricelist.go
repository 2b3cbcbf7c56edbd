// Package pricelist brings the official price lists of medicines into the shop: it reads a file as the authority
// publishes it, compares it with the catalogue, and applies what was approved at a chosen moment.
package pricelist

import (
	"context"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/regulation"
)

// State is how far a list is.
type State string

// The states of a list.
const (
	// Loading is a list whose rows are still being written; nobody sees it.
	Loading State = "loading"
	// Compared is a list that waits for somebody to approve it.
	Compared State = "compared"
	// Scheduled is a list that will be applied at its moment, or is being applied.
	Scheduled State = "scheduled"
	Applied   State = "applied"
	Cancelled State = "cancelled"
)

// List is an official price list and what became of it.
type List struct {
	ID       string
	State    State
	FileName string
	// Source is written to every product that the list changes.
	Source string
	// By is the user who brought it in, ByName their username.
	By, ByName string
	CreatedAt  time.Time
	Counts
	// ApplyAt is when it is applied, by the clock of the database; the zero time is not decided.
	ApplyAt time.Time
	// DoneAt is when the last price was written; the zero time before that.
	DoneAt time.Time
	// Written and Skipped are what came of the approved rows.
	Written, Skipped int
}

// Counts are how the rows of a list compare with the catalogue.
type Counts struct {
	// Rows is how many rows of the file name a medicine.
	Rows int
	// Same have the price that holds already, Changed another one; Suspicious are those of them that need a tick.
	Same, Changed, Suspicious int
	// Unmatched are rows that no product belongs to, Problems those that cannot be used.
	Unmatched, Problems int
	// Missing are medicines of the shop that the list does not name.
	Missing int
}

// Kind says what is shown about a row.
type Kind string

// The kinds of rows.
const (
	// Change is a product whose official price the list changes.
	Change Kind = "changed"
	// Unmatched is a row that no product belongs to.
	Unmatched Kind = "unmatched"
	// Problem is a row that cannot be used.
	Problem Kind = "problem"
	// Missing is a medicine of the shop that the list does not name; it has no row.
	Missing Kind = "missing"
)

// Kinds are all kinds of rows.
func Kinds() []Kind { return []Kind{Change, Unmatched, Problem, Missing} }

// RowState is what became of a row.
type RowState string

// The states of a row. One that nobody approved has none.
const (
	Planned    RowState = "planned"
	RowApplied RowState = "applied"
	RowSkipped RowState = "skipped"
)

// Row is one row of a list with the product that it concerns.
type Row struct {
	// Number is the row's in the spreadsheet; 0 is none.
	Number    int
	ProductID string
	Kind      Kind
	// Registration, Barcode and Name are as in the file.
	Registration, Barcode, Name string
	// Old is the official price that holds, New the one of the list, in pounds.
	Old, New int64
	// ValidFrom is a day, "2026-11-15".
	ValidFrom string
	// Suspicious is a price more than 30 % away from the one before. It is applied only when it is accepted.
	Suspicious, Accepted bool
	// Code says what is wrong with the row, or why it was skipped (text `rule.<code>`).
	Code string
	// Value is the cell that is wrong.
	Value string
	State RowState
	// ProductName and ProductCode are the product's now; only reads fill them in.
	ProductName text.Pair
	ProductCode string
}

// Product is what a list is compared with.
type Product struct {
	ID, Code, Registration string
	Class                  regulation.Class
	Approved               bool
	Official               regulation.OfficialPrice
	Price                  money.Cents
}

// Approval is what somebody decided about a list.
type Approval struct {
	By string
	// At is when it is to be applied; the zero time is now, by the clock of the database.
	At time.Time
	// Accept are the numbers of the suspicious rows that are applied too; AcceptAll accepts all of them.
	Accept    []int
	AcceptAll bool
}

// Store is everything that price lists need stored. A database that cannot serve gives apperr.Unavailable.
type Store interface {
	// Mapping reads the headings that were chosen last.
	Mapping(ctx context.Context) (Mapping, error)
	// EachProduct gives every product that is on sale or waits for approval.
	EachProduct(ctx context.Context, yield func(Product)) error
	// Create stores a list with its rows, in transactions of a bounded size, and remembers the mapping.
	Create(ctx context.Context, list *List, rows []Row, mapping Mapping) error
	// Lists reads the latest lists, the newest first.
	Lists(ctx context.Context, limit int) ([]List, error)
	// List reads a list. Code: PriceListNotFound.
	List(ctx context.Context, id string) (*List, error)
	// Rows reads rows of a kind in the order of the file, and how many there are in all. Suspicious ones come first.
	Rows(ctx context.Context, id string, kind Kind, limit, skip int) (rows []Row, total int, err error)
	// Schedule approves a list. Codes: PriceListNotFound, PriceListState, PriceListNothing.
	Schedule(ctx context.Context, id string, approval Approval) error
	// Cancel drops a list of which nothing was applied yet. Codes: PriceListNotFound, PriceListState.
	Cancel(ctx context.Context, id, by string, at time.Time) error
	// ApplyNext applies at most limit rows of the list that is due, in one transaction, and tells whether there may be
	// more to do. decide says why a row is not applied; an empty code applies it. A row is applied once, whatever
	// server does it.
	ApplyNext(ctx context.Context, limit int, at time.Time,
		decide func(row Row, current *Product, rate int64) (code string)) (more bool, err error)
	// Sweep removes lists that were made before then and do not wait for their moment.
	Sweep(ctx context.Context, before time.Time) error
	// Subscribe wakes the worker when a list was approved.
	Subscribe() (woken <-chan struct{}, end func())
}
