package accounts

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"time"
)

// The codes of RFC 6238 in the one form that every authenticator app makes: HMAC-SHA-1, six digits,
// a step of 30 seconds. Collisions, SHA-1's weakness, are of no use against an HMAC.
const (
	totpSecretSize = 20
	totpDigits     = 6
	totpStep       = 30 * time.Second
	// totpDrift is how many steps a phone's clock may be early or late.
	totpDrift = 1
	// totpIssuer is how apps name the shop in their list.
	totpIssuer = "Dawa"
)

// totpCode is the code of one step.
func totpCode(secret []byte, step int64) string {
	mac := hmac.New(sha1.New, secret)
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(step)))
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 0x0f
	number := binary.BigEndian.Uint32(sum[at:]) & 0x7fffffff
	return fmt.Sprintf("%0*d", totpDigits, number%1_000_000)
}

// totpStepOf finds the step that a code belongs to, among those around now.
func totpStepOf(secret []byte, code string, now time.Time) (step int64, ok bool) {
	current := now.Unix() / int64(totpStep/time.Second)
	for s := current - totpDrift; s <= current+totpDrift; s++ {
		if subtle.ConstantTimeCompare([]byte(totpCode(secret, s)), []byte(code)) == 1 {
			step, ok = s, true
		}
	}
	return step, ok
}

// totpText is a secret as people type it into an app.
func totpText(secret []byte) string {
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(secret)
}

// totpURI is a secret as apps read it from a picture. What it leaves out is every app's default.
func totpURI(secret []byte, username string) string {
	query := url.Values{"secret": {totpText(secret)}, "issuer": {totpIssuer}}
	return "otpauth://totp/" + totpIssuer + ":" + url.PathEscape(username) + "?" + query.Encode()
}
