package mpgs

import (
	"encoding/json"
	"testing"

	"dawa/internal/base/money"
)

func TestFormatAmount_DigitsOfTheCurrency(t *testing.T) {
	for _, c := range []struct {
		amount   money.Cents
		currency string
		want     string
	}{
		{1234, "USD", "12.34"}, {1200, "USD", "12.00"}, {5, "USD", "0.05"}, {8_950_000_00, "LBP", "8950000"},
		{150, "LBP", "1.50"}, {1200, "JPY", "12"}, {1234, "KWD", "12.340"},
	} {
		got, err := formatAmount(c.amount, c.currency)
		if err != nil || got != c.want {
			t.Errorf("%d %s: %q, %v", c.amount, c.currency, got, err)
		}
		if back, err := cents(json.Number(got)); err != nil || back != c.amount {
			t.Errorf("%s read again: %v, %v", got, back, err)
		}
	}
	if _, err := formatAmount(1234, "JPY"); err == nil {
		t.Error("yen have no cents")
	}
	for said, want := range map[json.Number]money.Cents{"": 0, "10": 1000, "10.5": 1050, "10.000": 1000} {
		if got, err := cents(said); err != nil || got != want {
			t.Errorf("%q: %v, %v", said, got, err)
		}
	}
	if _, err := cents("10.005"); err == nil {
		t.Error("half a cent was read")
	}
}
