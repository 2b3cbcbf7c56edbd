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
	"dawa/internal/base/money"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/pricelist"
	"dawa/internal/domain/regulation"
)

// PriceLists stores official price lists. It implements pricelist.Store.
type PriceLists struct{ db *DB }

var _ pricelist.Store = (*PriceLists)(nil)

// NewPriceLists makes the store over an open database.
func NewPriceLists(db *DB) *PriceLists { return &PriceLists{db: db} }

// priceListsTopic is notified when a list was approved.
const priceListsTopic = "price_lists"

// Mapping reads the headings that were chosen last.
func (s *PriceLists) Mapping(ctx context.Context) (pricelist.Mapping, error) {
	mapping := pricelist.Mapping{}
	err := s.db.eachRow(ctx, "reading the columns of price lists", "SELECT field, heading FROM price_list_mapping", nil,
		func(rows *sql.Rows) error {
			var field, heading string
			err := rows.Scan(&field, &heading)
			mapping[pricelist.Field(field)] = heading
			return err
		})
	return mapping, err
}

const selectPriced = `SELECT id, code, registration_no, regulation, status = 'approved', official_price_lbp,
	official_price_source, official_price_from, price_cents FROM products`

func scanPriced(row interface{ Scan(...any) error }) (p pricelist.Product, err error) {
	var class string
	var price int64
	err = row.Scan(&p.ID, &p.Code, &p.Registration, &class, &p.Approved, &p.Official.Pounds, &p.Official.Source,
		&p.Official.ValidFrom, &price)
	p.Class, p.Price = regulation.Class(class), money.Cents(price)
	return p, err
}

// EachProduct gives every product that is on sale or waits for approval.
func (s *PriceLists) EachProduct(ctx context.Context, yield func(pricelist.Product)) error {
	return s.db.eachRow(ctx, "reading the prices of medicines", selectPriced+" WHERE status <> 'rejected' ORDER BY id",
		nil, func(rows *sql.Rows) error {
			p, err := scanPriced(rows)
			yield(p)
			return err
		})
}

// priceListBatch is how many rows of a list one transaction writes or removes.
const priceListBatch = 200

// Create stores a list with its rows. Nobody sees it before the last transaction.
func (s *PriceLists) Create(ctx context.Context, list *pricelist.List, rows []pricelist.Row,
	mapping pricelist.Mapping) error {
	c := list.Counts
	err := s.write(ctx, "storing a price list", func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `
			INSERT INTO price_lists (id, state, file_name, source, created_by, created_at, row_count, same, changed,
				suspicious, unmatched, problems, missing) VALUES (`+list13+`)`,
			list.ID, string(pricelist.Loading), list.FileName, list.Source, list.By, Millis(list.CreatedAt), c.Rows,
			c.Same, c.Changed, c.Suspicious, c.Unmatched, c.Problems, c.Missing)
		return err
	})
	if err != nil {
		return err
	}
	for part := range slices.Chunk(rows, priceListBatch) {
		if err := s.write(ctx, "storing a price list", func(tx *Tx) error {
			return insertPriceRows(ctx, tx, list.ID, part)
		}); err != nil {
			return err
		}
	}
	return s.write(ctx, "storing a price list", func(tx *Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM price_list_mapping"); err != nil {
			return err
		}
		for field, heading := range mapping {
			if heading == "" {
				continue
			}
			if _, err := tx.ExecContext(ctx, "INSERT INTO price_list_mapping (field, heading) VALUES ($1, $2)",
				string(field), heading); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, "UPDATE price_lists SET state = $2 WHERE id = $1 AND state = 'loading'", list.ID,
			string(pricelist.Compared))
		if err != nil {
			return err
		}
		detail := fmt.Sprintf("%d changed, %d unmatched, %d problems", c.Changed, c.Unmatched, c.Problems)
		return recordAudit(ctx, tx, priceListEvent("price_list_compared", list.By, list.ID, detail, list.CreatedAt))
	})
}

func priceListEvent(action audit.Action, by, id, detail string, at time.Time) audit.Event {
	event := audit.NewEvent(action, by, id, detail, at)
	event.SubjectKind = "price_list"
	return event
}

var (
	list13           = list(1, 13)
	priceRowColumns  = 13
	insertsPriceRows = `INSERT INTO price_list_rows (list_id, number, product_id, kind, registration, barcode, name,
		old_lbp, new_lbp, valid_from, suspicious, code, value) VALUES `
)

