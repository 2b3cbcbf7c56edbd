package sqlstore

import (
	"slices"
	"strings"
	"testing"
)

func TestAddRows_CarriesEveryRowOnceAndInOrder(t *testing.T) {
	sizes := map[int][]int{1: {1}, 3: {3}, 8: {8}, 9: {8, 1}, 21: {16, 5}, 32: {32}, 75: {32, 32, 8, 3}}
	for rows, want := range sizes {
		values := make([]any, 2*rows)
		for i := range values {
			values[i] = i
		}
		var b batch
		b.addRows(manyRows{before: "INSERT INTO t", row: plainRow(2)}, values)
		var got []int
		var carried []any
		for _, s := range b.statements {
			got = append(got, strings.Count(s.query, "("))
			carried = append(carried, s.args...)
		}
		if !slices.Equal(got, want) || !slices.Equal(carried, values) {
			t.Errorf("%d rows travel as %v, want %v; carried %v", rows, got, want, carried)
		}
	}
}
