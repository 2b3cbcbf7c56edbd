// Package writes measures what a change costs: filling a new cart and placing an order, over real connections to the
// real program, beside the bare program (bench/bare) that does the same work in plain SQL with nothing around it.
//
//	go test -run '^$' -bench . -benchtime 1x ./bench/writes
//
// An order is two changes of the cart and one checkout by a signed-in shopper, 16 at once. A new cart is everything a
// new visitor's browser sends for its first item, the token included, 32 at once. Processor time is the server's and
// PostgreSQL's together. Both programs run in turns, the figures are the medians of three.
package writes

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dawa/internal/testkit/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.DurableMain(m)) }

const (
	rounds   = 3
	shoppers = 16
	visitors = 32
)

// Budgets: the least part of the bare program's pace, and the most of its processor time.
const (
	leastPace = 0.5
	maxTime   = 2.0
)

func BenchmarkWrites(b *testing.B) {
	bare, shop := build(b, "./bench/bare"), build(b, "./cmd/dawa")
	engines := map[string]func(b *testing.B) string{
		"sqlite":   func(b *testing.B) string { return b.TempDir() },
		"postgres": func(b *testing.B) string { return pgtest.New(b) },
	}
	for _, engine := range []string{"sqlite", "postgres"} {
		b.Run(engine, func(b *testing.B) {
			plain := &bareProgram{server: startBare(b, bare, engines[engine](b))}
			full := newShopProgram(b, shoppers, startShop(b, shop, engines[engine](b)))
			b.Run("new-cart", func(b *testing.B) {
				compare(b, visitors, plain.server, plain.newCart, full.server, full.newCart)
			})
			b.Run("order", func(b *testing.B) {
				compare(b, shoppers, plain.server, plain.order, full.server, full.order)
			})
		})
	}
}

