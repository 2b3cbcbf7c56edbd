package sandbox

import (
	"context"
	"errors"
	"net/url"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/payments"
)

const (
	// PagePath is where the sandbox's own page lies, in a demo.
	PagePath = "/dev/pay/"
	// SessionLife is how long somebody has to pay on it.
	SessionLife = 15 * time.Minute
	// knownDelay is how long the outcome of a delayed payment cannot be looked up.
	knownDelay = 20 * time.Second
	// challengeCode is what the bank of the sandbox has sent to everybody's phone.
	challengeCode = "123456"
	hostedName    = "sandbox-hosted"
)

// Sessions is where the sandbox remembers the payments of its own page.
type Sessions interface {
	// OpenSession records a session unless its key has one, and gives the one that holds.
	OpenSession(ctx context.Context, s payments.SandboxSession) (payments.SandboxSession, error)
	Session(ctx context.Context, key string) (s payments.SandboxSession, found bool, err error)
	// ChangeSession changes a session, if there is one, in one transaction.
	ChangeSession(ctx context.Context, key string, change func(*payments.SandboxSession) error) error
}

// Hosted is the sandbox with a page of its own. Money is reserved when somebody pays and taken when the shop
// captures it, so that both are tried. It serves its page at PagePath.
type Hosted struct {
	sessions Sessions
	texts    *text.Catalogue
	baseURL  string
	now      func() time.Time
}

var _ payments.HostedGateway = (*Hosted)(nil)

// NewHosted makes the sandbox with a page of its own. baseURL is the shop's; now is the clock, nil is time.Now.
func NewHosted(sessions Sessions, texts *text.Catalogue, baseURL string, now func() time.Time) *Hosted {
	if now == nil {
		now = time.Now
	}
	return &Hosted{sessions: sessions, texts: texts, baseURL: baseURL, now: now}
}

// Capabilities says what the sandbox can do.
func (h *Hosted) Capabilities() payments.Capabilities {
	return payments.Capabilities{
		Name: hostedName, Merchant: hostedName, Sandbox: true, CapturesLater: true, VoidIsFinal: true,
		PartRefunds: true, SessionLife: SessionLife,
	}
}

// Begin opens a session.
func (h *Hosted) Begin(ctx context.Context, r payments.BeginRequest) (payments.Handoff, error) {
	s, err := h.sessions.OpenSession(ctx, payments.SandboxSession{
		Key: r.Key, Amount: r.Amount, Currency: r.Currency, ReturnURL: r.ReturnURL, Language: r.Language,
		Expires: r.Expires, Outcome: payments.Pending,
	})
	if err != nil {
		return payments.Handoff{}, err
	}
	return payments.Handoff{URL: h.baseURL + PagePath + url.PathEscape(s.Key), Expires: s.Expires}, nil
}

// Notification reads nothing: the sandbox sends none, and the shop has to look.
func (h *Hosted) Notification(func(string) string, []byte) (string, error) {
	return "", payments.ErrForged
}

// Lookup tells what became of a key.
func (h *Hosted) Lookup(ctx context.Context, key string) (payments.Payment, error) {
	s, found, err := h.sessions.Session(ctx, key)
	switch {
	case err != nil:
		return payments.Payment{}, err
	case !found:
		return payments.Payment{Outcome: payments.None}, nil
	case s.Outcome == payments.Approved && h.now().Before(s.KnownAt):
		return payments.Payment{Outcome: payments.Pending}, nil
	case s.Outcome == payments.Approved:
		return payments.Payment{
			Outcome: payments.Approved, TransactionID: transactionID(key), Amount: s.Amount, Currency: s.Currency,
			Merchant: hostedName, Captured: s.Captured, Refunded: s.Refunded(), Last4: "4242", Brand: "visa",
		}, nil
	case s.Outcome == payments.Pending && s.Declines > 0:
		return payments.Payment{Outcome: payments.Declined}, nil
	}
	return payments.Payment{Outcome: s.Outcome}, nil
}

// Capture takes the money of an approved payment.
func (h *Hosted) Capture(ctx context.Context, key string, amount money.Cents) error {
	return h.sessions.ChangeSession(ctx, key, func(s *payments.SandboxSession) error {
		if s.Outcome != payments.Approved {
			return errors.New("the sandbox has nothing to capture")
		}
		s.Captured = min(amount, s.Amount)
		return nil
	})
}

// Void ends a session, paid or not.
func (h *Hosted) Void(ctx context.Context, key string) error {
	// A key that was never seen gets a session that is over: nobody can pay in it afterwards.
	over := payments.SandboxSession{Key: key, Outcome: payments.Voided}
	if _, err := h.sessions.OpenSession(ctx, over); err != nil {
		return err
	}
	return h.sessions.ChangeSession(ctx, key, func(s *payments.SandboxSession) error {
		if s.Captured > 0 {
			return payments.ErrCaptured
		}
		s.Outcome = payments.Voided
		return nil
	})
}

// Refund gives a part back, once for each id and never more than was captured.
func (h *Hosted) Refund(ctx context.Context, key string, r payments.RefundRequest) (payments.RefundState, error) {
	err := h.sessions.ChangeSession(ctx, key, func(s *payments.SandboxSession) error {
		if _, done := s.Refunds[r.ID]; done {
			return nil
		}
		if s.Refunded()+r.Amount > s.Captured {
			return errors.New("the sandbox gives back no more than was captured")
		}
		if s.Refunds == nil {
			s.Refunds = map[string]money.Cents{}
		}
		s.Refunds[r.ID] = r.Amount
		return nil
	})
	if err != nil {
		return "", err
	}
	return payments.RefundDone, nil
}

// errOver says that nobody can pay in a session any more.
var errOver = errors.New("the session is over")

// Pay does what somebody chose on the page.
func (h *Hosted) pay(ctx context.Context, key string, choice choice) error {
	return h.sessions.ChangeSession(ctx, key, func(s *payments.SandboxSession) error {
		if s.Outcome != payments.Pending || !h.now().Before(s.Expires) {
			return errOver
		}
		switch choice {
		case chooseApprove:
			s.Outcome = payments.Approved
		case chooseDelay:
			s.Outcome, s.KnownAt = payments.Approved, h.now().Add(knownDelay)
		case chooseDecline:
			s.Declines++
		}
		return nil
	})
}
