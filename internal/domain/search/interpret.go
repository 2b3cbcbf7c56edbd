package search

import (
	"slices"
	"strconv"
	"strings"

	"dawa/contract"
)

// concept is a phrase of the query with its meaning, and its words in case a product is called so.
type concept struct {
	*meaning
	words []*queryWord
	exact bool // without correcting anything
}

// interpretation is one way to take what was typed: concepts, and words of product names.
type interpretation struct {
	concepts []concept
	words    []*queryWord
	code     string
	// fixes are the typos that were corrected in concepts.
	fixes []fix
}

// corrected tells that a typo was corrected in a concept.
func (in interpretation) corrected() bool { return len(in.fixes) > 0 }

// effort says how far an interpretation goes to understand a word.
type effort int

const (
	asTyped       effort = iota
	otherKeyboard        // what the other layout gives is not read as Arabizi too
	withTypo             // unknown words are taken for words of concepts with one typo
	withTypos            // or two, in long words
)

// interpret reads tokens as concepts where it can, the longest phrases first, and the rest as words of names.
func (x *Index) interpret(list []token, how effort) interpretation {
	v := x.vocabulary
	if len(list) > maxQueryWords {
		list = list[:maxQueryWords]
	}
	r := &reader{
		index: x, tokens: list, choices: make([][]uint16, len(list)), within: make([][]uint16, len(list)),
		used: make([]bool, len(list)),
	}
	for i, t := range list {
		if v.links[t.folded] {
			continue
		}
		r.choices[i] = v.direct(t)
		written := len(r.choices[i]) > 0
		if isEveryday(t.folded, t.bare) {
			continue
		}
		if t.latin() && how != otherKeyboard && !v.isEuropean(t) && !x.isName(t) {
			if !written {
				r.choices[i] = v.sounds.find(t.folded, false)
			}
			if len(list) > 1 {
				r.within[i] = v.sounds.find(t.folded, true)
			}
		}
		if !written && how >= withTypo && !v.isFiller(t) && !x.known(t) {
			guesses := v.nearest(t, how)
			for _, word := range guesses {
				r.choices[i] = append(r.choices[i], word.id)
			}
			r.guessed = append(r.guessed, guess{i, guesses})
		}
	}
	// The longest phrases first, and among those as long what hurts before how it is taken: "toothpaste for yellow
	// teeth" is about yellow teeth. What says less than any other comes last: "pain killer for toothache".
	longest := min(len(list), v.longest+3)
	for size := longest; size > 0; size-- {
		for _, kind := range []phraseKind{phraseOfConcern, phraseOfRest} {
			for from := 0; from+size <= len(list); from++ {
				r.readPhrase(from, from+size, kind)
			}
		}
	}
	for size := longest; size > 0; size-- {
		for from := 0; from+size <= len(list); from++ {
			r.readPhrase(from, from+size, phraseOfBroad)
		}
	}
	r.readAges()
	return r.finish()
}

// reader is the state of reading a query.
type reader struct {
	index    *Index
	tokens   []token
	choices  [][]uint16
	within   [][]uint16 // choices that count only inside a phrase of several words
	guessed  []guess
	used     []bool
	concepts []concept
	fixes    []fix
}

// guess is a token that was taken for misspelt, and the words it may be.
type guess struct {
	token int
	words []vocabularyWord
}

// phraseKind tells what a phrase is about.
type phraseKind int

const (
	phraseOfConcern phraseKind = iota // or something that is not sold
	phraseOfRest                      // an age, a form, a category
	phraseOfBroad                     // a concern that says less than any other
)

func (m *meaning) phraseKind() phraseKind {
	switch {
	case m.broad():
		return phraseOfBroad
	case len(m.concerns) > 0, m.notSold != "":
		return phraseOfConcern
	}
	return phraseOfRest
}

