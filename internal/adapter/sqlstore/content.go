package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/content"
)

// ContentPages stores the pages that a shop words itself, in the table notices. It implements content.Store.
type ContentPages struct{ db *DB }

var _ content.Store = (*ContentPages)(nil)

// NewContentPages makes the store over an open database.
func NewContentPages(db *DB) *ContentPages { return &ContentPages{db: db} }

// Page reads one page, and reports whether it is stored.
func (s *ContentPages) Page(ctx context.Context, name string) (content.Page, bool, error) {
	p := content.Page{Name: name}
	var changed int64
	err := s.db.QueryRowContext(ctx, "SELECT english, arabic, version, changed_at FROM notices WHERE name = $1", name).
		Scan(&p.Body.English, &p.Body.Arabic, &p.Version, &changed)
	if errors.Is(err, sql.ErrNoRows) {
		return content.Page{}, false, nil
	}
	if err != nil {
		return content.Page{}, false, fmt.Errorf("reading a content page: %w", err)
	}
	p.ChangedAt = Time(changed)
	return p, true, nil
}

// SavePage replaces the version that the editor saw.
func (s *ContentPages) SavePage(ctx context.Context, p content.Page, actorID string) error {
	err := s.db.Write(ctx, func(tx *Tx) error {
		// Of two who edit the program's own text, one inserts; the other finds a version they did not see.
		done, err := tx.ExecContext(ctx, `
			INSERT INTO notices (name, english, arabic, version, changed_at) VALUES ($1, $2, $3, 1, $4)
			ON CONFLICT (name) DO UPDATE SET english = excluded.english, arabic = excluded.arabic,
				version = notices.version + 1, changed_at = excluded.changed_at
			WHERE notices.version = $5`,
			p.Name, p.Body.English, p.Body.Arabic, Millis(p.ChangedAt), p.Version)
		if err != nil {
			return err
		}
		if rows, err := done.RowsAffected(); err != nil || rows == 0 {
			return errors.Join(err, apperr.New(apperr.NoticeChanged))
		}
		tx.Notify(shopTopic)
		event := audit.NewEvent("notice_changed", actorID, p.Name, "", p.ChangedAt)
		event.SubjectKind = "notice"
		return recordAudit(ctx, tx, event)
	})
	if err != nil {
		return fmt.Errorf("saving a content page: %w", err)
	}
	return nil
}
