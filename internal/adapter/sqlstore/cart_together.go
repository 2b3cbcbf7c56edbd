package sqlstore

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
)

// writeTogether writes the changes of several carts in one transaction and one round trip. When the database refuses
// one of them or the line was dead before, nothing is written and each goes alone.
func (s *Carts) writeTogether(ctx context.Context, group []*cartWrite, _ func(int)) {
	var b batch
	b.add("limiting how long a group waits", limitLocks)
	for _, w := range group {
		w.addTo(&b, s.db)
	}
	err := s.db.sendBatch(ctx, &b)
	if _, refused := errors.AsType[*pgconn.PgError](err); refused || err != nil && closedBefore(err) {
		return
	}
	for _, w := range group {
		w.err, w.done = s.db.public(err), true
	}
}
