package catalog

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestSortTexts_SortsLikeComparingWholeTexts(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	parts := []string{"", "a", "b", "\x00", "panadol ", "panadol extra ", "بنادول ", "é", "\xff"}
	for _, n := range []int{0, 1, 2, 3, 500} {
		texts, rank := make([]string, n), make([]uint32, n)
		for i, place := range random.Perm(n) {
			rank[i] = uint32(place)
			for range random.IntN(4) {
				texts[i] += parts[random.IntN(len(parts))]
			}
		}
		want := make([]uint32, n)
		for i := range want {
			want[i] = uint32(i)
		}
		slices.SortFunc(want, func(a, b uint32) int {
			if c := strings.Compare(texts[a], texts[b]); c != 0 {
				return c
			}
			return int(rank[a]) - int(rank[b])
		})
		if got := sortTexts(n, func(i int) string { return texts[i] }, rank); !slices.Equal(got, want) {
			t.Errorf("%d texts: %v, want %v", n, got, want)
		}
	}
}
