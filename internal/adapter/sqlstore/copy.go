package sqlstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

const (
	// copyTable remembers in the target how far a copy has come; it leaves when the copy is proved.
	copyTable = "copy_progress"
	// copyChunk is how many rows one step carries.
	copyChunk = 500
)

// ErrNotEmpty says that the target of a copy holds data already.
var ErrNotEmpty = errors.New("the target is not empty")

// ErrCopyUnfinished says that a database is the target of a copy that has not come to its end.
var ErrCopyUnfinished = errors.New("a copy into this database is not finished: run the same `dawa copy` again")

// Copied says what a copy did.
type Copied struct {
	Tables  int
	Rows    int64
	Resumed bool
}

// Copy brings all data of one database into another of either engine and proves it: every row is read
// again on both sides and compared, and neither side has a row that the other has not. The source is
// seen as it was at one moment and never written to. The target must be empty, or hold a part that an
// earlier Copy from the same source (by its name) left: then it goes on where that one stopped.
// Nobody else may write to the target meanwhile. progress is told of rows, twice as many as there
// are: once copied, once proved.
func Copy(ctx context.Context, from, to *DB, source string, progress func(done, total int)) (Copied, error) {
	tables, err := sameTables(ctx, from, to)
	if err != nil {
		return Copied{}, err
	}
	c := &copying{from: from, to: to, progress: progress}
	if c.resumed, err = c.begin(ctx, tables, source); err != nil {
		return Copied{}, err
	}
	err = from.Read(ctx, func(tx *Tx) error {
		c.done, c.total = 0, 0
		for _, t := range tables {
			n, err := countRows(ctx, tx, t.name)
			if err != nil {
				return fmt.Errorf("counting the rows of %s: %w", t.name, err)
			}
			c.total += 2 * n
		}
		for _, t := range tables {
			if err := c.copyTable(ctx, tx, t); err != nil {
				return fmt.Errorf("copying %s: %w", t.name, err)
			}
		}
		for _, t := range tables {
			if err := c.proveTable(ctx, tx, t); err != nil {
				return fmt.Errorf("comparing %s: %w", t.name, err)
			}
		}
		return nil
	})
	if err != nil {
		return Copied{}, err
	}
	if err := c.end(ctx); err != nil {
		return Copied{}, err
	}
	return Copied{Tables: len(tables), Rows: c.total / 2, Resumed: c.resumed}, nil
}

// CopyUnfinished is ErrCopyUnfinished when the database is half a copy.
func (db *DB) CopyUnfinished(ctx context.Context) error {
	var n int
	err := db.reader.QueryRowContext(ctx, "SELECT count(*) FROM "+copyTable).Scan(&n)
	switch {
	case err != nil && noSuchTable(err):
		return nil
	case err != nil:
		return fmt.Errorf("looking for an unfinished copy: %w", db.public(err))
	}
	return ErrCopyUnfinished
}

// sameTables reads the tables of both sides and refuses two that differ.
func sameTables(ctx context.Context, from, to *DB) ([]table, error) {
	theirs, err := from.tables(ctx)
	if err != nil {
		return nil, err
	}
	ours, err := to.tables(ctx)
	if err != nil {
		return nil, err
	}
	if len(theirs) != len(ours) {
		return nil, fmt.Errorf("the source has the tables %s, the target %s", names(theirs), names(ours))
	}
	for _, t := range ours {
		same := func(other table) bool {
			return other.name == t.name && slices.Equal(other.columns, t.columns) && slices.Equal(other.key, t.key)
		}
		if !slices.ContainsFunc(theirs, same) {
			return nil, fmt.Errorf("the table %s is not the same on both sides", t.name)
		}
	}
	return ours, nil
}

// copying is a copy under way.
type copying struct {
	from, to    *DB
	resumed     bool
	done, total int64
	progress    func(done, total int)
}

func (c *copying) step(rows int64) {
	c.done += rows
	c.progress(int(c.done), int(max(c.total, 1)))
}