func insertPriceRows(ctx context.Context, tx *Tx, listID string, rows []pricelist.Row) error {
	for part := range slices.Chunk(rows, tx.db.engine.rowsPerInsert) {
		args := make([]any, 0, len(part)*priceRowColumns)
		for _, r := range part {
			args = append(args, listID, r.Number, r.ProductID, string(r.Kind), r.Registration, r.Barcode, r.Name, r.Old,
				r.New, r.ValidFrom, r.Suspicious, r.Code, r.Value)
		}
		if _, err := tx.ExecContext(ctx, insertsPriceRows+tuples(len(part), priceRowColumns), args...); err != nil {
			return err
		}
	}
	return nil
}

const selectPriceLists = `SELECT l.id, l.state, l.file_name, l.source, l.created_by, coalesce(u.username, ''),
	l.created_at, l.row_count, l.same, l.changed, l.suspicious, l.unmatched, l.problems, l.missing, l.apply_at,
	l.done_at, l.written, l.skipped FROM price_lists l LEFT JOIN users u ON u.id = l.created_by`

func scanPriceList(row interface{ Scan(...any) error }) (l pricelist.List, err error) {
	var created, apply, done int64
	err = row.Scan(&l.ID, &l.State, &l.FileName, &l.Source, &l.By, &l.ByName, &created, &l.Rows, &l.Same, &l.Changed,
		&l.Suspicious, &l.Unmatched, &l.Problems, &l.Missing, &apply, &done, &l.Written, &l.Skipped)
	l.CreatedAt = Time(created)
	if apply > 0 {
		l.ApplyAt = Time(apply)
	}
	if done > 0 {
		l.DoneAt = Time(done)
	}
	return l, err
}

// Lists reads the latest lists.
func (s *PriceLists) Lists(ctx context.Context, limit int) ([]pricelist.List, error) {
	return readAll(ctx, s.db, "reading price lists", scanPriceList,
		selectPriceLists+" WHERE l.state <> 'loading' ORDER BY l.created_at DESC, l.id LIMIT $1", limit)
}

// List reads a list.
func (s *PriceLists) List(ctx context.Context, id string) (*pricelist.List, error) {
	l, err := scanPriceList(s.db.QueryRowContext(ctx, selectPriceLists+" WHERE l.id = $1 AND l.state <> 'loading'", id))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, apperr.New(apperr.PriceListNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("reading a price list: %w", s.db.public(err))
	}
	return &l, nil
}

const priceRowFields = `r.number, r.product_id, r.kind, r.registration, r.barcode, r.name, r.old_lbp, r.new_lbp,
	r.valid_from, r.suspicious, r.accepted, r.code, r.value, r.state`

func priceRowInto(r *pricelist.Row) []any {
	return []any{&r.Number, &r.ProductID, &r.Kind, &r.Registration, &r.Barcode, &r.Name, &r.Old, &r.New, &r.ValidFrom,
		&r.Suspicious, &r.Accepted, &r.Code, &r.Value, &r.State}
}

// Rows reads rows of a kind, and how many there are.
func (s *PriceLists) Rows(ctx context.Context, id string, kind pricelist.Kind, limit,
	skip int) (rows []pricelist.Row, total int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT count(*) FROM price_list_rows WHERE list_id = $1 AND kind = $2", id,
		string(kind)).Scan(&total)
	if err != nil {
		return nil, 0, fmt.Errorf("counting the rows of a price list: %w", s.db.public(err))
	}
	one := func(row interface{ Scan(...any) error }) (r pricelist.Row, err error) {
		err = row.Scan(append(priceRowInto(&r), &r.ProductName.English, &r.ProductName.Arabic, &r.ProductCode)...)
		return r, err
	}
	rows, err = readAll(ctx, s.db, "reading the rows of a price list", one, `
		SELECT `+priceRowFields+`, coalesce(p.english_name, ''), coalesce(p.arabic_name, ''), coalesce(p.code, '')
		FROM price_list_rows r LEFT JOIN products p ON p.id = r.product_id
		WHERE r.list_id = $1 AND r.kind = $2 ORDER BY r.suspicious DESC, r.number, r.product_id LIMIT $3 OFFSET $4`,
		id, string(kind), limit, skip)
	return rows, total, err
}

// lockPriceList reads the state of a list that is about to change.
func lockPriceList(ctx context.Context, tx *Tx, id string) (pricelist.State, error) {
	var state pricelist.State
	err := tx.QueryRowContext(ctx, "SELECT state FROM price_lists WHERE id = $1 AND state <> 'loading'"+tx.ForUpdate(),
		id).Scan(&state)
	if errors.Is(err, sql.ErrNoRows) {
		return "", apperr.New(apperr.PriceListNotFound)
	}
	return state, err
}

