package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
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

// peakUsers is the number of concurrent users at which throughput peaks: with half as many the shop is partly
// idle, with twice as many it answers no more requests a second.
const peakUsers = 500

// thinkTime is the pause of a simulated user between two requests. Real users pause for seconds, so these stand
// for about a thousand times as many.
const thinkTime = 15 * time.Millisecond

// overload sends the shop ten times the concurrent users of its peak, alternating with the peak itself, and
// compares the medians: the speed of a shared machine varies by a third from second to second, which says nothing
// about the shop. One customer places orders all the while.
func overload(t *trial) (string, error) {
	shop, driver, err := splitProcessors()
	if err != nil {
		return "", err
	}
	back, err := pinTo(t.ctx, driver)
	if err != nil {
		return "", err
	}
	defer back()
	return t.alone(func(s *server) (string, error) {
		ctx, stop := context.WithCancel(t.ctx)
		defer stop()
		buying, refused, err := buyRepeatedly(ctx, s.base)
		if err != nil {
			return "", err
		}
		users, err := newUsers(ctx, s.base, 10*peakUsers)
		if err != nil {
			return "", err
		}
		defer users.close()
		users.run(ctx, 10*peakUsers, 3*time.Second, newWatch()) // opens every connection and warms up memory
		overloaded, normal := newWatch(), time.Duration(0)
		turns, calmTime, overloadTime := 42, 2*time.Second, 3*time.Second
		if t.short {
			turns = 3
		}
		atPeak := func() float64 {
			peak := newWatch()
			took := users.run(ctx, peakUsers, calmTime, peak)
			return float64(len(peak.took)) / took.Seconds()
		}
		peaks, ratios := []float64{atPeak()}, []float64(nil)
		for range turns {
			before := len(overloaded.took)
			took := users.run(ctx, 10*peakUsers, overloadTime, overloaded)
			rate := float64(len(overloaded.took)-before) / took.Seconds()
			normal = max(normal, timeToRecover(ctx, s.base))
			peaks = append(peaks, atPeak())
			ratios = append(ratios, 2*rate/(peaks[len(peaks)-2]+peaks[len(peaks)-1]))
		}
		stop()
		bought := <-buying
		slices.Sort(peaks)
		slices.Sort(ratios)
		goodput := ratios[len(ratios)/2]
		p99 := quantile(overloaded.took, .99)
		figures := fmt.Sprintf("peak %.0f/s with %d users; with %d for %s in %d turns: %.0f %% of the peaks around "+
			"(a quarter of the turns below %.0f, a quarter above %.0f), p99 %s, %d refused (p99 %s), %d failed; "+
			"%d orders meanwhile, p99 %s, %d refused; normal after %s",
			peaks[len(peaks)/2], peakUsers, 10*peakUsers, time.Duration(turns)*overloadTime, turns, 100*goodput,
			100*ratios[len(ratios)/4], 100*ratios[len(ratios)*3/4], p99, len(overloaded.refused),
			quantile(overloaded.refused, .99), overloaded.failed, len(bought), quantile(bought, .99), refused.Load(),
			normal.Round(time.Millisecond))
		switch {
		case goodput < .9:
			return figures, errors.New("goodput fell")
		case p99 > 500*time.Millisecond:
			return figures, errors.New("accepted requests were slow")
		case quantile(overloaded.refused, .99) > 500*time.Millisecond:
			return figures, errors.New("refusals were slow")
		case overloaded.failed > 0:
			return figures, errors.New(overloaded.first)
		case len(bought) == 0 || refused.Load() > 0:
			return figures, errors.New("an order was refused")
		case normal > 5*time.Second:
			return figures, errors.New("it took too long to recover")
		}
		return figures, nil
	}, "taskset", "-c", shop)
}

// keepBuying places orders until ctx ends, then sends how long each took.
func buyRepeatedly(ctx context.Context, base string) (took <-chan []time.Duration, refused *atomic.Int64, err error) {
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
			_, err := buyer.order(ctx, product, fmt.Sprint("overload ", n))
			switch {
			case ctx.Err() != nil:
			case err == nil:
				all = append(all, time.Since(began))
			default:
				refused.Add(1)
			}
			sleep(ctx, 1500*time.Millisecond) // the demo's stock has to last
		}
		done <- all
	}()
	return done, refused, nil
}

// timeToRecover is how long it takes until a read is answered within 50 ms again.
func timeToRecover(ctx context.Context, base string) time.Duration {
	for began := time.Now(); ; {
		_, took, err := fetchOnce(ctx, newClient(1), base+reads[0])
		if since := time.Since(began); err == nil && took < 50*time.Millisecond || since > 30*time.Second ||
			ctx.Err() != nil {
			return since
		}
	}
}

// splitProcessors divides the processors between the shop and the load driver. On shared ones the driver's
// waiting would be measured as the shop's.
func splitProcessors() (shop, driver string, err error) {
	cores := runtime.NumCPU()
	if cores < 2 {
		return "", "", fmt.Errorf("the overload scenario needs two processors, this machine has %d", cores)
	}
	half := cores / 2
	return fmt.Sprintf("0-%d", half-1), fmt.Sprintf("%d-%d", half, cores-1), nil
}

