package importer

import (
	"slices"
	"testing"
	"time"
)

func TestApplyOrder_FreesCodesFirstAndOnlyCirclesStayTogether(t *testing.T) {
	owners := map[string]string{
		"b": "a", "c": "b", // a chain: c takes b's code, b takes a's
		"x": "y", "y": "z", "z": "x", // a circle
		"w": "x",       // takes over a code of the circle
		"m": "unknown", // its code belongs to a product that is not staged
	}
	staged := []string{"c", "b", "w", "x", "a", "m", "z", "y"}
	groups := applyOrder(staged, func(id string) string { return owners[id] })
	written := map[string]int{}
	for n, group := range groups {
		if len(group) > 1 && !slices.Equal(sorted(group), []string{"x", "y", "z"}) {
			t.Errorf("group %d is %v", n, group)
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

func TestFitting_FillsATransactionWithoutSplittingAGroup(t *testing.T) {
	groups := [][]string{{"a"}, {"b"}, {"x", "y", "z"}, {"c"}}
	for size, want := range map[int]int{1: 1, 2: 2, 4: 2, 5: 3, 6: 4, 100: 4} {
		if got := fitting(groups, size); got != want {
			t.Errorf("%d groups fit into %d rows, want %d", got, size, want)
		}
	}
	if got := fitting(groups[2:], 2); got != 1 {
		t.Errorf("a circle larger than a transaction: %d groups", got)
	}
}

func TestNextSize_FollowsWhatATransactionTakes(t *testing.T) {
	for _, c := range []struct {
		size int
		took time.Duration
		want int
	}{
		{50, 5 * time.Millisecond, 62},
		{200, time.Millisecond, 200},
		{62, 15 * time.Millisecond, 62},
		{62, 100 * time.Millisecond, 31},
		{12, time.Second, 10},
	} {
		if got := NextSize(c.size, c.took); got != c.want {
			t.Errorf("after %d rows in %s come %d, want %d", c.size, c.took, got, c.want)
		}
	}
}

func sorted(ids []string) []string { return slices.Sorted(slices.Values(ids)) }
