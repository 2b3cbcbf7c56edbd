package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/ledger"
	"dawa/internal/domain/orders"
)

// Ledger keeps the money of stores. It implements ledger.Store.
type Ledger struct{ db *DB }

// NewLedger makes the store over an open database.
func NewLedger(db *DB) *Ledger { return &Ledger{db} }

// signed is the amount of an entry as the store's account sees it.
const signed = "CASE WHEN credit = 'store:' || store_id THEN cents ELSE -cents END"

// Book adds the entries that are missing for the stores' parts of an order, while nobody else can move it.
func (s *Ledger) Book(ctx context.Context, orderID string, decide func(ledger.Basis) []ledger.Entry) error {
	err := s.db.Write(ctx, func(tx *Tx) error {
		order, err := lockOrder(ctx, tx, orders.OrderKey{ID: orderID})
		if apperr.CodeOf(err) == apperr.OrderNotFound {
			return nil
		}
		if err != nil {
			return err
		}
		given, err := refundsOf(ctx, tx, orderID)
		if err != nil {
			return fmt.Errorf("reading refunds: %w", err)
		}
		for i := range order.Fulfilments {
			if order.Fulfilments[i].InHouse() {
				continue
			}
			basis := ledger.Basis{Order: order, Part: &order.Fulfilments[i], Refunds: given}
			if err := bookPart(ctx, tx, basis, decide); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("booking an order: %w", err)
	}
	return nil
}

func bookPart(ctx context.Context, tx *Tx, b ledger.Basis, decide func(ledger.Basis) []ledger.Entry) error {
	var entries int
	var err error
	b.Booked, entries, err = sumsByKind(ctx, tx, "order_id = $1 AND place = $2", b.Order.ID, b.Part.Place)
	if err != nil {
		return fmt.Errorf("reading what is booked: %w", err)
	}
	var frozen bool
	b.Commission, frozen, err = commissionOf(ctx, tx, b.Order.ID, b.Part)
	if err != nil {
		return err
	}
	missing := decide(b)
	if len(missing) == 0 {
		return nil
	}
	if !frozen {
		_, err := tx.ExecContext(ctx, `
			INSERT INTO ledger_fulfilments (order_id, place, commission_bp) VALUES ($1, $2, $3)`, b.Order.ID,
			b.Part.Place, int(b.Commission))
		if err != nil {
			return fmt.Errorf("keeping the commission: %w", err)
		}
	}
	for i, e := range missing {
		e.ID = orders.FulfilmentID(b.Order.ID, b.Part.Place) + "." + strconv.Itoa(entries+i+1)
		if err := addEntry(ctx, tx, e); err != nil {
			return err
		}
	}
	return nil
}

// commissionOf is the commission that a fulfilment was booked with, or that its store has now.
func commissionOf(ctx context.Context, tx *Tx, orderID string,
	f *orders.Fulfilment) (bp ledger.BasisPoints, frozen bool, err error) {
	err = tx.QueryRowContext(ctx, "SELECT commission_bp FROM ledger_fulfilments WHERE order_id = $1 AND place = $2",
		orderID, f.Place).Scan(&bp)
	if err == nil {
		return bp, true, nil
	}
	if errors.Is(err, sql.ErrNoRows) {
		err = tx.QueryRowContext(ctx, "SELECT commission_bp FROM ledger_terms WHERE store_id = $1", f.StoreID).Scan(&bp)
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, false, fmt.Errorf("reading the commission: %w", err)
	}
	return bp, false, nil
}

func addEntry(ctx context.Context, tx *Tx, e ledger.Entry) error {
	from, to, amount := e.Accounts()
	_, err := tx.ExecContext(ctx, `
		INSERT INTO ledger_entries (id, store_id, kind, debit, credit, cents, order_id, place, note, actor_id,
			created_at)
		VALUES (`+list(1, 11)+`)`, e.ID, e.StoreID, string(e.Kind), string(from), string(to), int64(amount), e.OrderID,
		e.Place, e.Note, e.By, Millis(e.At))
	if err != nil {
		return fmt.Errorf("adding an entry: %w", err)
	}
	return nil
}

// holdAccount keeps others from recording money of a store meanwhile, also of one that has closed and is still owed
// something. Code: StoreNotFound.
func holdAccount(ctx context.Context, tx *Tx, storeID string) (name string, err error) {
	name, err = holdStore(ctx, tx, storeID)
	if apperr.CodeOf(err) != apperr.StoreNotFound {
		return name, err
	}
	// Entries are never removed, so the first one stands for the account.
	err = tx.QueryRowContext(ctx, "SELECT "+closedName+` FROM ledger_entries e WHERE e.store_id = $1
		ORDER BY e.created_at, e.id LIMIT 1`+tx.ForNoKeyUpdate(), storeID).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		return "", apperr.New(apperr.StoreNotFound)
	}
	return name, err
}

// closedName is how a store was called that has closed, as far as anything says it.
const closedName = `coalesce((SELECT a.detail FROM audit a WHERE a.subject_kind = 'store' AND a.subject = e.store_id
	AND a.action IN ('store_closed', 'store_payout', 'store_adjustment') ORDER BY a.at DESC LIMIT 1), e.store_id)`

// holdStore keeps others from changing the terms of a store meanwhile. Code: StoreNotFound.
func holdStore(ctx context.Context, tx *Tx, storeID string) (name string, err error) {
	err = tx.QueryRowContext(ctx, "SELECT name FROM stores WHERE id = $1"+tx.ForNoKeyUpdate(), storeID).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		return "", apperr.New(apperr.StoreNotFound)
	}
	return name, err
}

