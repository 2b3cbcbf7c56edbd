package search

import (
	"cmp"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"

	"dawa/contract"
)

// Match says how honestly a result answers its query.
type Match string

// The kinds of matches.
const (
	// MatchExact: every word is met by names, brands, ingredients, categories, forms or ages.
	MatchExact Match = "exact"
	// MatchConcern: the query names a concern, and every other word is met.
	MatchConcern Match = "concern"
	// MatchCorrected: typos or the keyboard layout were corrected.
	MatchCorrected Match = "corrected"
	// MatchLoose: some words were left out. What was found stands under a heading of its own.
	MatchLoose Match = "loose"
	// MatchNone: nothing was found.
	MatchNone Match = "none"
)

// Search finds all that the query can mean, best first.
func (x *Index) Search(query string) Result { return x.find(query, -1) }

// Suggest finds at least want products if there are so many, best first; it does not look for the rest.
func (x *Index) Suggest(query string, want int) Result { return x.find(query, want) }

// find interprets the query in ever more generous ways and stops at the first that finds anything: as typed,
// with words joined, in the other keyboard layout, with typos, with words left out. A query that is understood
// but has no products finds nothing: a look-alike is never shown as a match.
func (x *Index) find(query string, want int) Result {
	text := squeezed(clip(query))
	if inner, ok := quotedText(text); ok {
		return x.literally(inner, query)
	}
	list := tokens(text)
	if mostlySigns(text) && !allEveryday(list) {
		other := otherLayout(text)
		if r, ok := x.answer(x.interpret(tokens(other), otherKeyboard), other, want); ok && r.Match != MatchNone {
			return r.asRescued()
		}
	}
	if head := beforeCondition(list); len(head) < len(list) {
		if r, ok := x.answer(x.interpret(head, asTyped), query, want); ok && r.Total() > 0 {
			return r.as(MatchLoose) // nobody knows which products meet the condition
		}
	}
	typed := x.interpret(list, asTyped)
	if r, ok := x.answer(typed, query, want); ok {
		return r
	}
	plain := x.plain(list)
	if len(typed.concepts) > 0 && len(typed.words) > 0 || typed.concern() == "" {
		if r, ok := x.answer(plain, query, want); ok {
			return r
		}
	}
	if less, some := typed.withoutAsides(); some {
		if r, ok := x.answer(less, query, want); ok && r.best <= tierLabel {
			return r
		}
	}
	if r, ok := x.joinedConcept(list, query, want); ok {
		return r
	}
	if r, ok := x.joinedWords(plain, query, want); ok {
		return r
	}
	if r, ok := x.answer(x.arabiziNames(list), query, want); ok {
		return r
	}
	var layouts []string
	if !allEveryday(list) { // or what was typed means itself
		layouts = []string{otherLayout(text), otherLayoutApart(text)}
	}
	for _, other := range layouts {
		if other == "" {
			continue
		}
		r, ok := x.answer(x.interpret(tokens(other), otherKeyboard), other, want)
		if ok && r.Match != MatchNone && (r.Concern == "" || countClass(other, classLetter) > shortestGuess) {
			return r.asRescued() // three letters may be a name: as a concern too many words would be another
		}
	}
	if r, ok := x.completed(list, query); ok {
		return r
	}
	var guess interpretation
	for _, way := range []struct {
		how   effort
		limit int
	}{{withTypo, tierNear + 1}, {withTypos, tiers}} {
		guess = x.interpret(list, way.how)
		if guess.corrected() {
			if r, ok := x.answer(guess, query, want); ok {
				return r.corrected()
			}
		}
		for _, in := range []interpretation{typed, x.arabiziNames(list), guess} {
			if want >= 0 && len(in.words) > 0 {
				in.words[len(in.words)-1].typing = true
			}
			if r, ok := x.withTypos(in, query, way.limit); ok {
				return r.corrected()
			}
		}
	}
	for _, in := range []interpretation{typed, guess} {
		if r, ok := x.byTexts(in, query); ok {
			return r
		}
	}
	if r, ok := x.answerLoosely(guess, query, want); ok {
		return r.as(MatchLoose)
	}
	return Result{Query: query, Match: MatchNone, Concern: typed.concern(), index: x}
}

// allEveryday tells whether a query has everyday words alone.
func allEveryday(list []token) bool {
	return !slices.ContainsFunc(list, func(t token) bool { return !t.everyday })
}

