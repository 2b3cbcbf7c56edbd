package orders

import (
	"slices"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/catalog"
)

// Draft is an order that could be placed: priced, with everything as it is at this moment.
type Draft struct {
	Lines       []Line
	Fulfilments []Fulfilment
	Totals      money.Totals
	Frozen      Frozen
	// ChargeRate is the rate at which a card is charged in pounds; 0 is in the currency of the books.
	ChargeRate int64
	Cash       Cash
	Address    Address
	Note       string
	Partly     bool
	// SaveAddress asks to save the address among the user's.
	SaveAddress bool
}

// Decide makes a draft of a cart with the products as they are now, or says why it cannot be.
// expected, when given, is the total that the shopper saw. Codes: CartEmpty; StockShort with the
// ids under the detail "products"; PrescriptionOnly with those that need a prescription; CartChanged.
func Decide(c cart.Cart, products map[string]*catalog.Product, expected *money.Cents) (Draft, error) {
	if len(c.Lines) == 0 {
		return Draft{}, apperr.New(apperr.CartEmpty)
	}
	var draft Draft
	var short, prescribed []string
	var priced []money.Line
	var stores []string
	for _, line := range c.Lines {
		p := products[line.ProductID]
		if p != nil && p.Listed() && !p.Regulation.MayBeOrdered() {
			prescribed = append(prescribed, line.ProductID)
			continue
		}
		if p == nil || !p.Listed() || line.Quantity > p.Limit() {
			short = append(short, line.ProductID)
			continue
		}
		draft.Lines = append(draft.Lines, snapshot(p, line.Quantity))
		stores = append(stores, p.StoreID)
		priced = append(priced, money.Line{Price: p.Price, Discount: p.Discount, Quantity: line.Quantity})
	}
	if len(prescribed) > 0 {
		slices.Sort(prescribed)
		return Draft{}, apperr.New(apperr.PrescriptionOnly).WithDetail("products", prescribed)
	}
	if len(short) > 0 {
		slices.Sort(short)
		return Draft{}, apperr.New(apperr.StockShort).WithDetail("products", short)
	}
	draft.Totals = money.Total(priced)
	draft.Fulfilments = divide(draft.Lines, stores, draft.Totals.Fee)
	if expected != nil && *expected != draft.Totals.Total {
		return Draft{}, apperr.New(apperr.CartChanged)
	}
	return draft, nil
}

// priceMedicines gives medicines their official price at the rate that the order is frozen at. When somebody has just
// set the rate, the shelf still has the price at the one before.
func priceMedicines(products map[string]*catalog.Product, rate int64) {
	for _, p := range products {
		if price := money.InCents(money.Pounds(p.OfficialPrice.Pounds), rate); p.Regulation.Medicine() && price > 0 {
			p.Price = price
		}
	}
}

// snapshot copies what an order must still show when the product has changed or gone.
func snapshot(p *catalog.Product, quantity int) Line {
	line := Line{
		ProductID: p.ID, Code: p.Code, Name: p.Name, Brand: p.Brand,
		Price: p.Price, Discount: p.Discount, UnitPrice: p.DiscountedPrice(), Quantity: quantity, VATRate: p.VATRate,
	}
	line.VAT = money.VATIn(line.Total(), line.VATRate)
	if len(p.Images) > 0 {
		line.Images = slices.Clone(p.Images[:1])
	}
	return line
}

// StockTaken are the moves that bring an order's pieces out of the stock.
func StockTaken(lines []Line) []catalog.StockMove { return moves(lines, -1) }

// StockReturned are the moves that bring them back.
func StockReturned(lines []Line) []catalog.StockMove { return moves(lines, +1) }

func moves(lines []Line, sign int) []catalog.StockMove {
	all := make([]catalog.StockMove, 0, len(lines))
	for _, l := range lines {
		if l.Left() > 0 {
			all = append(all, catalog.StockMove{ID: l.ProductID, By: sign * l.Left()})
		}
	}
	return all
}

// Leftover is what stays in a cart whose lines were ordered: what was added while the payment
// was under way.
func Leftover(lines []cart.Line, ordered []Line) []cart.Line {
	count := map[string]int{}
	for _, l := range ordered {
		count[l.ProductID] = l.Quantity
	}
	var left []cart.Line
	for _, l := range lines {
		if l.Quantity -= count[l.ProductID]; l.Quantity > 0 {
			left = append(left, l)
		}
	}
	return left
}
