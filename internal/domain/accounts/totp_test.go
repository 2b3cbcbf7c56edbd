package accounts

import (
	"bytes"
	"net/url"
	"testing"
	"time"
)

// The vectors of RFC 6238, appendix B, for SHA-1: ours are their last six digits.
func TestTOTP_CodesMatchTheStandard(t *testing.T) {
	secret := []byte("12345678901234567890")
	for at, want := range map[int64]string{
		59: "94287082", 1111111109: "07081804", 1111111111: "14050471", 1234567890: "89005924", 2000000000: "69279037",
		20000000000: "65353130",
	} {
		if got := totpCode(secret, at/30); got != want[2:] {
			t.Errorf("at %d the code is %s, want %s", at, got, want[2:])
		}
	}
}

func TestTOTP_AcceptsOneStepEarlyOrLate(t *testing.T) {
	secret := random(totpSecretSize)
	now := time.Unix(1_800_000_015, 0)
	current := now.Unix() / 30
	for drift := int64(-3); drift <= 3; drift++ {
		step, ok := totpStepOf(secret, totpCode(secret, current+drift), now)
		if want := drift >= -1 && drift <= 1; ok != want || ok && step != current+drift {
			t.Errorf("%d steps away: %d %v", drift, step, ok)
		}
	}
	for _, code := range []string{"", "12345", "1234567", "abcdef"} {
		if _, ok := totpStepOf(secret, code, now); ok {
			t.Errorf("%q is a code", code)
		}
	}
}

func TestTOTP_URIHasSecretNameAndShop(t *testing.T) {
	u, err := url.Parse(totpURI([]byte("12345678901234567890"), "layla"))
	if err != nil || u.Scheme != "otpauth" || u.Host != "totp" || u.Path != "/Dawa:layla" {
		t.Fatalf("%v %v", u, err)
	}
	if q := u.Query(); q.Get("secret") != "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" || q.Get("issuer") != "Dawa" ||
		len(q) != 2 {
		t.Errorf("%v", q)
	}
}

func TestTOTPSecret_OpensForItsUserAndKeysOnly(t *testing.T) {
	keys := func(b byte) Keys {
		k, err := NewKeys(bytes.Repeat([]byte{b}, SecretSize))
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	ours, others := keys('a'), keys('b')
	sealed, err := ours.seal("layla", []byte("a secret of 20 bytes"))
	if err != nil {
		t.Fatal(err)
	}
	again, _ := ours.seal("layla", []byte("a secret of 20 bytes"))
	if sealed == again {
		t.Error("the same text twice")
	}
	if plain, err := ours.open("layla", sealed); err != nil || string(plain) != "a secret of 20 bytes" {
		t.Errorf("%q %v", plain, err)
	}
	for name, open := range map[string]func() ([]byte, error){
		"another user": func() ([]byte, error) { return ours.open("karim", sealed) },
		"other keys":   func() ([]byte, error) { return others.open("layla", sealed) },
		"cut off":      func() ([]byte, error) { return ours.open("layla", sealed[:20]) },
		"empty":        func() ([]byte, error) { return ours.open("layla", "") },
		"no base64":    func() ([]byte, error) { return ours.open("layla", "!") },
	} {
		if _, err := open(); err == nil {
			t.Errorf("%s opened it", name)
		}
	}
}

// Whoever wrote a recovery code down reads 0 for o and 1 for l; the codes hold neither digit.
func TestRecoveryCode_AcceptsCommonMisreadings(t *testing.T) {
	s := &Service{passwords: NewPasswords(PasswordCost{MemoryKiB: 64, Passes: 1, Threads: 1})}
	hash, err := s.passwords.Hash(t.Context(), "lo23lo45ab")
	if err != nil {
		t.Fatal(err)
	}
	step := &TwoFactor{RecoveryCodes: []string{hash}}
	for _, typed := range []string{"lo23lo45ab", "1023L045AB"} {
		if verified, ok, err := s.checkCode(t.Context(), step, typed, time.Now()); err != nil || !ok ||
			verified.recovery != hash {
			t.Errorf("%s: %v, %v", typed, ok, err)
		}
	}
	if _, ok, err := s.checkCode(t.Context(), step, "lo23lo45aa", time.Now()); ok || err != nil {
		t.Errorf("another code: %v, %v", ok, err)
	}
}
