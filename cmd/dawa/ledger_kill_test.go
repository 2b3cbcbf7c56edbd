package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/adapter/sqlstore/storetest"
	"dawa/internal/base/money"
	"dawa/internal/domain/ledger"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/roles"
	"dawa/internal/testkit/pgtest"
	"dawa/internal/testkit/timed"
)

// Promise: whatever the server was doing when it was killed, the accounts of the ledger add up to zero, and once the
// next server has done what was left, each store has what its orders say.
func TestServe_KilledUnderStoreLoadKeepsTheLedgerBalanced(t *testing.T) {
	kills := howOften(2, 6)
	t.Run("sqlite", func(t *testing.T) { killWhileStoresSell(t, kills, "") })
	t.Run("postgres", func(t *testing.T) { killWhileStoresSell(t, kills, pgtest.New(t)) })
}

// killStores sell a product each; the third is the house's.
var killStores = []string{"cedars", "jbeil"}

const ledgerWorkers = 4

func killWhileStoresSell(t *testing.T, kills int, database string) {
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
			"sandbox", "--log-level", "error", "--open-orders=0", "--open-orders-network=0", "--call-first=off"},
	}
	if database != "" {
		v.args = append(v.args, "--database", database)
	}
	v.start()
	owner := newCustomer(t, v.base, "owner")
	people := make([]*customer, ledgerWorkers)
	for i := range people {
		people[i] = newCustomer(t, v.base, fmt.Sprintf("buyer%d", i))
	}
	v.stop()
	openStores(t, target)
	v.start()

	ctx, enough := context.WithCancel(t.Context())
	var sold atomic.Int32
	var load sync.WaitGroup
	for worker, who := range people {
		load.Go(func() {
			pick := rand.New(rand.NewPCG(9, uint64(worker)))
			var handedOver []string
			for n := 0; ctx.Err() == nil; n++ {
				number, err := who.order(ctx, fmt.Sprintf("worker %d order %d", worker, n), pick)
				if err == nil {
					var paths []string
					paths, err = owner.sell(ctx, who, number, pick)
					handedOver = append(handedOver, paths...)
				}
				// What comes back may have been booked by a server that is dead by now.
				if err == nil && len(handedOver) > 0 && pick.IntN(3) == 0 {
					i := pick.IntN(len(handedOver))
					err = owner.step(ctx, handedOver[i], "returned")
					handedOver = slices.Delete(handedOver, i, i+1)
				}
				switch {
				case errors.Is(err, errPending): // the sweeper decides, long after this
					return
				case err == nil:
					sold.Add(1)
				case ctx.Err() == nil:
					t.Error(err)
					return
				}
			}
		})
	}
	ended := make(chan struct{})
	go func() { load.Wait(); close(ended) }()
	// A slow machine takes its time to sell something between two kills.
	sells := func() {
		for before := sold.Load(); sold.Load() == before; {
			select {
			case <-ended:
				return
			case <-time.After(10 * time.Millisecond):
			}
		}
	}
	random := rand.New(rand.NewPCG(5, 5))
	for range kills {
		sells()
		time.Sleep(time.Duration(300+random.IntN(600)) * time.Millisecond)
		v.kill()
		checkAccounts(t, target)
		v.start() // and is killed while it books what the one before sold
	}
	time.Sleep(300 * time.Millisecond)
	enough()
	<-ended
	v.kill()
	checkAccounts(t, target)
	v.start()
	waitUntilBooked(t, target)
	v.stop()
	booked := checkLedger(t, target)
	t.Logf("%d orders were handed over and %d booked over %d kills", sold.Load(), booked, kills)
	if booked < kills || int(sold.Load()) < kills {
		t.Errorf("only %d orders were sold and %d booked: the load was no load", sold.Load(), booked)
	}
}

