package catalog

import (
	"context"
	"time"
)

// Store holds products. A method that finds no product gives apperr.ProductNotFound; a
// database that cannot serve gives apperr.Unavailable.
type Store interface {
	// Product reads one product of any status.
	Product(ctx context.Context, id string) (*Product, error)
	// Products reads those of the ids that exist, of any status, in no particular order.
	Products(ctx context.Context, ids []string) ([]*Product, error)
	// Insert adds a new product. A code that an approved product has already gives
	// apperr.ProductCodeTaken; an id that exists gives apperr.Conflict.
	Insert(ctx context.Context, p *Product) error
	// Add is Insert with its audit event and outbox jobs. The pictures must have been uploaded;
	// otherwise it gives apperr.ImageNotFound.
	Add(ctx context.Context, p *Product, record ChangeRecord) error
	// Edit reads a product, lets decide change it and writes the outcome with the next version,
	// together with the record, all in one transaction; a change that touched no field writes nothing.
	// since are the edits after the version that was seen, when there are any. An error of decide
	// is given back and nothing is written. decide may run more than once and must not change the
	// id or the version. Pictures that are new to the product must have been uploaded; otherwise it
	// gives apperr.ImageNotFound.
	Edit(
		ctx context.Context, id string, seen int64, decide func(p *Product, since []PastEdit) (ChangeRecord, error),
	) (*Product, error)
	// WithRevision reads one product of any status with what waits on it.
	WithRevision(ctx context.Context, id string) (*Product, error)
	// Save writes all products in one transaction. Those that exist are replaced or left as
	// they are; it reports how many rows it wrote.
	Save(ctx context.Context, products []*Product, existing Existing) (written int, err error)
	// MoveStock adds to and takes from the stock, all moves or none. Taking more than there
	// is gives apperr.StockShort with the ids under the detail "products".
	MoveStock(ctx context.Context, moves []StockMove) error
	// Count says how many products there are of any status.
	Count(ctx context.Context) (int, error)
}

// Existing says what Save does with a product whose id is there already.
type Existing int

// Keep leaves an existing product as it is; Replace overwrites it.
const (
	KeepExisting Existing = iota
	Replace
)

// StockMove changes the stock of a product By pieces: negative when they leave.
type StockMove struct {
	ID string
	By int
}

// Source is what the read model is fed from.
type Source interface {
	// Position is where to follow changes from. Take it before EachApproved: what is changed
	// in between is then seen twice, never missed.
	Position(ctx context.Context) (Position, error)
	// EachApproved gives every approved product that shoppers may see once, in any order. It may read several parts
	// side by side, at most as many as parts: calls of yield for the same part come one after
	// another, for different parts at the same time. A product may be overwritten by the next of its part, its texts
	// may be parts of a longer one, and products may share their lists.
	EachApproved(ctx context.Context, parts int, yield func(part int, p *Product) error) error
	// Products reads those of the ids that exist.
	Products(ctx context.Context, ids []string) ([]*Product, error)
	// ChangesSince lists the products that were touched after the position, the same one
	// perhaps again, and the position to ask from next time.
	ChangesSince(ctx context.Context, after Position) (ChangeSet, error)
	// Fingerprint counts the approved products that shoppers may see and adds up their versions, to notice a read model
	// that has drifted.
	Fingerprint(ctx context.Context) (Fingerprint, error)
	// ForgetChanges deletes the log of changes made before then.
	ForgetChanges(ctx context.Context, before time.Time) error
	// Changed gives a channel that holds a value when something may have changed, here or on
	// another server, and a function that ends it.
	Changed() (woken <-chan struct{}, end func())
}

// Position is a place in the sequence of changes. Every change below it has been seen.
type Position int64

// Change is one product touched by one transaction.
type Change struct {
	Mark      int64
	ProductID string
}

// ChangeSet is what changed and where to continue.
type ChangeSet struct {
	Changes []Change
	Next    Position
	// Stock holds the products of which nothing but the stock has changed: they need not be read.
	Stock map[string]StockLevel
}

// StockLevel is the stock of a product at a version.
type StockLevel struct {
	Stock   int
	Version int64
}

// Fingerprint is a cheap fingerprint of the approved products.
type Fingerprint struct {
	Products int64
	Versions int64
}
