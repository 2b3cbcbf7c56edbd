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
	"dawa/internal/domain/audit"
	"dawa/internal/domain/catalog"
)

// Add inserts a new product with what is written down about it.
func (s *Products) Add(ctx context.Context, p *catalog.Product, change catalog.ChangeRecord) error {
	row, err := productRow(p)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *Tx) error {
		if err := takePictures(ctx, tx, p.Images, p.UpdatedAt); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, insertProducts+tuples(1, len(productColumns)), row...); err != nil {
			return s.refusal("adding a product", err)
		}
		if err := recordChange(ctx, tx, p, change); err != nil {
			return err
		}
		return readDerivedPrice(ctx, tx, p)
	})
}

// Edit reads a product, lets decide change it and writes the outcome.
func (s *Products) Edit(ctx context.Context, id string, seen int64,
	decide func(p *catalog.Product, since []catalog.PastEdit) (catalog.ChangeRecord, error)) (*catalog.Product, error) {
	var p *catalog.Product
	err := s.db.Write(ctx, func(tx *Tx) error {
		var err error
		p, err = s.edit(ctx, tx, id, seen, decide)
		return err
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

func (s *Products) edit(ctx context.Context, tx *Tx, id string, seen int64,
	decide func(p *catalog.Product, since []catalog.PastEdit) (catalog.ChangeRecord, error)) (*catalog.Product, error) {
	p, err := scanProduct(tx.QueryRowContext(ctx, selectProducts+" WHERE id = $1"+tx.ForUpdate(), id))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, apperr.New(apperr.ProductNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("reading a product to change: %w", err)
	}
	var since []catalog.PastEdit
	if seen != 0 && seen != p.Version {
		if since, err = editedSince(ctx, tx, id, seen); err != nil {
			return nil, err
		}
	}
	if p.Revision, err = readRevision(ctx, tx, p); err != nil {
		return nil, err
	}
	before, waited := p.Version, p.Revision
	had := heldPictures(p)
	change, err := decide(p, since)
	if err != nil {
		return nil, err
	}
	if len(change.Fields) == 0 {
		return p, nil
	}
	fresh := slices.DeleteFunc(heldPictures(p), func(image catalog.Image) bool {
		return slices.ContainsFunc(had, func(old catalog.Image) bool { return old.Hash == image.Hash })
	})
	if err := takePictures(ctx, tx, fresh, p.UpdatedAt); err != nil {
		return nil, err
	}
	p.ID, p.Version = id, before+1
	row, err := productRow(p)
	if err != nil {
		return nil, err
	}
	if _, err := tx.ExecContext(ctx, updateProduct, row...); err != nil {
		return nil, s.refusal("changing a product", err)
	}
	if p.Revision != waited {
		if err := writeRevision(ctx, tx, p); err != nil {
			return nil, err
		}
	}
	if err := recordChange(ctx, tx, p, change); err != nil {
		return nil, err
	}
	return p, readDerivedPrice(ctx, tx, p)
}

// recordChange ends every write of a product by a person.
func recordChange(ctx context.Context, tx *Tx, p *catalog.Product, change catalog.ChangeRecord) error {
	if len(change.Fields) > 0 {
		_, err := tx.ExecContext(ctx, `
			INSERT INTO product_edits (product_id, version, fields, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
			p.ID, p.Version, strings.Join(change.Fields, ","), Millis(p.UpdatedAt))
		if err != nil {
			return fmt.Errorf("writing down an edit: %w", err)
		}
	}
	if change.Action != "" {
		detail := change.Detail
		if detail == "" {
			detail = strings.Join(change.Fields, ", ")
		}
		event := audit.NewEvent(audit.Action(change.Action), change.By, p.ID, detail, p.UpdatedAt)
		event.SubjectKind = "product"
		for _, v := range change.Values {
			event.Changes = append(event.Changes, audit.Change(v))
		}
		if err := recordAudit(ctx, tx, event); err != nil {
			return err
		}
	}
	if err := enqueue(ctx, tx, change.Jobs); err != nil {
		return err
	}
	if err := recordBulk(ctx, tx, p, change); err != nil {
		return err
	}
	return touchProducts(ctx, tx, []string{p.ID}, p.UpdatedAt)
}

func editedSince(ctx context.Context, tx *Tx, id string, version int64) ([]catalog.PastEdit, error) {
	rows, err := tx.QueryContext(ctx,
		"SELECT version, fields FROM product_edits WHERE product_id = $1 AND version > $2 ORDER BY version", id,
		version)
	if err != nil {
		return nil, fmt.Errorf("reading what was edited: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var edits []catalog.PastEdit
	for rows.Next() {
		var e catalog.PastEdit
		var fields string
		if err := rows.Scan(&e.Version, &fields); err != nil {
			return nil, fmt.Errorf("reading what was edited: %w", err)
		}
		e.Fields = strings.Split(fields, ",")
		edits = append(edits, e)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("reading what was edited: %w", err)
	}
	return edits, nil
}

// recordEdits notes, in a transaction that changed many products at once, that any of their fields
// may have changed, so that somebody who edits one of them meanwhile is told.
func recordEdits(ctx context.Context, tx *Tx, ids []string, at time.Time) error {
	for part := range slices.Chunk(ids, MaxIn) {
		in, args := In(3, part)
		_, err := tx.ExecContext(ctx, `
			INSERT INTO product_edits (product_id, version, fields, at)
			SELECT id, version, CAST($1 AS TEXT), CAST($2 AS BIGINT) FROM products WHERE version > 1 AND id IN (`+in+`)
			ON CONFLICT DO NOTHING`, append([]any{catalog.AnyField, Millis(at)}, args...)...)
		if err != nil {
			return fmt.Errorf("writing down edits: %w", err)
		}
	}
	return nil
}

// ForgetEdits drops what was noted about edits made before then: nobody has an edit page open for
// that long.
func (s *Products) ForgetEdits(ctx context.Context, before time.Time) error {
	return s.db.Write(ctx, func(tx *Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM product_edits WHERE at < $1", Millis(before)); err != nil {
			return fmt.Errorf("forgetting old edits: %w", err)
		}
		return nil
	})
}
