package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"dawa/internal/adapter/gateway/sandbox"
	"dawa/internal/adapter/sqlstore"
	"dawa/internal/adapter/sqlstore/storetest"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/regulation"
	"dawa/internal/testkit/pgtest"
	"dawa/internal/testkit/timed"
)

// The server is killed in the middle of its work, again and again. What it has told anybody stays
// true: the order is there, once, and every piece is either in stock or sold.
//
// Like the others that kill a server under load, it runs by itself: tests beside it would take the processors, and
// there would be no load.
func TestServe_KilledUnderCheckoutLoadLosesNoOrder(t *testing.T) {
	kills := howOften(2, 6)
	t.Run("sqlite", func(t *testing.T) { killUnderLoad(t, kills, "") })
	t.Run("postgres", func(t *testing.T) { killUnderLoad(t, kills, pgtest.New(t)) })
}

// howOften is how many times a test kills a server: as the tables of docs/resilience.md say with DAWA_LONG=1.
func howOften(short, normal int) int {
	switch {
	case os.Getenv("DAWA_LONG") == "1":
		return 50
	case testing.Short():
		return short
	}
	return normal
}

const (
	killStock    = 1_000_000
	killShoppers = 24
	killWorkers  = 8
)

var killProducts = []string{"k0", "k1", "k2"}

// victim is a server that is killed and started again at the same address.
type victim struct {
	t    *testing.T
	args []string
	env  []string
	base string
	cmd  *exec.Cmd
}

func (v *victim) start() {
	v.t.Helper()
	v.cmd = process(v.t, v.args...)
	v.cmd.Env = append(v.cmd.Env, v.env...)
	v.cmd.Stderr = os.Stderr
	if err := v.cmd.Start(); err != nil {
		v.t.Fatal(err)
	}
	for deadline := time.Now().Add(timed.Timeout); ; time.Sleep(10 * time.Millisecond) {
		res, err := http.Get(v.base + "/readyz")
		if err == nil {
			_ = res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return
			}
		}
		if time.Now().After(deadline) {
			v.t.Fatalf("not ready after a kill: %v", err)
		}
	}
}

func (v *victim) kill() {
	_ = v.cmd.Process.Kill() // SIGKILL
	_ = v.cmd.Wait()
}

// stop ends the server in order.
func (v *victim) stop() {
	_ = v.cmd.Process.Signal(syscall.SIGTERM)
	if err := v.cmd.Wait(); err != nil {
		v.t.Errorf("the last one did not stop in order: %v", err)
	}
}

// customer is somebody who keeps ordering and, as people do, asks again when nothing comes back.
type customer struct {
	base   string
	client *http.Client
	token  string
}

var errPending = errors.New("the payment is still under way")

func (c *customer) call(method, path, body, key string) (int, []byte, error) {
	req, err := http.NewRequest(method, c.base+path, strings.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("CSRF-Token", c.token)
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	res, err := c.client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = res.Body.Close() }()
	got, err := io.ReadAll(res.Body)
	return res.StatusCode, got, err
}

func newCustomer(t *testing.T, base, name string) *customer {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	c := &customer{
		base: base, client: &http.Client{Jar: jar, Timeout: 4 * time.Second,
			Transport: &http.Transport{DisableKeepAlives: true}},
	}
	renew := func() {
		var got struct{ CsrfToken string }
		_, body, err := c.call("GET", "/api/get-csrf-token", "", "")
		if err != nil || json.Unmarshal(body, &got) != nil {
			t.Fatalf("token: %v %s", err, body)
		}
		c.token = got.CsrfToken
	}
	renew()
	status, body, err := c.call("POST", "/api/user/register", fmt.Sprintf(
		`{"user":{"full_name":"Layla Haddad","username":%q,"phone_nb":"03123456","email":"%s@example.com",`+
			`"type":"normal"},"password":"fig3tree9sun"}`, name, name), "")
	if err != nil || status != http.StatusOK {
		t.Fatalf("register: %d %v %s", status, err, body)
	}
	renew()
	return c
}

