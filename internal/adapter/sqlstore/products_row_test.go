package sqlstore

import "testing"

// storedRow is a row of products that was written before digits were folded.
type storedRow map[int]string

func (r storedRow) Scan(dest ...any) error {
	for i, to := range dest {
		if s, ok := to.(*string); ok {
			*s = r[i]
		}
	}
	return nil
}

func TestScanProduct_StoredDigitsAreReadAsLatinOnes(t *testing.T) {
	const arabicName, pictures, ingredients, pack = 3, 18, 19, 21
	row := storedRow{
		arabicName: "بنادول ٥٠٠ ملغ", pictures: "[]", pack: "٢٤",
		ingredients: `[{"name":"Paracetamol","arabic_name":"باراسيتامول","strength":"٥٠٠ ملغ"}]`,
	}
	p, err := scanProduct(row)
	if err != nil {
		t.Fatal(err)
	}
	if p.Name.Arabic != "بنادول 500 ملغ" || p.PackSize != "24" || p.Ingredients[0].Strength != "500 ملغ" {
		t.Errorf("%q, %q, %q", p.Name.Arabic, p.PackSize, p.Ingredients[0].Strength)
	}
}
