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
	"strconv"
	"strings"
	"sync"
	"time"
)

// serveBare is what the shop is compared with: a handler that sends a constant body. It prints where it
// listens.
func serveBare(ctx context.Context, file string, out io.Writer) error {
	body, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("reading the body: %w", err)
	}
	var lc net.ListenConfig
	listener, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listening: %w", err)
	}
	fmt.Fprintln(out, listener.Addr())
	server := &http.Server{
		ReadHeaderTimeout: 5 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json; charset=utf-8")
			_, _ = w.Write(body)
		}),
	}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// connections is how many clients ask at once.
const connections = 8

// load asks for the addresses in turn on several connections for some time, and counts the answers.
func load(ctx context.Context, address string, paths []string, d time.Duration) (int, error) {
	until := time.Now().Add(d)
	var work sync.WaitGroup
	counts, errs := make([]int, connections), make([]error, connections)
	for i := range connections {
		work.Go(func() { counts[i], errs[i] = ask(ctx, address, paths, i, until) })
	}
	work.Wait()
	total := 0
	for _, n := range counts {
		total += n
	}
	return total, errors.Join(errs...)
}

// ask is the cheapest client there is: it writes requests as bytes and skips bodies by their length.
func ask(ctx context.Context, address string, paths []string, first int, until time.Time) (count int, err error) {
	dialer := net.Dialer{Timeout: 5 * time.Second}
	conn, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close() }()
	reader := bufio.NewReaderSize(conn, 64<<10)
	for at := first; time.Now().Before(until); at++ {
		_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
		if _, err := io.WriteString(conn, "GET "+numbered(paths[at%len(paths)])+" HTTP/1.1\r\nHost: "+address+
			"\r\n\r\n"); err != nil {
			return count, err
		}
		if err := skipAnswer(reader); err != nil {
			return count, fmt.Errorf("%s: %w", paths[at%len(paths)], err)
		}
		count++
	}
	return count, nil
}

func skipAnswer(reader *bufio.Reader) error {
	length, chunked := -1, false
	for first := true; ; first = false {
		line, err := reader.ReadSlice('\n')
		if err != nil {
			return err
		}
		text := strings.TrimRight(string(line), "\r\n")
		if first && !strings.HasPrefix(text, "HTTP/1.1 200") {
			return fmt.Errorf("answered %q", text)
		}
		if text == "" {
			break
		}
		name, value, _ := strings.Cut(text, ":")
		switch strings.ToLower(name) {
		case "content-length":
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil {
				return err
			}
		case "transfer-encoding":
			chunked = true
		}
	}
	if chunked {
		return skipChunks(reader)
	}
	_, err := reader.Discard(length)
	return err
}

func skipChunks(reader *bufio.Reader) error {
	for {
		line, err := reader.ReadString('\n')
		if err != nil {
			return err
		}
		size, err := strconv.ParseInt(strings.TrimSpace(line), 16, 32)
		if err != nil {
			return err
		}
		if _, err := reader.Discard(int(size) + 2); err != nil || size == 0 {
			return err
		}
	}
}