// TestWrites_EveryOperationSucceeds is the benchmark's short form: what the shop refuses is not measured, and so nobody
// would notice that it is. It takes some of all products, three for each shopper.
func TestWrites_EveryOperationSucceeds(t *testing.T) {
	plain := &bareProgram{server: startBare(t, build(t, "./bench/bare"), t.TempDir())}
	full := newShopProgram(t, shoppers, startShop(t, build(t, "./cmd/dawa"), t.TempDir()))
	for name, do := range map[string]operation{
		"new cart, bare": plain.newCart, "order, bare": plain.order, "new cart": full.newCart, "order": full.order,
	} {
		for i := range shoppers {
			for n := range 3 {
				if err := do(i, n*20); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
		}
	}
}

// compare runs an operation on both programs in turns and reports both paces, their ratio and the ratio of
// processor times.
func compare(b *testing.B, clients int, bare server, onBare operation, shop server, onShop operation) {
	b.Helper()
	const turn = 3 * time.Second
	var paces, times [2][]float64
	for range rounds {
		for i, run := range []func() (float64, float64){
			func() (float64, float64) { return race(b, bare, clients, onBare, turn) },
			func() (float64, float64) { return race(b, shop, clients, onShop, turn) },
		} {
			pace, cpu := run()
			paces[i], times[i] = append(paces[i], pace), append(times[i], cpu)
		}
	}
	ratio, cost := median(paces[1])/median(paces[0]), median(times[1])/median(times[0])
	b.ReportMetric(median(paces[0]), "bare/s")
	b.ReportMetric(median(paces[1]), "shop/s")
	b.ReportMetric(median(times[0]), "bare-cpu-ms")
	b.ReportMetric(median(times[1]), "shop-cpu-ms")
	b.Logf("%.0f a second beside the bare program's %.0f: %.2f (at least %.1f: %s)", median(paces[1]), median(paces[0]),
		ratio, leastPace, verdict(ratio >= leastPace))
	b.Logf("processor %.2f ms beside %.2f ms: %.1f times (at most %.0f: %s)", median(times[1]), median(times[0]), cost,
		maxTime, verdict(cost <= maxTime))
}

func verdict(met bool) string {
	if met {
		return "met"
	}
	return "missed"
}

// operation is one thing that client number i does for the n-th time.
type operation func(i, n int) error

// race lets clients repeat an operation for some time, and gives operations a second and milliseconds of processor
// time for each.
func race(b *testing.B, s server, clients int, do operation, d time.Duration) (pace, cpu float64) {
	b.Helper()
	before, err := s.processorTime()
	check(b, err)
	began := time.Now()
	var done atomic.Int64
	var all sync.WaitGroup
	errs := make([]error, clients)
	for i := range clients {
		all.Go(func() {
			for n := 0; time.Since(began) < d && errs[i] == nil; n++ {
				if errs[i] = do(i, n); errs[i] == nil {
					done.Add(1)
				}
			}
		})
	}
	all.Wait()
	check(b, errors.Join(errs...))
	took := time.Since(began)
	after, err := s.processorTime()
	check(b, err)
	n := float64(done.Load())
	return n / took.Seconds(), float64((after - before).Microseconds()) / 1000 / n
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

func check(b testing.TB, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// build compiles a program of the repository.
func build(b testing.TB, path string) string {
	b.Helper()
	program := filepath.Join(b.TempDir(), filepath.Base(path))
	cmd := exec.CommandContext(b.Context(), "go", "build", "-trimpath", "-tags=nodynamic", "-o", program, path)
	cmd.Dir = "../.."
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("building %s: %v: %s", path, err, out)
	}
	return program
}

// serial makes names that are not used twice.
var serial atomic.Int64

// connections are the clients' lines to a server, made at first use.
type connections struct {
	mu  sync.Mutex
	all map[int]*client
}

func (c *connections) of(i int, address string) (*client, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all == nil {
		c.all = map[int]*client{}
	}
	if c.all[i] == nil {
		made, err := dial(address)
		if err != nil {
			return nil, err
		}
		c.all[i] = made
	}
	return c.all[i], nil
}

// products that shopper i puts into the cart, spread so that shoppers rarely want the same.
func products(i, n int) (first, second int) {
	at := (i*61 + n) % 500
	return at, at + 500
}

type bareProgram struct {
	server
	lines connections
}

func (p *bareProgram) put(c *client, session string, product int) error {
	_, err := c.do("PUT", "/api/user/cart", "X-Session: "+session+"\r\n", fmt.Sprintf(`{"id":%d,"qty":1}`, product+1))
	return err
}

func (p *bareProgram) newCart(i, n int) error {
	c, err := p.lines.of(i, p.address)
	if err != nil {
		return err
	}
	return p.put(c, fmt.Sprint("v", serial.Add(1)), (i*61+n)%1000)
}

func (p *bareProgram) order(i, n int) error {
	c, err := p.lines.of(i, p.address)
	if err != nil {
		return err
	}
	session := fmt.Sprint("s", i)
	first, second := products(i, n)
	if err := errors.Join(p.put(c, session, first), p.put(c, session, second)); err != nil {
		return err
	}
	_, err = c.do("POST", "/api/user/checkout", "X-Session: "+session+"\r\n",
		fmt.Sprintf(`{"lines":[{"id":%d,"qty":1},{"id":%d,"qty":1}]}`, first+1, second+1))
	return err
}

type shopProgram struct {
	server
	servers   []server
	lines     []connections // to each of the servers
	ids       []string
	shoppers  []*client
	newcomers connections
}

// newShopProgram reads what is sold and signs so many shoppers up, at the first of the shop's servers.
func newShopProgram(b testing.TB, people int, servers ...server) *shopProgram {
	b.Helper()
	s := servers[0]
	p := &shopProgram{server: s, servers: servers, lines: make([]connections, len(servers))}
	reader, err := dial(s.address)
	check(b, err)
	defer reader.close()
	for page := 1; len(p.ids) < 1000; page++ {
		body, err := reader.do("GET", fmt.Sprintf("/api/product/all?limit=48&page=%d", page), "", "")
		check(b, err)
		before := len(p.ids)
		for part := range strings.SplitSeq(body, `"_id":"`) {
			if id, rest, found := strings.Cut(part, `"`); found && strings.HasPrefix(rest, `,"`) &&
				!strings.HasPrefix(part, "[") {
				p.ids = append(p.ids, id)
			}
		}
		if len(p.ids) == before {
			b.Fatalf("the shop sells %d products", before)
		}
	}
	p.shoppers = make([]*client, people)
	for i := range p.shoppers {
		c, err := dial(s.address)
		check(b, err)
		b.Cleanup(c.close)
		c.headers = fmt.Sprintf("X-Forwarded-For: 10.1.0.%d\r\n", i+1)
		check(b, c.renewToken())
		_, err = c.do("POST", "/api/user/register", "",
			fmt.Sprintf(`{"user":{"full_name":"Layla Haddad","username":"shopper%d",`+
				`"phone_nb":"03123456","email":"shopper%d@example.com","type":"normal"},"password":"fig3tree9sun"}`, i,
				i))
		check(b, err)
		check(b, c.renewToken())
		p.shoppers[i] = c
	}
	return p
}

func (p *shopProgram) put(c *client, product int) error {
	_, err := c.do("PUT", "/api/user/cart", "", fmt.Sprintf(`{"productId":%q,"quantity":1}`, p.ids[product]))
	return err
}

// newCart is a browser without cookies: it fetches its token and puts its first item into the cart.
func (p *shopProgram) newCart(i, n int) error {
	c, err := p.newcomers.of(i, p.address)
	if err != nil {
		return err
	}
	clear(c.cookies)
	visitor := serial.Add(1)
	c.headers = fmt.Sprintf("X-Forwarded-For: 10.%d.%d.%d\r\n", 2+visitor>>16&0x7f, visitor>>8&0xff, visitor&0xff)
	if err := c.renewToken(); err != nil {
		return err
	}
	return p.put(c, (i*61+n)%1000)
}

const cashOnDelivery = `{"data":{"address":{"first_name":"Layla","last_name":"Haddad","street":"Hamra",` +
	`"city":"Beirut","state":"","building":"Blue","floor":2,"phone_nb":"03123456"},"payment":{"method":"cash"}}}`

func (p *shopProgram) order(i, n int) error {
	c := p.shoppers[i]
	first, second := products(i, n)
	if err := errors.Join(p.put(c, first), p.put(c, second)); err != nil {
		return err
	}
	_, err := c.do("POST", "/api/user/checkout", fmt.Sprintf("Idempotency-Key: order-%d\r\n", serial.Add(1)),
		cashOnDelivery)
	return err
}
