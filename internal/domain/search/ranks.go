package search

import "github.com/RoaringBitmap/roaring/v2"

// ranks gives the documents of a part that meet all concepts, in sets from the best fit to the worst. Nil is
// no bound at all. named tells that the query has words of names besides, so that products called by the words
// of a concept come first.
func (p *part) ranks(concepts []concept, named bool) []*roaring.Bitmap {
	if len(concepts) == 0 {
		return nil
	}
	all := p.fits(concepts[0], named)
	for _, c := range concepts[1:] {
		all = crossed(all, p.fits(c, named))
	}
	return all
}

// crossed intersects two rankings; the sum of both ranks counts.
func crossed(a, b []*roaring.Bitmap) []*roaring.Bitmap {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	out := make([]*roaring.Bitmap, len(a)+len(b)-1)
	for i := range out {
		out[i] = nothing
	}
	for i, left := range a {
		for j, right := range b {
			if left.IsEmpty() || right.IsEmpty() {
				continue
			}
			if both := roaring.And(left, right); !both.IsEmpty() {
				out[i+j] = either(both, out[i+j])
			}
		}
	}
	return out
}

// fits ranks the documents of one concept.
func (p *part) fits(c concept, named bool) []*roaring.Bitmap {
	switch {
	case len(c.concerns) > 0:
		return p.fitConcerns(c, named)
	case len(c.suits) > 0:
		first := orNothing(p.suits[c.suits[0]])
		if called := p.called(c); called != nil && p.ageless != nil {
			first = either(first, roaring.And(called, p.ageless))
		}
		rest := nothing
		for _, key := range c.suits[1:] {
			rest = either(orNothing(p.suits[key]), rest)
		}
		return []*roaring.Bitmap{first, rest}
	case len(c.forms) > 0:
		sets := []*roaring.Bitmap{nothing}
		for _, form := range c.forms {
			sets = append(sets, orNothing(p.forms[form]))
		}
		return []*roaring.Bitmap{orNothing(p.called(c)), union(sets)}
	case c.category != "":
		return []*roaring.Bitmap{orNothing(p.called(c)), orNothing(p.categories[c.category])}
	}
	return []*roaring.Bitmap{orNothing(p.concerns[c.notSold])}
}

// fitConcerns ranks: products for which the concern comes first, those before the others that are called by its
// words ("vitamin C serum"), products that serve it too, products of the other concerns that the word may mean, and
// products without any concern that are called so.
func (p *part) fitConcerns(c concept, named bool) []*roaring.Bitmap {
	primary := c.concerns[0]
	others := nothing
	for _, key := range c.concerns[1:] {
		others = either(orNothing(p.concerns[key]), others)
	}
	ranked := []*roaring.Bitmap{orNothing(p.mainConcerns[primary]), orNothing(p.concerns[primary]), others}
	called := orNothing(p.called(c))
	if named {
		return append([]*roaring.Bitmap{called}, ranked...)
	}
	ranked = append([]*roaring.Bitmap{roaring.And(called, ranked[0])}, ranked...)
	return append(ranked, roaring.And(called, orNothing(p.unclassified)))
}

// called gives the documents whose names hold all words of the concept.
func (p *part) called(c concept) *roaring.Bitmap {
	if len(c.words) == 0 {
		return nil
	}
	sets := make([]*roaring.Bitmap, len(c.words))
	for i, w := range c.words {
		if sets[i] = w.upTo(p, tierFolded); sets[i] == nil {
			return nil
		}
	}
	return intersection(sets)
}

func orNothing(set *roaring.Bitmap) *roaring.Bitmap {
	if set == nil {
		return nothing
	}
	return set
}

// everything gives all documents of the part.
func (p *part) everything() *roaring.Bitmap { return either(p.stocked, p.sold) }
