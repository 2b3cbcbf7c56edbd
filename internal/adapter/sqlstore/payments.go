package sqlstore

import (
	"context"
	"database/sql"
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

const selectPayment = "SELECT outcome, transaction_id FROM sandbox_payments WHERE payment_key = $1"

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

func readPayment(row *sql.Row) (payments.Payment, error) {
	var p payments.Payment
	err := row.Scan(&p.Outcome, &p.TransactionID)
	if errors.Is(err, sql.ErrNoRows) {
		return payments.Payment{Outcome: payments.None}, nil
	}
	return p, err
}