// answer finds what an interpretation asks for, without correcting words of names. It also answers, with no
// products, what the shop does not sell and concerns that no product serves.
func (x *Index) answer(in interpretation, query string, want int) (Result, bool) {
	if len(in.words) == 0 && len(in.concepts) == 0 {
		return Result{}, false
	}
	if less, some := in.withoutCauses(); some && in.notSold() != "" {
		in = less // "diarrhea after antibiotics"
	}
	if key := in.notSold(); key != "" && !x.sells(key) {
		if r, ok := x.calledSo(in, query); ok {
			return r, true
		}
		return Result{Query: query, Match: MatchNone, NotSold: key, index: x}, true
	}
	if len(in.concepts) > 0 {
		want = -1
	}
	r, ok := x.result(in, query, func(p *part) matches { return p.matchAll(in.words, in.code, want) })
	if either, several := in.eitherForm(); !ok && several {
		in = either
		r, ok = x.result(in, query, func(p *part) matches { return p.matchAll(in.words, in.code, want) })
	}
	if less, some := in.withoutCauses(); !ok && some {
		return x.answer(less, query, want)
	}
	switch {
	case ok:
		return r.as(in.match(r)), true
	case len(in.words) == 0 && in.concern() != "":
		return x.concernWithout(in, query), true
	case len(in.words) == 0 && len(in.concepts) > 1:
		r, ok = x.inAnotherForm(in, query)
		return r.as(MatchLoose), ok
	case len(in.words) > 0 && in.concern() == "":
		return x.medicineInAnotherForm(in, query)
	}
	return Result{}, false
}

// eitherForm takes several forms for a choice between them, as no product has two: "gauze and tape". It also tells
// whether there are several.
func (in interpretation) eitherForm() (interpretation, bool) {
	var forms []string
	var rest []concept
	several := false
	for _, c := range in.concepts {
		if len(c.forms) == 0 {
			rest = append(rest, c)
			continue
		}
		several = len(forms) > 0
		forms = append(forms, c.forms...)
	}
	if several {
		in.concepts = append(rest, concept{meaning: &meaning{forms: forms}, exact: true})
	}
	return in, several
}

// match tells how honest a result of the interpretation is.
func (in interpretation) match(r Result) Match {
	switch {
	case in.corrected() || r.best >= tierSounds:
		return MatchCorrected
	case in.concern() != "":
		return MatchConcern
	}
	return MatchExact
}

// sells tells whether a product on sale carries the key of something that is otherwise not sold.
func (x *Index) sells(key string) bool {
	for _, p := range x.parts {
		if set := p.concerns[key]; set != nil && (set.Intersects(p.stocked) || set.Intersects(p.sold)) {
			return true
		}
	}
	return false
}

// calledSo finds the products whose names hold every word of the query, when it has words besides the one that
// names something not sold: "Nivea milk" is a body lotion.
func (x *Index) calledSo(in interpretation, query string) (Result, bool) {
	plain := interpretation{words: slices.Clone(in.words)}
	others := len(in.words)
	for _, c := range in.concepts {
		plain.words = append(plain.words, c.words...)
		if c.notSold == "" && len(c.suits) == 0 && len(c.forms) == 0 {
			others++
		}
	}
	if others == 0 {
		return Result{}, false
	}
	r, ok := x.result(plain, query, func(p *part) matches { return p.matchAll(plain.words, "", -1) })
	if !ok || r.best > tierFolded {
		return Result{}, false
	}
	return r.as(MatchExact), true
}

// concernWithout answers a concern that no product meets together with the age, form or second concern that
// was asked for. Products whose maker names other people than the query are left out.
func (x *Index) concernWithout(in interpretation, query string) Result {
	if r, ok := x.inAnotherForm(in, query); ok {
		return r
	}
	if known, ok := contract.Concerns().Concern(in.concern()); ok && known.Group == "devices" {
		// A thermometer does for everybody.
		anyone := interpretation{fixes: in.fixes, concepts: slices.DeleteFunc(slices.Clone(in.concepts),
			func(c concept) bool { return len(c.suits) > 0 })}
		if r, ok := x.result(anyone, query, func(*part) matches { return matches{} }); ok {
			return r.as(anyone.match(r))
		}
	}
	if r, ok := x.widerConcern(in, query); ok {
		return r
	}
	for _, c := range in.concepts {
		if len(c.concerns) == 0 || len(in.concepts) == 1 {
			continue
		}
		less := interpretation{concepts: []concept{c}}
		r, ok := x.result(less, query, func(*part) matches { return matches{} })
		if !ok {
			continue
		}
		if r = r.within(x.notUnsuitable(in)); r.Total() > 0 {
			r = r.as(MatchLoose)
			r.Concern = in.concern()
			return r
		}
	}
	if r, ok := x.vitaminsOf(in, query); ok {
		return r
	}
	return Result{Query: query, Match: MatchNone, Concern: in.concern(), index: x}
}

