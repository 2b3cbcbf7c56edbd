package pricelist

import (
	"context"
	"crypto/rand"
	"log/slog"
	"strings"
	"time"
	"unicode/utf8"

	"dawa/internal/base/apperr"
	"dawa/internal/base/validate"
	"dawa/internal/domain/importer"
	"dawa/internal/domain/regulation"
)

const (
	shownLists = 20
	// RowsPage is how many rows one answer holds.
	RowsPage = 25
	// storedRows bounds the rows of a kind that nothing can be done with; all are counted.
	storedRows = 2000
	// sampled is how many rows are shown while columns are chosen.
	sampled = 3
	// latest is how far ahead a list may be applied.
	latest = 366 * 24 * time.Hour
	// pollEvery finds lists whose moment has come.
	pollEvery = 2 * time.Second
	// retention is how long a list can be looked at; the audit log keeps its prices for ever.
	retention  = 400 * 24 * time.Hour
	sweepEvery = time.Hour
)

// Options is what a Service is made of.
type Options struct {
	Store Store
	// Rate is pounds per dollar now; 0 is a shop without a rate.
	Rate func() int64
	Now  func() time.Time
	Log  *slog.Logger
}

// Service brings lists in and applies them.
type Service struct{ o Options }

// New makes a Service.
func New(o Options) *Service { return &Service{o} }

func (s *Service) now() time.Time { return s.o.Now().UTC().Truncate(time.Millisecond) }

// Columns are the headings of a file, and what they are taken for.
type Columns struct {
	Headings  []string
	Suggested Mapping
	// Sample are the cells of the first rows.
	Sample [][]string
	Rows   int
}

// Columns reads the headings of a file. Codes: ImportEmpty, ImportEncoding, PriceListFormat, PriceListTooMany,
// PriceListRow.
func (s *Service) Columns(ctx context.Context, file []byte) (Columns, error) {
	remembered, err := s.o.Store.Mapping(ctx)
	if err != nil {
		return Columns{}, err
	}
	t, err := readTable(file, remembered)
	if err != nil {
		return Columns{}, err
	}
	out := Columns{Headings: t.headings, Suggested: suggest(t.headings, remembered), Rows: len(t.rows)}
	for _, row := range t.rows[:min(len(t.rows), sampled)] {
		cells := make([]string, len(t.headings))
		for i := range cells {
			if i < len(row.Cells) {
				cells[i] = clip(row.Cells[i].Text)
			}
		}
		out.Sample = append(out.Sample, cells)
	}
	return out, nil
}

// Draft is a file with what somebody said about it.
type Draft struct {
	File     []byte
	FileName string
	Mapping  Mapping
	// Source says where the list was published.
	Source string
	// ValidFrom is the day of prices without a date of their own.
	ValidFrom string
	By        string
}

// Compare reads a file, compares it with the catalogue and stores the outcome; no price changes. Codes: those of
// Columns, and InvalidFields.
func (s *Service) Compare(ctx context.Context, draft Draft) (*List, error) {
	bad := map[string]string{}
	draft.Source = validate.Clean(draft.Source)
	if draft.Source == "" {
		bad["source"] = "price_list_source_blank"
	} else if utf8.RuneCountInString(draft.Source) > regulation.MaxSource {
		bad["source"] = "official_price_source_max"
	}
	if !regulation.IsDay(draft.ValidFrom) {
		bad["valid_from"] = "official_price_from_date"
	}
	if len(bad) > 0 {
		return nil, apperr.Invalid(bad)
	}
	remembered, err := s.o.Store.Mapping(ctx)
	if err != nil {
		return nil, err
	}
	t, err := readTable(draft.File, remembered)
	if err != nil {
		return nil, err
	}
	columns, err := draft.Mapping.columns(t.headings)
	if err != nil {
		return nil, err
	}
	var products []Product
	if err := s.o.Store.EachProduct(ctx, func(p Product) { products = append(products, p) }); err != nil {
		return nil, err
	}
	rows, counts := compare(t, columns, products, draft.ValidFrom, s.o.Rate())
	list := &List{
		ID: strings.ToLower(rand.Text()), State: Compared, FileName: clip(draft.FileName), Source: draft.Source,
		By: draft.By, CreatedAt: s.now(), Counts: counts,
	}
	return list, s.o.Store.Create(ctx, list, bounded(rows), draft.Mapping)
}

// bounded leaves the first rows of each kind that nothing can be done with.
func bounded(rows []Row) []Row {
	seen := map[Kind]int{}
	left := rows[:0]
	for _, row := range rows {
		if seen[row.Kind]++; row.Kind == Change || seen[row.Kind] <= storedRows {
			left = append(left, row)
		}
	}
	return left
}

// Lists gives the latest lists, the newest first.
func (s *Service) Lists(ctx context.Context) ([]List, error) { return s.o.Store.Lists(ctx, shownLists) }

// List gives a list with one page of its rows of a kind; pages count from 1. Code: PriceListNotFound.
func (s *Service) List(ctx context.Context, id string, kind Kind, page int) (*List, []Row, int, error) {
	list, err := s.o.Store.List(ctx, id)
	if err != nil {
		return nil, nil, 0, err
	}
	rows, total, err := s.o.Store.Rows(ctx, id, kind, RowsPage, (page-1)*RowsPage)
	return list, rows, total, err
}

// Approve lets a list be applied, now or later. Codes: InvalidFields, PriceListNotFound, PriceListState,
// PriceListNothing.
func (s *Service) Approve(ctx context.Context, id string, approval Approval) (*List, error) {
	now := s.now()
	if approval.At.After(now.Add(latest)) {
		return nil, apperr.Invalid(map[string]string{"at": "price_list_moment"})
	}
	if approval.At.Before(now) {
		approval.At = time.Time{}
	}
	if err := s.o.Store.Schedule(ctx, id, approval); err != nil {
		return nil, err
	}
	return s.o.Store.List(ctx, id)
}

// Cancel drops a list of which nothing was applied yet. Codes: PriceListNotFound, PriceListState.
func (s *Service) Cancel(ctx context.Context, id, by string) (*List, error) {
	if err := s.o.Store.Cancel(ctx, id, by, s.now()); err != nil {
		return nil, err
	}
	return s.o.Store.List(ctx, id)
}

// Run applies lists at their moment until ctx ends. Every server runs it; each row is applied by one of them.
func (s *Service) Run(ctx context.Context) {
	woken, end := s.o.Store.Subscribe()
	defer end()
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	var swept time.Time
	failing := false
	for {
		err := s.ApplyDue(ctx)
		if now := s.now(); err == nil && now.Sub(swept) > sweepEvery {
			swept = now
			err = s.o.Store.Sweep(ctx, now.Add(-retention))
		}
		if err != nil && ctx.Err() == nil && !failing {
			s.o.Log.WarnContext(ctx, "applying official prices", slog.Any("error", err))
		}
		failing = err != nil
		select {
		case <-ctx.Done():
			return
		case <-woken:
		case <-tick.C:
		}
	}
}

// ApplyDue applies the lists whose moment has come, in transactions of the size that imports have.
func (s *Service) ApplyDue(ctx context.Context) error {
	size := importer.FirstRows
	for {
		began := s.o.Now()
		more, err := s.o.Store.ApplyNext(ctx, size, s.now(), Decide)
		if err != nil || !more {
			return err
		}
		size = importer.NextSize(size, s.o.Now().Sub(began))
	}
}
