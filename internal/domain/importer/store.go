package importer

import (
	"context"
	"errors"
	"time"

	"dawa/internal/domain/catalog"
)

// ErrLeaseLost says that another server holds the job by now.
var ErrLeaseLost = errors.New("another server has taken the job over")

// ErrProductEdited says that somebody edited a product between the check of a file and its import.
var ErrProductEdited = errors.New("a product was edited meanwhile")

// Jobs keeps imports, their files and what they are about to write. A database that cannot serve
// gives apperr.Unavailable.
type Jobs interface {
	// PutFileChunk keeps one piece of a file; pieces count from 0. DropFile forgets all of them.
	PutFileChunk(ctx context.Context, jobID string, place int, piece string, at time.Time) error
	FileChunk(ctx context.Context, jobID string, place int) (piece string, found bool, err error)
	DropFile(ctx context.Context, jobID string) error
	// Busy tells whether an import waits or runs.
	Busy(ctx context.Context) (bool, error)
	// Accept queues a job whose file is complete. Code: ImportInProgress.
	Accept(ctx context.Context, job *Job) error
	// Job reads a job. Code: ImportNotFound.
	Job(ctx context.Context, id string) (*Job, error)
	// Take gives the job that waits, or that its holder left, to this server; nil when there is
	// none.
	Take(ctx context.Context, lease time.Duration) (*Lease, error)
	// Report keeps the job for another lease and says how many rows were read. ErrLost.
	Report(ctx context.Context, hold *Lease, done int, lease time.Duration) error
	// Release gives the job back to be taken by anyone.
	Release(ctx context.Context, hold *Lease) error
	// Finish ends a job that changed no product, and writes it down. ErrLost.
	Finish(ctx context.Context, hold *Lease, state State, outcome Outcome, at time.Time) error
	// ClearStage forgets what was staged for a job.
	ClearStage(ctx context.Context, jobID string) error
	// Stage lays products ready.
	Stage(ctx context.Context, hold *Lease, rows []Staged) error
	// Commit writes everything that was staged, ends the job and writes it down, in one
	// transaction. pictures are those that products newly hold. ErrLost, ErrMoved.
	Commit(ctx context.Context, hold *Lease, outcome Outcome, pictures []string, at time.Time) error
	// Sweep forgets jobs that ended before then, and files and stages that no job needs.
	Sweep(ctx context.Context, before time.Time) error
	// Subscribe wakes whoever takes jobs.
	Subscribe() (woken <-chan struct{}, end func())

	// EachProduct gives every product's id, code and status.
	EachProduct(ctx context.Context, yield func(id, code string, status catalog.Status)) error
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
