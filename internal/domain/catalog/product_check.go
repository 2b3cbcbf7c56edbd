package catalog

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/regulation"
)

// Bounds of a product's fields, in characters: those of the forms in contract/rules.json, held
// here too because products also come from files and from code.
const (
	maxID          = 64
	maxCode        = 40
	maxName        = 200
	maxDescription = 4000
	maxUsage       = 2000
	maxBrand       = 60
	maxPackSize    = 40
	maxStrength    = 60
	maxIngredients = 40
	maxConcerns    = 12
	maxNote        = 500
	maxPrice       = money.Cents(10_000_000)
	maxStock       = 1_000_000
)

var (
	goodID   = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)
	goodHash = regexp.MustCompile(`^[0-9a-f]{32}$`)
)

// discountForbidden is the code of a discount on a medicine.
const discountForbidden = string(apperr.DiscountForbidden)

// Check tells whether p is a product the shop can store: nil, or InvalidFields with a code for
// each field by its name on the wire. When nothing but a discount on a medicine is wrong, the code is
// DiscountForbidden.
func (p *Product) Check() error {
	bad := map[string]string{}
	p.checkTexts(bad)
	p.checkNumbers(bad)
	p.checkLists(bad)
	p.checkRegulation(bad)
	if len(bad) == 1 && bad["discount"] == discountForbidden {
		return apperr.New(apperr.DiscountForbidden).WithFields(bad)
	}
	if len(bad) > 0 {
		return apperr.Invalid(bad)
	}
	return nil
}

// checkRegulation refuses what the law on medicines forbids.
func (p *Product) checkRegulation(bad map[string]string) {
	switch {
	case p.Regulation == regulation.Unclassified && p.Status == Approved:
		bad["regulation"] = "regulation_blank"
	case p.Regulation != regulation.Unclassified && !p.Regulation.Known():
		bad["regulation"] = "regulation_unknown"
	}
	if p.Discount > 0 && bad["discount"] == "" && !p.Regulation.MayBeDiscounted() {
		bad["discount"] = discountForbidden
	}
	fits(bad, "registration_no", p.Registration, regulation.MaxRegistration)
	fits(bad, "official_price_source", p.OfficialPrice.Source, regulation.MaxSource)
	if p.OfficialPrice.Pounds < 0 || p.OfficialPrice.Pounds > regulation.MaxPounds {
		bad["official_price_lbp"] = "official_price_lbp_range"
	}
	if p.OfficialPrice.ValidFrom != "" && !regulation.IsDay(p.OfficialPrice.ValidFrom) {
		bad["official_price_from"] = "official_price_from_date"
	}
	if p.VATRate < 0 || p.VATRate > regulation.MaxVAT {
		bad["vat_rate"] = "vat_rate_percent"
	}
}

