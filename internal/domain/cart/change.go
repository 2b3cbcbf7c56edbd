package cart

import (
	"time"

	"dawa/contract"
	"dawa/internal/base/apperr"
)

// Changed is what became of a change.
type Changed struct {
	ProductID string
	// Quantity is what the line holds now.
	Quantity int
	// ClampedBy says what limited the change; empty when it was done in full.
	ClampedBy Clamp
}

// Change adds delta pieces of a product, or takes them away, within what one line may hold. A
// line never falls below one piece this way: taking it out is Remove. Codes: BadQuantity,
// NotInCart, ProductNotFound, ProductUnlisted, PrescriptionOnly, OutOfStock, CartFull.
func (c *Cart) Change(products ProductSource, productID string, delta int, now time.Time) (Changed, error) {
	if delta == 0 {
		return Changed{}, apperr.New(apperr.BadQuantity)
	}
	// One more than a line may hold is limited below, and cannot overflow.
	limit := contract.Shop().Quantity.Max + 1
	delta = min(max(delta, -limit), limit)
	i := c.find(productID)
	if delta < 0 {
		return c.lower(products, i, delta)
	}
	item, listed := products.Product(productID)
	switch {
	case !listed && i < 0:
		return Changed{}, apperr.New(apperr.ProductNotFound)
	case !listed:
		return Changed{}, apperr.New(apperr.ProductUnlisted)
	case !item.Regulation.MayBeOrdered():
		return Changed{}, apperr.New(apperr.PrescriptionOnly)
	case !item.InStock():
		return Changed{}, apperr.New(apperr.OutOfStock)
	}
	if i < 0 {
		if len(c.Lines) >= MaxLines {
			return Changed{}, apperr.New(apperr.CartFull)
		}
		i = len(c.Lines)
		c.Lines = append(c.Lines, Line{ProductID: productID, AddedAt: now})
	}
	line := &c.Lines[i]
	limit, by := bound(item)
	out := Changed{ProductID: productID, Quantity: line.Quantity + delta}
	if out.Quantity > limit {
		out.Quantity, out.ClampedBy = limit, by
	}
	line.Quantity, line.SeenPrice = out.Quantity, item.Discounted
	return out, nil
}

// lower takes pieces away. It works for what is no longer sold, too.
func (c *Cart) lower(products ProductSource, i, delta int) (Changed, error) {
	if i < 0 {
		return Changed{}, apperr.New(apperr.NotInCart)
	}
	line := &c.Lines[i]
	out := Changed{ProductID: line.ProductID, Quantity: line.Quantity + delta}
	if least := contract.Shop().Quantity.Min; out.Quantity < least {
		out.Quantity, out.ClampedBy = least, ClampMinimum
	}
	if item, listed := products.Product(line.ProductID); listed {
		// With nothing in stock the line stays as it is, marked; it has no limit to keep.
		if limit, by := bound(item); limit > 0 && out.Quantity > limit {
			out.Quantity, out.ClampedBy = limit, by
		}
		line.SeenPrice = item.Discounted
	}
	line.Quantity = out.Quantity
	return out, nil
}
