package cart

import (
	"slices"

	"dawa/contract"
)

// Merge is the user's cart after the visitor's came along: line by line the sum, at most what a
// line may hold. No line is lost, not even of a product that ran out or is no longer sold. What
// only the user's cart holds stays as it is.
func Merge(user, visitor Cart, products ProductSource) Cart {
	merged := user
	merged.Lines = slices.Clone(user.Lines)
	for _, line := range visitor.Lines {
		i := merged.find(line.ProductID)
		if i < 0 {
			i = len(merged.Lines)
			merged.Lines = append(merged.Lines, line)
		} else {
			merged.Lines[i].Quantity += line.Quantity
			merged.Lines[i].SeenPrice = line.SeenPrice // what this person saw last
		}
		merged.Lines[i].Quantity = within(products, line.ProductID, merged.Lines[i].Quantity)
	}
	return merged
}

// within holds a quantity to what a line may hold. A product that cannot be bought now has no
// limit of its own: the line waits, marked, for the shopper to decide.
func within(products ProductSource, productID string, quantity int) int {
	limit := contract.Shop().Quantity.Max
	if item, listed := products.Product(productID); listed && item.InStock() {
		limit, _ = bound(item)
	}
	return max(min(quantity, limit), contract.Shop().Quantity.Min)
}
