package sqlstore

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/regulation"
)

// imageRow and ingredientRow are how lists are stored in a TEXT column.
type imageRow struct {
	Hash       string `json:"hash"`
	EnglishAlt string `json:"english_alt,omitempty"`
	ArabicAlt  string `json:"arabic_alt,omitempty"`
}

type ingredientRow struct {
	Name       string `json:"name"`
	ArabicName string `json:"arabic_name,omitempty"`
	Strength   string `json:"strength,omitempty"`
}

// productRow gives the columns of a product in the order of productColumns.
func productRow(p *catalog.Product) ([]any, error) {
	images := make([]imageRow, len(p.Images))
	for i, m := range p.Images {
		images[i] = imageRow{Hash: m.Hash, EnglishAlt: m.Alt.English, ArabicAlt: m.Alt.Arabic}
	}
	ingredients := make([]ingredientRow, len(p.Ingredients))
	for i, g := range p.Ingredients {
		ingredients[i] = ingredientRow{Name: g.Name.English, ArabicName: g.Name.Arabic, Strength: g.Strength}
	}
	imagesText, err := json.Marshal(images)
	if err != nil {
		return nil, fmt.Errorf("writing a product's pictures: %w", err)
	}
	ingredientsText, err := json.Marshal(ingredients)
	if err != nil {
		return nil, fmt.Errorf("writing a product's ingredients: %w", err)
	}
	return []any{
		p.ID, p.Code, p.Name.English, p.Name.Arabic, p.Description.English, p.Description.Arabic,
		p.Brand, p.Category, int64(p.Price), p.Discount, p.Stock, p.MaxPerOrder,
		string(p.Regulation), p.Registration, p.OfficialPrice.Pounds, p.OfficialPrice.Source, p.OfficialPrice.ValidFrom,
		p.VATRate,
		string(imagesText), string(ingredientsText), p.Form, p.PackSize,
		p.Usage.English, p.Usage.Arabic, p.Warnings.English, p.Warnings.Arabic,
		strings.Join(p.Concerns, ","), strings.Join(p.Suits, ","),
		sql.NullString{String: p.StoreID, Valid: p.StoreID != ""}, p.SubmittedBy,
		string(p.Status), p.StatusNote, p.OffSale, p.Withdrawn, p.ReorderLevel,
		p.Version, Millis(p.CreatedAt), Millis(p.UpdatedAt),
	}, nil
}

// knownLists remembers ingredients that were read already: many products have the same, and
// reading a hundred thousand of them is quicker and smaller when they share. Whoever gets such
// products must not change their lists in place.
type knownLists map[string][]catalog.Ingredient

// maxKnown bounds what is remembered.
const maxKnown = 10_000

// read gives ingredients that were read already, or reads them.
func (known knownLists) read(stored string) ([]catalog.Ingredient, error) {
	if list, found := known[stored]; found {
		return list, nil
	}
	list, err := readIngredients(stored)
	if err == nil && known != nil && len(known) < maxKnown {
		known[strings.Clone(stored)] = list // what is stored may be part of a whole row
	}
	return list, err
}

// scanProduct reads a row of selectProducts.
func scanProduct(row scanner) (*catalog.Product, error) { return newProductReader(nil).read(row) }

// productReader reads rows of selectProducts one after another into the same memory.
type productReader struct {
	product                 catalog.Product
	price, created, updated int64
	images, ingredients     string
	concerns, suits         string
	status, class           string
	store                   sql.NullString
	columns                 []any
	known                   knownLists
}

// newProductReader makes a reader; known may be nil.
func newProductReader(known knownLists) *productReader {
	r := &productReader{known: known}
	p := &r.product
	r.columns = []any{
		&p.ID, &p.Code, &p.Name.English, &p.Name.Arabic, &p.Description.English, &p.Description.Arabic,
		&p.Brand, &p.Category, &r.price, &p.Discount, &p.Stock, &p.MaxPerOrder,
		&r.class, &p.Registration, &p.OfficialPrice.Pounds, &p.OfficialPrice.Source, &p.OfficialPrice.ValidFrom,
		&p.VATRate,
		&r.images, &r.ingredients, &p.Form, &p.PackSize,
		&p.Usage.English, &p.Usage.Arabic, &p.Warnings.English, &p.Warnings.Arabic, &r.concerns, &r.suits,
		&r.store, &p.SubmittedBy, &r.status, &p.StatusNote, &p.OffSale, &p.Withdrawn, &p.ReorderLevel,
		&p.Version, &r.created, &r.updated,
	}
	return r
}

// read gives the product of a row. It is the reader's own: the next read overwrites it, but not its lists.
func (r *productReader) read(row scanner) (*catalog.Product, error) {
	p := &r.product
	*p = catalog.Product{}
	err := row.Scan(r.columns...)
	if err != nil {
		return nil, err
	}
	p.UseLatinDigits()
	p.Price, p.StoreID, p.Status = money.Cents(r.price), r.store.String, catalog.Status(r.status)
	p.Regulation = regulation.Class(r.class)
	p.CreatedAt, p.UpdatedAt = Time(r.created), Time(r.updated)
	p.Concerns, p.Suits = readKeys(r.concerns), readKeys(r.suits)
	if p.Images, err = readImages(r.images); err != nil {
		return nil, fmt.Errorf("reading the pictures of %s: %w", p.ID, err)
	}
	if p.Ingredients, err = r.known.read(r.ingredients); err != nil {
		return nil, fmt.Errorf("reading the ingredients of %s: %w", p.ID, err)
	}
	return p, nil
}

// readKeys reads a comma-separated list of keys.
func readKeys(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

func readImages(s string) ([]catalog.Image, error) {
	if s == "[]" {
		return nil, nil
	}
	// Most products have one picture without words of its own: no need for a JSON reader.
	if rest, ok := strings.CutPrefix(s, `[{"hash":"`); ok {
		if hash, end, ok := strings.Cut(rest, `"`); ok && end == "}]" && !strings.Contains(hash, `\`) {
			return []catalog.Image{{Hash: strings.Clone(hash)}}, nil
		}
	}
	var rows []imageRow
	if err := json.Unmarshal([]byte(s), &rows); err != nil {
		return nil, err
	}
	images := make([]catalog.Image, len(rows))
	for i, r := range rows {
		images[i] = catalog.Image{Hash: r.Hash, Alt: text.Pair{English: r.EnglishAlt, Arabic: r.ArabicAlt}}
	}
	return images, nil
}

func readIngredients(s string) ([]catalog.Ingredient, error) {
	if s == "[]" {
		return nil, nil
	}
	var rows []ingredientRow
	if err := json.Unmarshal([]byte(s), &rows); err != nil {
		return nil, err
	}
	ingredients := make([]catalog.Ingredient, len(rows))
	for i, r := range rows {
		ingredients[i] = catalog.Ingredient{
			Name: text.Pair{English: r.Name, Arabic: r.ArabicName}, Strength: text.FoldDigits(r.Strength),
		}
	}
	return ingredients, nil
}
