package contract

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
)

//go:embed concerns.json
var concernsJSON []byte

//go:embed synonyms.json
var synonymsJSON []byte

// Label is a short text in both languages.
type Label struct {
	English string `json:"en"`
	Arabic  string `json:"ar"`
}

// Words are the ways people write one thing, by script and by how they came about.
type Words struct {
	English   []string `json:"en"`
	Arabic    []string `json:"ar"`
	Lebanese  []string `json:"lebanese"`
	Arabizi   []string `json:"arabizi"`
	French    []string `json:"fr"`
	Misspelt  []string `json:"misspelt"`
	collected []string
}

// All lists the words of every script.
func (w *Words) All() []string { return w.collected }

func (w *Words) collect() {
	w.collected = slices.Concat(w.English, w.Arabic, w.Lebanese, w.Arabizi, w.French, w.Misspelt)
}

// Concern is what a shopper wants help with: fever, dry skin, a thermometer.
type Concern struct {
	Key   string `json:"key"`
	Group string `json:"group"`
	Label Label  `json:"label"`
	// Broad says less than any other concern beside it: who wants a pain killer for a toothache has a toothache.
	Broad bool `json:"broad"`
	// Wider is the concern that this one is a kind of, or empty.
	Wider string `json:"wider"`
	// Advice is one cautious line above the list, or nil.
	Advice *Label `json:"advice"`
	Words  Words  `json:"words"`
}

// ConcernGroup is a group of concerns for browsing.
type ConcernGroup struct {
	Key   string `json:"key"`
	Label Label  `json:"label"`
}

// NotSold is something that pharmacies are asked for and that this shop does not sell. It applies only
// while no product on sale carries its key as a concern.
type NotSold struct {
	Key   string `json:"key"`
	Label Label  `json:"label"`
	// Emergency says that no shop can help: no product ever carries the key.
	Emergency bool  `json:"emergency"`
	Words     Words `json:"words"`
}

// AmbiguousWord is a word that means several concerns on purpose, the likeliest first.
type AmbiguousWord struct {
	Word     string   `json:"word"`
	Concerns []string `json:"concerns"`
}

// ConcernsData is the taxonomy of concerns (concerns.json). It is shared: read it, never change it.
type ConcernsData struct {
	Groups    []ConcernGroup  `json:"groups"`
	Concerns  []Concern       `json:"concerns"`
	NotSold   []NotSold       `json:"not_sold"`
	Ambiguous []AmbiguousWord `json:"ambiguous"`

	byKey   map[string]*Concern
	notSold map[string]*NotSold
}

var loadConcerns = sync.OnceValue(func() *ConcernsData {
	data := &ConcernsData{byKey: map[string]*Concern{}, notSold: map[string]*NotSold{}}
	decodeStrictly("concerns.json", concernsJSON, data)
	for i := range data.Concerns {
		c := &data.Concerns[i]
		c.Words.collect()
		data.byKey[c.Key] = c
	}
	for i := range data.NotSold {
		n := &data.NotSold[i]
		n.Words.collect()
		data.notSold[n.Key] = n
	}
	return data
})

// Concerns gives the taxonomy of concerns.
func Concerns() *ConcernsData { return loadConcerns() }

// Concern finds a concern by its key.
func (d *ConcernsData) Concern(key string) (*Concern, bool) {
	c, ok := d.byKey[key]
	return c, ok
}

// IsNotSold tells whether key names something that this shop does not sell.
func (d *ConcernsData) IsNotSold(key string) bool { return d.notSold[key] != nil }

// Carries tells whether a product may carry the key: a concern, or the key of something that is not sold,
// which is sold from then on.
func (d *ConcernsData) Carries(key string) bool {
	n := d.notSold[key]
	return d.byKey[key] != nil || n != nil && !n.Emergency
}

// NotSoldEntry finds something that this shop does not sell by its key.
func (d *ConcernsData) NotSoldEntry(key string) (*NotSold, bool) {
	n, ok := d.notSold[key]
	return n, ok
}

// Suits are the people whom a maker names: for whom a product is meant.
func Suits() []string { return []string{"infant", "child", "adult", "pregnancy"} }

// AgeWords are words for the people whom a product suits, the likeliest first.
type AgeWords struct {
	Suits []string `json:"suits"`
	Words []string `json:"words"`
}

// FormWords are words for some dosage forms.
type FormWords struct {
	Forms []string `json:"forms"`
	Words []string `json:"words"`
}

// CategoryWords are words for a category.
type CategoryWords struct {
	Category string   `json:"category"`
	Words    []string `json:"words"`
}

// SynonymsData are words that queries may use instead of those in the catalogue (synonyms.json).
type SynonymsData struct {
	// LinkWords join other words and are dropped wherever they stand.
	LinkWords []string `json:"link_words"`
	// FillerWords carry no meaning beside others ("best medicine for"); they count only inside a longer phrase.
	FillerWords []string        `json:"filler_words"`
	Ages        []AgeWords      `json:"ages"`
	Forms       []FormWords     `json:"forms"`
	Categories  []CategoryWords `json:"categories"`
	// PhraseWords are groups of words that mean the same inside phrases of several words: head and راس in "my head
	// hurts" and راسي عم يوجعني.
	PhraseWords [][]string `json:"phrase_words"`
	// PlaceWords say where it hurts or what a product is put on. Beside a concern they need not be met.
	PlaceWords []string `json:"place_words"`
	// OpeningWords are the places among them that what goes on the skin must not come near: eyes, ears, mouth.
	OpeningWords []string `json:"opening_words"`
	// CauseWords and AfterWords begin a circumstance of what was said before them: a burn from hot oil. What is named
	// behind AfterWords is over.
	CauseWords []string `json:"cause_words"`
	AfterWords []string `json:"after_words"`
	// NegationWords followed by one of AvoidedWords begin a condition: "that does not make me sleepy".
	NegationWords []string `json:"negation_words"`
	AvoidedWords  []string `json:"avoided_words"`
	// LimbWords are the places among them where nothing of the stomach can be.
	LimbWords []string `json:"limb_words"`
	// WeakWords name a concern and everyday things too: cold, sun.
	WeakWords []string `json:"weak_words"`
	// VerbStems are verbs by which people say what hurts; their forms are read as the stem.
	VerbStems []string `json:"verb_stems"`
	// EverydayWords mean themselves: they are not taken for a misspelt word or for Arabic in Latin letters.
	EverydayWords []string `json:"everyday_words"`
	// FormFamilies are dosage forms that do for one another when a concern has no product in the one asked for.
	FormFamilies [][]string `json:"form_families"`
	// Names are groups of words that stand for one another in product names and ingredients.
	Names [][]string `json:"names"`
}

var loadSynonyms = sync.OnceValue(func() *SynonymsData {
	data := &SynonymsData{}
	decodeStrictly("synonyms.json", synonymsJSON, data)
	return data
})

// Synonyms gives the words that mean the same.
func Synonyms() *SynonymsData { return loadSynonyms() }

func decodeStrictly(name string, data []byte, into any) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		panic(fmt.Sprintf("reading the embedded %s: %v", name, err))
	}
}
