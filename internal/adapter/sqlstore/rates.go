package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"

	"dawa/internal/domain/audit"
	"dawa/internal/domain/rates"
)

// Rates stores exchange rates. It implements rates.Store.
type Rates struct{ db *DB }

var _ rates.Store = (*Rates)(nil)

// NewRates makes the store over an open database.
func NewRates(db *DB) *Rates { return &Rates{db: db} }

// ratesTopic is notified when a rate was set.
const ratesTopic = "rates"

const selectRates = `SELECT r.number, r.lbp_per_usd, r.since, r.set_by, coalesce(u.username, '')
	FROM rates r LEFT JOIN users u ON u.id = r.set_by ORDER BY r.number DESC LIMIT `

func scanRate(row interface{ Scan(...any) error }) (r rates.Rate, err error) {
	var since int64
	err = row.Scan(&r.Number, &r.PoundsPerDollar, &since, &r.SetBy, &r.SetByName)
	r.Since = Time(since)
	return r, err
}

// Current reads the newest rate.
func (s *Rates) Current(ctx context.Context) (rates.Rate, error) {
	r, err := scanRate(s.db.QueryRowContext(ctx, selectRates+"1"))
	if errors.Is(err, sql.ErrNoRows) {
		return rates.Rate{}, nil
	}
	if err != nil {
		return rates.Rate{}, fmt.Errorf("reading the rate: %w", s.db.public(err))
	}
	return r, nil
}

// List reads the newest rates.
func (s *Rates) List(ctx context.Context, limit int) ([]rates.Rate, error) {
	one := func(row interface{ Scan(...any) error }) (rates.Rate, error) { return scanRate(row) }
	return readAll(ctx, s.db, "reading the rates", one, selectRates+"$1", limit)
}

// Add writes the next rate. Two that are set at once get different numbers: the second one's check sees the first.
func (s *Rates) Add(ctx context.Context, poundsPerDollar int64, by string,
	check func(current rates.Rate) error) (added rates.Rate, err error) {
	err = s.db.Write(ctx, func(tx *Tx) error {
		current, err := scanRate(tx.QueryRowContext(ctx, selectRates+"1"))
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("reading the rate: %w", err)
		}
		if errors.Is(err, sql.ErrNoRows) {
			current = rates.Rate{}
		}
		if err := check(current); err != nil {
			return err
		}
		var since int64
		err = tx.QueryRowContext(ctx, `INSERT INTO rates (number, lbp_per_usd, since, set_by)
			VALUES ($1, $2, `+tx.Now()+`, $3) RETURNING since`, current.Number+1, poundsPerDollar, by).Scan(&since)
		if s.db.IsUnique(err, "rates", "number") {
			return errRunAgain
		}
		if err != nil {
			return fmt.Errorf("writing a rate: %w", err)
		}
		added = rates.Rate{Number: current.Number + 1, PoundsPerDollar: poundsPerDollar, Since: Time(since), SetBy: by}
		event := audit.NewEvent("rate_set", by, strconv.FormatInt(added.Number, 10), "", added.Since)
		event.SubjectKind = "rate"
		event.Changes = []audit.Change{{
			Field: "lbp_per_usd", Old: strconv.FormatInt(current.PoundsPerDollar, 10),
			New: strconv.FormatInt(poundsPerDollar, 10),
		}}
		tx.Notify(ratesTopic)
		tx.Notify(shopTopic)
		return recordAudit(ctx, tx, event)
	})
	return added, err
}

// Changed wakes whoever follows the rates.
func (s *Rates) Changed() (woken <-chan struct{}, end func()) { return s.db.Subscribe(ratesTopic) }
