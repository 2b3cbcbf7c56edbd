package cart

import (
	"context"
	"time"

	"dawa/internal/domain/catalog"
)

// Store reads and writes carts. A database that cannot serve gives apperr.Unavailable; a user who is gone
// gives apperr.SessionEnded.
type Store interface {
	// Cart reads a cart; an owner without one has the zero Cart.
	Cart(ctx context.Context, owner Owner) (Cart, error)
	// Update reads a cart, lets change decide and writes the outcome, all in one transaction
	// that nobody else's change of the same cart comes between. An error of change is given
	// back and nothing is written. change may run more than once, each time on a fresh Cart.
	Update(ctx context.Context, owner Owner, now time.Time, change func(c *Cart) error) (Cart, error)
	// Sweep removes visitors' carts that nobody touched for as long as their session lives.
	Sweep(ctx context.Context, now time.Time) (removed int, err error)
}

// Catalogue gives the products that are on sale.
type Catalogue interface {
	Snapshot() *catalog.Snapshot
}

// Products reads products of any status, for lines whose product is no longer on sale.
type Products interface {
	Products(ctx context.Context, ids []string) ([]*catalog.Product, error)
}
