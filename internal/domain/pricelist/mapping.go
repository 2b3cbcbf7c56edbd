package pricelist

import (
	"slices"
	"strings"
	"unicode"

	"dawa/internal/base/apperr"
)

// Field is something that a column of a list can hold.
type Field string

// The fields of a list. A list has a price and a registration number or a barcode.
const (
	Registration Field = "registration"
	Barcode      Field = "barcode"
	Name         Field = "name"
	Price        Field = "price"
	Date         Field = "date"
)

// Fields are all fields.
func Fields() []Field { return []Field{Registration, Barcode, Name, Price, Date} }

// Mapping names the heading of the column that holds a field. A field without one is not in the list.
type Mapping map[Field]string

// known are headings as authorities write them, in the form of plainHeading. The first that a file has is taken.
var known = map[Field][]string{
	Registration: {
		"registrationnumber", "registrationno", "registrationnb", "regnumber", "regno", "regnb", "registration",
		"رقمالتسجيل", "رقمتسجيل", "التسجيل", "numerodenregistrement", "enregistrement",
	},
	Barcode: {
		"barcode", "gtin", "ean", "ean13", "الباركود", "باركود", "الرمز", "رمز", "الكود", "codebarres", "itemcode",
		"productcode", "code",
	},
	Name: {
		"tradename", "brandname", "productname", "drugname", "name", "الاسمالتجاري", "اسمالدواء", "الاسم", "اسم",
		"nomcommercial", "nom", "brand", "product",
	},
	Price: {
		"publicpricelbp", "publicprice", "publicpricell", "pricelbp", "pricell", "priceinlbp", "priceinll",
		"retailprice",
		"سعرالمبيعللعموم", "السعرللعموم", "سعرالعموم", "سعرالمبيع", "السعربالليرةاللبنانية", "السعربالليرة", "السعر",
		"سعر", "prixpublic", "prix", "price",
	},
	Date: {
		"effectivedate", "validfrom", "pricedate", "startdate", "date", "تاريخالسعر", "تاريخالسريان", "التاريخ",
		"تاريخ",
	},
}

// suggest gives each field the column that it had last, or whose heading sounds like it.
func suggest(headings []string, remembered Mapping) Mapping {
	found := Mapping{}
	taken := map[string]bool{}
	take := func(field Field, heading string) {
		if heading != "" && found[field] == "" && !taken[heading] && slices.Contains(headings, heading) {
			found[field] = heading
			taken[heading] = true
		}
	}
	for _, field := range Fields() {
		take(field, remembered[field])
	}
	plain := make([]string, len(headings))
	for i, heading := range headings {
		plain[i] = plainHeading(heading)
	}
	for _, sounds := range []func(heading, word string) bool{equals, strings.Contains} {
		for _, field := range Fields() {
			for _, word := range known[field] {
				for i, heading := range plain {
					// Short words are within many others.
					if sounds(heading, word) && (heading == word || len([]rune(word)) > 3) {
						take(field, headings[i])
					}
				}
			}
		}
	}
	return found
}

func equals(a, b string) bool { return a == b }

// plainHeading is a heading without case, spaces, signs and the forms of Arabic letters.
func plainHeading(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case 'أ', 'إ', 'آ':
			return 'ا'
		case 'ـ':
			return -1
		case 'é', 'è', 'É':
			return 'e'
		}
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// columns finds the columns of a mapping. Code: InvalidFields, with the fields that have none.
func (m Mapping) columns(headings []string) (map[Field]int, error) {
	found, bad := map[Field]int{}, map[string]string{}
	for _, field := range Fields() {
		heading := m[field]
		if heading == "" {
			continue
		}
		at := slices.Index(headings, heading)
		if at < 0 {
			bad[string(field)] = "price_list_column"
			continue
		}
		found[field] = at
	}
	if _, has := found[Price]; !has && bad[string(Price)] == "" {
		bad[string(Price)] = "price_list_price_column"
	}
	_, byRegistration := found[Registration]
	_, byBarcode := found[Barcode]
	if !byRegistration && !byBarcode && len(bad) == 0 {
		bad[string(Registration)] = "price_list_key_column"
	}
	if len(bad) > 0 {
		return nil, apperr.Invalid(bad)
	}
	return found, nil
}
