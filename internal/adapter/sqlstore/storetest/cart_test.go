package storetest

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"dawa/contract"
	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/catalog"
)

// shop is a database with products, people and carts.
type shop struct {
	db       *sqlstore.DB
	products *sqlstore.Products
	live     *catalog.Live
	goods    *catalog.Service
	carts    *sqlstore.Carts
	cart     *cart.Service
	accounts *sqlstore.Accounts
}

// eachShop runs test on every engine with products p0, p1, … of a stock of 20.
func eachShop(t *testing.T, products int, test func(t *testing.T, s *shop)) {
	t.Helper()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		s := &shop{db: db, products: sqlstore.NewProducts(db), carts: sqlstore.NewCarts(db)}
		var all []*catalog.Product
		for i := range products {
			p := sample(fmt.Sprintf("p%d", i))
			p.Stock, p.MaxPerOrder = 20, 0
			all = append(all, p)
		}
		_, err := s.products.Save(t.Context(), all, catalog.KeepExisting)
		must(t, err)
		s.live = catalog.NewLive(s.products, encode, catalog.LiveOptions{Log: slog.New(slog.DiscardHandler)})
		must(t, s.live.Load(t.Context()))
		s.goods = catalog.NewService(s.products, catalog.WithLive(s.live))
		s.cart = cart.NewService(s.carts, s.live, s.products, nil)
		s.accounts = sqlstore.NewAccounts(db, sqlstore.AccountHooks{
			OnSignIn: []func(context.Context, *sqlstore.Tx, string, string) error{
				s.carts.MergeOnSignIn(s.live, time.Now),
			},
		})
		test(t, s)
	})
}

// signIn does what signing in does with a visitor's cart.
func (s *shop) signIn(ctx context.Context, visitor, userID string) error {
	return s.accounts.Write(ctx, func(tx accounts.Tx) error { return tx.MoveVisitorData(ctx, visitor, userID) })
}

func (s *shop) quantities(t *testing.T, owner cart.Owner) map[string]int {
	t.Helper()
	lines, err := s.cart.Lines(t.Context(), owner)
	must(t, err)
	held := map[string]int{}
	for _, l := range lines {
		held[l.ProductID] = l.Quantity
	}
	return held
}

func together(n int, do func(i int)) {
	var work sync.WaitGroup
	for i := range n {
		work.Go(func() { do(i) })
	}
	work.Wait()
}

func TestCart_KeepsTheOrderOfItsLines(t *testing.T) {
	t.Parallel()
	eachShop(t, 4, func(t *testing.T, s *shop) {
		ctx := t.Context()
		me := cart.Owner{UserID: addPerson(t, s.accounts, "layla").ID}
		if c, err := s.carts.Cart(ctx, me); err != nil || c.ID != "" || len(c.Lines) != 0 {
			t.Fatalf("a new user has %+v (%v)", c, err)
		}
		for _, id := range []string{"p2", "p0", "p3", "p0"} {
			_, _, err := s.cart.Change(ctx, me, id, 2)
			must(t, err)
		}
		_, err := s.cart.Remove(ctx, me, "p2")
		must(t, err)
		view, err := s.cart.Remove(ctx, me, "p2") // pressed twice
		must(t, err)
		if len(view.Lines) != 2 || view.Lines[0].ProductID != "p0" || view.Lines[0].Quantity != 4 ||
			view.Lines[1].ProductID != "p3" {
			t.Fatalf("got %+v", view.Lines)
		}
		changed, view, err := s.cart.Change(ctx, me, "p2", 1)
		must(t, err)
		if changed.Quantity != 1 || view.Lines[2].ProductID != "p2" {
			t.Fatalf("what is added again stands at the end: %+v", view.Lines)
		}
		if view.Totals.Subtotal != view.Lines[0].Total+view.Lines[1].Total+view.Lines[2].Total {
			t.Errorf("totals %+v", view.Totals)
		}
		before, err := s.carts.Cart(ctx, me)
		must(t, err)
		if view, err = s.cart.Clear(ctx, me); err != nil || len(view.Lines) != 0 {
			t.Fatalf("cleared: %+v (%v)", view, err)
		}
		after, err := s.carts.Cart(ctx, me)
		must(t, err)
		if before.ID == "" || before.CheckoutID == "" || after.CheckoutID != before.CheckoutID {
			t.Errorf("clearing is no order: %+v, then %+v", before, after)
		}
	})
}

