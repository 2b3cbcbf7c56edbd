package httpapi

import (
	"bufio"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"dawa/contract"
	"dawa/internal/domain/catalog"
	"dawa/internal/edge/page"
	"dawa/internal/edge/serve"
)

// slotReader reads the catalogue slot by slot, so that a product stays in the same part of the
// sitemap when others are added or removed.
type slotReader interface {
	Slots() int
	At(slot uint32) *catalog.Item
}

const (
	// sitemapPart is how many products one file of the sitemap may name: with the
	// addresses in each language some six megabytes, an eighth of what is allowed.
	sitemapPart = 10_000
	// sitemapsAtOnce bounds how many are being written: crawlers can wait.
	sitemapsAtOnce = 2
)

// sitemaps writes the map of the shop for search engines, straight to the
// connection: a million products take no more memory than one.
type sitemaps struct {
	baseURL string
	places  chan struct{}
}

func newSitemaps(baseURL string) *sitemaps {
	return &sitemaps{baseURL: strings.TrimRight(baseURL, "/"), places: make(chan struct{}, sitemapsAtOnce)}
}

// sitemapIndex names the parts.
func (a *API) sitemapIndex(w http.ResponseWriter, r *http.Request) {
	a.sendSitemap(w, r, func(out io.Writer) error {
		return a.sitemaps.writeIndex(out, a.reads.catalogue.Snapshot())
	})
}

// sitemapPart writes one part: the pages, or products-1.xml and so on.
func (a *API) sitemapPart(w http.ResponseWriter, r *http.Request) {
	part, snapshot := r.PathValue("part"), a.reads.catalogue.Snapshot()
	if part == "pages.xml" {
		a.sendSitemap(w, r, func(out io.Writer) error { return a.sitemaps.writePages(out, snapshot) })
		return
	}
	number, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(part, "products-"), ".xml"))
	if err != nil || part != "products-"+strconv.Itoa(number)+".xml" || number < 1 || number > partsOf(snapshot) {
		a.page(w, r) // says that there is no such page
		return
	}
	a.sendSitemap(w, r, func(out io.Writer) error { return a.sitemaps.writeProducts(out, snapshot, number) })
}

func (a *API) sendSitemap(w http.ResponseWriter, r *http.Request, write func(io.Writer) error) {
	a.stack.SetRoute(r, routeSitemap)
	select {
	case a.sitemaps.places <- struct{}{}:
		defer func() { <-a.sitemaps.places }()
	default:
		a.stack.Send(w, r, a.stack.Refuse(r, serve.ErrLaneFull))
		return
	}
	out := serve.Reply{
		ContentType: "application/xml; charset=utf-8", Stream: func(_ context.Context, to io.Writer) error {
			buffered := bufio.NewWriterSize(to, 32<<10)
			return errors.Join(write(buffered), buffered.Flush())
		},
	}
	out.Set("Cache-Control", "public, max-age=3600")
	a.stack.Send(w, r, out)
}

func partsOf(s slotReader) int { return max(1, (s.Slots()+sitemapPart-1)/sitemapPart) }

const (
	xmlHead    = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"
	indexOpen  = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n"
	urlSetOpen = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" ` +
		`xmlns:xhtml="http://www.w3.org/1999/xhtml">` + "\n"
)

func (m *sitemaps) writeIndex(w io.Writer, s slotReader) error {
	entry := func(name string) string {
		return "<sitemap><loc>" + escapeXML(m.baseURL+"/sitemap/"+name) + "</loc></sitemap>\n"
	}
	if _, err := io.WriteString(w, xmlHead+indexOpen+entry("pages.xml")); err != nil {
		return err
	}
	for number := 1; number <= partsOf(s); number++ {
		if _, err := io.WriteString(w, entry("products-"+strconv.Itoa(number)+".xml")); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "</sitemapindex>\n")
	return err
}

func (m *sitemaps) writePages(w io.Writer, s *catalog.Snapshot) error {
	shop := contract.Shop()
	paths := page.ListedPaths()
	for _, category := range shop.Categories {
		paths = append(paths, "/product/category/"+url.PathEscape(category))
	}
	for _, brand := range shop.Brands {
		paths = append(paths, "/brand/"+url.PathEscape(brand.Key))
	}
	for _, key := range allConcernKeys() {
		if s.HasConcern(key) { // an empty list is nothing to find
			paths = append(paths, "/concern/"+url.PathEscape(key))
		}
	}
	if _, err := io.WriteString(w, xmlHead+urlSetOpen); err != nil {
		return err
	}
	for _, path := range paths {
		if err := m.writeEntry(w, path); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "</urlset>\n")
	return err
}

func (m *sitemaps) writeProducts(w io.Writer, s slotReader, number int) error {
	if _, err := io.WriteString(w, xmlHead+urlSetOpen); err != nil {
		return err
	}
	for slot := (number - 1) * sitemapPart; slot < min(number*sitemapPart, s.Slots()); slot++ {
		if it := s.At(uint32(slot)); it != nil {
			if err := m.writeEntry(w, "/product/"+url.PathEscape(it.ID)); err != nil {
				return err
			}
		}
	}
	_, err := io.WriteString(w, "</urlset>\n")
	return err
}

// writeEntry names one page and where it is read in each language.
func (m *sitemaps) writeEntry(w io.Writer, path string) error {
	address := escapeXML(m.baseURL + path)
	_, err := io.WriteString(w, "<url><loc>"+address+"</loc>"+
		`<xhtml:link rel="alternate" hreflang="en" href="`+address+`?lang=en"/>`+
		`<xhtml:link rel="alternate" hreflang="ar" href="`+address+`?lang=ar"/>`+
		`<xhtml:link rel="alternate" hreflang="x-default" href="`+address+`"/></url>`+"\n")
	return err
}

func escapeXML(text string) string {
	if !strings.ContainsAny(text, `<>&"'`) {
		return text
	}
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text))
	return b.String()
}
