package search

import (
	"slices"
	"strings"
	"testing"

	"dawa/contract"
)

// One word may not mean two things, unless concerns.json lists it as ambiguous.
func TestVocabulary_WordsDoNotCollide(t *testing.T) {
	v := newVocabulary(nil, nil)
	ambiguous := map[string]bool{}
	for _, a := range contract.Concerns().Ambiguous {
		ambiguous[v.phraseKey(a.Word)] = true
	}
	for _, c := range v.collisions {
		if !ambiguous[v.phraseKey(c.phrase)] {
			t.Errorf("%q means %v and %v", c.phrase, *c.first, *c.second)
		}
	}
}

// Servers of one shop, and one server after a restart, must answer alike.
func TestVocabulary_IsTheSameAtEachStart(t *testing.T) {
	extra := ExtraWords{"headache": {"hammer"}, "fever": {"hammer"}, "cough": {"bark"}}
	first := newVocabulary(nil, extra)
	hammer := first.phrases[first.phraseKey("hammer")].concerns
	for range 20 {
		again := newVocabulary(nil, extra)
		if !slices.Equal(again.words, first.words) {
			t.Fatal("words are numbered in another order")
		}
		if now := again.phrases[again.phraseKey("hammer")].concerns; !slices.Equal(now, hammer) {
			t.Fatalf("a word that two concerns were given means %v, and meant %v", now, hammer)
		}
	}
}

func TestVocabulary_LinkAndFillerWordsAreNoPhrases(t *testing.T) {
	v := newVocabulary(nil, nil)
	for filler := range v.fillers {
		id, known := v.ids[filler]
		if known && v.phrases[phraseKeyOf([]uint16{id})] != nil {
			t.Errorf("%q is a filler and a phrase of its own", filler)
		}
	}
	if v.links["دواء"] || !v.fillers["دواء"] {
		t.Error("our own name must be a filler word")
	}
}

func TestConcerns_AreComplete(t *testing.T) {
	groups := map[string]bool{}
	for _, g := range contract.Concerns().Groups {
		groups[g.Key] = true
	}
	if len(groups) != 12 || len(contract.Concerns().Concerns) < 70 {
		t.Errorf("%d groups, %d concerns", len(groups), len(contract.Concerns().Concerns))
	}
	for _, c := range contract.Concerns().Concerns {
		if !groups[c.Group] || c.Label.English == "" || c.Label.Arabic == "" {
			t.Errorf("%s is incomplete", c.Key)
		}
		if len(c.Words.English) < 2 || len(c.Words.Arabic) < 2 || len(c.Words.Arabizi) < 2 {
			t.Errorf("%s has too few words", c.Key)
		}
		if c.Advice != nil && (c.Advice.English == "" || c.Advice.Arabic == "" ||
			strings.Contains(c.Advice.Arabic, "اً")) {
			t.Errorf("%s has advice in one language only, or in another spelling", c.Key)
		}
	}
}

func TestVocabulary_FeverComesBeforeThermometer(t *testing.T) {
	x := index(demoProducts(t)...)
	for _, query := range []string{"حرارة", "7arara", "temperature", "harara"} {
		if r := x.Search(query); r.Concern != "fever" || r.Match != MatchConcern {
			t.Errorf("%q means %q (%s)", query, r.Concern, r.Match)
		}
	}
}
