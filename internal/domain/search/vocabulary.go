package search

import (
	"maps"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	"dawa/contract"
)

// meaning is what a phrase of a query stands for besides words of product names. Exactly one field is set.
type meaning struct {
	concerns []string // the likeliest first
	notSold  string
	suits    []string // the likeliest first
	forms    []string
	category string
}

// Vocabulary knows the phrases that name concerns, ages, forms, categories and things that are not sold. It
// never changes; words that admins add make another one.
type Vocabulary struct {
	ids     map[string]uint16 // of the words that phrases are made of
	next    uint16
	phrases map[string]*meaning // by the sorted ids of a phrase's words
	longest int                 // words in a phrase
	sounds  *soundIndex
	typos   typoIndex

	links, fillers map[string]bool
	places         map[uint16]bool
	openings       map[uint16]bool // eyes, ears, mouth
	limbs          map[uint16]bool // hands and feet
	// partOf names the concerns in whose phrases a word stands.
	partOf map[uint16][]string
	// european holds the ids of English and French words, which are not read as Arabizi.
	european map[uint16]bool
	// canonical gives the word whose id a word shares, for words that mean the same inside phrases.
	canonical  map[string]string
	families   [][]string
	words      []vocabularyWord
	sorted     []concernPhrase
	collisions []collision
}

// vocabularyWord is a word with its id.
type vocabularyWord struct {
	text    string
	written string // as people read it
	id      uint16
}

// collision is a phrase that was given two meanings; the first one counts.
type collision struct {
	phrase        string
	first, second *meaning
}

// ExtraWords are words that admins added, by the key of their concern.
type ExtraWords map[string][]string

// newVocabulary reads the words of the contract, the labels of forms and categories, and extra words.
func newVocabulary(labels *Labels, extra ExtraWords) *Vocabulary {
	synonyms := contract.Synonyms()
	v := &Vocabulary{
		ids: map[string]uint16{}, phrases: map[string]*meaning{}, sounds: newSoundIndex(),
		links: foldedSet(synonyms.LinkWords), fillers: foldedSet(synonyms.FillerWords),
		places: map[uint16]bool{}, openings: map[uint16]bool{}, limbs: map[uint16]bool{}, partOf: map[uint16][]string{},
		families: synonyms.FormFamilies, european: map[uint16]bool{}, canonical: canonicalWords(synonyms.PhraseWords),
	}
	// In the same order at each start and on each server: which of two words is nearer may hang on it.
	for _, word := range slices.Sorted(maps.Keys(v.canonical)) {
		v.id(word, word)
	}
	for _, word := range synonyms.PlaceWords {
		v.places[v.id(bare(loose(strict(word))), word)] = true
	}
	for _, word := range synonyms.OpeningWords {
		v.openings[v.id(bare(loose(strict(word))), word)] = true
	}
	for _, word := range synonyms.LimbWords {
		v.limbs[v.id(bare(loose(strict(word))), word)] = true
	}
	taxonomy := contract.Concerns()
	for _, key := range slices.Sorted(maps.Keys(extra)) {
		if _, known := taxonomy.Concern(key); known {
			v.add(&meaning{concerns: []string{key}}, extra[key]...)
		}
	}
	for _, a := range taxonomy.Ambiguous {
		v.add(&meaning{concerns: a.Concerns}, a.Word)
	}
	for i := range taxonomy.Concerns {
		c := &taxonomy.Concerns[i]
		v.add(&meaning{concerns: []string{c.Key}},
			append([]string{c.Label.English, c.Label.Arabic}, c.Words.All()...)...)
		v.markEuropean(append(slices.Concat(c.Words.English, c.Words.French), c.Label.English))
	}
	for i := range taxonomy.NotSold {
		n := &taxonomy.NotSold[i]
		v.add(&meaning{notSold: n.Key}, n.Words.All()...)
		v.markEuropean(slices.Concat(n.Words.English, n.Words.French))
	}
	for _, a := range synonyms.Ages {
		v.add(&meaning{suits: a.Suits}, a.Words...)
	}
	for _, c := range synonyms.Categories {
		v.add(&meaning{category: c.Category}, c.Words...)
	}
	for _, f := range synonyms.Forms {
		v.add(&meaning{forms: f.Forms}, f.Words...)
	}
	if labels != nil {
		v.addLabels(labels)
	}
	v.indexTypos()
	slices.SortFunc(v.sorted, func(a, b concernPhrase) int { return strings.Compare(a.text, b.text) })
	return v
}

