// Package webauthn verifies passkeys with github.com/go-webauthn/webauthn. It implements accounts.PasskeyVerifier.
package webauthn

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"dawa/internal/domain/accounts"
)

// Verifier checks what browsers sign for one shop.
type Verifier struct{ party *webauthn.WebAuthn }

// New makes the Verifier of the shop at an address, whose host is the relying party. It gives nil where browsers allow
// no passkeys: at a bare IP address, or without TLS anywhere but on localhost.
func New(address, shop string) (*Verifier, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("reading the address of the shop: %w", err)
	}
	host := u.Hostname()
	if _, err := netip.ParseAddr(host); err == nil || host == "" || u.Scheme != "https" && host != "localhost" {
		return nil, nil
	}
	party, err := webauthn.New(&webauthn.Config{
		RPID: host, RPDisplayName: shop, RPOrigins: []string{u.Scheme + "://" + u.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey:      protocol.ResidentKeyRequirementRequired,
			UserVerification: protocol.VerificationRequired,
		},
		// Password managers answer extensions that nobody asked for.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return nil, fmt.Errorf("preparing passkeys for %s: %w", host, err)
	}
	return &Verifier{party: party}, nil
}

// owner is a user as the library sees one. The id is random and says nothing about the person.
type owner struct {
	id, name, fullName string
	have               []webauthn.Credential
}

func (o owner) WebAuthnID() []byte                         { return []byte(o.id) }
func (o owner) WebAuthnName() string                       { return o.name }
func (o owner) WebAuthnDisplayName() string                { return o.fullName }
func (o owner) WebAuthnCredentials() []webauthn.Credential { return o.have }

// BeginCreation asks for a passkey that the device does not hold yet.
func (v *Verifier) BeginCreation(user *accounts.User, have []accounts.Passkey) (options []byte, state string,
	err error) {
	stored, err := credentials(have)
	if err != nil {
		return nil, "", err
	}
	creation, session, err := v.party.BeginRegistration(
		owner{id: user.ID, name: user.Username, fullName: user.FullName},
		webauthn.WithExclusions(webauthn.Credentials(stored).CredentialDescriptors()))
	if err != nil {
		return nil, "", fmt.Errorf("asking for a new passkey: %w", err)
	}
	return encode(creation.Response, session)
}

// FinishCreation checks a new passkey.
func (v *Verifier) FinishCreation(user *accounts.User, state string, answer []byte) (accounts.Passkey, error) {
	session, err := sessionOf(state)
	if err != nil {
		return accounts.Passkey{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return accounts.Passkey{}, reason("reading a new passkey", err)
	}
	made, err := v.party.CreateCredential(owner{id: user.ID}, session, parsed)
	if err != nil {
		return accounts.Passkey{}, reason("checking a new passkey", err)
	}
	count := made.Authenticator.SignCount
	// What the authenticator says about itself is not asked for, and not stored when it is sent.
	made.Attestation, made.Authenticator = webauthn.CredentialAttestation{}, webauthn.Authenticator{}
	record, err := json.Marshal(made)
	if err != nil {
		return accounts.Passkey{}, fmt.Errorf("writing a passkey: %w", err)
	}
	return accounts.Passkey{Credential: nameOf(made.ID), Record: string(record), SignCount: count}, nil
}

// BeginAssertion asks for one of some passkeys, or for any.
func (v *Verifier) BeginAssertion(have []accounts.Passkey) (options []byte, state string, err error) {
	stored, err := credentials(have)
	if err != nil {
		return nil, "", err
	}
	var choice []webauthn.LoginOption
	if len(stored) > 0 {
		choice = append(choice, webauthn.WithAllowedCredentials(webauthn.Credentials(stored).CredentialDescriptors()))
	}
	assertion, session, err := v.party.BeginDiscoverableLogin(choice...)
	if err != nil {
		return nil, "", fmt.Errorf("asking for a passkey: %w", err)
	}
	return encode(assertion.Response, session)
}

// Credential says which passkey an answer claims to be signed with.
func (v *Verifier) Credential(answer []byte) (string, error) {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return "", reason("reading the answer of a passkey", err)
	}
	return nameOf(parsed.RawID), nil
}

// FinishAssertion checks what a passkey signed.
func (v *Verifier) FinishAssertion(state string, answer []byte, userID string,
	have []accounts.Passkey) (used accounts.Passkey, count uint32, err error) {
	session, err := sessionOf(state)
	if err != nil {
		return used, 0, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return used, 0, reason("reading the answer of a passkey", err)
	}
	stored, err := credentials(have)
	if err != nil {
		return used, 0, err
	}
	find := func(_, handle []byte) (webauthn.User, error) {
		if string(handle) != userID {
			return nil, errors.New("the passkey is another user's")
		}
		return owner{id: userID, have: stored}, nil
	}
	if _, _, err := v.party.ValidatePasskeyLogin(find, session, parsed); err != nil {
		return used, 0, reason("checking the answer of a passkey", err)
	}
	for i, credential := range stored {
		if bytes.Equal(credential.ID, parsed.RawID) {
			return have[i], parsed.Response.AuthenticatorData.Counter, nil
		}
	}
	return used, 0, errors.New("the answer is of none of the user's passkeys")
}

func nameOf(credential []byte) string { return base64.RawURLEncoding.EncodeToString(credential) }

// credentials are passkeys as the library knows them. Counts of signatures are judged by the domain.
func credentials(have []accounts.Passkey) ([]webauthn.Credential, error) {
	all := make([]webauthn.Credential, len(have))
	for i, p := range have {
		if err := json.Unmarshal([]byte(p.Record), &all[i]); err != nil {
			return nil, fmt.Errorf("reading the passkey %s: %w", p.ID, err)
		}
	}
	return all, nil
}

func encode(options any, session *webauthn.SessionData) (wire []byte, state string, err error) {
	if wire, err = json.Marshal(options); err != nil {
		return nil, "", fmt.Errorf("writing the options of a passkey: %w", err)
	}
	stored, err := json.Marshal(session)
	if err != nil {
		return nil, "", fmt.Errorf("writing a challenge: %w", err)
	}
	return wire, string(stored), nil
}

func sessionOf(state string) (session webauthn.SessionData, err error) {
	if err := json.Unmarshal([]byte(state), &session); err != nil {
		return session, fmt.Errorf("reading a challenge: %w", err)
	}
	return session, nil
}

// reason adds what the library keeps apart from its short message. It holds no secret: a challenge is used up by then.
func reason(doing string, err error) error {
	var refused *protocol.Error
	if errors.As(err, &refused) && refused.DevInfo != "" {
		return fmt.Errorf("%s: %w (%s)", doing, err, refused.DevInfo)
	}
	return fmt.Errorf("%s: %w", doing, err)
}
