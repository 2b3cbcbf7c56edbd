package app

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore/storetest"
	"dawa/internal/domain/catalog"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/testkit/timed"
)

// cable is the wire between the shop and its database, which a test can cut.
type cable struct {
	t      *testing.T
	to     string
	listen net.Listener
	mu     sync.Mutex
	cut    bool
	conns  map[net.Conn]bool
	work   sync.WaitGroup
}

// newCable gives the address of a database behind a cable.
func newCable(t *testing.T, database string) (*cable, string) {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{t: t, to: u.Host, listen: l, conns: map[net.Conn]bool{}}
	c.work.Go(c.serve)
	t.Cleanup(func() {
		_ = l.Close()
		c.setCut(true)
		c.work.Wait()
	})
	u.Host = l.Addr().String()
	return c, u.String()
}

func (c *cable) serve() {
	for {
		near, err := c.listen.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", c.to)
		if err != nil || !c.retry(near, far) {
			_ = near.Close()
			if far != nil {
				_ = far.Close()
			}
			continue
		}
		for _, pair := range [][2]net.Conn{{near, far}, {far, near}} {
			c.work.Go(func() {
				_, _ = io.Copy(pair[0], pair[1])
				_ = pair[0].Close()
				_ = pair[1].Close()
			})
		}
	}
}

func (c *cable) retry(conns ...net.Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cut {
		return false
	}
	for _, conn := range conns {
		c.conns[conn] = true
	}
	return true
}

// setCut cuts the cable, with all that goes through it, or mends it.
func (c *cable) setCut(cut bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cut = cut
	if cut {
		for conn := range c.conns {
			_ = conn.Close()
		}
		clear(c.conns)
	}
}

// The database is away for a while: people go on looking, those who write are told to come back, and
// when it is back everything is as it was within seconds.
func TestShop_SurvivesWhileTheDatabaseIsAway(t *testing.T) {
	t.Parallel()
	outage := 1500 * time.Millisecond
	if os.Getenv("DAWA_LONG") == "1" {
		outage = 10 * time.Second
	}
	line, database := newCable(t, storetest.Postgres(t))
	c := testConfig(t)
	c.Database, c.Payments = database, "sandbox"
	s := stocked(t, c)
	p := s.customer("layla")
	p.put("item-14", 1)
	before := p.mustBuy(byCash, "before")

	line.setCut(true)
	end := time.Now().Add(outage)
	looks, refusals := 0, 0
	var slowest time.Duration
	for time.Now().Before(end) {
		for _, path := range []string{
			"/api/product/all", "/api/product/item-07", "/api/search?name=product", "/api/product/category/vitamins",
			"/",
		} {
			began := time.Now()
			res, _ := s.get(path)
			if res.StatusCode != http.StatusOK {
				t.Fatalf("%s answers %d without the database", path, res.StatusCode)
			}
			slowest = max(slowest, time.Since(began))
			looks++
		}
		began := time.Now()
		headers := []string{"CSRF-Token", p.token, "Cookie", p.cookie, "Idempotency-Key", "during"}
		res, body := p.do("POST", "/api/user/checkout", byCash, headers...)
		if res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" {
			t.Fatalf("checkout answers %d %s without the database", res.StatusCode, body)
		}
		timed.AtMost(t, "a refusal", time.Since(began), 3*time.Second)
		refusals++
		if status, _ := fetch(t, s.base+"/readyz"); status != http.StatusOK {
			t.Error("the server calls itself unready: a balancer would send people nowhere")
		}
	}
	if _, figures := fetch(t, s.ops+"/metrics"); !strings.Contains(figures, "\ndawa_database_up 0\n") {
		t.Error("the figures do not tell that the database is away")
	}

	line.setCut(false)
	back := time.Now()
	p.putSoon(t, "item-19", back.Add(timed.Timeout))
	status, placed, code := p.buy(byCash, "during")
	for status == http.StatusServiceUnavailable && time.Since(back) < timed.Timeout {
		time.Sleep(50 * time.Millisecond)
		status, placed, code = p.buy(byCash, "during")
	}
	if status != http.StatusOK {
		t.Fatalf("long after the database came back checkout answers %d %s", status, code)
	}
	recovered := time.Since(back)
	t.Logf("away %s: %d looks, the slowest %s; %d writes refused; writing again %s after it was back", outage, looks,
		slowest, refusals, recovered)
	timed.AtMost(t, "the recovery", recovered, 5*time.Second)
	var history []wire.Order
	p.into(&history, "GET", "/api/user/order-history", "")
	if len(history) != 2 || history[0].Number != placed.Order.Number || history[1].Number != before.Number {
		t.Errorf("the history is %+v", history)
	}
	// The catalogue follows again.
	if err := s.service.MoveStock(t.Context(), catalog.StockMove{ID: "item-24", By: 3}); err != nil {
		t.Fatal(err)
	}
	timed.Eventually(t, "the catalogue follows its store again", func() bool { return s.left("item-24") == 7 })
}

// putSoon puts something into the cart as soon as the shop lets one.
func (p *shopper) putSoon(t *testing.T, product string, until time.Time) {
	t.Helper()
	for {
		status, body := p.call("PUT", "/api/user/cart", `{"productId":"`+product+`","quantity":1}`)
		if status == http.StatusOK {
			return
		}
		if time.Now().After(until) {
			t.Fatalf("long after the database came back the cart answers %d %s", status, body)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// A cable that is cut and mended again and again loses no order and makes none twice.
func TestOrders_OverAShakyLine(t *testing.T) {
	t.Parallel()
	line, database := newCable(t, storetest.Postgres(t))
	c := testConfig(t)
	c.Database, c.Payments = database, "sandbox"
	s := stocked(t, c)
	var people []*shopper
	for i := range 4 {
		p := s.customer([]string{"anna", "bela", "cleo", "dana"}[i])
		p.put([]string{"item-14", "item-19", "item-24", "item-29"}[i], 1)
		people = append(people, p)
	}
	var stop atomic.Bool
	var shaking sync.WaitGroup
	shaking.Go(func() {
		for !stop.Load() {
			time.Sleep(60 * time.Millisecond)
			line.setCut(true)
			time.Sleep(40 * time.Millisecond)
			line.setCut(false)
		}
	})
	together(len(people), func(i int) {
		for deadline := time.Now().Add(timed.Timeout); ; {
			status, _, code := people[i].buy(byCash, "one")
			if status == http.StatusOK {
				return
			}
			if status != http.StatusServiceUnavailable && status != http.StatusUnauthorized ||
				time.Now().After(deadline) {
				t.Errorf("checkout over a shaky line: %d %s", status, code)
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	})
	stop.Store(true)
	shaking.Wait()
	time.Sleep(100 * time.Millisecond)
	for _, p := range people {
		var history []wire.Order
		// The last cut may still have left a dead line behind.
		for deadline := time.Now().Add(timed.Timeout); ; time.Sleep(50 * time.Millisecond) {
			status, got := p.call("GET", "/api/user/order-history", "")
			if status == http.StatusOK {
				if err := json.Unmarshal(got, &history); err != nil {
					t.Fatal(err)
				}
				break
			}
			if status != http.StatusServiceUnavailable || time.Now().After(deadline) {
				t.Fatalf("order history: %d %s", status, got)
			}
		}
		if len(history) != 1 {
			t.Errorf("one order was made %d times", len(history))
		}
	}
}