// widerConcern answers a concern that has nothing for the people or in the form asked for with the one it is a kind
// of: no syrup for a dry cough is made for children, but syrups for coughs are.
func (x *Index) widerConcern(in interpretation, query string) (Result, bool) {
	wider := interpretation{fixes: in.fixes, concepts: slices.Clone(in.concepts)}
	widened := false
	for i, c := range wider.concepts {
		if len(c.concerns) == 0 {
			continue
		}
		if known, ok := contract.Concerns().Concern(c.concerns[0]); ok && known.Wider != "" {
			wider.concepts[i].meaning, widened = &meaning{concerns: []string{known.Wider}}, true
		}
	}
	if !widened {
		return Result{}, false
	}
	r, ok := x.result(wider, query, func(*part) matches { return matches{} })
	return r.as(wider.match(r)), ok
}

// vitaminsFor names the concern of the vitamins that are made for some people.
var vitaminsFor = map[string]string{
	"pregnancy": "pregnancy", "child": "child_vitamins", "infant": "child_vitamins",
}

// vitaminsOf answers a lack or tiredness of people for whom no such product is made with the vitamins made for them:
// who asks for iron in pregnancy finds the vitamins for pregnancy, as a guess.
func (x *Index) vitaminsOf(in interpretation, query string) (Result, bool) {
	known, ok := contract.Concerns().Concern(in.concern())
	if !ok || known.Group != "energy_immunity" {
		return Result{}, false
	}
	for _, c := range in.concepts {
		if len(c.suits) == 0 {
			continue
		}
		key := vitaminsFor[c.suits[0]]
		if key == "" {
			continue
		}
		theirs := interpretation{concepts: []concept{{meaning: &meaning{concerns: []string{key}}}, c}}
		if r, ok := x.result(theirs, query, func(*part) matches { return matches{} }); ok {
			return r.as(MatchLoose), true
		}
	}
	return Result{}, false
}

// inAnotherForm answers a concern that has no product in the form asked for with products in forms that do for it:
// who asks for a cream for eczema is served with a balm.
func (x *Index) inAnotherForm(in interpretation, query string) (Result, bool) {
	wider := interpretation{fixes: in.fixes}
	widened := false
	for _, c := range in.concepts {
		if family := x.vocabulary.family(c.forms); len(c.forms) > 0 && family != nil {
			c.meaning, widened = &meaning{forms: family}, true
		}
		wider.concepts = append(wider.concepts, c)
	}
	if !widened {
		return Result{}, false
	}
	r, ok := x.result(wider, query, func(*part) matches { return matches{} })
	return r.as(wider.match(r)), ok
}

// medicineInAnotherForm answers a medicine by its name that is not made in the form asked for: Voltaren cream is a
// gel. What is put on for beauty is another product in another form.
func (x *Index) medicineInAnotherForm(in interpretation, query string) (Result, bool) {
	wider := in
	wider.concepts = slices.Clone(in.concepts)
	widened := false
	for i, c := range wider.concepts {
		family := x.vocabulary.family(c.forms)
		if len(c.forms) > 0 && family != nil && !slices.Contains(family, "solution") {
			wider.concepts[i].meaning, widened = &meaning{forms: family}, true
		}
	}
	if !widened {
		return Result{}, false
	}
	r, ok := x.result(wider, query, func(p *part) matches { return p.matchAll(wider.words, "", -1) })
	if !ok || r.best > tierLabel {
		return Result{}, false
	}
	medicines := make([]*roaring.Bitmap, len(x.parts))
	for i, p := range x.parts {
		medicines[i] = roaring.AndNot(p.everything(),
			roaring.Or(orNothing(p.categories["hygiene"]), orNothing(p.categories["body_care"])))
	}
	r = r.within(medicines)
	return r.as(MatchExact), r.Total() > 0
}

