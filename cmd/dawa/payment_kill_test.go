package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/adapter/sqlstore/storetest"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
	"dawa/internal/testkit/gatewaytest"
	"dawa/internal/testkit/mpgstest"
	"dawa/internal/testkit/pgtest"
	"dawa/internal/testkit/stripetest"
	"dawa/internal/testkit/timed"
)

// Promise: whatever the server was doing when it was killed, an attempt to pay ends as exactly one of: one order whose
// money was captured once; no order, and the gateway holds nothing. Most of the time each waits for what is left to be
// settled, so the banks and engines take it side by side.
func TestServe_KilledWhileShoppersPay(t *testing.T) {
	kills := howOften(1, 2)
	for name, open := range map[string]func(t *testing.T, capture string) payBank{
		"sandbox-hosted": newSandboxBank, "mpgs": newMPGSBank, "stripe": newStripeBank,
	} {
		// One engine captures when the order is placed, the other when the shopper pays.
		t.Run(name+"/sqlite", func(t *testing.T) {
			t.Parallel()
			killWhilePaying(t, kills, "", open(t, "?capture=later"))
		})
		t.Run(name+"/postgres", func(t *testing.T) {
			t.Parallel()
			killWhilePaying(t, kills, pgtest.New(t), open(t, ""))
		})
	}
}

// A gateway that is away for a while, as a real outage: cash goes on, and what was paid before is an order soon after
// the gateway is back. The long form lasts until shoppers are told.
func TestServe_GatewayAway(t *testing.T) {
	t.Parallel()
	away, long := time.Second, os.Getenv("DAWA_LONG") == "1"
	if long {
		away = 2 * time.Minute
	}
	data := storetest.SQLite(t)
	setStock(t, data)
	if code, _, errs := command(t, "keys", "new", "--data", data); code != 0 {
		t.Fatal(errs)
	}
	bank := mpgstest.New(t)
	flags, env := mpgsBank{bank, "?capture=later"}.flags()
	address := freeAddress(t)
	v := &victim{
		t: t, base: "http://" + address, env: env, args: append([]string{"serve", "--listen", address, "--data", data,
			"--log-level", "error", "--open-orders=0", "--open-orders-network=0"}, flags...),
	}
	v.start()
	defer v.stop()
	payer, other := newCustomer(t, v.base, "payer"), newCustomer(t, v.base, "other")
	const order = `{"data":{"address":{"street":"Hamra","city":"Beirut","building":"Blue","floor":1,` +
		`"phone_nb":"03123456"},"payment":{"method":%q}}}`
	ask := func(c *customer, method, path, body, key string, into any) int {
		t.Helper()
		status, got, err := c.call(method, path, body, key)
		if err != nil || json.Unmarshal(got, into) != nil {
			t.Fatalf("%s %s: %d %s, %v", method, path, status, got, err)
		}
		return status
	}
	var begun struct{ Attempt string }
	ask(payer, "PUT", "/api/user/cart", `{"productId":"k0","quantity":1}`, "", &struct{}{})
	ask(payer, "POST", "/api/user/checkout", fmt.Sprintf(order, "card"), "card", &begun)
	if err := bank.Pay(begun.Attempt, bank.Asked(begun.Attempt), "USD"); err != nil {
		t.Fatal(err)
	}
	bank.Fail(func(*http.Request) gatewaytest.Fault { return gatewaytest.Lost })
	placed, told := 0, false
	for began := time.Now(); time.Since(began) < away; time.Sleep(500 * time.Millisecond) {
		placed++
		ask(other, "PUT", "/api/user/cart", `{"productId":"k1","quantity":1}`, "", &struct{}{})
		if got := ask(other, "POST", "/api/user/checkout", fmt.Sprintf(order, "cash"), fmt.Sprint("cash ", placed),
			&struct{}{}); got != http.StatusOK {
			t.Errorf("cash while the gateway is away: %d", got)
		}
		var form struct{ CardsDown bool }
		ask(other, "GET", "/api/user/payment-form", "", "", &form)
		told = told || form.CardsDown
	}
	if long && !told {
		t.Error("shoppers were never told")
	}
	bank.Fail(nil)
	took := timed.Eventually(t, "what was paid is captured", func() bool {
		time.Sleep(50 * time.Millisecond)
		return bank.Captures(begun.Attempt) == 1
	})
	timed.AtMost(t, "settling what was paid", took, time.Minute)
	t.Logf("away for %v: %d orders in cash, told %v; settled %v after its return", away, placed, told, took)
}

