package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
)

// table is what copying has to know of a table. It is read from the database itself, so that a
// migration needs no word here.
type table struct {
	name    string
	columns []column
	key     []string // of the primary key, in its order
	after   []string // tables that rows of this one point to
}

// column is a column with what a value of it is held in: text, number, flag, bytes or fraction.
type column struct {
	name string
	kind string
}

// feed is left out of copies: it tells running servers what changed, by numbers that mean nothing in
// another database. A server reads the whole catalogue when it starts.
const feed = "product_changes"

// nights says when the servers of one database last removed what is too old; every database has rows of its own.
const nights = "sweeps"

// slots are rows to wait at, the same ones in every database.
const slots = "phone_slots"

// notData are the tables that a copy does not hold.
var notData = []string{versionTable, copyTable, feed, nights, slots}

// tables reads the shape of all tables with data, each after those it points to.
func (db *DB) tables(ctx context.Context) ([]table, error) {
	found, err := db.engine.tables(ctx, db.reader)
	if err != nil {
		return nil, fmt.Errorf("reading the tables: %w", db.public(err))
	}
	found = slices.DeleteFunc(found, func(t table) bool { return slices.Contains(notData, t.name) })
	for _, t := range found {
		if len(t.key) == 0 {
			return nil, fmt.Errorf("the table %s has no primary key, without which it cannot be copied", t.name)
		}
	}
	return inOrder(found)
}

// inOrder puts each table behind those it points to.
func inOrder(tables []table) ([]table, error) {
	var ordered []table
	placed := map[string]bool{}
	left := slices.Clone(tables)
	for len(left) > 0 {
		var waiting []table
		for _, t := range left {
			ready := !slices.ContainsFunc(t.after, func(other string) bool { return other != t.name && !placed[other] })
			if ready {
				ordered = append(ordered, t)
				placed[t.name] = true
			} else {
				waiting = append(waiting, t)
			}
		}
		if len(waiting) == len(left) {
			return nil, fmt.Errorf("the tables %s point to each other in a circle", names(waiting))
		}
		left = waiting
	}
	return ordered, nil
}

func names(tables []table) string {
	var all []string
	for _, t := range tables {
		all = append(all, t.name)
	}
	return strings.Join(all, ", ")
}

// kindOf says what a value of a declared type is held in.
func kindOf(table, name, declared string) (column, error) {
	kinds := map[string]string{
		"text": "text", "character varying": "text", "integer": "number", "bigint": "number", "smallint": "number",
		"boolean": "flag", "blob": "bytes", "bytea": "bytes", "real": "fraction", "double precision": "fraction",
	}
	kind, known := kinds[strings.ToLower(declared)]
	if !known {
		return column{}, fmt.Errorf("%s.%s is of the type %s, which nobody taught this copy", table, name, declared)
	}
	return column{name: name, kind: kind}, nil
}

// gather reads rows of (table, column, type) and of whatever else adds to tables.
func gather(ctx context.Context, db *sql.DB, columns, keys, points string) ([]table, error) {
	var found []table
	at := func(name string) *table {
		i := slices.IndexFunc(found, func(t table) bool { return t.name == name })
		if i < 0 {
			found = append(found, table{name: name})
			i = len(found) - 1
		}
		return &found[i]
	}
	each := func(query string, take func(table, one, two string) error) error {
		rows, err := db.QueryContext(ctx, query)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var name, one, two string
			if err := rows.Scan(&name, &one, &two); err != nil {
				return err
			}
			if err := take(name, one, two); err != nil {
				return err
			}
		}
		return rows.Err()
	}
	if err := each(columns, func(name, one, declared string) error {
		c, err := kindOf(name, one, declared)
		if slices.Contains(notData, name) {
			err = nil
		}
		t := at(name)
		t.columns = append(t.columns, c)
		return err
	}); err != nil {
		return nil, err
	}
	if err := each(keys, func(name, one, _ string) error {
		t := at(name)
		t.key = append(t.key, one)
		return nil
	}); err != nil {
		return nil, err
	}
	if err := each(points, func(name, other, _ string) error {
		t := at(name)
		t.after = append(t.after, other)
		return nil
	}); err != nil {
		return nil, err
	}
	return found, nil
}

func sqliteTables(ctx context.Context, db *sql.DB) ([]table, error) {
	const all = `FROM sqlite_schema m JOIN `
	const ours = ` WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\_%' ESCAPE '\' `
	return gather(ctx, db,
		`SELECT m.name, c.name, c.type `+all+`pragma_table_info(m.name) c`+ours+`ORDER BY m.name, c.cid`,
		`SELECT m.name, c.name, '' `+all+`pragma_table_info(m.name) c`+ours+`AND c.pk > 0 ORDER BY m.name, c.pk`,
		`SELECT DISTINCT m.name, c."table", '' `+all+`pragma_foreign_key_list(m.name) c`+ours+`ORDER BY 1, 2`)
}

func postgresTables(ctx context.Context, db *sql.DB) ([]table, error) {
	const ours = `n.nspname = current_schema() AND r.relkind = 'r' `
	return gather(ctx, db,
		`SELECT r.relname::text, a.attname::text, format_type(a.atttypid, NULL) FROM pg_class r
		JOIN pg_namespace n ON n.oid = r.relnamespace
			JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
			WHERE `+ours+`ORDER BY 1, a.attnum`,
		`SELECT r.relname::text, a.attname::text, '' FROM pg_class r JOIN pg_namespace n ON n.oid = r.relnamespace
			JOIN pg_constraint k ON k.conrelid = r.oid AND k.contype = 'p'
			CROSS JOIN LATERAL unnest(k.conkey) WITH ORDINALITY AS u(num, place)
			JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum = u.num WHERE `+ours+`ORDER BY 1, u.place`,
		`SELECT DISTINCT r.relname::text, o.relname::text, '' FROM pg_class r
		JOIN pg_namespace n ON n.oid = r.relnamespace
			JOIN pg_constraint k ON k.conrelid = r.oid AND k.contype = 'f' JOIN pg_class o ON o.oid = k.confrelid
			WHERE `+ours+`ORDER BY 1, 2`)
}