// canonicalWords gives every word of a group the first one.
func canonicalWords(groups [][]string) map[string]string {
	first := map[string]string{}
	for _, group := range groups {
		for _, word := range group {
			first[bare(loose(strict(word)))] = bare(loose(strict(group[0])))
		}
	}
	return first
}

// markEuropean notes that the words of phrases are not Arabizi.
func (v *Vocabulary) markEuropean(phrases []string) {
	for _, phrase := range phrases {
		for _, t := range tokens(phrase) {
			if id, known := v.ids[t.bare]; known && t.latin() && !t.arabizi && v.canonical[t.bare] == "" {
				v.european[id] = true
			}
		}
	}
}

// isEuropean tells whether the token is an English or French word of some phrase.
func (v *Vocabulary) isEuropean(t token) bool {
	id, known := v.ids[t.bare]
	return known && v.european[id]
}

// family gives the forms that do for any of the given ones.
func (v *Vocabulary) family(forms []string) []string {
	var all []string
	for _, family := range v.families {
		if slices.ContainsFunc(forms, func(form string) bool { return slices.Contains(family, form) }) {
			all = append(all, family...)
		}
	}
	return all
}

// addLabels takes in how the shop itself calls forms and categories, where no other word says more.
func (v *Vocabulary) addLabels(labels *Labels) {
	for _, category := range contract.Shop().Categories {
		for _, label := range labels.categories[category] {
			v.addQuietly(&meaning{category: category}, label)
		}
	}
	for _, form := range contract.Shop().DosageForms {
		for _, label := range labels.forms[form] {
			v.addQuietly(&meaning{forms: []string{form}}, label)
		}
	}
}

func foldedSet(words []string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, word := range words {
		set[loose(strict(word))] = true
	}
	return set
}

// synonymsOf lists, for each word of a group, the others.
func synonymsOf(groups [][]string) map[string][]string {
	all := map[string][]string{}
	for _, group := range groups {
		folded := make([]string, len(group))
		for i, word := range group {
			folded[i] = bare(loose(strict(word)))
		}
		for _, word := range folded {
			for _, other := range folded {
				if other != word && !slices.Contains(all[word], other) {
					all[word] = append(all[word], other)
				}
			}
		}
	}
	return all
}

func (v *Vocabulary) add(m *meaning, phrases ...string) {
	for _, phrase := range phrases {
		key := v.phraseKey(phrase)
		if key == "" {
			continue
		}
		if before, known := v.phrases[key]; known {
			if !before.same(m) {
				v.collisions = append(v.collisions, collision{phrase, before, m})
			}
			continue
		}
		v.phrases[key] = m
		if len(m.concerns) > 0 {
			v.noteParts(phrase, m.concerns[0])
			v.sorted = append(v.sorted, concernPhrase{v.plainText(tokens(phrase)), m.concerns[0]})
		}
	}
}

// noteParts notes that the words of a phrase belong to a concern.
func (v *Vocabulary) noteParts(phrase, concern string) {
	for _, t := range tokens(phrase) {
		if v.links[t.folded] {
			continue
		}
		if id := v.id(t.bare, t.written); !slices.Contains(v.partOf[id], concern) {
			v.partOf[id] = append(v.partOf[id], concern)
		}
	}
}

// concernPhrase is a phrase for a concern, for completing what is still being typed.
type concernPhrase struct{ text, concern string }

