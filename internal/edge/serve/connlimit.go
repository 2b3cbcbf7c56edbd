package serve

import (
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// ConnLimiter is a listener that admits a bounded number of connections. At the limit, the connections that
// have been silent longest (they sent no request yet, or none since their last) are closed to admit a new one;
// when none is silent, the new one is refused. A flood of connections that send nothing, or send it a byte at a
// time, therefore never keeps out clients that send requests.
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
	// silent is since when the client sends nothing, in nanoseconds; 0 while a request is answered.
	silent atomic.Int64
}

func newConnLimiter(server *http.Server, l net.Listener, max int) *ConnLimiter {
	d := &ConnLimiter{Listener: l, max: max, conns: map[*conn]struct{}{}}
	server.ConnState = d.see
	return d
}

// LimitConns admits at most max connections to the server, and counts them.
func (s *Stack) LimitConns(server *http.Server, l net.Listener, max int) *ConnLimiter {
	limiter := newConnLimiter(server, l, max)
	s.metrics.Registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "dawa_connections_open", Help: "Connections that are open.",
		}, func() float64 { return float64(limiter.open()) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "dawa_connections_evicted_total", Help: "Silent connections that were closed to admit a new one.",
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
		c.silent.Store(time.Now().UnixNano())
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
		evicted = d.silentLocked(max(1, d.max/100))
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

// silentLocked finds the n connections that have been silent longest.
func (d *ConnLimiter) silentLocked(n int) []*conn {
	type silence struct {
		c     *conn
		since int64
	}
	var all []silence
	for c := range d.conns {
		if since := c.silent.Load(); since > 0 {
			all = append(all, silence{c, since})
		}
	}
	slices.SortFunc(all, func(a, b silence) int { return int(min(1, max(-1, a.since-b.since))) })
	var found []*conn
	for _, s := range all[:min(n, len(all))] {
		found = append(found, s.c)
	}
	return found
}

// see is told by the server what a connection does.
func (d *ConnLimiter) see(netConn net.Conn, state http.ConnState) {
	c, ours := netConn.(*conn)
	if !ours {
		return
	}
	switch state {
	case http.StateActive:
		c.silent.Store(0)
	case http.StateIdle:
		c.silent.Store(time.Now().UnixNano())
	}
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
	return c.awaitRequest(b)
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
	var room [3 << 10]byte // part of the frame above, too, and cleared only here
	return copy(b, room[:]), nil
}
