package httpapi

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/edge/serve"
)

// Bounds of what a list may be asked, as the contract states them.
const (
	maxPage       = 1_000_000
	maxBrandsText = 1000
	maxDollars    = money.Cents(100_000_000)
)

// values reads the query of a request. What is no query, or no text, is refused
// here, so that handlers only meet readable values.
func values(r *http.Request) (url.Values, error) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, apperr.Wrap(apperr.BadQuery, err)
	}
	return query, readableValues(query)
}

// readableValues refuses a query that is not text.
func readableValues(query url.Values) error {
	for name, list := range query {
		if !utf8.ValidString(name) || slices.ContainsFunc(list, func(v string) bool { return !utf8.ValidString(v) }) {
			return apperr.New(apperr.BadQuery)
		}
	}
	return nil
}

// readPage reads page and limit as how many to give and how many to leave out before them; the pages
// begin at 1.
func readPage(query url.Values, otherwise, maxLimit int) (limit, offset int, err error) {
	page, err := whole(query, "page", 1, maxPage, 1, apperr.BadPage)
	if err != nil {
		return 0, 0, err
	}
	limit, err = whole(query, "limit", 1, maxLimit, otherwise, apperr.BadLimit)
	return limit, (page - 1) * limit, err
}

// listPart answers a part of a list, and how long the list is. No cache stores it.
func listPart(items any, total int) (serve.Reply, error) {
	out, err := serve.NoStoreJSON(items)
	out.Set("X-Total-Count", strconv.Itoa(total))
	return out, err
}

// whole reads a whole number between two bounds; absent is the default. Anything
// else is refused with the code.
func whole(query url.Values, name string, low, high, otherwise int, code apperr.Code) (int, error) {
	if !query.Has(name) {
		return otherwise, nil
	}
	n, err := strconv.Atoi(query.Get(name))
	if err != nil || n < low || n > high {
		return 0, apperr.New(code)
	}
	return n, nil
}

// readFilter reads what narrows and orders a list.
func readFilter(lang text.Lang, query url.Values) (catalog.Filter, error) {
	f := catalog.Filter{Lang: lang}
	var err error
	if f.Brands, err = readBrands(query); err != nil {
		return f, err
	}
	if f.MinPrice, err = dollars(query, "min_price"); err != nil {
		return f, err
	}
	if f.MaxPrice, err = dollars(query, "max_price"); err != nil {
		return f, err
	}
	if f.MinPrice != nil && f.MaxPrice != nil && *f.MinPrice > *f.MaxPrice {
		return f, apperr.New(apperr.BadPriceRange)
	}
	if err := readKeys(query, &f); err != nil {
		return f, err
	}
	if query.Has("sort") {
		f.Sort = catalog.Sort(query.Get("sort"))
		if f.Sort == "" || !f.Sort.Known() {
			return f, apperr.New(apperr.BadSort)
		}
	}
	return f, nil
}

// readKeys reads the concern, the form and whom it suits, and whether it must be in stock.
func readKeys(query url.Values, f *catalog.Filter) error {
	f.Concern, f.Form, f.Suits = query.Get("concern"), query.Get("form"), query.Get("suits")
	switch {
	case f.Concern != "" && !contract.Concerns().Carries(f.Concern):
		return unknownKey("concern", "concerns_unknown")
	case f.Form != "" && !slices.Contains(contract.Shop().DosageForms, f.Form):
		return unknownKey("form", "form_unknown")
	case f.Suits != "" && !slices.Contains(contract.Suits(), f.Suits):
		return unknownKey("suits", "suits_unknown")
	}
	switch query.Get("in_stock") {
	case "", "0", "false":
	case "1", "true":
		f.InStock = true
	default:
		return apperr.New(apperr.BadQuery)
	}
	return nil
}

func unknownKey(field, code string) error {
	return apperr.New(apperr.InvalidInput).WithFields(map[string]string{field: code})
}

func readBrands(query url.Values) ([]string, error) {
	list := query.Get("brands")
	if list == "" {
		return nil, nil
	}
	if utf8.RuneCountInString(list) > maxBrandsText {
		return nil, apperr.Wrap(apperr.InvalidInput, fmt.Errorf("brands is %d bytes long", len(list)))
	}
	var brands []string
	for name := range strings.SplitSeq(list, ",") {
		if key := catalog.BrandKey(name); key != "" && !slices.Contains(brands, key) {
			brands = append(brands, key)
		}
	}
	return brands, nil
}

// dollars reads a bound of the price; nil is none.
func dollars(query url.Values, name string) (*money.Cents, error) {
	if !query.Has(name) {
		return nil, nil
	}
	c, err := money.Parse(query.Get(name))
	if err != nil || c > maxDollars {
		return nil, apperr.New(apperr.BadPriceRange)
	}
	return &c, nil
}

// readCategory reads the category that narrows another list; "" is none.
func readCategory(query url.Values) (string, error) {
	if !query.Has("category") {
		return "", nil
	}
	category := query.Get("category")
	if !catalog.IsCategory(category) {
		return "", apperr.New(apperr.InvalidInput).WithFields(map[string]string{"category": "category_unknown"})
	}
	return category, nil
}

// language is the display language of the request.
func language(r *http.Request) text.Lang {
	c, err := r.Cookie(contract.Shop().Languages.Cookie)
	if err != nil {
		return text.English
	}
	lang, _ := text.ParseLang(c.Value)
	return lang
}
