package httpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"

	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/media"
	"dawa/internal/edge/httpapi/wire"
)

// AppendProduct writes a product as lists show it, as toProduct has it; the snapshot stores the bytes.
// The longest texts are left to AppendProductDetail.
func AppendProduct(to []byte, p *catalog.Product) []byte {
	o := beginObject(to)
	o.text("_id", p.ID)
	if len(p.Ingredients) > 0 {
		o.list("active_ingredients", len(p.Ingredients), func(to []byte, i int) []byte {
			return appendIngredient(to, p.Ingredients[i])
		})
	}
	o.text("arabic_description", p.Description.Arabic)
	o.text("arabic_name", p.Name.Arabic)
	o.text("brand", p.Brand)
	o.text("category", p.Category)
	o.text("code", p.Code)
	o.optionalTexts("concerns", p.Concerns)
	o.number("discount", int64(p.Discount))
	o.money("discounted_price", p.DiscountedPrice())
	o.text("english_description", p.Description.English)
	o.text("english_name", p.Name.English)
	o.optionalText("form", p.Form)
	o.text("id", p.ID)
	o.list("images", len(p.Images), func(to []byte, i int) []byte { return appendImage(to, p.Images[i], p.Name) })
	o.boolean("in_stock", p.InStock())
	o.optionalNumber("max_per_order", int64(p.MaxPerOrder))
	o.number("nb_in_stock", int64(p.Stock))
	o.optionalNumber("official_price_lbp", p.OfficialPrice.Pounds)
	o.optionalText("pack_size", p.PackSize)
	o.money("price", p.Price)
	o.optionalText("reason", p.StatusNote)
	o.optionalText("registration_no", p.Registration)
	o.optionalText("regulation", string(p.Regulation))
	o.text("status", string(p.Status))
	o.optionalText("store", p.StoreID)
	o.optionalTexts("suits", p.Suits)
	o.optionalNumber("vat_rate", int64(p.VATRate))
	o.number("version", p.Version)
	return o.end()
}

func appendIngredient(to []byte, x catalog.Ingredient) []byte {
	o := beginObject(to)
	o.optionalText("arabic_name", x.Name.Arabic)
	o.text("name", x.Name.English)
	o.optionalText("strength", x.Strength)
	return o.end()
}

func appendImage(to []byte, image catalog.Image, name text.Pair) []byte {
	of := toImage(image, name)
	o := beginObject(to)
	o.name("alt")
	alt := beginObject(o.out)
	alt.text("ar", of.Alt.Ar)
	alt.text("en", of.Alt.En)
	o.out = alt.end()
	o.text("url", of.URL)
	o.name("widths")
	widths := beginObject(o.out)
	widths.text("200", of.Widths.W200)
	widths.text("400", of.Widths.W400)
	widths.text("800", of.Widths.W800)
	o.out = widths.end()
	return o.end()
}

// AppendStock writes the encoding of a product for lists with another stock and version. Inside a text a quotation mark
// is escaped, so each member's name is found only where it is one.
func AppendStock(to, list []byte, level catalog.StockLevel) []byte {
	out, rest := copyMember(to, list, `"in_stock":`)
	out, rest = copyMember(strconv.AppendBool(out, level.Stock > 0), rest, `"nb_in_stock":`)
	out, rest = copyMember(strconv.AppendInt(out, int64(level.Stock), 10), rest, `"version":`)
	return append(strconv.AppendInt(out, level.Version, 10), rest...)
}

// copyMember copies an object up to the value of a member, a number or a boolean, and gives what follows the value.
func copyMember(to, object []byte, name string) (written, rest []byte) {
	at := bytes.Index(object, []byte(name))
	if at < 0 {
		panic("httpapi: the encoding of a product has no " + name)
	}
	at += len(name)
	return append(to, object[:at]...), object[at+bytes.IndexAny(object[at:], ",}"):]
}

// AppendProductDetail writes the members that only the product's own page adds, as an
// object of their own; nothing when there are none.
func AppendProductDetail(to []byte, p *catalog.Product) []byte {
	if p.Usage == (text.Pair{}) && p.Warnings == (text.Pair{}) && p.OfficialPrice.Source == "" &&
		p.OfficialPrice.ValidFrom == "" {
		return to
	}
	o := beginObject(to)
	o.optionalText("english_usage", p.Usage.English)
	o.optionalText("arabic_usage", p.Usage.Arabic)
	o.optionalText("english_warnings", p.Warnings.English)
	o.optionalText("arabic_warnings", p.Warnings.Arabic)
	o.optionalText("official_price_source", p.OfficialPrice.Source)
	o.optionalText("official_price_from", p.OfficialPrice.ValidFrom)
	return o.end()
}

// appendProductAnswer writes the answer about one product, with the numbers to ask about it.
func (rd *Reads) appendProductAnswer(to []byte, item *catalog.Item, wished bool) []byte {
	to = item.AppendDetail(append(to, `{"success":true,"product":`...))
	to = append(to, `,"addedToWishlist":`...)
	to = strconv.AppendBool(to, wished)
	return append(append(to, rd.pharmacistMember...), '}')
}

// productTag is the tag of the answer about one product.
func (rd *Reads) productTag(item *catalog.Item) string { return item.Tag.String() + rd.pharmacistTag }

