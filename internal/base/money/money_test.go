package money

import (
	"encoding/json"
	"math"
	"testing"
)

func TestCents_SurvivesJSON(t *testing.T) {
	out, err := json.Marshal(map[string]Cents{"price": 1250, "fee": 0, "back": -5})
	if err != nil || string(out) != `{"back":-0.05,"fee":0.00,"price":12.50}` {
		t.Fatalf("got %s, %v", out, err)
	}
	var in struct{ A, B, C, D Cents }
	if err := json.Unmarshal([]byte(`{"A":12.5,"B":"0.07","C":3,"D":null}`), &in); err != nil {
		t.Fatal(err)
	}
	if in.A != 1250 || in.B != 7 || in.C != 300 || in.D != 0 {
		t.Fatalf("got %+v", in)
	}
	for _, bad := range []string{`{"A":-1}`, `{"A":1e3}`, `{"A":"x"}`, `{"A":1.005}`, `{"A":true}`, `{"A":""}`} {
		if json.Unmarshal([]byte(bad), &in) == nil {
			t.Errorf("%s was accepted", bad)
		}
	}
}

func TestCentsTimes_SaturatesInsteadOfOverflowing(t *testing.T) {
	if got := Cents(math.MaxInt64 / 2).Times(10); got != math.MaxInt64 {
		t.Errorf("got %d", got)
	}
	if got := Cents(math.MaxInt64 / 2).Times(-10); got != math.MinInt64 {
		t.Errorf("got %d", got)
	}
	if got := Cents(199).Times(10); got != 1990 {
		t.Errorf("got %d", got)
	}
	if got := Cents(199).Times(0); got != 0 {
		t.Errorf("got %d", got)
	}
}

func TestCentsString_ExtremeValues(t *testing.T) {
	for c, want := range map[Cents]string{
		0: "0.00", 5: "0.05", 99: "0.99", 100: "1.00", -1: "-0.01", -250: "-2.50",
		math.MaxInt64: "92233720368547758.07", math.MinInt64: "-92233720368547758.08",
	} {
		if got := c.String(); got != want {
			t.Errorf("%d: got %s, want %s", int64(c), got, want)
		}
	}
	if got := Cents(-250).Format(); got != "-$2.50" {
		t.Errorf("got %s", got)
	}
}

func FuzzParse_AgreesWithString(f *testing.F) {
	for _, s := range []string{"12.34", "0", "007.5", "1.", ".5", "9999999999999.99", "١٢"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := Parse(s)
		if err != nil {
			return
		}
		again, err := Parse(c.String())
		if err != nil || again != c || c < 0 {
			t.Fatalf("%q → %d → %s → %d, %v", s, c, c, again, err)
		}
	})
}

func TestSigned_SurvivesJSON(t *testing.T) {
	for _, want := range []Signed{0, 1, -1, -12345, 999} {
		data, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got Signed
		if err := json.Unmarshal(data, &got); err != nil || got != want {
			t.Errorf("%d came back from %s as %d, %v", want, data, got, err)
		}
	}
	var got Signed
	for _, wrong := range []string{`"x"`, `--1`, `-`, `1.234`} {
		if err := json.Unmarshal([]byte(wrong), &got); err == nil {
			t.Errorf("%s was read as %d", wrong, got)
		}
	}
}
