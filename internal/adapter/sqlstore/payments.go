package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"dawa/internal/base/money"
	"dawa/internal/domain/payments"
)

// SandboxLedger is what the payments' sandbox remembers. It implements the Ledger of gateway/sandbox.
type SandboxLedger struct{ db *DB }

// NewSandboxLedger makes the ledger over an open database.
func NewSandboxLedger(db *DB) *SandboxLedger { return &SandboxLedger{db: db} }

// Record records the outcome of a key unless it has one.
func (s *SandboxLedger) Record(ctx context.Context, key string, amount money.Cents,
	p payments.Payment) (payments.Payment, error) {
	var held payments.Payment
	err := s.db.Write(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `
			INSERT INTO sandbox_payments (payment_key, outcome, transaction_id, amount_cents, at)
			VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (payment_key) DO NOTHING`,
			key, string(p.Outcome), p.TransactionID, int64(amount), Millis(s.db.time()))
		if err != nil {
			return err
		}
		held, err = readPayment(tx.QueryRowContext(ctx, selectPayment, key))
		return err
	})
	if err != nil {
		return payments.Payment{}, fmt.Errorf("settling a sandbox payment: %w", err)
	}
	return held, nil
}

const selectPayment = "SELECT outcome, transaction_id, amount_cents, refunded_cents FROM sandbox_payments " +
	"WHERE payment_key = $1"

// Payment reads a key.
func (s *SandboxLedger) Payment(ctx context.Context, key string) (payments.Payment, error) {
	p, err := readPayment(s.db.QueryRowContext(ctx, selectPayment, key))
	if err != nil {
		return payments.Payment{}, fmt.Errorf("reading a sandbox payment: %w", s.db.public(err))
	}
	return p, nil
}

// Void marks a key as voided, whether it had an outcome or not. A declined one stays declined.
func (s *SandboxLedger) Void(ctx context.Context, key string) error {
	err := s.db.Write(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `
			INSERT INTO sandbox_payments (payment_key, outcome, transaction_id, amount_cents, at)
			VALUES ($1, 'voided', '', 0, $2)
			ON CONFLICT (payment_key) DO UPDATE SET outcome = 'voided' WHERE sandbox_payments.outcome = 'approved'`,
			key, Millis(s.db.time()))
		return err
	})
	if err != nil {
		return fmt.Errorf("voiding a sandbox payment: %w", err)
	}
	return nil
}

// Refund records a refund of an approved key once for each id, and never more than was paid.
func (s *SandboxLedger) Refund(ctx context.Context, key, id string, amount money.Cents) error {
	err := s.db.Write(ctx, func(tx *Tx) error {
		added, err := tx.ExecContext(ctx, `
			INSERT INTO sandbox_refunds (payment_key, refund_id, amount_cents) VALUES ($1, $2, $3)
			ON CONFLICT (payment_key, refund_id) DO NOTHING`, key, id, int64(amount))
		if err != nil {
			return err
		}
		if n, err := added.RowsAffected(); err != nil || n == 0 {
			return err
		}
		result, err := tx.ExecContext(ctx, `
			UPDATE sandbox_payments SET refunded_cents = refunded_cents + $2
			WHERE payment_key = $1 AND outcome = 'approved' AND refunded_cents + $2 <= amount_cents`,
			key, int64(amount))
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, errors.New("more than was paid"))
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("refunding a sandbox payment: %w", err)
	}
	return nil
}

// OpenSession records a session unless its key has one, and gives the one that holds.
func (s *SandboxLedger) OpenSession(ctx context.Context,
	session payments.SandboxSession) (payments.SandboxSession, error) {
	body, err := asText(session)
	if err != nil {
		return session, err
	}
	err = s.db.Write(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `
			INSERT INTO sandbox_sessions (payment_key, session) VALUES ($1, $2) ON CONFLICT (payment_key) DO NOTHING`,
			session.Key, body)
		if err != nil {
			return err
		}
		session, _, err = readSession(tx.QueryRowContext(ctx, selectSession, session.Key))
		return err
	})
	if err != nil {
		return session, fmt.Errorf("opening a sandbox session: %w", err)
	}
	return session, nil
}

const selectSession = "SELECT session FROM sandbox_sessions WHERE payment_key = $1"

// Session reads the session of a key.
func (s *SandboxLedger) Session(ctx context.Context, key string) (payments.SandboxSession, bool, error) {
	session, found, err := readSession(s.db.QueryRowContext(ctx, selectSession, key))
	if err != nil {
		return session, false, fmt.Errorf("reading a sandbox session: %w", s.db.public(err))
	}
	return session, found, nil
}

// ChangeSession changes the session of a key, if there is one, in one transaction.
func (s *SandboxLedger) ChangeSession(ctx context.Context, key string,
	change func(*payments.SandboxSession) error) error {
	err := s.db.Write(ctx, func(tx *Tx) error {
		session, found, err := readSession(tx.QueryRowContext(ctx, selectSession+tx.ForUpdate(), key))
		if err != nil || !found {
			return err
		}
		if err := change(&session); err != nil {
			return err
		}
		body, err := asText(session)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "UPDATE sandbox_sessions SET session = $2 WHERE payment_key = $1", key, body)
		return err
	})
	if err != nil {
		return fmt.Errorf("changing a sandbox session: %w", err)
	}
	return nil
}

func readSession(row *sql.Row) (payments.SandboxSession, bool, error) {
	var body string
	var session payments.SandboxSession
	err := row.Scan(&body)
	if errors.Is(err, sql.ErrNoRows) {
		return session, false, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(body), &session)
	}
	return session, err == nil, err
}

func readPayment(row *sql.Row) (payments.Payment, error) {
	var p payments.Payment
	var amount, refunded money.Cents
	err := row.Scan(&p.Outcome, &p.TransactionID, &amount, &refunded)
	if errors.Is(err, sql.ErrNoRows) {
		return payments.Payment{Outcome: payments.None}, nil
	}
	if p.Outcome == payments.Approved {
		p.Amount, p.Currency, p.Captured, p.Refunded = amount, payments.Dollars, amount, refunded
	}
	return p, err
}
