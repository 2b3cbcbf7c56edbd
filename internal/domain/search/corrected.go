package search

import (
	"strings"

	"dawa/internal/domain/catalog"
)

// fix is a misspelt word of a query and the word it was taken for.
type fix struct{ folded, meant string }

// guessedWord gives the word that makes the phrase mean m, out of those that a misspelt token may be.
func (v *Vocabulary) guessedWord(words []vocabularyWord, phrase [][]uint16, m *meaning) string {
	for _, word := range words {
		narrowed := make([][]uint16, len(phrase))
		for i, choices := range phrase {
			narrowed[i] = choices
			if containsID(choices, word.id) {
				narrowed[i] = []uint16{word.id}
			}
		}
		if v.lookup(narrowed, m.phraseKind()) == m {
			return word.written
		}
	}
	return ""
}

// ShowingFor is what the products were found for when that is not what was typed: the query in the other keyboard
// layout, or with its misspelt words put right. Empty when nothing was corrected or there is no one spelling to name.
func (r Result) ShowingFor() string {
	switch {
	case r.Match != MatchCorrected:
		return ""
	case r.Rescued:
		return r.Query
	}
	first := r.Items(0, 1)
	if len(first) == 0 {
		return ""
	}
	changed := false
	var written []string
	for _, t := range tokens(clip(r.Query)) {
		meant := r.meant(t, first[0])
		changed = changed || !strings.EqualFold(meant, t.written)
		written = append(written, meant)
	}
	if !changed {
		return ""
	}
	return strings.Join(written, " ")
}

// meant gives the word that a token of the query was taken for.
func (r Result) meant(t token, first *catalog.Item) string {
	for _, f := range r.fixes {
		if f.folded == t.folded && f.meant != "" {
			return f.meant
		}
	}
	if len(t.words) != 1 {
		return t.written
	}
	for _, w := range r.words {
		if w.written != t.words[0] || w.number {
			continue
		}
		if tier, _ := r.index.bestTier(w); tier < tierSounds {
			return t.written
		}
		if other := nearestWord(w, first); other != "" {
			return other
		}
	}
	return t.written
}

// nearestWord gives the word of a product that is most like one of the query, as it is written there. Words of the
// same script come before those that only sound alike.
func nearestWord(w *queryWord, it *catalog.Item) string {
	best, fewest := "", tiers
	var buffer [64]byte
	look := func(text string) {
		if fewest <= 1 { // the word itself is not there, or nothing would have been corrected
			return
		}
		for start, end := range spans(text) {
			word := string(appendFolded(buffer[:0], text[start:end]))
			if distance := w.distance(bare(word)); distance < fewest {
				best, fewest = text[start:end], distance
			}
		}
	}
	look(it.Name.English)
	look(it.Name.Arabic)
	look(it.Brand)
	for _, ingredient := range it.Ingredients {
		look(ingredient.Name.English)
		look(ingredient.Name.Arabic)
	}
	return best
}

// distance tells how many typos lie between the word and another, or its beginning; tiers when they are not alike.
func (w *queryWord) distance(other string) int {
	if other == "" || isNumber(other) {
		return tiers
	}
	const most = 2
	sameScript := isASCII(w.bare) == isASCII(other)
	if sameScript {
		typos := typosBetween(w.bare, other, most)
		if w.runes >= longWord {
			beginning, _ := prefixRunes(other, w.runes)
			typos = min(typos, 1+typosBetween(w.bare, beginning, most-1))
		}
		if typos <= most {
			return typos
		}
	}
	var key [maxKey]byte
	switch {
	case w.key == "" || w.key != string(appendConsonantKey(key[:0], other)):
		return tiers
	case sameScript:
		return 3
	}
	return 4
}
