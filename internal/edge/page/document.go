package page

import (
	"bytes"
	"html"
	"net/http"
	"strings"

	"dawa/internal/base/text"
)

// writer puts a document together.
type writer struct{ bytes.Buffer }

func (w *writer) put(parts ...string) {
	for _, p := range parts {
		w.WriteString(p)
	}
}

// meta writes a meta element; name is "name" or "property" with its value.
func (w *writer) meta(kind, name, content string) {
	w.put(`<meta `, kind, `="`, name, `" content="`, html.EscapeString(content), `">`)
}

// data is the page data of a view.
func (s *Site) data(v view) []byte { return pageData(s.build, s.cards, v.status, v.answers) }

// write lays out the document; without a rendered screen the browser renders it. Everything that is not ours to
// choose is escaped here; the only inline script is the loader, which is always the same text.
func (s *Site) write(a address, v view, rendered []byte) []byte {
	links, screen := splitLinks(rendered)
	data := s.data(v)
	w := &writer{}
	w.Grow(4096 + len(s.built.styles) + len(data) + len(rendered))
	w.put(`<!doctype html><html lang="`, a.lang.Tag(), `" dir="`, a.lang.Dir(), `"><head><meta charset="utf-8">`,
		`<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">`,
		`<title>`, html.EscapeString(v.title), `</title>`)
	w.meta("name", "description", v.description)
	w.Write(links)
	if rendered == nil {
		// Of a rendered screen the browser finds the font as soon as it lays out the text. Asked for any earlier, the
		// font would share a weak line with the first pictures, and the first paint would wait for it.
		for _, font := range s.built.fonts[a.lang] {
			w.put(`<link rel="preload" as="font" type="font/woff2" crossorigin href="`, font, `">`)
		}
	}
	modules := s.writeStyles(w, a.route)
	w.put(`<meta name="color-scheme" content="light dark">`,
		`<meta name="theme-color" media="(prefers-color-scheme: light)" content="#0b6e4f">`,
		`<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#10201a">`)
	if s.build != "" {
		w.meta("name", "build", s.build)
	}
	if s.tagManager != "" {
		w.meta("name", "tag-manager", s.tagManager)
	}
	if s.wideRules {
		w.meta("name", "account-rules", "wide")
	}
	s.writeMetadata(w, a, v)
	modules = append(modules, s.textsOf(a)...)
	if rendered == nil {
		w.put(`<script type="module" src="`, s.built.entry.script, `"></script>`)
		for _, module := range modules {
			w.put(`<link rel="modulepreload" href="`, module, `">`)
		}
	}
	for _, i := range s.built.icons {
		w.put(`<link rel="`, i.rel, `" href="`, i.path, `"`)
		if i.kind != "" {
			w.put(` type="`, i.kind, `"`)
		}
		w.put(`>`)
	}
	w.put(`</head><body><div id="root">`)
	w.Write(screen)
	w.put(`</div><script type="application/json" id="page-data">`)
	w.Write(data)
	w.put(`</script>`)
	now := ""
	if rendered == nil {
		// The browser renders the screen: the script begins at once, the loader only tries again, and a failure
		// has to be told.
		now = ` data-now`
		w.put(`<noscript>`, html.EscapeString(s.texts.T(a.lang, "page.no_script", nil)), `</noscript>`,
			`<div id="start-failed" role="alert" hidden><p>`,
			html.EscapeString(s.texts.T(a.lang, "page.start_failed", nil)), `</p><a href="">`,
			html.EscapeString(s.texts.T(a.lang, "common.retry", nil)), `</a></div>`)
	}
	w.put(`<script data-entry="`, s.built.entry.script, `" data-ahead="`, strings.Join(modules, " "), `"`, now, `>`,
		loader, `</script>`)
	w.put(`</body></html>`)
	return w.Bytes()
}

// writeStyles writes the styles of every page and links those of the screen; it
// gives the modules that are fetched along with the entry.
func (s *Site) writeStyles(w *writer, route *Route) (modules []string) {
	ahead, styles := s.built.ahead(route)
	if s.built.styles != "" {
		w.put(`<style>`, s.built.styles, `</style>`)
	} else {
		styles = append(s.built.entry.styles[:len(s.built.entry.styles):len(s.built.entry.styles)], styles...)
	}
	for _, style := range styles {
		w.put(`<link rel="stylesheet" href="`, style, `">`)
	}
	return append(s.built.entry.modules[:len(s.built.entry.modules):len(s.built.entry.modules)], ahead...)
}

// textsOf are the modules of the messages that a screen shows.
func (s *Site) textsOf(a address) []string {
	var modules []string
	texts := s.built.texts[a.lang]
	wanted := []string{texts.first}
	if !a.route.CriticalMessages {
		wanted = append(wanted, texts.soon, texts.rest)
	}
	for _, module := range wanted {
		if module != "" {
			modules = append(modules, module)
		}
	}
	return modules
}

// listed tells whether search engines may show a page.
func listed(a address, v view) bool {
	return v.status == http.StatusOK && !a.route.Personal && !a.route.Unlisted
}

// locales are the languages as Open Graph names them.
var locales = map[text.Lang]string{text.English: "en_US", text.Arabic: "ar_LB"}
