package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"dawa/internal/app/settings"
)

// readyCommand asks the shop on this machine whether it wants people, for
// containers that have no other program to ask with.
type readyCommand struct {
	Listen string `help:"${help_ready_listen}" default:"127.0.0.1:8080" env:"DAWA_LISTEN" placeholder:"HOST:PORT"`
}

// readyTimeout is how long a shop may take to say that it is ready.
const readyTimeout = 3 * time.Second

// Run asks once.
func (r readyCommand) Run(ctx context.Context, c console) error {
	host, port, err := net.SplitHostPort(r.Listen)
	if err != nil {
		return &settings.Error{Setting: "--listen", Problem: fmt.Sprintf("%q must look like 127.0.0.1:8080", r.Listen)}
	}
	// Who listens on every address is asked on this machine's own.
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	question, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz",
		nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(question)
	if err != nil {
		return err
	}
	if err := answer.Body.Close(); err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the shop at %s is not ready", r.Listen)
	}
	fmt.Fprintln(c.out, "ready")
	return nil
}
