package importer

import (
	"slices"
	"testing"
)

func TestApplyOrder_BoundsTransactionsAndFreesCodesFirst(t *testing.T) {
	owners := map[string]string{
		"b": "a", "c": "b", // a chain: c takes b's code, b takes a's
		"x": "y", "y": "z", "z": "x", // a circle
		"w": "x",       // takes over a code of the circle
		"m": "unknown", // its code belongs to a product that is not staged
	}
	staged := []string{"c", "b", "w", "x", "a", "m", "z", "y"}
	groups := applyOrder(staged, func(id string) string { return owners[id] }, 2)
	written := map[string]int{}
	for n, group := range groups {
		if len(group) > 2 && !slices.Equal(sorted(group), []string{"x", "y", "z"}) {
			t.Errorf("transaction %d writes %v", n, group)
		}
		for _, id := range group {
			if _, twice := written[id]; twice {
				t.Errorf("%s is written twice", id)
			}
			written[id] = n
		}
	}
	if len(written) != len(staged) {
		t.Errorf("%d of %d are written: %v", len(written), len(staged), groups)
	}
	for id, owner := range owners {
		if at, isStaged := written[owner]; isStaged && at > written[id] {
			t.Errorf("%s is written before %s gives its code up: %v", id, owner, groups)
		}
	}
}

func sorted(ids []string) []string { return slices.Sorted(slices.Values(ids)) }
