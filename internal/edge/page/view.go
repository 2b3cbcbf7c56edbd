package page

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"

	"github.com/zeebo/xxh3"

	"dawa/contract"
	"dawa/internal/base/text"
)

// request is what a page's data is asked for.
type request struct {
	context.Context
	lang   text.Lang
	values map[string]string // parts of the path
	query  url.Values
}

// view is one page, ready to be written.
type view struct {
	status      int
	title       string
	description string
	data        []byte
	answers     []served
	// picture is the path of a picture of what the page shows, or "".
	picture string
	// facts are what the page tells machines, as schema.org names it.
	facts []any
	// drawable says that the server draws the screen, lasting that the document is
	// worth keeping.
	drawable, lasting bool
}

// answer is what a route's data function found.
type answer struct {
	// found is false when the thing that the address names does not exist.
	found bool
	// refused says that a call could not be answered: the browser will ask again and
	// show why.
	refused bool
	// name is the title and fills {name} in the description.
	name string
	// description replaces the one from the catalogue of texts.
	description string
	picture     string
	facts       []any
	answers     []served
}

func (s *Site) view(ctx context.Context, a address) view {
	v := view{status: http.StatusOK}
	if !a.known {
		v.status = http.StatusNotFound
	}
	var found answer
	asked := a.route.data != nil && s.calls != nil
	if asked {
		found = a.route.data(s, &request{Context: ctx, lang: a.lang, values: a.values, query: a.query})
		if !found.found {
			v.status = http.StatusNotFound
		}
	}
	v.answers = found.answers
	v.data = pageData(v.status, found.answers)
	v.title, v.description = s.head(a.lang, a.route, found, asked)
	v.picture, v.facts = found.picture, found.facts
	// Names that nobody gave to anything are not worth an engine's time or a place.
	v.lasting = !found.refused && (found.found || !asked)
	v.drawable = a.route.Drawn && v.lasting
	return v
}

// head chooses title and description, as the frontend does when one moves on from
// page to page. A thing that was not found has no name to put there.
func (s *Site) head(lang text.Lang, route *Route, a answer, asked bool) (title, description string) {
	title = s.texts.T(lang, route.Title, nil)
	switch {
	case asked && !a.found:
		title = s.texts.T(lang, missing.Title, nil)
	case a.name != "":
		title = a.name
	}
	description = a.description
	if key := route.Title + "_description"; description == "" && s.texts.Has(key) {
		description = s.texts.T(lang, key, map[string]any{"name": title})
	}
	if description == "" {
		description = s.texts.T(lang, "page.home_description", nil)
	}
	shop := s.texts.T(lang, "common.site_name", nil)
	if route.Path == "/" {
		return shop + " · " + s.texts.T(lang, "common.tagline", nil), description
	}
	return title + " · " + shop, description
}

// digest is a number that changes with anything in the page.
func (v view) digest() uint64 {
	h := xxh3.New()
	_, _ = h.WriteString(strconv.Itoa(v.status) + "\x00" + v.title + "\x00" + v.description + "\x00" + v.picture + "\x00")
	_, _ = h.Write(v.data)
	return h.Sum64()
}

// shown is a number that changes exactly when the page shows other products, or a
// shown product has another price or says something else about its stock. Above the
// most that an order holds, one piece more or less says nothing.
func (v view) shown() uint64 {
	h := xxh3.New()
	_, _ = h.WriteString(strconv.Itoa(v.status))
	most := float64(contract.Shop().Quantity.Max)
	for _, a := range v.answers {
		var body any
		if json.NewDecoder(bytes.NewReader(a.Body)).Decode(&body) == nil {
			eachProduct(body, func(p map[string]any) {
				stock, _ := p["nb_in_stock"].(float64)
				line, _ := json.Marshal([]any{p["id"], p["price"], p["discount"], p["discounted_price"], p["max_per_order"], min(stock, most)})
				_, _ = h.Write(line)
			})
		}
	}
	return h.Sum64()
}

// eachProduct finds the products in the answer of a call.
func eachProduct(body any, see func(map[string]any)) {
	switch body := body.(type) {
	case []any:
		for _, v := range body {
			eachProduct(v, see)
		}
	case map[string]any:
		if _, is := body["nb_in_stock"]; is {
			see(body)
			return
		}
		for _, name := range []string{"product", "products"} {
			eachProduct(body[name], see)
		}
	}
}
