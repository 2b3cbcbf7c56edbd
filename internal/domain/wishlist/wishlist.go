// Package wishlist is what a user saves for later.
package wishlist

import (
	"context"
	"fmt"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/catalog"
)

// MaxItems is how many products a wishlist takes.
const MaxItems = 200

// Store reads and writes wishlists. A database that cannot serve gives apperr.Unavailable.
type Store interface {
	// Items gives the ids of the products, last added first.
	Items(ctx context.Context, userID string) ([]string, error)
	// Has tells whether the product is among them.
	Has(ctx context.Context, userID, productID string) (bool, error)
	// Add saves a product; saving it again changes nothing. Beyond most it is WishlistFull; for
	// a user who is gone SessionEnded.
	Add(ctx context.Context, userID, productID string, limit int, now time.Time) error
	// Remove drops a product and tells whether it was there.
	Remove(ctx context.Context, userID, productID string) (bool, error)
	// Clear drops them all.
	Clear(ctx context.Context, userID string) error
}

// Catalogue gives the products that are on sale.
type Catalogue interface {
	Snapshot() *catalog.Snapshot
}

// Service changes wishlists. Every call is for the signed-in user it names.
//
// A product that is taken off sale is neither shown nor counted, but stays saved: when it is back,
// so is its place in the list.
type Service struct {
	store     Store
	catalogue Catalogue
	now       func() time.Time
}

// NewService makes a Service. A nil now is time.Now.
func NewService(store Store, catalogue Catalogue, now func() time.Time) *Service {
	if now == nil {
		now = time.Now
	}
	return &Service{store: store, catalogue: catalogue, now: now}
}

// Products gives the products that the user saved, last added first.
func (s *Service) Products(ctx context.Context, userID string) ([]*catalog.Item, error) {
	ids, err := s.store.Items(ctx, userID)
	if err != nil {
		return nil, fmt.Errorf("reading a wishlist: %w", err)
	}
	items := make([]*catalog.Item, 0, len(ids))
	for _, item := range s.catalogue.Snapshot().Lookup(ids) {
		if item != nil {
			items = append(items, item)
		}
	}
	return items, nil
}

// Has tells whether the user saved the product.
func (s *Service) Has(ctx context.Context, userID, productID string) (bool, error) {
	return s.store.Has(ctx, userID, productID)
}

// Add saves a product and gives how many there are now. Saving it twice is no error. Codes:
// ProductNotFound, WishlistFull, SessionEnded.
func (s *Service) Add(ctx context.Context, userID, productID string) (length int, err error) {
	if _, listed := s.catalogue.Snapshot().Product(productID); !listed {
		return 0, apperr.New(apperr.ProductNotFound)
	}
	if err := s.store.Add(ctx, userID, productID, MaxItems, s.now().UTC()); err != nil {
		return 0, fmt.Errorf("saving a product: %w", err)
	}
	return s.length(ctx, userID)
}

// Remove drops a product and gives how many there are now. Dropping it twice is no error; dropping
// what is neither saved nor in the shop is NotInWishlist.
func (s *Service) Remove(ctx context.Context, userID, productID string) (length int, err error) {
	removed, err := s.store.Remove(ctx, userID, productID)
	if err != nil {
		return 0, fmt.Errorf("dropping a product: %w", err)
	}
	if _, listed := s.catalogue.Snapshot().Product(productID); !removed && !listed {
		return 0, apperr.New(apperr.NotInWishlist)
	}
	return s.length(ctx, userID)
}

// Clear drops everything.
func (s *Service) Clear(ctx context.Context, userID string) error {
	if err := s.store.Clear(ctx, userID); err != nil {
		return fmt.Errorf("clearing a wishlist: %w", err)
	}
	return nil
}

func (s *Service) length(ctx context.Context, userID string) (int, error) {
	items, err := s.Products(ctx, userID)
	return len(items), err
}
