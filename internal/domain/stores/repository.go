package stores

import (
	"context"

	"dawa/internal/domain/audit"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/outbox"
)

// Decision is what is written down about a change, in the same transaction as the change.
type Decision struct {
	By     string
	Action string
	Detail string
	Jobs   []outbox.Job
	// Changes are values before and after.
	Changes []audit.Change
	// Withdraw takes the store's products out of the shop, Restore puts them back as they were.
	Withdraw, Restore bool
	// Licence is written with the store.
	Licence *SealedLicence
	// Idle says that nothing changed and nothing is written.
	Idle bool
}

// Filter narrows the admins' list of stores down; empty fields do not.
type Filter struct {
	State State
	// Part is a part of a name, of the phone number, or of the owner's name or email.
	Part string
	// Oldest puts the oldest first, for those that wait.
	Oldest        bool
	Limit, Offset int
}

// Repository reads and writes stores and what they sell: one small port for each use. A store that is not there
// gives apperr.StoreNotFound; a database that cannot serve gives apperr.Unavailable.
type Repository interface {
	StoreRecords
	ProductReader
	OwnerReader
	LicenceRecords
	BulkRecords
}

// StoreRecords reads and writes the stores themselves.
type StoreRecords interface {
	// Add inserts a new store. An owner who has as many as allowed gives apperr.StoreLimit, one
	// who is gone apperr.SessionEnded.
	Add(ctx context.Context, s *Store, limit int, decision Decision) error
	Store(ctx context.Context, id string) (*Store, error)
	// Mine lists the stores that a user has a role in, oldest first.
	Mine(ctx context.Context, userID string) ([]Mine, error)
	// Update reads a store, lets decide change it and writes the outcome with the next version, all
	// in one transaction. decide may run more than once.
	Update(ctx context.Context, id string, decide func(s *Store) (Decision, error)) (*Store, error)
	// List lists stores for admins, newest first, and counts them.
	List(ctx context.Context, f Filter) (found []Managed, total int, err error)
	// Managed reads one store for admins.
	Managed(ctx context.Context, id string) (Managed, error)
}

// ProductReader reads the products of stores, whatever their status.
type ProductReader interface {
	// Products reads a store's products of any status.
	Products(ctx context.Context, storeID string) ([]*catalog.Product, error)
	// WithRevisions reads a store's products of any status with what waits on them.
	WithRevisions(ctx context.Context, storeID string) ([]*catalog.Product, error)
	// Revised reads the products on sale whose changes wait for approval, oldest first, and counts them.
	Revised(ctx context.Context, limit, offset int) (found []ManagedProduct, total int, err error)
	// Submitted reads the products a user submitted, of any status, oldest first.
	Submitted(ctx context.Context, userID string) ([]*catalog.Product, error)
	// Waiting reads the products that wait for approval, oldest first, and counts them.
	Waiting(ctx context.Context, limit, offset int) (found []ManagedProduct, total int, err error)
	// Credits names who submitted a product and its store.
	Credits(ctx context.Context, p *catalog.Product) (ManagedProduct, error)
}

// OwnerReader reads who owns stores, for emails.
type OwnerReader interface {
	// Owner reads a person; one who is gone is the zero Owner.
	Owner(ctx context.Context, userID string) (Owner, error)
}
