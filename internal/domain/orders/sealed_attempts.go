package orders

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"dawa/internal/domain/payments"
)

// Sealer seals what must not be readable in the database.
type Sealer interface {
	// Seal gives the sealed bytes and the id of the key.
	Seal(owner, field string, data []byte) (sealed []byte, key byte)
	Open(owner, field string, sealed []byte) ([]byte, error)
}

const (
	handoffField = "handoff"
	// sealedMark begins the address of a page that is sealed.
	sealedMark = "sealed:"
)

// sealedAttempts keeps the gateways' pages sealed: whoever knows the address of one is in the shopper's session.
type sealedAttempts struct {
	PaymentAttempts
	sealer Sealer
}

// AttemptBegun records where the shopper was sent, sealed.
func (s sealedAttempts) AttemptBegun(ctx context.Context, key string, h payments.Handoff) error {
	plain, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("sealing a gateway's page: %w", err)
	}
	sealed, _ := s.sealer.Seal(key, handoffField, plain)
	return s.PaymentAttempts.AttemptBegun(ctx, key, payments.Handoff{
		URL: sealedMark + base64.RawStdEncoding.EncodeToString(sealed), Expires: h.Expires,
	})
}

// PaymentAttempt reads one with its page. A page that cannot be opened is none: the gateway is asked for it again.
func (s sealedAttempts) PaymentAttempt(ctx context.Context, key string) (payments.Attempt, error) {
	a, err := s.PaymentAttempts.PaymentAttempt(ctx, key)
	text, sealed := strings.CutPrefix(a.Handoff.URL, sealedMark)
	if err != nil || !sealed {
		return a, err
	}
	a.Handoff = payments.Handoff{}
	if data, err := base64.RawStdEncoding.DecodeString(text); err == nil {
		if plain, err := s.sealer.Open(key, handoffField, data); err == nil {
			_ = json.Unmarshal(plain, &a.Handoff)
		}
	}
	return a, nil
}
