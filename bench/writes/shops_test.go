package writes

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dawa/internal/testkit/pgtest"
)

const (
	// manyShoppers is how many shoppers order at once where the benchmark is about one product or several servers.
	manyShoppers = 200
	// leastHotRow is the least part of the orders a second on different products that one product must reach.
	leastHotRow = 0.5
	// leastScale is how many times the orders of one server three of them must place, where the database has cores
	// of its own.
	leastScale = 2.0
)

// BenchmarkHotProduct compares 200 people who all order the same product with 200 who order different ones.
func BenchmarkHotProduct(b *testing.B) {
	shop := build(b, "./cmd/dawa")
	for _, engine := range []string{"sqlite", "postgres"} {
		b.Run(engine, func(b *testing.B) {
			database := b.TempDir()
			if engine == "postgres" {
				database = pgtest.New(b)
			}
			p := newShopProgram(b, manyShoppers, startShop(b, shop, database))
			hot := func(i, _ int) error { return p.orderOf(i, 0) }
			spread := func(i, n int) error { return p.orderOf(i, i*5+n%5) }
			paces := turns(b, p.server, spread, hot)
			report(b, "hot/s", "spread/s", paces[1], paces[0], leastHotRow)
		})
	}
}

// BenchmarkThreeServers compares three servers on one PostgreSQL with one of them. On a machine where servers and
// database share the cores, what three servers can gain is bounded by what one leaves idle.
func BenchmarkThreeServers(b *testing.B) {
	shop, database := build(b, "./cmd/dawa"), pgtest.New(b)
	data := fillShop(b, shop, database)
	var servers []server
	for range 3 {
		servers = append(servers, serveShop(b, shop, database, data))
	}
	p := newShopProgram(b, manyShoppers, servers...)
	one := func(i, n int) error { return p.orderAt(0, i, i*5+n%5) }
	three := func(i, n int) error { return p.orderAt(i%3, i, i*5+n%5) }
	paces := turns(b, servers[0], one, three)
	report(b, "three/s", "one/s", paces[1], paces[0], leastScale)
}

// turns runs operations by all shoppers one after the other, three times, and gives the median pace of each.
func turns(b *testing.B, s server, operations ...operation) []float64 {
	b.Helper()
	paces := make([][]float64, len(operations))
	for range rounds {
		for i, do := range operations {
			pace, _ := race(b, s, manyShoppers, do, 4*time.Second)
			paces[i] = append(paces[i], pace)
		}
	}
	medians := make([]float64, len(operations))
	for i := range paces {
		medians[i] = median(paces[i])
	}
	return medians
}

func report(b *testing.B, name, otherName string, pace, other, least float64) {
	b.Helper()
	b.ReportMetric(pace, name)
	b.ReportMetric(other, otherName)
	b.Logf("%.0f orders a second beside %.0f: %.2f (at least %.1f: %s)", pace, other, pace/other, least,
		verdict(pace/other >= least))
}

// orderOf buys one piece of a product.
func (p *shopProgram) orderOf(i, product int) error { return p.orderAt(0, i, product) }

// orderAt buys one piece of a product at one of the servers, with the session that all of them know.
func (p *shopProgram) orderAt(server, i, product int) error {
	c, err := p.lines[server].of(i, p.servers[server].address)
	if err != nil {
		return err
	}
	c.cookies, c.headers = p.shoppers[i].cookies, p.shoppers[i].headers
	if err := whenFree(func() error { return p.put(c, product) }); err != nil {
		return err
	}
	key := fmt.Sprintf("Idempotency-Key: order-%d\r\n", serial.Add(1))
	return whenFree(func() error {
		_, err := c.do("POST", "/api/user/checkout", key, cashOnDelivery)
		return err
	})
}

// whenFree repeats a call that the shop refuses because it has too much to do, as a browser does.
func whenFree(call func() error) error {
	for {
		err := call()
		if err == nil || !strings.Contains(err.Error(), "HTTP/1.1 503") {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
}
