// Package passkeytest is an authenticator in software, with a browser that can be made to lie.
package passkeytest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"
)

// Browser is where a passkey is used: what it says about itself goes into what is signed.
type Browser struct {
	Origin string
	// RPID is the host that the authenticator signs for.
	RPID string
	// Unverified leaves out that the user was asked for a fingerprint or the like.
	Unverified bool
}

// Passkey is a key that an authenticator holds.
type Passkey struct {
	Key *ecdsa.PrivateKey
	ID  []byte
	// Handle is the user it was made for.
	Handle []byte
	// Count is what the next signature says; a synced key leaves it at 0.
	Count uint32
}

const (
	present, verified, attested = 0x01, 0x04, 0x40
	es256                       = -7
)

// Create answers the options for a new passkey.
func (b Browser) Create(t *testing.T, options []byte) (*Passkey, []byte) {
	t.Helper()
	var asked struct {
		Challenge string `json:"challenge"`
		User      struct {
			ID string `json:"id"`
		} `json:"user"`
	}
	decode(t, options, &asked)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	p := &Passkey{Key: key, ID: []byte(rand.Text()), Handle: fromBase64(t, asked.User.ID)}
	return p, encode(t, map[string]any{
		"id": toBase64(p.ID), "rawId": toBase64(p.ID), "type": "public-key", "clientExtensionResults": map[string]any{},
		"response": map[string]any{
			"clientDataJSON":    toBase64(b.clientData(t, "webauthn.create", asked.Challenge)),
			"attestationObject": toBase64(attestation(b.authData(p, attested, p.credentialData(t)))),
			"transports":        []string{"internal"},
		},
	})
}

// Sign answers the options for a passkey that exists.
func (b Browser) Sign(t *testing.T, p *Passkey, options []byte) []byte {
	t.Helper()
	var asked struct {
		Challenge string `json:"challenge"`
	}
	decode(t, options, &asked)
	client, auth := b.clientData(t, "webauthn.get", asked.Challenge), b.authData(p, 0, nil)
	digest := sha256.Sum256(client)
	signed := sha256.Sum256(append(append([]byte{}, auth...), digest[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, p.Key, signed[:])
	if err != nil {
		t.Fatal(err)
	}
	return encode(t, map[string]any{
		"id": toBase64(p.ID), "rawId": toBase64(p.ID), "type": "public-key", "clientExtensionResults": map[string]any{},
		"response": map[string]any{
			"clientDataJSON": toBase64(client), "authenticatorData": toBase64(auth), "signature": toBase64(signature),
			"userHandle": toBase64(p.Handle),
		},
	})
}

func (b Browser) clientData(t *testing.T, kind, challenge string) []byte {
	return encode(t, map[string]any{"type": kind, "challenge": challenge, "origin": b.Origin, "crossOrigin": false})
}

func (b Browser) authData(p *Passkey, flags byte, credential []byte) []byte {
	flags |= present
	if !b.Unverified {
		flags |= verified
	}
	host := sha256.Sum256([]byte(b.RPID))
	return append(binary.BigEndian.AppendUint32(append(host[:], flags), p.Count), credential...)
}

// credentialData is the public key as an authenticator hands it over: model, id, COSE key.
func (p *Passkey) credentialData(t *testing.T) []byte {
	t.Helper()
	public, err := p.Key.PublicKey.Bytes() // 0x04, x, y
	if err != nil {
		t.Fatal(err)
	}
	x, y := public[1:33], public[33:]
	cose := []byte{0xa5, 0x01, 0x02, 0x03, byte(0x20 - es256 - 1), 0x20, 0x01, 0x21, 0x58, 32}
	cose = append(append(append(cose, x...), 0x22, 0x58, 32), y...)
	data := binary.BigEndian.AppendUint16(make([]byte, 16), uint16(len(p.ID)))
	return append(append(data, p.ID...), cose...)
}

// attestation wraps what the authenticator says in CBOR, without a statement about its maker.
func attestation(authData []byte) []byte {
	out := append([]byte{0xa3, 0x63}, "fmt"...)
	out = append(append(out, 0x64), "none"...)
	out = append(append(out, 0x67), "attStmt"...)
	out = append(append(out, 0xa0, 0x68), "authData"...)
	return append(append(out, 0x58, byte(len(authData))), authData...)
}

func toBase64(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

func fromBase64(t *testing.T, text string) []byte {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func encode(t *testing.T, value any) []byte {
	t.Helper()
	out, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func decode(t *testing.T, raw []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(raw, into); err != nil {
		t.Fatal(err)
	}
}
