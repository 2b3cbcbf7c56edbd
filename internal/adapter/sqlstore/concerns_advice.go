package sqlstore

import (
	"context"
	"errors"
	"fmt"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/concerns"
)

var _ concerns.AdviceStore = (*Concerns)(nil)

// Advice lists the advice that the shop words itself.
func (s *Concerns) Advice(ctx context.Context) ([]concerns.Advice, error) {
	one := func(row interface{ Scan(...any) error }) (a concerns.Advice, err error) {
		var at int64
		err = row.Scan(&a.Concern, &a.Text.English, &a.Text.Arabic, &a.Version, &at)
		a.ChangedAt = Time(at)
		return a, err
	}
	return readAll(ctx, s.db, "reading the advice of concerns", one,
		"SELECT concern, english, arabic, version, changed_at FROM concern_advice ORDER BY concern")
}

// SaveAdvice replaces the version that the editor saw.
func (s *Concerns) SaveAdvice(ctx context.Context, a concerns.Advice, actorID string) error {
	err := s.db.Write(ctx, func(tx *Tx) error {
		// Of two who edit the program's own text, one inserts; the other finds a version they did not see.
		done, err := tx.ExecContext(ctx, `
			INSERT INTO concern_advice (concern, english, arabic, version, changed_at) VALUES ($1, $2, $3, 1, $4)
			ON CONFLICT (concern) DO UPDATE SET english = excluded.english, arabic = excluded.arabic,
				version = concern_advice.version + 1, changed_at = excluded.changed_at
			WHERE concern_advice.version = $5`,
			a.Concern, a.Text.English, a.Text.Arabic, Millis(a.ChangedAt), a.Version)
		if err != nil {
			return err
		}
		if rows, err := done.RowsAffected(); err != nil || rows == 0 {
			return errors.Join(err, apperr.New(apperr.NoticeChanged))
		}
		event := audit.NewEvent("advice_changed", actorID, a.Concern, "", a.ChangedAt)
		event.SubjectKind = "concern"
		return recordAudit(ctx, tx, event)
	})
	if err != nil {
		return fmt.Errorf("saving the advice of a concern: %w", err)
	}
	return nil
}
