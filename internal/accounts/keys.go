package accounts

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
)

// SecretSize is how many bytes of randomness the servers' secret has at least.
const SecretSize = 32

// Keys are made from the one secret that all servers of a shop share, a key for each purpose.
// None is ever stored in the database.
type Keys struct {
	visitor, csrf, link, limit, known []byte
}

// NewKeys derives the keys from the secret.
func NewKeys(secret []byte) (Keys, error) {
	if len(secret) < SecretSize {
		return Keys{}, fmt.Errorf("the secret has %d bytes, %d are needed", len(secret), SecretSize)
	}
	var k Keys
	for purpose, key := range map[string]*[]byte{
		"visitor session": &k.visitor, "csrf token": &k.csrf, "mailed link": &k.link, "limited subject": &k.limit,
		"known browser": &k.known,
	} {
		derived, err := hkdf.Key(sha256.New, secret, nil, "dawa accounts: "+purpose, sha256.Size)
		if err != nil {
			return Keys{}, fmt.Errorf("deriving the key for a %s: %w", purpose, err)
		}
		*key = derived
	}
	return k, nil
}

func sum(key []byte, message string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(message))
	return mac.Sum(nil)
}

// linkToken is the token that the mail of this job carries. The outbox holds the job's id
// only, the database the token's hash: neither can open the link.
func (k Keys) linkToken(jobID string) string {
	return base64.RawURLEncoding.EncodeToString(sum(k.link, jobID))
}

// subject names whom a limit counts without saying who it is.
func (k Keys) subject(scope, who string) string {
	return hex.EncodeToString(sum(k.limit, scope+"\x00"+who)[:16])
}

// hashToken is how a token is stored.
func hashToken(token string) string {
	h := sha256.Sum256([]byte(token))
	return hex.EncodeToString(h[:])
}
