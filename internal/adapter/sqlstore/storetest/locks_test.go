package storetest

import (
	"bytes"
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/ratelimit"
	"dawa/internal/testkit/timed"
)

// Both lock the user and the user's cart. In opposite orders they would wait for each other on PostgreSQL
// until it ends one of them, which then runs again.
func TestCheckoutAndSignIn_TakeLocksInOneOrder(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
		ctx := t.Context()
		me := m.people(t, 1)[0]
		m.fill(t, []string{me}, 1, "p0")
		_, err := m.carts.Update(ctx, cart.Owner{Visitor: "visitor"}, time.Now(), func(c *cart.Cart) error {
			_, err := c.Change(m.live.Snapshot(), "p0", 1, time.Now())
			return err
		})
		must(t, err)
		people := sqlstore.NewAccounts(m.db, sqlstore.AccountHooks{
			OnSignIn: []func(context.Context, *sqlstore.Tx, string, string) error{
				m.carts.MergeOnSignIn(m.live, time.Now),
			},
		})
		var checkouts, signIns atomic.Int32
		var signIn sync.WaitGroup
		var started sync.Once
		decide := func(c cart.Cart, products map[string]*catalog.Product, _ int64) (orders.Draft, error) {
			checkouts.Add(1)
			started.Do(func() {
				signIn.Go(func() {
					err := people.Write(ctx, func(tx accounts.Tx) error {
						signIns.Add(1)
						if _, err := tx.User(ctx, me); err != nil {
							return err
						}
						return tx.MoveVisitorData(ctx, "visitor", me)
					})
					if err != nil {
						t.Errorf("signing in: %v", err)
					}
				})
				m.untilSomebodyWaits(t)
			})
			draft, err := orders.Decide(c, products, nil)
			draft.Address, draft.SaveAddress = orders.Address{Street: "Hamra", City: "Beirut", Building: "1"}, true
			return draft, err
		}
		email, err := outbox.New(orders.EmailJob, map[string]string{"order_id": "attempt"})
		must(t, err)
		_, err = m.store.Begin(ctx, orders.Attempt{
			ID: "attempt", UserID: me, Number: "100000001", At: time.Now(), Email: email,
			Payment: orders.Payment{Method: "cash", TransactionID: "CASH"},
		}, decide)
		must(t, err)
		signIn.Wait()
		if checkouts.Load() != 1 || signIns.Load() != 1 {
			t.Errorf("the checkout ran %d times, the sign-in %d times", checkouts.Load(), signIns.Load())
		}
	})
}

// untilSomebodyWaits returns when a transaction waits for a lock. SQLite has one writer, which needs no lock.
func (m *ordersFixture) untilSomebodyWaits(t *testing.T) {
	if m.db.Engine() != "postgres" {
		return
	}
	timed.Eventually(t, "waiting for a lock", func() bool {
		return m.count(t, "SELECT count(*) FROM pg_locks WHERE NOT granted") > 0
	})
}

// A signed-in read must not wait for whoever writes: the time of last use is written later.
func TestIdentify_DoesNotWaitForAWriter(t *testing.T) {
	t.Parallel()
	withAccounts(t, func(t *testing.T, db *sqlstore.DB, store *sqlstore.Accounts) {
		keys, err := accounts.NewKeys(bytes.Repeat([]byte("k"), accounts.SecretSize))
		must(t, err)
		now := time.Now()
		people := accounts.New(accounts.Options{
			Store: store, Keys: keys, Limiter: ratelimit.New(sqlstore.NewRateLimits(db), keys.LimitSubject),
			Passwords: accounts.NewPasswords(accounts.PasswordCost{MemoryKiB: 64, Passes: 1, Threads: 1}),
			Now:       func() time.Time { return now },
		})
		signedIn, err := people.Register(t.Context(), accounts.Caller{}, accounts.Registration{
			FullName: "Karim Haddad", Username: "karim", Phone: "03123456", Email: "karim@example.com",
			Password: "Zaatar4Manakish",
		})
		must(t, err)
		now = now.Add(time.Hour)
		holds, release := make(chan struct{}), make(chan struct{})
		var writer sync.WaitGroup
		writer.Go(func() {
			err := db.Write(t.Context(), func(tx *sqlstore.Tx) error {
				_, err := tx.ExecContext(t.Context(), "UPDATE sessions SET device = 'held'")
				close(holds)
				<-release
				return err
			})
			if err != nil {
				t.Errorf("writing: %v", err)
			}
		})
		<-holds
		ctx, cancel := context.WithTimeout(t.Context(), timed.Timeout)
		defer cancel()
		who, err := people.Identify(ctx, signedIn.Cookie.Value)
		if err != nil || who.UserID != signedIn.User.ID || ctx.Err() != nil {
			t.Errorf("beside a writer: %+v %v %v", who, err, ctx.Err())
		}
		close(release)
		writer.Wait()
		must(t, people.WriteLastSeen(t.Context()))
		session, _, err := store.Session(t.Context(), signedIn.SessionID)
		must(t, err)
		if want := now.UTC().Truncate(time.Millisecond); !session.LastSeenAt.Equal(want) {
			t.Errorf("last seen at %v, want %v", session.LastSeenAt, want)
		}
	})
}