// plainText joins tokens without link words.
func (v *Vocabulary) plainText(list []token) string {
	var b strings.Builder
	for _, t := range list {
		if v.links[t.folded] {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.bare)
	}
	return b.String()
}

// completions gives the concerns that some phrase beginning with the tokens means, at most so many. midWord
// leaves out phrases that only add words to those typed. It also tells how long the shortest of the phrases is.
func (v *Vocabulary) completions(list []token, limit int, midWord bool) (found []string, shortest int) {
	const maxRead = 400
	typed := v.plainText(list)
	if typed == "" {
		return nil, 0
	}
	from := sort.Search(len(v.sorted), func(i int) bool { return v.sorted[i].text >= typed })
	for i := from; i < len(v.sorted) && i < from+maxRead && strings.HasPrefix(v.sorted[i].text, typed); i++ {
		if rest := v.sorted[i].text[len(typed):]; midWord && strings.HasPrefix(rest, " ") {
			continue
		}
		if length := len(v.sorted[i].text); shortest == 0 || length < shortest {
			shortest = length
		}
		if key := v.sorted[i].concern; !slices.Contains(found, key) {
			if found = append(found, key); len(found) == limit {
				break
			}
		}
	}
	return found, shortest
}

func (v *Vocabulary) addQuietly(m *meaning, phrase string) {
	if key := v.phraseKey(phrase); key != "" && v.phrases[key] == nil {
		v.phrases[key] = m
	}
}

func (m *meaning) same(other *meaning) bool {
	return m.notSold == other.notSold && m.category == other.category && slices.Equal(m.forms, other.forms) &&
		slices.Equal(m.suits, other.suits) && slices.Equal(m.concerns, other.concerns)
}

// phraseKey gives the key of a phrase, and its words their ids. Words that only link others have no part.
func (v *Vocabulary) phraseKey(phrase string) string {
	var ids []uint16
	for _, t := range tokens(phrase) {
		if !v.links[t.folded] {
			ids = append(ids, v.id(t.bare, t.written))
		}
	}
	v.longest = max(v.longest, len(ids))
	return phraseKeyOf(ids)
}

func (v *Vocabulary) id(word, written string) uint16 {
	id, known := v.ids[word]
	if !known {
		if first := v.canonical[word]; first != "" && first != word {
			id = v.id(first, first)
		} else {
			id = v.next
			v.next++
		}
		v.ids[word] = id
		v.words = append(v.words, vocabularyWord{word, written, id})
		if !isASCII(word) && !isNumber(word) {
			v.sounds.add(word, id)
		}
	}
	return id
}

func phraseKeyOf(ids []uint16) string {
	var sorted [maxPhrase]uint16
	if len(ids) > maxPhrase {
		return ""
	}
	list := sorted[:copy(sorted[:], ids)]
	slices.Sort(list)
	var key [2 * maxPhrase]byte
	for i, id := range list {
		key[2*i], key[2*i+1] = byte(id>>8), byte(id)
	}
	return string(key[:2*len(list)])
}

// maxPhrase bounds the words of a phrase.
const maxPhrase = 6

func (v *Vocabulary) indexTypos() {
	var entries []uint64
	for i, word := range v.words {
		if !isNumber(word.text) && utf8.RuneCountInString(word.text) >= shortestNear-1 {
			entries = appendTypos(entries, word.text, uint32(i), 2)
		}
	}
	v.typos = newTypoIndex(entries)
}

// token is a run of letters in a query. In Arabizi the digits inside are letters too.
type token struct {
	written      string // as it stands in the text
	folded, bare string
	arabizi      bool     // holds digits that stand for letters
	everyday     bool     // is an everyday word
	words        []string // as names are split
}

func newToken(word string) token {
	t := token{written: word, folded: loose(word), words: []string{word}}
	t.bare = bare(t.folded)
	t.everyday = isEveryday(t.folded, t.bare)
	return t
}