func TestCart_IsSeparatePerUser(t *testing.T) {
	t.Parallel()
	eachShop(t, 2, func(t *testing.T, s *shop) {
		ctx := t.Context()
		user := addPerson(t, s.accounts, "layla").ID
		// Even a visitor whose session has the user's id for a name is somebody else.
		owners := []cart.Owner{{UserID: user}, {Visitor: user}, {Visitor: "v1"}}
		for i, owner := range owners {
			_, _, err := s.cart.Change(ctx, owner, "p0", i+1)
			must(t, err)
		}
		for i, owner := range owners {
			if got := s.quantities(t, owner); len(got) != 1 || got["p0"] != i+1 {
				t.Errorf("%+v has %v", owner, got)
			}
		}
		_, _, err := s.cart.Change(ctx, cart.Owner{UserID: "nobody"}, "p0", 1)
		wantCode(t, err, apperr.SessionEnded)
		_, _, err = s.cart.Change(ctx, cart.Owner{}, "p0", 1)
		wantCode(t, err, apperr.SessionEnded)
	})
}

func TestCartChange_RefusedLeavesNoCart(t *testing.T) {
	t.Parallel()
	eachShop(t, 1, func(t *testing.T, s *shop) {
		ctx := t.Context()
		visitor := cart.Owner{Visitor: "v1"}
		must(t, s.goods.MoveStock(ctx, catalog.StockMove{ID: "p0", By: -20}))
		_, _, err := s.cart.Change(ctx, visitor, "p0", 1)
		wantCode(t, err, apperr.OutOfStock)
		_, _, err = s.cart.Change(ctx, visitor, "nonsense", 1)
		wantCode(t, err, apperr.ProductNotFound)
		_, err = s.cart.Remove(ctx, visitor, "nonsense")
		wantCode(t, err, apperr.NotInCart)
		_, err = s.cart.Clear(ctx, visitor)
		must(t, err)
		var carts int
		must(t, s.db.QueryRowContext(ctx, "SELECT count(*) FROM carts").Scan(&carts))
		if carts != 0 {
			t.Errorf("%d carts were made for nothing", carts)
		}
	})
}

func TestCartChange_FiftyConcurrentDeltasAddUp(t *testing.T) {
	t.Parallel()
	eachShop(t, 60, func(t *testing.T, s *shop) {
		ctx := t.Context()
		user := cart.Owner{UserID: addPerson(t, s.accounts, "layla").ID}
		for _, owner := range []cart.Owner{user, {Visitor: "v1"}} {
			// All of them are the first: the cart comes into being among them.
			clamped := make([]bool, 50)
			together(50, func(i int) {
				changed, _, err := s.cart.Change(ctx, owner, "p0", 1)
				if err != nil {
					t.Errorf("delta %d: %v", i, err)
				}
				clamped[i] = changed.ClampedBy == cart.ClampMaximum
			})
			held := 0
			for _, c := range clamped {
				if c {
					held++
				}
			}
			if got := s.quantities(t, owner); got["p0"] != 10 || held != 40 {
				t.Errorf("%v after fifty, %d of them held back", got, held)
			}
			together(50, func(i int) {
				if _, _, err := s.cart.Change(ctx, owner, fmt.Sprintf("p%d", i+1), 1+i%3); err != nil {
					t.Errorf("product %d: %v", i, err)
				}
			})
			got := s.quantities(t, owner)
			if len(got) != 51 {
				t.Errorf("%d lines after fifty more products", len(got))
			}
			for i := range 50 {
				if got[fmt.Sprintf("p%d", i+1)] != 1+i%3 {
					t.Errorf("product %d holds %d", i, got[fmt.Sprintf("p%d", i+1)])
				}
			}
		}
	})
}

