package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// binary is the shop.
func binary() string {
	if b := os.Getenv("DAWA_BINARY"); b != "" {
		return b
	}
	return "bin/dawa"
}

// server is one shop in a folder of its own.
type server struct {
	cmd       *exec.Cmd
	dir       string
	base, ops string
}

// startServer opens a demo shop. wrap, when given, comes before the command.
func startServer(ctx context.Context, dir string, wrap ...string) (*server, error) {
	ops, err := freePort()
	if err != nil {
		return nil, err
	}
	path, err := filepath.Abs(binary())
	if err != nil {
		return nil, err
	}
	args := append(wrap, path, "serve", "--demo", "--data", dir, "--listen", "127.0.0.1:0", "--ops-listen", ops,
		"--log-level", "error", "--order-limits", "off")
	s := &server{dir: dir, ops: "http://" + ops, cmd: exec.CommandContext(ctx, args[0], args[1:]...)}
	if os.Getenv("DAWA_FAULTS_LOG") != "" {
		s.cmd.Stderr = os.Stderr // the shop's own words
	}
	s.cmd.Cancel = func() error { return s.cmd.Process.Signal(syscall.SIGTERM) }
	s.cmd.WaitDelay = 20 * time.Second
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the shop did not open: %w", err), s.stop())
	}
	s.base = strings.Replace(strings.TrimSpace(strings.TrimPrefix(line, "Dawa is open at ")), "localhost", "127.0.0.1",
		1)
	go func() { _, _ = io.Copy(io.Discard, out) }() // ends with the process
	return s, nil
}

func (s *server) stop() error {
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	return s.cmd.Wait()
}

// figure reads one of the shop's figures, summed over its series.
func figure(ops, name string) float64 {
	res, err := http.Get(ops + "/metrics") //nolint:noctx // a tool of one machine
	if err != nil {
		return -1
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return -1
	}
	sum := 0.0
	for _, m := range regexp.MustCompile(`(?m)^`+name+`(?:\{[^}]*\})? (\S+)$`).FindAllStringSubmatch(string(text), -1) {
		v, _ := strconv.ParseFloat(m[1], 64)
		sum += v
	}
	return sum
}

func freePort() (string, error) {
	l, err := listenConfig.Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String(), nil
}
