package serve

import (
	"cmp"
	"context"
	"crypto/tls"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// ConnLimiter is a listener that admits a bounded number of connections. At the limit, connections whose clients
// make the least progress are closed to admit a new one; when the server waits for no client, the new one is
// refused. Progress is counted in bytes: a flood of connections that send nothing, or a request or a body one byte
// at a time, or take an answer so slowly, never keeps out clients that send requests.
type ConnLimiter struct {
	net.Listener
	max int

	mu    sync.Mutex
	conns map[*conn]struct{}

	evicted, refused atomic.Int64
}

// conn is a connection. It embeds the TCPConn so that the kernel can copy files to the socket.
type conn struct {
	*net.TCPConn
	limiter *ConnLimiter
	// reading and sending say that the server waits for the client: for bytes of a request, or to take bytes of an
	// answer.
	reading, sending atomic.Bool
	// busy is how many requests that have arrived whole are being answered on a connection with TLS, which is read all
	// the time.
	busy atomic.Int32
	// asked says that a request came.
	asked atomic.Bool
	// writing says that bytes of an answer were the last ones to go through.
	writing atomic.Bool
	// since is when the client could begin to send the request or to take the answer, in nanoseconds; bytes is how
	// much of it went through.
	since, bytes atomic.Int64
	// joiner is used by the one goroutine that answers the connection's requests.
	joiner joiner
}

// NewConnLimiter admits at most max connections.
func NewConnLimiter(l net.Listener, max int) *ConnLimiter {
	return &ConnLimiter{Listener: l, max: max, conns: map[*conn]struct{}{}}
}

// LimitConns admits at most max connections, and counts them.
func (s *Stack) LimitConns(l net.Listener, max int) *ConnLimiter {
	limiter := NewConnLimiter(l, max)
	s.metrics.Registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "dawa_connections_open", Help: "Connections that are open.",
		}, func() float64 { return float64(limiter.open()) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "dawa_connections_evicted_total",
			Help: "Connections with the least progress that were closed to admit a new one.",
		}, func() float64 { return float64(limiter.evicted.Load()) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "dawa_connections_refused_total", Help: "Connections that were refused at the limit.",
		}, func() float64 { return float64(limiter.refused.Load()) }))
	return limiter
}

// Accept waits for the next connection that is admitted.
func (d *ConnLimiter) Accept() (net.Conn, error) {
	for {
		accepted, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		tcp, ok := accepted.(*net.TCPConn)
		if !ok {
			return accepted, nil
		}
		c := &conn{TCPConn: tcp, limiter: d}
		c.since.Store(time.Now().UnixNano())
		c.reading.Store(true)
		if d.admit(c) {
			return c, nil
		}
		d.refused.Add(1)
		_ = tcp.SetLinger(0) // nothing was sent that could be lost
		_ = tcp.Close()
	}
}

func (d *ConnLimiter) admit(c *conn) bool {
	d.mu.Lock()
	var evicted []*conn
	if len(d.conns) >= d.max {
		evicted = d.slowestLocked(max(1, d.max/100))
		for _, old := range evicted {
			delete(d.conns, old)
		}
	}
	admitted := len(d.conns) < d.max
	if admitted {
		d.conns[c] = struct{}{}
	}
	d.mu.Unlock()
	for _, old := range evicted {
		_ = old.TCPConn.Close()
	}
	d.evicted.Add(int64(len(evicted)))
	return admitted
}

// slowestLocked finds the n connections that the server waits for and that made the least progress.
func (d *ConnLimiter) slowestLocked(n int) []*conn {
	type progress struct {
		c    *conn
		paid int64
	}
	var all []progress
	for c := range d.conns {
		if c.waitsForClient() {
			all = append(all, progress{c, c.paidUntil()})
		}
	}
	slices.SortFunc(all, func(a, b progress) int { return cmp.Compare(a.paid, b.paid) })
	var found []*conn
	for _, p := range all[:min(n, len(all))] {
		found = append(found, p.c)
	}
	return found
}

func (c *conn) waitsForClient() bool {
	return c.sending.Load() || c.reading.Load() && c.busy.Load() == 0
}

// paidUntil is up to when the bytes that went through pay for the connection, at the minimum rate.
func (c *conn) paidUntil() int64 {
	return c.since.Load() + c.bytes.Load()*int64(time.Second)/minByteRate
}

func (d *ConnLimiter) open() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.conns)
}

// Close ends the connection and gives its place back.
func (c *conn) Close() error {
	c.limiter.mu.Lock()
	delete(c.limiter.conns, c)
	c.limiter.mu.Unlock()
	return c.TCPConn.Close()
}

// Read reads what the client sends. net/http reads a single byte only to notice that the client hangs up while
// it is answered.
func (c *conn) Read(b []byte) (int, error) {
	if len(b) == 1 {
		return c.TCPConn.Read(b)
	}
	if c.joiner.first != nil { // never, unless net/http ended an answer before its length
		if _, err := c.Write(nil); err != nil {
			return 0, err
		}
	}
	c.turn(false)
	c.reading.Store(true)
	n, err := c.awaitRequest(b)
	c.reading.Store(false)
	c.bytes.Add(int64(n))
	return n, err
}

// writeChunk is how much of an answer is written at once, so that progress shows while it is taken.
const writeChunk = 64 << 10

// Write sends an answer, or a part of it.
func (c *conn) Write(b []byte) (written int, err error) {
	if c.joiner.hold(b) {
		return len(b), nil
	}
	c.turn(true)
	c.sending.Store(true)
	defer c.sending.Store(false)
	for {
		n, err := c.joiner.write(c.TCPConn, b[:min(len(b), writeChunk)])
		written += n
		c.bytes.Add(int64(n))
		if b = b[n:]; err != nil || len(b) == 0 {
			return written, err
		}
	}
}

// turn begins to count anew when the client has something else to do than before.
func (c *conn) turn(writing bool) {
	if c.writing.Swap(writing) != writing {
		c.bytes.Store(0)
		c.since.Store(time.Now().UnixNano())
	}
}

// awaitRequest waits with a quarter of its stack of 16 KB in use. With less, every garbage collection halves
// the stacks of all who wait, and the next request of each has it copied into a larger one again, which cost
// 5 % of the processor with 5,000 people.
//
//go:noinline
func (c *conn) awaitRequest(b []byte) (int, error) {
	if len(b) > 0 {
		return c.TCPConn.Read(b)
	}
	var padding [3 << 10]byte // part of the frame above, too, and cleared only here
	return copy(b, padding[:]), nil
}

type connKey struct{}

// rememberConn lets requests find the connection that they came on.
func rememberConn(ctx context.Context, c net.Conn) context.Context {
	if secured, ok := c.(*tls.Conn); ok {
		c = secured.NetConn()
	}
	if limited, ok := c.(*conn); ok {
		return context.WithValue(ctx, connKey{}, limited)
	}
	return ctx
}

// connOf is the connection that a request came on, nil when nothing limits them.
func connOf(ctx context.Context) *conn {
	c, _ := ctx.Value(connKey{}).(*conn)
	return c
}

// AwaitFirst waits until a request came on every open connection, or ctx ends. net/http drops a request that arrives
// while it shuts down: after a listener was closed, what was accepted must be heard first.
func (d *ConnLimiter) AwaitFirst(ctx context.Context) {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for d.silent() {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (d *ConnLimiter) silent() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	for c := range d.conns {
		if !c.asked.Load() {
			return true
		}
	}
	return false
}
