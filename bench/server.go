package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"dawa/internal/domain/catalog"
)

// served is what the real server costs, over real connections.
type served struct {
	products int
	// From the start of the process until it is ready.
	ready, readyCPU time.Duration
	memory          uint64 // the most it ever had, in bytes
	// category and product are beside a handler that sends a constant body of the same size: how many
	// answers a second of the server's processor time gives, and a second of the clock's.
	category, product ratio
	// Processor time of the server for each call.
	autocomplete, search time.Duration
}

type ratio struct{ perCPU, perClock float64 }

// measureServer fills a shop, starts the program on it, and asks.
func measureServer(ctx context.Context, p plan, m mix) (*served, error) {
	folder, err := os.MkdirTemp("", "dawa-bench-")
	if err != nil {
		return nil, fmt.Errorf("making a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	data := filepath.Join(folder, "data")
	if err := fillShop(ctx, p.binary, data, p.serve); err != nil {
		return nil, err
	}
	out := &served{products: p.serve}
	shop, err := out.start(ctx, p.binary, data)
	if err != nil {
		return nil, err
	}
	defer shop.stop()
	product, err := firstProduct(ctx, shop.address)
	if err != nil {
		return nil, err
	}
	var pages []string
	for _, category := range catalog.Categories() {
		pages = append(pages, "/api/product/category/"+category+"?page=1&limit=12")
	}
	if out.category, err = compare(ctx, shop, folder, pages[:1], p.effort); err != nil {
		return nil, err
	}
	if out.product, err = compare(ctx, shop, folder, []string{"/api/product/" + product}, p.effort); err != nil {
		return nil, err
	}
	if out.autocomplete, err = shop.costOf(ctx, addresses(autocompleteCall, m.typed), p.effort); err != nil {
		return nil, err
	}
	if out.search, err = shop.costOf(ctx, addresses(searchCall, m.searched), p.effort); err != nil {
		return nil, err
	}
	out.memory, err = shop.maxMemory()
	return out, err
}

// fillShop makes a shop with so many products in a new folder.
func fillShop(ctx context.Context, binary, data string, products int) error {
	for _, args := range [][]string{
		{"demo", "--data", data, "--products", strconv.Itoa(products)}, {"keys", "new", "--data", data},
	} {
		if out, err := exec.CommandContext(ctx, binary, args...).CombinedOutput(); err != nil {
			return fmt.Errorf("dawa %s: %w: %s", strings.Join(args, " "), err, out)
		}
	}
	return nil
}

// process is a running server.
type process struct {
	cmd     *exec.Cmd
	address string
}

func (p *process) stop() {
	_ = p.cmd.Process.Signal(os.Interrupt)
	_ = p.cmd.Wait()
}

// start runs the shop and waits until it is ready.
func (s *served) start(ctx context.Context, binary, data string) (*process, error) {
	var lc net.ListenConfig
	listener, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("finding a free port: %w", err)
	}
	address := listener.Addr().String()
	_ = listener.Close()
	p := &process{
		cmd:     exec.CommandContext(ctx, binary, "serve", "--data", data, "--listen", address, "--ops-listen", ""),
		address: address,
	}
	began := time.Now()
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting the shop: %w", err)
	}
	for {
		if _, err := bodyOf(ctx, address, "/readyz"); err == nil {
			break
		}
		if time.Since(began) > 2*time.Minute {
			p.stop()
			return nil, errors.New("the shop is not ready after two minutes")
		}
		time.Sleep(5 * time.Millisecond)
	}
	s.ready = time.Since(began)
	s.readyCPU, err = timeOf(p.cmd.Process.Pid)
	return p, err
}

func (p *process) maxMemory() (uint64, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0, fmt.Errorf("asking how much memory the shop has: %w", err)
	}
	for line := range strings.SplitSeq(string(data), "\n") {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kilobytes, err := strconv.ParseUint(strings.Fields(rest)[0], 10, 64)
			return kilobytes << 10, err
		}
	}
	return 0, errors.New("the system does not say how much memory the shop has")
}

// costOf is the server's processor time for each of these calls.
func (p *process) costOf(ctx context.Context, paths []string, effort time.Duration) (time.Duration, error) {
	var calls int
	var spent time.Duration
	for until := time.Now().Add(10 * effort); time.Now().Before(until) && (calls < len(paths) || spent < effort); {
		before, err := timeOf(p.cmd.Process.Pid)
		if err != nil {
			return 0, err
		}
		n, err := load(ctx, p.address, paths, effort)
		if err != nil {
			return 0, err
		}
		after, err := timeOf(p.cmd.Process.Pid)
		if err != nil {
			return 0, err
		}
		calls, spent = calls+n, spent+after-before
	}
	return spent / time.Duration(max(calls, 1)), nil
}

// compare sets the shop beside the bare handler: each is asked for a moment, again and again in turn, so
// that whatever else the machine does disturbs both alike.
func compare(ctx context.Context, shop *process, folder string, paths []string, effort time.Duration) (ratio, error) {
	body, err := bodyOf(ctx, shop.address, paths[0])
	if err != nil {
		return ratio{}, err
	}
	file := filepath.Join(folder, "body")
	if err := os.WriteFile(file, body, 0o600); err != nil {
		return ratio{}, fmt.Errorf("reading the body: %w", err)
	}
	bare, err := startBare(ctx, file)
	if err != nil {
		return ratio{}, err
	}
	defer bare.stop()
	const turns = 10
	var counts [2]int
	var spent [2]time.Duration
	for range turns {
		for i, p := range []*process{shop, bare} {
			before, err := timeOf(p.cmd.Process.Pid)
			if err != nil {
				return ratio{}, err
			}
			n, err := load(ctx, p.address, paths, max(effort/2, 20*time.Millisecond))
			if err != nil {
				return ratio{}, err
			}
			after, err := timeOf(p.cmd.Process.Pid)
			if err != nil {
				return ratio{}, err
			}
			counts[i], spent[i] = counts[i]+n, spent[i]+after-before
		}
	}
	perCPU := func(i int) float64 { return float64(counts[i]) / max(spent[i].Seconds(), 0.01) }
	return ratio{perCPU: perCPU(0) / perCPU(1), perClock: float64(counts[0]) / float64(max(counts[1], 1))}, nil
}

func startBare(ctx context.Context, file string) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program: %w", err)
	}
	cmd := exec.CommandContext(ctx, self, "-bare", file)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("starting the bare handler: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting the bare handler: %w", err)
	}
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("the bare handler does not say where it listens: %w", err)
	}
	return &process{cmd: cmd, address: strings.TrimSpace(address)}, nil
}

func bodyOf(ctx context.Context, address, path string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+path, nil)
	if err != nil {
		return nil, fmt.Errorf("preparing a request: %w", err)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, fmt.Errorf("asking the shop: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answers %d", path, res.StatusCode)
	}
	return io.ReadAll(res.Body)
}

// firstProduct is the id of some product.
func firstProduct(ctx context.Context, address string) (string, error) {
	body, err := bodyOf(ctx, address, "/api/product/all?limit=1")
	if err != nil {
		return "", err
	}
	_, rest, _ := strings.Cut(string(body), `"_id":"`)
	id, _, found := strings.Cut(rest, `"`)
	if !found {
		return "", errors.New("the shop lists no product")
	}
	return id, nil
}