// notUnsuitable gives, for each part, the products that suit the people of the query or name nobody; nil when the
// query names no people.
func (x *Index) notUnsuitable(in interpretation) []*roaring.Bitmap {
	if !slices.ContainsFunc(in.concepts, func(c concept) bool { return len(c.suits) > 0 }) {
		return nil
	}
	sets := make([]*roaring.Bitmap, len(x.parts))
	for i, p := range x.parts {
		sets[i] = p.everything()
		for _, c := range in.concepts {
			if len(c.suits) == 0 {
				continue
			}
			// A medicine that names nobody is not for the smallest and the unborn.
			harmless := union([]*roaring.Bitmap{
				orNothing(p.categories["hygiene"]), orNothing(p.categories["body_care"]),
				orNothing(p.categories["first_aid"]),
			})
			allowed := []*roaring.Bitmap{roaring.And(orNothing(p.ageless), harmless)}
			for _, key := range c.suits {
				if set := p.suits[key]; set != nil {
					allowed = append(allowed, set)
				}
			}
			sets[i] = roaring.And(sets[i], union(allowed))
		}
	}
	return sets
}

// plain takes every token for words of names.
func (x *Index) plain(list []token) interpretation {
	return x.newReader(list).finish()
}

// joinedConcept takes two words next to each other for one that means something: "anti biotic".
func (x *Index) joinedConcept(list []token, query string, want int) (Result, bool) {
	for i := range len(list) - 1 {
		one := newToken(list[i].folded + list[i+1].folded)
		if id, known := x.vocabulary.ids[one.bare]; !known || x.vocabulary.phrases[phraseKeyOf([]uint16{id})] == nil {
			continue
		}
		in := x.interpret(slices.Concat(list[:i], []token{one}, list[i+2:]), asTyped)
		if len(in.words) > 0 {
			continue
		}
		if r, ok := x.answer(in, query, want); ok {
			return r, true
		}
	}
	return Result{}, false
}

// joinedWords takes a word and the next for one when the words by themselves find nothing: "pana dol".
func (x *Index) joinedWords(typed interpretation, query string, want int) (Result, bool) {
	for i := range len(typed.words) - 1 {
		if typed.words[i].key == "" || typed.words[i+1].key == "" {
			continue // "panadol eye" only sounds like Panadol
		}
		one := newQueryWord(typed.words[i].written+typed.words[i+1].written, len(x.parts))
		in := interpretation{words: slices.Concat(typed.words[:i], []*queryWord{one}, typed.words[i+2:])}
		if len(in.words) == 1 {
			if concepts := x.interpret([]token{newToken(one.written)}, asTyped); len(concepts.concepts) > 0 {
				in = concepts
			}
		}
		if r, ok := x.answer(in, query, want); ok && r.Match != MatchNone {
			return r, true
		}
	}
	return Result{}, false
}

// arabiziNames takes digits for letters in words that are no concepts: sentr7m for a name.
func (x *Index) arabiziNames(list []token) interpretation {
	turned := false
	next := make([]token, len(list))
	for i, t := range list {
		next[i] = t
		if t.arabizi {
			if word, ok := chatWord(t.folded); ok {
				next[i], turned = newToken(word), true
			}
		}
	}
	if !turned {
		return interpretation{}
	}
	return x.interpret(next, asTyped)
}

// completed takes the last word for the beginning of a concept, when no product is called so, all ways to complete it
// mean the same concern and one of them is not much longer.
func (x *Index) completed(list []token, query string) (Result, bool) {
	const shortestBeginning = 4
	typed := x.vocabulary.plainText(list)
	if len(list) == 0 || utf8.RuneCountInString(typed) < shortestBeginning {
		return Result{}, false
	}
	if last := list[len(list)-1]; last.everyday {
		return Result{}, false
	}
	keys, shortest := x.vocabulary.completions(list, 2, true)
	if len(keys) != 1 || 2*len(typed) < shortest {
		return Result{}, false
	}
	in := interpretation{concepts: []concept{{meaning: &meaning{concerns: keys}, exact: true}}}
	r, ok := x.result(in, query, func(*part) matches { return matches{} })
	return r.as(MatchConcern), ok
}

