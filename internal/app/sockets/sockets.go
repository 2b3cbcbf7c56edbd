// Package sockets takes over listening sockets from whoever started the program, as systemd passes them. The sockets
// outlive the program: between one that stops and the next that starts, connections wait in them instead of being
// refused.
package sockets

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// first is the number of the first passed socket, behind standard input, output and error.
const first = 3

// Names of the sockets, as FileDescriptorName= of a socket unit gives them. Sockets without one of these names are
// taken in this order.
const (
	HTTP  = "http"
	HTTPS = "https"
	Ops   = "ops"
)

var order = []string{HTTP, HTTPS, Ops}

// Passed takes the sockets that were passed to this process, by name; there are none when nobody passed any. It
// removes the variables that announce them, so that a program started by this one does not take them for its own.
func Passed() (map[string]net.Listener, error) {
	pid, count, names := os.Getenv("LISTEN_PID"), os.Getenv("LISTEN_FDS"), os.Getenv("LISTEN_FDNAMES")
	for _, variable := range []string{"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"} {
		if err := os.Unsetenv(variable); err != nil {
			return nil, err
		}
	}
	if pid == "" || pid != strconv.Itoa(os.Getpid()) {
		return nil, nil
	}
	n, err := strconv.Atoi(count)
	if err != nil || n < 1 || n > len(order) {
		return nil, fmt.Errorf("%q sockets were passed, 1 to %d can be used", count, len(order))
	}
	taken := map[string]net.Listener{}
	for i, name := range nameAll(strings.Split(names, ":"), n) {
		fd := first + i
		syscall.CloseOnExec(fd)
		file := os.NewFile(uintptr(fd), name)
		l, err := net.FileListener(file)
		_ = file.Close() // the listener has its own copy
		if _, ok := l.(*net.TCPListener); err == nil && !ok {
			err = errors.New("it is no TCP socket")
		}
		if err != nil {
			return nil, fmt.Errorf("the passed socket %q cannot be used: %w", name, err)
		}
		taken[name] = l
	}
	return taken, nil
}

// nameAll gives each of n sockets a name: its own when it is known, else the first that is free.
func nameAll(given []string, n int) []string {
	all := make([]string, n)
	free := append([]string(nil), order...)
	use := func(i int, name string) bool {
		for j, f := range free {
			if f == name {
				all[i], free = name, append(free[:j:j], free[j+1:]...)
				return true
			}
		}
		return false
	}
	for i := range all {
		if i < len(given) {
			use(i, given[i])
		}
	}
	for i := range all {
		if all[i] == "" {
			use(i, free[0])
		}
	}
	return all
}
