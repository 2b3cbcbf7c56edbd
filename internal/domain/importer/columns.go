package importer

import (
	"strconv"
	"strings"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/regulation"
)

// column is one column of the catalogue's file.
type column struct {
	name string
	// get writes the cell of a product.
	get func(p *catalog.Product) string
	// set reads a cell into a product, or gives the code of what is wrong with it.
	set func(p *catalog.Product, cell string) (code string)
	// ofExport says that the column tells about the product at the time of the export; it changes nothing.
	ofExport bool
}

// field is what the column changes, named as Differences does.
func (c *column) field() string {
	if c.name == "status_note" {
		return "status"
	}
	return c.name
}

// Names of the columns that identify a product, and of those that say what it was when it was exported.
const (
	idColumn   = "id"
	codeColumn = "code"

	versionColumn = "exported_version"
	stockColumn   = "exported_stock"
	printColumn   = "exported_cells"
)

// columns are those of the export, in its order. An import may leave out and reorder any but the
// code: what a file does not speak of stays as it is.
var columns = []column{
	{name: idColumn, get: func(p *catalog.Product) string { return p.ID }, set: setNothing},
	textColumn(codeColumn, func(p *catalog.Product) *string { return &p.Code }),
	textColumn("english_name", func(p *catalog.Product) *string { return &p.Name.English }),
	textColumn("arabic_name", func(p *catalog.Product) *string { return &p.Name.Arabic }),
	textColumn("english_description", func(p *catalog.Product) *string { return &p.Description.English }),
	textColumn("arabic_description", func(p *catalog.Product) *string { return &p.Description.Arabic }),
	textColumn("brand", func(p *catalog.Product) *string { return &p.Brand }),
	{name: "category", get: func(p *catalog.Product) string { return p.Category }, set: setCategory},
	{name: "price", get: func(p *catalog.Product) string { return p.Price.String() }, set: setPrice},
	{name: "discount", get: func(p *catalog.Product) string { return strconv.Itoa(p.Discount) }, set: setDiscount},
	{name: "regulation", get: func(p *catalog.Product) string { return string(p.Regulation) }, set: setRegulation},
	textColumn("registration_no", func(p *catalog.Product) *string { return &p.Registration }),
	{name: "official_price_lbp", get: func(p *catalog.Product) string {
		return strconv.FormatInt(p.OfficialPrice.Pounds, 10)
	}, set: setOfficialPrice},
	textColumn("official_price_source", func(p *catalog.Product) *string { return &p.OfficialPrice.Source }),
	textColumn("official_price_from", func(p *catalog.Product) *string { return &p.OfficialPrice.ValidFrom }),
	{name: "vat_rate", get: func(p *catalog.Product) string { return strconv.Itoa(p.VATRate) }, set: setVATRate},
	{name: "nb_in_stock", get: func(p *catalog.Product) string { return strconv.Itoa(p.Stock) }, set: setStock},
	{name: "max_per_order", get: func(p *catalog.Product) string {
		return strconv.Itoa(p.MaxPerOrder)
	}, set: setMaxPerOrder},
	{name: "form", get: func(p *catalog.Product) string { return p.Form }, set: setForm},
	textColumn("pack_size", func(p *catalog.Product) *string { return &p.PackSize }),
	{name: "active_ingredients", get: func(p *catalog.Product) string {
		return writeIngredients(p.Ingredients)
	}, set: setIngredients},
	textColumn("english_usage", func(p *catalog.Product) *string { return &p.Usage.English }),
	textColumn("arabic_usage", func(p *catalog.Product) *string { return &p.Usage.Arabic }),
	textColumn("english_warnings", func(p *catalog.Product) *string { return &p.Warnings.English }),
	textColumn("arabic_warnings", func(p *catalog.Product) *string { return &p.Warnings.Arabic }),
	keysColumn("concerns", "concerns_unknown", func(p *catalog.Product) *[]string { return &p.Concerns }),
	keysColumn("suits", "suits_unknown", func(p *catalog.Product) *[]string { return &p.Suits }),
	{name: "images", get: func(p *catalog.Product) string { return writeImages(p.Images) }, set: setImages},
	textColumn("store", func(p *catalog.Product) *string { return &p.StoreID }),
	{name: "status", get: func(p *catalog.Product) string { return string(p.Status) }, set: setStatus},
	textColumn("status_note", func(p *catalog.Product) *string { return &p.StatusNote }),
	exportColumn(versionColumn, func(p *catalog.Product) string { return strconv.FormatInt(p.Version, 10) }),
	exportColumn(stockColumn, func(p *catalog.Product) string { return strconv.Itoa(p.Stock) }),
	exportColumn(printColumn, nil), // a row has it by exportCells: it is made of the other cells
}

// Columns are the names of the columns in the order of the export.
func Columns() []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.name
	}
	return names
}

// textColumn is a column that is a text as it stands.
func textColumn(name string, field func(p *catalog.Product) *string) column {
	return column{name: name,
		get: func(p *catalog.Product) string { return *field(p) },
		set: func(p *catalog.Product, cell string) string { *field(p) = cell; return "" },
	}
}

