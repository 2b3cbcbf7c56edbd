package sqlstore

import (
	"context"
	"fmt"
	"slices"
	"time"

	"dawa/internal/domain/addresses"
)

// Addresses is the store of addresses. It implements addresses.Store.
type Addresses struct{ db *DB }

var _ addresses.Store = (*Addresses)(nil)

// NewAddresses makes the store over an open database.
func NewAddresses(db *DB) *Addresses { return &Addresses{db: db} }

// Book reads a user's addresses.
func (s *Addresses) Book(ctx context.Context, userID string) (addresses.Book, error) {
	book, err := readBook(ctx, s.db, userID)
	return book, s.db.public(err)
}

func readBook(ctx context.Context, from querier, userID string) (addresses.Book, error) {
	book := addresses.Book{Favourite: addresses.None()}
	rows, err := from.QueryContext(ctx, `
		SELECT id, street, state, city, building, floor, extra_info, favourite
		FROM addresses WHERE user_id = $1 ORDER BY place, id`, userID)
	if err != nil {
		return book, fmt.Errorf("reading addresses: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var a addresses.Address
		var favourite bool
		if err := rows.Scan(&a.ID, &a.Street, &a.State, &a.City, &a.Building, &a.Floor, &a.ExtraInfo,
			&favourite); err != nil {
			return book, fmt.Errorf("reading addresses: %w", err)
		}
		if favourite {
			book.Favourite = len(book.Addresses)
		}
		book.Addresses = append(book.Addresses, a)
	}
	if err := rows.Err(); err != nil {
		return book, fmt.Errorf("reading addresses: %w", err)
	}
	return book, nil
}

// Update reads a user's addresses, lets change decide and writes the outcome.
func (s *Addresses) Update(ctx context.Context, userID string, now time.Time,
	change func(b *addresses.Book) error) (addresses.Book, error) {
	var book addresses.Book
	err := s.db.Write(ctx, func(tx *Tx) (err error) {
		book, err = updateBook(ctx, tx, userID, now, change)
		return err
	})
	if err != nil {
		return addresses.Book{}, err
	}
	return book, nil
}

// updateBook is Update within a transaction.
func updateBook(ctx context.Context, tx *Tx, userID string, now time.Time,
	change func(b *addresses.Book) error) (addresses.Book, error) {
	if err := lockUser(ctx, tx, userID); err != nil {
		return addresses.Book{}, err
	}
	book, err := readBook(ctx, tx, userID)
	if err != nil {
		return addresses.Book{}, err
	}
	before := addresses.Book{Addresses: slices.Clone(book.Addresses), Favourite: book.Favourite}
	if err := change(&book); err != nil {
		return addresses.Book{}, err
	}
	return book, writeBook(ctx, tx, userID, before, book, now)
}

// writeBook writes what differs. Who is at which position follows from the order of the places.
func writeBook(ctx context.Context, tx *Tx, userID string, before, after addresses.Book, now time.Time) error {
	old := map[string]addresses.Address{}
	for _, a := range before.Addresses {
		old[a.ID] = a
	}
	for _, a := range after.Addresses {
		was, there := old[a.ID]
		delete(old, a.ID)
		if there && was == a {
			continue
		}
		if err := writeAddress(ctx, tx, userID, a, now); err != nil {
			return err
		}
	}
	for _, a := range before.Addresses {
		if _, gone := old[a.ID]; !gone {
			continue
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM addresses WHERE id = $1 AND user_id = $2", a.ID,
			userID); err != nil {
			return fmt.Errorf("deleting an address: %w", err)
		}
	}
	return writeFavourite(ctx, tx, userID, after)
}

func writeAddress(ctx context.Context, tx *Tx, userID string, a addresses.Address, now time.Time) error {
	// A new one goes to the end.
	_, err := tx.ExecContext(ctx, `
		INSERT INTO addresses (id, user_id, place, street, state, city, building, floor, extra_info, created_at,
		updated_at)
		VALUES ($1, $2, (SELECT coalesce(max(place), 0) + 1 FROM addresses WHERE user_id = $2),
			$3, $4, $5, $6, $7, $8, $9, $9)
		ON CONFLICT (id) DO UPDATE SET street = excluded.street, state = excluded.state, city = excluded.city,
			building = excluded.building, floor = excluded.floor, extra_info = excluded.extra_info,
			updated_at = excluded.updated_at`,
		a.ID, userID, a.Street, a.State, a.City, a.Building, a.Floor, a.ExtraInfo, Millis(now))
	if err != nil {
		return fmt.Errorf("writing an address: %w", err)
	}
	return nil
}

// writeFavourite takes the mark away before it sets it: no two may have it at any moment.
func writeFavourite(ctx context.Context, tx *Tx, userID string, book addresses.Book) error {
	id := ""
	if chosen, ok := book.Chosen(); ok {
		id = chosen.ID
	}
	for _, query := range []string{
		"UPDATE addresses SET favourite = FALSE WHERE user_id = $1 AND favourite AND id <> $2",
		"UPDATE addresses SET favourite = TRUE WHERE user_id = $1 AND id = $2 AND NOT favourite",
	} {
		if _, err := tx.ExecContext(ctx, query, userID, id); err != nil {
			return fmt.Errorf("marking the favourite address: %w", err)
		}
	}
	return nil
}