func (p *Product) checkTexts(bad map[string]string) {
	if len(p.ID) > maxID || !goodID.MatchString(p.ID) {
		bad["id"] = "id_invalid"
	}
	required := func(field, s string, limit int) {
		if s == "" {
			bad[field] = field + "_blank"
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
	fits(bad, "english_usage", p.Usage.English, maxUsage)
	fits(bad, "arabic_usage", p.Usage.Arabic, maxUsage)
	fits(bad, "english_warnings", p.Warnings.English, maxUsage)
	fits(bad, "arabic_warnings", p.Warnings.Arabic, maxUsage)
	if utf8.RuneCountInString(p.StatusNote) > maxNote {
		bad["status_note"] = "reason_max"
	}
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
	switch {
	case p.Price <= 0:
		bad["price"] = "price_min"
	case p.Price > maxPrice:
		bad["price"] = "price_max"
	}
	if p.Discount < 0 || p.Discount > 100 {
		bad["discount"] = "discount_percent"
	}
	switch {
	case p.Stock < 0:
		bad["nb_in_stock"] = "nb_in_stock_min"
	case p.Stock > maxStock:
		bad["nb_in_stock"] = "nb_in_stock_max"
	}
	if p.ReorderLevel < 0 || p.ReorderLevel > maxStock {
		bad["reorder_level"] = "reorder_level_range"
	}
	if p.MaxPerOrder < 0 || p.MaxPerOrder > contract.Shop().Quantity.Max {
		bad["max_per_order"] = "max_per_order_range"
	}
}

func (p *Product) checkLists(bad map[string]string) {
	if len(p.Images) > contract.Shop().Images.UploadMax {
		bad["images"] = "image_too_many"
	}
	for _, image := range p.Images {
		if !goodHash.MatchString(image.Hash) || !short(image.Alt.English, maxName) ||
			!short(image.Alt.Arabic, maxName) {
			bad["images"] = "image_broken"
		}
	}
	if len(p.Concerns) > maxConcerns || !distinct(p.Concerns, contract.Concerns().Carries) {
		bad["concerns"] = "concerns_unknown"
	}
	if !distinct(p.Suits, func(s string) bool { return slices.Contains(contract.Suits(), s) }) {
		bad["suits"] = "suits_unknown"
	}
	if len(p.Ingredients) > maxIngredients {
		bad["active_ingredients"] = "active_ingredients_format"
	}
	for _, i := range p.Ingredients {
		if i.Name.English == "" || !short(i.Name.English, maxName) || !short(i.Name.Arabic, maxName) ||
			!short(i.Strength, maxStrength) {
			bad["active_ingredients"] = "active_ingredients_format"
		}
	}
}

// distinct tells whether all keys are known and none stands twice.
func distinct(keys []string, known func(string) bool) bool {
	for i, key := range keys {
		if !known(key) || slices.Contains(keys[:i], key) {
			return false
		}
	}
	return true
}

// fits refuses a text that is too long or that no text should be.
func fits(bad map[string]string, field, s string, limit int) {
	switch {
	case utf8.RuneCountInString(s) > limit:
		bad[field] = field + "_max"
	case !readable(s):
		bad[field] = "characters_invalid"
	}
}

func short(s string, limit int) bool { return utf8.RuneCountInString(s) <= limit && readable(s) }

// readable refuses broken UTF-8, and control characters other than the line break: PostgreSQL
// refuses some of them, so SQLite must too.
func readable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) && r != '\n'
	})
}

// NormalizeAndCheck normalizes the product and then checks it, for imports, which write products
// themselves. Code: InvalidFields.
func (p *Product) NormalizeAndCheck() error {
	p.normalize()
	p.classifyPlain()
	return p.Check()
}

// normalize removes spaces around a text, Windows line ends, digits other than Latin ones and capital letters in a
// brand's key.
func (p *Product) normalize() {
	for _, s := range []*string{
		&p.Code, &p.PackSize, &p.StatusNote, &p.Registration, &p.OfficialPrice.Source, &p.OfficialPrice.ValidFrom,
	} {
		*s = strings.TrimSpace(*s)
	}
	for _, pair := range []*text.Pair{&p.Name, &p.Description, &p.Usage, &p.Warnings} {
		pair.English, pair.Arabic = normalizeText(pair.English), normalizeText(pair.Arabic)
	}
	p.UseLatinDigits()
	p.Brand = BrandKey(p.Brand)
	p.Category = strings.TrimSpace(p.Category)
}

// UseLatinDigits writes every text of the product with Latin digits, whichever were typed: ٥٠٠ and 500 are one
// strength, on screen and in the search. What was stored before this rule is read so, too.
func (p *Product) UseLatinDigits() {
	for _, pair := range []*text.Pair{&p.Name, &p.Description, &p.Usage, &p.Warnings} {
		pair.English, pair.Arabic = text.FoldDigits(pair.English), text.FoldDigits(pair.Arabic)
	}
	p.PackSize = text.FoldDigits(p.PackSize)
	for i := range p.Ingredients {
		p.Ingredients[i].Strength = text.FoldDigits(p.Ingredients[i].Strength)
	}
}

func normalizeText(s string) string {
	return strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n"))
}
