package bulkhead

import (
	"context"
	"errors"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"
)

func client(session uint64, ip string) Client {
	return Client{Session: session, Network: NetworkOf(netip.MustParseAddr(ip))}
}

// fill takes places until the bulkhead refuses, and returns how many it got.
func fill(t *testing.T, b *Bulkhead, next func(i int) Client) int {
	t.Helper()
	got := 0
	for i := range 1000 {
		if err := b.Acquire(t.Context(), next(i)); err != nil {
			if !errors.Is(err, ErrFull) {
				t.Fatal(err)
			}
			return got
		}
		got++
	}
	t.Fatal("the bulkhead never refuses")
	return 0
}

func TestBulkhead_OneClientTakesAQuarter(t *testing.T) {
	b := New(Limits{Places: 32, Queue: 0})
	if got := fill(t, b, func(int) Client { return client(1, "192.0.2.1") }); got != 8 {
		t.Errorf("one session took %d of 32 places", got)
	}
	if err := b.Acquire(t.Context(), client(2, "192.0.2.1")); err != nil {
		t.Errorf("another session of the same network: %v", err)
	}
}

func TestBulkhead_OneNetworkLeavesPlaces(t *testing.T) {
	b := New(Limits{Places: 32, Queue: 0})
	if got := fill(t, b, func(i int) Client { return client(uint64(i+1), "192.0.2.1") }); got != 24 {
		t.Errorf("one network took %d of 32 places", got)
	}
	if err := b.Acquire(t.Context(), client(1000, "198.51.100.7")); err != nil {
		t.Errorf("another network: %v", err)
	}
}

func TestBulkhead_OneNetworkLeavesRoomInTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Limits{Places: 1, Queue: 16, Wait: time.Minute})
		if err := b.Acquire(t.Context(), client(1, "192.0.2.1")); err != nil {
			t.Fatal(err)
		}
		var order []string
		for i := range 16 {
			go func() {
				c := client(uint64(i+2), "192.0.2.1")
				if b.Acquire(t.Context(), c) == nil {
					order = append(order, "crowd")
					b.Release(c)
				}
			}()
		}
		synctest.Wait()
		if got := b.Waiting(); got != 12 {
			t.Errorf("one network waits with %d of 16", got)
		}
		go func() {
			c := client(99, "198.51.100.7")
			if b.Acquire(t.Context(), c) == nil {
				order = append(order, "other")
				b.Release(c)
			}
		}()
		synctest.Wait()
		b.Release(client(1, "192.0.2.1"))
		synctest.Wait()
		// The network that was not served yet comes next, however long the other one waits.
		if len(order) != 13 || order[0] != "other" && order[1] != "other" {
			t.Errorf("served in this order: %v", order)
		}
	})
}

func TestBulkhead_WaitingEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Limits{Places: 1, Queue: 4, Wait: time.Second})
		c := client(1, "192.0.2.1")
		if err := b.Acquire(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		if err := b.Acquire(t.Context(), client(2, "192.0.2.1")); !errors.Is(err, ErrFull) {
			t.Errorf("after the wait: %v", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := b.Acquire(ctx, client(3, "192.0.2.1")); !errors.Is(err, context.Canceled) {
			t.Errorf("of a caller who left: %v", err)
		}
		b.Release(c)
		if b.Busy() != 0 || b.Waiting() != 0 || len(b.clients) != 0 || len(b.networks) != 0 {
			t.Errorf("left behind: %+v", b)
		}
	})
}

func TestBulkhead_ClaimCountsAUserOfManySessions(t *testing.T) {
	b := New(Limits{Places: 8, Queue: 0})
	var releases []func()
	for range 2 {
		release, err := b.Claim(7)
		if err != nil {
			t.Fatal(err)
		}
		releases = append(releases, release)
	}
	if _, err := b.Claim(7); !errors.Is(err, ErrFull) {
		t.Errorf("a third place of one user: %v", err)
	}
	releases[0]()
	if _, err := b.Claim(7); err != nil {
		t.Errorf("after one was released: %v", err)
	}
}

func TestNetworkOf_CountsAnIPv6SiteAsOne(t *testing.T) {
	a, b := netip.MustParseAddr("2001:db8:1:200::1"), netip.MustParseAddr("2001:db8:1:2ff::9")
	if NetworkOf(a) != NetworkOf(b) {
		t.Error("two addresses of one /56 are two networks")
	}
	if NetworkOf(netip.Addr{}).IsValid() {
		t.Error("no address is a network")
	}
	if NetworkOf(netip.MustParseAddr("::ffff:192.0.2.1")) != NetworkOf(netip.MustParseAddr("192.0.2.1")) {
		t.Error("a mapped address is another network")
	}
}
