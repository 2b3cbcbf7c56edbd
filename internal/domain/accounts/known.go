package accounts

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"time"
)

// A browser in which somebody once signed in has a mark of it. Wrong passwords from there are
// counted apart from those of strangers, so that nobody can keep a person out of their own
// account by guessing at it day and night. The mark opens nothing and holds no name.
const (
	knownMark  = "k."
	knownNonce = 16
	knownSize  = knownNonce + sha256.Size
	knownLife  = 365 * 24 * time.Hour
)

// newKnown makes the mark that this browser is the user's.
func (s *Service) newKnown(userID string) string {
	nonce := random(knownNonce)
	return knownMark + base64.RawURLEncoding.EncodeToString(append(nonce, s.knownSum(nonce, userID)...))
}

// isKnown says whether a mark was made for this user.
func (s *Service) isKnown(mark, userID string) bool {
	raw, ok := decodeCookie(mark, knownMark, knownSize)
	return ok && hmac.Equal(raw[knownNonce:], s.knownSum(raw[:knownNonce], userID))
}

func (s *Service) knownSum(nonce []byte, userID string) []byte {
	return sum(s.keys.known, string(nonce)+"\x00"+userID)
}

// knownCookie is the mark to set after signing in: the one that is there, or a new one.
func (s *Service) knownCookie(mark, userID string, now time.Time) Cookie {
	if !s.isKnown(mark, userID) {
		mark = s.newKnown(userID)
	}
	return Cookie{Value: mark, Expires: now.Add(knownLife)}
}
