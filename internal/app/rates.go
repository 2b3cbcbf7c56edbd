package app

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"dawa/contract"
	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/settings"
	"dawa/internal/domain/rates"
)

// Pounds is what the server can be told about pounds.
type Pounds struct {
	RateMaxAge         time.Duration `help:"${help_rate_age}" default:"24h" env:"DAWA_RATE_MAX_AGE" placeholder:"24h"`
	PoundsStep         int64         `help:"${help_pounds_step}" default:"1000" env:"DAWA_POUNDS_STEP" placeholder:"N"`
	PoundsBesidePrices bool          `help:"${help_pounds_prices}" env:"DAWA_POUNDS_BESIDE_PRICES"`
}

// maxPoundsStep is the largest step that amounts in pounds may be rounded up to.
const maxPoundsStep = 100_000

// checkPounds refuses what cannot work; a step of 0 is the usual one.
func (p Pounds) checkPounds() error {
	if p.PoundsStep < 0 || p.PoundsStep > maxPoundsStep {
		return settings.Invalid("--pounds-step", fmt.Sprintf("must be between 1 and %d", maxPoundsStep), nil)
	}
	if p.RateMaxAge < 0 {
		return settings.Invalid("--rate-max-age", "must not be negative; 0 never warns", nil)
	}
	return nil
}

// openRates reads the exchange rate and follows it.
func (a *App) openRates(ctx context.Context) error {
	step := a.cfg.PoundsStep
	if step == 0 {
		step = contract.Shop().Pounds.Step
	}
	changed := make(chan struct{}, 1)
	tell := func(rates.Rate) {
		select {
		case changed <- struct{}{}:
		default: // it is told already
		}
	}
	a.rates = rates.New(sqlstore.NewRates(a.storage.DB), rates.Settings{
		Step: step, MaxAge: a.cfg.RateMaxAge, BesidePrices: a.cfg.PoundsBesidePrices,
	}, a.now, tell)
	a.background = append(a.background, func(ctx context.Context) { a.rates.Follow(ctx, a.log) },
		func(ctx context.Context) { a.repriceMedicines(ctx, changed) })
	return a.rates.Refresh(ctx)
}

// repriceEvery finds medicines that were written while the rate changed.
const repriceEvery = time.Minute

// repriceMedicines derives the prices of medicines when the rate has changed, until ctx ends. Several servers may do it
// at once: each takes what is left.
func (a *App) repriceMedicines(ctx context.Context, changed <-chan struct{}) {
	tick := time.NewTicker(repriceEvery)
	defer tick.Stop()
	products := sqlstore.NewProducts(a.storage.DB)
	for {
		select {
		case <-ctx.Done():
			return
		case <-changed:
		case <-tick.C:
		}
		n, err := a.rates.Reprice(ctx, products)
		switch {
		case err != nil && ctx.Err() == nil:
			a.log.Warn("repricing medicines", slog.Any("cause", err))
		case n > 0:
			a.log.Info("medicines have new prices", "products", n)
		}
	}
}
