package catalog

import (
	"strings"

	"dawa/internal/base/text"
	"dawa/internal/domain/regulation"
)

// Traits are the facts about a product that many products have in common.
type Traits struct {
	Brand       string
	Category    string
	Regulation  regulation.Class
	Ingredients []Ingredient
	Form        string
	PackSize    string
	Concerns    []string
	Suits       []string
	StoreID     string
}

// interner stores one copy of what many products share.
type interner struct {
	words     map[string]string
	lists     map[string][]string
	pictures  map[string][]Image
	allTraits map[traitsKey]*Traits
	joined    []byte // where the key of a list is written
}

// traitsKey says which traits are the same. Lists are the same when they are one list.
type traitsKey struct {
	brand, category, form, packSize, storeID string
	regulation                               regulation.Class
	ingredients                              *Ingredient
	concerns, suits                          *string
}

func newInterner() *interner {
	return &interner{
		words: map[string]string{}, lists: map[string][]string{}, pictures: map[string][]Image{},
		allTraits: map[traitsKey]*Traits{},
	}
}

// traits gives the traits of a product. Without an interner they are its own.
func (n *interner) traits(p *Product) *Traits {
	if n == nil {
		return &Traits{
			Brand: p.Brand, Category: p.Category, Regulation: p.Regulation, Ingredients: p.Ingredients, Form: p.Form,
			PackSize: p.PackSize, Concerns: p.Concerns, Suits: p.Suits, StoreID: p.StoreID,
		}
	}
	concerns, suits := n.list(p.Concerns), n.list(p.Suits)
	key := traitsKey{
		brand: p.Brand, category: p.Category, form: p.Form, packSize: p.PackSize, storeID: p.StoreID,
		regulation: p.Regulation, ingredients: first(p.Ingredients), concerns: first(concerns), suits: first(suits),
	}
	known, ok := n.allTraits[key]
	if !ok {
		known = &Traits{
			Brand: n.one(p.Brand), Category: n.one(p.Category), Form: n.one(p.Form), PackSize: n.one(p.PackSize),
			StoreID: n.one(p.StoreID), Regulation: regulation.Class(n.one(string(p.Regulation))),
			Ingredients: p.Ingredients, Concerns: concerns, Suits: suits,
		}
		key.brand, key.category, key.form = known.Brand, known.Category, known.Form
		key.packSize, key.storeID, key.regulation = known.PackSize, known.StoreID, known.Regulation
		n.allTraits[key] = known
	}
	return known
}

// first is where a list begins, which tells lists apart.
func first[T any](list []T) *T {
	if len(list) == 0 {
		return nil
	}
	return &list[0]
}

// images gives the pictures of a product, whose names are stored already. Most products have one picture without words
// of its own, which others may show too.
func (n *interner) images(p *Product, name text.Pair) []Image {
	if n == nil || len(p.Images) != 1 || p.Images[0] != (Image{Hash: p.Images[0].Hash}) {
		images := append([]Image(nil), p.Images...)
		for i := range images {
			alt := &images[i].Alt
			alt.English, alt.Arabic = reuseString(alt.English, name.English), reuseString(alt.Arabic, name.Arabic)
		}
		return images
	}
	hash := p.Images[0].Hash
	known, ok := n.pictures[hash]
	if !ok {
		known = []Image{{Hash: hash}}
		n.pictures[hash] = known
	}
	return known
}

// list gives one shared copy of a short list of words.
func (n *interner) list(words []string) []string {
	if len(words) == 0 {
		return words
	}
	n.joined = n.joined[:0]
	for _, word := range words {
		n.joined = append(append(n.joined, word...), ',')
	}
	if known, ok := n.lists[string(n.joined)]; ok {
		return known
	}
	n.lists[string(n.joined)] = words
	return words
}

// one gives the one copy of a text, which may be part of a longer one that is not to be stored.
func (n *interner) one(s string) string {
	if known, ok := n.words[s]; ok {
		return known
	}
	s = strings.Clone(s)
	n.words[s] = s
	return s
}

// reuseString gives known when it reads the same, so that the memory of s can be freed.
func reuseString(s, known string) string {
	if s == known {
		return known
	}
	return s
}
