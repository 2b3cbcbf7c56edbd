package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/pricelist"
)

// duePriceList is a list that is being applied.
type duePriceList struct{ id, source, approvedBy string }

// ApplyNext applies some rows of the list that is due. The list stays locked until COMMIT, so no two servers apply rows
// of it at once, and a row leaves the state 'planned' in the transaction that writes its price: whatever fails, each is
// applied once.
func (s *PriceLists) ApplyNext(ctx context.Context, limit int, at time.Time,
	decide func(row pricelist.Row, current *pricelist.Product, rate int64) string) (more bool, err error) {
	const due = " FROM price_lists WHERE state = 'scheduled' AND apply_at <= "
	var waits bool
	err = s.db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1"+due+s.db.Now()+")").Scan(&waits)
	if err != nil {
		return false, fmt.Errorf("looking for a price list: %w", s.db.public(err))
	}
	if !waits {
		return false, nil
	}
	err = s.write(ctx, "applying a price list", func(tx *Tx) error {
		more = false
		var list duePriceList
		err := tx.QueryRowContext(ctx, "SELECT id, source, approved_by"+due+tx.Now()+
			" ORDER BY apply_at, id LIMIT 1"+tx.SkipLocked()).Scan(&list.id, &list.source, &list.approvedBy)
		if errors.Is(err, sql.ErrNoRows) {
			return nil // another server is at it
		}
		if err != nil {
			return err
		}
		more = true
		rows, err := plannedRows(ctx, tx, list.id, limit)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return finishPriceList(ctx, tx, list, at)
		}
		return applyPriceRows(ctx, tx, list, rows, at, decide)
	})
	return more, err
}

