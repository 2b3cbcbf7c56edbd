package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// ownTime is the processor time this process has used.
func ownTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// timeOf is the processor time another process has used, as Linux tells it.
func timeOf(pid int) (time.Duration, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, fmt.Errorf("asking how much processor time %d used: %w", pid, err)
	}
	// The name in brackets may hold anything; what follows it does not.
	_, rest, _ := strings.Cut(string(data), ") ")
	fields := strings.Fields(rest)
	const utime, stime, ticks = 11, 12, 100
	if len(fields) <= stime {
		return 0, fmt.Errorf("/proc/%d/stat is not as expected", pid)
	}
	sum := 0
	for _, i := range []int{utime, stime} {
		n, err := strconv.Atoi(fields[i])
		if err != nil {
			return 0, fmt.Errorf("/proc/%d/stat: %w", pid, err)
		}
		sum += n
	}
	return time.Duration(sum) * time.Second / ticks, nil
}

// heap is the memory in use after cleaning up.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// nowhere takes an answer and remembers how it went.
type nowhere struct {
	header http.Header
	status int
	bytes  int
}

func (w *nowhere) Header() http.Header { return w.header }
func (w *nowhere) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}
func (w *nowhere) Write(b []byte) (int, error) {
	w.bytes += len(b)
	return len(b), nil
}

// caller makes the same calls of one handler again and again.
type caller struct {
	handler  http.Handler
	requests []*http.Request
	queries  []string // of the requests
	calls    int
	spent    time.Duration
}

func newCaller(ctx context.Context, handler http.Handler, addresses []string) (*caller, error) {
	c := &caller{handler: handler}
	for _, address := range addresses {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		if err != nil {
			return nil, fmt.Errorf("preparing a request: %w", err)
		}
		c.requests, c.queries = append(c.requests, r), append(c.queries, r.URL.RawQuery)
	}
	return c, c.pass() // once for the caches
}

// pass makes each call once.
func (c *caller) pass() error {
	for i := range c.requests {
		c.prepare(i)
	}
	began := ownTime()
	for i := range c.requests {
		if err := c.call(i); err != nil {
			return err
		}
	}
	c.spent += ownTime() - began
	c.calls += len(c.requests)
	return nil
}

// prepare makes one of the calls one that nobody made before.
func (c *caller) prepare(i int) {
	r := c.requests[i]
	r.URL.RawQuery = numbered(c.queries[i])
	r.RequestURI = r.URL.RequestURI() // as net/http sets it
}

// call makes one of the calls.
func (c *caller) call(i int) error {
	r := c.requests[i]
	w := nowhere{header: http.Header{}}
	c.handler.ServeHTTP(&w, r)
	if w.status >= 400 {
		return fmt.Errorf("%s answers %d", r.URL, w.status)
	}
	return nil
}

// cost is the processor time of one call.
func (c *caller) cost() time.Duration { return c.spent / time.Duration(max(c.calls, 1)) }

// inTurn lets several callers make their calls in turn until each has spent the effort: whatever else the
// machine does then disturbs all of them alike.
func inTurn(callers []*caller, effort time.Duration) error {
	for _, c := range callers {
		c.calls, c.spent = 0, 0
	}
	for done := false; !done; {
		done = true
		for _, c := range callers {
			if err := c.pass(); err != nil {
				return err
			}
			done = done && c.spent >= effort
		}
	}
	return nil
}
