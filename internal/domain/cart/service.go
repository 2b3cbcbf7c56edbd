package cart

import (
	"context"
	"fmt"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/catalog"
)

// Service changes carts. Every call is for the owner it names; nobody reaches another's cart.
type Service struct {
	store     Store
	catalogue Catalogue
	products  Products
	now       func() time.Time
}

// NewService makes a Service. A nil now is time.Now.
func NewService(store Store, catalogue Catalogue, products Products, now func() time.Time) *Service {
	if now == nil {
		now = time.Now
	}
	return &Service{store: store, catalogue: catalogue, products: products, now: now}
}

// View shows the owner's cart.
func (s *Service) View(ctx context.Context, owner Owner) (View, error) {
	if owner.Nobody() {
		return Price(Cart{}, s.catalogue.Snapshot(), nil), nil
	}
	c, err := s.store.Cart(ctx, owner)
	if err != nil {
		return View{}, fmt.Errorf("reading a cart: %w", err)
	}
	return s.show(ctx, c)
}

// Lines gives what is in the owner's cart without looking the products up.
func (s *Service) Lines(ctx context.Context, owner Owner) ([]Line, error) {
	if owner.Nobody() {
		return nil, nil
	}
	c, err := s.store.Cart(ctx, owner)
	if err != nil {
		return nil, fmt.Errorf("reading a cart: %w", err)
	}
	return c.Lines, nil
}

// Change adds delta pieces of a product or takes them away. Codes: BadQuantity, NotInCart,
// ProductNotFound, ProductUnlisted, PrescriptionOnly, OutOfStock, CartFull, SessionEnded.
func (s *Service) Change(ctx context.Context, owner Owner, productID string, delta int) (Changed, View, error) {
	var changed Changed
	now := s.now().UTC()
	view, err := s.update(ctx, owner, now, func(c *Cart) (err error) {
		changed, err = c.Change(s.catalogue.Snapshot(), productID, delta, now)
		return err
	})
	return changed, view, err
}

// Remove takes a product out of the cart. Taking it out twice is no error; taking out what is
// neither in the cart nor in the shop is NotInCart.
func (s *Service) Remove(ctx context.Context, owner Owner, productID string) (View, error) {
	return s.update(ctx, owner, s.now().UTC(), func(c *Cart) error {
		if c.Remove(productID) {
			return nil
		}
		if _, listed := s.catalogue.Snapshot().Product(productID); listed {
			return nil
		}
		return apperr.New(apperr.NotInCart)
	})
}

// Clear empties the cart.
func (s *Service) Clear(ctx context.Context, owner Owner) (View, error) {
	return s.update(ctx, owner, s.now().UTC(), func(c *Cart) error {
		c.Clear()
		return nil
	})
}

// Sweep removes carts that visitors left behind.
func (s *Service) Sweep(ctx context.Context) (removed int, err error) {
	return s.store.Sweep(ctx, s.now().UTC())
}

func (s *Service) update(ctx context.Context, owner Owner, now time.Time, change func(c *Cart) error) (View, error) {
	if owner.Nobody() {
		return View{}, apperr.New(apperr.SessionEnded)
	}
	c, err := s.store.Update(ctx, owner, now, change)
	if err != nil {
		return View{}, fmt.Errorf("changing a cart: %w", err)
	}
	return s.show(ctx, c)
}

// show prices a cart; what is no longer on sale is read from the store.
func (s *Service) show(ctx context.Context, c Cart) (View, error) {
	snapshot := s.catalogue.Snapshot()
	var missing []string
	for _, line := range c.Lines {
		if _, listed := snapshot.Product(line.ProductID); !listed {
			missing = append(missing, line.ProductID)
		}
	}
	gone := map[string]*catalog.Product{}
	if len(missing) > 0 {
		products, err := s.products.Products(ctx, missing)
		if err != nil {
			return View{}, fmt.Errorf("reading what is no longer sold: %w", err)
		}
		for _, p := range products {
			gone[p.ID] = p
		}
	}
	return Price(c, snapshot, gone), nil
}
