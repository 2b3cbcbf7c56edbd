package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// maxGroup bounds how many writes share one commit, so that the first of them does not wait long.
const maxGroup = 64

// errGroupLost tells a writer that its write was undone because another one of the same group made SQLite roll
// the whole transaction back. Nothing was committed, so the write runs again.
var errGroupLost = fmt.Errorf("%w: the shared transaction was rolled back", errRunAgain)

// commitGroups lets SQLite's writers share commits. SQLite has one writer at a time and each commit waits for the
// disk; writers that queue up meanwhile run one after the other inside one transaction, each within a savepoint,
// and wait for one commit together.
//
// What each writer is promised stays as it was: Write returns nil only after a commit that contains the write
// has reached the disk; a write that fails is undone alone; and when the commit fails, all of its writers are
// told. A write that fails is answered after the commit as well: its reason may be something that the others of
// the group wrote, which nobody may see before it is committed.
type commitGroups struct {
	db *sql.DB
	// classify is the engine's.
	classify func(error) class

	mu     sync.Mutex
	busy   bool      // somebody has the turn
	queue  []*waiter // who waits for the turn, in order
	group  *group    // the open transaction; nil when the next writer begins one
	counts groupStats
}

// groupStats says how many writes went into how many commits.
type groupStats struct{ writes, commits int64 }

// waiter is a writer that waits for its turn. turn is closed when it has it.
type waiter struct{ turn chan struct{} }

// group is one transaction with the writes in it that wait for its commit.
type group struct {
	tx     *sql.Tx
	cancel context.CancelFunc
	writes int
	done   chan struct{} // closed after err is set
	err    error
}

// write runs work as one of the writes of a group and returns when that group is committed, or when work failed.
func (c *commitGroups) write(ctx context.Context, tx *Tx, work func(tx *Tx) error) error {
	if err := c.takeTurn(ctx); err != nil {
		return err
	}
	g, err := c.runInTurn(ctx, tx, work)
	if g == nil {
		return err
	}
	<-g.done
	if err == nil || g.err == nil {
		return errors.Join(err, g.err)
	}
	// The write was refused by what the others had written, and that is gone.
	return errGroupLost
}

// takeTurn waits until this writer may use the connection.
func (c *commitGroups) takeTurn(ctx context.Context) error {
	c.mu.Lock()
	if !c.busy {
		c.busy = true
		c.mu.Unlock()
		return nil
	}
	w := &waiter{turn: make(chan struct{})}
	c.queue = append(c.queue, w)
	c.mu.Unlock()
	select {
	case <-w.turn:
		return nil
	case <-ctx.Done():
	}
	c.mu.Lock()
	i := slices.Index(c.queue, w)
	if i >= 0 {
		c.queue = slices.Delete(c.queue, i, i+1)
	}
	c.mu.Unlock()
	if i < 0 { // the turn came at the same moment: give it to the next one
		c.endTurn()
	}
	return context.Cause(ctx)
}

// runInTurn does the work of one writer and gives the group whose end it must wait for, if any. It always ends the
// turn, by a commit or by handing the open transaction to the next writer in the queue.
func (c *commitGroups) runInTurn(ctx context.Context, tx *Tx, work func(tx *Tx) error) (*group, error) {
	defer c.endTurn()
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	g := c.group
	if g == nil {
		var err error
		if g, err = c.begin(ctx); err != nil {
			return nil, err
		}
		c.group = g
	}
	tx.Tx = g.tx
	// The first write needs no savepoint: to undo it, the transaction is rolled back.
	alone := g.writes == 0
	done := false
	defer func() {
		if !done { // work failed or panicked
			c.undo(g, alone)
		}
	}()
	if !alone {
		if _, err := g.tx.ExecContext(context.WithoutCancel(ctx), "SAVEPOINT write"); err != nil {
			return nil, err
		}
	}
	if err := work(tx); err != nil {
		if alone {
			return nil, err
		}
		return g, err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if !alone {
		if _, err := g.tx.ExecContext(context.WithoutCancel(ctx), "RELEASE write"); err != nil {
			return nil, err
		}
	}
	done = true
	g.writes++
	return g, nil
}

// begin opens a transaction that outlives the writer who opens it: a caller who leaves must not tear it down.
func (c *commitGroups) begin(ctx context.Context) (*group, error) {
	own, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stopWaiting := context.AfterFunc(ctx, cancel)
	tx, err := c.db.BeginTx(own, nil)
	if !stopWaiting() && err == nil {
		_ = tx.Rollback()
		err = context.Cause(ctx)
	}
	if err != nil {
		cancel()
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, err
	}
	return &group{tx: tx, cancel: cancel, done: make(chan struct{})}, nil
}

// undo takes back what a failed write did. When SQLite has rolled the whole transaction back by itself, as it
// does after an interrupted statement or an input/output error, the other writes of the group are lost too.
func (c *commitGroups) undo(g *group, alone bool) {
	if !alone {
		_, err := g.tx.ExecContext(context.Background(), "ROLLBACK TO write")
		if err == nil {
			_, err = g.tx.ExecContext(context.Background(), "RELEASE write")
		}
		if err == nil {
			return
		}
	}
	_ = g.tx.Rollback()
	c.finish(g, errGroupLost)
}

// endTurn commits the group unless somebody waits who can join it, and lets the next writer in.
func (c *commitGroups) endTurn() {
	c.mu.Lock()
	if g := c.group; g != nil && (len(c.queue) == 0 || g.writes >= maxGroup) {
		c.mu.Unlock()
		c.commit(g)
		c.mu.Lock()
	}
	if len(c.queue) == 0 {
		c.busy = false
	} else {
		close(c.queue[0].turn)
		c.queue = c.queue[1:]
	}
	c.mu.Unlock()
}

func (c *commitGroups) commit(g *group) {
	limit := time.AfterFunc(commitLimit, g.cancel)
	defer limit.Stop()
	err := g.tx.Commit()
	if err != nil {
		if k := c.classify(err); k != classRetry && k != classConstraint && k != classFull &&
			k != classOverloaded {
			err = errors.Join(ErrCommitUnknown, err)
		}
	}
	c.finish(g, err)
}

// finish tells the writers of a group how it ended. The caller has the turn.
func (c *commitGroups) finish(g *group, err error) {
	g.cancel()
	g.err = err
	close(g.done)
	c.mu.Lock()
	c.group = nil
	if err == nil {
		c.counts.writes += int64(g.writes)
		c.counts.commits++
	}
	c.mu.Unlock()
}

// stats says how many writes were committed by how many commits.
func (c *commitGroups) stats() groupStats {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.counts
}
