package sqlstore

import (
	"context"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/cardvault"
)

// Cards is the store of sealed cards. It implements cardvault.Store.
type Cards struct{ db *DB }

var _ cardvault.Store = (*Cards)(nil)

// NewCards makes the store over an open database.
func NewCards(db *DB) *Cards { return &Cards{db: db} }

const selectCards = "SELECT user_id, name, number, exp_date, last4, brand, key_id, version, updated_at FROM cards"

// Card reads a user's card.
func (s *Cards) Card(ctx context.Context, userID string) (cardvault.SealedCard, error) {
	record, err := scanCard(s.db.QueryRowContext(ctx, selectCards+" WHERE user_id = $1", userID))
	if errors.Is(err, sql.ErrNoRows) {
		return cardvault.SealedCard{}, apperr.New(apperr.CardNotFound)
	}
	if err != nil {
		return cardvault.SealedCard{}, fmt.Errorf("reading a card: %w", s.db.public(err))
	}
	return record, nil
}

// Add saves a card for a user who has none.
func (s *Cards) Add(ctx context.Context, r cardvault.SealedCard) error {
	return s.db.Write(ctx, func(tx *Tx) error {
		result, err := tx.ExecContext(ctx, `
			INSERT INTO cards (user_id, name, number, exp_date, last4, brand, key_id, version, updated_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (user_id) DO NOTHING`,
			r.UserID, encodeSealed(r.Name), encodeSealed(r.Number), encodeSealed(r.ExpDate), r.Last4, r.Brand,
			int(r.KeyID), r.Version, Millis(r.UpdatedAt))
		if IsForeignKey(err) {
			return apperr.Wrap(apperr.SessionEnded, err) // the user is gone
		}
		return exactlyOne(result, err, "adding a card", apperr.CardExists)
	})
}

// Replace writes a card over the version that it was made from.
func (s *Cards) Replace(ctx context.Context, r cardvault.SealedCard) error {
	return s.db.Write(ctx, func(tx *Tx) error {
		result, err := tx.ExecContext(ctx, `
			UPDATE cards SET name = $2, number = $3, exp_date = $4, last4 = $5, brand = $6, key_id = $7,
			updated_at = $8, version = version + 1
			WHERE user_id = $1 AND version = $9`,
			r.UserID, encodeSealed(r.Name), encodeSealed(r.Number), encodeSealed(r.ExpDate), r.Last4, r.Brand,
			int(r.KeyID), Millis(r.UpdatedAt), r.Version)
		return exactlyOne(result, err, "changing a card", apperr.Conflict)
	})
}

// Remove forgets a user's card.
func (s *Cards) Remove(ctx context.Context, userID string) error {
	return s.db.Write(ctx, func(tx *Tx) error {
		result, err := tx.ExecContext(ctx, "DELETE FROM cards WHERE user_id = $1", userID)
		return exactlyOne(result, err, "deleting a card", apperr.CardNotFound)
	})
}

// SealedWithOther gives cards that another key seals.
func (s *Cards) SealedWithOther(ctx context.Context, keyID byte, afterUser string,
	limit int) ([]cardvault.SealedCard, error) {
	return readAll(ctx, s.db, "reading cards", scanCard,
		selectCards+" WHERE key_id <> $1 AND user_id > $2 ORDER BY user_id LIMIT $3", int(keyID), afterUser, limit)
}

// OnePerKey gives one card of each key.
func (s *Cards) OnePerKey(ctx context.Context) ([]cardvault.SealedCard, error) {
	return readAll(ctx, s.db, "reading one card of each key", scanCard,
		selectCards+" WHERE user_id IN (SELECT min(user_id) FROM cards GROUP BY key_id) ORDER BY key_id")
}

// CountSealedWithOther counts the cards that another key seals.
func (s *Cards) CountSealedWithOther(ctx context.Context, keyID byte) (int, error) {
	var n int
	if err := s.db.QueryRowContext(ctx, "SELECT count(*) FROM cards WHERE key_id <> $1", int(keyID)).
		Scan(&n); err != nil {
		return 0, fmt.Errorf("counting cards: %w", s.db.public(err))
	}
	return n, nil
}

func scanCard(row interface{ Scan(...any) error }) (cardvault.SealedCard, error) {
	var r cardvault.SealedCard
	var name, number, expDate string
	var key int
	var updated int64
	if err := row.Scan(&r.UserID, &name, &number, &expDate, &r.Last4, &r.Brand, &key, &r.Version,
		&updated); err != nil {
		return r, err
	}
	r.Name, r.Number, r.ExpDate = decodeSealed(name), decodeSealed(number), decodeSealed(expDate)
	r.KeyID, r.UpdatedAt = byte(key), Time(updated)
	return r, nil
}

func encodeSealed(bytes []byte) string { return base64.StdEncoding.EncodeToString(bytes) }

// decodeSealed gives the bytes back, or none when somebody wrote something else there: the vault then
// finds the seal broken and says so.
func decodeSealed(text string) []byte {
	bytes, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil {
		return nil
	}
	return bytes
}

// exactlyOne gives the code when a statement touched no row.
func exactlyOne(result sql.Result, err error, doing string, otherwise apperr.Code) error {
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	n, err := result.RowsAffected()
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	if n == 0 {
		return apperr.New(otherwise)
	}
	return nil
}
