package accounts

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/bulkhead"
	"dawa/internal/base/validate"
	"dawa/internal/testkit/timed"
)

func TestHash_Argon2idWithOwnSalt(t *testing.T) {
	p := NewPasswords(DefaultCost())
	a, err := p.Hash(t.Context(), "Zaatar4Manakish")
	if err != nil {
		t.Fatal(err)
	}
	b, _ := p.Hash(t.Context(), "Zaatar4Manakish")
	if a == b || !strings.HasPrefix(a, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("hashes are %s and %s", a, b)
	}
	if ok, stale, err := p.Check(t.Context(), a, "Zaatar4Manakish"); !ok || stale || err != nil {
		t.Errorf("the right password: %v %v %v", ok, stale, err)
	}
	if ok, _, err := p.Check(t.Context(), a, "zaatar4manakish"); ok || err != nil {
		t.Errorf("a wrong password: %v %v", ok, err)
	}
	if ok, _, err := p.Check(t.Context(), "", "Zaatar4Manakish"); ok || err != nil {
		t.Errorf("nobody's password: %v %v", ok, err)
	}
	if p.Checks() != 3 {
		t.Errorf("counted %d checks: unknown users must cost one too", p.Checks())
	}
	cheaper := NewPasswords(PasswordCost{MemoryKiB: 64, Passes: 1, Threads: 1})
	if ok, stale, _ := cheaper.Check(t.Context(), a, "Zaatar4Manakish"); !ok || !stale {
		t.Error("a hash of another cost must be checked and called stale")
	}
}

// Unknown users take the very same path: the stand-in hash has the cost of a real one.
func TestCheckPassword_UnknownUserCostsTheSame(t *testing.T) {
	p := NewPasswords(DefaultCost())
	cost, salt, hash, err := decodeHash(p.dummyHash)
	if err != nil || cost != DefaultCost() || len(salt) != saltSize || len(hash) != hashSize {
		t.Errorf("%+v %d %d %v", cost, len(salt), len(hash), err)
	}
}

func BenchmarkPasswords_Check(b *testing.B) {
	p := NewPasswords(DefaultCost())
	known, err := p.Hash(context.Background(), "Zaatar4Manakish")
	if err != nil {
		b.Fatal(err)
	}
	for name, stored := range map[string]string{"known": known, "unknown": ""} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, _, err := p.Check(b.Context(), stored, "Wrong1234"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestPasswords_OverloadIsQueuedThenRefused(t *testing.T) {
	p := NewPasswords(PasswordCost{MemoryKiB: 64, Passes: 1, Threads: 1})
	p.slots = bulkhead.New(bulkhead.Limits{Places: 1, Queue: 16, Wait: 50 * time.Millisecond})
	if err := p.acquire(t.Context()); err != nil { // all places are taken
		t.Fatal(err)
	}
	var busy atomic.Int32
	var group sync.WaitGroup
	begin := time.Now()
	for range 200 {
		group.Go(func() {
			_, _, err := p.Check(t.Context(), "", "Wrong1234")
			if apperr.CodeOf(err) == apperr.Unavailable && apperr.From(err).RetryAfter > 0 {
				busy.Add(1)
			}
		})
	}
	group.Wait()
	timed.AtMost(t, "sending 200 away", time.Since(begin), 5*time.Second)
	if busy.Load() != 200 {
		t.Errorf("%d of 200 were sent away", busy.Load())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Hash(ctx, "x"); err == nil {
		t.Error("somebody who left was waited for")
	}
	p.release(t.Context())
	if _, err := p.Hash(t.Context(), "Zaatar4Manakish"); err != nil {
		t.Errorf("a free place is not given: %v", err)
	}
}

func TestCommonPassword_RefusedOthersAllowed(t *testing.T) {
	for _, bad := range []string{
		"password", "Password1", "QWERTY123", "12345678", "87654321", "abcdefgh", "aaaaaaaa", "abababab", "abcabcabc",
		"1234567890", "iloveyou", "beirut961", "layla2026", "laylahaddad", "Panadol500", "123pharmacy", "dawa2026",
		"Administrator7",
	} {
		if !tooCommon(bad, "layla", "laylahaddad") {
			t.Errorf("%s was accepted", bad)
		}
	}
	for _, good := range []string{
		"Zaatar4Manakish", "k7Qp2mXw", "Labneh2Toum", "correcthorse", "laylaandkarim", "PanadolAndTea", "dawaforlayla",
	} {
		if tooCommon(good, "layla", "laylahaddad") {
			t.Errorf("%s was refused", good)
		}
	}
	if n := len(commonSet()); n < 3000 {
		t.Errorf("the list has %d passwords", n)
	}
	for p := range commonSet() {
		if _, code := validate.Field("sign_up", "password", p); code != "" || p != strings.ToLower(p) {
			t.Errorf("%q in the list can never be typed", p)
		}
	}
}

func FuzzStoredHash_Parse(f *testing.F) {
	p := NewPasswords(PasswordCost{MemoryKiB: 64, Passes: 1, Threads: 1})
	good, _ := p.Hash(context.Background(), "Zaatar4Manakish")
	f.Add(good)
	f.Add("$argon2id$v=19$m=4294967295,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA")
	f.Add("$argon2id$v=19$m=64,t=0,p=0$$")
	f.Add("")
	f.Fuzz(func(t *testing.T, stored string) {
		cost, salt, hash, err := decodeHash(stored)
		if err == nil && (cost.MemoryKiB > 256*1024 || cost.Passes == 0 || cost.Threads == 0 || len(salt) == 0 ||
			len(hash) == 0) {
			t.Fatalf("%q was read as %+v", stored, cost)
		}
	})
}
