package storetest

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dawa/internal/adapter/gateway/sandbox"
	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
	"dawa/internal/testkit/pgtest"
)

// cutter stands between the shop and PostgreSQL and cuts the line at a COMMIT when it is armed.
type cutter struct {
	net.Listener
	to string
	// mode is what happens to the next COMMIT: 0 nothing, 1 it never arrives, 2 it arrives and
	// its answer does not.
	mode atomic.Int32
	cuts atomic.Int32
	work sync.WaitGroup
}

func newCutter(t *testing.T, target string) (*cutter, string) {
	t.Helper()
	u, err := url.Parse(target)
	must(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	c := &cutter{Listener: l, to: u.Host}
	t.Cleanup(func() { _ = l.Close(); c.work.Wait() })
	c.work.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			c.work.Go(func() { c.carry(conn) })
		}
	})
	u.Host = l.Addr().String()
	return c, u.String()
}

func (c *cutter) carry(client net.Conn) {
	defer func() { _ = client.Close() }()
	server, err := net.Dial("tcp", c.to)
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	c.work.Go(func() {
		_, _ = io.Copy(client, server)
		_ = client.Close()
	})
	chunk := make([]byte, 64<<10)
	for {
		n, err := client.Read(chunk)
		if err != nil {
			return
		}
		if bytes.Contains(chunk[:n], []byte("commit\x00")) {
			switch c.mode.Swap(0) {
			case 1:
				c.cuts.Add(1)
				return
			case 2:
				c.cuts.Add(1)
				_ = client.Close()
				_, _ = server.Write(chunk[:n])
				time.Sleep(time.Millisecond) // the server reads it before the line is gone
				return
			}
		}
		if _, err := server.Write(chunk[:n]); err != nil {
			return
		}
	}
}

// The line is cut at every COMMIT that matters, before it arrives and after. Whoever asked gets the
// true answer every time, and asking again finds the same order.
func TestWrite_ConnectionCutAtCommitIsLookedUp(t *testing.T) {
	t.Parallel()
	rounds := size(16, 60, 200)
	target := pgtest.New(t)
	direct := Open(t, target)
	cut, through := newCutter(t, target)
	db, err := sqlstore.Open(t.Context(), through, sqlstore.Options{})
	must(t, err)
	t.Cleanup(func() { _ = db.Close() })

	s := &shop{
		db: direct, products: sqlstore.NewProducts(direct), carts: sqlstore.NewCarts(direct),
		accounts: sqlstore.NewAccounts(direct, sqlstore.AccountHooks{}),
	}
	p := sample("p0")
	p.Stock, p.MaxPerOrder = 10*rounds, 0
	_, err = s.products.Save(t.Context(), []*catalog.Product{p}, catalog.KeepExisting)
	must(t, err)
	s.live = catalog.NewLive(s.products, encode, catalog.LiveOptions{Log: slog.New(slog.DiscardHandler)})
	must(t, s.live.Load(t.Context()))
	m := newOrdersFixture(s, db)
	// The bank is somewhere else: its line is not cut.
	m.gateway.CardGateway = sandbox.New(sqlstore.NewSandboxLedger(direct), nil)
	me := m.people(t, 1)

	carts := sqlstore.NewCarts(db)

	placed := 0
	for i := range rounds {
		mode := int32(1 + i%2)
		m.fill(t, me, 1, "p0")
		if i/6%2 == 1 { // the server knows the cart, and a cash order joins a group
			_, err := carts.Update(t.Context(), mine(me[0]), time.Now(), func(*cart.Cart) error { return nil })
			must(t, err)
		}
		request := payCash(me[0], fmt.Sprint("key ", i))
		m.gateway.authorise = nil
		switch i % 6 {
		case 0, 1: // at the one commit of a cash order
			cut.mode.Store(mode)
		case 2, 3: // at the reservation
			request = payCard(me[0], fmt.Sprint("key ", i), sandbox.CardApproved)
			cut.mode.Store(mode)
		default: // at the confirmation
			request = payCard(me[0], fmt.Sprint("key ", i), sandbox.CardApproved)
			m.gateway.authorise = func() { cut.mode.Store(mode) }
		}
		order, err := m.orders.Place(t.Context(), request)
		if err != nil {
			t.Fatalf("round %d: %v", i, err)
		}
		placed++
		again, err := m.orders.Place(t.Context(), request)
		if err != nil || again.Number != order.Number {
			t.Fatalf("round %d, asked again: %v, %v, want %s", i, again, err, order.Number)
		}
		if i%4 == 3 { // moves are cut, too
			cut.mode.Store(mode)
			moved, err := m.orders.Cancel(t.Context(), order.Number, me[0], false)
			if err != nil || moved.Status != orders.Cancelled || len(moved.History) != 2 {
				t.Fatalf("round %d, cancelling: %+v, %v", i, moved, err)
			}
		}
		if cut.mode.Load() != 0 {
			t.Fatalf("round %d was not cut", i)
		}
	}
	if got := int(cut.cuts.Load()); got < rounds {
		t.Errorf("cut %d times in %d rounds", got, rounds)
	}
	if n := m.count(t, "SELECT count(*) FROM orders"); n != placed {
		t.Errorf("%d orders, %d were placed", n, placed)
	}
	m.balanced(t, "p0", 10*rounds)
}
