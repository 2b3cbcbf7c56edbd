package cart

import (
	"dawa/internal/base/money"
	"dawa/internal/domain/catalog"
)

// View is a cart as its owner sees it now.
type View struct {
	Lines []ViewLine
	// Totals count the lines that could be ordered as they are.
	Totals money.Totals
	Shared []Shared
}

// ViewLine is a line with its product and what changed since it was added. One of Item and
// Unlisted is set.
type ViewLine struct {
	Line
	Item      *catalog.Item
	Unlisted  *catalog.Product // what is no longer sold, as it was last stored
	UnitPrice money.Cents
	Total     money.Cents
	// Limit is how many pieces the line may hold now.
	Limit int
	// Available tells whether this quantity could be ordered now.
	Available bool
	Notices   []Notice
}

// NoticeCode names something that the shopper should know about a line.
type NoticeCode string

// What can have happened to a line since it was added.
const (
	PriceChanged NoticeCode = "price_changed"
	OnlyLeft     NoticeCode = "only_left"
	Limited      NoticeCode = "limited"
	OutOfStock   NoticeCode = "out_of_stock"
	Unlisted     NoticeCode = "unlisted"
	// PrescriptionOnly is a product that became a prescription medicine after it was added.
	PrescriptionOnly NoticeCode = "prescription_only"
)

// Notice is one thing that the shopper should know about a line.
type Notice struct {
	Code NoticeCode
	// Left is how many pieces there are (OnlyLeft) or may be in one order (Limited).
	Left int
	// OldPrice is what one piece cost before (PriceChanged).
	OldPrice money.Cents
}

// Price shows a cart with the catalogue as it is now. gone holds the products that are no longer
// sold; a line that neither knows is not shown.
func Price(c Cart, products ProductSource, gone map[string]*catalog.Product) View {
	view := View{Lines: make([]ViewLine, 0, len(c.Lines))}
	var counted []money.Line
	var listed []*catalog.Item
	for _, line := range c.Lines {
		item, ok := products.Product(line.ProductID)
		if !ok {
			if p := gone[line.ProductID]; p != nil {
				view.Lines = append(view.Lines, unlisted(line, p))
			}
			continue
		}
		listed = append(listed, item)
		shown := priced(line, item)
		view.Lines = append(view.Lines, shown)
		if shown.Available {
			counted = append(counted, money.Line{Price: item.Price, Discount: item.Discount, Quantity: line.Quantity})
		}
	}
	view.Totals = money.Total(counted)
	view.Shared = shared(listed)
	return view
}

func unlisted(line Line, p *catalog.Product) ViewLine {
	return ViewLine{
		Line: line, Unlisted: p, UnitPrice: p.DiscountedPrice(), Total: p.DiscountedPrice().Times(line.Quantity),
		Notices: []Notice{{Code: Unlisted}},
	}
}

func priced(line Line, item *catalog.Item) ViewLine {
	limit, by := bound(item)
	v := ViewLine{
		Line: line, Item: item, UnitPrice: item.Discounted, Total: item.Discounted.Times(line.Quantity),
		Limit: limit, Available: line.Quantity <= limit && item.Regulation.MayBeOrdered(),
	}
	switch {
	case !item.Regulation.MayBeOrdered():
		v.Notices = append(v.Notices, Notice{Code: PrescriptionOnly})
		return v
	case !item.InStock():
		v.Notices = append(v.Notices, Notice{Code: OutOfStock})
		return v
	case !v.Available && by == ClampStock:
		v.Notices = append(v.Notices, Notice{Code: OnlyLeft, Left: limit})
	case !v.Available:
		v.Notices = append(v.Notices, Notice{Code: Limited, Left: limit})
	}
	if line.SeenPrice != item.Discounted {
		v.Notices = append(v.Notices, Notice{Code: PriceChanged, OldPrice: line.SeenPrice})
	}
	return v
}
