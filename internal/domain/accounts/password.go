package accounts

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/argon2"

	"dawa/internal/base/apperr"
	"dawa/internal/base/bulkhead"
)

// PasswordCost is how much work a password hash takes.
type PasswordCost struct {
	MemoryKiB uint32
	Passes    uint32
	Threads   uint8
}

// DefaultCost takes 19 MiB and some 35 ms of one core.
func DefaultCost() PasswordCost { return PasswordCost{MemoryKiB: 19 * 1024, Passes: 2, Threads: 1} }

const (
	saltSize = 16
	hashSize = 32
)

// Passwords hashes with argon2id. The work is bounded and shared out: a flood of sign-ins waits in a
// short queue or is sent away, and leaves cores for those who only look around.
type Passwords struct {
	cost      PasswordCost
	slots     *bulkhead.Bulkhead
	checks    atomic.Int64
	dummyHash string
}

// NewPasswords makes a hasher that uses half of the cores, at least one.
func NewPasswords(cost PasswordCost) *Passwords {
	places := max(1, runtime.GOMAXPROCS(0)/2)
	return &Passwords{
		cost:  cost,
		slots: bulkhead.New(bulkhead.Limits{Places: places, Queue: 16 * places, Wait: 2 * time.Second}),
		// Checking against this costs what checking a real hash costs, and never succeeds.
		dummyHash: encodeHash(cost, random(saltSize), random(hashSize)),
	}
}

// Hash makes the text to store for a password. Code: Unavailable.
func (p *Passwords) Hash(ctx context.Context, password string) (string, error) {
	if err := p.acquire(ctx); err != nil {
		return "", err
	}
	defer p.release(ctx)
	salt := random(saltSize)
	return encodeHash(p.cost, salt, derive(p.cost, salt, hashSize, password)), nil
}

// Check compares a password with a stored hash; stale says that the hash should be made anew.
// An empty hash stands for somebody who does not exist: the work is the same and the answer no.
// Code: Unavailable.
func (p *Passwords) Check(ctx context.Context, stored, password string) (ok, stale bool, err error) {
	if stored == "" {
		stored = p.dummyHash
	}
	cost, salt, want, err := decodeHash(stored)
	if err != nil {
		return false, false, fmt.Errorf("reading a password hash: %w", err)
	}
	if err := p.acquire(ctx); err != nil {
		return false, false, err
	}
	defer p.release(ctx)
	p.checks.Add(1)
	got := derive(cost, salt, len(want), password)
	return subtle.ConstantTimeCompare(got, want) == 1, cost != p.cost, nil
}

// HashAll makes the texts to store for a set of secrets of one user. They share a salt, so that
// CheckAny costs what one comparison costs. Code: Unavailable.
func (p *Passwords) HashAll(ctx context.Context, secrets []string) ([]string, error) {
	salt := random(saltSize)
	hashes := make([]string, len(secrets))
	for i, secret := range secrets {
		if err := p.acquire(ctx); err != nil {
			return nil, err
		}
		hashes[i] = encodeHash(p.cost, salt, derive(p.cost, salt, hashSize, secret))
		p.release(ctx)
	}
	return hashes, nil
}

// CheckAny finds the stored hash that a secret belongs to, among those of one HashAll, or "".
// Code: Unavailable.
func (p *Passwords) CheckAny(ctx context.Context, stored []string, secret string) (found string, err error) {
	if len(stored) == 0 {
		return "", nil
	}
	cost, salt, hash, err := decodeHash(stored[0])
	if err != nil {
		return "", fmt.Errorf("reading a hash: %w", err)
	}
	if err := p.acquire(ctx); err != nil {
		return "", err
	}
	defer p.release(ctx)
	p.checks.Add(1)
	got := encodeHash(cost, salt, derive(cost, salt, len(hash), secret))
	for _, one := range stored {
		if subtle.ConstantTimeCompare([]byte(got), []byte(one)) == 1 {
			found = one
		}
	}
	return found, nil
}

// Checks counts the comparisons since the start.
func (p *Passwords) Checks() int64 { return p.checks.Load() }

// acquire takes a place for the client of the request, so that no user and no network takes all of them.
func (p *Passwords) acquire(ctx context.Context) error {
	err := p.slots.Acquire(ctx, bulkhead.ClientOf(ctx))
	if errors.Is(err, bulkhead.ErrFull) {
		return apperr.New(apperr.Unavailable).WithRetryAfter(2 * time.Second)
	}
	return err
}

func (p *Passwords) release(ctx context.Context) { p.slots.Release(bulkhead.ClientOf(ctx)) }

func derive(cost PasswordCost, salt []byte, size int, password string) []byte {
	return argon2.IDKey([]byte(password), salt, cost.Passes, cost.MemoryKiB, cost.Threads, uint32(size))
}

func encodeHash(cost PasswordCost, salt, hash []byte) string {
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, cost.MemoryKiB, cost.Passes, cost.Threads,
		b64.EncodeToString(salt), b64.EncodeToString(hash))
}

var errHash = errors.New("not an argon2id hash of ours")

// decodeHash reads what encodeHash wrote. A damaged text is refused before it can ask for more
// memory or time than a password is worth.
func decodeHash(stored string) (cost PasswordCost, salt, hash []byte, err error) {
	parts := strings.Split(stored, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return cost, nil, nil, errHash
	}
	if n, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &cost.MemoryKiB, &cost.Passes, &cost.Threads); err != nil ||
		n != 3 {
		return cost, nil, nil, errHash
	}
	if cost.Threads < 1 || cost.Threads > 16 || cost.Passes < 1 || cost.Passes > 16 || cost.MemoryKiB > 256*1024 {
		return cost, nil, nil, errHash
	}
	b64 := base64.RawStdEncoding.Strict()
	salt, saltErr := b64.DecodeString(parts[4])
	hash, hashErr := b64.DecodeString(parts[5])
	if saltErr != nil || hashErr != nil || len(salt) < 8 || len(salt) > 64 || len(hash) < 16 || len(hash) > 64 {
		return cost, nil, nil, errHash
	}
	return cost, salt, hash, nil
}