// tokens cuts a text into runs of letters and of digits; a run that reads as Arabizi stays whole.
func tokens(text string) []token {
	list := make([]token, 0, 1+strings.Count(text, " "))
	for run := range strings.FieldsFuncSeq(text, isBetweenRuns) {
		run = unelided(strings.Trim(run, "'"))
		folded := strict(run)
		if _, ok := chatWord(folded); ok {
			list = append(list, token{
				written: run, folded: folded, bare: folded, arabizi: true, words: words(run),
				everyday: isEveryday(folded, folded),
			})
			continue
		}
		for start, end := range spans(run) {
			if word := strict(run[start:end]); word != "" {
				t := newToken(word)
				t.written = run[start:end]
				list = append(list, t)
			}
		}
	}
	return list
}

// isBetweenRuns tells whether a rune parts runs. An apostrophe does not: d'estomac.
func isBetweenRuns(r rune) bool { return classOf(r) == classGap && r != '\'' && r != '’' }

func (t token) latin() bool { return isASCII(t.folded) && (t.arabizi || !isNumber(t.folded)) }

// What Arabic writes onto a word, before and behind it.
var (
	arabicFronts  = []string{"وال", "بال", "فال", "عال", "لل", "ال", "و", "ب", "ل", "ف", "ع"}
	arabicEndings = []string{"ي", "ها", "نا", "ات", "ين", "ون", "ك", "ه", "و"}

	arabicFrontsOrNone = append(arabicFronts, "")
	endingLetters      = lastLetters(arabicEndings)
)

// lastLetters are the letters in which some of the endings end.
func lastLetters(endings []string) string {
	var letters strings.Builder
	for _, ending := range endings {
		if last, size := utf8.DecodeLastRuneInString(ending); size > 0 {
			letters.WriteRune(last)
		}
	}
	return letters.String()
}

// endsIn tells whether a word ends in one of the letters. Most words have none of the endings, and this tells at once.
func endsIn(word, letters string) bool {
	last, _ := utf8.DecodeLastRuneInString(word)
	return strings.ContainsRune(letters, last)
}

// direct gives the ids of the words that the token is, but for endings and particles.
func (v *Vocabulary) direct(t token) []uint16 {
	var found []uint16
	try := func(word string) {
		if id, ok := v.ids[word]; ok && !containsID(found, id) {
			found = append(found, id)
		}
	}
	try(t.bare)
	if t.folded != t.bare {
		try(t.folded)
	}
	if t.everyday || t.latin() && v.fillers[t.folded] {
		return found // run is no beginning of "the runs"
	}
	if t.latin() {
		for _, ending := range []string{"s", "es"} {
			if rest, ok := strings.CutSuffix(t.folded, ending); ok && len(rest) >= 3 {
				try(rest)
			}
		}
		try(t.folded + "s")
		if strings.HasPrefix(t.folded, "l") || strings.HasPrefix(t.folded, "b") { // lwaja3, bras
			if len(t.folded) > 4 {
				try(t.folded[1:])
			}
		}
		return found
	}
	stems := []string{t.folded}
	for _, front := range arabicFronts {
		fewest := 3
		if front == "ل" || front == "لل" {
			fewest = 2 // لحب الشباب
		}
		if rest, ok := strings.CutPrefix(t.folded, front); ok && utf8.RuneCountInString(rest) >= fewest {
			try(rest)
			stems = append(stems, rest)
		}
	}
	if !endsIn(t.folded, endingLetters) {
		stems = nil
	}
	for _, stem := range stems {
		for _, ending := range arabicEndings {
			rest, ok := strings.CutSuffix(stem, ending)
			if !ok || utf8.RuneCountInString(rest) < 3 {
				continue
			}
			try(rest)
			try(rest + "ه")
			if before, ok := strings.CutSuffix(rest, "ت"); ok { // معدتي from معده
				try(before + "ه")
			}
		}
		if rest, ok := strings.CutSuffix(stem, "ت"); ok && utf8.RuneCountInString(rest) >= 3 && !verbStems()[rest] {
			try(rest + "ه")
		}
	}
	verbs(t.folded, try)
	return found
}

