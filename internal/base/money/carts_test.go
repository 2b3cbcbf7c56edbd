package money

import (
	"encoding/json"
	"os"
	"testing"
)

// A hundred thousand carts that server and browser make up alike, one number after another from the same
// seed, cost the same to the cent: the digest over all their totals is in the golden cases.
func TestTotal_RandomCartsMatchTheGoldenDigest(t *testing.T) {
	data, err := os.ReadFile("../../../contract/rules_cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Money struct {
			RandomCarts struct {
				Seed, Digest uint32
				Carts        int
			} `json:"random_carts"`
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	want := file.Money.RandomCarts
	if want.Carts < 100_000 {
		t.Fatalf("only %d carts", want.Carts)
	}
	state := want.Seed
	below := func(n uint32) int {
		state = state*1664525 + 1013904223
		return int((state >> 8) % n)
	}
	digest := uint32(2166136261)
	for range want.Carts {
		lines := make([]Line, below(7))
		for i := range lines {
			lines[i] = Line{Price: Cents(1 + below(1_000_000)), Discount: below(101), Quantity: 1 + below(10)}
		}
		totals := Total(lines)
		for _, amount := range []Cents{totals.Subtotal, totals.Fee, totals.Total} {
			for v, rest := uint32(amount), 4; rest > 0; rest-- {
				digest = (digest ^ v&255) * 16777619
				v >>= 8
			}
		}
	}
	if digest != want.Digest {
		t.Errorf("the digest is %d, want %d", digest, want.Digest)
	}
}
