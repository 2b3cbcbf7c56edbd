package accounts

import (
	"context"
	"crypto/rand"
	"net/netip"
	"strings"
	"time"

	"dawa/internal/base/text"
	"dawa/internal/base/validate"
	"dawa/internal/domain/ratelimit"
)

// Service decides everything about accounts.
type Service struct {
	store     Store
	limiter   *ratelimit.Limiter
	passwords *Passwords
	keys      Keys
	breached  *Breached
	baseURL   string
	now       func() time.Time
	lastSeen  lastSeen
	sessions  sessionCache

	passkeys            PasskeyVerifier
	passkeysRequired    PasskeyRequirement
	adminsNeedTwoFactor bool
	wideRules           bool
}

// Options is what a Service is made of.
type Options struct {
	Store     Store
	Limiter   *ratelimit.Limiter
	Passwords *Passwords
	Keys      Keys
	// Breached are passwords that nobody may choose; nil is none.
	Breached *Breached
	// AdminsNeedTwoFactor treats admins without two-factor like everybody else.
	AdminsNeedTwoFactor bool
	// Passkeys verifies passkeys; nil where the shop's address allows none.
	Passkeys PasskeyVerifier
	// PasskeysRequired says who has no roles without a passkey; "" is nobody.
	PasskeysRequired PasskeyRequirement
	// WideRules takes any email address, and passwords of 8 to 128 characters of any kind.
	WideRules bool
	// BaseURL is scheme and host of the links in mails.
	BaseURL string
	// Now is the clock; nil is time.Now.
	Now func() time.Time
}

// New makes a Service.
func New(o Options) *Service {
	now := o.Now
	if now == nil {
		now = time.Now
	}
	return &Service{
		store: o.Store, limiter: o.Limiter, passwords: o.Passwords, keys: o.Keys, breached: o.Breached,
		baseURL:  strings.TrimRight(o.BaseURL, "/"),
		now:      func() time.Time { return now().UTC().Truncate(time.Millisecond) },
		passkeys: o.Passkeys, passkeysRequired: o.PasskeysRequired,
		adminsNeedTwoFactor: o.AdminsNeedTwoFactor, wideRules: o.WideRules,
	}
}

// Caller is where a request comes from and who makes it.
type Caller struct {
	Identity
	IP     netip.Addr
	Device string
	// Known is the mark of a browser in which somebody signed in before.
	Known    string
	Language text.Lang
}

// checkForm checks what was typed into a form, by the rules that the shop has chosen for its accounts.
func (s *Service) checkForm(form string, values map[string]string) (clean, errs map[string]string) {
	if s.wideRules {
		return validate.WideForm(form, values)
	}
	return validate.Form(form, values)
}

// User reads a user. Code: NotFound.
func (s *Service) User(ctx context.Context, id string) (*User, error) { return s.store.User(ctx, id) }

// Sweep removes expired sessions, links, challenges, unconfirmed two-factor setups and counts.
func (s *Service) Sweep(ctx context.Context) error { return s.store.Sweep(ctx, s.now()) }

func newID() string { return strings.ToLower(rand.Text()) }
