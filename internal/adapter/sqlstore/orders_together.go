package sqlstore

import (
	"cmp"
	"context"
	"slices"

	"dawa/internal/domain/cart"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
)

// checkoutCrowd is how many checkouts set out while the group before them is still being written. Fewer wait until it
// only has to be committed: with more of them a group costs each less.
const checkoutCrowd = 3

// groupedCheckout is a checkout whose order is placed with those of others in one transaction. The cart is one that
// this server wrote a moment ago and has lines.
type groupedCheckout struct {
	attempt orders.Attempt
	cart    storedCart
	decide  decideFunc

	// done tells that the order was placed; otherwise the checkout goes alone.
	done bool

	found   *checkoutState
	bought  *[]orders.Bought
	placed  placedOrder
	emptied storedCart
}

// placeTogether places the orders of a group. It refuses nobody: whoever cannot simply be served goes alone, where the
// cart is read and the reason is found.
func (s *Orders) placeTogether(ctx context.Context, group []*groupedCheckout, next func(crowd int)) {
	var placed []*groupedCheckout
	err := s.db.writeGroup(ctx, func(tx *Tx) (err error) {
		placed, err = placeAll(ctx, tx, group, next)
		next(0) // while this one is committed
		return err
	})
	if err != nil {
		return // nothing was committed, or nobody knows: each looks for its own order
	}
	for _, c := range placed {
		s.db.carts.put("user_id", c.attempt.UserID, c.emptied)
		c.done = true
	}
}

// placeAll writes the orders of those in a group who can be served and gives them.
//
// It locks the users by their ids, then the products. The carts come last: whoever wants products and a cart holds the
// cart's user before.
func placeAll(ctx context.Context, tx *Tx, group []*groupedCheckout, next func(crowd int)) (
	placed []*groupedCheckout, err error,
) {
	group = slices.SortedFunc(slices.Values(group), func(a, b *groupedCheckout) int {
		return cmp.Compare(a.attempt.UserID, b.attempt.UserID)
	})
	products, err := lockAll(ctx, tx, group)
	if err != nil {
		return nil, err
	}
	next(checkoutCrowd)
	networks := map[string]bool{}
	var all []placedOrder
	for _, c := range group {
		if c.decideFrom(products, networks) {
			placed, all = append(placed, c), append(all, c.placed)
		}
	}
	if len(placed) == 0 {
		return nil, nil
	}
	var b batch
	addClaims(&b, placed)
	addTakenStock(&b, tx, all...)
	if err := addOrders(&b, tx, all...); err != nil {
		return nil, err
	}
	return placed, b.run(ctx, tx)
}

// lockAll locks the users and the products of a group and finds out what their orders depend on.
func lockAll(ctx context.Context, tx *Tx, group []*groupedCheckout) (map[string]*catalog.Product, error) {
	var b batch
	var lines []cart.Line
	for _, c := range group {
		c.found = addCheckoutState(&b, tx, c.attempt, reservedBefore)
		lines = append(lines, c.cart.Lines...)
	}
	products := addLockProducts(&b, tx, lines)
	if err := b.run(ctx, tx); err != nil {
		return nil, err
	}
	var medicines batch
	for _, c := range group {
		if orders.HasMedicine(c.products(products)) {
			c.bought = addBoughtToday(&medicines, c.attempt)
		}
	}
	return products, medicines.run(ctx, tx)
}

// products gives those of the cart, for one decision.
func (c *groupedCheckout) products(all map[string]*catalog.Product) map[string]*catalog.Product {
	own := make(map[string]*catalog.Product, len(c.cart.Lines))
	for _, l := range c.cart.Lines {
		if p, found := all[l.ProductID]; found {
			own[p.ID] = new(*p)
		}
	}
	return own
}

// decideFrom decides on one checkout and takes its pieces from the products, so that the next of the group decides on
// what is left of them. It gives false for whoever has to go alone: somebody who is refused, whose network is in the
// group already, or whose address is to be saved.
func (c *groupedCheckout) decideFrom(all map[string]*catalog.Product, networks map[string]bool) bool {
	a := c.attempt
	if c.found.earlier || networks[a.Network] || a.Limits.CheckOpen(c.found.open) != nil {
		return false
	}
	products := c.products(all)
	draft, err := c.decide(c.cart.Cart, products, c.found.rate)
	if err != nil || draft.SaveAddress {
		return false
	}
	if c.bought != nil && orders.CheckMedicines(c.cart.Cart, products, *c.bought) != nil {
		return false
	}
	c.placed = newOrder(a, c.cart, draft, c.found)
	for _, m := range c.placed.taken {
		all[m.ID].Stock += m.By
	}
	if a.Network != "" && a.Limits.OpenPerNetwork > 0 {
		networks[a.Network] = true
	}
	return true
}

// addClaims is addClaim for the carts of a group.
func addClaims(b *batch, group []*groupedCheckout) {
	var rows []any
	for _, c := range group {
		c.emptied = emptiedCart(c.cart, c.attempt)
		rows = append(rows, c.cart.ID, c.cart.stamp, c.cart.updatedAt,
			c.emptied.stamp, c.emptied.CheckoutID, c.emptied.updatedAt)
	}
	b.addRows(manyRows{
		doing: "claiming carts",
		before: `
		UPDATE carts SET stamp = c.next_stamp, checkout_id = c.next_checkout, updated_at = c.next_updated_at
		FROM (SELECT column1 AS id, column2 AS stamp, column3 AS updated_at, column4 AS next_stamp,
			column5 AS next_checkout, column6 AS next_updated_at FROM (`,
		row: typedRow("TEXT", "TEXT", "BIGINT", "TEXT", "TEXT", "BIGINT"),
		after: `) v) c
		WHERE carts.id = c.id AND carts.stamp = c.stamp AND carts.updated_at = c.updated_at`,
		orElse: errCartChanged,
	}, rows)
}