// order buys something and returns the number that was acknowledged. Until there is an answer it
// asks again with the same key.
func (c *customer) order(ctx context.Context, key string, pick *rand.Rand) (string, error) {
	product, quantity := killProducts[pick.IntN(len(killProducts))], 1+pick.IntN(3)
	payment := `{"method":"cash"}`
	if pick.IntN(3) == 0 {
		payment = fmt.Sprintf(`{"method":"card","card_name":"Layla","card_number":%q,"cvv":"123","exp_date":"12/39"}`,
			sandbox.CardApproved)
	}
	body := `{"data":{"address":{"street":"Hamra","city":"Beirut","building":"Blue","floor":1,"phone_nb":"03123456"},` +
		`"payment":` + payment + `}}`
	for {
		status, got, err := c.call("PUT", "/api/user/cart",
			fmt.Sprintf(`{"productId":%q,"quantity":%d}`, product, quantity), "")
		if err == nil && status == http.StatusOK {
			break
		}
		if err == nil && status < 500 {
			return "", fmt.Errorf("filling the cart: %d %s", status, got)
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		time.Sleep(20 * time.Millisecond)
	}
	for {
		status, got, err := c.call("POST", "/api/user/checkout", body, key)
		var answer struct {
			Code  string
			Order struct{ Number string }
		}
		switch {
		case err != nil || status == http.StatusServiceUnavailable:
			var slow net.Error
			if errors.As(err, &slow) && slow.Timeout() {
				return "", errPending
			}
		case json.Unmarshal(got, &answer) != nil:
			return "", fmt.Errorf("checkout: %d %s", status, got)
		case status == http.StatusOK:
			return answer.Order.Number, nil
		case answer.Code == "payment_pending":
			return "", errPending
		default:
			return "", fmt.Errorf("checkout: %d %s", status, got)
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func killUnderLoad(t *testing.T, kills int, database string) {
	data := storetest.SQLite(t)
	target := database
	if target == "" {
		target = data
	}
	setStock(t, target)
	if code, _, errs := command(t, "keys", "new", "--data", data); code != 0 {
		t.Fatal(errs)
	}
	address := freeAddress(t)
	v := &victim{
		t: t, base: "http://" + address, args: []string{"serve", "--listen", address, "--data", data, "--payments",
			"sandbox", "--log-level", "error", "--open-orders=0", "--open-orders-network=0"},
	}
	if database != "" {
		v.args = append(v.args, "--database", database)
	}
	v.start()
	people := make(chan *customer, killShoppers)
	for i := range killShoppers {
		people <- newCustomer(t, v.base, fmt.Sprintf("buyer%d", i))
	}

	ctx, enough := context.WithCancel(t.Context())
	var mu sync.Mutex
	acknowledged := map[string]string{} // number → key
	var unsettled atomic.Int32
	var load sync.WaitGroup
	for worker := range killWorkers {
		load.Go(func() {
			pick := rand.New(rand.NewPCG(7, uint64(worker)))
			for n := 0; ctx.Err() == nil; n++ {
				var who *customer
				select {
				case who = <-people:
				case <-ctx.Done():
					return
				}
				key := fmt.Sprintf("worker %d order %d", worker, n)
				number, err := who.order(ctx, key, pick)
				switch {
				case errors.Is(err, errPending): // the sweeper will decide; this one waits outside
					unsettled.Add(1)
					time.AfterFunc(orders.StaleAfter+10*time.Second, func() { people <- who })
					continue
				case err == nil:
					mu.Lock()
					if other, twice := acknowledged[number]; twice {
						t.Errorf("%s and %s both got the order %s", other, key, number)
					}
					acknowledged[number] = key
					mu.Unlock()
				case ctx.Err() == nil:
					t.Errorf("%s: %v", key, err)
				}
				people <- who
			}
		})
	}
	random := rand.New(rand.NewPCG(3, 3))
	for range kills {
		time.Sleep(time.Duration(200+random.IntN(500)) * time.Millisecond)
		v.kill()
		v.start()
	}
	time.Sleep(300 * time.Millisecond)
	enough()
	load.Wait()
	if os.Getenv("DAWA_LONG") == "1" {
		time.Sleep(orders.StaleAfter + 15*time.Second) // the server's own sweeper does it
	}
	v.stop()
	t.Logf("%d orders were acknowledged over %d kills; %d payments were left to the sweeper", len(acknowledged), kills,
		unsettled.Load())
	if len(acknowledged) < kills {
		t.Errorf("only %d orders: the load was no load", len(acknowledged))
	}
	checkBooks(t, target, database == "", acknowledged)
}

// stockShelves makes the products before the first start.
func setStock(t *testing.T, target string) {
	t.Helper()
	db := openBooks(t, target)
	defer func() { _ = db.Close() }()
	if _, err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	var all []*catalog.Product
	for _, id := range killProducts {
		all = append(all, &catalog.Product{
			ID: id, Code: id, Name: text.Pair{English: id, Arabic: id}, Description: text.Pair{English: id, Arabic: id},
			Brand: "dove", Category: "hygiene", Price: 250, Stock: killStock, Status: catalog.Approved, Version: 1,
			Regulation: regulation.None, CreatedAt: time.Now(), UpdatedAt: time.Now(),
		})
	}
	if _, err := sqlstore.NewProducts(db).Save(t.Context(), all, catalog.KeepExisting); err != nil {
		t.Fatal(err)
	}
}

func openBooks(t *testing.T, target string) *sqlstore.DB {
	t.Helper()
	db, err := sqlstore.Open(t.Context(), target, sqlstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// checkBooks opens what the dead servers left and counts.
func checkBooks(t *testing.T, target string, sqlite bool, acknowledged map[string]string) {
	t.Helper()
	ctx := t.Context()
	db := openBooks(t, target)
	defer func() { _ = db.Close() }()
	count := func(query string, args ...any) (n int) {
		t.Helper()
		if err := db.QueryRowContext(ctx, query, args...).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	sweeper := orders.New(orders.Options{
		Store: sqlstore.NewOrders(db), Gateway: sandbox.New(sqlstore.NewSandboxLedger(db), nil),
		Log: slog.New(slog.DiscardHandler),
	})
	if os.Getenv("DAWA_LONG") != "1" {
		if _, err := sweeper.Sweep(ctx, -time.Hour); err != nil {
			t.Errorf("sweeping: %v", err)
		}
	}
	if n := count("SELECT count(*) FROM reservations"); n != 0 {
		t.Errorf("%d reservations never end", n)
	}
	for number, key := range acknowledged {
		if n := count("SELECT count(*) FROM orders WHERE number = $1 AND idempotency_key = $2", number, key); n != 1 {
			t.Errorf("the acknowledged order %s (%s) exists %d times", number, key, n)
		}
	}
	for _, product := range killProducts {
		stock := count("SELECT stock FROM products WHERE id = $1", product)
		sold := count("SELECT coalesce(sum(quantity), 0) FROM order_lines WHERE product_id = $1", product)
		ledger := count("SELECT coalesce(sum(pieces), 0) FROM stock_ledger WHERE product_id = $1", product)
		if stock+sold != killStock || killStock+ledger != stock {
			t.Errorf("%s: %d there, %d sold, %d by the ledger", product, stock, sold, ledger)
		}
	}
	if paid, bought := count("SELECT count(*) FROM sandbox_payments WHERE outcome = 'approved'"), count(
		"SELECT count(*) FROM orders WHERE method = 'card'"); paid != bought {
		t.Errorf("%d payments for %d orders by card", paid, bought)
	}
	if emails, all := count("SELECT count(*) FROM outbox WHERE kind = $1",
		orders.EmailJob), count("SELECT count(*) FROM orders"); emails != all {
		t.Errorf("%d emails for %d orders", emails, all)
	}
	if sqlite {
		rows, err := db.QueryContext(ctx, "PRAGMA integrity_check")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = rows.Close() }()
		var said bytes.Buffer
		for rows.Next() {
			var line string
			if err := rows.Scan(&line); err != nil {
				t.Fatal(err)
			}
			said.WriteString(line)
		}
		if err := rows.Err(); err != nil || said.String() != "ok" {
			t.Errorf("integrity check: %s, %v", said.String(), err)
		}
	}
}
