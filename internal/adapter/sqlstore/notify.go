package sqlstore

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// pgChannel is the one PostgreSQL channel of the shop; the payload names the sender and the topic.
const pgChannel = "dawa"

// gatherFor is how long the other servers are told later, so that a busy shop tells them once for many commits.
const gatherFor = 20 * time.Millisecond

// notifier wakes the subscribers of a topic: those in this process at once and, on PostgreSQL, those on the other
// servers too: a payload names the sender, who does not listen to itself. NOTIFY is sent after the commit, not inside
// it: inside, every commit of the whole cluster would wait for one lock. A notification can therefore be missed (a
// server dies in between, a connection breaks), so subscribers also poll.
type notifier struct {
	send   func(ctx context.Context, topics []string) error
	listen func(ctx context.Context, heard func(topic string)) error

	mu          sync.Mutex
	subscribers map[string]map[chan struct{}]bool
	unsent      map[string]bool
	wakeSender  chan struct{}
	listening   bool
	stopped     bool

	ctx    context.Context // of the notifier's own goroutines, ended by stop
	cancel context.CancelFunc
	work   sync.WaitGroup
}

func newNotifier(send func(context.Context, []string) error,
	listen func(context.Context, func(string)) error) *notifier {
	b := &notifier{
		send: send, listen: listen, wakeSender: make(chan struct{}, 1),
		subscribers: map[string]map[chan struct{}]bool{}, unsent: map[string]bool{},
	}
	b.ctx, b.cancel = context.WithCancel(context.Background())
	if send != nil {
		b.work.Go(b.runSender)
	}
	return b
}

// Subscribe gives a channel that holds a value whenever the topic was notified since it was
// last emptied, and a function that ends the subscription.
func (db *DB) Subscribe(topic string) (woken <-chan struct{}, end func()) {
	b := db.notifier
	c := make(chan struct{}, 1)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.subscribers[topic] == nil {
		b.subscribers[topic] = map[chan struct{}]bool{}
	}
	b.subscribers[topic][c] = true
	if b.listen != nil && !b.listening && !b.stopped {
		b.listening = true
		b.work.Go(b.runListener)
	}
	return c, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.subscribers[topic], c)
	}
}

// notify wakes the subscribers here and has the other servers told.
func (b *notifier) notify(topics []string) {
	if len(topics) == 0 {
		return
	}
	b.mu.Lock()
	for _, t := range topics {
		b.notifyLocked(t)
		if b.send != nil && !b.stopped {
			b.unsent[t] = true
		}
	}
	b.mu.Unlock()
	select {
	case b.wakeSender <- struct{}{}:
	default:
	}
}

func (b *notifier) wake(topic string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.notifyLocked(topic)
}

func (b *notifier) notifyLocked(topic string) {
	for c := range b.subscribers[topic] {
		select {
		case c <- struct{}{}:
		default: // already woken
		}
	}
}

func (b *notifier) runSender() {
	for {
		select {
		case <-b.wakeSender:
			sleep(b.ctx, gatherFor) // commits that follow each other closely are told together
			b.flush(b.ctx)
		case <-b.ctx.Done():
			// What was committed a moment ago is still told to the others.
			last, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			b.flush(last)
			return
		}
	}
}

func (b *notifier) flush(ctx context.Context) {
	b.mu.Lock()
	topics := b.unsent
	b.unsent = map[string]bool{}
	b.mu.Unlock()
	if len(topics) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	_ = b.send(ctx, slices.Sorted(maps.Keys(topics))) // missed: the others look by themselves
}

func (b *notifier) runListener() {
	for b.ctx.Err() == nil {
		_ = b.listen(b.ctx, b.wake)
		// Notifications sent while nobody listened are lost: every subscriber looks.
		b.mu.Lock()
		for t := range b.subscribers {
			b.notifyLocked(t)
		}
		b.mu.Unlock()
		select {
		case <-b.ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

func (b *notifier) stop() {
	b.mu.Lock()
	b.stopped = true
	b.mu.Unlock()
	b.cancel()
	b.work.Wait()
}

func listenPostgres(ctx context.Context, config *pgx.ConnConfig, self string, heard func(topic string)) error {
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = conn.Close(closing)
	}()
	if _, err := conn.Exec(ctx, "LISTEN "+pgChannel); err != nil {
		return err
	}
	// Whoever listens has the shop open; the lock ends with the connection. It waits for a copy that is being made.
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock_shared($1)", int64(openLock)); err != nil {
		return err
	}
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		if sender, topic, _ := strings.Cut(n.Payload, " "); sender != self {
			heard(topic)
		}
	}
}