// Pay adds what somebody records, once.
func (s *Ledger) Pay(ctx context.Context, e ledger.Entry, event audit.Event,
	decide func(balance money.Cents) error) error {
	err := s.db.Write(ctx, func(tx *Tx) error {
		name, err := holdAccount(ctx, tx, e.StoreID)
		if err != nil {
			return err
		}
		earlier, err := texts(tx.QueryContext(ctx, "SELECT id FROM ledger_entries WHERE id = $1", e.ID))
		if err != nil || len(earlier) > 0 {
			return err
		}
		var balance money.Cents
		err = tx.QueryRowContext(ctx, "SELECT CAST(coalesce(sum("+signed+`), 0) AS BIGINT) FROM ledger_entries
			WHERE store_id = $1`, e.StoreID).Scan(&balance)
		if err != nil {
			return fmt.Errorf("reading a balance: %w", err)
		}
		if err := decide(balance); err != nil {
			return err
		}
		if err := addEntry(ctx, tx, e); err != nil {
			return err
		}
		event.Detail = name
		event.Changes = []audit.Change{{Field: "balance", Old: balance.String(), New: (balance + e.Amount).String()}}
		return recordAudit(ctx, tx, event)
	})
	if err != nil {
		return fmt.Errorf("recording money of a store: %w", err)
	}
	return nil
}

// SetCommission sets the commission of the next sales.
func (s *Ledger) SetCommission(ctx context.Context, storeID string, to ledger.BasisPoints, event audit.Event) error {
	err := s.db.Write(ctx, func(tx *Tx) error {
		name, err := holdStore(ctx, tx, storeID)
		if err != nil {
			return err
		}
		var old ledger.BasisPoints
		err = tx.QueryRowContext(ctx, "SELECT commission_bp FROM ledger_terms WHERE store_id = $1", storeID).Scan(&old)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("reading the commission: %w", err)
		}
		if old == to {
			return nil
		}
		_, err = tx.ExecContext(ctx, `
			INSERT INTO ledger_terms (store_id, commission_bp) VALUES ($1, $2)
			ON CONFLICT (store_id) DO UPDATE SET commission_bp = excluded.commission_bp`, storeID, int(to))
		if err != nil {
			return fmt.Errorf("setting the commission: %w", err)
		}
		event.Detail = name
		event.Changes = []audit.Change{{Field: "commission", Old: old.String(), New: to.String()}}
		return recordAudit(ctx, tx, event)
	})
	if err != nil {
		return fmt.Errorf("setting a commission: %w", err)
	}
	return nil
}

// Balances lists what the stores are owed, and those that have closed until nobody owes anything any more.
func (s *Ledger) Balances(ctx context.Context) ([]ledger.Balance, error) {
	return readAll(ctx, s.db, "reading balances", func(row interface{ Scan(...any) error }) (ledger.Balance, error) {
		var b ledger.Balance
		var paid int64
		err := row.Scan(&b.StoreID, &b.StoreName.English, &b.StoreName.Arabic, &b.Amount, &b.Commission, &paid)
		if paid > 0 {
			b.LastPayout = Time(paid)
		}
		return b, err
	}, `
		WITH e AS (SELECT store_id, CAST(sum(`+signed+`) AS BIGINT) AS balance,
				max(CASE WHEN kind = 'payout' THEN created_at ELSE 0 END) AS paid
			FROM ledger_entries GROUP BY store_id)
		SELECT s.id AS id, s.name AS name, s.arabic_name, coalesce(e.balance, 0), coalesce(t.commission_bp, 0),
			coalesce(e.paid, 0)
		FROM stores s LEFT JOIN ledger_terms t ON t.store_id = s.id LEFT JOIN e ON e.store_id = s.id
		WHERE s.status = 'approved' OR e.store_id IS NOT NULL
		UNION ALL
		SELECT e.store_id, `+closedName+`, '', e.balance, 0, e.paid
		FROM e WHERE e.balance <> 0 AND NOT EXISTS (SELECT 1 FROM stores s WHERE s.id = e.store_id)
		ORDER BY name, id`)
}

