package catalog

import (
	"slices"
	"testing"
)

func TestValueChanges_GiveThePriceBeforeAndAfter(t *testing.T) {
	before := &Product{Price: 450, Stock: 3, Status: Approved}
	after := before.Clone()
	after.Price, after.Stock = 475, 0
	want := []FieldChange{
		{Field: "price", Old: "4.50", New: "4.75"}, {Field: "nb_in_stock", Old: "3", New: "0"},
	}
	if got := valueChanges(before, after); !slices.Equal(got, want) {
		t.Errorf("the changes are %+v, want %+v", got, want)
	}
	if got := valueChanges(before, before.Clone()); len(got) != 0 {
		t.Errorf("nothing changed, yet %+v", got)
	}
}
