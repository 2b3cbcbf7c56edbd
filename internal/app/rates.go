package app

import (
	"context"
	"fmt"
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
	a.rates = rates.New(sqlstore.NewRates(a.storage.DB), rates.Settings{
		Step: step, MaxAge: a.cfg.RateMaxAge, BesidePrices: a.cfg.PoundsBesidePrices,
	}, a.now)
	a.background = append(a.background, func(ctx context.Context) { a.rates.Follow(ctx, a.log) })
	return a.rates.Refresh(ctx)
}
