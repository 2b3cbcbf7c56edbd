package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/stores"
)

const selectLicences = "SELECT store_id, number, document, kind, key_id, version, updated_at FROM store_licences"

func scanLicence(row interface{ Scan(...any) error }) (l stores.SealedLicence, err error) {
	var number, document string
	var key int
	var updated int64
	if err := row.Scan(&l.StoreID, &number, &document, &l.Kind, &key, &l.Version, &updated); err != nil {
		return l, err
	}
	l.Number, l.Document = decodeSealed(number), decodeSealed(document)
	l.KeyID, l.UpdatedAt = byte(key), Time(updated)
	return l, nil
}

// Licence reads a store's licence.
func (r *Stores) Licence(ctx context.Context, storeID string) (stores.SealedLicence, error) {
	l, err := scanLicence(r.db.QueryRowContext(ctx, selectLicences+" WHERE store_id = $1", storeID))
	if errors.Is(err, sql.ErrNoRows) {
		return stores.SealedLicence{StoreID: storeID}, nil
	}
	if err != nil {
		return l, fmt.Errorf("reading a licence: %w", r.db.public(err))
	}
	return l, nil
}

// LicenceNumbers reads the sealed numbers of stores, without their documents.
func (r *Stores) LicenceNumbers(ctx context.Context, storeIDs []string) (map[string][]byte, error) {
	in, args := In(1, storeIDs)
	numbers := map[string][]byte{}
	err := r.db.eachRow(ctx, "reading the numbers of licences",
		"SELECT store_id, number FROM store_licences WHERE number <> '' AND store_id IN ("+in+")", args,
		func(rows *sql.Rows) error {
			var id, number string
			err := rows.Scan(&id, &number)
			numbers[id] = decodeSealed(number)
			return err
		})
	return numbers, err
}

// SaveLicence writes a licence over the version that it was made from.
func (r *Stores) SaveLicence(ctx context.Context, l stores.SealedLicence, decision stores.Decision) error {
	return r.db.Write(ctx, func(tx *Tx) error {
		if err := saveLicence(ctx, tx, l); err != nil {
			return err
		}
		if decision.Action == "" {
			return nil
		}
		event := audit.NewEvent(audit.Action(decision.Action), decision.By, l.StoreID, decision.Detail, l.UpdatedAt)
		event.SubjectKind = stores.AuditSubject
		return recordAudit(ctx, tx, event)
	})
}

func saveLicence(ctx context.Context, tx *Tx, l stores.SealedLicence) error {
	args := []any{
		l.StoreID, encodeSealed(l.Number), encodeSealed(l.Document), l.Kind, int(l.KeyID), Millis(l.UpdatedAt),
	}
	if l.Version == 0 {
		result, err := tx.ExecContext(ctx, `
			INSERT INTO store_licences (store_id, number, document, kind, key_id, updated_at)
			VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (store_id) DO NOTHING`, args...)
		return exactlyOne(result, err, "adding a licence", apperr.Conflict)
	}
	result, err := tx.ExecContext(ctx, `
		UPDATE store_licences SET number = $2, document = $3, kind = $4, key_id = $5, updated_at = $6,
			version = version + 1 WHERE store_id = $1 AND version = $7`, append(args, l.Version)...)
	return exactlyOne(result, err, "changing a licence", apperr.Conflict)
}

// LicencesSealedWithOther gives licences that another key seals.
func (r *Stores) LicencesSealedWithOther(ctx context.Context, keyID byte, afterStore string,
	limit int) ([]stores.SealedLicence, error) {
	return readAll(ctx, r.db, "reading licences", scanLicence,
		selectLicences+" WHERE key_id <> $1 AND store_id > $2 ORDER BY store_id LIMIT $3",
		int(keyID), afterStore, limit)
}
