package orders

import (
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/regulation"
)

func medicine(id string, limit int, ingredients ...string) *catalog.Product {
	p := &catalog.Product{ID: id, MaxPerOrder: limit, Regulation: regulation.OTC}
	for _, name := range ingredients {
		p.Ingredients = append(p.Ingredients, catalog.Ingredient{Name: text.Pair{English: name}})
	}
	return p
}

func TestCheckMedicines_BoundsProductsAndIngredientsWithWhatWasBought(t *testing.T) {
	products := map[string]*catalog.Product{}
	for _, p := range []*catalog.Product{
		medicine("panadol", 2, "Paracetamol"), medicine("adol", 3, "Acetaminophen"), medicine("flu", 0, "Paracetamol"),
		medicine("advil", 2, "Ibuprofen"), medicine("syrup", 0, "Guaifenesin"),
		{ID: "cream", MaxPerOrder: 1, Regulation: regulation.None,
			Ingredients: []catalog.Ingredient{{Name: text.Pair{English: "Paracetamol"}}}},
	} {
		products[p.ID] = p
	}
	lines := func(pairs ...any) (c cart.Cart) {
		for i := 0; i < len(pairs); i += 2 {
			c.Lines = append(c.Lines, cart.Line{ProductID: pairs[i].(string), Quantity: pairs[i+1].(int)})
		}
		return c
	}
	bought := func(id string, n int) []Bought { return []Bought{{products[id], n}} }
	for name, c := range map[string]struct {
		cart   cart.Cart
		bought []Bought
		refuse bool
	}{
		"as many as allowed":                {lines("panadol", 2), nil, false},
		"one ingredient in two products":    {lines("panadol", 1, "adol", 2), nil, true},
		"the strictest bound holds":         {lines("adol", 3), nil, false},
		"a product without a bound counts":  {lines("panadol", 2, "flu", 1), nil, true},
		"two ingredients":                   {lines("panadol", 2, "advil", 2), nil, false},
		"a cosmetic does not count":         {lines("panadol", 2, "cream", 5), nil, false},
		"no bound at all":                   {lines("syrup", 10), nil, false},
		"the same one again":                {lines("panadol", 1), bought("panadol", 2), true},
		"the rest of the day's":             {lines("panadol", 1), bought("panadol", 1), false},
		"the ingredient bought before":      {lines("flu", 1), bought("panadol", 2), true},
		"something else bought before":      {lines("advil", 2), bought("panadol", 2), false},
		"too much before, nothing of it":    {lines("advil", 1), bought("panadol", 9), false},
		"unknown products are not medicine": {lines("gone", 3), nil, false},
	} {
		err := CheckMedicines(c.cart, products, c.bought)
		if got := apperr.CodeOf(err) == apperr.MedicineLimit; got != c.refuse || err != nil && !got {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestLimits_CheckOpen(t *testing.T) {
	l := Limits{OpenPerCustomer: 3, OpenPerNetwork: 5}
	for open, refuse := range map[Open]bool{
		{2, 4}: false, {3, 0}: true, {0, 5}: true, {9, 9}: true,
	} {
		if err := l.CheckOpen(open); (apperr.CodeOf(err) == apperr.OrderLimit) != refuse {
			t.Errorf("%+v: %v", open, err)
		}
	}
	if err := (Limits{}).CheckOpen(Open{1000, 1000}); err != nil {
		t.Errorf("without limits: %v", err)
	}
}
