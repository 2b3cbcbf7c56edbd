// Package desk is the catalogue desk of the shop's admins: the table of all products, the day at a
// glance, the catalogue as a spreadsheet in both directions, and the meter of translations.
package desk

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

// Finder finds what is on the shelves.
type Finder interface {
	Index() *search.Index
}

// Service answers the desk's questions. Its callers are admins.
type Service struct {
	books     Books
	catalogue Catalogue
	finder    Finder
	meter     *meter
	now       func() time.Time
	// exports bounds how many files are written at a time: each reads the whole catalogue.
	exports chan struct{}
}

// New makes a Service.
func New(books Books, source catalog.Source, catalogue Catalogue, finder Finder) *Service {
	return &Service{
		books: books, catalogue: catalogue, finder: finder, now: time.Now,
		meter: newMeter(source, books), exports: make(chan struct{}, exportsAtOnce),
	}
}