// Statement reads a period of a store's account, all of it at one moment.
func (s *Ledger) Statement(ctx context.Context, p ledger.Period) (found ledger.Statement, err error) {
	err = s.db.Read(ctx, func(tx *Tx) error {
		from, until := Millis(p.From), Millis(p.Until)
		known, err := texts(tx.QueryContext(ctx, `
			SELECT id FROM stores WHERE id = $1
			UNION ALL SELECT id FROM (SELECT id FROM ledger_entries WHERE store_id = $1 LIMIT 1) closed`, p.StoreID))
		if err != nil {
			return err
		}
		if len(known) == 0 {
			return apperr.New(apperr.StoreNotFound)
		}
		err = tx.QueryRowContext(ctx, "SELECT CAST(coalesce(sum("+signed+`), 0) AS BIGINT) FROM ledger_entries
			WHERE store_id = $1 AND created_at < $2`, p.StoreID, from).Scan(&found.Opening)
		if err != nil {
			return err
		}
		found.Sums, found.Total, err = sumsByKind(ctx, tx, "store_id = $1 AND created_at >= $2 AND created_at < $3",
			p.StoreID, from, until)
		if err != nil {
			return err
		}
		found.Closing = found.Opening
		for _, sum := range found.Sums {
			found.Closing += sum
		}
		rows, err := tx.QueryContext(ctx, `
			SELECT e.id, e.store_id, e.kind, `+signed+`, e.order_id, e.place, coalesce(o.number, ''), e.note,
				e.actor_id, coalesce(u.username, ''), e.created_at
			FROM ledger_entries e LEFT JOIN orders o ON o.id = e.order_id LEFT JOIN users u ON u.id = e.actor_id
			WHERE e.store_id = $1 AND e.created_at >= $2 AND e.created_at < $3
			ORDER BY e.created_at, e.id LIMIT $4 OFFSET $5`, p.StoreID, from, until, p.Limit, p.Offset)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var e ledger.Entry
			var at int64
			if err := rows.Scan(&e.ID, &e.StoreID, &e.Kind, &e.Amount, &e.OrderID, &e.Place, &e.OrderNumber, &e.Note,
				&e.By, &e.ByName, &at); err != nil {
				return err
			}
			e.At = Time(at)
			found.Entries = append(found.Entries, e)
		}
		return rows.Err()
	})
	if err != nil {
		return ledger.Statement{}, fmt.Errorf("reading a statement: %w", err)
	}
	return found, nil
}

// sumsByKind adds up the entries of each kind and counts them all.
func sumsByKind(ctx context.Context, tx *Tx, where string,
	args ...any) (sums map[ledger.Kind]money.Cents, entries int, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT kind, CAST(sum("+signed+`) AS BIGINT), count(*) FROM ledger_entries
		WHERE `+where+" GROUP BY kind", args...)
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = rows.Close() }()
	sums = map[ledger.Kind]money.Cents{}
	for rows.Next() {
		var kind ledger.Kind
		var sum money.Cents
		var count int
		if err := rows.Scan(&kind, &sum, &count); err != nil {
			return nil, 0, err
		}
		sums[kind] = sum
		entries += count
	}
	return sums, entries, rows.Err()
}

// Accounts adds up every account.
func (s *Ledger) Accounts(ctx context.Context) (map[ledger.Account]money.Cents, error) {
	found := map[ledger.Account]money.Cents{}
	err := s.db.eachRow(ctx, "adding the accounts up", `
		SELECT account, CAST(sum(cents) AS BIGINT) FROM (
			SELECT credit AS account, cents FROM ledger_entries
			UNION ALL SELECT debit, -cents FROM ledger_entries) sides
		GROUP BY account`, nil, func(rows *sql.Rows) error {
		var account ledger.Account
		var sum money.Cents
		err := rows.Scan(&account, &sum)
		found[account] = sum
		return err
	})
	return found, err
}
