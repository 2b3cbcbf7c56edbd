package desk

import (
	"context"
	"errors"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
)

// ErrLost says that another server holds the job by now.
var ErrLost = errors.New("another server has taken the job over")

// ErrMoved says that somebody edited a product between the check of a file and its import.
var ErrMoved = errors.New("a product was edited meanwhile")

// Jobs keeps imports, their files and what they are about to write. A database that cannot serve
// gives apperr.Unavailable.
type Jobs interface {
	// PutPiece keeps one piece of a file; pieces count from 0. DropFile forgets all of them.
	PutPiece(ctx context.Context, jobID string, place int, piece string, at time.Time) error
	Piece(ctx context.Context, jobID string, place int) (piece string, found bool, err error)
	DropFile(ctx context.Context, jobID string) error
	// Busy tells whether an import waits or runs.
	Busy(ctx context.Context) (bool, error)
	// Accept queues a job whose file is complete. Code: ImportInProgress.
	Accept(ctx context.Context, job *Job) error
	// Job reads a job. Code: ImportNotFound.
	Job(ctx context.Context, id string) (*Job, error)
	// Take gives the job that waits, or that its holder left, to this server; nil when there is
	// none.
	Take(ctx context.Context, lease time.Duration) (*Hold, error)
	// Report keeps the job for another lease and says how many rows were read. ErrLost.
	Report(ctx context.Context, hold *Hold, done int, lease time.Duration) error
	// Release gives the job back to be taken by anyone.
	Release(ctx context.Context, hold *Hold) error
	// Finish ends a job that changed no product, and writes it down. ErrLost.
	Finish(ctx context.Context, hold *Hold, state State, outcome Outcome, at time.Time) error
	// ClearStage forgets what was staged for a job.
	ClearStage(ctx context.Context, jobID string) error
	// Stage lays products ready.
	Stage(ctx context.Context, hold *Hold, rows []Staged) error
	// Commit writes everything that was staged, ends the job and writes it down, in one
	// transaction. pictures are those that products newly hold. ErrLost, ErrMoved.
	Commit(ctx context.Context, hold *Hold, outcome Outcome, pictures []string, at time.Time) error
	// Sweep forgets jobs that ended before then, and files and stages that no job needs.
	Sweep(ctx context.Context, before time.Time) error
	// Subscribe wakes whoever takes jobs.
	Subscribe() (woken <-chan struct{}, end func())

	// Roster gives every product's id, code and status.
	Roster(ctx context.Context, yield func(id, code string, status catalog.Status)) error
	// Products reads those of the ids that exist.
	Products(ctx context.Context, ids []string) ([]*catalog.Product, error)
	// StoreIDs are the ids of all stores.
	StoreIDs(ctx context.Context) (map[string]bool, error)
	// KnownPictures are those of the hashes that people uploaded.
	KnownPictures(ctx context.Context, hashes []string) (map[string]bool, error)
}

// Staged is a product that an import is about to write.
type Staged struct {
	Product *catalog.Product
	// Version and Stock are those of the product the row was laid over; version 0 is a new one.
	// Pieces that are sold meanwhile stay sold.
	Version int64
	Stock   int
	// Fields are those that change.
	Fields []string
}

// Books reads what the overview and the lists need. A database that cannot serve gives
// apperr.Unavailable.
type Books interface {
	// Managed reads products with what only the desk sees, those of the ids that exist.
	Managed(ctx context.Context, ids []string) ([]Managed, error)
	// Drafts gives what lists need of the products that are not on the shelves: their texts
	// other than the names are left out.
	Drafts(ctx context.Context) ([]*catalog.Product, error)
	// After reads whole products in the order of their ids, from the one behind id on.
	After(ctx context.Context, id string, limit int) ([]*catalog.Product, error)
	// Sales sums up the orders that stand, by steps of time from a moment on.
	Sales(ctx context.Context, from, until time.Time, step time.Duration) (map[int64]Sold, error)
	// OpenOrders counts the orders that are neither delivered nor cancelled.
	OpenOrders(ctx context.Context) (map[orders.Status]int, error)
	// Pending counts the products and stores that wait for a decision.
	Pending(ctx context.Context) (products, stores int, err error)
}

// Sold is how many orders there were and what they came to.
type Sold struct {
	Orders int
	Total  money.Cents
}

// Managed is a product with what only the desk sees.
type Managed struct {
	*catalog.Product
	// Submitter is the username of who added it, or empty; StoreName the store's.
	Submitter string
	StoreName string
}
