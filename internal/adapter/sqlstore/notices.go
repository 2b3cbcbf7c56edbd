package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/notices"
)

// Notices keeps the texts that a shop words itself. It implements notices.Store.
type Notices struct{ db *DB }

var _ notices.Store = (*Notices)(nil)

// NewNotices makes the store over an open database.
func NewNotices(db *DB) *Notices { return &Notices{db: db} }

// Notice gives one, and whether there is one.
func (s *Notices) Notice(ctx context.Context, name string) (notices.Notice, bool, error) {
	n := notices.Notice{Name: name}
	var changed int64
	err := s.db.QueryRowContext(ctx, "SELECT english, arabic, version, changed_at FROM notices WHERE name = $1", name).
		Scan(&n.Body.English, &n.Body.Arabic, &n.Version, &changed)
	if errors.Is(err, sql.ErrNoRows) {
		return notices.Notice{}, false, nil
	}
	if err != nil {
		return notices.Notice{}, false, fmt.Errorf("reading a notice: %w", err)
	}
	n.ChangedAt = Time(changed)
	return n, true, nil
}

// SaveNotice replaces the version that the editor saw.
func (s *Notices) SaveNotice(ctx context.Context, n notices.Notice, actorID string) error {
	err := s.db.Write(ctx, func(tx *Tx) error {
		// Of two who edit the program's own text, one inserts; the other finds a version they did not see.
		done, err := tx.ExecContext(ctx, `
			INSERT INTO notices (name, english, arabic, version, changed_at) VALUES ($1, $2, $3, 1, $4)
			ON CONFLICT (name) DO UPDATE SET english = excluded.english, arabic = excluded.arabic,
				version = notices.version + 1, changed_at = excluded.changed_at
			WHERE notices.version = $5`,
			n.Name, n.Body.English, n.Body.Arabic, Millis(n.ChangedAt), n.Version)
		if err != nil {
			return err
		}
		if rows, err := done.RowsAffected(); err != nil || rows == 0 {
			return errors.Join(err, apperr.New(apperr.NoticeChanged))
		}
		entry := accounts.NewEntry("notice_changed", actorID, n.Name, "", n.ChangedAt)
		entry.SubjectKind = "notice"
		return recordAudit(ctx, tx, entry)
	})
	if err != nil {
		return fmt.Errorf("saving a notice: %w", err)
	}
	return nil
}
