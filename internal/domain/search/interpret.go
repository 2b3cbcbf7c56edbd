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
	place bool // a part of the body that stands for what hurts there
	at    int  // where it stands in the query,
	end   int  // and where it ends
	// cause is the word before it that makes it a circumstance of what was said earlier: "from" hot oil.
	cause string
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
	list = withMen(list)
	if len(list) > maxQueryTokens {
		list = list[:maxQueryTokens]
	}
	r := x.newReader(list)
	for i, t := range list {
		if r.read[i].link {
			continue
		}
		r.read[i].choices = v.direct(t)
		written := len(r.read[i].choices) > 0
		if t.everyday {
			continue
		}
		if t.latin() && how != otherKeyboard && !v.isEuropean(t) && !x.namesSomething(t) {
			if !written {
				r.read[i].choices = v.sounds.find(t.folded, false)
			}
			if len(list) > 1 && !r.read[i].filler {
				r.read[i].within = v.sounds.find(t.folded, true)
			}
		}
		if !written && how >= withTypo && !r.read[i].filler && !tellsHow(t) && !x.known(t) {
			guesses := v.nearest(t, how)
			for _, word := range guesses {
				r.read[i].choices = append(r.read[i].choices, word.id)
			}
			r.guessed = append(r.guessed, guess{i, guesses})
		}
	}
	if len(list) > 1 { // a word alone is in no phrase
		for i, t := range list {
			r.read[i].silent = r.read[i].filler || len(r.read[i].choices) == 0 && tellsHow(t)
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
	read     []tokenReading // for each token
	guessed  []guess
	concepts []concept
	fixes    []fix
}

// tokenReading is what is known of a token so far.
type tokenReading struct {
	choices []uint16 // the words of concepts that it may be
	within  []uint16 // and those that count only inside a phrase of several words
	link    bool     // only links other words
	filler  bool     // says nothing about what is wanted
	silent  bool     // may be left out in the middle of a phrase
	used    bool     // belongs to a concept
}

func (x *Index) newReader(list []token) *reader {
	r := &reader{index: x, tokens: list, read: make([]tokenReading, len(list))}
	for i, t := range list {
		r.read[i].link, r.read[i].filler = x.vocabulary.links[t.folded], x.vocabulary.isFiller(t)
	}
	return r
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
	if r.read[from].link || r.read[to-1].link {
		return
	}
	var buffers [2][maxPhrase + 3][]uint16
	phrase, plain := buffers[0][:0], buffers[1][:0]
	for i := from; i < to; i++ {
		switch {
		case r.read[i].used, len(phrase) == len(buffers[0]):
			return
		case r.read[i].link:
			continue
		}
		choices := r.read[i].choices
		if to-from > 1 && len(r.read[i].within) > 0 {
			choices = slices.Concat(choices, r.read[i].within)
		}
		if len(choices) == 0 && !r.read[i].silent {
			return
		}
		phrase = append(phrase, choices)
		if !r.read[i].silent || i == from || i == to-1 {
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
	c := concept{meaning: m, exact: true, at: from, end: to, cause: r.causeBefore(from)}
	for i := from; i < to; i++ {
		r.read[i].used = true
		if r.read[i].link {
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
	if age := r.ageWithin(c); age != nil {
		r.concepts = append(r.concepts, concept{meaning: age, exact: true, at: from, end: to})
	}
}

// ageWithin gives the people whom a phrase for a concern names on the way: "fever in children" narrows like "fever"
// and "children". Concerns of babies and women are theirs anyway.
func (r *reader) ageWithin(c concept) *meaning {
	if len(c.concerns) == 0 || len(c.words) < 2 {
		return nil
	}
	if group := c.group(); group == "baby_child" || group == "women" || group == "devices" {
		return nil
	}
	v := r.index.vocabulary
	for at := c.at; at < c.end; at++ {
		for _, id := range v.direct(r.tokens[at]) {
			if m := v.phrases[phraseKeyOf([]uint16{id})]; m != nil && len(m.suits) > 0 {
				return m
			}
		}
	}
	return nil
}

// causeBefore gives the word that makes what stands at a place a circumstance, or nothing.
func (r *reader) causeBefore(at int) string {
	const reach, with = 3, "بال"
	if at > 0 && strings.HasPrefix(r.tokens[at].folded, with) {
		return with
	}
	for i := at - 1; i > 0 && i >= at-reach && !r.read[i].used; i-- {
		if causeWords()[r.tokens[i].folded] {
			return r.tokens[i].folded
		}
	}
	return ""
}

// withoutCauses leaves out the circumstances of a concern that was named before them, and tells whether there are any:
// a burn "from hot oil" is a burn, and who loses hair "after pregnancy" is no longer pregnant. Of two concerns of one
// group neither is the circumstance of the other.
func (in interpretation) withoutCauses() (interpretation, bool) {
	named := slices.IndexFunc(in.concepts, func(c concept) bool { return len(c.concerns) > 0 && c.cause == "" })
	if named < 0 {
		return in, false
	}
	kept := slices.DeleteFunc(slices.Clone(in.concepts), func(c concept) bool {
		return c.at > in.concepts[named].at && c.cause != "" && c.group() != in.concepts[named].group() &&
			(len(c.suits) == 0 && c.notSold == "" || afterWords()[c.cause] && !c.isEmergency())
	})
	some := len(kept) < len(in.concepts)
	in.concepts = kept
	return in, some
}

// isEmergency tells whether no shop can help.
func (m *meaning) isEmergency() bool {
	entry, ok := contract.Concerns().NotSoldEntry(m.notSold)
	return ok && entry.Emergency
}

// ageUnits are words that follow a number of months or years.
var ageUnits = map[string]int{
	"month": 1, "months": 1, "mo": 1, "mois": 1, "شهر": 1, "اشهر": 1, "شهور": 1, "ashhor": 1, "shhor": 1, "shahr": 1,
	"year": 12, "years": 12, "yr": 12, "yrs": 12, "yo": 12, "ans": 12, "an": 12,
	"سنه": 12, "سنين": 12, "سنوات": 12, "عام": 12,
	"sene": 12, "snin": 12, "sneen": 12, "snen": 12, "sanawat": 12,
}

// spanUnits are words that follow a number and tell how long something lasts.
var spanUnits = map[string]bool{
	"day": true, "days": true, "week": true, "weeks": true, "hour": true, "hours": true, "jour": true, "jours": true,
	"semaine": true, "semaines": true, "heures": true, "يوم": true, "ايام": true, "اسبوع": true, "اسابيع": true,
	"ساعه": true, "ساعات": true, "yom": true, "eyem": true, "iyem": true, "ayyem": true, "jem3a": true, "sa3at": true,
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
		if ageNoise[t.bare] || r.read[i].used {
			continue
		}
		months, last := pairAges[t.bare], i
		if months == 0 && i+1 < len(r.tokens) && isNumber(t.folded) {
			if n, err := strconv.Atoi(t.folded); err == nil {
				if spanUnits[r.tokens[i+1].bare] && r.hasConcern() {
					r.read[i].used, r.read[i+1].used = true, true
					continue
				}
				months, last = n*ageUnits[r.tokens[i+1].bare], i+1
			}
		}
		if months == 0 {
			continue
		}
		for j := i; j <= last; j++ {
			r.read[j].used = true
		}
		for j := range r.tokens {
			if ageNoise[r.tokens[j].bare] {
				r.read[j].used = true
			}
		}
		r.concepts = append(r.concepts, concept{meaning: &meaning{suits: []string{suitsAt(months)}}, exact: true})
	}
}

// hasConcern tells whether a concern was read.
func (r *reader) hasConcern() bool {
	return slices.ContainsFunc(r.concepts, func(c concept) bool { return len(c.concerns) > 0 })
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
	r.notePlaces()
	in := interpretation{concepts: r.withForms(withoutBroad(r.concepts)), fixes: r.fixes}
	var rest, fillers []string
	var aside []string
	how := in.isAbout() && r.isTelling()
	for i, t := range r.tokens {
		switch {
		case r.read[i].used, r.read[i].link:
		case in.concern() != "" && (r.isPlace(i) || r.isPart(i)):
		case how && tellsHow(t) && !r.index.known(t):
		case in.concern() == "fever" && isTemperature(t.folded):
		case r.read[i].filler:
			fillers = append(fillers, t.words...)
		default:
			if how && tellsHow(t) || !in.isAbout() && r.isPlace(i) {
				aside = append(aside, t.words...)
			}
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
	for _, w := range in.words {
		w.aside = slices.Contains(aside, w.written)
	}
	if len(in.concepts) == 0 {
		in.code = strings.Join(rest, "")
	}
	return in
}

// withoutBroad leaves out a broad concern beside another one, and what is wrong beside the device that is asked for:
// "fever thermometer".
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
	device := slices.ContainsFunc(concepts, func(c concept) bool { return c.group() == "devices" })
	return slices.DeleteFunc(slices.Clone(concepts), func(c concept) bool {
		if len(c.concerns) == 0 || named == 1 || !c.broad() && !c.place && (!device || c.group() == "devices") {
			return false
		}
		named--
		return true
	})
}

// withForms takes the form out of a place that gave way: "arthritis cream for hands" asks for a cream.
func (r *reader) withForms(left []concept) []concept {
	v := r.index.vocabulary
	for _, c := range r.concepts {
		if !c.place || slices.ContainsFunc(left, func(other concept) bool { return other.meaning == c.meaning }) {
			continue
		}
		for at := c.at; at < c.end; at++ {
			for _, id := range v.direct(r.tokens[at]) {
				if m := v.phrases[phraseKeyOf([]uint16{id})]; m != nil && len(m.forms) > 0 {
					left = append(left, concept{meaning: m, exact: true, at: at, end: at + 1})
				}
			}
		}
	}
	return left
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
	return slices.ContainsFunc(r.read[i].choices, func(id uint16) bool {
		return slices.ContainsFunc(r.concepts, func(c concept) bool {
			return len(c.concerns) > 0 && slices.Contains(r.index.vocabulary.partOf[id], c.concerns[0])
		})
	})
}

// isTemperature tells whether a number can be what a thermometer showed.
func isTemperature(word string) bool {
	if !isNumber(word) {
		return false
	}
	degrees, err := strconv.Atoi(word)
	return err == nil && degrees >= 36 && degrees <= 42
}

// isPlace tells whether a token only says where: "cut on finger" is a cut. What goes on the skin or is called by a
// brand is not for eyes, ears and mouth, so there the place must be met.
func (r *reader) isPlace(i int) bool {
	v := r.index.vocabulary
	return slices.ContainsFunc(r.read[i].choices, func(id uint16) bool {
		return v.places[id] && (!v.openings[id] || r.isInside()) && (!v.limbs[id] || r.group() != "stomach")
	})
}

// group names the group of the first concern.
func (r *reader) group() string {
	for _, c := range r.concepts {
		if len(c.concerns) > 0 {
			return c.group()
		}
	}
	return ""
}

// group names the group of the concern, or nothing.
func (m *meaning) group() string {
	if len(m.concerns) > 0 {
		if known, ok := contract.Concerns().Concern(m.concerns[0]); ok {
			return known.Group
		}
	}
	return ""
}

// notePlaces notes which concepts are nothing but a part of the body and how something is put there: a knee hurts, and
// a hand cream is for dry hands, unless something else is said.
func (r *reader) notePlaces() {
	v := r.index.vocabulary
	for i := range r.concepts {
		c := &r.concepts[i]
		if len(c.concerns) == 0 {
			continue
		}
		c.place = c.group() == "pain_fever" || c.group() == "skin"
		for at := c.at; at < c.end && c.place; at++ {
			c.place = r.read[at].link || slices.ContainsFunc(v.direct(r.tokens[at]), func(id uint16) bool {
				m := v.phrases[phraseKeyOf([]uint16{id})]
				return v.places[id] || m != nil && len(m.forms) > 0
			})
		}
	}
}

// isTelling tells whether everyday words beside the concern tell how it came about. Two bare words of which the first
// means other things too are something else: cold coffee, a nose ring.
func (r *reader) isTelling() bool {
	const sentence = 4
	v := r.index.vocabulary
	weak := false
	for _, c := range r.concepts {
		if len(c.concerns) > 0 && c.end-c.at == 1 {
			t := r.tokens[c.at]
			weak = weak || weakWords()[t.folded] || weakWords()[t.bare] ||
				slices.ContainsFunc(v.direct(t), func(id uint16) bool { return v.places[id] || v.openings[id] })
		}
	}
	return !weak || len(r.tokens) >= sentence || slices.ContainsFunc(r.tokens, func(t token) bool {
		return !t.latin() && tellsHow(t) && !t.everyday
	}) || slices.ContainsFunc(r.read, func(t tokenReading) bool { return t.link || t.filler })
}

// isInside tells whether the concern is none of the skin.
func (r *reader) isInside() bool {
	group := r.group()
	return group != "" && group != "skin" && group != "first_aid"
}

// isAbout tells whether the interpretation names a concern, or vitamins for some people: then the everyday words
// beside it tell how it came about.
func (in interpretation) isAbout() bool {
	people, kind := false, false
	for _, c := range in.concepts {
		people, kind = people || len(c.suits) > 0, kind || c.category != ""
	}
	return in.concern() != "" || people && kind
}

// withoutAsides leaves out the words that only tell how or where, and tells whether there are any beside what the
// query is about.
func (in interpretation) withoutAsides() (interpretation, bool) {
	kept := slices.DeleteFunc(slices.Clone(in.words), func(w *queryWord) bool { return w.aside })
	some := len(kept) < len(in.words) && (len(kept) > 0 || in.isAbout())
	in.words = kept
	return in, some
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

// namesSomething tells whether a word names what pharmacies sell, here or elsewhere: it is no Arabic that sounds like
// it.
func (x *Index) namesSomething(t token) bool {
	return len(nameSynonyms()[t.folded]) > 0 || x.isName(t) || x.beginsName(t)
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

// shortestBeginning is how many letters a word needs to be taken for the beginning of a name.
const shortestBeginning = 4

// beginsName tells whether the name of a product or brand begins so. Who types "list" is on the way to Listerine, and
// does not mean the gums, which sound like it in Arabic.
func (x *Index) beginsName(t token) bool {
	if t.arabizi || len(t.folded) < shortestBeginning {
		return false
	}
	return slices.ContainsFunc(x.parts, func(p *part) bool { return p.words.prefixed(t.folded) != nil })
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
