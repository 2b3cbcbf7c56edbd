package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/media"
)

// Pictures remembers which pictures people uploaded. It implements media.Uploads.
type Pictures struct{ db *DB }

var _ media.Uploads = (*Pictures)(nil)

// NewPictures makes the store over an open database.
func NewPictures(db *DB) *Pictures { return &Pictures{db: db} }

// Known gives the picture that was made of a file before.
func (s *Pictures) Known(ctx context.Context, source string, now time.Time) (hash string, err error) {
	err = s.db.Write(ctx, func(tx *Tx) error {
		err := tx.QueryRowContext(ctx, "SELECT hash FROM pictures WHERE source = $1"+tx.ForUpdate(), source).Scan(&hash)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "UPDATE pictures SET touched_at = $2 WHERE hash = $1", hash, Millis(now))
		return err
	})
	if err != nil {
		return "", fmt.Errorf("looking for a picture: %w", err)
	}
	return hash, nil
}

// Record writes down that a picture was made of a file.
func (s *Pictures) Record(ctx context.Context, hash, source string, now time.Time) error {
	err := s.db.Write(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `
			INSERT INTO pictures (hash, source, touched_at, check_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (hash) DO UPDATE SET source = excluded.source, touched_at = excluded.touched_at`,
			hash, source, Millis(now), Millis(now))
		return err
	})
	if err != nil {
		return fmt.Errorf("writing down a picture: %w", err)
	}
	return nil
}

// takePictures notes that a product holds these pictures from now on. One that was never uploaded,
// or that was collected because nobody took it for a day, is ImageNotFound.
func takePictures(ctx context.Context, tx *Tx, images []catalog.Image, now time.Time) error {
	for _, image := range images {
		result, err := tx.ExecContext(ctx, "UPDATE pictures SET touched_at = $2 WHERE hash = $1", image.Hash,
			Millis(now))
		if err != nil {
			return fmt.Errorf("taking a picture: %w", err)
		}
		n, err := result.RowsAffected()
		if err != nil {
			return fmt.Errorf("taking a picture: %w", err)
		}
		if n == 0 {
			return apperr.New(apperr.ImageNotFound)
		}
	}
	return nil
}

// Unused gives pictures that nothing holds. Those that are in use are looked at again a day later.
func (s *Pictures) Unused(ctx context.Context, before time.Time, limit int) ([]string, error) {
	due, err := texts(s.db.QueryContext(ctx, `
		SELECT hash FROM pictures WHERE check_at < $1 AND touched_at < $2 ORDER BY check_at, hash
		LIMIT $3`, Millis(before), Millis(before), limit))
	if err != nil {
		return nil, fmt.Errorf("reading uploaded pictures: %w", s.db.public(err))
	}
	if len(due) == 0 {
		return nil, nil
	}
	used, err := s.picturesInUse(ctx, due)
	if err != nil {
		return nil, err
	}
	unused := due[:0]
	var inUse []string
	for _, hash := range due {
		if used[hash] {
			inUse = append(inUse, hash)
		} else {
			unused = append(unused, hash)
		}
	}
	return unused, s.postpone(ctx, inUse, before)
}

// picturesInUse tells which of the pictures a product, a revision or an order holds. What they hold is text: reading
// it through once an hour is cheaper than keeping a second list of it right at every write.
func (s *Pictures) picturesInUse(ctx context.Context, hashes []string) (map[string]bool, error) {
	wanted := make(map[string]bool, len(hashes))
	for _, hash := range hashes {
		wanted[hash] = true
	}
	used := map[string]bool{}
	for _, query := range []string{
		"SELECT images FROM products WHERE images <> '[]'",
		"SELECT DISTINCT images FROM order_lines WHERE images <> '[]'",
	} {
		if err := s.eachImages(ctx, query, func(image catalog.Image) {
			if wanted[image.Hash] {
				used[image.Hash] = true
			}
		}); err != nil {
			return nil, fmt.Errorf("reading which pictures are used: %w", s.db.public(err))
		}
	}
	revisions, err := readAll(ctx, s.db, "reading which pictures wait", scanRevision, selectRevisions)
	if err != nil {
		return nil, err
	}
	for _, r := range revisions {
		for _, image := range r.content.Images {
			if wanted[image.Hash] {
				used[image.Hash] = true
			}
		}
	}
	return used, nil
}

func (s *Pictures) eachImages(ctx context.Context, query string, see func(catalog.Image)) error {
	rows, err := s.db.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var list string
		if err := rows.Scan(&list); err != nil {
			return err
		}
		images, err := readImages(list)
		if err != nil {
			return err
		}
		for _, image := range images {
			see(image)
		}
	}
	return rows.Err()
}

func (s *Pictures) postpone(ctx context.Context, hashes []string, before time.Time) error {
	if len(hashes) == 0 {
		return nil
	}
	return s.db.Write(ctx, func(tx *Tx) error {
		in, args := In(2, hashes)
		_, err := tx.ExecContext(ctx, "UPDATE pictures SET check_at = $1 WHERE hash IN ("+in+")",
			append([]any{Millis(before.Add(2 * media.Unclaimed))}, args...)...)
		if err != nil {
			return fmt.Errorf("putting off a look at pictures: %w", err)
		}
		return nil
	})
}

// Delete lets remove delete the files of a picture while its row is held, and then forgets it. Whoever
// uploads the same picture meanwhile waits for the row and then stores the files anew.
func (s *Pictures) Delete(ctx context.Context, hash string, before time.Time,
	remove func() error) (deleted bool, err error) {
	err = s.db.Write(ctx, func(tx *Tx) error {
		deleted = false
		result, err := tx.ExecContext(ctx, "DELETE FROM pictures WHERE hash = $1 AND touched_at < $2", hash,
			Millis(before))
		if err != nil {
			return fmt.Errorf("forgetting a picture: %w", err)
		}
		n, err := result.RowsAffected()
		if err != nil || n == 0 {
			return err
		}
		if err := remove(); err != nil {
			return err
		}
		deleted = true
		return nil
	})
	return deleted && err == nil, err
}