// keysColumn is a column of keys between commas or semicolons; what is no key is refused by the product's check.
func keysColumn(name, code string, field func(p *catalog.Product) *[]string) column {
	return column{name: name,
		get: func(p *catalog.Product) string { return strings.Join(*field(p), ", ") },
		set: func(p *catalog.Product, cell string) string {
			var keys []string
			for _, key := range strings.FieldsFunc(cell, func(r rune) bool {
				return r == ',' || r == ';' || r == '،'
			}) {
				key = strings.ToLower(valueLabels()[name].key(key))
				if strings.ContainsAny(key, " \n\t") {
					return code
				}
				if key != "" {
					keys = append(keys, key)
				}
			}
			*field(p) = keys
			return ""
		},
	}
}

// exportColumn is a column that an import reads and never writes.
func exportColumn(name string, get func(p *catalog.Product) string) column {
	return column{name: name, get: get, set: setNothing, ofExport: true}
}

func setNothing(*catalog.Product, string) string { return "" }

// exportCells are the cells of a product's row.
func exportCells(p *catalog.Product) []string {
	cells := make([]string, len(columns))
	for i := range columns {
		if columns[i].name == printColumn {
			cells[i] = fingerprint(p)
		} else {
			cells[i] = columns[i].get(p)
		}
	}
	return cells
}

func setCategory(p *catalog.Product, cell string) string {
	p.Category = valueLabels()["category"].key(cell)
	if p.Category == "" {
		return "category_blank"
	}
	return ""
}

func setPrice(p *catalog.Product, cell string) string {
	typed := strings.TrimPrefix(number(cell), "$")
	switch {
	case typed == "":
		return "price_blank"
	case strings.HasPrefix(typed, "-"):
		if _, err := money.Parse(decimalPoint(typed[1:])); err == nil {
			return "price_min"
		}
		return "price_money"
	}
	price, err := money.Parse(decimalPoint(typed))
	if err != nil {
		return "price_money"
	}
	p.Price = price
	return ""
}

// decimalPoint reads a comma before one or two last digits as spreadsheets in many countries write it.
func decimalPoint(s string) string {
	whole, fraction, found := strings.Cut(s, ",")
	if found && (len(fraction) == 1 || len(fraction) == 2) {
		return whole + "." + fraction
	}
	return s
}

func setDiscount(p *catalog.Product, cell string) string {
	typed := strings.TrimSuffix(number(cell), "%")
	if typed == "" {
		p.Discount = 0
		return ""
	}
	n, err := strconv.Atoi(typed)
	if err != nil || n < 0 || n > 100 {
		return "discount_percent"
	}
	p.Discount = n
	return ""
}

func setForm(p *catalog.Product, cell string) string {
	p.Form = valueLabels()["form"].key(cell)
	return ""
}

func setRegulation(p *catalog.Product, cell string) string {
	p.Regulation = regulation.Class(strings.ToLower(valueLabels()["regulation"].key(cell)))
	if p.Regulation != regulation.Unclassified && !p.Regulation.Known() {
		return "regulation_unknown"
	}
	return ""
}

// setOfficialPrice reads pounds, which people group by commas.
func setOfficialPrice(p *catalog.Product, cell string) string {
	typed := strings.NewReplacer(",", "", "،", "", "٬", "").Replace(number(cell))
	if typed == "" {
		p.OfficialPrice.Pounds = 0
		return ""
	}
	pounds, err := strconv.ParseInt(typed, 10, 64)
	if err != nil {
		return "official_price_lbp_range"
	}
	p.OfficialPrice.Pounds = pounds
	return ""
}

func setVATRate(p *catalog.Product, cell string) string {
	typed := strings.TrimSuffix(number(cell), "%")
	if typed == "" {
		p.VATRate = 0
		return ""
	}
	rate, err := strconv.Atoi(typed)
	if err != nil {
		return "vat_rate_percent"
	}
	p.VATRate = rate
	return ""
}

func setStock(p *catalog.Product, cell string) string {
	typed := number(cell)
	if typed == "" {
		return "nb_in_stock_blank"
	}
	n, err := strconv.ParseInt(typed, 10, 32)
	switch {
	case err == nil && n < 0:
		return "nb_in_stock_min"
	case err != nil && allDigits(typed):
		return "nb_in_stock_max"
	case err != nil:
		return "nb_in_stock_integer"
	}
	p.Stock = int(n)
	return ""
}

func setMaxPerOrder(p *catalog.Product, cell string) string {
	typed := number(cell)
	if typed == "" {
		p.MaxPerOrder = 0
		return ""
	}
	n, err := strconv.ParseInt(typed, 10, 32)
	if err != nil {
		return "max_per_order_range"
	}
	p.MaxPerOrder = int(n)
	return ""
}

func setIngredients(p *catalog.Product, cell string) string {
	list, ok := readIngredients(cell)
	if !ok {
		return "active_ingredients_format"
	}
	p.Ingredients = list
	return ""
}

func setImages(p *catalog.Product, cell string) string {
	list, ok := readImages(cell)
	if !ok {
		return "image_broken"
	}
	p.Images = list
	return ""
}

func setStatus(p *catalog.Product, cell string) string {
	p.Status = catalog.Status(strings.ToLower(strings.TrimSpace(cell)))
	if !p.Status.Known() {
		return "status_unknown"
	}
	return ""
}

// number is a cell as a number is read: without spaces around it, in ASCII digits.
func number(cell string) string { return text.FoldDigits(strings.TrimSpace(cell)) }

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
