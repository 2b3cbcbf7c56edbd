package admin

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"dawa/internal/domain/catalog"
)

// Filter says which products of the table, in which order, and which page of them.
type Filter struct {
	// Filter has the brands, the category, the order and the page; its prices are not looked at.
	catalog.Filter
	// Part is a part of a name or of a code, as anyone types it.
	Part string
	// Status is one of the three, or empty for all.
	Status catalog.Status
	// Low keeps what has few pieces or none; Out what has none.
	Low, Out   bool
	Discounted bool
	// WithoutConcern keeps what nobody finds by what it helps with.
	WithoutConcern bool
}

// narrows tells whether the filter asks for more than a list of the snapshot can be narrowed by.
func (f *Filter) narrows() bool { return f.Low || f.Out || f.Discounted || f.WithoutConcern }

// Products gives one page of the table and how many rows it has. What is on sale is found in
// memory; the rest, which is little, comes from the store. The rows themselves are read from the
// store: they are edited by version.
func (s *Service) Products(ctx context.Context, f Filter) (page []Managed, total int, err error) {
	var found []*catalog.Item
	unlisted, err := s.unlisted(ctx, f)
	if err != nil {
		return nil, 0, err
	}
	if f.Status == "" || f.Status == catalog.Approved {
		listed := s.listed(f, len(unlisted) > 0)
		if f.Status == catalog.Approved && !f.narrows() && len(unlisted) == 0 {
			return s.rows(ctx, listed.Items, listed.Total)
		}
		// What just left the shop is in memory for a moment more: it is one row all the same.
		gone := make(map[string]bool, len(unlisted))
		for _, it := range unlisted {
			gone[it.ID] = true
		}
		found = slices.DeleteFunc(listed.Items, func(it *catalog.Item) bool { return gone[it.ID] || !f.matches(it) })
	}
	found = merged(found, unlisted, f)
	from := min(max(f.Offset, 0), len(found))
	return s.rows(ctx, found[from:min(from+f.Limit, len(found))], len(found))
}

// listed finds what is on sale: one page when nothing else narrows it and it is not wanted whole.
func (s *Service) listed(f Filter, whole bool) catalog.Page {
	filter := f.Filter
	filter.MinPrice, filter.MaxPrice = nil, nil
	snapshot := s.catalogue.Snapshot()
	if whole || f.Status == "" || f.narrows() {
		filter.Offset, filter.Limit = 0, snapshot.Len()
	}
	switch {
	case strings.TrimSpace(f.Part) != "":
		return s.finder.Index().Search(f.Part).Page(filter)
	case f.Discounted:
		return snapshot.Discounted(filter)
	}
	return snapshot.All(filter)
}

// matches checks what a list of the snapshot cannot be narrowed by.
func (f *Filter) matches(it *catalog.Item) bool {
	return (!f.Low || it.Stock <= LowStock) && (!f.Out || it.Stock == 0) && (!f.Discounted || it.Discount > 0) &&
		(!f.WithoutConcern || len(it.Concerns) == 0)
}

// unlisted finds what shoppers do not see.
func (s *Service) unlisted(ctx context.Context, f Filter) ([]*catalog.Item, error) {
	products, err := s.store.Unlisted(ctx, f.Status)
	if err != nil {
		return nil, err
	}
	words := strings.Fields(folded(f.Part))
	var found []*catalog.Item
	for _, p := range products {
		if f.Category != "" && p.Category != f.Category ||
			len(f.Brands) > 0 && !slices.Contains(f.Brands, p.Brand) || !mentions(p, words) {
			continue
		}
		it := &catalog.Item{
			ID: p.ID, Code: p.Code, Name: p.Name, Price: p.Price,
			Traits:   &catalog.Traits{Brand: p.Brand, Category: p.Category, Concerns: p.Concerns},
			Discount: p.Discount, Discounted: p.DiscountedPrice(), Stock: p.Stock, Version: p.Version,
			CreatedAt: p.CreatedAt,
		}
		if f.matches(it) {
			found = append(found, it)
		}
	}
	return found, nil
}

// mentions tells whether all words are in a product's names, code or brand.
func mentions(p *catalog.Product, words []string) bool {
	if len(words) == 0 {
		return true
	}
	all := folded(p.Name.English + " " + p.Name.Arabic + " " + p.Code + " " + p.Brand)
	for _, w := range words {
		if !strings.Contains(all, w) {
			return false
		}
	}
	return true
}

// merged puts what is unlisted among what is listed. A search without another order keeps its own, with
// the unlisted in front: most wait for somebody.
func merged(listed, unlisted []*catalog.Item, f Filter) []*catalog.Item {
	compare := catalog.CompareBy(cmp.Or(f.Sort, catalog.SortNewest), f.Lang)
	slices.SortFunc(unlisted, compare)
	if strings.TrimSpace(f.Part) != "" && f.Sort == "" {
		return append(unlisted, listed...)
	}
	all := make([]*catalog.Item, 0, len(listed)+len(unlisted))
	for len(listed) > 0 && len(unlisted) > 0 {
		if compare(listed[0], unlisted[0]) <= 0 {
			all, listed = append(all, listed[0]), listed[1:]
		} else {
			all, unlisted = append(all, unlisted[0]), unlisted[1:]
		}
	}
	return append(append(all, listed...), unlisted...)
}

// rows reads the rows of a page.
func (s *Service) rows(ctx context.Context, items []*catalog.Item, total int) ([]Managed, int, error) {
	ids := make([]string, len(items))
	for i, it := range items {
		ids[i] = it.ID
	}
	page, err := s.managed(ctx, ids)
	return page, total, err
}

// managed reads products in the order of the ids; one that is gone is left out.
func (s *Service) managed(ctx context.Context, ids []string) ([]Managed, error) {
	if len(ids) == 0 {
		return []Managed{}, nil
	}
	found, err := s.store.Managed(ctx, ids)
	if err != nil {
		return nil, err
	}
	place := make(map[string]int, len(ids))
	for i, id := range ids {
		place[id] = i
	}
	slices.SortFunc(found, func(a, b Managed) int { return place[a.ID] - place[b.ID] })
	return found, nil
}

// Product reads one product as admins see it, or nil.
func (s *Service) Product(ctx context.Context, id string) (*Managed, error) {
	found, err := s.managed(ctx, []string{id})
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}
