package catalog

import (
	"testing"

	"dawa/internal/base/text"
)

// A strength has Latin digits wherever it is written, whichever were typed.
func TestNormalize_TextsHaveLatinDigits(t *testing.T) {
	p := &Product{
		Name: text.Pair{English: "Panadol ۵۰۰ mg", Arabic: "بنادول ٥٠٠ ملغ"}, PackSize: "٢٤",
		Description: text.Pair{Arabic: "للأولاد من ٦ سنوات"},
		Ingredients: []Ingredient{{Name: text.Pair{English: "Paracetamol"}, Strength: "٥٠٠ ملغ"}},
	}
	_ = p.NormalizeAndCheck()
	got := []string{p.Name.English, p.Name.Arabic, p.PackSize, p.Ingredients[0].Strength, p.Description.Arabic}
	want := []string{"Panadol 500 mg", "بنادول 500 ملغ", "24", "500 ملغ", "للأولاد من 6 سنوات"}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%q, want %q", got[i], want[i])
		}
	}
}
