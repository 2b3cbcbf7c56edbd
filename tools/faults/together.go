package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

// buyers keep ordering through the balancer and remember which orders were acknowledged.
type buyers struct {
	mu           sync.Mutex
	acknowledged map[string]string // number → key
	times        []time.Time       // of acknowledgements
	faults       []error
	shoppers     []*shopper
	group        sync.WaitGroup
}

// startBuyers lets n customers place orders until ctx ends. With retry a refused or interrupted order is sent
// again with the same key; without it that is a fault.
func startBuyers(ctx context.Context, base string, n int, retry bool) (*buyers, error) {
	b := &buyers{acknowledged: map[string]string{}}
	product, err := inStock(ctx, base)
	if err != nil {
		return nil, err
	}
	for i := range n {
		p, err := signUp(ctx, base, fmt.Sprintf("buyer%d", i))
		if err != nil {
			return nil, err
		}
		b.shoppers = append(b.shoppers, p)
		b.group.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				key := fmt.Sprintf("%d %d", i, n)
				for {
					number, err := p.order(ctx, product, key)
					if ctx.Err() != nil {
						break
					}
					if err == nil {
						b.note(number, key)
						break
					}
					if !retry || !errors.Is(err, errNotYet) {
						b.fault(err)
						break
					}
					sleep(ctx, 50*time.Millisecond)
				}
				sleep(ctx, 50*time.Millisecond)
			}
		})
	}
	return b, nil
}

func (b *buyers) note(number, key string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if other, twice := b.acknowledged[number]; twice && other != key {
		b.faults = append(b.faults, fmt.Errorf("%s and %s got the order %s", other, key, number))
	}
	b.acknowledged[number] = key
	b.times = append(b.times, time.Now())
}