// payBank is a gateway, its page, and what it holds in the end.
type payBank interface {
	// flags are the settings of a shop that uses it, env its secrets.
	flags() (flags, env []string)
	// pay and decline are what a shopper does on its page.
	pay(c *customer, key string) error
	decline(c *customer, key string)
	// atNextRequest calls kill while the gateway has a request before it, before or after its effect; false when the
	// gateway is part of the server.
	atNextRequest(after bool, kill func()) bool
	// held is what it holds of an attempt, captures how often it took money for it.
	held(db *sqlstore.DB, key string) (held int64, captures int)
}

type mpgsBank struct {
	*mpgstest.Server
	query string
}

func newMPGSBank(t *testing.T, query string) payBank { return mpgsBank{mpgstest.New(t), query} }

func (b mpgsBank) flags() (flags, env []string) {
	return []string{"--payments", "mpgs://" + mpgstest.Merchant + "@" + strings.TrimPrefix(b.URL, "http://") + b.query},
		[]string{"DAWA_PAYMENTS_SECRET=" + mpgstest.Password, "DAWA_PAYMENTS_NOTIFICATION=" + mpgstest.Secret}
}

func (b mpgsBank) pay(_ *customer, key string) error { return b.Pay(key, b.Asked(key), "USD") }

func (b mpgsBank) decline(_ *customer, key string) { b.Decline(key) }

func (b mpgsBank) atNextRequest(after bool, kill func()) bool {
	killAtRequest(b.Server.Server, after, kill)
	return true
}

func (b mpgsBank) held(_ *sqlstore.DB, key string) (int64, int) {
	return int64(b.Held(key)), b.Captures(key)
}

type stripeBank struct {
	*stripetest.Server
	query string
}

func newStripeBank(t *testing.T, query string) payBank { return stripeBank{stripetest.New(t), query} }

func (b stripeBank) flags() (flags, env []string) {
	host := strings.TrimPrefix(b.URL, "http://")
	return []string{"--payments", "stripe://" + stripetest.Account + "@" + host + b.query},
		[]string{"DAWA_PAYMENTS_SECRET=" + stripetest.Key, "DAWA_PAYMENTS_NOTIFICATION=" + stripetest.Secret}
}

func (b stripeBank) pay(_ *customer, key string) error { return b.Pay(key, b.Asked(key), "usd") }

func (b stripeBank) decline(_ *customer, key string) { b.Decline(key) }

func (b stripeBank) atNextRequest(after bool, kill func()) bool {
	killAtRequest(b.Server.Server, after, kill)
	return true
}

func (b stripeBank) held(_ *sqlstore.DB, key string) (int64, int) {
	return b.Held(key), b.Captures(key)
}

// killAtRequest kills the server that asks the gateway next, before or after the gateway has done what it was asked.
func killAtRequest(s *gatewaytest.Server, after bool, kill func()) {
	var once sync.Once
	s.Fail(func(*http.Request) gatewaytest.Fault {
		fault := gatewaytest.None
		once.Do(func() {
			kill()
			if fault = gatewaytest.Lost; after {
				fault = gatewaytest.LostAnswer
			}
		})
		return fault
	})
}

// sandboxBank is the sandbox's own page in the server.
type sandboxBank struct{}

func newSandboxBank(*testing.T, string) payBank { return sandboxBank{} }

func (sandboxBank) flags() (flags, env []string) {
	return []string{"--demo", "--payments", "sandbox-hosted", "--order-limits", "off"}, nil
}

func (sandboxBank) choose(c *customer, key, choice string) error {
	req, err := http.NewRequest(http.MethodPost, c.base+"/dev/pay/"+key, strings.NewReader("choice="+choice))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := c.client.Do(req)
	if err != nil {
		return err
	}
	return res.Body.Close()
}

