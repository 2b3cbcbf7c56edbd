package catalog

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"dawa/contract"
	"dawa/internal/apperr"
	"dawa/internal/money"
	"dawa/internal/text"
)

// Bounds of a product's fields, in characters. They are generous: they keep nonsense out of
// the database and the memory of every server, the forms are stricter where the spec is.
const (
	maxID          = 64
	maxCode        = 64
	maxName        = 200
	maxDescription = 5000
	maxBrand       = 60
	maxPackSize    = 40
	maxStrength    = 60
	maxIngredients = 40
	maxNote        = 500
	maxPrice       = money.Cents(100_000_000) // a million dollars
	maxStock       = 1_000_000_000
)

var (
	goodID   = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)
	goodHash = regexp.MustCompile(`^[0-9a-f]{32}$`)
)

// Check tells whether p is a product the shop can keep: nil, or InvalidFields with a code for
// each field by its name on the wire.
func (p *Product) Check() error {
	bad := map[string]string{}
	p.checkTexts(bad)
	p.checkNumbers(bad)
	p.checkLists(bad)
	if len(bad) > 0 {
		return apperr.Invalid(bad)
	}
	return nil
}

func (p *Product) checkTexts(bad map[string]string) {
	if len(p.ID) > maxID || !goodID.MatchString(p.ID) {
		bad["id"] = "id_invalid"
	}
	required := func(field, s string, limit int) {
		if s == "" {
			bad[field] = field + "_required"
		} else {
			fits(bad, field, s, limit)
		}
	}
	required("code", p.Code, maxCode)
	required("english_name", p.Name.English, maxName)
	required("arabic_name", p.Name.Arabic, maxName)
	required("english_description", p.Description.English, maxDescription)
	required("arabic_description", p.Description.Arabic, maxDescription)
	required("brand", p.Brand, maxBrand)
	fits(bad, "pack_size", p.PackSize, maxPackSize)
	fits(bad, "english_usage", p.Usage.English, maxDescription)
	fits(bad, "arabic_usage", p.Usage.Arabic, maxDescription)
	fits(bad, "english_warnings", p.Warnings.English, maxDescription)
	fits(bad, "arabic_warnings", p.Warnings.Arabic, maxDescription)
	fits(bad, "status_note", p.StatusNote, maxNote)
	if !IsCategory(p.Category) {
		bad["category"] = "category_unknown"
	}
	if p.Form != "" && !isForm(p.Form) {
		bad["form"] = "form_unknown"
	}
	if !p.Status.Known() {
		bad["status"] = "status_unknown"
	}
}

func (p *Product) checkNumbers(bad map[string]string) {
	if p.Price <= 0 || p.Price > maxPrice {
		bad["price"] = "price_range"
	}
	if p.Discount < 0 || p.Discount > 100 {
		bad["discount"] = "discount_range"
	}
	if p.Stock < 0 || p.Stock > maxStock {
		bad["nb_in_stock"] = "nb_in_stock_range"
	}
	if p.MaxPerOrder < 0 || p.MaxPerOrder > maxStock {
		bad["max_per_order"] = "max_per_order_range"
	}
}

func (p *Product) checkLists(bad map[string]string) {
	if len(p.Images) > contract.Shop().Images.UploadMax {
		bad["images"] = "images_many"
	}
	for _, image := range p.Images {
		if !goodHash.MatchString(image.Hash) {
			bad["images"] = "images_invalid"
		}
		fits(bad, "images", image.Alt.English, maxName)
		fits(bad, "images", image.Alt.Arabic, maxName)
	}
	if len(p.Ingredients) > maxIngredients {
		bad["active_ingredients"] = "active_ingredients_many"
	}
	for _, i := range p.Ingredients {
		if i.Name.English == "" {
			bad["active_ingredients"] = "active_ingredients_required"
		}
		fits(bad, "active_ingredients", i.Name.English, maxName)
		fits(bad, "active_ingredients", i.Name.Arabic, maxName)
		fits(bad, "active_ingredients", i.Strength, maxStrength)
	}
}

// fits refuses a text that is too long or that holds what no text should: broken UTF-8, and
// control characters other than the line break (PostgreSQL refuses NUL, so SQLite must too).
func fits(bad map[string]string, field, s string, limit int) {
	switch {
	case utf8.RuneCountInString(s) > limit:
		bad[field] = field + "_max"
	case !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) && r != '\n' }):
		bad[field] = field + "_invalid"
	}
}

// tidy takes off what nobody means to write: spaces around a text, Windows line ends, capital
// letters in a brand's key.
func (p *Product) tidy() {
	for _, s := range []*string{&p.Code, &p.PackSize, &p.StatusNote} {
		*s = strings.TrimSpace(*s)
	}
	for _, pair := range []*text.Pair{&p.Name, &p.Description, &p.Usage, &p.Warnings} {
		pair.English, pair.Arabic = tidyText(pair.English), tidyText(pair.Arabic)
	}
	p.Brand = BrandKey(p.Brand)
	p.Category = strings.TrimSpace(p.Category)
}

func tidyText(s string) string {
	return strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n"))
}
