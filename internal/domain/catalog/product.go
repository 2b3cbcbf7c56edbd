// Package catalog is what the shop sells: products, their prices and stock, who may change
// them and how, and the read model in memory that answers every list and product page.
package catalog

import (
	"time"

	"dawa/contract"
	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/regulation"
)

// Product is something the shop sells, or will sell once it is approved.
type Product struct {
	ID string
	// Code is the item code that is printed on the price label; it names one approved product.
	Code        string
	Name        text.Pair
	Description text.Pair
	// Brand is a key: the maker's name in lower case, as in "head and shoulders".
	Brand string
	// Category is one of the six keys of contract/shop.json.
	Category string
	Price    money.Cents
	// Discount is a percentage from 0 to 100; only what is no medicine may have one.
	Discount int
	// Regulation is the class of the product under the law on medicines; what is on sale has one.
	Regulation regulation.Class
	// Registration is the number under which the authority registered a medicine, or empty.
	Registration  string
	OfficialPrice regulation.OfficialPrice
	// VATRate is the percentage of VAT that the price includes.
	VATRate int
	Stock   int
	// MaxPerOrder bounds the pieces in one order; zero is no bound of its own.
	MaxPerOrder int
	// Images are in order; the first memberOf on the card.
	Images      []Image
	Ingredients []Ingredient
	// Form is the dosage form's code (text key `form.<code>`), or empty.
	Form string
	// PackSize needs no language: "24", "100 ml", "50 g".
	PackSize string
	Usage    text.Pair
	Warnings text.Pair
	// Concerns are keys of contract/concerns.json, the most fitting first.
	Concerns []string
	// Suits are the people whom the maker names (contract.Suits); none means that it is not known.
	Suits []string
	// StoreID is the store that sells it; empty is the shop itself.
	StoreID string
	// SubmittedBy is the user who added it; empty is the shop itself.
	SubmittedBy string
	Status      Status
	// StatusNote says why it was rejected.
	StatusNote string
	// OffSale is set by its store; Withdrawn while its store is not in the shop.
	OffSale, Withdrawn bool
	// ReorderLevel is at how many pieces it is ordered again; zero is the shop's own bound.
	ReorderLevel int
	// Revision is what waits for approval or was rejected. Only reads that say so fill it in.
	Revision *Revision
	// Version grows with every change, sales included. Whoever edits sends back the version
	// that was shown, so that nobody overwrites a change they have not seen.
	Version   int64
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Image is a picture by the hash of its content, with words for those who cannot see it.
type Image struct {
	Hash string
	Alt  text.Pair
}

// Ingredient is an active substance: its name in both languages and its strength, "500 mg".
type Ingredient struct {
	Name     text.Pair
	Strength string
}

// Status says whether a product is listed.
type Status string

// Only approved products are listed, found and sold.
const (
	Approved Status = "approved"
	Pending  Status = "pending"
	Rejected Status = "rejected"
)

// Known tells whether s is one of the statuses.
func (s Status) Known() bool { return s == Approved || s == Pending || s == Rejected }

// DiscountedPrice is what one piece costs now.
func (p *Product) DiscountedPrice() money.Cents { return money.Discounted(p.Price, p.Discount) }

// Listed tells whether shoppers may see the product: it is approved, on sale and not a controlled medicine.
func (p *Product) Listed() bool {
	return p.Status == Approved && !p.OffSale && !p.Withdrawn && p.Regulation.MayBeListed()
}

// classifyPlain gives a product that nobody classified the class None when it is on sale or discounted, unless its
// ingredients say that it is a medicine: those must be classified by somebody.
func (p *Product) classifyPlain() {
	if (p.Status == Approved || p.Discount > 0) && p.Regulation == regulation.Unclassified && !p.namesMedicine() {
		p.Regulation = regulation.None
	}
}

func (p *Product) namesMedicine() bool {
	names := make([]string, len(p.Ingredients))
	for i, ingredient := range p.Ingredients {
		names[i] = ingredient.Name.English
	}
	return regulation.NamesMedicine(names)
}

// InStock tells whether there is at least one piece.
func (p *Product) InStock() bool { return p.Stock > 0 }

// Limit is how many pieces one cart may hold now: the shop's bound, the product's own and the
// stock, whichever is lowest.
func (p *Product) Limit() int { return limit(p.Stock, p.MaxPerOrder) }

func limit(stock, maxPerOrder int) int {
	n := min(stock, contract.Shop().Quantity.Max)
	if maxPerOrder > 0 {
		n = min(n, maxPerOrder)
	}
	return max(n, 0)
}

// Clone is a copy that shares nothing with p.
func (p *Product) Clone() *Product {
	c := *p
	c.Images = append([]Image(nil), p.Images...)
	c.Ingredients = append([]Ingredient(nil), p.Ingredients...)
	c.Concerns = append([]string(nil), p.Concerns...)
	c.Suits = append([]string(nil), p.Suits...)
	return &c
}