func (b sandboxBank) pay(c *customer, key string) error { return b.choose(c, key, "approve") }

func (b sandboxBank) decline(c *customer, key string) { _ = b.choose(c, key, "decline") }

func (sandboxBank) atNextRequest(bool, func()) bool { return false }

func (sandboxBank) held(db *sqlstore.DB, key string) (held int64, captures int) {
	s, found, err := sqlstore.NewSandboxLedger(db).Session(context.Background(), key)
	switch {
	case err != nil || !found || s.Outcome != payments.Approved:
		return 0, 0
	case s.Captured == 0:
		return int64(s.Amount), 0
	}
	return int64(s.Captured - s.Refunded()), 1
}

// buyOnce goes through a checkout and does on the gateway's page what a shopper might. Whatever fails, fails: the books
// must be right.
func buyOnce(ctx context.Context, c *customer, bank payBank, key string, pick *rand.Rand) {
	ask := func(method, path, body string) (status int, got []byte) {
		for ctx.Err() == nil {
			status, got, err := c.call(method, path, body, key)
			if err == nil && status < http.StatusInternalServerError {
				return status, got
			}
			time.Sleep(20 * time.Millisecond)
		}
		return 0, nil
	}
	product := killProducts[pick.IntN(len(killProducts))]
	ask("PUT", "/api/user/cart", fmt.Sprintf(`{"productId":%q,"quantity":1}`, product))
	status, got := ask("POST", "/api/user/checkout", `{"data":{"address":{"street":"Hamra","city":"Beirut",`+
		`"building":"Blue","floor":1,"phone_nb":"03123456"},"payment":{"method":"card"}}}`)
	var answer struct {
		Attempt, State string
		Order          struct{ Number string }
	}
	if json.Unmarshal(got, &answer) != nil || answer.Attempt == "" {
		return
	}
	path := "/api/user/payment-attempt/" + answer.Attempt
	if status == http.StatusConflict { // an attempt that was left stands in the way
		ask("POST", path+"/cancel", "")
		return
	}
	switch pick.IntN(8) {
	case 0: // leaves
		return
	case 1:
		bank.decline(c, answer.Attempt)
	case 2:
		ask("POST", path+"/cancel", "")
		_ = bank.pay(c, answer.Attempt) // in another tab, too late
	default:
		for ctx.Err() == nil && bank.pay(c, answer.Attempt) != nil {
			time.Sleep(20 * time.Millisecond)
			if status, got := ask("GET", path, ""); status == 0 || json.Unmarshal(got, &answer) != nil ||
				answer.State != "open" {
				break
			}
		}
	}
	if pick.IntN(4) == 0 {
		return // closes the tab
	}
	for range 10 {
		if _, got := ask("GET", path, ""); json.Unmarshal(got, &answer) != nil || answer.State != "open" {
			break
		}
		time.Sleep(30 * time.Millisecond)
	}
	if answer.State == "placed" && pick.IntN(4) == 0 {
		ask("POST", "/api/order/"+answer.Order.Number+"/cancel", "")
	}
}

func killWhilePaying(t *testing.T, kills int, database string, bank payBank) {
	const payers = 6
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
	flags, env := bank.flags()
	v := &victim{
		t: t, base: "http://" + address, env: env, args: append([]string{"serve", "--listen", address, "--data", data,
			"--log-level", "error", "--open-orders=0", "--open-orders-network=0"}, flags...),
	}
	if database != "" {
		v.args = append(v.args, "--database", database)
	}
	v.start()
	ctx, enough := context.WithCancel(t.Context())
	var load sync.WaitGroup
	for i := range payers {
		c := newCustomer(t, v.base, fmt.Sprintf("payer%d", i))
		load.Go(func() {
			pick := rand.New(rand.NewPCG(11, uint64(i)))
			for n := 0; ctx.Err() == nil; n++ {
				buyOnce(ctx, c, bank, fmt.Sprintf("payer %d order %d", i, n), pick)
			}
		})
	}
	random := rand.New(rand.NewPCG(5, 5))
	for range kills {
		killOnce(v, bank, random)
		v.start()
	}
	time.Sleep(300 * time.Millisecond)
	enough()
	load.Wait()
	db := openBooks(t, target)
	defer func() { _ = db.Close() }()
	settlePayments(t, db)
	v.stop()
	checkPayments(t, db, bank, kills)
}

