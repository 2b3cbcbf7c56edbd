package orders

import (
	"context"

	"dawa/internal/apperr"
	"dawa/internal/cart"
)

// SkipReason says why a product of an old order did not go into the cart.
type SkipReason string

// Why a product stays out.
const (
	SkipOutOfStock SkipReason = "out_of_stock"
	SkipUnlisted   SkipReason = "unlisted"
	SkipLimit      SkipReason = "limit"
)

// Skipped is a line of an old order that did not go into the cart.
type Skipped struct {
	Line   Line
	Reason SkipReason
}

// Again puts an order's products into its owner's cart, as many as may be. Code: OrderNotFound.
func (s *Service) Again(ctx context.Context, number, userID string) (added int, skipped []Skipped, err error) {
	order, err := s.Of(ctx, number, userID, false)
	if err != nil {
		return 0, nil, err
	}
	now := s.now()
	_, err = s.carts.Update(ctx, cart.Owner{UserID: userID}, now, func(c *cart.Cart) error {
		added, skipped = 0, nil
		shelf := s.catalogue.Snapshot()
		for _, line := range order.Lines {
			before := quantityOf(c, line.ProductID)
			changed, err := c.Change(shelf, line.ProductID, line.Quantity, now)
			switch apperr.CodeOf(err) {
			case "":
				if changed.Quantity > before {
					added++
				} else {
					skipped = append(skipped, Skipped{line, SkipLimit})
				}
			case apperr.OutOfStock:
				skipped = append(skipped, Skipped{line, SkipOutOfStock})
			case apperr.ProductNotFound, apperr.ProductUnlisted:
				skipped = append(skipped, Skipped{line, SkipUnlisted})
			case apperr.CartFull:
				skipped = append(skipped, Skipped{line, SkipLimit})
			default:
				return err
			}
		}
		return nil
	})
	return added, skipped, err
}

func quantityOf(c *cart.Cart, productID string) int {
	for _, l := range c.Lines {
		if l.ProductID == productID {
			return l.Quantity
		}
	}
	return 0
}
