package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore/storetest"
	"dawa/internal/app/settings"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/media"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/testkit/timed"
)

const sharedSecret = "one secret for all servers of a shop"

// clusterOfThree are three servers of one shop: one database, one store of pictures, one secret, and a
// data folder each.
func clusterOfThree(t *testing.T) []*stock {
	t.Helper()
	database, pictures := storetest.Postgres(t), filepath.Join(t.TempDir(), "pictures")
	var all []*stock
	for i := range 3 {
		c := testConfig(t)
		c.Database, c.Media, c.Secret, c.Payments = database, pictures, sharedSecret, "sandbox"
		c.BaseURL = "http://localhost:8080"
		if i == 0 {
			all = append(all, stocked(t, c))
			continue
		}
		all = append(all, &stock{running: start(t, c), service: all[0].service, client: all[0].client, t: t})
	}
	return all
}

// at is the same browser at another server, as a balancer sends it.
func (p *shopper) at(s *stock) *shopper {
	other := *p
	other.stock = s
	return &other
}

func TestCluster_ThreeServersAreOneShop(t *testing.T) {
	t.Parallel()
	servers := clusterOfThree(t)
	first, second, third := servers[0], servers[1], servers[2]

	t.Run("a session is known everywhere and ends everywhere", func(t *testing.T) {
		p := first.customer("layla")
		if !p.at(second).status().Authenticated || !p.at(third).status().Authenticated {
			t.Error("who signed in at one server is a stranger at another")
		}
		p.at(second).must("POST", "/api/user/logout", "") // with the token that the first server gave
		if p.at(second).status().Authenticated {
			t.Error("who left is still there at the same server")
		}
		if !p.at(first).signedOutWithinASecond() || !p.at(third).signedOutWithinASecond() {
			t.Error("who left at one server is still there at another after a second")
		}
	})

	t.Run("what one writes is read back at once wherever one is sent", func(t *testing.T) {
		p := first.customer("karim")
		for i := range 9 {
			here, there := servers[i%3], servers[(i+1)%3]
			p.at(here).must("POST", "/api/user/add-address", fmt.Sprintf(`{"address":{"street":"Street %d",`+
				`"state":"Beirut","city":"Beirut","building":"Blue","floor":1,"extra_info":""}}`, i))
			if got := p.at(there).must("GET", "/api/user/get-addresses", ""); !strings.Contains(string(got),
				fmt.Sprintf("Street %d", i)) {
				t.Fatalf("an address saved at one server is not at the next: %s", got)
			}
			p.at(here).put("item-14", 1)
			if n := p.at(there).cartLength(); n != 1 {
				t.Fatalf("the cart has %d lines at the next server", n)
			}
		}
	})

	t.Run("a visitor's cart follows to any server and into the account", func(t *testing.T) {
		p := second.visitor()
		p.put("item-09", 2)
		p = p.at(third)
		p.signUp("rana")
		if n := p.at(first).cartLength(); n != 1 {
			t.Errorf("after signing up elsewhere the cart has %d lines", n)
		}
	})

	t.Run("wrong passwords count together", func(t *testing.T) {
		first.customer("victim")
		guesser, tries := first.visitor(), 0
		for ; tries < 60; tries++ {
			p := guesser.at(servers[tries%3])
			if status, _ := p.call("POST", "/api/user/login",
				`{"username":"victim","password":"wrong1password"}`); status == http.StatusTooManyRequests {
				break
			}
		}
		alone := 0
		other := second.visitor()
		second.customer("another")
		for ; alone < 60; alone++ {
			if status, _ := other.call("POST", "/api/user/login",
				`{"username":"another","password":"wrong1password"}`); status == http.StatusTooManyRequests {
				break
			}
		}
		if tries == 60 || tries > alone {
			t.Errorf("over three servers %d guesses went through, at one %d", tries, alone)
		}
	})

	t.Run("a changed product is seen by all within a second", func(t *testing.T) {
		for i := range 5 {
			name := fmt.Sprintf("Renamed %d", i)
			began := time.Now()
			product, err := first.service.Product(t.Context(), "item-20")
			if err != nil {
				t.Fatal(err)
			}
			_, err = first.service.Update(t.Context(), "item-20", product.Version, func(p *catalog.Product) error {
				p.Name.English = name
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for n, s := range servers {
				what := fmt.Sprintf("showing and finding the change at server %d", n+1)
				timed.Eventually(t, what, func() bool {
					_, detail := s.get("/api/product/item-20")
					_, found := s.get("/api/search?name=" + strings.ReplaceAll(name, " ", "+"))
					return strings.Contains(string(detail), name) && strings.Contains(string(found), name)
				})
				timed.AtMost(t, what, time.Since(began), time.Second)
			}
		}
	})

	t.Run("an order asked for at all servers at once is placed once", func(t *testing.T) {
		p := first.customer("buyer")
		p.put("item-14", 1)
		var mu sync.Mutex
		numbers := map[string]int{}
		together(9, func(i int) {
			for range 20 { // who is told to wait asks again
				status, placed, code := p.at(servers[i%3]).buy(byCash, "one order")
				if status == http.StatusOK {
					mu.Lock()
					numbers[placed.Order.Number]++
					mu.Unlock()
					return
				}
				if code != apperr.Unavailable {
					t.Errorf("checkout: %d %s", status, code)
					return
				}
			}
		})
		if len(numbers) != 1 {
			t.Errorf("one key made the orders %v", numbers)
		}
		var history []wire.Order
		if err := json.Unmarshal(p.at(third).must("GET", "/api/user/order-history", ""), &history); err != nil ||
			len(history) != 1 {
			t.Errorf("the history has %d orders, %v", len(history), err)
		}
	})

	t.Run("a picture put at one server is shown by the others", func(t *testing.T) {
		hash := strings.Repeat("c4", 16)
		if err := second.storage.Blobs.Put(t.Context(), media.Key(hash, 400), []byte("picture")); err != nil {
			t.Fatal(err)
		}
		for _, s := range servers {
			if res, body := s.get("/media/" + hash + "/400.webp"); res.StatusCode != http.StatusOK ||
				string(body) != "picture" {
				t.Errorf("%d %s", res.StatusCode, body)
			}
		}
	})
}

func TestOpen_ServersOfOneShopMustShareTheirSecret(t *testing.T) {
	t.Parallel()
	c := testConfig(t)
	c.Secret = "short"
	_, err := Open(t.Context(), c, quiet(), nil)
	var bad *settings.Error
	if !errors.As(err, &bad) || bad.Setting != "--secret" {
		t.Errorf("a short secret: %v", err)
	}
}

// One server's clock is ten minutes fast, another's ten minutes slow. Whoever is sent from one to the
// other notices nothing, and neither ends what the other has begun.
func TestCluster_ServersWhoseClocksAreWrong(t *testing.T) {
	t.Parallel()
	database := storetest.Postgres(t)
	var servers []*stock
	bankGivesUp := make(chan struct{})
	for _, off := range []time.Duration{0, 10 * time.Minute, -10 * time.Minute} {
		c := testConfig(t)
		c.Database, c.Secret, c.Payments, c.BaseURL = database, sharedSecret, "sandbox", "http://localhost:8080"
		c.sandboxPause = func(context.Context, time.Duration) error {
			<-bankGivesUp
			return nil
		}
		r := startAt(t, c, quiet(), func() time.Time { return time.Now().Add(off) })
		if len(servers) == 0 {
			servers = append(servers, stockedIn(t, r))
			continue
		}
		servers = append(servers, &stock{running: r, service: servers[0].service, client: servers[0].client, t: t})
	}
	right, fast, slow := servers[0], servers[1], servers[2]
	for i, begin := range servers {
		p := begin.customer(fmt.Sprintf("person%d", i))
		for _, s := range servers {
			here := p.at(s)
			if !here.status().Authenticated {
				t.Fatalf("signed in at server %d, a stranger at another", i+1)
			}
			here.must("POST", "/api/user/add-address", `{"address":{"street":"Hamra","state":"Beirut",`+
				`"city":"Beirut","building":"Blue","floor":1,"extra_info":""}}`)
			here.put(fmt.Sprintf("item-%02d", 14+5*i), 1) // four pieces each
			here.mustBuy(byCard("4242424242424242"), "")
		}
		var history []wire.Order
		p.at(right).into(&history, "GET", "/api/user/order-history", "")
		if len(history) != 3 {
			t.Errorf("person %d has %d orders", i, len(history))
		}
		p.at(slow).must("POST", "/api/user/logout", "")
		if !p.at(fast).signedOutWithinASecond() {
			t.Error("signed out at one server, still there at another")
		}
	}

	// A payment is under way at each server; the sweepers leave all of them alone.
	giveUp := sync.OnceFunc(func() { close(bankGivesUp) })
	t.Cleanup(giveUp) // a server closes when its payments have ended
	ended := make(chan apperr.Code, len(servers))
	for i, s := range servers {
		p := s.customer(fmt.Sprintf("payer%d", i))
		p.put("item-09", 1)
		go func() {
			_, _, code := p.buy(byCard(timeoutCard), "slow payment")
			ended <- code
		}()
	}
	for deadline := time.Now().Add(timed.Timeout); ; time.Sleep(5 * time.Millisecond) {
		var open int
		if err := right.storage.DB.QueryRowContext(t.Context(), "SELECT count(*) FROM reservations").
			Scan(&open); err != nil {
			t.Fatal(err)
		}
		if open == len(servers) {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d payments are under way", open)
		}
	}
	const age = 5 * time.Minute // far more than they can have, and half of what the clocks are wrong by
	for n, s := range servers {
		if swept, err := s.orders.Sweep(t.Context(), age); swept != 0 || err != nil {
			t.Errorf("server %d ended %d payments that had just begun (%v)", n+1, swept, err)
		}
	}
	giveUp()
	for range servers {
		if code := <-ended; code != apperr.PaymentTimeout && code != apperr.PaymentPending {
			t.Errorf("the slow payment ended with %q", code)
		}
	}
}

// timeoutCard is the sandbox's card whose bank does not answer.
const timeoutCard = "4000000000000119"
