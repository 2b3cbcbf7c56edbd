package page

import (
	"context"
	"net/http"
	"net/url"

	"dawa/internal/text"
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
	route       Route
	status      int
	title       string
	description string
	data        []byte
}

// answer is what a route's data function found.
type answer struct {
	// found is false when the thing that the address names does not exist.
	found bool
	// name is the title and fills {name} in the description.
	name string
	// description replaces the one from the catalogue of texts.
	description string
	answers     []served
}

func (s *Site) view(r *http.Request, lang text.Lang) view {
	route, values, known := find(r.URL)
	v := view{route: route, status: http.StatusOK}
	if !known {
		v.status = http.StatusNotFound
	}
	var a answer
	if route.data != nil && s.calls != nil {
		a = route.data(s, &request{Context: r.Context(), lang: lang, values: values, query: r.URL.Query()})
		if !a.found {
			v.status = http.StatusNotFound
		}
	}
	v.data = pageData(v.status, a.answers)
	v.title, v.description = s.head(lang, route, a)
	return v
}

// head chooses title and description, as the frontend does when one moves on from
// page to page. A thing that was not found has no name to put there.
func (s *Site) head(lang text.Lang, route Route, a answer) (title, description string) {
	title = s.texts.T(lang, route.Title, nil)
	switch {
	case route.data != nil && s.calls != nil && !a.found:
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
