package demo

import (
	"context"

	"dawa/internal/domain/audit"
	"dawa/internal/domain/rates"
)

// RateStep sets the demo's exchange rate.
func RateStep(service *rates.Service) Step {
	return Step{Name: "rate", Total: 1, Run: func(ctx context.Context, done func(n int)) error {
		defer done(1)
		if service.Current().Known() {
			return nil
		}
		_, err := service.Set(ctx, demoRate, audit.System, false)
		return err
	}}
}
