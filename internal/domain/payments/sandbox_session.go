package payments

import (
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
)

// SandboxSession is a payment on the page of the sandbox, as the sandbox keeps it. No money moves.
type SandboxSession struct {
	Key       string      `json:"key"`
	Amount    money.Cents `json:"amount"`
	Currency  string      `json:"currency"`
	ReturnURL string      `json:"return_url"`
	Language  text.Lang   `json:"language"`
	Expires   time.Time   `json:"expires"`
	// Outcome is Pending until somebody pays or the shop ends the session.
	Outcome Outcome `json:"outcome"`
	// KnownAt is when an approval can be looked up: banks take their time.
	KnownAt  time.Time              `json:"known_at"`
	Declines int                    `json:"declines"`
	Captured money.Cents            `json:"captured"`
	Refunds  map[string]money.Cents `json:"refunds,omitempty"`
}

// Refunded is the sum of all refunds.
func (s SandboxSession) Refunded() money.Cents {
	var sum money.Cents
	for _, amount := range s.Refunds {
		sum += amount
	}
	return sum
}
