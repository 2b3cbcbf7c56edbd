package admin

import (
	"context"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
)

// Store reads what the overview and the lists need. A database that cannot serve gives
// apperr.Unavailable.
type Store interface {
	CustomerReader
	// Managed reads products with what only admins see, those of the ids that exist.
	Managed(ctx context.Context, ids []string) ([]Managed, error)
	// Unlisted gives what lists need of the products that shoppers do not see: what waits, what was rejected, and what
	// is approved and off sale, out of the shop with its store, or controlled. An empty status is all of them. Their
	// texts other than the names are left out.
	Unlisted(ctx context.Context, status catalog.Status) ([]*catalog.Product, error)
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

// Managed is a product with what only admins see.
type Managed struct {
	*catalog.Product
	// Submitter is the username of who added it, or empty; StoreName the store's.
	Submitter string
	StoreName text.Pair
}
