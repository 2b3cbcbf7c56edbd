package importer

import (
	"context"
	"errors"
	"time"

	"dawa/internal/domain/catalog"
)

// ErrLeaseLost says that another server works on the job by now.
var ErrLeaseLost = errors.New("another server has taken the job over")

// ErrProductEdited says that somebody edited a product, or closed the store that it is to be sold in, between the check
// of a file and its import.
var ErrProductEdited = errors.New("a product was edited meanwhile")

// Store is everything an Importer needs stored. A database that cannot serve gives apperr.Unavailable.
type Store interface {
	Files
	Queue
	Leases
	Staging
	Differences
	Catalogue
}

// Files stores uploaded files in chunks. Receive writes them, the worker reads them, and both remove
// them.
type Files interface {
	// PutFileChunk stores one chunk of a file; chunks count from 0.
	PutFileChunk(ctx context.Context, jobID string, place int, chunk string, at time.Time) error
	FileChunk(ctx context.Context, jobID string, place int) (chunk string, found bool, err error)
	// DropFile removes all chunks of a file.
	DropFile(ctx context.Context, jobID string) error
}

// Queue is where admins put imports and look them up.
type Queue interface {
	// Busy tells whether an import waits or runs.
	Busy(ctx context.Context) (bool, error)
	// Accept queues a job whose file is complete. Code: ImportInProgress.
	Accept(ctx context.Context, job *Job) error
	// Job reads a job. Code: ImportNotFound.
	Job(ctx context.Context, id string) (*Job, error)
	// Confirm queues the import of a file that was checked without a problem; doing so again changes nothing. Codes:
	// ImportNotFound, ImportInProgress, ImportExpired when the file is gone or has problems.
	Confirm(ctx context.Context, id, by string) error
}

// Differences stores what the rows of a file change, for people to read.
type Differences interface {
	// Explain stores differences. Of a row that was stored before, the job remembers what it found first: its fields
	// and the stock of its product.
	Explain(ctx context.Context, lease *Lease, rows []Difference) error
	// Seen gives everything that was found, without the values.
	Seen(ctx context.Context, jobID string, yield func(Difference)) error
	// Differences reads those of a kind, or of every kind when it is empty, by row, and counts them.
	Differences(ctx context.Context, jobID string, kind DifferenceKind, limit, skip int) ([]Difference, int, error)
}

// Leases gives each job to one worker at a time.
type Leases interface {
	// Take gives the job that waits, or that its worker left, to this server; nil when there is none.
	Take(ctx context.Context, life time.Duration) (*Lease, error)
	// Report renews the lease and stores how many rows were read. Error: ErrLeaseLost.
	Report(ctx context.Context, lease *Lease, done int, life time.Duration) error
	// Release gives the job back, to be taken by any server.
	Release(ctx context.Context, lease *Lease) error
	// Finish ends a job and appends it to the audit log. Error: ErrLeaseLost.
	Finish(ctx context.Context, lease *Lease, state State, outcome Outcome, at time.Time) error
	// Sweep removes jobs that ended before then, and files and staged rows that no job needs.
	Sweep(ctx context.Context, before time.Time) error
	// Subscribe wakes the worker when a job was queued.
	Subscribe() (woken <-chan struct{}, end func())
}

// Staging stores what the worker is about to write, and writes it in bounded transactions.
type Staging interface {
	// ClearStage removes what was staged for a job and not applied.
	ClearStage(ctx context.Context, jobID string) error
	// DropStage removes everything that was staged for a job, applied or not.
	DropStage(ctx context.Context, jobID string) error
	// Stage stores products to be written.
	Stage(ctx context.Context, lease *Lease, rows []Staged) error
	// Applied gives the ids of the products that an earlier attempt of the job wrote, and whether the
	// product was new.
	Applied(ctx context.Context, jobID string) (map[string]bool, error)
	// TouchPictures marks pictures as used, before products hold them.
	TouchPictures(ctx context.Context, hashes []string, at time.Time) error
	// Apply writes the staged products with these ids, all or none, in one transaction. Errors:
	// ErrLeaseLost, ErrProductEdited.
	Apply(ctx context.Context, lease *Lease, ids []string, at time.Time) error
}

// Catalogue is what the check compares the rows of a file with.
type Catalogue interface {
	// EachProduct gives every product's id, code and status.
	EachProduct(ctx context.Context, yield func(id, code string, status catalog.Status)) error
	// Products reads those of the ids that exist.
	Products(ctx context.Context, ids []string) ([]*catalog.Product, error)
	// StoreStatuses are the ids of all stores and what was decided about them.
	StoreStatuses(ctx context.Context) (map[string]catalog.Status, error)
	// KnownPictures are those of the hashes that people uploaded.
	KnownPictures(ctx context.Context, hashes []string) (map[string]bool, error)
}

// Staged is a product that an import is about to write.
type Staged struct {
	Product *catalog.Product
	// Version and Stock are those of the product that the row changes; version 0 is a new one. What is
	// sold between the check and the import stays sold.
	Version int64
	Stock   int
	// Fields are those that change.
	Fields []string
}