// readPhrase takes the tokens between two places for a phrase of one kind, if they make one.
// Link words are skipped; so are filler words in the middle when the phrase holds none.
func (r *reader) readPhrase(from, to int, kind phraseKind) {
	v := r.index.vocabulary
	if v.links[r.tokens[from].folded] || v.links[r.tokens[to-1].folded] {
		return
	}
	var buffers [2][maxPhrase + 3][]uint16
	phrase, plain := buffers[0][:0], buffers[1][:0]
	for i := from; i < to; i++ {
		filler := v.isFiller(r.tokens[i])
		switch {
		case r.used[i], len(phrase) == len(buffers[0]):
			return
		case v.links[r.tokens[i].folded]:
			continue
		}
		choices := r.choices[i]
		if to-from > 1 && len(r.within[i]) > 0 {
			choices = slices.Concat(choices, r.within[i])
		}
		if len(choices) == 0 && !filler {
			return
		}
		phrase = append(phrase, choices)
		if !filler || i == from || i == to-1 {
			plain = append(plain, choices)
		}
	}
	m := v.lookup(phrase, kind)
	if m == nil && len(plain) < len(phrase) {
		phrase = plain
		m = v.lookup(phrase, kind)
	}
	if m == nil {
		return
	}
	c := concept{meaning: m, exact: true}
	for i := from; i < to; i++ {
		r.used[i] = true
		if v.links[r.tokens[i].folded] {
			continue
		}
		for _, g := range r.guessed {
			if g.token == i {
				c.exact = false
				r.fixes = append(r.fixes, fix{r.tokens[i].folded, v.guessedWord(g.words, phrase, m)})
			}
		}
		c.words = append(c.words, queryWords(r.tokens[i].words, len(r.index.parts))...)
	}
	r.concepts = append(r.concepts, c)
}

// ageUnits are words that follow a number of months or years.
var ageUnits = map[string]int{
	"month": 1, "months": 1, "mo": 1, "mois": 1, "شهر": 1, "اشهر": 1, "شهور": 1, "ashhor": 1, "shhor": 1, "shahr": 1,
	"year": 12, "years": 12, "yr": 12, "yrs": 12, "yo": 12, "ans": 12, "an": 12,
	"سنه": 12, "سنين": 12, "سنوات": 12, "عام": 12,
	"sene": 12, "snin": 12, "sneen": 12, "snen": 12, "sanawat": 12,
}

// pairAges are ages in one word.
var pairAges = map[string]int{"شهرين": 2, "سنتين": 24, "shahren": 2, "santen": 24, "sentein": 24, "عامين": 24}

// ageNoise are words around an age that say nothing more.
var ageNoise = map[string]bool{
	"old": true, "aged": true, "age": true, "عمر": true, "لعمر": true, "بعمر": true,
	"عمره": true, "عمرو": true, "3omro": true, "3emro": true,
}

// readAges reads "3 months" and "6 سنوات" as the people they mean.
func (r *reader) readAges() {
	for i, t := range r.tokens {
		if ageNoise[t.bare] || r.used[i] {
			continue
		}
		months, last := pairAges[t.bare], i
		if months == 0 && i+1 < len(r.tokens) {
			if n, err := strconv.Atoi(t.folded); err == nil {
				months, last = n*ageUnits[r.tokens[i+1].bare], i+1
			}
		}
		if months == 0 {
			continue
		}
		for j := i; j <= last; j++ {
			r.used[j] = true
		}
		for j := range r.tokens {
			if ageNoise[r.tokens[j].bare] {
				r.used[j] = true
			}
		}
		r.concepts = append(r.concepts, concept{meaning: &meaning{suits: []string{suitsAt(months)}}, exact: true})
	}
}

// suitsAt names the people of an age in months.
func suitsAt(months int) string {
	switch {
	case months < 12:
		return "infant"
	case months < 144:
		return "child"
	}
	return "adult"
}

