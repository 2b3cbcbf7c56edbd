package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"dawa/internal/domain/analytics"
)

// DailySums stores how often things happened on a day. It implements analytics.Store.
type DailySums struct{ db *DB }

var _ analytics.Store = (*DailySums)(nil)

// NewDailySums makes it over an open database.
func NewDailySums(db *DB) *DailySums { return &DailySums{db: db} }

// AddDailySums adds to what the days hold already.
func (s *DailySums) AddDailySums(ctx context.Context, sums []analytics.Sum) error {
	// Servers that write at once take the rows in the same order, so that none waits for the other.
	sums = slices.SortedFunc(slices.Values(sums), func(a, b analytics.Sum) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Event, b.Event))
	})
	err := s.db.Write(ctx, func(tx *Tx) error {
		for _, sum := range sums {
			if _, err := tx.ExecContext(ctx, `
				INSERT INTO daily_sums (day, event, count, total) VALUES ($1, $2, $3, $4)
				ON CONFLICT (day, event) DO UPDATE SET
					count = CASE WHEN daily_sums.count > CAST($5 AS BIGINT) - excluded.count THEN CAST($5 AS BIGINT)
						ELSE daily_sums.count + excluded.count END,
					total = CASE WHEN daily_sums.total > CAST($5 AS BIGINT) - excluded.total THEN CAST($5 AS BIGINT)
						ELSE daily_sums.total + excluded.total END`,
				sum.Day, sum.Event, sum.Count, sum.Total, int64(analytics.Max)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("adding daily sums: %w", err)
	}
	return nil
}

// DailySumsSince reads the sums from a day on, oldest first.
func (s *DailySums) DailySumsSince(ctx context.Context, day string) ([]analytics.Sum, error) {
	one := func(row interface{ Scan(...any) error }) (sum analytics.Sum, err error) {
		err = row.Scan(&sum.Day, &sum.Event, &sum.Count, &sum.Total)
		return sum, err
	}
	return readAll(ctx, s.db, "reading daily sums", one,
		"SELECT day, event, count, total FROM daily_sums WHERE day >= $1 ORDER BY day, event", day)
}
