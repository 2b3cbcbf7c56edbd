package search

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"dawa/contract"
)

// everydayWords mean themselves.
var everydayWords = sync.OnceValue(func() map[string]bool { return foldedSet(contract.Synonyms().EverydayWords) })

// isEveryday tells whether the word, or the one it is the plural of, is an everyday word.
func isEveryday(folded, bare string) bool {
	set := everydayWords()
	if set[folded] || bare != folded && set[bare] {
		return true
	}
	one, plural := strings.CutSuffix(folded, "s")
	return plural && isASCII(folded) && set[one]
}

// tellsHow tells whether a token is an everyday word in one of its forms. Beside a concern it tells how it came
// about, as in "my back hurts after lifting boxes".
func tellsHow(t token) bool {
	return t.everyday || !t.arabizi && anyForm(t.folded, everydayWords())
}

// isFiller tells whether a token says nothing about what is wanted, in one of its forms.
func (v *Vocabulary) isFiller(t token) bool {
	if v.fillers[t.folded] || t.bare != t.folded && v.fillers[t.bare] {
		return true
	}
	if _, meant := v.ids[t.bare]; meant {
		return false
	}
	if t.latin() {
		return isFillerWithArticle(t.folded, v.fillers)
	}
	return withoutFront(t.folded, v.fillers)
}

// isFillerWithArticle takes the article off an Arabizi word: lwa2et is wa2et. English has no word that begins so.
func isFillerWithArticle(folded string, fillers map[string]bool) bool {
	const fewest = 3
	rest, ok := strings.CutPrefix(folded, "l")
	return ok && len(rest) >= fewest && latinVowels[rest[0]]&^vowelU == 0 && fillers[rest]
}

// anyForm tells whether a set holds the word without what grammar adds to it.
func anyForm(folded string, set map[string]bool) bool {
	if isASCII(folded) {
		return anyLatinForm(folded, set)
	}
	return withoutFront(folded, set)
}

// latinEndings are what English writes behind a word, and what stands there without it.
var latinEndings = []struct{ ending, without string }{
	{"es", ""}, {"ed", ""}, {"ed", "e"}, {"ing", ""}, {"ing", "e"}, {"ies", "y"}, {"ied", "y"}, {"ly", ""}, {"er", ""},
}

func anyLatinForm(folded string, set map[string]bool) bool {
	const fewest = 3
	for _, e := range latinEndings {
		stem, ok := strings.CutSuffix(folded, e.ending)
		if !ok || len(stem) < fewest {
			continue
		}
		if set[stem+e.without] {
			return true
		}
		if n := len(stem); stem[n-1] == stem[n-2] && set[stem[:n-1]] { // slipped, running
			return true
		}
	}
	return false
}

// withoutFront tells whether a set holds an Arabic word without particles before it and pronouns behind it.
func withoutFront(folded string, set map[string]bool) bool {
	const fewest = 2
	for _, front := range arabicFrontsOrNone {
		rest, ok := strings.CutPrefix(folded, front)
		if !ok || utf8.RuneCountInString(rest) < fewest {
			continue
		}
		if set[rest] || set["ال"+rest] {
			return true
		}
		for _, ending := range arabicEndings {
			if stem, ok := strings.CutSuffix(rest, ending); ok && utf8.RuneCountInString(stem) > fewest &&
				(set[stem] || set[stem+"ه"]) {
				return true
			}
		}
	}
	return false
}

// elisions are what French writes onto the word behind it.
var elisions = map[string]bool{
	"d": true, "l": true, "j": true, "s": true, "c": true, "n": true, "m": true, "t": true, "qu": true,
}

// unelided takes an apostrophe out of a word: d'estomac is estomac, can't is cant.
func unelided(run string) string {
	const fewest = 3
	before, after, found := strings.Cut(strings.ReplaceAll(run, "’", "'"), "'")
	switch {
	case !found:
		return run
	case elisions[strings.ToLower(before)] && len(after) >= fewest:
		return after
	case strings.HasSuffix(strings.ToLower(before), "n") && strings.EqualFold(after, "t"):
		return before + after
	}
	return before + "'" + after
}

// withMen takes "men" at the end of a query or before an age for the English word. In Arabizi it is "from", and
// something follows.
func withMen(list []token) []token {
	for i, t := range list {
		if t.folded == "men" && (i == len(list)-1 || isNumber(list[i+1].folded)) && i > 0 {
			list = slices.Clone(list)
			list[i] = newToken("mens")
		}
	}
	return list
}

// causeWords begin a circumstance; after some of them it is over.
var (
	causeWords = sync.OnceValue(func() map[string]bool {
		return foldedSet(append(contract.Synonyms().AfterWords, contract.Synonyms().CauseWords...))
	})
	afterWords = sync.OnceValue(func() map[string]bool { return foldedSet(contract.Synonyms().AfterWords) })
)

// weakWords name a concern and everyday things too.
var weakWords = sync.OnceValue(func() map[string]bool { return foldedSet(contract.Synonyms().WeakWords) })

// The words that begin a condition, and what must not happen.
var (
	negations = sync.OnceValue(func() map[string]bool { return foldedSet(contract.Synonyms().NegationWords) })
	avoided   = sync.OnceValue(func() map[string]bool { return foldedSet(contract.Synonyms().AvoidedWords) })
)

// beforeCondition cuts a query before what must not happen: "a pain killer that does not hurt my stomach" is about
// pain, not about the stomach.
func beforeCondition(list []token) []token {
	const reach = 3
	for i := 1; i < len(list); i++ {
		if !negations()[list[i].folded] {
			continue
		}
		for j := i + 1; j < len(list) && j <= i+reach; j++ {
			if avoided()[list[j].folded] {
				return list[:i]
			}
		}
	}
	return list
}
