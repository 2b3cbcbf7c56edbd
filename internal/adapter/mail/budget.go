package mail

import (
	"context"

	"dawa/internal/domain/outbox"
)

// Budget tells whether an address may get one more email of a kind. nil allows all.
type Budget func(ctx context.Context, kind, to string) (bool, error)

// allow counts a job once, however often it has to be tried.
func (b Budget) allow(ctx context.Context, job outbox.Job, kind, to string) (bool, error) {
	if b == nil || job.Attempt > 1 {
		return true, nil
	}
	return b(ctx, kind, to)
}
