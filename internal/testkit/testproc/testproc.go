// Package testproc runs the servers that tests need, as processes that do not outlive the tests.
package testproc

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
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

// Ports below this one are not given to connections that go out, on Linux as it is set up; the lowest ones have
// meanings of their own.
const firstPort, firstOutgoing = 10_000, 32_768

var given sync.Map // ports, by number

// FreePort finds a port of the loopback that nobody listens on, for a server that starts later or more than once. It
// is none that the kernel chooses: those go to connections in the meantime, and a closed one keeps its port for a
// minute.
func FreePort() (int, error) {
	var listener net.ListenConfig
	for range 1000 {
		port := firstPort + rand.IntN(firstOutgoing-firstPort)
		if _, taken := given.LoadOrStore(port, true); taken {
			continue
		}
		l, err := listener.Listen(context.Background(), "tcp", "127.0.0.1:"+strconv.Itoa(port))
		if err != nil {
			continue // somebody else's
		}
		return port, l.Close()
	}
	return 0, errors.New("testproc: no port is free")
}
