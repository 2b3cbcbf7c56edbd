package orders

import (
	"context"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/cart"
)

// SkipReason says why a product of an old order did not go into the cart.
type SkipReason string

// Why a product stays out.
const (
	SkipOutOfStock SkipReason = "out_of_stock"
	SkipUnlisted   SkipReason = "unlisted"
	SkipLimit      SkipReason = "limit"
	// SkipPrescription is a product that needs a prescription by now.
	SkipPrescription SkipReason = "prescription_only"
)

// Skipped is a line of an old order that did not go into the cart.
type Skipped struct {
	Line   Line
	Reason SkipReason
}

// Limited is a line of an old order of which fewer pieces went into the cart than were ordered then.
type Limited struct {
	Line  Line
	Added int
}

// Reordered is what became of an order that was asked for again.
type Reordered struct {
	Added   int // lines, those of Limited among them
	Limited []Limited
	Skipped []Skipped
}

// Reorder puts an order's products into its owner's cart, as many as may be. Code: OrderNotFound.
func (s *Service) Reorder(ctx context.Context, number, userID string) (done Reordered, err error) {
	order, err := s.Of(ctx, number, userID, false)
	if err != nil {
		return Reordered{}, err
	}
	now := s.now()
	_, err = s.carts.Update(ctx, cart.Owner{UserID: userID}, now, func(c *cart.Cart) error {
		done = Reordered{}
		products := s.catalogue.Snapshot()
		for _, line := range order.Lines {
			before := quantityOf(c, line.ProductID)
			changed, err := c.Change(products, line.ProductID, line.Quantity, now)
			switch apperr.CodeOf(err) {
			case "":
				done.add(line, changed.Quantity-before)
			case apperr.OutOfStock:
				done.skip(line, SkipOutOfStock)
			case apperr.ProductNotFound, apperr.ProductUnlisted:
				done.skip(line, SkipUnlisted)
			case apperr.PrescriptionOnly:
				done.skip(line, SkipPrescription)
			case apperr.CartFull:
				done.skip(line, SkipLimit)
			default:
				return err
			}
		}
		return nil
	})
	return done, err
}

// add notes that so many pieces of a line went into the cart.
func (r *Reordered) add(line Line, pieces int) {
	if pieces <= 0 {
		r.skip(line, SkipLimit)
		return
	}
	r.Added++
	if pieces < line.Quantity {
		r.Limited = append(r.Limited, Limited{line, pieces})
	}
}

func (r *Reordered) skip(line Line, why SkipReason) {
	r.Skipped = append(r.Skipped, Skipped{line, why})
}

func quantityOf(c *cart.Cart, productID string) int {
	for _, l := range c.Lines {
		if l.ProductID == productID {
			return l.Quantity
		}
	}
	return 0
}
