package search

import (
	"cmp"
	"slices"
	"strings"
)

// Search finds all that the query can mean, best first.
func (x *Index) Search(query string) Result { return x.find(query, -1) }

// Suggest finds at least want products if there are so many, best first; it does not look for the rest.
func (x *Index) Suggest(query string, want int) Result { return x.find(query, want) }

// reading is one way to take what was typed.
type interpretation struct {
	words []*queryWord
	code  string
}

func (x *Index) read(list []string) interpretation {
	list = meaningful(list)
	return interpretation{words: queryWords(list, len(x.parts)), code: strings.Join(list, "")}
}

// find takes the query in ever more generous ways and stops at the first that finds anything: as typed,
// with words joined, as chat writing, in the other keyboard layout, with typos, with words left out.
func (x *Index) find(query string, want int) Result {
	text := clip(query)
	typed := x.read(words(text))
	other := otherLayout(text)
	meant := x.read(words(other))
	if mostlySigns(text) {
		if r, ok := x.findExact(meant, other, want); ok {
			return r.asRescued()
		}
	}
	if r, ok := x.findAsTyped(typed, query, want); ok {
		return r
	}
	chats := x.arabiziInterpretations(text)
	for _, chat := range chats {
		if r, ok := x.findExact(chat, query, want); ok {
			return r
		}
	}
	if r, ok := x.findExact(meant, other, want); ok {
		return r.asRescued()
	}
	for _, guess := range append([]interpretation{typed}, chats...) {
		if r, ok := x.findWithTypos(guess, tiers, query); ok {
			return r
		}
	}
	// A guess at the layout and a wild guess at the spelling together would find anything.
	if r, ok := x.findWithTypos(meant, tierNear+1, other); ok {
		return r.asRescued()
	}
	for _, words := range x.withoutWords(typed.words) {
		fewer := interpretation{words: words}
		if r, ok := x.findExact(fewer, query, want); ok {
			return r
		}
		if r, ok := x.findWithTypos(fewer, tiers, query); ok {
			return r
		}
	}
	return Result{Query: query, index: x}
}

// asTyped asks for the words as they are. When they only mean something by what the products are labelled
// with, a word and the next may have been meant as one, which is then the better find.
func (x *Index) findAsTyped(typed interpretation, query string, want int) (Result, bool) {
	r, ok := x.findExact(typed, query, want)
	if ok && r.best < tierLabel {
		return r, true
	}
	for i := range len(typed.words) - 1 {
		one, found := x.findExact(x.joined(typed, i), query, want)
		switch {
		case found && !ok:
			return one, true
		case found && one.best <= r.best:
			return one.then(r), true
		}
	}
	return r, ok
}

// chats are the readings of the query as Arabic written with Latin letters and digits. In Lebanon 2 is a
// hamza and, as it is spoken, a qaf.
func (x *Index) arabiziInterpretations(text string) []interpretation {
	list := chatWords(text)
	if list == nil {
		return nil
	}
	chats := []interpretation{x.read(list)}
	if text := strings.Join(list, " "); strings.Contains(text, "ء") {
		chats = append(chats, x.read(strings.Fields(strings.ReplaceAll(text, "ء", "ق"))))
	}
	return chats
}

// joined takes a word and the next for one.
func (x *Index) joined(r interpretation, i int) interpretation {
	one := newQueryWord(r.words[i].written+r.words[i+1].written, len(x.parts))
	return interpretation{words: slices.Concat(r.words[:i], []*queryWord{one}, r.words[i+2:])}
}

func (x *Index) findExact(r interpretation, query string, want int) (Result, bool) {
	if len(r.words) == 0 {
		return Result{}, false
	}
	return x.result(r, query, func(p *part) matches { return p.matchAll(r.words, r.code, want) })
}

func (x *Index) findWithTypos(r interpretation, most int, query string) (Result, bool) {
	if len(r.words) == 0 {
		return Result{}, false
	}
	return x.result(r, query, func(p *part) matches { return p.matchWithTypos(r.words, most) })
}

// fewer gives the query without the words that mean nothing even when guessed at; then with one more word
// left out, the one that says least first; then only its beginnings: people add words that no label
// carries. A number alone means nothing.
func (x *Index) withoutWords(query []*queryWord) [][]*queryWord {
	known := slices.DeleteFunc(slices.Clone(query), func(w *queryWord) bool {
		_, count := x.bestTier(w)
		return count == 0
	})
	var all [][]*queryWord
	if len(known) < len(query) {
		all = append(all, known)
	}
	dispensable := slices.Clone(known)
	slices.SortStableFunc(dispensable, func(a, b *queryWord) int {
		tierA, countA := x.bestTier(a)
		tierB, countB := x.bestTier(b)
		return cmp.Or(cmp.Compare(tierB, tierA), cmp.Compare(countB, countA))
	})
	for _, out := range dispensable {
		all = append(all, slices.DeleteFunc(slices.Clone(known), func(w *queryWord) bool { return w == out }))
	}
	for keep := len(query) - 2; keep > 0; keep-- {
		all = append(all, query[:keep])
	}
	return slices.DeleteFunc(all, func(words []*queryWord) bool {
		return !slices.ContainsFunc(words, func(w *queryWord) bool { return !w.number })
	})
}

// says tells how well the word is met at best, and how many products it can then mean.
func (x *Index) bestTier(w *queryWord) (tier int, count uint64) {
	for tier = tierBegins; tier < tiers; tier++ { // the tiers before are part of this one
		for _, p := range x.parts {
			if set := w.at(p, tier); set != nil {
				count += set.GetCardinality()
			}
		}
		if count > 0 {
			break
		}
	}
	return tier, count
}
