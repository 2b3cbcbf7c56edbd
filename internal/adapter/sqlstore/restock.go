package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/restock"
)

// RestockAlerts stores who waits for a product. It implements restock.Store.
type RestockAlerts struct{ db *DB }

var _ restock.Store = (*RestockAlerts)(nil)

// NewRestockAlerts makes the store over an open database.
func NewRestockAlerts(db *DB) *RestockAlerts { return &RestockAlerts{db: db} }

// Add stores an alert. The product is locked, so that stock which arrives meanwhile either refuses the alert or
// queues its mail.
func (s *RestockAlerts) Add(ctx context.Context, a restock.Alert) error {
	err := s.db.Write(ctx, func(tx *Tx) error {
		var stock int
		err := tx.QueryRowContext(ctx, "SELECT stock FROM products WHERE id = $1 AND "+listed+tx.ForNoKeyUpdate(),
			a.ProductID).Scan(&stock)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return apperr.New(apperr.ProductNotFound)
		case err != nil:
			return fmt.Errorf("holding a product: %w", err)
		case stock > 0:
			return apperr.New(apperr.InStock)
		}
		// The token stays, because the link of an earlier mail must go on working.
		_, err = tx.ExecContext(ctx, `
			INSERT INTO restock_alerts (id, product_id, user_id, email, email_fold, language, token, asked_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
			ON CONFLICT (product_id, email_fold) DO UPDATE SET id = excluded.id, user_id = excluded.user_id,
				language = excluded.language, asked_at = excluded.asked_at, queued_at = 0, sent_at = 0
			WHERE restock_alerts.sent_at <> 0 OR restock_alerts.queued_at <> 0`,
			a.ID, a.ProductID, keyOf(a.UserID), a.Email, strings.ToLower(a.Email), string(a.Language), a.Token,
			Millis(a.AskedAt))
		if IsForeignKey(err) {
			return apperr.Wrap(apperr.SessionEnded, err)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("storing a restock alert: %w", err)
	}
	return nil
}

// addRestocked queues, with a change of products, the mails to those who wait for one that can be bought now. Whoever
// changed the products has them locked: no other transaction queues the same mail.
func addRestocked(b *batch, tx *Tx, ids []string) {
	for part := range slices.Chunk(ids, MaxIn) {
		in, args := In(1, part)
		waiting := waitingFor(in)
		queued := func(rows int64, err error) error {
			if rows > 0 && err == nil {
				tx.Notify(outboxTopic(restock.EmailJob))
			}
			return err
		}
		// An alert that went back to waiting may be queued again before its first job has been removed.
		b.addChecked("queueing restock mails", queued, `
			INSERT INTO outbox (id, kind, payload, created_at, run_at)
			SELECT id || '-' || CAST(`+tx.Now()+` AS TEXT), '`+restock.EmailJob+`', '{"alert":"' || id || '"}',
				`+tx.Now()+`, `+tx.Now()+` FROM restock_alerts`+waiting, args...)
		b.add("marking restock alerts", "UPDATE restock_alerts SET queued_at = "+tx.Now()+waiting, args...)
	}
}

// waitingFor selects the alerts for products that can be bought. It looks the products up by their ids, and only those
// that somebody waits for: SQLite would read "id IN (a list) AND status = 'approved'" by the index of the status, which
// is almost the whole catalogue, and so would PostgreSQL an EXISTS while it has no figures about a new catalogue.
func waitingFor(products string) string {
	return ` WHERE queued_at = 0 AND sent_at = 0 AND product_id IN (` + products + `)
		AND (SELECT stock > 0 AND ` + listed + ` FROM products p WHERE p.id = product_id)`
}

// Due gives an alert that was queued. One whose product is gone again goes back to waiting; the product is locked, so
// that stock which arrives meanwhile queues it anew.
func (s *RestockAlerts) Due(ctx context.Context, id string) (due restock.Due, ok bool, err error) {
	err = s.db.Write(ctx, func(tx *Tx) error {
		due, ok = restock.Due{}, false
		var language, user string
		var asked int64
		var buyable bool
		err := tx.QueryRowContext(ctx, `
			SELECT a.product_id, coalesce(a.user_id, ''), coalesce(u.email, a.email), a.language, a.token, a.asked_at
			FROM restock_alerts a LEFT JOIN users u ON u.id = a.user_id
			WHERE a.id = $1 AND a.queued_at <> 0 AND a.sent_at = 0`, id).
			Scan(&due.ProductID, &user, &due.Email, &language, &due.Token, &asked)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		err = tx.QueryRowContext(ctx, "SELECT english_name, arabic_name, stock > 0 AND "+listed+
			" FROM products WHERE id = $1"+tx.ForNoKeyUpdate(), due.ProductID).
			Scan(&due.Product.English, &due.Product.Arabic, &buyable)
		if err != nil {
			return err
		}
		if !buyable {
			_, err = tx.ExecContext(ctx, "UPDATE restock_alerts SET queued_at = 0 WHERE id = $1", id)
			return err
		}
		due.ID, due.UserID, due.Language, due.AskedAt, ok = id, user, text.Lang(language), Time(asked), true
		return nil
	})
	if err != nil {
		return restock.Due{}, false, fmt.Errorf("reading a restock alert: %w", err)
	}
	return due, ok, nil
}

// Sent records that the mail has left.
func (s *RestockAlerts) Sent(ctx context.Context, id string, now time.Time) error {
	return s.change(ctx, "recording a restock mail", "UPDATE restock_alerts SET sent_at = $2 WHERE id = $1", id,
		Millis(now))
}

// Unsubscribe removes the alerts of the token's address.
func (s *RestockAlerts) Unsubscribe(ctx context.Context, token string) error {
	return s.change(ctx, "ending restock alerts", `DELETE FROM restock_alerts WHERE email_fold IN (
		SELECT email_fold FROM restock_alerts WHERE token = $1)`, token)
}

func (s *RestockAlerts) change(ctx context.Context, doing, query string, args ...any) error {
	err := s.db.Write(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, query, args...)
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}

// Waiting lists what a user waits for.
func (s *RestockAlerts) Waiting(ctx context.Context, userID string) ([]restock.Alert, error) {
	return readAll(ctx, s.db, "listing restock alerts", func(row interface{ Scan(...any) error }) (
		a restock.Alert, err error,
	) {
		var language string
		var asked int64
		err = row.Scan(&a.ID, &a.ProductID, &a.Email, &language, &asked)
		a.UserID, a.Language, a.AskedAt = userID, text.Lang(language), Time(asked)
		return a, err
	}, `SELECT id, product_id, email, language, asked_at FROM restock_alerts
		WHERE user_id = $1 AND sent_at = 0 ORDER BY asked_at DESC, id`, userID)
}

// RemoveUser removes what was asked for with the address of a user who is being deleted; what they asked for while
// signed in goes with them by itself.
func (s *RestockAlerts) RemoveUser(ctx context.Context, tx *Tx, userID string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM restock_alerts WHERE email_fold IN (
		SELECT email_fold FROM users WHERE id = $1)`, userID)
	return err
}
