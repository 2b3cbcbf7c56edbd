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

// peakCrowd is how many people the shop is just able to answer as fast as they ask: with half as many it has
// time left, with twice as many it answers no more than with these.
const peakCrowd = 500

// breath is how long somebody looks at an answer before asking for the next. In earnest it is seconds, and the
// people a thousand times as many.
const breath = 15 * time.Millisecond

// overload presses the shop with ten times the people of its peak, in turns with the peak itself, and goes by
// the middle one: a shared machine gives a third more or less from second to second, which says nothing about
// the shop. Somebody buys all the while.
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
		crowd, err := gather(ctx, s.base, 10*peakCrowd)
		if err != nil {
			return "", err
		}
		defer crowd.leave()
		crowd.press(ctx, 10*peakCrowd, 3*time.Second, newWatch()) // all come in, and memory is taken that stays
		pressed, normal := newWatch(), time.Duration(0)
		turns, calm, wild := 42, 2*time.Second, 3*time.Second
		if t.short {
			turns = 3
		}
		atPeak := func() float64 {
			peak := newWatch()
			took := crowd.press(ctx, peakCrowd, calm, peak)
			return float64(len(peak.took)) / took.Seconds()
		}
		peaks, kept := []float64{atPeak()}, []float64(nil)
		for range turns {
			before := len(pressed.took)
			took := crowd.press(ctx, 10*peakCrowd, wild, pressed)
			rate := float64(len(pressed.took)-before) / took.Seconds()
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
		figures := fmt.Sprintf("peak %.0f/s with %d people; with %d for %s in %d turns: %.0f %% of the peaks around "+
			"(a quarter of the turns below %.0f, a quarter above %.0f), p99 %s, %d turned away (p99 %s), %d failed; "+
			"%d orders meanwhile, p99 %s, %d refused; normal after %s",
			peaks[len(peaks)/2], peakCrowd, 10*peakCrowd, time.Duration(turns)*wild, turns, 100*goodput,
			100*kept[len(kept)/4], 100*kept[len(kept)*3/4], p99, len(pressed.refused), quantile(pressed.refused, .99),
			pressed.failed, len(bought), quantile(bought, .99), refused.Load(), normal.Round(time.Millisecond))
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
			sleep(ctx, 1500*time.Millisecond) // a shelf of the demo has to last
		}
		done <- all
	}()
	return done, refused, nil
}

// untilNormal is how long it takes until a look is answered as fast as ever.
func untilNormal(ctx context.Context, base string) time.Duration {
	for began := time.Now(); ; {
		_, took, err := look(ctx, newClient(1), base+looks[0])
		if since := time.Since(began); err == nil && took < 50*time.Millisecond || since > 30*time.Second ||
			ctx.Err() != nil {
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
		self := strconv.Itoa(os.Getpid())
		return exec.CommandContext(ctx, "taskset", "-a", "-c", "-p", to, self).Run() //nolint:gosec // ours
	}
	if err := move(processors); err != nil {
		return nil, fmt.Errorf("taskset: %w", err)
	}
	return func() { _ = move(fmt.Sprintf("0-%d", runtime.NumCPU()-1)) }, nil
}

// throng is people who look around, each over a connection of their own, as docs/capacity.md counts a visit: a
// page, five lists, ten products, two searches.
type throng struct {
	people   []*looker
	requests [][]byte
}

// looker speaks HTTP by hand: a client costs as much as the answers it waits for.
type looker struct {
	address string
	conn    net.Conn
	answers *bufio.Reader
	next    int // what to ask for
}

func gather(ctx context.Context, base string, n int) (*throng, error) {
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
	c := &throng{}
	address := strings.TrimPrefix(base, "http://")
	for _, path := range paths {
		c.requests = append(c.requests, fmt.Appendf(nil,
			"GET %s HTTP/1.1\r\nHost: %s\r\nAccept-Encoding: br, gzip\r\n\r\n", path, address))
	}
	for i := range n {
		c.people = append(c.people, &looker{address: address, next: i})
	}
	return c, nil
}

// press lets the first n ask for so long, and returns how long it took until all were answered. Their
// connections stay.
func (c *throng) press(ctx context.Context, n int, length time.Duration, w *watch) time.Duration {
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	var asking sync.WaitGroup
	for _, v := range c.people[:n] {
		asking.Go(func() {
			sleep(ctx, rand.N(breath))
			for ctx.Err() == nil {
				v.look(ctx, c.requests, w)
			}
		})
	}
	asking.Wait()
	return time.Since(began)
}

func (c *throng) leave() {
	for _, v := range c.people {
		v.hangUp()
	}
}

// look asks once, and does as told by somebody who has no time.
func (v *looker) look(ctx context.Context, requests [][]byte, w *watch) {
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
	told, err := ask(v.conn, v.answers, requests[v.next%len(requests)])
	v.next++
	w.note(told.status, time.Since(began), err)
	if err != nil || told.last {
		v.hangUp()
	}
	sleep(ctx, told.stayAway+breath/2+rand.N(breath))
}

func (v *looker) hangUp() {
	if v.conn != nil {
		_ = v.conn.Close()
		v.conn = nil
	}
}

// answer is what matters of one.
type answer struct {
	status   int
	stayAway time.Duration // Retry-After
	last     bool          // on this connection
}

// ask sends one request and reads its answer past. The shop says how long each answer is.
func ask(conn net.Conn, answers *bufio.Reader, request []byte) (told answer, err error) {
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	if _, err := conn.Write(request); err != nil {
		return told, err
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
			told.status = number(line[len("HTTP/1.1 "):][:3])
		case len(name) == 0:
			if length < 0 {
				return told, errors.New("an answer of unknown length")
			}
			_, err = answers.Discard(length)
			return told, err
		case bytes.EqualFold(name, []byte("Content-Length")):
			length = number(value)
		case bytes.EqualFold(name, []byte("Retry-After")):
			told.stayAway = time.Duration(number(value)) * time.Second
		case bytes.EqualFold(name, []byte("Connection")):
			told.last = true
		}
	}
	return told, err
}
