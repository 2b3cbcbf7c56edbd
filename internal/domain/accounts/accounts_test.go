package accounts_test

import (
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/adapter/sqlstore/storetest"
	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/ratelimit"
)

// cheap makes hashing cost next to nothing, for tests about other things.
var cheap = accounts.PasswordCost{MemoryKiB: 64, Passes: 1, Threads: 1}

// clock is a time that tests move.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// fixture is the real service over a real database.
type fixture struct {
	*accounts.Service
	audit audit.Log
	db    *sqlstore.DB
	clock *clock
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	return newFixtureOver(t, storetest.Open(t, storetest.SQLite(t)))
}

func newFixtureOver(t *testing.T, db *sqlstore.DB) *fixture {
	t.Helper()
	return fixtureWithClock(t, db, &clock{now: time.Now()})
}

func fixtureWithClock(t *testing.T, db *sqlstore.DB, c *clock) *fixture {
	t.Helper()
	keys, err := accounts.NewKeys([]byte(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	return &fixture{db: db, clock: c, audit: sqlstore.NewAuditLog(db), Service: accounts.New(accounts.Options{
		Store:   sqlstore.NewAccounts(db, sqlstore.AccountHooks{}),
		Limiter: ratelimit.New(sqlstore.NewRateLimits(db), keys.LimitSubject), Passwords: accounts.NewPasswords(cheap),
		Keys: keys, BaseURL: "https://shop.example/", Now: c.Now,
	})}
}

func from(ip string) accounts.Caller {
	return accounts.Caller{IP: netip.MustParseAddr(ip), Language: text.Arabic, Device: "Firefox / Windows"}
}

var home = from("192.0.2.1")

const goodPassword = "Zaatar4Manakish"

func layla() accounts.Registration {
	return accounts.Registration{
		FullName: "Layla Haddad", Username: "layla", Phone: "03123456", Email: "layla@example.com",
		Password: goodPassword,
	}
}

func (h *fixture) register(t *testing.T, r accounts.Registration) *accounts.SignedIn {
	t.Helper()
	signedIn, err := h.Register(t.Context(), home, r)
	if err != nil {
		t.Fatal(err)
	}
	return signedIn
}

func (h *fixture) login(t *testing.T, login, password string) (*accounts.SignedIn, error) {
	t.Helper()
	return h.Login(t.Context(), home, accounts.Credentials{Login: login, Password: password})
}

// emails takes the queued mails out of the outbox and has them made.
func (h *fixture) emails(t *testing.T) []accounts.Email {
	t.Helper()
	box := sqlstore.NewOutbox(h.db)
	var made []accounts.Email
	// The outbox goes by the database's clock, which the tests do not move.
	if err := h.db.Write(t.Context(), func(tx *sqlstore.Tx) error {
		_, err := tx.ExecContext(t.Context(), "UPDATE outbox SET run_at = 0")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for {
		leases, err := box.Take(t.Context(), []string{accounts.EmailJob}, 50, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		if len(leases) == 0 {
			return made
		}
		for _, lease := range leases {
			if email, ok := h.email(t, lease.Job); ok {
				made = append(made, email)
			}
			if err := box.Finish(t.Context(), lease); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func (h *fixture) email(t *testing.T, job outbox.Job) (accounts.Email, bool) {
	t.Helper()
	email, ok, err := h.Email(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	return email, ok
}

// onlyEmail is the only email that waits.
func (h *fixture) onlyEmail(t *testing.T, kind accounts.EmailKind) accounts.Email {
	t.Helper()
	all := h.emails(t)
	if len(all) != 1 || all[0].Kind != kind {
		t.Fatalf("got %d emails %+v, want one %s", len(all), all, kind)
	}
	return all[0]
}

// token is the last part of an email's link.
func token(l accounts.Email) string { return l.Link[strings.LastIndexByte(l.Link, '/')+1:] }

func wantCode(t *testing.T, err error, code apperr.Code) {
	t.Helper()
	if apperr.CodeOf(err) != code {
		t.Fatalf("got %v, want code %q", err, code)
	}
}

func wantFields(t *testing.T, err error, fields ...string) {
	t.Helper()
	e := apperr.From(err)
	if e == nil || len(e.Fields) != len(fields)/2 {
		t.Fatalf("got %v, want fields %v", err, fields)
	}
	for i := 0; i < len(fields); i += 2 {
		if e.Fields[fields[i]] != fields[i+1] {
			t.Errorf("%s is %q, want %q", fields[i], e.Fields[fields[i]], fields[i+1])
		}
	}
}
