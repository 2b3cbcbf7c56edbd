package cart

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
)

// Shared is an active ingredient that several products of a cart contain: taken together they
// add up.
type Shared struct {
	Name     text.Pair
	Products []string
}

// shared finds the ingredients that more than one of the products contain, in the order in which
// the cart first names them.
func shared(items []*catalog.Item) []Shared {
	var found []Shared
	at := map[string]int{}
	for _, item := range items {
		for _, ingredient := range item.Ingredients {
			key := Substance(ingredient.Name)
			if key == "" {
				continue
			}
			i, known := at[key]
			if !known {
				i = len(found)
				at[key] = i
				found = append(found, Shared{Name: ingredient.Name})
			}
			if !slices.Contains(found[i].Products, item.ID) {
				found[i].Products = append(found[i].Products, item.ID)
			}
		}
	}
	return slices.DeleteFunc(found, func(s Shared) bool { return len(s.Products) < 2 })
}

// sameSubstance joins names under which one substance is sold.
var sameSubstance = map[string]string{
	"acetaminophen":        "paracetamol",
	"apap":                 "paracetamol",
	"acetylsalicylic acid": "aspirin",
	"asa":                  "aspirin",
	"ascorbic acid":        "vitamin c",
	"cholecalciferol":      "vitamin d3",
	"colecalciferol":       "vitamin d3",
	"vitamin d":            "vitamin d3",
	"cyanocobalamin":       "vitamin b12",
	"folate":               "folic acid",
	"albuterol":            "salbutamol",
	"guaiphenesin":         "guaifenesin",
	"chlorphenamine":       "chlorpheniramine",
	"hyoscine":             "scopolamine",
	"باراسيتامول":          "paracetamol",
	"اسيتامينوفين":         "paracetamol",
	"ايبوبروفين":           "ibuprofen",
	"اسبرين":               "aspirin",
}

// salts are the words that name how a substance is bound, not what it does: diclofenac sodium
// and diclofenac diethylamine are both diclofenac.
var salts = []string{
	"hydrochloride", "hcl", "hydrobromide", "maleate", "sodium", "potassium", "lysine", "diethylamine",
	"sulfate", "sulphate", "phosphate", "citrate", "tartrate", "besylate", "butylbromide", "gluconate",
}

// Substance is what an ingredient's name means, to be compared and not shown.
func Substance(name text.Pair) string {
	words := strings.Fields(fold(name.English))
	if len(words) == 0 {
		words = strings.Fields(fold(name.Arabic))
	}
	for len(words) > 1 && slices.Contains(salts, words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	key := strings.Join(words, " ")
	if same, ok := sameSubstance[key]; ok {
		return same
	}
	return key
}

// fold drops what no reader takes for a difference: case, marks, hyphens, the forms of alef.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Cf, r), r == 'ـ':
			return -1
		case r == '-', unicode.IsSpace(r):
			return ' '
		case r == 'أ', r == 'إ', r == 'آ', r == 'ٱ':
			return 'ا'
		}
		return unicode.ToLower(r)
	}, norm.NFKC.String(s))
}
