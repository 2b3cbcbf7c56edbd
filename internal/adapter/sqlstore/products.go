package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/catalog"
)

// Products is the catalogue's store. It implements catalog.Store and catalog.Source.
type Products struct{ db *DB }

var (
	_ catalog.Store  = (*Products)(nil)
	_ catalog.Source = (*Products)(nil)
)

// NewProducts makes the store over an open database.
func NewProducts(db *DB) *Products { return &Products{db: db} }

// productsTopic is rung after every commit that touched a product.
const productsTopic = "products"

// Product reads one product of any status.
func (s *Products) Product(ctx context.Context, id string) (*catalog.Product, error) {
	p, err := scanProduct(s.db.QueryRowContext(ctx, selectProducts+" WHERE id = $1", id))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, apperr.New(apperr.ProductNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("reading a product: %w", s.db.public(err))
	}
	return p, nil
}

// Products reads those of the ids that exist.
func (s *Products) Products(ctx context.Context, ids []string) ([]*catalog.Product, error) {
	found := make([]*catalog.Product, 0, len(ids))
	for part := range slices.Chunk(ids, MaxIn) {
		in, args := In(1, part)
		more, err := s.all(ctx, selectProducts+" WHERE id IN ("+in+")", args)
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	return found, nil
}

// all reads the products of a query.
func (s *Products) all(ctx context.Context, query string, args []any) (found []*catalog.Product, err error) {
	err = s.each(ctx, query, args, func(p *catalog.Product) error {
		one := *p
		found = append(found, &one)
		return nil
	})
	return found, err
}

// each reads the products of a query one after another, each into the memory of the one before.
func (s *Products) each(ctx context.Context, query string, args []any, yield func(p *catalog.Product) error) error {
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return fmt.Errorf("reading products: %w", err)
	}
	defer func() { _ = rows.Close() }()
	reader := newProductReader(knownLists{})
	for rows.Next() {
		p, err := reader.read(rows)
		if err != nil {
			return fmt.Errorf("reading products: %w", s.db.public(err))
		}
		if err := yield(p); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("reading products: %w", s.db.public(err))
	}
	return nil
}

// Count says how many products there are of any status.
func (s *Products) Count(ctx context.Context) (int, error) {
	var n int
	if err := s.db.QueryRowContext(ctx, "SELECT count(*) FROM products").Scan(&n); err != nil {
		return 0, fmt.Errorf("counting products: %w", s.db.public(err))
	}
	return n, nil
}

// Insert adds a new product.
func (s *Products) Insert(ctx context.Context, p *catalog.Product) error {
	row, err := productRow(p)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *Tx) error {
		if _, err := tx.ExecContext(ctx, insertProducts+tuples(1, len(productColumns)), row...); err != nil {
			return s.refusal("adding a product", err)
		}
		return touchProducts(ctx, tx, []string{p.ID}, p.UpdatedAt)
	})
}

