package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

var listenConfig net.ListenConfig

// alone opens a shop in a temporary folder for a scenario. wrap, when given, comes before its command.
func (t *trial) alone(scenario func(s *server) (string, error), wrap ...string) (figures string, err error) {
	dir, err := os.MkdirTemp("", "dawa-faults-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	s, err := startServer(t.ctx, filepath.Join(dir, "data"), wrap...)
	if err != nil {
		return "", err
	}
	defer func() {
		if stopErr := s.stop(); stopErr != nil {
			err = errors.Join(err, fmt.Errorf("the shop did not stop in order: %w", stopErr))
		}
	}()
	return scenario(s)
}

func slowConnections(t *trial) (string, error) {
	return t.alone(func(s *server) (string, error) {
		n := 5000
		if t.short {
			n = 2000
		}
		measure := func() *watch {
			ctx, cancel := context.WithTimeout(t.ctx, 5*time.Second)
			defer cancel()
			w := newWatch()
			browse(ctx, s.base, 8, 5*time.Millisecond, w)
			return w
		}
		before := measure()
		address := s.base[len("http://"):]
		ctx, cancel := context.WithCancel(t.ctx)
		defer cancel()
		var slow sync.WaitGroup
		var held atomic.Int64
		for i := range n {
			slow.Go(func() { // a letter of the head each second, and again when it is thrown out
				for ctx.Err() == nil {
					dialer := net.Dialer{Timeout: 5 * time.Second}
					c, err := dialer.DialContext(ctx, "tcp", address)
					if err != nil {
						sleep(ctx, time.Second)
						continue
					}
					held.Add(1)
					if i%2 == 0 {
						_, err = c.Write([]byte("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "))
					} else { // the other half asks and does not read
						_, err = c.Write([]byte("GET /api/product/all?limit=48 HTTP/1.1\r\nHost: x\r\n\r\n"))
					}
					for err == nil && ctx.Err() == nil {
						sleep(ctx, time.Second)
						_, err = c.Write([]byte("a"))
					}
					_ = c.Close()
					held.Add(-1)
				}
			})
			if i%100 == 0 {
				sleep(ctx, 10*time.Millisecond)
			}
		}
		sleep(ctx, 2*time.Second)
		during := measure()
		open, memory := figure(s.ops, "dawa_connections_open"), figure(s.ops, "process_resident_memory_bytes")
		cancel()
		slow.Wait()
		figures := fmt.Sprintf(
			"%d slow connections (%.0f open, %.0f MB): p99 %s, before %s; %d answered, %d refused, %d failed",
			n, open, memory/(1<<20), quantile(during.took, .99), quantile(before.took, .99), len(during.took),
			len(during.refused), during.failed)
		switch {
		case during.failed > 0:
			return figures, errors.New(during.first)
		case quantile(during.took, .99) > 500*time.Millisecond:
			return figures, errors.New("others were slow")
		case len(during.took) < len(before.took)/2:
			return figures, errors.New("others were hardly served")
		}
		return figures, nil
	})
}

func soak(t *trial) (string, error) {
	return t.alone(func(s *server) (string, error) {
		length := t.during(time.Minute, 20*time.Minute)
		ctx, cancel := context.WithTimeout(t.ctx, length)
		defer cancel()
		product, err := inStock(t.ctx, s.base)
		if err != nil {
			return "", err
		}
		var orders, refused atomic.Int64
		var group sync.WaitGroup
		for i := range 4 {
			buyer, err := signUp(t.ctx, s.base, fmt.Sprint("buyer", i))
			if err != nil {
				return "", err
			}
			group.Go(func() {
				for n := 0; ctx.Err() == nil; n++ {
					if _, err := buyer.order(ctx, product, fmt.Sprint("soak ", n)); err == nil {
						orders.Add(1)
					} else if ctx.Err() == nil {
						refused.Add(1) // the demo's stock runs out at some time
					}
					sleep(ctx, 300*time.Millisecond)
				}
			})
		}
		w := newWatch()
		group.Go(func() { browse(ctx, s.base, 8, 10*time.Millisecond, w) })
		sleep(ctx, length/4)
		memory, goroutines := figure(s.ops, "process_resident_memory_bytes"), figure(s.ops, "go_goroutines")
		group.Wait()
		after, left := figure(s.ops, "process_resident_memory_bytes"), 0.0
		for range 30 { // idle connections end by themselves
			if left = figure(s.ops, "go_goroutines"); left <= goroutines {
				break
			}
			sleep(t.ctx, time.Second)
		}
		panics := figure(s.ops, "dawa_panics_total")
		figures := fmt.Sprintf("%s: %d answers (p99 %s), %d orders, %d failed; memory %.0f MB after a quarter, %.0f "+
			"MB at the end; goroutines %.0f, %.0f",
			length, len(w.took), quantile(w.took, .99), orders.Load(), w.failed, memory/(1<<20), after/(1<<20),
			goroutines, left)
		switch {
		case w.failed > 0 || panics != 0:
			return figures, errors.New("requests failed: " + w.first)
		case after > 1.15*memory+20<<20:
			return figures, errors.New("memory grows")
		case left > goroutines+10:
			return figures, errors.New("goroutines are left behind")
		case orders.Load() == 0:
			return figures, errors.New("nobody bought anything")
		}
		return figures, nil
	})
}

// diskFull puts the shop on a small disk of its own. That takes the right to mount.
func diskFull(t *trial) (string, error) {
	dir, err := os.MkdirTemp("", "dawa-faults-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := exec.CommandContext(t.ctx, "mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", dir).Run(); err != nil {
		return "", fmt.Errorf("a small disk cannot be made (run as root): %w", err)
	}
	defer func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) }()
	s, err := startServer(t.ctx, filepath.Join(dir, "data"))
	if err != nil {
		return "", err
	}
	defer func() { _ = s.stop() }()
	buyer, err := signUp(t.ctx, s.base, "buyer")
	if err != nil {
		return "", err
	}
	product, err := inStock(t.ctx, s.base)
	if err != nil {
		return "", err
	}
	first, err := buyer.order(t.ctx, product, "before")
	if err != nil {
		return "", err
	}
	filler := filepath.Join(dir, "filler")
	if err := fillDisk(filler); err != nil {
		return "", err
	}
	refused, answered := 0, 0
	for n := range 40 {
		status, _, err := fetchOnce(t.ctx, newClient(1), s.base+reads[n%len(reads)])
		if err != nil || status != http.StatusOK {
			return "", fmt.Errorf("a read answers %d with a full disk: %w", status, err)
		}
		answered++
		_, err = buyer.order(t.ctx, product, fmt.Sprint("full ", n))
		if errors.Is(err, errNotYet) {
			refused++
		} else if err != nil {
			return "", fmt.Errorf("with a full disk: %w", err)
		}
	}
	if err := os.Remove(filler); err != nil {
		return "", err
	}
	freed := time.Now()
	second := ""
	for second == "" && time.Since(freed) < 10*time.Second {
		if second, err = buyer.order(t.ctx, product, "after"); err != nil {
			sleep(t.ctx, 50*time.Millisecond)
		}
	}
	back := time.Since(freed)
	figures := fmt.Sprintf(
		"%d reads answered and %d orders refused with 503 while the disk was full; an order %s after there was room",
		answered, refused, back.Round(time.Millisecond))
	status, body, err := buyer.call(t.ctx, http.MethodGet, "/api/order/"+first, "")
	switch {
	case second == "":
		return figures, fmt.Errorf("no order after there was room: %w", err)
	case refused == 0:
		return figures, errors.New("the disk was not full")
	case err != nil || status != http.StatusOK:
		return figures, fmt.Errorf("the order from before is gone: %d %s", status, body)
	}
	return figures, nil
}

func fillDisk(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	for _, size := range []int{1 << 20, 4 << 10, 1} {
		block := make([]byte, size)
		for {
			if _, err := f.Write(block); errors.Is(err, syscall.ENOSPC) {
				break
			} else if err != nil {
				return err
			}
		}
	}
	return nil
}
