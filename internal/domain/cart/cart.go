// Package cart is what somebody means to buy: a list of products and quantities that belongs to
// a user or to a visitor's session. It holds the limits of a line, merges a visitor's cart into
// a user's, and prices what is in it from the catalogue as it is now.
package cart

import (
	"slices"
	"time"

	"dawa/contract"
	"dawa/internal/base/money"
	"dawa/internal/domain/catalog"
)

// MaxLines is how many products a cart takes. Merging two carts may go beyond it: nothing that
// somebody chose is ever dropped.
const MaxLines = 100

// Owner is whose cart it is: one of the two is set. The zero value is somebody without a
// session, who has no cart.
type Owner struct {
	UserID  string
	Visitor string // id of the visitor's session
}

// Nobody tells an owner who can have no cart.
func (o Owner) Nobody() bool { return o.UserID == "" && o.Visitor == "" }

// Line is one product in a cart.
type Line struct {
	ProductID string
	Quantity  int
	// SeenPrice is what one piece cost when the shopper last touched the line.
	SeenPrice money.Cents
	AddedAt   time.Time
}

// Cart is a cart as it is stored. The zero value is the empty cart of somebody who never had one.
type Cart struct {
	ID string
	// CheckoutID names the one order that this filling of the cart can become. It is another
	// one after every order, so that placing an order twice finds the first.
	CheckoutID string
	Lines      []Line
}

// ProductSource is where products are looked up: the catalogue at one moment.
type ProductSource interface {
	// Product finds a product that is on sale.
	Product(id string) (*catalog.Item, bool)
}

// find gives the position of a product's line, or -1.
func (c *Cart) find(productID string) int {
	return slices.IndexFunc(c.Lines, func(l Line) bool { return l.ProductID == productID })
}

// Remove takes a product's line out and tells whether there was one.
func (c *Cart) Remove(productID string) bool {
	i := c.find(productID)
	if i < 0 {
		return false
	}
	c.Lines = slices.Delete(c.Lines, i, i+1)
	return true
}

// Clear takes everything out.
func (c *Cart) Clear() { c.Lines = nil }

// Clamp says what held a quantity back; empty is nothing.
type Clamp string

// What can hold a quantity back.
const (
	ClampMinimum     Clamp = "minimum"
	ClampMaximum     Clamp = "maximum"
	ClampStock       Clamp = "stock"
	ClampMaxPerOrder Clamp = "max_per_order"
)

// bound is how many pieces a line of the product may hold now, and what bounds it. Of two bounds
// that are alike the lasting one is named: it will still hold tomorrow.
func bound(item *catalog.Item) (int, Clamp) {
	limit := item.Limit()
	switch {
	case limit == contract.Shop().Quantity.Max:
		return limit, ClampMaximum
	case item.MaxPerOrder > 0 && limit == item.MaxPerOrder:
		return limit, ClampMaxPerOrder
	}
	return limit, ClampStock
}
