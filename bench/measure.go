package main

import (
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

// costOf is the processor time of one call, over all the addresses again and again until the effort is
// spent.
func costOf(handler http.Handler, addresses []string, effort time.Duration) (time.Duration, error) {
	requests := make([]*http.Request, len(addresses))
	for i, address := range addresses {
		r, err := http.NewRequest(http.MethodGet, address, nil)
		if err != nil {
			return 0, err
		}
		requests[i] = r
	}
	pass := func() error {
		for _, r := range requests {
			w := nowhere{header: http.Header{}}
			handler.ServeHTTP(&w, r)
			if w.status >= 400 {
				return fmt.Errorf("%s answers %d", r.URL, w.status)
			}
		}
		return nil
	}
	if err := pass(); err != nil { // once for the caches
		return 0, err
	}
	began, calls := ownTime(), 0
	for calls == 0 || ownTime()-began < effort {
		if err := pass(); err != nil {
			return 0, err
		}
		calls += len(requests)
	}
	return (ownTime() - began) / time.Duration(calls), nil
}
