package search

import (
	"cmp"
	"slices"
	"strings"

	"dawa/internal/domain/catalog"
)

// ConcernCount is a concern and how many products serve it.
type ConcernCount struct {
	Concern string
	Count   int
}

// SuggestConcerns offers the concerns that the query names or begins to name and that some product serves.
func (x *Index) SuggestConcerns(query string, limit int) []ConcernCount {
	list := tokens(clip(query))
	var keys []string
	for _, c := range x.interpret(list, asTyped).concepts {
		keys = append(keys, c.concerns...)
	}
	completed, _ := x.vocabulary.completions(list, 2*limit, false)
	keys = append(keys, completed...)
	var found []ConcernCount
	for i, key := range keys {
		if slices.Contains(keys[:i], key) {
			continue
		}
		if n := x.CountConcern(key); n > 0 {
			if found = append(found, ConcernCount{key, n}); len(found) == limit {
				break
			}
		}
	}
	return found
}

// CountConcern counts the products that serve a concern.
func (x *Index) CountConcern(key string) int {
	n := 0
	for _, p := range x.parts {
		if set := p.concerns[key]; set != nil {
			n += int(set.GetCardinality() - set.AndCardinality(p.hidden))
		}
	}
	return n
}

// SuggestBrands offers the brands whose name begins as the query does, those with most products first.
func (x *Index) SuggestBrands(query string, limit int) []catalog.BrandCount {
	typed := foldedBrand(clip(query))
	if typed == "" {
		return nil
	}
	counts := map[string]int{}
	for _, p := range x.parts {
		for brand, set := range p.brands {
			if strings.HasPrefix(foldedBrand(brand), typed) {
				counts[brand] += int(set.GetCardinality() - set.AndCardinality(p.hidden))
			}
		}
	}
	var found []catalog.BrandCount
	for brand, n := range counts {
		if n > 0 {
			found = append(found, catalog.BrandCount{Brand: brand, Count: n})
		}
	}
	slices.SortFunc(found, func(a, b catalog.BrandCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Brand, b.Brand))
	})
	return found[:min(len(found), limit)]
}

// foldedBrand is a brand as one word.
func foldedBrand(text string) string { return codeText(text) }
