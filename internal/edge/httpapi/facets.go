package httpapi

import (
	"net/http"
	"sync"

	"dawa/internal/domain/catalog"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// facetAnswers keeps the counts of the present snapshot: they look at every product
// of a list, so they are made once for each snapshot and list.
type facetAnswers struct {
	mu      sync.Mutex
	present *catalog.Snapshot
	kept    map[catalog.Scope]serve.Reply
}

// of answers the facets of a list. Scopes are few: categories, known brands, and
// whether discounted.
func (c *facetAnswers) of(s *catalog.Snapshot, scope catalog.Scope) (serve.Reply, error) {
	c.mu.Lock()
	if c.present != s {
		c.present, c.kept = s, map[catalog.Scope]serve.Reply{}
	}
	out, ok := c.kept[scope]
	c.mu.Unlock()
	if ok {
		return out, nil
	}
	out, err := serve.JSON(http.StatusOK, toFacets(s.Facets(scope)))
	if err != nil {
		return serve.Reply{}, err
	}
	out.TagBytes()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.present == s {
		c.kept[scope] = out
	}
	return out, nil
}

func toFacets(f catalog.Facets) wire.Facets {
	out := wire.Facets{Total: f.Total, MaxPrice: f.MaxPrice, Brands: []wire.BrandCount{}, Categories: []wire.CategoryCount{}}
	for _, b := range f.Brands {
		out.Brands = append(out.Brands, wire.BrandCount{Brand: b.Brand, Count: b.Count})
	}
	for _, c := range f.Categories {
		out.Categories = append(out.Categories, wire.CategoryCount{Category: wire.Category(c.Category), Count: c.Count})
	}
	return out
}