// plannedRows reads rows in the order of their products, in which everybody locks products.
func plannedRows(ctx context.Context, tx *Tx, listID string, limit int) (found []pricelist.Row, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT "+priceRowFields+` FROM price_list_rows r
		WHERE r.list_id = $1 AND r.state = 'planned' ORDER BY r.product_id, r.number LIMIT $2`, listID, limit)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var r pricelist.Row
		if err := rows.Scan(priceRowInto(&r)...); err != nil {
			return nil, err
		}
		found = append(found, r)
	}
	return found, rows.Err()
}

// lockPriced locks products in the order of their ids and reads them.
func lockPriced(ctx context.Context, tx *Tx, ids []string) (map[string]*pricelist.Product, error) {
	in, args := In(1, ids)
	rows, err := tx.QueryContext(ctx, selectPriced+" WHERE id IN ("+in+") ORDER BY id"+tx.ForUpdate(), args...)
	if err != nil {
		return nil, fmt.Errorf("locking medicines: %w", err)
	}
	defer func() { _ = rows.Close() }()
	found := map[string]*pricelist.Product{}
	for rows.Next() {
		p, err := scanPriced(rows)
		if err != nil {
			return nil, err
		}
		found[p.ID] = &p
	}
	return found, rows.Err()
}

func applyPriceRows(ctx context.Context, tx *Tx, list duePriceList, rows []pricelist.Row, at time.Time,
	decide func(row pricelist.Row, current *pricelist.Product, rate int64) string) error {
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = r.ProductID
	}
	products, err := lockPriced(ctx, tx, ids)
	if err != nil {
		return err
	}
	var rate int64
	err = tx.QueryRowContext(ctx, "SELECT rate FROM "+newestRate).Scan(&rate)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("reading the rate: %w", err)
	}
	var b batch
	var changed []string
	for _, r := range rows {
		current := products[r.ProductID]
		state, code := pricelist.RowApplied, decide(r, current, rate)
		if code != "" {
			state = pricelist.RowSkipped
		} else {
			changed = append(changed, r.ProductID)
			r.Old = current.Official.Pounds
			b.add("writing an official price", `UPDATE products SET official_price_lbp = $2, official_price_source = $3,
				official_price_from = $4, version = version + 1, updated_at = $5 WHERE id = $1`,
				r.ProductID, r.New, list.source, r.ValidFrom, Millis(at))
		}
		b.add("marking a row", `UPDATE price_list_rows SET state = $4, code = $5, old_lbp = $6
			WHERE list_id = $1 AND number = $2 AND product_id = $3`,
			list.id, r.Number, r.ProductID, string(state), code, r.Old)
	}
	if err := b.run(ctx, tx); err != nil || len(changed) == 0 {
		return err
	}
	if err := touchProducts(ctx, tx, changed, at); err != nil {
		return err
	}
	return recordPrices(ctx, tx, list, rows, products, changed, at)
}

// recordPrices notes what was written: for whoever has one of the products open, and in the audit log.
func recordPrices(ctx context.Context, tx *Tx, list duePriceList, rows []pricelist.Row,
	before map[string]*pricelist.Product, changed []string, at time.Time) error {
	after, err := lockPriced(ctx, tx, changed)
	if err != nil {
		return err
	}
	in, args := In(3, changed)
	var b batch
	b.add("recording edits", `INSERT INTO product_edits (product_id, version, fields, at)
		SELECT id, version, CAST($1 AS TEXT), CAST($2 AS BIGINT) FROM products WHERE id IN (`+in+`)
		ON CONFLICT DO NOTHING`, append([]any{priceFields, Millis(at)}, args...)...)
	for _, r := range rows {
		now, was := after[r.ProductID], before[r.ProductID]
		if now == nil {
			continue // skipped
		}
		event := audit.NewEvent("official_price_set", list.approvedBy, r.ProductID,
			"price list "+list.id+", row "+strconv.Itoa(r.Number), at)
		event.SubjectKind = "product"
		event.Changes = priceChanges(was, now)
		changes, err := encodeChanges(event.Changes)
		if err != nil {
			return err
		}
		b.add("recording an official price", `INSERT INTO audit
			(id, at, action, actor_id, subject_kind, subject, detail, changes) VALUES (`+list8+`)`,
			event.ID, Millis(event.At), string(event.Action), event.ActorID, event.SubjectKind, event.Subject,
			event.Detail, changes)
	}
	return b.run(ctx, tx)
}

var list8 = list(1, 8)

func priceChanges(was, now *pricelist.Product) []audit.Change {
	pounds := func(p *pricelist.Product) string { return strconv.FormatInt(p.Official.Pounds, 10) }
	changes := []audit.Change{{Field: "official_price_lbp", Old: pounds(was), New: pounds(now)}}
	add := func(field, old, now string) {
		if old != now {
			changes = append(changes, audit.Change{Field: field, Old: old, New: now})
		}
	}
	dollars := func(c money.Cents) string { return c.String() }
	add("price", dollars(was.Price), dollars(now.Price))
	add("official_price_source", was.Official.Source, now.Official.Source)
	add("official_price_from", was.Official.ValidFrom, now.Official.ValidFrom)
	return changes
}

// finishPriceList ends a list whose last row was applied or skipped.
func finishPriceList(ctx context.Context, tx *Tx, list duePriceList, at time.Time) error {
	var written, skipped int
	err := tx.QueryRowContext(ctx, `SELECT coalesce(sum(CASE WHEN state = 'applied' THEN 1 ELSE 0 END), 0),
		coalesce(sum(CASE WHEN state = 'skipped' THEN 1 ELSE 0 END), 0) FROM price_list_rows WHERE list_id = $1`,
		list.id).Scan(&written, &skipped)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE price_lists SET state = 'applied', done_at = $2, written = $3, skipped = $4
		WHERE id = $1`, list.id, Millis(at), written, skipped); err != nil {
		return err
	}
	detail := fmt.Sprintf("%d written, %d skipped", written, skipped)
	return recordAudit(ctx, tx, priceListEvent("price_list_applied", list.approvedBy, list.id, detail, at))
}