func TestCart_NeverExceedsItsLimit(t *testing.T) {
	t.Parallel()
	eachShop(t, cart.MaxLines+10, func(t *testing.T, s *shop) {
		ctx := t.Context()
		owner := cart.Owner{Visitor: "v1"}
		var full sync.Map
		together(cart.MaxLines+10, func(i int) {
			_, _, err := s.cart.Change(ctx, owner, fmt.Sprintf("p%d", i), 1)
			if apperr.CodeOf(err) == apperr.CartFull {
				full.Store(i, true)
			} else if err != nil {
				t.Errorf("product %d: %v", i, err)
			}
		})
		refused := 0
		full.Range(func(any, any) bool { refused++; return true })
		if got := s.quantities(t, owner); len(got) != cart.MaxLines || refused != 10 {
			t.Errorf("%d lines, %d refused", len(got), refused)
		}
	})
}

func TestSignIn_MergesTheCartOnce(t *testing.T) {
	t.Parallel()
	eachShop(t, 6, func(t *testing.T, s *shop) {
		ctx := t.Context()
		user := cart.Owner{UserID: addPerson(t, s.accounts, "layla").ID}
		visitor := cart.Owner{Visitor: "v1"}
		for owner, wants := range map[cart.Owner]map[string]int{
			user: {"p0": 7, "p1": 2, "p4": 5}, visitor: {"p0": 7, "p2": 3, "p3": 4, "p4": 5},
		} {
			for id, n := range wants {
				_, _, err := s.cart.Change(ctx, owner, id, n)
				must(t, err)
			}
		}
		must(t, s.goods.MoveStock(ctx, catalog.StockMove{ID: "p2", By: -20}, catalog.StockMove{ID: "p4", By: -14}))
		_, err := s.goods.SetStatus(ctx, "p3", catalog.Rejected, "")
		must(t, err)
		before, err := s.carts.Cart(ctx, user)
		must(t, err)
		want := map[string]int{"p0": 10, "p1": 2, "p2": 3, "p3": 4, "p4": 6}
		// Ten sign-ins of one browser at once, as an impatient finger would.
		together(10, func(int) {
			if err := s.signIn(ctx, visitor.Visitor, user.UserID); err != nil {
				t.Errorf("signing in: %v", err)
			}
		})
		if got := s.quantities(t, user); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("merged to %v, want %v", got, want)
		}
		if after, err := s.carts.Cart(ctx, user); err != nil || after.ID != before.ID ||
			after.CheckoutID != before.CheckoutID {
			t.Errorf("the user's cart is another one: %+v, %+v (%v)", before, after, err)
		}
		if got := s.quantities(t, visitor); len(got) != 0 {
			t.Errorf("the visitor still has %v", got)
		}
		view, err := s.cart.View(ctx, user)
		must(t, err)
		notices := map[string]cart.NoticeCode{}
		for _, l := range view.Lines {
			for _, n := range l.Notices {
				notices[l.ProductID] = n.Code
			}
		}
		if fmt.Sprint(notices) != fmt.Sprint(map[string]cart.NoticeCode{"p2": cart.OutOfStock, "p3": cart.Unlisted}) ||
			len(view.Lines) != 5 {
			t.Errorf("notices %v on %d lines", notices, len(view.Lines))
		}
	})
}

func TestMergeCarts_VisitorCartBecomesTheFirst(t *testing.T) {
	t.Parallel()
	eachShop(t, 2, func(t *testing.T, s *shop) {
		ctx := t.Context()
		_, _, err := s.cart.Change(ctx, cart.Owner{Visitor: "v1"}, "p1", 3)
		must(t, err)
		// signing up: the user is new in this very transaction
		must(t, s.accounts.Write(ctx, func(tx accounts.Tx) error {
			if err := tx.AddUser(ctx, person("newcomer")); err != nil {
				return err
			}
			return tx.MoveVisitorData(ctx, "v1", person("newcomer").ID)
		}))
		if got := s.quantities(t, cart.Owner{UserID: person("newcomer").ID}); got["p1"] != 3 {
			t.Errorf("got %v", got)
		}
	})
}

