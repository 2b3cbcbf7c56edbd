package httpapi

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"sync"

	"dawa/contract"
	"dawa/internal/domain/catalog"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/page"
)

// facetCache holds the counts of the present snapshot: counting reads every product of a list, so it is done once
// for each snapshot and list.
type facetCache struct {
	mu      sync.Mutex
	present *catalog.Snapshot
	counted map[catalog.Scope]page.Encoded
}

// get counts the facets of a list. Scopes are few: categories, known brands, and whether discounted.
func (c *facetCache) get(s *catalog.Snapshot, scope catalog.Scope) (page.Encoded, error) {
	c.mu.Lock()
	if c.present != s {
		c.present, c.counted = s, map[catalog.Scope]page.Encoded{}
	}
	out, ok := c.counted[scope]
	c.mu.Unlock()
	if ok {
		return out, nil
	}
	out = encode(toFacets(s.Facets(scope)))
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.present == s {
		c.counted[scope] = out
	}
	return out, nil
}

// encode encodes a value of ours, with a tag of its bytes.
func encode(value any) page.Encoded {
	body := encoded(value)
	sum := sha256.Sum256(body)
	return page.Encoded{Body: body, Tag: base64.RawURLEncoding.EncodeToString(sum[:16])}
}

func toFacets(f catalog.Facets) wire.Facets {
	out := wire.Facets{
		Total: f.Total, MaxPrice: f.MaxPrice, Brands: []wire.BrandCount{}, Categories: []wire.CategoryCount{},
	}
	for _, b := range f.Brands {
		out.Brands = append(out.Brands, wire.BrandCount{Brand: b.Brand, Count: b.Count})
	}
	for _, c := range f.Categories {
		out.Categories = append(out.Categories, wire.CategoryCount{Category: wire.Category(c.Category), Count: c.Count})
	}
	out.Concerns, out.Forms = toConcernCounts(f.Concerns), toKeyCounts(f.Forms)
	out.Suits, out.InStock = toKeyCounts(f.Suits), f.InStock
	return out
}

// maxConcernFacets bounds the concerns that a list can be narrowed by: each travels with its label.
const maxConcernFacets = 24

// toConcernCounts names the concerns that most products serve, in the order of the contract.
func toConcernCounts(counts []catalog.KeyCount) []wire.ConcernCount {
	fewest := 1
	if len(counts) > maxConcernFacets {
		sorted := slices.Clone(counts)
		slices.SortStableFunc(sorted, func(a, b catalog.KeyCount) int { return cmp.Compare(b.Count, a.Count) })
		fewest = sorted[maxConcernFacets-1].Count
	}
	out := []wire.ConcernCount{}
	for _, c := range counts {
		if c.Count >= fewest && len(out) < maxConcernFacets {
			out = append(out, toConcernCount(c.Key, c.Count))
		}
	}
	return out
}

func toConcernCount(key string, count int) wire.ConcernCount {
	out := wire.ConcernCount{Key: key, Count: count}
	if c, ok := contract.Concerns().Concern(key); ok {
		out.Label = toConcernLabel(c.Label)
	}
	return out
}

func toKeyCounts(counts []catalog.KeyCount) []wire.KeyCount {
	out := make([]wire.KeyCount, len(counts))
	for i, c := range counts {
		out[i] = wire.KeyCount{Key: c.Key, Count: c.Count}
	}
	return out
}
