package sqlstore

import (
	"context"
	"slices"
	"sync"
)

// limitLocks ends a group's transaction when it waits longer for somebody's lock; its members then go alone, even if
// there is but one: a locked product must not hold up people who want another. SET LOCAL would do the same, but warns
// where there was no BEGIN.
const limitLocks = "SELECT set_config('lock_timeout', '100ms', TRUE)"

// callGroups lets calls that come at the same time share a transaction of PostgreSQL, with its round trips and its
// commit. A call that finds fewer than atOnce groups under way goes at once; the others wait for the next group to
// set out, which takes all of them.
//
// A group never decides over its members' heads: whoever is not marked as done by it goes alone, as if there had been
// no group. One that fails therefore does not fail the others.
type callGroups[T any] struct {
	// atOnce is how many groups are under way at once, without those that have called next: with more of them they are
	// smaller.
	atOnce int
	// run does the work of a group and leaves the outcome in its members. It may call next, so that the next group sets
	// out before this one has ended, if at least so many wait for it.
	run func(ctx context.Context, group []*T, next func(crowd int))

	mu       sync.Mutex
	underway int
	waiting  []*waitingCall[T]
}

// waitingCall is a call that waits for a group. One of each group leads it: its goroutine does the work.
type waitingCall[T any] struct {
	work *T
	// lead hands the group to its leader and is closed for the others when the group has ended.
	lead chan []*waitingCall[T]
}

// join does the work in a group. An error means that nothing was begun, because the caller has left.
func (g *callGroups[T]) join(ctx context.Context, work *T) error {
	own := &waitingCall[T]{work: work, lead: make(chan []*waitingCall[T], 1)}
	g.mu.Lock()
	if g.underway < g.atOnce {
		g.underway++
		own.lead <- []*waitingCall[T]{own}
	} else {
		g.waiting = append(g.waiting, own)
	}
	g.mu.Unlock()
	select {
	case group := <-own.lead:
		g.lead(ctx, group)
		return nil
	case <-ctx.Done():
	}
	g.mu.Lock()
	i := slices.Index(g.waiting, own)
	if i >= 0 {
		g.waiting = slices.Delete(g.waiting, i, i+1)
	}
	g.mu.Unlock()
	if i >= 0 {
		return context.Cause(ctx)
	}
	g.lead(ctx, <-own.lead) // its group had set out already
	return nil
}

// lead runs a group; somebody who has none to lead was a member of one that has ended.
func (g *callGroups[T]) lead(ctx context.Context, group []*waitingCall[T]) {
	if group == nil {
		return
	}
	replaced := false
	next := func(crowd int) { replaced = replaced || g.next(crowd) }
	defer func() { // after a panic, too
		for _, member := range group[1:] {
			close(member.lead)
		}
		next(0)
	}()
	works := make([]*T, len(group))
	for i, member := range group {
		works[i] = member.work
	}
	// The others' work does not end with the request of whoever leads them.
	own, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitLimit)
	defer cancel()
	g.run(own, works, next)
}

// next ends a trip and sends those who wait on the next one; false when they are too few.
func (g *callGroups[T]) next(crowd int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := min(len(g.waiting), maxGroup)
	switch {
	case n < crowd:
		return false
	case n == 0:
		g.underway--
		return true
	}
	group := slices.Clone(g.waiting[:n])
	g.waiting = slices.Delete(g.waiting, 0, n)
	group[0].lead <- group
	return true
}
