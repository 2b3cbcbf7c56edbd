package search

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestProbe(t *testing.T) {
	f := os.Getenv("PROBE")
	if f == "" {
		t.Skip()
	}
	data, _ := os.ReadFile(f)
	x := index(demoProducts(t)...)
	for _, q := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		r := x.Search(q)
		var ids []string
		for _, it := range r.Items(0, 5) {
			ids = append(ids, it.ID)
		}
		fmt.Printf("%-28s %-9s %-16s %-14s %d %s\n", q, r.Match, r.Concern, r.NotSold, r.Total(), strings.Join(ids, " "))
	}
}