// pinTo restricts this process to some processors; back undoes it.
func pinTo(ctx context.Context, processors string) (back func(), err error) {
	move := func(to string) error {
		self := strconv.Itoa(os.Getpid())
		return exec.CommandContext(ctx, "taskset", "-a", "-c", "-p", to, self).Run() //nolint:gosec // ours
	}
	if err := move(processors); err != nil {
		return nil, fmt.Errorf("taskset: %w", err)
	}
	return func() { _ = move(fmt.Sprintf("0-%d", runtime.NumCPU()-1)) }, nil
}

// concurrentUsers are simulated users, each with a connection of its own, who make the requests of a visit as
// docs/capacity.md counts it: a page, five lists, ten products, two searches.
type concurrentUsers struct {
	users    []*simulatedUser
	requests [][]byte
}

// simulatedUser writes and reads HTTP itself: net/http's client would cost as much as the shop's answers.
type simulatedUser struct {
	address string
	conn    net.Conn
	answers *bufio.Reader
	next    int // index of the next request
}

func newUsers(ctx context.Context, base string, n int) (*concurrentUsers, error) {
	products, err := onSale(ctx, base)
	if err != nil {
		return nil, err
	}
	paths := []string{"/product/category/vitamins", "/api/autocomplete?name=pan", "/api/search?name=panadol"}
	for i, list := range []string{
		"/api/product/all", "/api/product/category/vitamins", "/api/product/category/pain_killers?page=2",
		"/api/brand/panadol", "/api/product/discounted-products-page",
	} {
		paths = append(paths, list, "/api/product/"+products[2*i].ID, "/api/product/"+products[2*i+1].ID)
	}
	c := &concurrentUsers{}
	address := strings.TrimPrefix(base, "http://")
	for _, path := range paths {
		c.requests = append(c.requests, fmt.Appendf(nil,
			"GET %s HTTP/1.1\r\nHost: %s\r\nAccept-Encoding: br, gzip\r\n\r\n", path, address))
	}
	for i := range n {
		c.users = append(c.users, &simulatedUser{address: address, next: i})
	}
	return c, nil
}

// run lets the first n users send requests for the given time, and returns how long it took until all were
// answered. Their connections stay open.
func (c *concurrentUsers) run(ctx context.Context, n int, length time.Duration, w *watch) time.Duration {
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	var asking sync.WaitGroup
	for _, v := range c.users[:n] {
		asking.Go(func() {
			sleep(ctx, rand.N(thinkTime))
			for ctx.Err() == nil {
				v.request(ctx, c.requests, w)
			}
		})
	}
	asking.Wait()
	return time.Since(began)
}

func (c *concurrentUsers) close() {
	for _, v := range c.users {
		v.disconnect()
	}
}

// request sends one request, then waits for Retry-After and the think time.
func (v *simulatedUser) request(ctx context.Context, requests [][]byte, w *watch) {
	if v.conn == nil {
		dialer := net.Dialer{Timeout: 5 * time.Second}
		conn, err := dialer.DialContext(ctx, "tcp", v.address)
		if err != nil {
			if ctx.Err() == nil {
				w.note(0, 0, err)
				sleep(ctx, 100*time.Millisecond)
			}
			return
		}
		v.conn, v.answers = conn, bufio.NewReaderSize(conn, 4<<10)
	}
	began := time.Now()
	reply, err := ask(v.conn, v.answers, requests[v.next%len(requests)])
	v.next++
	w.note(reply.status, time.Since(began), err)
	if err != nil || reply.last {
		v.disconnect()
	}
	sleep(ctx, reply.retryAfter+thinkTime/2+rand.N(thinkTime))
}

func (v *simulatedUser) disconnect() {
	if v.conn != nil {
		_ = v.conn.Close()
		v.conn = nil
	}
}

// answer is the part of an answer that the user acts on.
type answer struct {
	status     int
	retryAfter time.Duration // Retry-After
	last       bool          // on this connection
}

// ask sends one request and discards the body of its answer, which must have a Content-Length.
func ask(conn net.Conn, answers *bufio.Reader, request []byte) (reply answer, err error) {
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	if _, err := conn.Write(request); err != nil {
		return reply, err
	}
	length := -1
	number := func(value []byte) (n int) {
		n, err = strconv.Atoi(string(bytes.TrimSpace(value)))
		return n
	}
	for first := true; err == nil; first = false {
		var line []byte
		if line, err = answers.ReadSlice('\n'); err != nil {
			break
		}
		switch name, value, _ := bytes.Cut(bytes.TrimSpace(line), []byte(":")); {
		case first:
			reply.status = number(line[len("HTTP/1.1 "):][:3])
		case len(name) == 0:
			if length < 0 {
				return reply, errors.New("an answer of unknown length")
			}
			_, err = answers.Discard(length)
			return reply, err
		case bytes.EqualFold(name, []byte("Content-Length")):
			length = number(value)
		case bytes.EqualFold(name, []byte("Retry-After")):
			reply.retryAfter = time.Duration(number(value)) * time.Second
		case bytes.EqualFold(name, []byte("Connection")):
			reply.last = true
		}
	}
	return reply, err
}