// openStores makes the stores, with a commission, and gives their products to them.
func openStores(t *testing.T, target string) {
	t.Helper()
	db := openBooks(t, target)
	defer func() { _ = db.Close() }()
	var owner string
	err := db.QueryRowContext(t.Context(), "SELECT id FROM users WHERE username = 'owner'").Scan(&owner)
	if err != nil {
		t.Fatal(err)
	}
	people := roles.New(sqlstore.NewMemberships(db), nil, "", nil, nil)
	for i, store := range killStores {
		err := db.Write(t.Context(), func(tx *sqlstore.Tx) error {
			_, err := tx.ExecContext(t.Context(), `
				INSERT INTO stores (id, owner_id, name, name_fold, street, city, building, state, phone_nb, status,
					created_at, updated_at)
				VALUES ($1, $2, $3, $3, 'a', 'b', 'c', 'd', '01234567', 'approved', 1, 1)`, store, owner, store)
			if err == nil {
				_, err = tx.ExecContext(t.Context(), "UPDATE products SET store_id = $1 WHERE id = $2", store,
					killProducts[i])
			}
			return err
		})
		if err == nil {
			err = people.AddSeed(t.Context(), store, owner, roles.Owner)
		}
		if err == nil {
			err = ledger.New(sqlstore.NewLedger(db), time.Now).SetCommission(t.Context(), store, 1250, owner)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// sell brings an order to its customer as the owner of its stores, gives some money back, and names the paths of what
// was handed over.
func (c *customer) sell(ctx context.Context, buyer *customer, number string,
	pick *rand.Rand) (handedOver []string, err error) {
	var got struct {
		Order struct {
			Fulfilments []struct {
				ID    string `json:"_id"`
				Store *struct {
					ID string `json:"_id"`
				}
			}
			Payment struct{ Method string }
		}
	}
	status, body, err := buyer.insist(ctx, "GET", "/api/order/"+number, "", "")
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(body, &got); err != nil || status != http.StatusOK {
		return nil, fmt.Errorf("reading the order %s: %d %s", number, status, body)
	}
	for _, part := range got.Order.Fulfilments {
		if part.Store == nil {
			continue
		}
		path := "/api/store/" + part.Store.ID + "/fulfilment/" + part.ID
		for _, to := range []string{"confirmed", "preparing", "out_for_delivery", "delivered"} {
			if err := c.step(ctx, path, to); err != nil {
				return nil, err
			}
		}
		handedOver = append(handedOver, path)
		if got.Order.Payment.Method == "card" && pick.IntN(2) == 0 {
			status, body, err := c.insist(ctx, "POST", path+"/refunds", `{"amount":1,"reason":"late"}`, number)
			if err != nil || status != http.StatusOK {
				return nil, errors.Join(err, fmt.Errorf("refunding %s: %d %s", number, status, body))
			}
		}
	}
	return handedOver, nil
}

// step moves a fulfilment on. A step whose answer was lost was taken all the same: asking again is a conflict.
func (c *customer) step(ctx context.Context, path, to string) error {
	status, body, err := c.insist(ctx, "PUT", path+"/status", fmt.Sprintf(`{"status":%q}`, to), "")
	if err != nil || status != http.StatusOK && status != http.StatusConflict {
		return errors.Join(err, fmt.Errorf("%s of %s: %d %s", to, path, status, body))
	}
	return nil
}

// insist asks until there is an answer.
func (c *customer) insist(ctx context.Context, method, path, body, key string) (int, []byte, error) {
	for {
		status, got, err := c.call(method, path, body, key)
		if err == nil && status < 500 || ctx.Err() != nil {
			return status, got, errors.Join(err, ctx.Err())
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// checkAccounts adds the accounts up that a killed server left, and makes what waits to be booked due at once.
func checkAccounts(t *testing.T, target string) {
	t.Helper()
	db := openBooks(t, target)
	defer func() { _ = db.Close() }()
	accounts, err := sqlstore.NewLedger(db).Accounts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var sum money.Cents
	for _, balance := range accounts {
		sum += balance
	}
	if sum != 0 {
		t.Errorf("the accounts %v add up to %s", accounts, sum)
	}
	err = db.Write(t.Context(), func(tx *sqlstore.Tx) error {
		_, err := tx.ExecContext(t.Context(), "UPDATE outbox SET run_at = 0 WHERE kind = $1", orders.BookJob)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// waitUntilBooked waits until the server has done what its predecessors left.
func waitUntilBooked(t *testing.T, target string) {
	t.Helper()
	db := openBooks(t, target)
	defer func() { _ = db.Close() }()
	for deadline := time.Now().Add(timed.Timeout); ; time.Sleep(50 * time.Millisecond) {
		var waiting int
		err := db.QueryRowContext(t.Context(), `
			SELECT (SELECT count(*) FROM outbox WHERE kind = $1) +
				(SELECT count(*) FROM refunds WHERE state = 'pending' OR state = 'done' AND NOT followed)`,
			orders.BookJob).Scan(&waiting)
		if err != nil {
			t.Fatal(err)
		}
		if waiting == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d bookings are never made", waiting)
		}
	}
}

// checkLedger compares what is booked for each store with what its orders say, and counts the orders.
func checkLedger(t *testing.T, target string) (booked int) {
	t.Helper()
	db := openBooks(t, target)
	defer func() { _ = db.Close() }()
	store := sqlstore.NewLedger(db)
	rows, err := db.QueryContext(t.Context(), "SELECT id FROM orders")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	want := map[ledger.Account]money.Cents{}
	for _, id := range ids {
		err := store.Book(t.Context(), id, func(b ledger.Basis) []ledger.Entry {
			if missing := ledger.Missing(b); len(missing) > 0 {
				t.Errorf("of order %s, which is %s, nobody booked %+v", b.Order.Number, b.Part.Status, missing)
			}
			for _, cents := range ledger.Wanted(b) {
				want[ledger.StoreAccount(b.Part.StoreID)] += cents
			}
			if len(b.Booked) > 0 {
				booked++
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	accounts, err := store.Accounts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range killStores {
		if account := ledger.StoreAccount(id); accounts[account] != want[account] {
			t.Errorf("%s has %s, its orders say %s", id, accounts[account], want[account])
		}
	}
	return booked
}