func TestSignIn_FailureLeavesBothCarts(t *testing.T) {
	t.Parallel()
	eachShop(t, 2, func(t *testing.T, s *shop) {
		ctx := t.Context()
		user := cart.Owner{UserID: addPerson(t, s.accounts, "layla").ID}
		visitor := cart.Owner{Visitor: "v1"}
		_, _, err := s.cart.Change(ctx, user, "p0", 1)
		must(t, err)
		_, _, err = s.cart.Change(ctx, visitor, "p1", 2)
		must(t, err)
		err = s.accounts.Write(ctx, func(tx accounts.Tx) error {
			if err := tx.MoveVisitorData(ctx, "v1", user.UserID); err != nil {
				return err
			}
			return apperr.New(apperr.LoginFailed)
		})
		wantCode(t, err, apperr.LoginFailed)
		if mine, theirs := s.quantities(t, user), s.quantities(t, visitor); len(mine) != 1 || mine["p0"] != 1 ||
			len(theirs) != 1 || theirs["p1"] != 2 {
			t.Errorf("user %v, visitor %v", mine, theirs)
		}
	})
}

// While tabs add to both carts, signing in again and again loses no product and breaks no limit.
func TestMergeCarts_ConcurrentChangesAreNotLost(t *testing.T) {
	t.Parallel()
	eachShop(t, 12, func(t *testing.T, s *shop) {
		ctx := t.Context()
		user := cart.Owner{UserID: addPerson(t, s.accounts, "layla").ID}
		visitor := cart.Owner{Visitor: "v1"}
		together(36, func(i int) {
			var err error
			switch i % 3 {
			case 0:
				_, _, err = s.cart.Change(ctx, user, fmt.Sprintf("p%d", i/3), 1)
			case 1:
				_, _, err = s.cart.Change(ctx, visitor, fmt.Sprintf("p%d", i/3), 1)
			default:
				err = s.signIn(ctx, visitor.Visitor, user.UserID)
			}
			if err != nil {
				t.Errorf("step %d: %v", i, err)
			}
		})
		must(t, s.signIn(ctx, visitor.Visitor, user.UserID))
		got := s.quantities(t, user)
		for i := range 12 {
			if got[fmt.Sprintf("p%d", i)] != 2 {
				t.Errorf("p%d holds %d, want 2", i, got[fmt.Sprintf("p%d", i)])
			}
		}
	})
}

// A random history in the database is the same as in memory, on both engines.
func TestCarts_FollowTheModel(t *testing.T) {
	t.Parallel()
	steps := 150
	if testing.Short() {
		steps = 40
	}
	eachShop(t, 5, func(t *testing.T, s *shop) {
		ctx := t.Context()
		seed := rand.Uint64()
		random := rand.New(rand.NewPCG(seed, 1))
		user := cart.Owner{UserID: addPerson(t, s.accounts, "layla").ID}
		visitor := cart.Owner{Visitor: "v1"}
		model := map[cart.Owner]*cart.Cart{user: {}, visitor: {}}
		for step := range steps {
			owner := []cart.Owner{user, visitor}[random.IntN(2)]
			id := fmt.Sprintf("p%d", random.IntN(5))
			now := time.Now().UTC().Truncate(time.Millisecond)
			var got, want error
			switch action := random.IntN(10); action {
			case 0:
				stock := random.IntN(13)
				_, err := s.goods.Update(ctx, id, 0, func(p *catalog.Product) error { p.Stock = stock; return nil })
				must(t, err)
			case 1:
				status := []catalog.Status{catalog.Approved, catalog.Rejected}[random.IntN(2)]
				_, err := s.goods.SetStatus(ctx, id, status, "")
				must(t, err)
			case 2:
				_, got = s.cart.Remove(ctx, owner, id)
				if _, listed := s.live.Snapshot().Product(id); !model[owner].Remove(id) && !listed {
					want = apperr.New(apperr.NotInCart)
				}
			case 3:
				must(t, s.signIn(ctx, visitor.Visitor, user.UserID))
				merged := cart.Merge(*model[user], *model[visitor], s.live.Snapshot())
				model[user], model[visitor] = &merged, &cart.Cart{}
			default:
				delta := random.IntN(23) - 11
				_, _, got = s.cart.Change(ctx, owner, id, delta)
				_, want = model[owner].Change(s.live.Snapshot(), id, delta, now)
			}
			if apperr.CodeOf(got) != apperr.CodeOf(want) {
				t.Fatalf("seed %d, step %d: %v, the model says %v", seed, step, got, want)
			}
			for owner, expected := range model {
				kept, err := s.carts.Cart(ctx, owner)
				must(t, err)
				same := slices.EqualFunc(kept.Lines, expected.Lines, func(a, b cart.Line) bool {
					return a.ProductID == b.ProductID && a.Quantity == b.Quantity && a.SeenPrice == b.SeenPrice
				})
				if !same {
					t.Fatalf("seed %d, step %d: the database has %v, the model %v", seed, step, kept.Lines,
						expected.Lines)
				}
			}
		}
	})
}