// descriptionOf reads the description of a listed product. The long texts of the catalogue are in memory in their
// encoded form only, or a hundred thousand products would not fit.
func descriptionOf(item *catalog.Item) text.Pair {
	var stored struct {
		English string `json:"english_description"`
		Arabic  string `json:"arabic_description"`
	}
	if err := json.Unmarshal(item.JSON(), &stored); err != nil {
		panic(fmt.Sprintf("httpapi: the encoding of product %s cannot be read: %v", item.ID, err))
	}
	return text.Pair{English: stored.English, Arabic: stored.Arabic}
}

// encoded writes a value of ours that always encodes.
func encoded(value any) []byte {
	body, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("encoding %T: %v", value, err))
	}
	return body
}

// toProduct is a product as the wire knows it.
func toProduct(p *catalog.Product) wire.Product {
	status := wire.Approval(p.Status)
	version := int(p.Version)
	return wire.Product{
		UnderscoreID:       p.ID,
		ID:                 p.ID,
		EnglishName:        p.Name.English,
		ArabicName:         p.Name.Arabic,
		EnglishDescription: p.Description.English,
		ArabicDescription:  p.Description.Arabic,
		Brand:              p.Brand,
		Category:           wire.Category(p.Category),
		Code:               p.Code,
		Price:              p.Price,
		Discount:           p.Discount,
		DiscountedPrice:    p.DiscountedPrice(),
		NbInStock:          p.Stock,
		InStock:            p.InStock(),
		Images:             toImages(p),
		ActiveIngredients:  toIngredients(p.Ingredients),
		Form:               optional(p.Form),
		PackSize:           optional(p.PackSize),
		EnglishUsage:       optional(p.Usage.English),
		ArabicUsage:        optional(p.Usage.Arabic),
		EnglishWarnings:    optional(p.Warnings.English),
		ArabicWarnings:     optional(p.Warnings.Arabic),
		MaxPerOrder:        optional(p.MaxPerOrder),
		Concerns:           p.Concerns,
		Suits:              toSuits(p.Suits),
		Regulation:         optional(wire.Regulation(p.Regulation)),
		RegistrationNo:     optional(p.Registration),
		OfficialPriceLbp:   optional(p.OfficialPrice.Pounds),

		OfficialPriceSource: optional(p.OfficialPrice.Source),
		OfficialPriceFrom:   optional(p.OfficialPrice.ValidFrom),

		VatRate: optional(p.VATRate),
		Store:   optional(p.StoreID),
		Status:  &status,
		Reason:  optional(p.StatusNote),
		Version: &version,
	}
}

func toSuits(keys []string) []wire.Suits {
	var out []wire.Suits
	for _, key := range keys {
		out = append(out, wire.Suits(key))
	}
	return out
}

func toImages(p *catalog.Product) []wire.ProductImage {
	images := make([]wire.ProductImage, len(p.Images))
	for i, image := range p.Images {
		images[i] = toImage(image, p.Name)
	}
	return images
}

// toImage names a picture's renditions. A picture without words of its own is
// described by the product it shows.
func toImage(image catalog.Image, name text.Pair) wire.ProductImage {
	alt := image.Alt
	if alt == (text.Pair{}) {
		alt = name
	}
	widths := wire.ImageWidths{
		W200: media.URL(image.Hash, 200),
		W400: media.URL(image.Hash, 400),
		W800: media.URL(image.Hash, 800),
	}
	return wire.ProductImage{URL: widths.W400, Widths: widths, Alt: wire.ImageAlt{En: alt.English, Ar: alt.Arabic}}
}

func toIngredients(list []catalog.Ingredient) []wire.ActiveIngredient {
	if len(list) == 0 {
		return nil
	}
	out := make([]wire.ActiveIngredient, len(list))
	for i, x := range list {
		out[i] = wire.ActiveIngredient{
			Name: x.Name.English, ArabicName: optional(x.Name.Arabic), Strength: optional(x.Strength),
		}
	}
	return out
}

// optional leaves out what is not there.
func optional[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// LongTexts reads the description and the usage of a listed product in both languages, for the search. It reads every
// product when the shop opens, so it looks for the members instead of decoding the whole encoding.
func LongTexts(item *catalog.Item) []string {
	scratch := longTextsScratch.Get().(*[]byte)
	*scratch = item.AppendDetail((*scratch)[:0])
	var texts []string
	for _, name := range longTexts {
		if text := textMember(*scratch, name); text != "" {
			texts = append(texts, text)
		}
	}
	longTextsScratch.Put(scratch)
	return texts
}

// longTexts are the members that LongTexts reads, as they begin.
var longTexts = [...]string{
	`"english_description":"`, `"arabic_description":"`, `"english_usage":"`, `"arabic_usage":"`,
}

// longTextsScratch holds the encodings in which long texts are looked for.
var longTextsScratch = sync.Pool{New: func() any { return new([]byte) }}

// textMember gives the text of a member; empty when the object has none. The name ends with the text's first
// quotation mark; inside a text that mark is escaped, so the name is found only where it is one.
func textMember(object []byte, name string) string {
	at := bytes.Index(object, []byte(name))
	if at < 0 {
		return ""
	}
	begin := at + len(name)
	end, escaped := begin, false
	for ; end < len(object) && object[end] != '"'; end++ {
		if object[end] == '\\' {
			escaped = true
			end++
		}
	}
	if end >= len(object) {
		return ""
	}
	if !escaped {
		return string(object[begin:end])
	}
	var text string
	if err := json.Unmarshal(object[begin-1:end+1], &text); err != nil {
		return ""
	}
	return text
}
