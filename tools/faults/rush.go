package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// peakCrowd is as many as ask at once in a busy shop. What fewer need fits into a processor's own cache, which
// no crowd in earnest does.
const peakCrowd = 250

// overload presses the shop with ten times the people of its peak, in short turns with the peak itself, and
// goes by the middle one: a shared machine gives a third more or less from second to second, which says nothing
// about the shop. Somebody buys all the while.
func overload(t *trial) (string, error) {
	shop, driver, err := sides()
	if err != nil {
		return "", err
	}
	back, err := stayOn(t.ctx, driver)
	if err != nil {
		return "", err
	}
	defer back()
	return t.alone(func(s *server) (string, error) {
		ctx, stop := context.WithCancel(t.ctx)
		defer stop()
		buying, refused, err := keepBuying(ctx, s.base)
		if err != nil {
			return "", err
		}
		press := func(people int, length time.Duration, w *watch) {
			ctx, cancel := context.WithTimeout(ctx, length)
			defer cancel()
			rush(ctx, s.base, people, w)
		}
		press(10*peakCrowd, 2*time.Second, newWatch()) // memory that it takes once and keeps
		pressed, normal := newWatch(), time.Duration(0)
		turns, calm, wild := 7, 4*time.Second, 9*time.Second
		if t.short {
			turns, calm, wild = 5, 2*time.Second, 2*time.Second
		}
		atPeak := func() float64 {
			peak := newWatch()
			press(peakCrowd, calm, peak)
			return float64(len(peak.took)) / calm.Seconds()
		}
		peaks, kept := []float64{atPeak()}, []float64(nil)
		for range turns {
			before := len(pressed.took)
			press(10*peakCrowd, wild, pressed)
			rate := float64(len(pressed.took)-before) / wild.Seconds()
			normal = max(normal, untilNormal(ctx, s.base))
			peaks = append(peaks, atPeak())
			kept = append(kept, 2*rate/(peaks[len(peaks)-2]+peaks[len(peaks)-1]))
		}
		stop()
		bought := <-buying
		slices.Sort(peaks)
		slices.Sort(kept)
		goodput := kept[len(kept)/2]
		p99 := quantile(pressed.took, .99)
		figures := fmt.Sprintf("peak %.0f/s with %d people; with %d for %s in %d turns: %.0f %% of the peaks around (a quarter of the turns below %.0f, a quarter above %.0f), p99 %s, %d turned away (p99 %s), %d failed; %d orders meanwhile, p99 %s, %d refused; normal after %s",
			peaks[len(peaks)/2], peakCrowd, 10*peakCrowd, time.Duration(turns)*wild, turns, 100*goodput, 100*kept[len(kept)/4], 100*kept[len(kept)*3/4], p99,
			len(pressed.refused), quantile(pressed.refused, .99), pressed.failed, len(bought), quantile(bought, .99), refused.Load(), normal.Round(time.Millisecond))
		switch {
		case goodput < .9:
			return figures, errors.New("goodput fell")
		case p99 > 500*time.Millisecond:
			return figures, errors.New("accepted requests were slow")
		case quantile(pressed.refused, .99) > 500*time.Millisecond:
			return figures, errors.New("refusals were slow")
		case pressed.failed > 0:
			return figures, errors.New(pressed.first)
		case len(bought) == 0 || refused.Load() > 0:
			return figures, errors.New("somebody could not buy")
		case normal > 5*time.Second:
			return figures, errors.New("it took too long to become normal")
		}
		return figures, nil
	}, "taskset", "-c", shop)
}

// keepBuying lets somebody order again and again until ctx ends, and then hands over how long each took.
func keepBuying(ctx context.Context, base string) (took <-chan []time.Duration, refused *atomic.Int64, err error) {
	buyer, err := signUp(ctx, base, "buyer")
	if err != nil {
		return nil, nil, err
	}
	product, err := inStock(ctx, base)
	if err != nil {
		return nil, nil, err
	}
	done, refused := make(chan []time.Duration, 1), new(atomic.Int64)
	go func() {
		var all []time.Duration
		for n := 0; ctx.Err() == nil; n++ {
			began := time.Now()
			_, err := buyer.order(ctx, product, fmt.Sprint("rush ", n))
			switch {
			case ctx.Err() != nil:
			case err == nil:
				all = append(all, time.Since(began))
			default:
				refused.Add(1)
			}
			sleep(ctx, time.Second) // a shelf of the demo has to last
		}
		done <- all
	}()
	return done, refused, nil
}