// killOnce kills the server at a moment of no choice, or while the gateway has a request of its before it.
func killOnce(v *victim, bank payBank, random *rand.Rand) {
	time.Sleep(time.Duration(50+random.IntN(300)) * time.Millisecond)
	killed := make(chan struct{})
	kill := sync.OnceFunc(func() {
		v.kill()
		close(killed)
	})
	if random.IntN(3) > 0 && bank.atNextRequest(random.IntN(2) == 0, kill) {
		select {
		case <-killed:
		case <-time.After(5 * time.Second): // nobody asked
		}
	}
	kill()
}

// settlePayments lets sessions and leases end and waits for the server to settle what is left.
func settlePayments(t *testing.T, db *sqlstore.DB) {
	t.Helper()
	jobs := "kind IN ('" + orders.CaptureJob + "', '" + orders.RefundJob + "')"
	err := db.Write(t.Context(), func(tx *sqlstore.Tx) error {
		for _, query := range []string{
			"UPDATE payment_attempts SET expires_at = 1, lookup_at = 1 WHERE state = 'open'",
			"UPDATE payment_attempts SET lookup_at = 1 WHERE state = 'released'",
			"UPDATE outbox SET run_at = 0 WHERE " + jobs,
		} {
			if _, err := tx.ExecContext(t.Context(), query); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	timed.Eventually(t, "everything is settled", func() bool {
		time.Sleep(200 * time.Millisecond)
		return countRows(t, db, `SELECT (SELECT count(*) FROM payment_attempts WHERE state = 'open' OR lookup_at = 1) +
			(SELECT count(*) FROM reservations) + (SELECT count(*) FROM refunds WHERE state = 'pending') +
			(SELECT count(*) FROM outbox WHERE `+jobs+`)`) == 0
	})
}

func countRows(t *testing.T, db *sqlstore.DB, query string, args ...any) (n int) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), query, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// checkPayments compares the books of a shop that was killed with what the gateway holds.
func checkPayments(t *testing.T, db *sqlstore.DB, bank payBank, kills int) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), `
		SELECT a.id, a.state, a.amount_cents, a.captured_cents - a.refunded_cents, COALESCE(o.status, '')
		FROM payment_attempts a LEFT JOIN orders o ON o.id = a.id`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	ended := map[string]int{}
	for rows.Next() {
		var key, state, status string
		var amount, booked int64
		if err := rows.Scan(&key, &state, &amount, &booked, &status); err != nil {
			t.Fatal(err)
		}
		held, captures := bank.held(db, key)
		standing := status != "" && status != string(orders.Cancelled)
		switch {
		case standing && (held != amount || captures != 1 || booked != amount || state != string(payments.Confirmed)):
			t.Errorf("%s is %s with an order of %d; the gateway holds %d, captured %d times, booked are %d", key, state,
				amount, held, captures, booked)
		case !standing && (held != 0 || captures > 1 || booked != 0):
			t.Errorf("%s is %s without an order; the gateway holds %d, captured %d times, booked are %d", key, state,
				held, captures, booked)
		}
		ended[state+" "+status]++
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d kills: %v", kills, ended)
	if ended["confirmed placed"] == 0 {
		t.Errorf("no order was placed: %v", ended)
	}
	for _, product := range killProducts {
		stock := countRows(t, db, "SELECT stock FROM products WHERE id = $1", product)
		sold := countRows(t, db, `SELECT coalesce(sum(l.quantity), 0)
			FROM order_lines l JOIN orders o ON o.id = l.order_id
			WHERE l.product_id = $1 AND o.status <> 'cancelled'`, product)
		if stock+sold != killStock {
			t.Errorf("%s: %d there, %d sold", product, stock, sold)
		}
	}
}
