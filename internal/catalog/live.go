package catalog

import "context"

// Live holds the present Snapshot.
type Live struct{}

// Refresh brings the products of those ids up to date.
func (l *Live) Refresh(ctx context.Context, ids ...string) error { return nil }
