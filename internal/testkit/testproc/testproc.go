// Package testproc runs the servers that tests need, as processes that do not outlive the tests.
package testproc

import (
	"context"
	"net"
	"os/exec"
	"runtime"
)

// Start starts a process from a thread that lives as long as the process: the kernel's "end with your
// parent" means the thread, not the program.
func Start(c *exec.Cmd) (ended <-chan struct{}, err error) {
	started, done := make(chan error), make(chan struct{})
	go func() {
		runtime.LockOSThread()
		err := c.Start()
		started <- err
		if err == nil {
			_ = c.Wait()
			close(done)
		}
	}()
	return done, <-started
}

// FreePort finds a port of the loopback that nobody listens on.
func FreePort() (int, error) {
	var listener net.ListenConfig
	l, err := listener.Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port, nil
}