// withTypos corrects the words of names that match nothing as they are.
func (x *Index) withTypos(in interpretation, query string, limit int) (Result, bool) {
	if len(in.words) == 0 || in.notSold() != "" {
		return Result{}, false
	}
	return x.result(in, query, func(p *part) matches { return p.matchWithTypos(in.words, limit) })
}

// answerLoosely leaves out words: those that match nothing, then the concepts or the words that say least.
// What is left must still name a concern or a product.
func (x *Index) answerLoosely(in interpretation, query string, want int) (Result, bool) {
	known := slices.DeleteFunc(slices.Clone(in.words), func(w *queryWord) bool { return !x.solid(w) })
	concerned := in.concern() != ""
	suitable := sync.OnceValue(func() []*roaring.Bitmap { return x.notUnsuitable(in) })
	try := func(less interpretation) (Result, bool) {
		if len(less.words) == 0 && less.concern() == "" || onlyNumbers(less.words) && less.concern() == "" {
			return Result{}, false
		}
		r, ok := x.answer(less, query, want)
		if !ok || r.Total() == 0 {
			return Result{}, false
		}
		if r = r.within(suitable()); r.Total() == 0 {
			return Result{}, false
		}
		r.Concern = in.concern()
		return r, true
	}
	var ways []interpretation
	if len(known) < len(in.words) {
		ways = append(ways, interpretation{concepts: in.concepts, words: known})
	}
	if concerned {
		ways = append(ways, interpretation{concepts: in.concepts})
		for _, c := range in.concepts {
			if len(c.concerns) > 0 && len(in.concepts) > 1 {
				ways = append(ways, interpretation{concepts: []concept{c}})
			}
		}
	}
	for _, out := range x.leastTelling(known) {
		ways = append(ways, interpretation{
			concepts: in.concepts, words: slices.DeleteFunc(slices.Clone(known), func(w *queryWord) bool {
				return w == out
			}),
		})
	}
	if !concerned {
		for _, out := range x.leastTelling(known) {
			ways = append(ways, interpretation{words: []*queryWord{out}})
		}
		slices.Reverse(ways[len(ways)-len(known):])
	}
	if len(in.concepts) > 0 {
		ways = append(ways, interpretation{words: known})
	}
	for _, less := range ways {
		if r, ok := try(less); ok {
			return r, true
		}
	}
	return x.looseWithTypos(in, query)
}

// looseWithTypos leaves out the words that nothing is like, and corrects those that remain.
func (x *Index) looseWithTypos(in interpretation, query string) (Result, bool) {
	const longEnough = 5
	alike := slices.DeleteFunc(slices.Clone(in.words), func(w *queryWord) bool {
		_, count := x.bestTier(w)
		return count == 0 || w.number || w.runes < longEnough
	})
	if len(alike) == 0 || in.notSold() != "" {
		return Result{}, false
	}
	r, ok := x.withTypos(interpretation{words: alike}, query, tierNear+1)
	if !ok {
		return Result{}, false
	}
	r = r.within(x.notUnsuitable(in))
	return r, r.Total() > 0
}

func onlyNumbers(words []*queryWord) bool {
	return !slices.ContainsFunc(words, func(w *queryWord) bool { return !w.number })
}

// solid tells whether the word is surely a word of a name: met as written, or the beginning of one when it is
// long enough to tell.
func (x *Index) solid(w *queryWord) bool {
	const longBeginning = 5
	tier, count := x.bestTier(w)
	if count == 0 || tier >= tierSounds {
		return false
	}
	for _, p := range x.parts {
		if w.upTo(p, tierFolded) != nil {
			return true
		}
	}
	return tier == tierLabel || w.runes >= longBeginning
}

// leastTelling orders words by how little they say: those of worse tiers and of more products first.
func (x *Index) leastTelling(words []*queryWord) []*queryWord {
	sorted := slices.Clone(words)
	slices.SortStableFunc(sorted, func(a, b *queryWord) int {
		tierA, countA := x.bestTier(a)
		tierB, countB := x.bestTier(b)
		return cmp.Or(cmp.Compare(tierB, tierA), cmp.Compare(countB, countA))
	})
	return sorted
}

// bestTier tells how well the word is met at best, and how many products it can then mean.
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
