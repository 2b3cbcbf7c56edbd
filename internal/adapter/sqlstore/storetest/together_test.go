package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/cart"
)

// What is asked for at the same time shares transactions on PostgreSQL; SQLite has groups of its own. Nobody may
// notice.

func TestTogether_ARefusedCartFailsAlone(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
		const visitors = 60
		errs := make([]error, visitors)
		together(visitors, func(i int) {
			quantity := 1
			if i%7 == 0 {
				quantity = 11 // the table refuses that
			}
			owner := cart.Owner{Visitor: fmt.Sprint("visitor ", i)}
			_, errs[i] = m.carts.Update(t.Context(), owner, time.Now(), func(c *cart.Cart) error {
				c.Lines = append(c.Lines, cart.Line{ProductID: "p0", Quantity: quantity, AddedAt: time.Now()})
				return nil
			})
		})
		for i, err := range errs {
			lines := 1
			if i%7 == 0 {
				lines = 0
			}
			if refused := sqlstore.IsCheck(err); refused != (lines == 0) || !refused && err != nil {
				t.Errorf("visitor %d: %v", i, err)
			}
			kept, err := m.carts.Cart(t.Context(), cart.Owner{Visitor: fmt.Sprint("visitor ", i)})
			if err != nil || len(kept.Lines) != lines {
				t.Errorf("visitor %d has %d lines, %v", i, len(kept.Lines), err)
			}
		}
	})
}

// A visitor who has a cart that this server never saw loses nothing of it: making a cart finds the one that is there.
func TestCartChange_AddsToACartThatNobodyHereHasSeen(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 2, func(t *testing.T, m *ordersFixture) {
		must(t, m.db.Write(t.Context(), func(tx *sqlstore.Tx) error {
			for _, query := range []string{
				"INSERT INTO carts (id, visitor_id, checkout_id, updated_at) VALUES ('c', 'visitor', 'checkout', 1)",
				"INSERT INTO cart_lines VALUES ('c', 'p0', 2, 100, 1, 1)",
			} {
				if _, err := tx.ExecContext(t.Context(), query); err != nil {
					return err
				}
			}
			return nil
		}))
		owner := cart.Owner{Visitor: "visitor"}
		_, err := m.carts.Update(t.Context(), owner, time.Now(), func(c *cart.Cart) error {
			_, err := c.Change(m.live.Snapshot(), "p1", 1, time.Now())
			return err
		})
		must(t, err)
		if got := m.quantities(t, owner); got["p0"] != 2 || got["p1"] != 1 {
			t.Errorf("the cart holds %v", got)
		}
	})
}

func TestTogether_ALockedProductHoldsUpNobodyElse(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 2, func(t *testing.T, m *ordersFixture) {
		if m.db.Engine() != "postgres" {
			return // SQLite has one writer
		}
		people := m.people(t, 20)
		m.fill(t, people[:1], 1, "p0")
		m.fill(t, people[1:], 1, "p1")
		m.remember(t, people)
		locked, release := make(chan struct{}), make(chan struct{})
		var all sync.WaitGroup
		all.Go(func() {
			err := m.db.Write(t.Context(), func(tx *sqlstore.Tx) error {
				_, err := tx.ExecContext(t.Context(), "UPDATE products SET version = version + 1 WHERE id = 'p0'")
				if err != nil {
					return err
				}
				close(locked)
				<-release
				return errors.New("never mind")
			})
			if err == nil {
				t.Error("the lock was committed")
			}
		})
		<-locked
		var others, waits sync.WaitGroup
		for i, user := range people {
			group := &others
			if i == 0 {
				group = &waits
			}
			group.Go(func() {
				if _, err := m.orders.Place(t.Context(), payCash(user, "")); err != nil {
					t.Errorf("%s: %v", user, err)
				}
			})
		}
		others.Wait() // while the product is locked
		if n := m.count(t, "SELECT count(*) FROM orders"); n != len(people)-1 {
			t.Errorf("%d orders were placed beside the one that waits", n)
		}
		close(release)
		waits.Wait()
		all.Wait()
		if n := m.count(t, "SELECT count(*) FROM orders"); n != len(people) {
			t.Errorf("%d orders were placed", n)
		}
	})
}

// A cart that somebody changed on another server is decided anew, and the others of its group are not held up by it.
func TestTogether_ACartThatChangedElsewhereIsReadAgain(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 2, func(t *testing.T, m *ordersFixture) {
		people := m.people(t, 30)
		m.fill(t, people, 1, "p0")
		m.setStock(t, "p0", 100)
		m.remember(t, people)
		m.fill(t, people[:3], 2, "p1") // not by way of the store that remembers
		together(len(people), func(i int) {
			order, err := m.orders.Place(t.Context(), payCash(people[i], ""))
			if err != nil {
				t.Errorf("%s: %v", people[i], err)
				return
			}
			want := 1
			if i < 3 {
				want = 2
			}
			if len(order.Lines) != want {
				t.Errorf("%s ordered %d products, want %d", people[i], len(order.Lines), want)
			}
		})
		m.balanced(t, "p0", 100)
	})
}