// untilNormal is how long it takes until a look is answered as fast as ever.
func untilNormal(ctx context.Context, base string) time.Duration {
	for began := time.Now(); ; {
		_, took, err := look(ctx, newClient(1), base+looks[0])
		if since := time.Since(began); err == nil && took < 50*time.Millisecond || since > 30*time.Second || ctx.Err() != nil {
			return since
		}
	}
}

// sides divides the processors between a shop and who presses it. On the same ones the driver's waits
// would be taken for the shop's, and every answer it reads would cost the shop one.
func sides() (shop, driver string, err error) {
	cores := runtime.NumCPU()
	if cores < 2 {
		return "", "", fmt.Errorf("a rush takes two processors, this machine has %d", cores)
	}
	half := cores / 2
	return fmt.Sprintf("0-%d", half-1), fmt.Sprintf("%d-%d", half, cores-1), nil
}

// stayOn keeps this process on some processors; back lets it roam again.
func stayOn(ctx context.Context, processors string) (back func(), err error) {
	move := func(to string) error {
		return exec.CommandContext(ctx, "taskset", "-a", "-c", "-p", to, strconv.Itoa(os.Getpid())).Run() //nolint:gosec // ours
	}
	if err := move(processors); err != nil {
		return nil, fmt.Errorf("taskset: %w", err)
	}
	return func() { _ = move(fmt.Sprintf("0-%d", runtime.NumCPU()-1)) }, nil
}

// rush lets n people ask as fast as they are answered until ctx ends. It reads the answers' lines itself:
// an HTTP client costs as much as the answers it waits for.
func rush(ctx context.Context, base string, n int, w *watch) {
	address := strings.TrimPrefix(base, "http://")
	requests := make([][]byte, len(looks))
	for i, path := range looks {
		requests[i] = fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\nAccept-Encoding: br, gzip\r\n\r\n", path, address)
	}
	var people sync.WaitGroup
	for i := range n {
		people.Go(func() {
			for at := i; ctx.Err() == nil; {
				at = press(ctx, address, requests, at, w)
			}
		})
	}
	people.Wait()
}

// press asks over one connection until it ends or ctx does, and returns the next thing to ask for.
func press(ctx context.Context, address string, requests [][]byte, at int, w *watch) int {
	dialer := net.Dialer{Timeout: 5 * time.Second}
	conn, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		if ctx.Err() == nil {
			w.note(0, 0, err)
			sleep(ctx, 100*time.Millisecond)
		}
		return at
	}
	defer func() { _ = conn.Close() }()
	defer context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Now()) })()
	answers := bufio.NewReaderSize(conn, 16<<10)
	for ; ; at++ {
		began := time.Now()
		status, last, err := ask(conn, answers, requests[at%len(requests)])
		if ctx.Err() != nil {
			return at
		}
		w.note(status, time.Since(began), err)
		if status == http.StatusServiceUnavailable { // comes back after a moment
			sleep(ctx, 100*time.Millisecond)
		}
		if err != nil || last {
			return at + 1
		}
	}
}

// ask sends one request and reads its answer past. The shop says how long each answer is.
func ask(conn net.Conn, answers *bufio.Reader, request []byte) (status int, last bool, err error) {
	if _, err := conn.Write(request); err != nil {
		return 0, true, err
	}
	length := -1
	for first := true; ; first = false {
		line, err := answers.ReadSlice('\n')
		if err != nil {
			return 0, true, err
		}
		switch name, value, _ := bytes.Cut(bytes.TrimSpace(line), []byte(":")); {
		case first:
			if status, err = strconv.Atoi(string(line[len("HTTP/1.1 "):][:3])); err != nil {
				return 0, true, err
			}
		case len(name) == 0:
			if length < 0 {
				return 0, true, errors.New("an answer of unknown length")
			}
			_, err = answers.Discard(length)
			return status, last, err
		case bytes.EqualFold(name, []byte("Content-Length")):
			if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return 0, true, err
			}
		case bytes.EqualFold(name, []byte("Connection")):
			last = true
		}
	}
}