// What Arabic writes around a verb: who does it and when, and to whom.
var (
	verbFronts  = []string{"عمبي", "عمب", "بي", "بت", "بن", "عم", "ي", "ت", "ن", "ا", "ب", ""}
	verbEndings = []string{"تني", "وني", "يني", "ني", "تو", "تها", "وا", "ت", "ي", "و", ""}

	verbEndingLetters = lastLetters(verbEndings)
)

// verbStems are the verbs that are known in all their forms.
var verbStems = sync.OnceValue(func() map[string]bool { return foldedSet(contract.Synonyms().VerbStems) })

// verbs tries the stem of a word that is a verb in one of its forms: جرحت and بيجرحني hold جرح.
func verbs(folded string, try func(string)) {
	endings := verbEndings
	if !endsIn(folded, verbEndingLetters) {
		endings = verbEndings[len(verbEndings)-1:]
	}
	for _, front := range verbFronts {
		stem, ok := strings.CutPrefix(folded, front)
		if !ok {
			continue
		}
		for _, ending := range endings {
			if rest, ok := strings.CutSuffix(stem, ending); ok && verbStems()[rest] {
				try(rest)
			}
		}
	}
}

// nearest gives the words with the fewest typos between them and the token, one for each id.
func (v *Vocabulary) nearest(t token, how effort) []vocabularyWord {
	runes := utf8.RuneCountInString(t.folded)
	if runes < shortestNear || isNumber(t.folded) && !t.arabizi {
		return nil
	}
	limit := 1
	if runes >= shortestFar && how == withTypos {
		limit = 2
	}
	for typos := 1; typos <= limit; typos++ {
		var found []vocabularyWord
		for _, i := range v.typos.candidates(t.folded, typos) {
			word := v.words[i]
			if isASCII(word.text) == t.latin() && within(t.folded, word.text, typos) &&
				plausibleTypo(t.folded, word.text) &&
				!slices.ContainsFunc(found, func(other vocabularyWord) bool { return other.id == word.id }) {
				found = append(found, word)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// plausibleTypo tells whether two alike words can be one: people hardly ever miss the first letter of a short
// word, a word that loses letters down to three is another word, and so is a short word with a letter that
// nobody takes for the other: كتاب is no كتام.
func plausibleTypo(typed, written string) bool {
	if utf8.RuneCountInString(written) < shortestNear {
		return false
	}
	if utf8.RuneCountInString(typed) >= shortestFar && within(typed, written, 1) {
		return true
	}
	a, _ := utf8.DecodeRuneInString(typed)
	b, _ := utf8.DecodeRuneInString(written)
	return a == b && !strangeLetter(typed, written)
}

// lookup finds the phrase of a kind that some tokens make, each of which may be one of several words.
func (v *Vocabulary) lookup(choices [][]uint16, kind phraseKind) *meaning {
	if len(choices) == 0 || len(choices) > min(v.longest, maxPhrase) {
		return nil
	}
	var ids [maxPhrase]uint16
	budget := 48
	return v.lookupFrom(choices, ids[:0], kind, &budget)
}

func (v *Vocabulary) lookupFrom(choices [][]uint16, ids []uint16, kind phraseKind, budget *int) *meaning {
	if len(ids) == len(choices) {
		*budget--
		if m := v.phrases[phraseKeyOf(ids)]; m != nil && m.phraseKind() == kind {
			return m
		}
		return nil
	}
	for _, id := range choices[len(ids)] {
		if *budget <= 0 {
			return nil
		}
		if m := v.lookupFrom(choices, append(ids, id), kind, budget); m != nil {
			return m
		}
	}
	return nil
}