// Schedule approves a list. The moment is the database's.
func (s *PriceLists) Schedule(ctx context.Context, id string, approval pricelist.Approval) error {
	return s.write(ctx, "approving a price list", func(tx *Tx) error {
		state, err := lockPriceList(ctx, tx, id)
		if err != nil {
			return err
		}
		if state != pricelist.Compared {
			return apperr.New(apperr.PriceListState).WithDetail("state", string(state))
		}
		if approval.AcceptAll {
			if _, err := tx.ExecContext(ctx,
				"UPDATE price_list_rows SET accepted = TRUE WHERE list_id = $1 AND suspicious", id); err != nil {
				return err
			}
		}
		for part := range slices.Chunk(approval.Accept, MaxIn) {
			in, args := In(2, part)
			_, err := tx.ExecContext(ctx, "UPDATE price_list_rows SET accepted = TRUE"+
				" WHERE list_id = $1 AND suspicious AND number IN ("+in+")", append([]any{id}, args...)...)
			if err != nil {
				return err
			}
		}
		result, err := tx.ExecContext(ctx, `UPDATE price_list_rows SET state = 'planned'
			WHERE list_id = $1 AND kind = 'changed' AND (NOT suspicious OR accepted)`, id)
		if err != nil {
			return err
		}
		planned, err := result.RowsAffected()
		if err != nil {
			return err
		}
		if planned == 0 {
			return apperr.New(apperr.PriceListNothing)
		}
		var moment, now int64
		wanted := int64(0)
		if !approval.At.IsZero() {
			wanted = Millis(approval.At)
		}
		err = tx.QueryRowContext(ctx, `UPDATE price_lists SET state = 'scheduled', approved_by = $2,
			apply_at = CASE WHEN CAST($3 AS BIGINT) > `+tx.Now()+` THEN CAST($3 AS BIGINT) ELSE `+tx.Now()+` END
			WHERE id = $1 RETURNING apply_at, `+tx.Now(), id, approval.By, wanted).Scan(&moment, &now)
		if err != nil {
			return err
		}
		tx.Notify(priceListsTopic)
		detail := fmt.Sprintf("%d prices from %s", planned, Time(moment).Format(time.RFC3339))
		return recordAudit(ctx, tx, priceListEvent("price_list_approved", approval.By, id, detail, Time(now)))
	})
}

// Cancel drops a list of which nothing was applied yet.
func (s *PriceLists) Cancel(ctx context.Context, id, by string, at time.Time) error {
	return s.write(ctx, "cancelling a price list", func(tx *Tx) error {
		state, err := lockPriceList(ctx, tx, id)
		if err != nil {
			return err
		}
		var begun bool
		err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM price_list_rows
			WHERE list_id = $1 AND state IN ('applied', 'skipped'))`, id).Scan(&begun)
		if err != nil {
			return err
		}
		if begun || state != pricelist.Compared && state != pricelist.Scheduled {
			return apperr.New(apperr.PriceListState).WithDetail("state", string(state))
		}
		if _, err := tx.ExecContext(ctx,
			"UPDATE price_list_rows SET state = '' WHERE list_id = $1 AND state = 'planned'",
			id); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "UPDATE price_lists SET state = 'cancelled', done_at = $2 WHERE id = $1", id,
			Millis(at)); err != nil {
			return err
		}
		return recordAudit(ctx, tx, priceListEvent("price_list_cancelled", by, id, "", at))
	})
}

// Sweep removes old lists, and those whose rows were never written completely, with their rows.
func (s *PriceLists) Sweep(ctx context.Context, before time.Time) error {
	const old = `SELECT id FROM price_lists WHERE created_at < $1 AND state <> 'scheduled'
		OR state = 'loading' AND created_at < %s - 3600000`
	lists := fmt.Sprintf(old, s.db.Now())
	for {
		removed := int64(0)
		err := s.write(ctx, "sweeping price lists", func(tx *Tx) error {
			result, err := tx.ExecContext(ctx, fmt.Sprintf(`DELETE FROM price_list_rows
				WHERE (list_id, number, product_id) IN (SELECT list_id, number, product_id FROM price_list_rows
					WHERE list_id IN (%s) LIMIT %d)`, lists, priceListBatch), Millis(before))
			if err != nil {
				return err
			}
			if removed, err = result.RowsAffected(); err != nil || removed > 0 {
				return err
			}
			_, err = tx.ExecContext(ctx, "DELETE FROM price_lists WHERE id IN ("+lists+")", Millis(before))
			return err
		})
		if err != nil || removed == 0 {
			return err
		}
	}
}

// Subscribe wakes whoever applies lists.
func (s *PriceLists) Subscribe() (woken <-chan struct{}, end func()) {
	return s.db.Subscribe(priceListsTopic)
}

func (s *PriceLists) write(ctx context.Context, doing string, work func(tx *Tx) error) error {
	if err := s.db.Write(ctx, work); err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}

// priceFields are the fields that a list changes, as edits name them.
var priceFields = strings.Join([]string{"price", "official_price_lbp", "official_price_source", "official_price_from"},
	",")
