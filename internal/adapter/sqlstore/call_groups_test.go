package sqlstore

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"dawa/internal/base/money"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
)

// call is the work of a test: whether a group has done it.
type call struct{ done bool }

// heldGroups are groups whose first trips wait until release is closed; sizes are those of the groups that ran.
func heldGroups() (groups *callGroups[call], release chan struct{}, sizes func() []int) {
	release = make(chan struct{})
	var mu sync.Mutex
	var ran []int
	groups = &callGroups[call]{atOnce: 2, run: func(_ context.Context, group []*call, _ func(int)) {
		<-release
		mu.Lock()
		defer mu.Unlock()
		ran = append(ran, len(group))
		for _, c := range group {
			c.done = true
		}
	}}
	return groups, release, func() []int {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(ran)
	}
}

func TestCallGroups_WhoWaitsGoesTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		groups, release, sizes := heldGroups()
		const people = 2 + maxGroup + 5
		calls := make([]call, people)
		var all sync.WaitGroup
		for i := range calls {
			all.Go(func() {
				if err := groups.join(t.Context(), &calls[i]); err != nil {
					t.Errorf("call %d: %v", i, err)
				}
			})
			synctest.Wait()
		}
		close(release)
		all.Wait()
		for i, c := range calls {
			if !c.done {
				t.Errorf("call %d was not done", i)
			}
		}
		got := sizes()
		slices.Sort(got)
		if want := []int{1, 1, 5, maxGroup}; !slices.Equal(got, want) {
			t.Errorf("groups of %v, want %v", got, want)
		}
		if groups.underway != 0 || len(groups.waiting) != 0 {
			t.Errorf("%d groups are under way and %d calls wait", groups.underway, len(groups.waiting))
		}
	})
}

func TestCallGroups_OnlyACrowdSetsOutEarly(t *testing.T) {
	for _, c := range []struct{ waiting, beside int }{{2, 0}, {3, 1}} {
		synctest.Test(t, func(t *testing.T) {
			crowded, release := make(chan struct{}), make(chan struct{})
			var underway atomic.Int32
			groups := &callGroups[call]{atOnce: 1, run: func(_ context.Context, _ []*call, next func(int)) {
				underway.Add(1)
				defer underway.Add(-1)
				<-crowded
				next(3)
				<-release
			}}
			var all sync.WaitGroup
			for range 1 + c.waiting {
				all.Go(func() { _ = groups.join(t.Context(), &call{}) })
				synctest.Wait()
			}
			crowded <- struct{}{}
			synctest.Wait()
			if beside := int(underway.Load()) - 1; beside != c.beside {
				t.Errorf("with %d waiting, %d groups set out beside the first, want %d", c.waiting, beside, c.beside)
			}
			close(crowded)
			close(release)
			all.Wait()
			if groups.underway != 0 || len(groups.waiting) != 0 {
				t.Errorf("%d groups are under way and %d calls wait", groups.underway, len(groups.waiting))
			}
		})
	}
}

func TestCallGroups_WhoLeavesIsNotTakenAlong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		groups, release, sizes := heldGroups()
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() { _ = groups.join(t.Context(), &call{}) })
			synctest.Wait()
		}
		ctx, leave := context.WithCancelCause(t.Context())
		left := errors.New("left")
		gone := call{}
		all.Go(func() {
			if err := groups.join(ctx, &gone); !errors.Is(err, left) {
				t.Errorf("who left got %v", err)
			}
		})
		synctest.Wait()
		leave(left)
		synctest.Wait()
		close(release)
		all.Wait()
		if gone.done || !slices.Equal(sizes(), []int{1, 1, 1}) {
			t.Errorf("groups of %v, done: %v", sizes(), gone.done)
		}
	})
}

func TestCallGroups_DoNotEndWithTheirLeader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		groups := &callGroups[call]{atOnce: 1, run: func(ctx context.Context, group []*call, _ func(int)) {
			<-release
			for _, c := range group {
				c.done = ctx.Err() == nil
			}
		}}
		ctx, leave := context.WithCancel(t.Context())
		calls := make([]call, 4)
		var all sync.WaitGroup
		for i := range calls {
			mine := t.Context()
			if i < 2 { // the first leads a group of its own, the second that of the others
				mine = ctx
			}
			all.Go(func() { _ = groups.join(mine, &calls[i]) })
			synctest.Wait()
		}
		release <- struct{}{}
		synctest.Wait() // the second leads now
		leave()
		close(release)
		all.Wait()
		for i, c := range calls {
			if !c.done {
				t.Errorf("call %d ended with its leader", i)
			}
		}
	})
}

func TestCallGroups_APanicLeavesNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		groups := &callGroups[call]{atOnce: 2, run: func(_ context.Context, group []*call, _ func(int)) {
			<-release
			if len(group) > 1 {
				panic("a member made it fail")
			}
		}}
		const people = 2 + 6
		var panicked, returned atomic.Int32
		var all sync.WaitGroup
		for range people {
			all.Go(func() {
				defer func() {
					if recover() != nil {
						panicked.Add(1)
					}
				}()
				_ = groups.join(t.Context(), &call{})
				returned.Add(1)
			})
			synctest.Wait()
		}
		close(release)
		all.Wait()
		if panicked.Load() != 1 || returned.Load() != people-1 || groups.underway != 0 {
			t.Errorf("%d panicked, %d returned, %d groups are under way", panicked.Load(), returned.Load(),
				groups.underway)
		}
	})
}

func TestGroupedCheckouts_DecideOnWhatIsLeft(t *testing.T) {
	products := map[string]*catalog.Product{"p": {ID: "p", Stock: 5}}
	checkout := func(pieces int, network string) *groupedCheckout {
		c := &groupedCheckout{
			attempt: orders.Attempt{Network: network, Limits: orders.Limits{OpenPerNetwork: 10}},
			cart:    storedCart{Cart: cart.Cart{Lines: []cart.Line{{ProductID: "p", Quantity: pieces}}}},
			found:   &checkoutState{},
		}
		c.decide = func(_ cart.Cart, seen map[string]*catalog.Product, _ int64) (orders.Draft, error) {
			if seen["p"].Stock < pieces {
				return orders.Draft{}, errors.New("too few")
			}
			line := orders.Line{ProductID: "p", Quantity: pieces, UnitPrice: money.Cents(100)}
			return orders.Draft{Lines: []orders.Line{line}}, nil
		}
		return c
	}
	known := checkout(1, "")
	known.found.earlier = true
	saves := checkout(1, "")
	decide := saves.decide
	saves.decide = func(c cart.Cart, seen map[string]*catalog.Product, rate int64) (orders.Draft, error) {
		draft, err := decide(c, seen, rate)
		draft.SaveAddress = true
		return draft, err
	}
	networks := map[string]bool{}
	for i, c := range []struct {
		checkout *groupedCheckout
		placed   bool
		left     int
	}{
		{checkout(3, ""), true, 2},
		{checkout(3, ""), false, 2},
		{known, false, 2},
		{saves, false, 2},
		{checkout(1, "home"), true, 1},
		{checkout(1, "home"), false, 1}, // its count does not know of the other
		{checkout(1, "office"), true, 0},
	} {
		if placed := c.checkout.decideFrom(products, networks); placed != c.placed || products["p"].Stock != c.left {
			t.Errorf("checkout %d: placed %v with %d left, want %v with %d", i, placed, products["p"].Stock, c.placed,
				c.left)
		}
	}
}
