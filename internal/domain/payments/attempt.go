package payments

import (
	"time"

	"dawa/internal/base/money"
)

// State is how far an attempt to pay has come.
type State string

// The states of an attempt.
const (
	// Open holds stock; the shopper may be paying.
	Open State = "open"
	// Confirmed has become an order.
	Confirmed State = "confirmed"
	// Released has given its stock back. The gateway is still looked at: an approval that arrives late goes back.
	Released State = "released"
	// Closed is over: no order, and the gateway holds no money for it.
	Closed State = "closed"
)

// Reason says why an attempt did not become an order.
type Reason string

// Why an attempt ends without an order.
const (
	ReasonDeclined    Reason = "declined"
	ReasonCancelled   Reason = "cancelled"
	ReasonExpired     Reason = "expired"
	ReasonMismatch    Reason = "mismatch"
	ReasonUnavailable Reason = "unavailable"
)

// Attempt is one attempt to pay for one reservation.
type Attempt struct {
	// Key is the gateway's, and the id of the reservation and of the order that it becomes.
	Key      string
	UserID   string
	Gateway  string
	State    State
	Reason   Reason
	Amount   money.Cents
	Currency string
	// Hosted is an attempt on the gateway's own page.
	Hosted  bool
	Handoff Handoff
	// Captured is what was taken, Refunded what of it went back or is on its way back.
	Captured, Refunded money.Cents
	// Expires is when the gateway's session ends, and with it the reservation.
	Expires time.Time
	// ReadAt is when the attempt was read. It and the other moments are by the database's clock: a server whose own
	// clock is wrong would end what others wait for.
	ReadAt time.Time
	// LookedAt is when the gateway was last asked; the zero time is never.
	LookedAt time.Time
	Lookups  int
	// Rate is the one at which it is charged in pounds; 0 is in Currency, in which all amounts are told.
	Rate int64
}

// Hint is why the gateway is asked about an attempt. It never says what became of it.
type Hint int

// Who can give a hint.
const (
	// Swept: nobody said anything.
	Swept Hint = iota
	// Notified: somebody who claims to be the gateway said that something happened.
	Notified
	// Returned: the shopper's browser is back from the gateway's page.
	Returned
	// Abandoned: the shopper does not want to pay this way any more.
	Abandoned
)

// Action is what has to be done about an attempt after the gateway was asked.
type Action string

// What can have to be done.
const (
	// Wait: nothing is decided; ask again.
	Wait Action = "wait"
	// Confirm: make the order.
	Confirm Action = "confirm"
	// GiveUp: release, so that no order can be made any more, then void.
	GiveUp Action = "give_up"
	// GiveBack: release what is still held here, then void or refund what the gateway holds.
	GiveBack Action = "give_back"
	// Close: nothing is held anywhere, and nobody needs to ask again.
	Close Action = "close"
	// Nothing: the attempt is over.
	Nothing Action = "nothing"
)

// Decision is what to do about an attempt, and why.
type Decision struct {
	Action Action
	Reason Reason
	// Again is when to ask again if the action is Wait.
	Again time.Time
}

const (
	// watchTime is how long after the end of its session a released attempt is still looked at.
	watchTime = 24 * time.Hour
	// openPause is the longest pause between two questions about an open attempt: whatever the shopper does, the
	// shop notices within it.
	openPause = 20 * time.Second
	// releasedPause is the longest pause between two questions about a released one.
	releasedPause = time.Hour
	firstPause    = 5 * time.Second
)

// Decide says what to do about an attempt now that the gateway has answered p. merchant is the account that must
// have been paid.
func Decide(a Attempt, p Payment, merchant string, hint Hint, now time.Time) Decision {
	switch a.State {
	case Confirmed:
		return Decision{Action: Nothing}
	case Open:
		return decideOpen(a, p, merchant, hint, now)
	}
	switch {
	case p.HoldsMoney():
		return Decision{Action: GiveBack, Reason: a.Reason}
	case a.State == Closed:
		return Decision{Action: Nothing}
	case !now.Before(a.Expires.Add(watchTime)):
		return Decision{Action: Close}
	}
	return Decision{Action: Wait, Again: now.Add(pause(a.Lookups, releasedPause))}
}

func decideOpen(a Attempt, p Payment, merchant string, hint Hint, now time.Time) Decision {
	over := !a.Hosted || !now.Before(a.Expires)
	switch {
	case p.HoldsMoney() && !matches(a, p, merchant):
		return Decision{Action: GiveBack, Reason: ReasonMismatch}
	case p.HoldsMoney():
		return Decision{Action: Confirm}
	case p.Outcome == Declined && (over || hint == Returned || hint == Abandoned):
		return Decision{Action: GiveUp, Reason: ReasonDeclined}
	case hint == Abandoned:
		return Decision{Action: GiveUp, Reason: ReasonCancelled}
	case over:
		return Decision{Action: GiveUp, Reason: ReasonExpired}
	case p.Outcome == Voided || p.Outcome == Approved: // approved and given back already
		return Decision{Action: GiveUp, Reason: ReasonCancelled}
	}
	// The shopper may be typing: one declined card on the gateway's page may be followed by another.
	again := now.Add(pause(a.Lookups, openPause))
	if again.After(a.Expires) {
		again = a.Expires
	}
	return Decision{Action: Wait, Again: again}
}

// matches tells whether the gateway holds the money that was asked for, for the account that asked.
func matches(a Attempt, p Payment, merchant string) bool {
	return p.Amount == a.Amount && p.Currency == a.Currency && p.Merchant == merchant &&
		(p.Captured == 0 || p.Captured == a.Amount)
}

// pause grows from question to question up to a limit.
func pause(lookups int, limit time.Duration) time.Duration {
	d := firstPause
	for range lookups {
		if d *= 2; d >= limit {
			return limit
		}
	}
	return min(d, limit)
}
