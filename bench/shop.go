package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"dawa/internal/app/demo"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/search"
	"dawa/internal/edge/httpapi"
	"dawa/internal/edge/page"
)

// seed makes the generated products the same in every run.
const seed = 1

// source is a catalogue that is made up as it is read, so that even a million products take no more room
// than the shop itself needs for them.
type source struct {
	products int
	mu       sync.Mutex
	changed  map[string]*catalog.Product
}

func (s *source) Position(context.Context) (catalog.Position, error) { return 0, nil }

func (s *source) EachApproved(_ context.Context, _ int, yield func(part int, p *catalog.Product) error) error {
	made, err := demo.Generate(seed, s.products)
	if err != nil {
		return err
	}
	for p := range made {
		p.Status, p.Version = catalog.Approved, 1
		if err := yield(0, p); err != nil {
			return err
		}
	}
	return nil
}

func (s *source) Products(_ context.Context, ids []string) ([]*catalog.Product, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []*catalog.Product
	for _, id := range ids {
		if p, ok := s.changed[id]; ok {
			found = append(found, p)
		}
	}
	return found, nil
}

func (s *source) ChangesSince(_ context.Context, after catalog.Position) (catalog.ChangeSet, error) {
	return catalog.ChangeSet{Next: after}, nil
}

func (s *source) Fingerprint(context.Context) (catalog.Fingerprint, error) {
	return catalog.Fingerprint{}, nil
}

func (s *source) ForgetChanges(context.Context, time.Time) error { return nil }

func (s *source) Changed() (woken <-chan struct{}, end func()) { return nil, func() {} }

// shop is the catalogue, the search and the edge in front of them, without a database or a network.
type shop struct {
	source *source
	live   *catalog.Live
	finder *search.Live
	labels *search.Labels
	api    http.Handler
}

func newShop(ctx context.Context, products int) (*shop, error) {
	texts, err := text.LoadCatalogue()
	if err != nil {
		return nil, fmt.Errorf("loading the texts: %w", err)
	}
	s := &shop{
		source: &source{products: products, changed: map[string]*catalog.Product{}},
		labels: search.NewLabels(texts).WithTexts(httpapi.LongTexts),
	}
	s.live = catalog.NewLive(s.source, httpapi.AppendProduct, catalog.LiveOptions{Detail: httpapi.AppendProductDetail})
	s.finder = search.NewLive(s.labels)
	s.live.Watch(s.finder.See)
	if err := s.live.Load(ctx); err != nil {
		return nil, err
	}
	s.api, err = httpapi.New(httpapi.Options{
		Log: slog.New(slog.DiscardHandler), Texts: texts, Reads: httpapi.NewReads(s.live, s.finder, nil),
		Pages: noPages{},
	})
	if err != nil {
		return nil, fmt.Errorf("preparing the edge: %w", err)
	}
	return s, nil
}

// noPages stands where documents would come from; nothing here asks for one.
type noPages struct{}

func (noPages) Cached(*http.Request, string) (page.Document, bool)    { return page.Document{}, false }
func (noPages) Document(*http.Request, string) (page.Document, error) { return page.Document{}, nil }

// change renames a product, or sells the last piece of it, and shows it. All else stays as it is, or the search would
// have more to take in than what the table names.
func (s *shop) change(ctx context.Context, it *catalog.Item, name string, stock int) error {
	var said struct {
		EnglishDescription string `json:"english_description"`
		ArabicDescription  string `json:"arabic_description"`
		EnglishUsage       string `json:"english_usage"`
		ArabicUsage        string `json:"arabic_usage"`
	}
	if err := json.Unmarshal(it.AppendDetail(nil), &said); err != nil {
		return fmt.Errorf("reading %s: %w", it.ID, err)
	}
	p := &catalog.Product{
		ID: it.ID, Code: it.Code, Name: text.Pair{English: name, Arabic: it.Name.Arabic}, Brand: it.Brand,
		Description: text.Pair{English: said.EnglishDescription, Arabic: said.ArabicDescription},
		Usage:       text.Pair{English: said.EnglishUsage, Arabic: said.ArabicUsage},
		Category:    it.Category, Price: it.Price, Discount: it.Discount, Stock: stock, Images: it.Images,
		Ingredients: it.Ingredients, Form: it.Form, PackSize: it.PackSize, Concerns: it.Concerns, Suits: it.Suits,
		Status: catalog.Approved, Regulation: it.Regulation, Version: it.Version + 1, CreatedAt: it.CreatedAt,
	}
	s.source.mu.Lock()
	s.source.changed[p.ID] = p
	s.source.mu.Unlock()
	return s.live.Refresh(ctx, p.ID)
}
