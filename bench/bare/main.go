// Command bare is the least a shop's server can do: cart and checkout in plain SQL over HTTP, with durable commits
// and nothing around them: no accounts, sessions, tokens, mail, audit, idempotency or price rules. The shop's writing
// is measured against it (see bench/writes).
//
//	bare -database FOLDER|postgres://… [-products 1000]
//
// It prints the address it listens on. PUT /api/user/cart {"id":1,"qty":1} and POST /api/user/checkout
// {"lines":[{"id":1,"qty":1}]} name their shopper in the header X-Session.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"time"
)

// line is a product and how many pieces of it.
type line struct {
	ID  int64 `json:"id"`
	Qty int64 `json:"qty"`
}

// store is the work itself.
type store interface {
	putInCart(ctx context.Context, session string, l line) error
	checkout(ctx context.Context, session string, lines []line) (order int64, err error)
}

const schema = `
CREATE TABLE product (id BIGINT PRIMARY KEY, name TEXT, price BIGINT, stock BIGINT);
CREATE TABLE cart (session TEXT, product_id BIGINT, qty BIGINT, PRIMARY KEY (session, product_id));
CREATE TABLE order_line (order_id BIGINT, product_id BIGINT, qty BIGINT, price BIGINT)`

const (
	insertProduct = "INSERT INTO product (id, name, price, stock) VALUES ($1, $2, $3, $4)"
	upsertCart    = `INSERT INTO cart (session, product_id, qty) VALUES ($1, $2, $3)
		ON CONFLICT (session, product_id) DO UPDATE SET qty = excluded.qty`
	insertOrder = "INSERT INTO orders (session) VALUES ($1) RETURNING id"
	insertLine  = `INSERT INTO order_line (order_id, product_id, qty, price)
		SELECT CAST($1 AS BIGINT), id, CAST($3 AS BIGINT), price FROM product WHERE id = $2`
	takeStock = "UPDATE product SET stock = stock - $2 WHERE id = $1 AND stock >= $2"
	clearCart = "DELETE FROM cart WHERE session = $1"
)

func main() {
	database := flag.String("database", "", "a folder for SQLite, or a postgres:// address")
	products := flag.Int("products", 1000, "how many products to sell")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *database, *products); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, database string, products int) error {
	open := openSQLite
	if strings.HasPrefix(database, "postgres://") {
		open = openPostgres
	}
	s, err := open(ctx, database, products)
	if err != nil {
		return fmt.Errorf("opening %s: %w", database, err)
	}
	var lc net.ListenConfig
	listener, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	server := &http.Server{Handler: routes(s), ReadHeaderTimeout: 5 * time.Second}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func routes(s store) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("PUT /api/user/cart", func(w http.ResponseWriter, r *http.Request) {
		var l line
		err := json.NewDecoder(r.Body).Decode(&l)
		if err == nil {
			err = s.putInCart(r.Context(), r.Header.Get("X-Session"), l)
		}
		answer(w, map[string]bool{"success": err == nil}, err)
	})
	mux.HandleFunc("POST /api/user/checkout", func(w http.ResponseWriter, r *http.Request) {
		var in struct{ Lines []line }
		var order int64
		err := json.NewDecoder(r.Body).Decode(&in)
		if err == nil {
			order, err = s.checkout(r.Context(), r.Header.Get("X-Session"), in.Lines)
		}
		answer(w, map[string]int64{"order": order}, err)
	})
	return mux
}

func answer(w http.ResponseWriter, body any, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body)
}
