// Command paint measures how many finished pages a second the shop sends, beside a
// handler that sends a constant body of the same size. measure.mjs runs it and looks
// at the pages in a browser.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"time"
)

func main() {
	shop := flag.String("shop", "", "host and port of a running shop")
	pid := flag.Int("pid", 0, "the shop's process")
	path := flag.String("path", "/", "the page")
	turn := flag.Duration("turn", 500*time.Millisecond, "how long each side is asked in one turn")
	bare := flag.Int("bare", 0, "send so many bytes for every answer (what the shop is compared with)")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, *shop, *pid, *path, *turn, *bare)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "paint:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, shop string, pid int, path string, turn time.Duration, bare int) error {
	if bare > 0 {
		return serveBare(ctx, bare)
	}
	size, err := sizeOf(ctx, shop, path)
	if err != nil {
		return err
	}
	other, err := startBare(ctx, size)
	if err != nil {
		return err
	}
	defer other.stop()
	sides := []side{{address: shop, pid: pid}, {address: other.address, pid: other.cmd.Process.Pid}}
	// In turns, so that whatever else the machine does disturbs both alike.
	const turns = 10
	for range turns {
		for i := range sides {
			if err := sides[i].ask(ctx, path, turn); err != nil {
				return err
			}
		}
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]any{
		"bytes":    size,
		"perClock": float64(sides[0].answers) / float64(sides[1].answers),
		"perCPU":   sides[0].perCPU() / sides[1].perCPU(),
		"pages":    sides[0].perCPU(),
	})
}

// side is one of the two servers and what it did.
type side struct {
	address string
	pid     int
	answers int
	spent   time.Duration
}

func (s *side) perCPU() float64 { return float64(s.answers) / max(s.spent.Seconds(), 0.01) }

func (s *side) ask(ctx context.Context, path string, d time.Duration) error {
	before, err := timeOf(s.pid)
	if err != nil {
		return err
	}
	until := time.Now().Add(d)
	const connections = 8
	counts, errs := make([]int, connections), make([]error, connections)
	var work sync.WaitGroup
	for i := range connections {
		work.Go(func() { counts[i], errs[i] = askOn(ctx, s.address, path, until) })
	}
	work.Wait()
	for _, n := range counts {
		s.answers += n
	}
	after, err := timeOf(s.pid)
	s.spent += after - before
	return errors.Join(append(errs, err)...)
}

// request is what a browser that comes back sends of what matters here.
func request(address, path string) string {
	return "GET " + path + " HTTP/1.1\r\nHost: " + address +
		"\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nCookie: language=english\r\n\r\n"
}

// askOn is the cheapest client there is: it writes requests as bytes and skips bodies
// by their length.
func askOn(ctx context.Context, address, path string, until time.Time) (count int, err error) {
	conn, err := (&net.Dialer{Timeout: 5 * time.Second}).DialContext(ctx, "tcp", address)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close() }()
	reader, text := bufio.NewReaderSize(conn, 64<<10), request(address, path)
	for time.Now().Before(until) {
		_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
		if _, err := io.WriteString(conn, text); err != nil {
			return count, err
		}
		if _, err := skip(reader); err != nil {
			return count, err
		}
		count++
	}
	return count, nil
}

func skip(reader *bufio.Reader) (length int, err error) {
	for first := true; ; first = false {
		line, err := reader.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		text := strings.TrimRight(string(line), "\r\n")
		if first && !strings.HasPrefix(text, "HTTP/1.1 200") {
			return 0, fmt.Errorf("answered %q", text)
		}
		if text == "" {
			break
		}
		if name, value, _ := strings.Cut(text, ":"); strings.EqualFold(name, "content-length") {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil {
				return 0, err
			}
		}
	}
	_, err = reader.Discard(length)
	return length, err
}

func sizeOf(ctx context.Context, address, path string) (int, error) {
	conn, err := (&net.Dialer{Timeout: 5 * time.Second}).DialContext(ctx, "tcp", address)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close() }()
	if _, err := io.WriteString(conn, request(address, path)); err != nil {
		return 0, err
	}
	return skip(bufio.NewReaderSize(conn, 64<<10))
}

// timeOf is the processor time that a process has used, in hundredths of a second.
func timeOf(pid int) (time.Duration, error) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(raw[strings.LastIndexByte(string(raw), ')')+1:]))
	var ticks int64
	for _, field := range fields[11:13] {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, err
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond, nil
}

type process struct {
	cmd     *exec.Cmd
	address string
}

func (p *process) stop() {
	_ = p.cmd.Process.Signal(os.Interrupt)
	_ = p.cmd.Wait()
}

func startBare(ctx context.Context, size int) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, self, "-bare", strconv.Itoa(size))
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	address, err := bufio.NewReader(out).ReadString('\n')
	return &process{cmd: cmd, address: strings.TrimSpace(address)}, err
}

func serveBare(ctx context.Context, size int) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	body := make([]byte, size)
	server := &http.Server{
		ReadHeaderTimeout: 5 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Content-Length", strconv.Itoa(size))
			_, _ = w.Write(body)
		}),
	}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
