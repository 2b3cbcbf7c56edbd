package accounts

import (
	"crypto/aes"
	"crypto/cipher"
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
	visitor, csrf, link, limit, known, twoFactor, invitation, answer []byte
}

// NewKeys derives the keys from the secret.
func NewKeys(secret []byte) (Keys, error) {
	if len(secret) < SecretSize {
		return Keys{}, fmt.Errorf("the secret has %d bytes, %d are needed", len(secret), SecretSize)
	}
	var k Keys
	for purpose, key := range map[string]*[]byte{
		"visitor session": &k.visitor, "csrf token": &k.csrf, "mailed link": &k.link, "limited subject": &k.limit,
		"known browser": &k.known, "second step": &k.twoFactor, "invitation": &k.invitation,
		"order answer": &k.answer,
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

// InvitationToken is the token of the invitation that the mail of this job carries, as linkToken.
func (k Keys) InvitationToken(jobID string) string {
	return base64.RawURLEncoding.EncodeToString(sum(k.invitation, jobID))
}

// AnswerToken signs the link by which a customer answers the question about an order.
func (k Keys) AnswerToken(subject string) string {
	return base64.RawURLEncoding.EncodeToString(sum(k.answer, subject))
}

// LimitSubject names whom a rate limit counts by a keyed hash, so that the stored counts name nobody.
func (k Keys) LimitSubject(scope, who string) string {
	return hex.EncodeToString(sum(k.limit, scope+"\x00"+who)[:16])
}

// seal keeps a user's TOTP secret from whoever reads the database: AES-256-GCM, with
// the user's id bound in, so that a row is worthless in another's place.
func (k Keys) seal(userID string, plain []byte) (string, error) {
	aead, err := k.sealer()
	if err != nil {
		return "", err
	}
	return base64.RawStdEncoding.EncodeToString(aead.Seal(nil, nil, plain, []byte(userID))), nil
}

// open reads what seal wrote, with the same keys.
func (k Keys) open(userID, sealed string) ([]byte, error) {
	aead, err := k.sealer()
	if err != nil {
		return nil, err
	}
	raw, err := base64.RawStdEncoding.Strict().DecodeString(sealed)
	if err != nil {
		return nil, fmt.Errorf("reading a TOTP secret: %w", err)
	}
	plain, err := aead.Open(nil, nil, raw, []byte(userID))
	if err != nil {
		return nil, fmt.Errorf("opening a TOTP secret: %w", err)
	}
	return plain, nil
}

func (k Keys) sealer() (cipher.AEAD, error) {
	block, err := aes.NewCipher(k.twoFactor)
	if err != nil {
		return nil, fmt.Errorf("preparing the seal of TOTP secrets: %w", err)
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// hashToken is how a token is stored.
func hashToken(token string) string {
	h := sha256.Sum256([]byte(token))
	return hex.EncodeToString(h[:])
}