func (b *buyers) fault(err error) {
	// The demo's stock runs out: that is no fault.
	if strings.Contains(err.Error(), "cart_empty") || strings.Contains(err.Error(), "stock") {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.faults = append(b.faults, err)
}

// check asks for every order that was acknowledged, and looks whether one was placed twice.
func (b *buyers) check(ctx context.Context) error {
	found := map[string]int{}
	for _, p := range b.shoppers {
		for page := 1; ; page++ {
			_, body, err := p.call(ctx, http.MethodGet, fmt.Sprintf("/api/user/order-history?page=%d&limit=48", page),
				"")
			if err != nil {
				return err
			}
			var orders []struct{ Number string }
			if err := json.Unmarshal(body, &orders); err != nil {
				return fmt.Errorf("%w: %s", err, body)
			}
			for _, o := range orders {
				found[o.Number]++
			}
			if len(orders) < 48 {
				break
			}
		}
	}
	for number, key := range b.acknowledged {
		if found[number] != 1 {
			return fmt.Errorf("the acknowledged order %s (%s) exists %d times", number, key, found[number])
		}
	}
	return errors.Join(b.faults...)
}

// gap is the longest time without an acknowledged order.
func (b *buyers) gap(from time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	longest, last := time.Duration(0), from
	for _, at := range b.times {
		if at.Before(from) {
			continue
		}
		longest, last = max(longest, at.Sub(last)), at
	}
	return longest
}

func primaryKilled(t *trial) (string, error) {
	// The demo has little stock: add some.
	if _, err := control(t.ctx, "sql", "UPDATE products SET stock = 1000000, version = version + 1, updated_at = "+
		"updated_at + 1 WHERE status = 'approved' AND max_per_order = 0"); err != nil {
		return "", err
	}
	ctx, cancel := context.WithCancel(t.ctx)
	defer cancel()
	b, err := startBuyers(ctx, t.base, 6, true)
	if err != nil {
		return "", err
	}
	reading := newWatch()
	var group sync.WaitGroup
	group.Go(func() { browse(ctx, t.base, 4, 20*time.Millisecond, reading) })
	sleep(ctx, 4*time.Second)
	node, err := t.primary(ctx)
	if err != nil {
		return "", err
	}
	killed := time.Now()
	if _, err := control(ctx, "node", node, "kill"); err != nil {
		return "", err
	}
	sleep(ctx, 25*time.Second)
	after, err := t.primary(ctx)
	if err != nil {
		return "", fmt.Errorf("no primary after 25 s: %w", err)
	}
	if _, err := control(ctx, "node", node, "start"); err != nil { // it comes back as a standby
		return "", err
	}
	sleep(ctx, 5*time.Second)
	cancel()
	b.group.Wait()
	group.Wait()
	gap := b.gap(killed)
	figures := fmt.Sprintf("node %s killed, node %s promoted: no order for %s; %d orders acknowledged over all, all "+
		"there once; %d reads meanwhile, %d failed",
		node, after, gap.Round(10*time.Millisecond), len(b.acknowledged), len(reading.took), reading.failed)
	if err := b.check(t.ctx); err != nil {
		return figures, err
	}
	switch {
	case gap > 15*time.Second:
		return figures, errors.New("writes took too long to come back")
	case reading.failed > 0:
		return figures, errors.New("reads failed: " + reading.first)
	case after == node:
		return figures, errors.New("nobody was promoted")
	}
	return figures, nil
}

func replicaBehind(t *trial) (string, error) {
	admin, err := signIn(t.ctx, t.base, "admin", "admin12345")
	if err != nil {
		return "", err
	}
	// The standbys stop applying what they receive. (Patroni ends a plain pause at once.)
	node, err := t.primary(t.ctx)
	if err != nil {
		return "", err
	}
	standbys := func(what string) error {
		for _, n := range []string{"1", "2", "3"} {
			if n == node {
				continue
			}
			if _, err := control(t.ctx, "node", n, what); err != nil {
				return err
			}
		}
		return nil
	}
	report := func() (time.Duration, error) {
		began := time.Now()
		status, body, err := admin.call(t.ctx, http.MethodGet, "/api/admin/export/products", "")
		if err != nil || status != http.StatusOK {
			return 0, fmt.Errorf("the export answers %d %w %s", status, err, body)
		}
		return time.Since(began), nil
	}
	counts := func() (standby, primary float64) {
		for _, n := range []string{"1", "2", "3"} {
			standby += figure(t.at("ops"+n), `dawa_report_reads_total\{from="standby"\}`)
			primary += figure(t.at("ops"+n), `dawa_report_reads_total\{from="primary"\}`)
		}
		return standby, primary
	}
	fresh, err := report()
	if err != nil {
		return "", err
	}
	used, _ := counts()
	if err := standbys("freeze"); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(t.ctx, t.during(10*time.Second, 30*time.Second))
	defer cancel()
	b, err := startBuyers(ctx, t.base, 2, false)
	if err != nil {
		return "", err
	}
	b.group.Wait()
	if err := b.check(t.ctx); err != nil { // own orders are read back, whatever the standbys know
		return "", err
	}
	stale, err := report()
	if err != nil {
		return "", err
	}
	_, passed := counts()
	if err := standbys("thaw"); err != nil {
		return "", err
	}
	figures := fmt.Sprintf("standbys %s behind: %d orders placed and read back at once; a report took %s from the "+
		"standby and %s when it was passed over for the primary",
		t.during(10*time.Second, 30*time.Second), len(b.acknowledged), fresh.Round(time.Millisecond),
		stale.Round(time.Millisecond))
	if used == 0 || passed == 0 {
		return figures, fmt.Errorf("%v reports were read from the standby before and %v from the primary while it was "+
			"behind", used, passed)
	}
	return figures, nil
}

func s3Down(t *trial) (string, error) {
	res, err := http.Get(t.base + "/api/product/all?limit=1") //nolint:noctx // a tool of one machine
	if err != nil {
		return "", err
	}
	body, err := io.ReadAll(res.Body)
	_ = res.Body.Close()
	if err != nil {
		return "", err
	}
	from := strings.Index(string(body), "/media/")
	if from < 0 {
		return "", errors.New("no product has a picture")
	}
	picture := string(body)[from : from+strings.Index(string(body)[from:], `"`)]
	if status, _, err := fetchOnce(t.ctx, newClient(1), t.base+picture); err != nil || status != http.StatusOK {
		return "", fmt.Errorf("the picture answers %d %w", status, err)
	}
	if _, err := control(t.ctx, "part", "s3", "kill"); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(t.ctx, t.during(6*time.Second, 20*time.Second))
	defer cancel()
	b, err := startBuyers(ctx, t.base, 2, false)
	if err != nil {
		return "", err
	}
	reading := newWatch()
	browse(ctx, t.base, 4, 20*time.Millisecond, reading)
	b.group.Wait()
	missing, took, err := fetchOnce(t.ctx, newClient(1), t.base+strings.Replace(picture, "/400.", "/800.", 1))
	if err != nil {
		return "", err
	}
	if _, err := control(t.ctx, "part", "s3", "start"); err != nil {
		return "", err
	}
	back := time.Now()
	status := 0
	for status != http.StatusOK && time.Since(back) < 15*time.Second {
		if status, _, err = fetchOnce(t.ctx, newClient(1),
			t.base+strings.Replace(picture, "/400.", "/200.", 1)); err != nil {
			return "", err
		}
		sleep(t.ctx, 50*time.Millisecond)
	}
	figures := fmt.Sprintf("without the store: %d reads and %d orders, %d failed; a picture nobody had seen answers "+
		"%d in %s; pictures again %s after it was back",
		len(reading.took), len(b.acknowledged), reading.failed+len(b.faults), missing, took.Round(time.Millisecond),
		time.Since(back).Round(10*time.Millisecond))
	switch {
	case reading.failed+len(b.faults) > 0:
		return figures, errors.Join(append(b.faults, errors.New(reading.first))...)
	case len(b.acknowledged) == 0:
		return figures, errors.New("nobody could buy")
	case status != http.StatusOK:
		return figures, errors.New("pictures do not come back")
	}
	return figures, nil
}

func rollingRestart(t *trial) (string, error) {
	if _, err := control(t.ctx, "sql", "UPDATE products SET stock = 1000000, version = version + 1, updated_at = "+
		"updated_at + 1 WHERE status = 'approved' AND max_per_order = 0"); err != nil {
		return "", err
	}
	rounds := 3
	if t.short {
		rounds = 1
	}
	ctx, cancel := context.WithCancel(t.ctx)
	defer cancel()
	b, err := startBuyers(ctx, t.base, 3, false)
	if err != nil {
		return "", err
	}
	reading := newWatch()
	var group sync.WaitGroup
	group.Go(func() { browse(ctx, t.base, 6, 10*time.Millisecond, reading) })
	sleep(ctx, 2*time.Second)
	began := time.Now()
	versions := []string{binary()}
	if previous := os.Getenv("DAWA_PREVIOUS"); previous != "" {
		versions = []string{previous, binary()}
	}
	for round := range rounds {
		for n := 1; n <= 3; n++ {
			// Rounds alternate between the versions, so that both serve at the same time in between.
			if err := os.Setenv("DAWA_SERVER_BINARY", versions[round%len(versions)]); err != nil {
				return "", err
			}
			for _, what := range []string{"stop", "start", "wait"} {
				if _, err := control(ctx, "server", fmt.Sprint(n), what); err != nil {
					return "", err
				}
			}
			sleep(ctx, 1500*time.Millisecond) // until the balancer believes it
		}
	}
	took := time.Since(began)
	sleep(ctx, time.Second)
	cancel()
	b.group.Wait()
	group.Wait()
	figures := fmt.Sprintf("%d restarts in %s, %d versions: %d reads (p99 %s, %d refused) and %d orders, %d failed",
		3*rounds, took.Round(time.Second), len(versions), len(reading.took), quantile(reading.took, .99),
		len(reading.refused), len(b.acknowledged), reading.failed+len(b.faults))
	switch {
	case reading.failed > 0:
		return figures, errors.New(reading.first)
	case len(reading.refused) > 0:
		return figures, fmt.Errorf("%d reads were refused", len(reading.refused))
	}
	return figures, b.check(t.ctx)
}