// Save writes all products in one transaction.
func (s *Products) Save(ctx context.Context, products []*catalog.Product,
	existing catalog.Existing) (written int, err error) {
	end := onConflictSkip
	if existing == catalog.Replace {
		end = onConflictReplace
	}
	err = s.db.Write(ctx, func(tx *Tx) error {
		written = 0
		for part := range slices.Chunk(products, MaxIn) {
			n, err := s.savePart(ctx, tx, part, end)
			if err != nil {
				return err
			}
			written += n
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return written, nil
}

// savePart writes some of the products and records that they changed.
func (s *Products) savePart(ctx context.Context, tx *Tx, part []*catalog.Product, end string) (written int, err error) {
	perInsert := s.db.engine.rowsPerInsert
	insert, err := tx.PrepareContext(ctx, insertProducts+tuples(perInsert, len(productColumns))+end)
	if err != nil {
		return 0, fmt.Errorf("saving products: %w", err)
	}
	defer func() { _ = insert.Close() }()
	ids := make([]string, len(part))
	at := time.Time{}
	for i, p := range part {
		ids[i] = p.ID
		if p.UpdatedAt.After(at) {
			at = p.UpdatedAt
		}
	}
	for rows := range slices.Chunk(part, perInsert) {
		args := make([]any, 0, len(rows)*len(productColumns))
		for _, p := range rows {
			row, err := productRow(p)
			if err != nil {
				return 0, err
			}
			args = append(args, row...)
		}
		var result sql.Result
		if len(rows) == perInsert {
			result, err = insert.ExecContext(ctx, args...)
		} else {
			result, err = tx.ExecContext(ctx, insertProducts+tuples(len(rows), len(productColumns))+end, args...)
		}
		if err != nil {
			return 0, s.refusal("saving products", err)
		}
		n, err := result.RowsAffected()
		if err != nil {
			return 0, fmt.Errorf("saving products: %w", err)
		}
		written += int(n)
	}
	if written == 0 {
		return 0, nil
	}
	if end == onConflictReplace {
		if err := recordEdits(ctx, tx, ids, at); err != nil {
			return 0, err
		}
	}
	return written, touchProducts(ctx, tx, ids, at)
}

// refusal turns a broken rule into its code.
func (s *Products) refusal(doing string, err error) error {
	switch {
	case s.db.IsUnique(err, "products", "code"):
		return apperr.Wrap(apperr.ProductCodeTaken, err)
	case s.db.IsUnique(err, "products", "id"):
		return apperr.Wrap(apperr.Conflict, err)
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// MoveStock adds to and takes from the stock, all moves or none.
func (s *Products) MoveStock(ctx context.Context, moves []catalog.StockMove) error {
	now := s.db.time()
	return s.db.Write(ctx, func(tx *Tx) error { return moveStock(ctx, tx, moves, now) })
}

// moveStock does the moves within a transaction.
func moveStock(ctx context.Context, tx *Tx, moves []catalog.StockMove, now time.Time) error {
	var b batch
	short := addStockMoves(&b, tx, moves, now)
	err := b.run(ctx, tx)
	if errors.Is(err, errStockShort) {
		return refuseMoves(ctx, tx, *short)
	}
	return err
}

// errStockShort says that a move took more than there is, or of a product that is gone.
var errStockShort = errors.New("there is not enough stock")

// addStockMoves queues moves of stock, in the order of the ids, so that two orders for the same things wait for each
// other instead of locking each other out, and tells the servers' memory of them. After errStockShort, short are
// the products that could not be moved.
func addStockMoves(b *batch, tx *Tx, moves []catalog.StockMove, now time.Time) (short *[]string) {
	byID := map[string]int{}
	for _, m := range moves {
		byID[m.ID] += m.By
	}
	ids := slices.Sorted(maps.Keys(byID))
	short = new([]string)
	for i, id := range ids {
		moved := func(rows int64, err error) error {
			if rows == 0 && err == nil {
				*short = append(*short, id)
			}
			if err == nil && i == len(ids)-1 && len(*short) > 0 {
				return errStockShort
			}
			return err
		}
		b.addChecked("moving stock", moved, `
			UPDATE products SET stock = stock + $2, version = version + 1, updated_at = $3
			WHERE id = $1 AND stock + $2 >= 0`, id, byID[id], Millis(now))
	}
	addChanges(b, tx, ids, now, true)
	addRestocked(b, tx, ids)
	return short
}

// addStockTaken is addStockMoves for products that the transaction has locked and that have the stock: one statement
// for all of them.
func addStockTaken(b *batch, tx *Tx, moves []catalog.StockMove, now time.Time) {
	ids, rows := make([]string, len(moves)), make([]any, 0, 3*len(moves))
	for i, m := range moves {
		ids[i] = m.ID
		rows = append(rows, m.ID, m.By, Millis(now))
	}
	b.addRows(manyRows{
		doing: "taking stock",
		before: `
		UPDATE products SET stock = stock + m.pieces, version = version + 1, updated_at = m.at
		FROM (SELECT column1 AS id, column2 AS pieces, column3 AS at FROM (`,
		row:    typedRow("TEXT", "BIGINT", "BIGINT"),
		after:  ") v) m WHERE products.id = m.id AND stock + m.pieces >= 0",
		orElse: errStockShort,
	}, rows)
	addChanges(b, tx, ids, now, true)
}

// refuseMoves tells those that are missing from those that are short.
func refuseMoves(ctx context.Context, tx *Tx, ids []string) error {
	for _, id := range ids {
		var stock int
		err := tx.QueryRowContext(ctx, "SELECT stock FROM products WHERE id = $1", id).Scan(&stock)
		if errors.Is(err, sql.ErrNoRows) {
			return apperr.New(apperr.ProductNotFound)
		}
		if err != nil {
			return fmt.Errorf("looking up stock: %w", err)
		}
	}
	return apperr.New(apperr.StockShort).WithDetail("products", ids)
}

// touchProducts records, in the transaction that changed them, that these products changed.
// Every write to the products table must add one to the version and end with this: the servers'
// memory lives by both. It also derives the prices of medicines, so that no path sets another one, and queues the mails
// to those who wait for one of the products.
func touchProducts(ctx context.Context, tx *Tx, ids []string, at time.Time) error {
	if err := deriveNewPrices(ctx, tx, ids); err != nil {
		return err
	}
	var b batch
	addChanges(&b, tx, ids, at, false)
	addRestocked(&b, tx, ids)
	return b.run(ctx, tx)
}

// addChanges is touchProducts for changes of which it is known whether they are of the stock alone. A transaction
// that does both to a product records that more than its stock has changed.
func addChanges(b *batch, tx *Tx, ids []string, at time.Time, stockOnly bool) {
	for part := range slices.Chunk(ids, MaxIn) {
		in, args := In(3, part)
		b.add("recording changed products", `INSERT INTO product_changes (mark, product_id, changed_at, stock_only)
			SELECT `+tx.db.engine.mark("product_changes")+`, id, CAST($1 AS BIGINT), CAST($2 AS BOOLEAN)
			FROM products WHERE id IN (`+in+`)
			ON CONFLICT (mark, product_id) DO UPDATE
			SET stock_only = product_changes.stock_only AND excluded.stock_only`,
			append([]any{Millis(at), stockOnly}, args...)...)
	}
	tx.Notify(productsTopic)
}

// productColumns are the columns of a product in the order of productRow.
var productColumns = []string{
	"id", "code", "english_name", "arabic_name", "english_description", "arabic_description",
	"brand", "category", "price_cents", "discount", "stock", "max_per_order",
	"regulation", "registration_no", "official_price_lbp", "official_price_source", "official_price_from", "vat_rate",
	"images", "active_ingredients", "form", "pack_size",
	"english_usage", "arabic_usage", "english_warnings", "arabic_warnings", "concerns", "suits",
	"store_id", "submitted_by", "status", "status_note", "off_sale", "withdrawn", "reorder_level",
	"version", "created_at", "updated_at",
}

// withoutLongTexts puts empty texts in the place of the long ones, which no order looks at.
func withoutLongTexts(columns []string) []string {
	short := slices.Clone(columns)
	for i, column := range columns {
		switch column {
		case "english_description", "arabic_description", "english_usage", "arabic_usage", "english_warnings",
			"arabic_warnings":
			short[i] = "''"
		}
	}
	return short
}

var (
	selectProducts    = "SELECT " + strings.Join(productColumns, ", ") + " FROM products"
	selectOrdered     = "SELECT " + strings.Join(withoutLongTexts(productColumns), ", ") + " FROM products"
	insertProducts    = "INSERT INTO products (" + strings.Join(productColumns, ", ") + ") VALUES "
	onConflictSkip    = " ON CONFLICT (id) DO NOTHING"
	onConflictReplace = " ON CONFLICT (id) DO UPDATE SET " + assignments(func(column string, _ int) string {
		if column == "version" {
			return "products.version + 1"
		}
		return "excluded." + column
	}, "id", "created_at")
	// Every column is set, because PostgreSQL refuses an argument that nothing uses.
	updateProduct = "UPDATE products SET " + assignments(func(_ string, i int) string {
		return fmt.Sprintf("$%d", i+1)
	}, "id") + " WHERE id = $1"
)

// assignments writes "column = value" for every column but those left out.
func assignments(value func(column string, index int) string, but ...string) string {
	var set []string
	for i, c := range productColumns {
		if !slices.Contains(but, c) {
			set = append(set, c+" = "+value(c, i))
		}
	}
	return strings.Join(set, ", ")
}
