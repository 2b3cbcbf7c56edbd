// Package regulation says what the law on medicines means for a product: its class, what may be done with it, and
// the official price that a medicine is sold at.
package regulation

import (
	"strings"
	"time"
)

// Class is how the sale of a product is regulated. The zero value is a product that nobody has classified yet; it
// cannot be put on sale.
type Class string

// The classes. None is everything that is not a registered medicine: cosmetics, hygiene, devices, supplements.
const (
	Unclassified Class = ""
	None         Class = "none"
	OTC          Class = "otc"
	Prescription Class = "prescription"
	Controlled   Class = "controlled"
)

// Classes are the four classes, from the freest to the strictest.
func Classes() []Class { return []Class{None, OTC, Prescription, Controlled} }

// Known tells whether c is one of the four classes.
func (c Class) Known() bool { return c == None || c == OTC || c == Prescription || c == Controlled }

// MayBeDiscounted tells whether a discount is lawful: never on a medicine, whose price is official.
func (c Class) MayBeDiscounted() bool { return c == None }

// MayBeListed tells whether shoppers may see it at all: a controlled medicine is in no list, suggestion, wishlist
// or cart.
func (c Class) MayBeListed() bool { return c != Controlled }

// MayBeOrdered tells whether it may be ordered online.
func (c Class) MayBeOrdered() bool { return c != Prescription && c != Controlled }

// Medicine tells whether it is a registered medicine.
func (c Class) Medicine() bool { return c == OTC || c == Prescription || c == Controlled }

// OfficialPrice is the price that the authority sets for a medicine. The zero value is none.
type OfficialPrice struct {
	// Pounds is the price of one pack in Lebanese pounds.
	Pounds int64
	// Source names where it was published.
	Source string
	// ValidFrom is a day, "2026-11-15", or empty.
	ValidFrom string
}

// Bounds of the fields, in characters and pounds. The largest price is exact in a JavaScript number.
const (
	MaxRegistration = 40
	MaxSource       = 200
	MaxPounds       = 1_000_000_000_000
	MaxVAT          = 100
)

// IsDay tells whether s is a day of the calendar, "2026-11-15".
func IsDay(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

// substances are active ingredients that only medicines have, as product data names them in English, in lower case.
// The list is not complete and decides nothing by itself: a product that names one of them and has no class is not
// taken for a cosmetic. The migration of the classes uses the same list.
var substances = []string{
	"acetylcysteine", "acetylsalicylic acid", "ambroxol", "amylmetacresol", "aspirin", "benzydamine", "bisacodyl",
	"bromhexine", "carbocisteine", "cetirizine", "chlorphen", "codeine", "desloratadine", "dextromethorphan",
	"diclofenac", "dimenhydrinate", "dimetindene", "diphenhydramine", "doxylamine", "esomeprazole", "famotidine",
	"fexofenadine", "flurbiprofen", "guaifenesin", "hydrocortisone", "hyoscine", "ibuprofen", "ketoprofen",
	"lidocaine", "loperamide", "loratadine", "mefenamic", "methyl salicylate", "miconazole", "naproxen",
	"omeprazole", "orphenadrine", "oxymetazoline", "paracetamol", "pheniramine", "phenylephrine", "povidone-iodine",
	"promethazine", "pseudoephedrine", "tramadol", "xylometazoline",
}

// NamesMedicine tells whether one of the ingredients is known to be a medicine's.
func NamesMedicine(ingredients []string) bool {
	for _, name := range ingredients {
		name = strings.ToLower(name)
		for _, substance := range substances {
			if strings.Contains(name, substance) {
				return true
			}
		}
	}
	return false
}
