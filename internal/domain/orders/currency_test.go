package orders

import (
	"testing"

	"dawa/internal/base/money"
)

func TestTotalPounds_RemovedPiecesUseTheShopsStep(t *testing.T) {
	o := &Order{
		Frozen: Frozen{Rate: 89_500, Total: 1_790_000}, Totals: money.Totals{Subtotal: 901, Fee: 200, Total: 1101},
		Lines: []Line{{}}, Fulfilments: []Fulfilment{{Totals: money.Totals{Total: 1101}}},
	}
	if got := o.TotalPounds(5000); got != 1_790_000 {
		t.Errorf("as placed: %d", got)
	}
	o.Lines[0].Removed = 1
	for step, want := range map[int64]money.Pounds{1: 985_395, 1000: 986_000, 5000: 990_000, 50_000: 1_000_000} {
		if got := o.TotalPounds(step); got != want || o.PartPounds(&o.Fulfilments[0], step) != want {
			t.Errorf("step %d: %d, want %d", step, got, want)
		}
	}
	o.Fulfilments = append(o.Fulfilments, Fulfilment{Totals: money.Totals{Total: 301}})
	if got := o.PartPounds(&o.Fulfilments[1], 5000); got != 270_000 {
		t.Errorf("a part of two costs %d", got)
	}
}
