package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/regulation"
)

// listed is the condition of products that shoppers may see, as catalog.Product.Listed.
const listed = "status = 'approved' AND regulation <> 'controlled' AND NOT off_sale AND NOT withdrawn"

// EachApproved gives every approved product that shoppers may see. Each part reads a range of the rows as they are
// stored.
func (s *Products) EachApproved(ctx context.Context, parts int, yield func(part int, p *catalog.Product) error) error {
	bounds, err := s.bounds(ctx, parts)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var work sync.WaitGroup
	for part := range len(bounds) + 1 {
		query, args := s.partQuery(bounds, part)
		work.Go(func() {
			err := s.eachJoined(ctx, query, args, func(p *catalog.Product) error { return yield(part, p) })
			if err != nil {
				cancel(err)
			}
		})
	}
	work.Wait()
	return context.Cause(ctx)
}

// bounds are where the parts begin, but for the first, when there are enough products to divide.
func (s *Products) bounds(ctx context.Context, parts int) ([]any, error) {
	total, err := s.Count(ctx)
	if err != nil {
		return nil, err
	}
	var bounds []any
	for part := 1; part < parts && total >= 1000; part++ {
		var from any
		err := s.db.QueryRowContext(ctx, s.db.engine.divide("products"), part, parts).Scan(&from)
		if errors.Is(err, sql.ErrNoRows) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("dividing the products: %w", s.db.public(err))
		}
		bounds = append(bounds, from)
	}
	return bounds, nil
}

// partQuery reads the listed products between two bounds. That they are listed is asked as one yes or no: else each
// part would take the index by status and read the whole table along it.
func (s *Products) partQuery(bounds []any, part int) (query string, args []any) {
	query = selectJoined + " WHERE (" + listed + ") IS TRUE"
	if part > 0 {
		args = append(args, bounds[part-1])
		query += fmt.Sprintf(" AND %s >= $%d", s.db.engine.storedBy, len(args))
	}
	if part < len(bounds) {
		args = append(args, bounds[part])
		query += fmt.Sprintf(" AND %s < $%d", s.db.engine.storedBy, len(args))
	}
	return query, args
}

// separator stands behind each column of a joined row. A text may hold it all the same: then the row has more columns
// than there are, and is read in the ordinary way.
const separator = "\x1f"

// selectJoined gives the columns of listed products as one text. With SQLite each column that a row has takes three
// calls with a lock each, which was the largest part of a start; one text of all of them takes a third of the time. The
// columns that are the same for all listed products are left out. joinedReader.read has the same order.
const selectJoined = `SELECT concat_ws('` + separator + `', id, code, english_name, arabic_name,
	english_description, arabic_description, brand, category, price_cents, discount, stock, max_per_order,
	regulation, registration_no, official_price_lbp, official_price_source, official_price_from, vat_rate,
	images, active_ingredients, form, pack_size,
	english_usage, arabic_usage, english_warnings, arabic_warnings, concerns, suits,
	coalesce(store_id, ''), submitted_by, status_note, reorder_level, version, created_at, updated_at, '')
	FROM products`

// eachJoined reads the products of a query of joined rows one after another, each into the memory of the one before.
func (s *Products) eachJoined(
	ctx context.Context, query string, args []any, yield func(p *catalog.Product) error,
) error {
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return fmt.Errorf("reading products: %w", err)
	}
	defer func() { _ = rows.Close() }()
	reader := joinedReader{ingredients: knownLists{}, keys: map[string][]string{}}
	var ordinary []string // ids of products that cannot be read joined
	for rows.Next() {
		var row string
		if err := rows.Scan(&row); err != nil {
			return fmt.Errorf("reading products: %w", s.db.public(err))
		}
		p, whole := reader.read(row)
		if !whole {
			ordinary = append(ordinary, strings.Clone(p.ID))
			continue
		}
		if err := yield(p); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("reading products: %w", s.db.public(err))
	}
	products, err := s.Products(ctx, ordinary)
	if err != nil {
		return err
	}
	for _, p := range products {
		if !p.Listed() {
			continue // since the first look; the changes will tell
		}
		if err := yield(p); err != nil {
			return err
		}
	}
	return nil
}

// joinedReader reads rows of selectJoined one after another into the same memory.
type joinedReader struct {
	product     catalog.Product
	ingredients knownLists
	keys        map[string][]string // lists of concerns and suits that were read already
}

// read gives the product of a row, and whether the row could be read: of another, only the id is right. It is the
// reader's own: the next read overwrites it. Its texts are parts of the row, its lists are not.
func (r *joinedReader) read(row string) (p *catalog.Product, whole bool) {
	p = &r.product
	c := joinedColumns{rest: row}
	*p = catalog.Product{
		Status: catalog.Approved,
		ID:     c.text(), Code: c.text(), Name: c.pair(), Description: c.pair(),
		Brand: c.text(), Category: c.text(),
		Price: money.Cents(c.number()), Discount: int(c.number()), Stock: int(c.number()), MaxPerOrder: int(c.number()),
		Regulation: regulation.Class(c.text()), Registration: c.text(),
		OfficialPrice: regulation.OfficialPrice{Pounds: c.number(), Source: c.text(), ValidFrom: c.text()},
		VATRate:       int(c.number()),
	}
	images, ingredients := c.text(), c.text()
	p.Form, p.PackSize, p.Usage, p.Warnings = c.text(), c.text(), c.pair(), c.pair()
	concerns, suits := c.text(), c.text()
	p.StoreID, p.SubmittedBy, p.StatusNote, p.ReorderLevel = c.text(), c.text(), c.text(), int(c.number())
	p.Version, p.CreatedAt, p.UpdatedAt = c.number(), Time(c.number()), Time(c.number())
	if c.broken || c.rest != "" {
		return p, false
	}
	var err error
	if p.Images, err = readImages(images); err != nil {
		return p, false
	}
	if p.Ingredients, err = r.ingredients.read(ingredients); err != nil {
		return p, false
	}
	p.Concerns, p.Suits = r.list(concerns), r.list(suits)
	if text.MayHaveForeignDigits(row) {
		p.UseLatinDigits()
	}
	return p, true
}

// list gives a list of keys that was read already, or reads it.
func (r *joinedReader) list(joined string) []string {
	known, found := r.keys[joined]
	if !found {
		joined = strings.Clone(joined) // the row is far longer
		if known = readKeys(joined); len(r.keys) < maxKnown {
			r.keys[joined] = known
		}
	}
	return known
}

// joinedColumns takes the columns of a joined row one by one.
type joinedColumns struct {
	rest   string
	broken bool // the row has other columns than were taken
}

func (c *joinedColumns) text() string {
	column, rest, found := strings.Cut(c.rest, separator)
	c.rest, c.broken = rest, c.broken || !found
	return column
}

func (c *joinedColumns) pair() text.Pair { return text.Pair{English: c.text(), Arabic: c.text()} }

func (c *joinedColumns) number() int64 {
	n, err := strconv.ParseInt(c.text(), 10, 64)
	c.broken = c.broken || err != nil
	return n
}
