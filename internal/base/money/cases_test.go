package money

import (
	"encoding/json"
	"os"
	"testing"
)

type goldenMoney struct {
	Parse []struct {
		Text  string
		Cents *int64
	}
	Text []struct {
		Cents       int64
		Text, Shown string
	}
	Discount []struct {
		Price, Result int64
		Percent       int
	}
	Totals []struct {
		Lines []struct {
			Price              int64
			Discount, Quantity int
		}
		Subtotal, Fee, Total int64
	}
}

func TestMoney_MatchesTheGoldenCases(t *testing.T) {
	data, err := os.ReadFile("../../../contract/rules_cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Money goldenMoney }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	cases := file.Money
	if n := len(cases.Parse) + len(cases.Text) + len(cases.Discount) + len(cases.Totals); n < 60 {
		t.Fatalf("only %d cases", n)
	}
	for _, c := range cases.Parse {
		got, err := Parse(c.Text)
		if (err == nil) != (c.Cents != nil) || err == nil && int64(got) != *c.Cents {
			t.Errorf("Parse(%q) = %d, %v", c.Text, got, err)
		}
	}
	for _, c := range cases.Text {
		if got := Cents(c.Cents); got.String() != c.Text || got.Format() != c.Shown {
			t.Errorf("%d: %s, %s", c.Cents, got, got.Format())
		}
	}
	for _, c := range cases.Discount {
		if got := Discounted(Cents(c.Price), c.Percent); int64(got) != c.Result {
			t.Errorf("%d less %d%% = %d, want %d", c.Price, c.Percent, got, c.Result)
		}
	}
	for _, c := range cases.Totals {
		var lines []Line
		for _, l := range c.Lines {
			lines = append(lines, Line{Price: Cents(l.Price), Discount: l.Discount, Quantity: l.Quantity})
		}
		if got, want := Total(lines), (Totals{Cents(c.Subtotal), Cents(c.Fee), Cents(c.Total)}); got != want {
			t.Errorf("%v: got %v, want %v", c.Lines, got, want)
		}
	}
}
