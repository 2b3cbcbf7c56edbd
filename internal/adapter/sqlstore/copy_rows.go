package sqlstore

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"slices"
	"strings"
)

// proveChunk is how many rows are compared at a time.
const proveChunk = 100

type rowsQueryer interface {
	rowQuerier
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func countRows(ctx context.Context, q rowQuerier, table string) (n int64, err error) {
	err = q.QueryRowContext(ctx, "SELECT count(*) FROM "+table).Scan(&n)
	return n, err
}

// list names the columns.
func (t table) list() string {
	var all []string
	for _, c := range t.columns {
		all = append(all, c.name)
	}
	return strings.Join(all, ", ")
}

// keyOf picks the key out of a row.
func (t table) keyOf(row []any) []any {
	var key []any
	for _, name := range t.key {
		key = append(key, row[slices.IndexFunc(t.columns, func(c column) bool { return c.name == name })])
	}
	return key
}

// keyPlaceholders writes the placeholders of one key, beginning at $first, each with its type: in a
// list of rows PostgreSQL would take all of them for texts.
func (t table) keyPlaceholders(first int) string {
	types := map[string]string{"text": "TEXT", "number": "BIGINT", "flag": "BOOLEAN"}
	var all []string
	for i, name := range t.key {
		c := t.columns[slices.IndexFunc(t.columns, func(c column) bool { return c.name == name })]
		all = append(all, fmt.Sprintf("CAST($%d AS %s)", first+i, types[c.kind]))
	}
	return strings.Join(all, ", ")
}

// chunkAfter reads the rows that follow a key, nil for the first.
func chunkAfter(ctx context.Context, q rowsQueryer, t table, last []any) ([][]any, error) {
	key := strings.Join(t.key, ", ")
	where := ""
	if last != nil {
		where = " WHERE (" + key + ") > (" + t.keyPlaceholders(1) + ")"
	}
	return t.read(ctx, q, where+" ORDER BY "+key+fmt.Sprintf(" LIMIT %d", copyChunk), last)
}

// read reads whole rows.
func (t table) read(ctx context.Context, q rowsQueryer, rest string, args []any) ([][]any, error) {
	rows, err := q.QueryContext(ctx, "SELECT "+t.list()+" FROM "+t.name+rest, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var all [][]any
	for rows.Next() {
		scanned := make([]any, len(t.columns))
		for i, c := range t.columns {
			switch c.kind {
			case "text":
				scanned[i] = new(sql.NullString)
			case "number":
				scanned[i] = new(sql.NullInt64)
			case "flag":
				scanned[i] = new(sql.NullBool)
			case "fraction":
				scanned[i] = new(sql.NullFloat64)
			default:
				scanned[i] = new(sql.Null[[]byte])
			}
		}
		if err := rows.Scan(scanned...); err != nil {
			return nil, err
		}
		row := make([]any, len(scanned))
		for i, h := range scanned {
			row[i] = held(h)
		}
		all = append(all, row)
	}
	return all, rows.Err()
}

// held takes a value out of its holder; nil is NULL.
func held(scanned any) any {
	switch h := scanned.(type) {
	case *sql.NullString:
		if h.Valid {
			return h.String
		}
	case *sql.NullInt64:
		if h.Valid {
			return h.Int64
		}
	case *sql.NullBool:
		if h.Valid {
			return h.Bool
		}
	case *sql.NullFloat64:
		if h.Valid {
			return h.Float64
		}
	case *sql.Null[[]byte]:
		if h.Valid {
			return h.V
		}
	}
	return nil
}

// digest is what two equal rows have in common and no others.
func digest(row []any) [sha256.Size]byte {
	sum := sha256.New()
	for _, v := range row {
		text := ""
		if b, ok := v.([]byte); ok {
			text = string(b)
		} else if v != nil {
			text = fmt.Sprint(v)
		}
		fmt.Fprintf(sum, "%T %d:", v, len(text))
		_, _ = sum.Write([]byte(text))
	}
	return [sha256.Size]byte(sum.Sum(nil))
}

// proveTable reads every row of the source again and compares it with the one of the same key in the
// target. Equal counts then say that the target has no row of its own.
func (c *copying) proveTable(ctx context.Context, tx *Tx, t table) error {
	var last []any
	var read int64
	for {
		rows, err := chunkAfter(ctx, tx, t, last)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			break
		}
		last = t.keyOf(rows[len(rows)-1])
		for part := range slices.Chunk(rows, proveChunk) {
			if err := c.proveRows(ctx, t, part); err != nil {
				return err
			}
			read += int64(len(part))
			c.step(int64(len(part)))
		}
	}
	n, err := countRows(ctx, c.to.reader, t.name)
	if err != nil {
		return c.to.public(err)
	}
	if n != read {
		return fmt.Errorf("the source has %d rows and the target %d: did somebody write to one of them meanwhile? "+
			"Empty the target and copy again", read, n)
	}
	return nil
}

func (c *copying) proveRows(ctx context.Context, t table, rows [][]any) error {
	var keys []string
	var args []any
	for _, row := range rows {
		keys = append(keys, "("+t.keyPlaceholders(len(args)+1)+")")
		args = append(args, t.keyOf(row)...)
	}
	there, err := t.read(ctx, c.to.reader,
		" WHERE ("+strings.Join(t.key, ", ")+") IN (VALUES "+strings.Join(keys, ", ")+")", args)
	if err != nil {
		return c.to.public(err)
	}
	found := map[[sha256.Size]byte]bool{}
	for _, row := range there {
		found[digest(row)] = true
	}
	for _, row := range rows {
		if !found[digest(row)] {
			return fmt.Errorf("the row %v is not the same in the target: did somebody write to one of them meanwhile? "+
				"Empty the target and copy again", t.keyOf(row))
		}
	}
	return nil
}
