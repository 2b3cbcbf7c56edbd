package orders

import (
	"slices"
	"time"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/catalog"
)

// Limits keep one customer, or one network, from emptying the shelves. They are decided in the transaction that takes
// the stock. Zero and false limit nothing.
type Limits struct {
	// OpenPerCustomer and OpenPerNetwork are how many orders may wait to be delivered at the same time.
	OpenPerCustomer, OpenPerNetwork int
	// MedicinesPerDay applies the bound of a medicine to a day's orders of one customer, too.
	MedicinesPerDay bool
	// CallFirst asks the staff to call unknown customers who pay cash, before their order is prepared.
	CallFirst bool
}

// Day is how long a medicine that was ordered counts.
const Day = 24 * time.Hour

// Open is how many orders of a customer and of a network are neither delivered nor cancelled.
type Open struct{ Customer, Network int }

// CheckOpen refuses one order more than may be open. Code: OrderLimit.
func (l Limits) CheckOpen(open Open) error {
	if l.OpenPerCustomer > 0 && open.Customer >= l.OpenPerCustomer ||
		l.OpenPerNetwork > 0 && open.Network >= l.OpenPerNetwork {
		return apperr.New(apperr.OrderLimit)
	}
	return nil
}

// FinalStatuses are those in which an order is open no more.
func FinalStatuses() []string {
	return slices.DeleteFunc(slices.Clone(contract.Shop().Orders.Statuses), func(s string) bool {
		return Status(s).Open()
	})
}

// Bought is a medicine that the customer ordered within the last Day.
type Bought struct {
	Product  *catalog.Product
	Quantity int
}

// HasMedicine tells whether CheckMedicines has anything to decide.
func HasMedicine(products map[string]*catalog.Product) bool {
	for _, p := range products {
		if p.Regulation.Medicine() {
			return true
		}
	}
	return false
}

// CheckMedicines refuses more packs of one medicine, or of one active ingredient over several products, than the
// strictest bound among those products allows; what was bought before counts along. Only medicines count, and only
// those with a bound of their own bound anything. Code: MedicineLimit with the ids under the detail "products" and
// the bound under "limit".
func CheckMedicines(c cart.Cart, products map[string]*catalog.Product, bought []Bought) error {
	type group struct {
		packs, limit int
		inCart       []string
	}
	groups := map[string]*group{}
	add := func(p *catalog.Product, packs int, inCart bool) {
		if p == nil || !p.Regulation.Medicine() {
			return
		}
		for _, key := range medicineKeys(p) {
			g := groups[key]
			if g == nil {
				g = &group{}
				groups[key] = g
			}
			g.packs += packs
			if p.MaxPerOrder > 0 && (g.limit == 0 || p.MaxPerOrder < g.limit) {
				g.limit = p.MaxPerOrder
			}
			if inCart {
				g.inCart = append(g.inCart, p.ID)
			}
		}
	}
	for _, line := range c.Lines {
		add(products[line.ProductID], line.Quantity, true)
	}
	for _, b := range bought {
		add(b.Product, b.Quantity, false)
	}
	var over []string
	limit := 0
	for _, g := range groups {
		if g.limit == 0 || g.packs <= g.limit || len(g.inCart) == 0 {
			continue
		}
		over = append(over, g.inCart...)
		if limit == 0 || g.limit < limit {
			limit = g.limit
		}
	}
	if len(over) == 0 {
		return nil
	}
	slices.Sort(over)
	return apperr.New(apperr.MedicineLimit).WithDetail("products", slices.Compact(over)).WithDetail("limit", limit)
}

// medicineKeys name what a medicine is counted by: itself and each of its substances.
func medicineKeys(p *catalog.Product) []string {
	keys := []string{"product " + p.ID}
	for _, ingredient := range p.Ingredients {
		if s := cart.Substance(ingredient.Name); s != "" && !slices.Contains(keys, "substance "+s) {
			keys = append(keys, "substance "+s)
		}
	}
	return keys
}
