package accounts

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"time"
)

// A browser in which somebody once signed in has a mark of it. Wrong passwords from there are
// counted apart from those of strangers, so that nobody can keep a person out of their own
// account by guessing at it day and night. All marks of an account share one count, and a new password
// ends them all: whoever collected some gains nothing. The mark opens nothing and holds no name.
const (
	knownMark  = "k."
	knownNonce = 16
	knownSize  = knownNonce + sha256.Size
	knownLife  = 365 * 24 * time.Hour
)

// newKnown makes the mark that this browser is the user's.
func (s *Service) newKnown(u *User) string {
	nonce := random(knownNonce)
	return knownMark + base64.RawURLEncoding.EncodeToString(append(nonce, s.knownSum(nonce, u)...))
}

// isKnown says whether a mark was made for this user with this password.
func (s *Service) isKnown(mark string, u *User) bool {
	raw, ok := decodeCookie(mark, knownMark, knownSize)
	return ok && hmac.Equal(raw[knownNonce:], s.knownSum(raw[:knownNonce], u))
}

func (s *Service) knownSum(nonce []byte, u *User) []byte {
	return sum(s.keys.known, string(nonce)+"\x00"+u.ID+"\x00"+u.PasswordHash)
}

// knownCookie is the mark to set after signing in: the one that is there, or a new one.
func (s *Service) knownCookie(mark string, u *User, now time.Time) Cookie {
	if !s.isKnown(mark, u) {
		mark = s.newKnown(u)
	}
	return Cookie{Value: mark, Expires: now.Add(knownLife)}
}
