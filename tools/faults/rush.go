package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"
)

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

// rush lets n people ask as fast as they are answered until ctx ends. It writes and reads the lines itself:
// a whole HTTP client would cost as much as the answers it waits for.
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

func ask(conn net.Conn, answers *bufio.Reader, request []byte) (status int, last bool, err error) {
	if _, err := conn.Write(request); err != nil {
		return 0, true, err
	}
	res, err := http.ReadResponse(answers, nil)
	if err != nil {
		return 0, true, err
	}
	defer func() { _ = res.Body.Close() }()
	_, err = io.Copy(io.Discard, res.Body)
	return res.StatusCode, res.Close, err
}