func TestCartSchema_RefusesABadQuantity(t *testing.T) {
	t.Parallel()
	eachShop(t, 1, func(t *testing.T, s *shop) {
		for _, quantity := range []int{0, -1, 11} {
			_, err := s.carts.Update(t.Context(), cart.Owner{Visitor: "v1"}, time.Now(), func(c *cart.Cart) error {
				c.Lines = []cart.Line{{ProductID: "p0", Quantity: quantity}}
				return nil
			})
			if !sqlstore.IsCheck(err) {
				t.Errorf("%d pieces: %v", quantity, err)
			}
		}
	})
}

func TestSweepCarts_RemovesExpiredVisitorCarts(t *testing.T) {
	t.Parallel()
	eachShop(t, 1, func(t *testing.T, s *shop) {
		ctx := t.Context()
		user := cart.Owner{UserID: addPerson(t, s.accounts, "layla").ID}
		at := time.Now()
		add := func(owner cart.Owner, when time.Time) {
			_, err := s.carts.Update(ctx, owner, when, func(c *cart.Cart) error {
				c.Lines = []cart.Line{{ProductID: "p0", Quantity: 1}}
				return nil
			})
			must(t, err)
		}
		life := contract.Shop().RememberFor()
		add(user, at.Add(-10*life))
		add(cart.Owner{Visitor: "fresh"}, at.Add(-life+time.Minute))
		for i := range 210 { // more than one round of the sweep
			add(cart.Owner{Visitor: fmt.Sprintf("left %d", i)}, at.Add(-life-time.Minute))
		}
		if removed, err := s.carts.Sweep(ctx, at); err != nil || removed != 210 {
			t.Errorf("%d swept (%v)", removed, err)
		}
		for owner, want := range map[cart.Owner]int{user: 1, {Visitor: "fresh"}: 1, {Visitor: "left 3"}: 0} {
			if got := s.quantities(t, owner); len(got) != want {
				t.Errorf("%+v has %v", owner, got)
			}
		}
	})
}

func TestPlaceOrder_RenewsTheCart(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
		ctx := t.Context()
		me := m.people(t, 1)[0]
		m.fill(t, []string{me}, 2, "p0")
		before, err := m.carts.Cart(ctx, cart.Owner{UserID: me})
		must(t, err)
		_, err = m.orders.Place(ctx, payCash(me, ""))
		must(t, err)
		after, err := m.carts.Cart(ctx, cart.Owner{UserID: me})
		must(t, err)
		if after.ID != before.ID || after.CheckoutID == before.CheckoutID || after.CheckoutID == "" ||
			len(after.Lines) != 0 {
			t.Errorf("before %+v, after %+v", before, after)
		}
	})
}

func TestDeleteUser_RemovesEverythingOfTheUser(t *testing.T) {
	t.Parallel()
	eachShop(t, 2, func(t *testing.T, s *shop) {
		ctx := t.Context()
		user := addPerson(t, s.accounts, "layla").ID
		fillEverything(t, s, user)
		must(t, s.accounts.Write(ctx, func(tx accounts.Tx) error { return tx.DeleteUser(ctx, user) }))
		for _, table := range []string{"carts", "cart_lines", "wishlist_items", "addresses", "cards"} {
			var n int
			must(t, s.db.QueryRowContext(ctx, "SELECT count(*) FROM "+table).Scan(&n))
			if n != 0 {
				t.Errorf("%d rows are left in %s", n, table)
			}
		}
	})
}
