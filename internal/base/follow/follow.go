// Package follow keeps a copy of shared data up to date.
package follow

import (
	"context"
	"log/slog"
	"time"
)

// Changes calls refresh whenever it is woken, and every so often in case a notification was lost, until ctx ends. Of
// failures in a row the first is logged; what names the data.
func Changes(ctx context.Context, log *slog.Logger, what string, woken <-chan struct{}, every time.Duration,
	refresh func(context.Context) error) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	failing := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-woken:
		case <-tick.C:
		}
		err := refresh(ctx)
		if err != nil && ctx.Err() == nil && !failing {
			log.WarnContext(ctx, "following "+what, slog.Any("error", err))
		}
		failing = err != nil
	}
}
