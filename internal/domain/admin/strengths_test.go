package admin

import (
	"testing"

	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
)

func TestStrengths_ReadInBothLanguages(t *testing.T) {
	for s, want := range map[string]string{
		"Panadol 500 mg":                  "500 mg",
		"بنادول ٥٠٠ ملغ":                  "500 mg",
		"بنادول ٥٠٠ملغ، ٢٤ قرصاً":         "500 mg",
		"بنادول ۵۰۰ مغ":                   "500 mg",
		"0.5 g":                           "500 mg",
		"نصف غرام أو ٠٫٥ غ":               "500 mg",
		"1,000 mg":                        "1 g",
		"١٬٠٠٠ ملغ":                       "1 g",
		"2,5 mg":                          "2.5 mg",
		"Vitamin D3 1000 IU, 60 capsules": "1000 IU",
		"فيتامين د٣ ١٠٠٠ وحدة دولية": "1000 IU",
		"Syrup 120mg/5ml":                       "120 mg, 5 ml",
		"شراب 120 ملغ/5 مل":                     "120 mg, 5 ml",
		"Co-something 500/30 mg":                "30 mg, 500 mg",
		"Hydrocortisone 1% cream 15 g":          "15 g, 1%",
		"كريم ١٪ ١٥ غ":                          "15 g, 1%",
		"Folic acid 400 mcg, 400 µg, 400 μg":    "400 mcg",
		"حمض الفوليك ٤٠٠ ميكروغرام":             "400 mcg",
		"1.5 litres":                            "1.5 l",
		"١٫٥ لتر":                               "1.5 l",
		"B12 24 tablets, 3 in 1":                "",
		"12 months, 5 glasses, 3 لوحات, 4 مللة": "",
		"":                           "",
		"99999999999999999999999 mg": "",
	} {
		if got := describe(strengthsIn(s)); got != want {
			t.Errorf("%q states %q, want %q", s, got, want)
		}
	}
}

func TestTranslations_ListsGapsBetweenLanguages(t *testing.T) {
	whole := func(change func(p *catalog.Product)) *catalog.Product {
		p := &catalog.Product{
			ID: "x", Code: "X", Name: text.Pair{English: "Panadol 500 mg", Arabic: "بنادول ٥٠٠ ملغ"},
			Description: text.Pair{English: "For pain.", Arabic: "للألم."},
		}
		change(p)
		return p
	}
	for name, c := range map[string]struct {
		change func(p *catalog.Product)
		lack   Problem
		field  string
	}{
		"complete": {func(*catalog.Product) {}, "", ""},
		"another strength": {func(p *catalog.Product) {
			p.Name.Arabic = "بنادول ٢٥٠ ملغ"
		}, StrengthDiffers, "arabic_name"},
		"another unit": {func(p *catalog.Product) {
			p.Name.Arabic = "بنادول ٥٠٠ مل"
		}, StrengthDiffers, "arabic_name"},
		"a strength in one name only": {func(p *catalog.Product) {
			p.Name.Arabic = "بنادول"
		}, StrengthDiffers, "arabic_name"},
		"the same in another unit": {func(p *catalog.Product) { p.Name.Arabic = "بنادول ٠٫٥ غ" }, "", ""},
		"a name copied from English": {func(p *catalog.Product) {
			p.Name.Arabic = "Panadol 500 mg"
		}, MissingArabic, "arabic_name"},
		"a name copied from Arabic": {func(p *catalog.Product) {
			p.Name.English = "بنادول 500"
		}, MissingEnglish, "english_name"},
		"no description": {func(p *catalog.Product) {
			p.Description.Arabic = " "
		}, MissingArabic, "arabic_description"},
		"usage in English only": {func(p *catalog.Product) {
			p.Usage.English = "Twice a day."
		}, MissingArabic, "arabic_usage"},
		"a dose told in words": {func(p *catalog.Product) {
			p.Usage = text.Pair{English: "Take 5 ml.", Arabic: "ملعقة صغيرة."}
		}, "", ""},
		"another dose in the warnings": {func(p *catalog.Product) {
			p.Warnings = text.Pair{English: "At most 4 g a day.", Arabic: "٣ غ في اليوم كحد أقصى."}
		}, StrengthDiffers, "arabic_warnings"},
	} {
		gaps := gapsOf(whole(c.change))
		switch {
		case c.lack == "" && len(gaps) > 0:
			t.Errorf("%s: %+v", name, gaps)
		case c.lack != "" && (len(gaps) != 1 || gaps[0].Problem != c.lack || gaps[0].Field != c.field):
			t.Errorf("%s: %+v, want %s in %s", name, gaps, c.lack, c.field)
		}
	}
}