// begin makes the record of the copy, or finds the one that an earlier copy left.
func (c *copying) begin(ctx context.Context, tables []table, source string) (resumed bool, err error) {
	err = c.to.Write(ctx, func(tx *Tx) error {
		resumed = false
		if _, err := tx.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS "+copyTable+` (
			table_name TEXT NOT NULL PRIMARY KEY, source TEXT NOT NULL, last_key TEXT NOT NULL)`); err != nil {
			return err
		}
		known := ""
		rows, err := tx.QueryContext(ctx, "SELECT source FROM "+copyTable+" WHERE table_name = ''")
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		if resumed = rows.Next(); resumed {
			err = rows.Scan(&known)
		}
		if err := errors.Join(err, rows.Err(), rows.Close()); err != nil {
			return err
		}
		if resumed {
			if known != source {
				return fmt.Errorf("%w: an unfinished copy from %s is in it", ErrNotEmpty, known)
			}
			return nil
		}
		for _, t := range tables {
			n, err := countRows(ctx, tx, t.name)
			if err != nil {
				return err
			}
			if n > 0 {
				return fmt.Errorf("%w: its table %s has %d rows", ErrNotEmpty, t.name, n)
			}
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO "+copyTable+" (table_name, source, last_key) VALUES ('', $1, '')",
			source)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("preparing the target: %w", err)
	}
	return resumed, nil
}

// end forgets the record of the copy: it is whole.
func (c *copying) end(ctx context.Context) error {
	err := c.to.Write(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, "DROP TABLE "+copyTable)
		return err
	})
	if err != nil {
		return fmt.Errorf("ending the copy: %w", err)
	}
	return nil
}

// copyTable goes through a table in the order of its key, one transaction of the target a chunk. How
// far it came is written in the same transaction.
func (c *copying) copyTable(ctx context.Context, tx *Tx, t table) error {
	last, err := c.lastKey(ctx, t)
	if err != nil {
		return err
	}
	if last != nil {
		n, err := countRows(ctx, c.to.reader, t.name)
		if err != nil {
			return err
		}
		c.step(n)
	}
	for {
		rows, err := chunkAfter(ctx, tx, t, last)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return nil
		}
		last = t.keyOf(rows[len(rows)-1])
		if err := c.put(ctx, t, rows, last); err != nil {
			return err
		}
		c.step(int64(len(rows)))
	}
}

func (c *copying) lastKey(ctx context.Context, t table) ([]any, error) {
	rows, err := c.to.reader.QueryContext(ctx, "SELECT last_key FROM "+copyTable+" WHERE table_name = $1", t.name)
	if err != nil {
		return nil, c.to.public(err)
	}
	defer func() { _ = rows.Close() }()
	if !rows.Next() {
		return nil, rows.Err()
	}
	var text string
	if err := rows.Scan(&text); err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var key []any
	if err := decoder.Decode(&key); err != nil {
		return nil, fmt.Errorf("reading how far the copy has come: %w", err)
	}
	for i, v := range key {
		if n, ok := v.(json.Number); ok {
			if key[i], err = n.Int64(); err != nil {
				return nil, fmt.Errorf("reading how far the copy has come: %w", err)
			}
		}
	}
	return key, rows.Err()
}

func (c *copying) put(ctx context.Context, t table, rows [][]any, last []any) error {
	key, err := json.Marshal(last)
	if err != nil {
		return err
	}
	return c.to.Write(ctx, func(tx *Tx) error {
		for part := range slices.Chunk(rows, c.to.engine.rowsPerInsert) {
			var args []any
			for _, row := range part {
				args = append(args, row...)
			}
			query := "INSERT INTO " + t.name + " (" + t.list() + ") VALUES " + tuples(len(part), len(t.columns))
			if _, err := tx.ExecContext(ctx, query, args...); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO "+copyTable+` (table_name, source, last_key) VALUES ($1, '', $2)
			ON CONFLICT (table_name) DO UPDATE SET last_key = excluded.last_key`, t.name, string(key))
		return err
	})
}
