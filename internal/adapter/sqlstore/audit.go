package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"dawa/internal/domain/accounts"
	"dawa/internal/domain/audit"
)

// recordAudit adds to the record of what was done, in the transaction that did it. The record
// is only ever added to: no statement of the shop changes or removes a line.
func recordAudit(ctx context.Context, tx *Tx, events ...audit.Event) error {
	for _, e := range events {
		changes, err := encodeChanges(e.Changes)
		if err != nil {
			return fmt.Errorf("writing down %s: %w", e.Action, err)
		}
		_, err = tx.ExecContext(ctx, `
			INSERT INTO audit (id, at, action, actor_id, subject_kind, subject, detail, changes)
			VALUES (`+list(1, 8)+`)`,
			e.ID, Millis(e.At), string(e.Action), e.ActorID, e.SubjectKind, e.Subject, e.Detail, changes)
		if err != nil {
			return fmt.Errorf("writing down %s: %w", e.Action, err)
		}
	}
	return nil
}

// encodeChanges writes changes as JSON; none are the empty text.
func encodeChanges(changes []audit.Change) (string, error) {
	if len(changes) == 0 {
		return "", nil
	}
	out, err := json.Marshal(changes)
	return string(out), err
}

func decodeChanges(text string) (changes []audit.Change, err error) {
	if text == "" {
		return nil, nil
	}
	err = json.Unmarshal([]byte(text), &changes)
	return changes, err
}

// auditFrom joins the names of users and stores that still exist. What was done to a member has the store's id as its
// detail.
const auditFrom = ` FROM audit a
	LEFT JOIN users actor ON actor.id = a.actor_id
	LEFT JOIN users subject ON a.subject_kind = 'user' AND subject.id = a.subject
	LEFT JOIN stores store ON store.id = CASE a.subject_kind WHEN 'store' THEN a.subject WHEN 'user' THEN a.detail END`

// AuditLog reads the audit log. It implements audit.Log.
type AuditLog struct{ db *DB }

var _ audit.Log = (*AuditLog)(nil)

// NewAuditLog makes the log over an open database.
func NewAuditLog(db *DB) *AuditLog { return &AuditLog{db: db} }

// Events reads the audit log, newest first, and counts it.
func (s *AuditLog) Events(ctx context.Context, f audit.Filter) (events []audit.NamedEvent, total int, err error) {
	where, args := auditWhere(f)
	err = s.db.Read(ctx, func(tx *Tx) error {
		events = nil
		if err := tx.QueryRowContext(ctx, "SELECT count(*)"+auditFrom+where, args...).Scan(&total); err != nil {
			return err
		}
		page := fmt.Sprintf(" ORDER BY a.at DESC, a.id DESC LIMIT $%d OFFSET $%d", len(args)+1, len(args)+2)
		rows, err := tx.QueryContext(ctx, `SELECT a.id, a.at, a.action, a.actor_id, a.subject_kind, a.subject, a.detail,
			a.changes,
			coalesce(actor.username, ''),
			coalesce(subject.username, ''),
			coalesce(store.name, ''),
			coalesce(store.arabic_name, '')`+auditFrom+where+page, append(args, f.Limit, f.Start)...)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var r audit.NamedEvent
			var at int64
			var changes string
			err := rows.Scan(&r.ID, &at, &r.Action, &r.ActorID, &r.SubjectKind, &r.Subject, &r.Detail, &changes,
				&r.ActorName, &r.SubjectName, &r.StoreName.English, &r.StoreName.Arabic)
			if err != nil {
				return err
			}
			r.At = Time(at)
			if r.Changes, err = decodeChanges(changes); err != nil {
				return err
			}
			events = append(events, r)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, 0, fmt.Errorf("reading the record: %w", err)
	}
	return events, total, nil
}

func auditWhere(f audit.Filter) (where string, args []any) {
	var parts []string
	add := func(condition string, value any) {
		args = append(args, value)
		parts = append(parts, strings.ReplaceAll(condition, "?", fmt.Sprintf("$%d", len(args))))
	}
	if f.Actor == audit.System {
		add("a.actor_id = ?", audit.System)
	} else if f.Actor != "" {
		add("actor.username_fold = ?", accounts.Fold(f.Actor))
	}
	if f.Action != "" {
		add("a.action = ?", f.Action)
	}
	if !f.From.IsZero() {
		add("a.at >= ?", Millis(f.From))
	}
	if !f.Until.IsZero() {
		add("a.at < ?", Millis(f.Until))
	}
	if f.UserID != "" {
		add("(a.actor_id = ? OR a.subject_kind = 'user' AND a.subject = ?)", f.UserID)
	}
	if f.Subject != "" {
		add("a.subject_kind = ?", f.SubjectKind)
		add("a.subject = ?", f.Subject)
	}
	if len(parts) == 0 {
		return "", nil
	}
	return " WHERE " + strings.Join(parts, " AND "), args
}
