package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"dawa/internal/domain/concerns"
)

// Concerns stores the words that admins add to concerns and the queries without an exact answer.
type Concerns struct{ db *DB }

var (
	_ concerns.WordStore = (*Concerns)(nil)
	_ concerns.MissStore = (*Concerns)(nil)
)

// NewConcerns makes it over an open database.
func NewConcerns(db *DB) *Concerns { return &Concerns{db: db} }

// Words lists the added words in their order.
func (s *Concerns) Words(ctx context.Context) ([]concerns.Word, error) {
	one := func(row interface{ Scan(...any) error }) (w concerns.Word, err error) {
		var at int64
		err = row.Scan(&w.Word, &w.Concern, &w.AddedBy, &at)
		w.AddedAt = Time(at)
		return w, err
	}
	return readAll(ctx, s.db, "reading the words of concerns", one,
		"SELECT word, concern, added_by, added_at FROM concern_words ORDER BY concern, word")
}

// PutWord adds a word, or gives it another concern.
func (s *Concerns) PutWord(ctx context.Context, w concerns.Word) error {
	return s.write(ctx, "adding a word to a concern", `
		INSERT INTO concern_words (word, concern, added_by, added_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (word) DO UPDATE SET
			concern = excluded.concern, added_by = excluded.added_by, added_at = excluded.added_at`,
		w.Word, w.Concern, w.AddedBy, Millis(w.AddedAt))
}

// RemoveWord takes a word away; one that is not there is no error.
func (s *Concerns) RemoveWord(ctx context.Context, word string) error {
	return s.write(ctx, "removing a word of a concern", "DELETE FROM concern_words WHERE word = $1", word)
}

func (s *Concerns) write(ctx context.Context, doing, query string, args ...any) error {
	err := s.db.Write(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, query, args...)
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}

// AddMisses adds to what the days hold already.
func (s *Concerns) AddMisses(ctx context.Context, misses []concerns.Miss) error {
	// Servers that write at once take the rows in the same order, so that none waits for the other.
	misses = slices.SortedFunc(slices.Values(misses), func(a, b concerns.Miss) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Query, b.Query), cmp.Compare(a.Match, b.Match))
	})
	err := s.db.Write(ctx, func(tx *Tx) error {
		for _, m := range misses {
			if _, err := tx.ExecContext(ctx, `
				INSERT INTO search_misses (day, query, match, count) VALUES ($1, $2, $3, $4)
				ON CONFLICT (day, query, match) DO UPDATE SET count = search_misses.count + excluded.count`,
				m.Day, m.Query, m.Match, m.Count); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("adding unanswered queries: %w", err)
	}
	return nil
}

// Misses sums up the queries since a day, the most frequent first, and counts how many there are.
func (s *Concerns) Misses(ctx context.Context, since string, offset, limit int) ([]concerns.Miss, int, error) {
	total := 0
	one := func(row interface{ Scan(...any) error }) (m concerns.Miss, err error) {
		err = row.Scan(&m.Day, &m.Query, &m.Match, &m.Count, &total)
		return m, err
	}
	misses, err := readAll(ctx, s.db, "reading unanswered queries", one, `
		SELECT MAX(day), query, match, CAST(SUM(count) AS BIGINT), CAST(COUNT(*) OVER () AS BIGINT)
		FROM search_misses WHERE day >= $1 GROUP BY query, match
		ORDER BY SUM(count) DESC, query, match LIMIT $2 OFFSET $3`, since, limit, offset)
	return misses, total, err
}
