package httpapi

import (
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Door lets only so many connections in. When all places are taken, those who have been silent longest
// (they sent no request yet, or none since their last) make room for the newcomer; when nobody is silent,
// the newcomer is sent away. A flood of connections that say nothing, or say it a letter at a time, can
// therefore never keep out people who want something.
type Door struct {
	net.Listener
	most int

	mu      sync.Mutex
	callers map[*caller]struct{}

	evicted, refused atomic.Int64
}

// caller is a connection. Being a TCPConn, it keeps the kernel's file-to-socket copy.
type caller struct {
	*net.TCPConn
	door *Door
	// silent is since when the caller says nothing, in nanoseconds; 0 while a request is answered.
	silent atomic.Int64
}

// guard puts a door before a server.
func guard(server *http.Server, l net.Listener, most int) *Door {
	d := &Door{Listener: l, most: most, callers: map[*caller]struct{}{}}
	server.ConnState = d.see
	return d
}

// Guard lets at most so many connections through to the server, and counts them.
func (a *API) Guard(server *http.Server, l net.Listener, most int) *Door {
	d := guard(server, l, most)
	a.metrics.Registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "dawa_connections_open", Help: "Connections that are open.",
		}, func() float64 { return float64(d.open()) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "dawa_connections_evicted_total", Help: "Silent connections that were closed to make room.",
		}, func() float64 { return float64(d.evicted.Load()) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "dawa_connections_refused_total", Help: "Connections that found no room.",
		}, func() float64 { return float64(d.refused.Load()) }))
	return d
}

// Accept waits for the next caller that there is room for.
func (d *Door) Accept() (net.Conn, error) {
	for {
		conn, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		tcp, ok := conn.(*net.TCPConn)
		if !ok {
			return conn, nil
		}
		g := &caller{TCPConn: tcp, door: d}
		g.silent.Store(time.Now().UnixNano())
		if d.admit(g) {
			return g, nil
		}
		d.refused.Add(1)
		_ = tcp.SetLinger(0) // nothing was said, nothing has to be waited for
		_ = tcp.Close()
	}
}

func (d *Door) admit(g *caller) bool {
	d.mu.Lock()
	var leaving []*caller
	if len(d.callers) >= d.most {
		leaving = d.silentLocked(max(1, d.most/100))
		for _, old := range leaving {
			delete(d.callers, old)
		}
	}
	admitted := len(d.callers) < d.most
	if admitted {
		d.callers[g] = struct{}{}
	}
	d.mu.Unlock()
	for _, old := range leaving {
		_ = old.TCPConn.Close()
	}
	d.evicted.Add(int64(len(leaving)))
	return admitted
}

// silentLocked finds the n callers who have been silent longest.
func (d *Door) silentLocked(n int) []*caller {
	type silence struct {
		g     *caller
		since int64
	}
	var all []silence
	for g := range d.callers {
		if since := g.silent.Load(); since > 0 {
			all = append(all, silence{g, since})
		}
	}
	slices.SortFunc(all, func(a, b silence) int { return int(min(1, max(-1, a.since-b.since))) })
	var found []*caller
	for _, s := range all[:min(n, len(all))] {
		found = append(found, s.g)
	}
	return found
}

// see is told by the server what a connection does.
func (d *Door) see(conn net.Conn, state http.ConnState) {
	g, ours := conn.(*caller)
	if !ours {
		return
	}
	switch state {
	case http.StateActive:
		g.silent.Store(0)
	case http.StateIdle:
		g.silent.Store(time.Now().UnixNano())
	}
}

func (d *Door) open() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.callers)
}

// Close ends the connection and gives its place back.
func (g *caller) Close() error {
	g.door.mu.Lock()
	delete(g.door.callers, g)
	g.door.mu.Unlock()
	return g.TCPConn.Close()
}

// Read reads what the caller says. net/http reads a single byte only to hear whether somebody hangs up
// while being answered.
func (g *caller) Read(b []byte) (int, error) {
	if len(b) == 1 {
		return g.TCPConn.Read(b)
	}
	return g.awaitRequest(b)
}

// awaitRequest waits with a quarter of its stack of 16 KB in use. With less, every clean-up of memory halves
// the stacks of all who wait, and the next request of each has it copied into a larger one again, which cost
// 5 % of the processor with 5,000 people.
//
//go:noinline
func (g *caller) awaitRequest(b []byte) (int, error) {
	if len(b) > 0 {
		return g.TCPConn.Read(b)
	}
	var room [3 << 10]byte // part of the frame above, too, and cleared only here
	return copy(b, room[:]), nil
}