// finish takes what is left for words of names. Fillers are left out when anything else was said.
func (r *reader) finish() interpretation {
	v := r.index.vocabulary
	in := interpretation{concepts: withoutBroad(r.concepts), fixes: r.fixes}
	var rest, fillers []string
	for i, t := range r.tokens {
		switch {
		case r.used[i], v.links[t.folded]:
		case in.concern() != "" && (r.isPlace(i) || r.isPart(i) || r.isContext(i)):
		case in.concern() == "fever" && isTemperature(t.folded):
		case v.isFiller(t):
			fillers = append(fillers, t.words...)
		default:
			rest = append(rest, t.words...)
		}
	}
	if len(rest) == 0 && len(in.concepts) == 0 {
		rest = fillers
		if len(rest) == 0 {
			for _, t := range r.tokens {
				rest = append(rest, t.words...)
			}
		}
	}
	rest = rest[:min(len(rest), maxQueryWords)]
	in.words = queryWords(rest, len(r.index.parts))
	if len(in.concepts) == 0 {
		in.code = strings.Join(rest, "")
	}
	return in
}

// withoutBroad leaves out a broad concern beside another one.
func withoutBroad(concepts []concept) []concept {
	named := 0
	for _, c := range concepts {
		if len(c.concerns) > 0 {
			named++
		}
	}
	if named < 2 {
		return concepts
	}
	return slices.DeleteFunc(slices.Clone(concepts), func(c concept) bool {
		if len(c.concerns) == 0 || named == 1 {
			return false
		}
		if !c.broad() {
			return false
		}
		named--
		return true
	})
}

// broad tells whether the meaning is a concern that says less than any other.
func (m *meaning) broad() bool {
	if len(m.concerns) == 0 {
		return false
	}
	known, ok := contract.Concerns().Concern(m.concerns[0])
	return ok && known.Broad
}

// isPart tells whether a token is a word of some phrase for a concern that was understood without it: "sweaty" in
// "sweaty armpits" says no more than "armpits" does.
func (r *reader) isPart(i int) bool {
	return i < len(r.choices) && slices.ContainsFunc(r.choices[i], func(id uint16) bool {
		return slices.ContainsFunc(r.concepts, func(c concept) bool {
			return len(c.concerns) > 0 && slices.Contains(r.index.vocabulary.partOf[id], c.concerns[0])
		})
	})
}

// isContext tells whether a token is an everyday word that no product is called by: beside a concern it tells how it
// came about, as in "burnt my hand on the stove".
func (r *reader) isContext(i int) bool {
	t := r.tokens[i]
	return isEveryday(t.folded, t.bare) && !r.index.known(t)
}

// isTemperature tells whether a number can be what a thermometer showed.
func isTemperature(word string) bool {
	degrees, err := strconv.Atoi(word)
	return err == nil && degrees >= 36 && degrees <= 42
}

// isPlace tells whether a token only says where: "cut on finger" is a cut.
func (r *reader) isPlace(i int) bool {
	return i < len(r.choices) && slices.ContainsFunc(r.choices[i], func(id uint16) bool {
		return r.index.vocabulary.places[id]
	})
}

// notSold gives the key of something in the query that this shop does not sell.
func (in interpretation) notSold() string {
	for _, c := range in.concepts {
		if c.notSold != "" {
			return c.notSold
		}
	}
	return ""
}

// concern gives the concern that the query names first.
func (in interpretation) concern() string {
	for _, c := range in.concepts {
		if len(c.concerns) > 0 {
			return c.concerns[0]
		}
	}
	return ""
}

// isName tells whether a product, brand or ingredient is called exactly so.
func (x *Index) isName(t token) bool {
	if t.arabizi {
		return false
	}
	for _, p := range x.parts {
		if p.words.exact(t.folded) != nil || p.labels.exact(t.folded) != nil {
			return true
		}
	}
	return false
}

// known tells whether the words of a token are found in names as they are written.
func (x *Index) known(t token) bool {
	for _, word := range t.words {
		found := false
		for _, p := range x.parts {
			found = found || newQueryWord(word, len(x.parts)).upTo(p, tierLabel) != nil
		}
		if !found {
			return false
		}
	}
	return true
}
