package accounts

import (
	"context"
	"net/netip"
	"time"

	"dawa/internal/base/apperr"
)

// Limit says how often something may be tried: Free times at once, then after a delay that
// doubles from First to Most. A quiet time of Forget wipes the slate clean. Nobody is ever
// locked out for good.
type Limit struct {
	Free   int
	First  time.Duration
	Most   time.Duration
	Forget time.Duration
}

// Try is one count against a limit. Subject is a keyed hash: the table of tries tells nobody's
// name, email or address.
type Try struct {
	Scope   string
	Subject string
	Limit   Limit
}

// The limits. Those per network are wide, because a whole town can share one address; those
// per account are narrow. Each Forget is longer than its Most.
var (
	limitLoginIP     = Limit{Free: 100, First: time.Second, Most: 30 * time.Second, Forget: 15 * time.Minute}
	limitLogin       = Limit{Free: 5, First: 2 * time.Second, Most: 15 * time.Minute, Forget: time.Hour}
	limitPassword    = Limit{Free: 5, First: 2 * time.Second, Most: 15 * time.Minute, Forget: time.Hour}
	limitRegisterIP  = Limit{Free: 100, First: 2 * time.Second, Most: time.Minute, Forget: time.Hour}
	limitResetIP     = Limit{Free: 30, First: 5 * time.Second, Most: 5 * time.Minute, Forget: time.Hour}
	limitReset       = Limit{Free: 3, First: time.Minute, Most: time.Hour, Forget: 24 * time.Hour}
	limitVerifyMail  = Limit{Free: 3, First: time.Minute, Most: time.Hour, Forget: 24 * time.Hour}
	limitWritingIP   = Limit{Free: 5, First: 30 * time.Second, Most: 30 * time.Minute, Forget: 2 * time.Hour}
	limitUpload      = Limit{Free: 100, First: time.Second, Most: 30 * time.Second, Forget: 30 * time.Minute}
	limitPaying      = Limit{Free: 10, First: 30 * time.Second, Most: 15 * time.Minute, Forget: 2 * time.Hour}
	limitAccountEdit = Limit{Free: 30, First: 2 * time.Second, Most: time.Minute, Forget: time.Hour}
)

// LongestForget is the age at which a row of tries says nothing any more.
const LongestForget = 24 * time.Hour

func (s *Service) try(scope, who string, limit Limit) Try {
	return Try{Scope: scope, Subject: s.keys.subject(scope, who), Limit: limit}
}

func (s *Service) tryFrom(scope string, ip netip.Addr, limit Limit) Try {
	return s.try(scope, network(ip), limit)
}

// Writing counts a message to the shop against the network it comes from. Code: RateLimited.
func (s *Service) Writing(ctx context.Context, from netip.Addr) error {
	_, err := s.attempt(ctx, s.tryFrom("contact_ip", from, limitWritingIP))
	return err
}

// Uploading counts a picture, or a product with pictures, against the user who sends it. Code: RateLimited.
func (s *Service) Uploading(ctx context.Context, userID string) error {
	_, err := s.attempt(ctx, s.try("upload", userID, limitUpload))
	return err
}

// MayPay refuses whoever had too many cards declined, so that nobody finds out here which stolen
// ones still work. It counts nothing. Code: RateLimited.
func (s *Service) MayPay(ctx context.Context, userID string) error {
	wait, err := s.store.Wait(ctx, s.try("payment", userID, limitPaying))
	if err == nil && wait > 0 {
		err = apperr.New(apperr.RateLimited).WithRetryAfter(wait)
	}
	return err
}

// Declined counts a card that the bank declined.
func (s *Service) Declined(ctx context.Context, userID string) error {
	_, _, err := s.store.Attempt(ctx, []Try{s.try("payment", userID, limitPaying)})
	return err
}

// attempt counts the tries, or refuses when one of them has to wait. Code: RateLimited.
func (s *Service) attempt(ctx context.Context, tries ...Try) (counts []int, err error) {
	counts, wait, err := s.store.Attempt(ctx, tries)
	if err != nil {
		return nil, err
	}
	if wait > 0 {
		return nil, apperr.New(apperr.RateLimited).WithRetryAfter(wait)
	}
	return counts, nil
}

// network is what an address is counted by: an IPv6 customer owns a /64.
func network(ip netip.Addr) string {
	ip = ip.Unmap().WithZone("")
	if !ip.IsValid() {
		return "unknown"
	}
	if ip.Is6() {
		if p, err := ip.Prefix(64); err == nil {
			return p.String()
		}
	}
	return ip.String()
}
