package page

import (
	"bytes"
	"html"

	"dawa/internal/text"
)

// write lays out the document. Everything that is not ours to choose is escaped
// here; there is no inline script for anything to break out into.
func (s *Site) write(lang text.Lang, v view, drawn []byte) []byte {
	var b bytes.Buffer
	b.Grow(2048 + len(v.data) + len(drawn))
	put := func(parts ...string) {
		for _, p := range parts {
			b.WriteString(p)
		}
	}
	put(`<!doctype html><html lang="`, lang.Tag(), `" dir="`, lang.Dir(), `"><head><meta charset="utf-8">`,
		`<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">`,
		`<title>`, html.EscapeString(v.title), `</title>`,
		`<meta name="description" content="`, html.EscapeString(v.description), `">`,
		`<meta name="color-scheme" content="light dark">`,
		`<meta name="theme-color" media="(prefers-color-scheme: light)" content="#0b6e4f">`,
		`<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#10201a">`)
	if v.route.Personal || v.status != 200 {
		put(`<meta name="robots" content="noindex">`)
	}
	for _, font := range s.built.fonts[lang] {
		put(`<link rel="preload" as="font" type="font/woff2" crossorigin href="`, font, `">`)
	}
	modules, styles := s.built.ahead(v.route.Source)
	for _, style := range append(s.built.entry.styles[:len(s.built.entry.styles):len(s.built.entry.styles)], styles...) {
		put(`<link rel="stylesheet" href="`, style, `">`)
	}
	put(`<script type="module" src="`, s.built.entry.script, `"></script>`)
	for _, module := range append(s.built.entry.modules[:len(s.built.entry.modules):len(s.built.entry.modules)], modules...) {
		put(`<link rel="modulepreload" href="`, module, `">`)
	}
	texts := s.built.texts[lang]
	if texts.first != "" {
		put(`<link rel="modulepreload" href="`, texts.first, `">`)
	}
	if texts.rest != "" && !v.route.FirstTexts {
		put(`<link rel="modulepreload" href="`, texts.rest, `">`)
	}
	for _, i := range s.built.icons {
		put(`<link rel="`, i.rel, `" href="`, i.path, `"`)
		if i.kind != "" {
			put(` type="`, i.kind, `"`)
		}
		put(`>`)
	}
	put(`</head><body><div id="root">`)
	b.Write(drawn)
	put(`</div><script type="application/json" id="page-data">`)
	b.Write(v.data)
	put(`</script><noscript>`, html.EscapeString(s.texts.T(lang, "page.no_script", nil)), `</noscript></body></html>`)
	return b.Bytes()
}
