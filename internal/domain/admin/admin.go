// Package admin answers what the shop's admins ask about the whole shop: the table of all products, the
// day at a glance, and how complete the catalogue is in both languages.
package admin

import (
	"time"

	"dawa/internal/domain/catalog"
	"dawa/internal/domain/search"
)

// LowStock is how many pieces are few: what has no more is about to run out, or did.
const LowStock = 5

// Catalogue is what the shop sells now.
type Catalogue interface {
	Snapshot() *catalog.Snapshot
}

// Finder finds what is on sale.
type Finder interface {
	Index() *search.Index
}

// Service answers questions about the whole shop. Its callers are admins.
type Service struct {
	store        Store
	catalogue    Catalogue
	finder       Finder
	translations *translationIndex
	now          func() time.Time
}

// New makes a Service.
func New(books Store, source catalog.Source, catalogue Catalogue, finder Finder) *Service {
	return &Service{
		store: books, catalogue: catalogue, finder: finder, now: time.Now,
		translations: newTranslationIndex(source, books),
	}
}
