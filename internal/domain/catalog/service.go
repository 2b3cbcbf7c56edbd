package catalog

import (
	"context"
	"crypto/rand"
	"fmt"
	"iter"
	"strings"
	"time"

	"dawa/internal/base/apperr"
)

// Service changes the catalogue. It checks what a product must be; who may do it is checked
// by the caller.
type Service struct {
	store   Store
	refresh func(ctx context.Context, ids ...string) error
	now     func() time.Time
	newID   func() string
}

// Option changes how a Service works.
type Option func(*Service)

// WithLive shows every change in the read model before the call that made it returns.
func WithLive(l *Live) Option { return func(s *Service) { s.refresh = l.Refresh } }

// WithClock takes the time from now.
func WithClock(now func() time.Time) Option { return func(s *Service) { s.now = now } }

// NewService makes a Service over a Store.
func NewService(store Store, options ...Option) *Service {
	s := &Service{store: store, now: time.Now, newID: func() string { return strings.ToLower(rand.Text()) }}
	for _, o := range options {
		o(s)
	}
	return s
}

// Product reads one product of any status from the store, for those who edit it. Shoppers are
// answered by the Snapshot.
func (s *Service) Product(ctx context.Context, id string) (*Product, error) {
	return s.store.Product(ctx, id)
}

// WithRevision reads one product with what waits for approval on it.
func (s *Service) WithRevision(ctx context.Context, id string) (*Product, error) {
	return s.store.WithRevision(ctx, id)
}

// Count says how many products there are of any status.
func (s *Service) Count(ctx context.Context) (int, error) { return s.store.Count(ctx) }

// Create adds a product as the draft describes it, with an id of its own unless the draft
// names one. A draft without a status is pending. Codes: InvalidFields, ProductCodeTaken.
func (s *Service) Create(ctx context.Context, draft *Product) (*Product, error) {
	p := draft.Clone()
	s.prepare(p)
	if p.ID == "" {
		p.ID = s.newID()
	}
	if err := p.Check(); err != nil {
		return nil, err
	}
	if err := s.store.Insert(ctx, p); err != nil {
		return nil, fmt.Errorf("adding a product: %w", err)
	}
	s.show(ctx, p.ID)
	return p, nil
}

// Update is Edit on the shop's own behalf: nothing goes into the audit log.
func (s *Service) Update(
	ctx context.Context, id string, version int64, change func(p *Product) error,
) (*Product, error) {
	return s.Edit(ctx, Edit{ID: id, Version: version, Change: change})
}

// SetStatus lists a product or removes it from the lists, with a note for whoever added it.
// Codes: ProductNotFound, StatusInvalid, ProductCodeTaken.
func (s *Service) SetStatus(ctx context.Context, id string, status Status, note string) (*Product, error) {
	if !status.Known() {
		return nil, apperr.New(apperr.StatusInvalid)
	}
	return s.Update(ctx, id, 0, func(p *Product) error {
		p.Status, p.StatusNote = status, note
		return nil
	})
}

// MoveStock adds to and takes from the stock, all moves or none. Codes: StockShort,
// ProductNotFound.
func (s *Service) MoveStock(ctx context.Context, moves ...StockMove) error {
	if err := s.store.MoveStock(ctx, moves); err != nil {
		return fmt.Errorf("moving stock: %w", err)
	}
	ids := make([]string, len(moves))
	for i, m := range moves {
		ids[i] = m.ID
	}
	s.show(ctx, ids...)
	return nil
}

// ImportOptions say how products are imported.
type ImportOptions struct {
	// Existing says what becomes of products whose id is there already.
	Existing Existing
	// Batch is how many products share a transaction; zero is 1000.
	Batch int
	// Progress, when given, is told after each batch how many products were taken so far.
	Progress func(done int)
}

// Import writes many products, a batch at a time, and reports how many it wrote. It stops at
// the first product that is not valid; earlier batches stay. Import may
// change the products it is given. The read model follows by itself.
func (s *Service) Import(
	ctx context.Context, products iter.Seq[*Product], opts ImportOptions,
) (written int, err error) {
	size := opts.Batch
	if size <= 0 {
		size = 1000
	}
	done := 0
	batch := make([]*Product, 0, size)
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		n, err := s.store.Save(ctx, batch, opts.Existing)
		if err != nil {
			return fmt.Errorf("importing products: %w", err)
		}
		written += n
		done += len(batch)
		batch = batch[:0]
		if opts.Progress != nil {
			opts.Progress(done)
		}
		return nil
	}
	for p := range products {
		s.prepare(p)
		if p.ID == "" {
			p.ID = s.newID()
		}
		if err := p.Check(); err != nil {
			return written, fmt.Errorf("importing product %d (%s): %w", done+len(batch)+1, p.Code, err)
		}
		batch = append(batch, p)
		if len(batch) == size {
			if err := flush(); err != nil {
				return written, err
			}
		}
	}
	return written, flush()
}

func (s *Service) prepare(p *Product) {
	p.normalize()
	if p.Status == "" {
		p.Status = Pending
	}
	p.classifyPlain()
	now := s.now().UTC()
	if p.CreatedAt.IsZero() {
		p.CreatedAt = now
	}
	p.UpdatedAt = now
	p.Version = 1
}

// show brings the read model up to date. The change is committed: a failure here only means
// that the read model learns of it a moment later, by itself.
func (s *Service) show(ctx context.Context, ids ...string) {
	if s.refresh != nil {
		_ = s.refresh(ctx, ids...)
	}
}
