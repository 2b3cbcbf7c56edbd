// Package rates is the shop's exchange rate: pounds per dollar. Rates are only ever added; the newest one holds for
// everybody from the moment it was written.
package rates

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/follow"
	"dawa/internal/base/money"
)

// Rate is pounds per dollar, from when, and by whom. The zero value is a shop without a rate.
type Rate struct {
	// Number grows by one with every rate.
	Number          int64
	PoundsPerDollar int64
	// Since is by the clock of the database, so that it is the same for every server.
	Since time.Time
	// SetBy is the id of a user, SetByName their username; a user who is gone has no name.
	SetBy, SetByName string
}

// Known tells whether the shop has a rate.
func (r Rate) Known() bool { return r.PoundsPerDollar > 0 }

// Settings are what a shop chooses about pounds.
type Settings struct {
	// Step is what amounts in pounds are rounded up to.
	Step int64
	// MaxAge is how old a rate may be before the overview warns; 0 never warns.
	MaxAge time.Duration
	// BesidePrices shows pounds beside every price, not only beside totals.
	BesidePrices bool
}

const (
	// Pounds per dollar lie between these: fewer or more are a slip of the hand.
	minRate = 1_000
	maxRate = 10_000_000
	// A rate that is further than this percentage from the one before has to be confirmed.
	suspiciousPercent = 30
	// listed is how many rates are shown.
	listed = 30
)

// Store keeps rates.
type Store interface {
	// Current reads the newest rate; none is the zero Rate.
	Current(ctx context.Context) (Rate, error)
	// Add writes the next rate: check is given the newest one and may refuse. The moment is the database's.
	Add(ctx context.Context, poundsPerDollar int64, by string, check func(current Rate) error) (Rate, error)
	// List reads the newest rates, the newest first.
	List(ctx context.Context, limit int) ([]Rate, error)
	// Changed wakes whoever follows the rates, on every server.
	Changed() (woken <-chan struct{}, end func())
}

// Service knows the rate that holds now. Orders read it again in their own transaction; what Current gives is for
// showing. It is safe for concurrent use; a nil Service has no rate.
type Service struct {
	store    Store
	settings Settings
	now      func() time.Time
	current  atomic.Pointer[Rate]
	// refreshing serialises Refresh: who reads later shows later.
	refreshing sync.Mutex
	watchers   []func(Rate)
}

// New makes a Service. watchers are called with every new rate; a nil now is the clock.
func New(store Store, settings Settings, now func() time.Time, watchers ...func(Rate)) *Service {
	if now == nil {
		now = time.Now
	}
	s := &Service{store: store, settings: settings, now: now, watchers: watchers}
	s.current.Store(&Rate{})
	return s
}

// Settings are the shop's.
func (s *Service) Settings() Settings {
	if s == nil {
		return Settings{}
	}
	return s.settings
}

// Current is the rate that holds now.
func (s *Service) Current() Rate {
	if s == nil {
		return Rate{}
	}
	return *s.current.Load()
}

// Pounds is an amount at the current rate, rounded up to the shop's step; 0 without a rate.
func (s *Service) Pounds(c money.Cents) money.Pounds {
	return money.InPounds(c, s.Current().PoundsPerDollar, s.Settings().Step)
}

// Stale tells whether a rate is older than the shop allows.
func (s *Service) Stale(r Rate) bool {
	return s != nil && r.Known() && s.settings.MaxAge > 0 && s.now().Sub(r.Since) > s.settings.MaxAge
}

// List gives the newest rates, the newest first.
func (s *Service) List(ctx context.Context) ([]Rate, error) { return s.store.List(ctx, listed) }

// Set makes a rate hold from now on. One that is far from the rate before must be confirmed. Codes: InvalidFields;
// RateSuspicious with the detail "current".
func (s *Service) Set(ctx context.Context, poundsPerDollar int64, by string, confirmed bool) (Rate, error) {
	if poundsPerDollar < minRate || poundsPerDollar > maxRate {
		return Rate{}, apperr.Invalid(map[string]string{"lbp_per_usd": "rate_range"})
	}
	rate, err := s.store.Add(ctx, poundsPerDollar, by, func(current Rate) error {
		if !confirmed && current.Known() && suspicious(current.PoundsPerDollar, poundsPerDollar) {
			return apperr.New(apperr.RateSuspicious).WithDetail("current", current.PoundsPerDollar)
		}
		return nil
	})
	if err != nil {
		return Rate{}, fmt.Errorf("setting the rate: %w", err)
	}
	return rate, s.Refresh(ctx)
}

// suspicious tells whether a number is more than suspiciousPercent away from the one before.
func suspicious(before, now int64) bool {
	return max(now-before, before-now)*100 > before*suspiciousPercent
}

// Refresh reads the newest rate and tells the watchers when it is another.
func (s *Service) Refresh(ctx context.Context) error {
	s.refreshing.Lock()
	defer s.refreshing.Unlock()
	rate, err := s.store.Current(ctx)
	if err != nil {
		return fmt.Errorf("reading the rate: %w", err)
	}
	if before := s.Current(); before.Number != rate.Number {
		s.current.Store(&rate)
		for _, tell := range s.watchers {
			tell(rate)
		}
	}
	return nil
}

// refreshEvery finds rates whose notification was lost.
const refreshEvery = 5 * time.Second

// Follow keeps Current up to date until ctx ends.
func (s *Service) Follow(ctx context.Context, log *slog.Logger) {
	woken, end := s.store.Changed()
	defer end()
	follow.Changes(ctx, log, "the exchange rate", woken, refreshEvery, s.Refresh)
}

// PriceStore derives the prices of medicines: official pounds at the newest rate, as money.InCents rounds them.
type PriceStore interface {
	// Reprice gives at most limit medicines the price of the newest rate, in one transaction, and says how many.
	Reprice(ctx context.Context, limit int, at time.Time) (changed int, err error)
}

// repriced is how many medicines one transaction reprices: few enough for orders to wait for it unnoticed.
const repriced = 200

// Reprice gives all medicines the price of the newest rate, in transactions of bounded size, and says how many had
// another one.
func (s *Service) Reprice(ctx context.Context, prices PriceStore) (total int, err error) {
	for {
		changed, err := prices.Reprice(ctx, repriced, s.now())
		total += changed
		if err != nil || changed < repriced {
			return total, err
		}
	}
}
