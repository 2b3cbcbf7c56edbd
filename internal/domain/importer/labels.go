package importer

import (
	"encoding/json"
	"regexp"
	"strings"
	"sync"

	"dawa/contract"
)

// People who fill a file in write what they see on the screens: headings in their language, 'Pain Killers' in place of
// pain_killers. labels finds the key of such a text.
type labels map[string]string

// headingTexts are the messages of columns that are not called as the column is.
var headingTexts = map[string][]string{
	"discount": {"product.discount_percent"}, "max_per_order": {"product.limit_per_order"},
	"price": {"product.price_usd"}, "status": {"common.status"}, "nb_in_stock": {"admin.stock"},
}

// screenTexts are the texts of the screens, one map a language.
var screenTexts = sync.OnceValue(func() []map[string]any {
	var all []map[string]any
	for _, tag := range []string{"en", "ar"} {
		data, err := contract.Messages(tag)
		if err != nil {
			panic("importer: " + err.Error())
		}
		var texts map[string]any // plural texts are objects, and no label
		if err := json.Unmarshal(data, &texts); err != nil {
			panic("importer: " + err.Error())
		}
		all = append(all, texts)
	}
	return all
})

// headingLabels finds a column by what the screens call it.
var headingLabels = sync.OnceValue(func() labels {
	found := labels{}
	for _, c := range columns {
		found.add(c.name, append(headingTexts[c.name], "product."+c.name)...)
	}
	return found
})

// valueLabels finds a key of a kind, such as category or form, by what the screens call it.
var valueLabels = sync.OnceValue(func() map[string]labels {
	found := map[string]labels{"concerns": {}}
	for _, concern := range contract.Concerns().Concerns {
		for _, name := range []string{concern.Label.English, concern.Label.Arabic} {
			found["concerns"][foldLabel(name)] = concern.Key
		}
	}
	for kind, keys := range map[string][]string{
		"category": contract.Shop().Categories, "form": contract.Shop().DosageForms,
		"regulation": contract.Shop().Regulations, "suits": contract.Suits(),
	} {
		found[kind] = labels{}
		for _, key := range keys {
			found[kind].add(key, kind+"."+key)
		}
	}
	return found
})

// add makes the texts of messages labels of a key, in both languages.
func (l labels) add(key string, messages ...string) {
	for _, texts := range screenTexts() {
		for _, message := range messages {
			if text, ok := texts[message].(string); ok {
				l[foldLabel(text)] = key
			}
		}
	}
}

// key is the key that a cell means: itself, or the one whose label it is.
func (l labels) key(cell string) string {
	if key, found := l[foldLabel(cell)]; found {
		return key
	}
	return strings.TrimSpace(cell)
}

func foldLabel(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

// scientific is how a spreadsheet writes a long number, whose last digits are lost then.
var scientific = regexp.MustCompile(`^[0-9](?:[.,][0-9]+)?[eE]\+[0-9]+$`)

// blank tells whether nothing stands in any cell.
func blank(cells []string) bool {
	for _, cell := range cells {
		if strings.TrimSpace(cell) != "" {
			return false
		}
	}
	return true
}
