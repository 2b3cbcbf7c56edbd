package writes

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/testkit/pgtest"
)

// opsListen is where the measured shop serves its profiles (/debug/pprof) while the benchmark runs.
var opsListen = flag.String("ops-listen", "", "address for the shop's profiles and metrics")

// server is a running program whose writing is measured.
type server struct {
	address string
	pid     int
	// postmaster is PostgreSQL's process, 0 with SQLite.
	postmaster int
}

// start runs a program and stops it when the benchmark ends.
func start(b testing.TB, program string, args ...string) *exec.Cmd {
	b.Helper()
	cmd := exec.CommandContext(b.Context(), program, args...)
	cmd.Stderr = os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	b.Cleanup(func() { _ = cmd.Process.Signal(os.Interrupt); _ = cmd.Wait() })
	return cmd
}

func startBare(b testing.TB, program, database string) server {
	b.Helper()
	cmd := start(b, program, "-database", database)
	out, err := cmd.StdoutPipe()
	check(b, err)
	check(b, cmd.Start())
	address, err := bufio.NewReader(out).ReadString('\n')
	check(b, err)
	return server{address: strings.TrimSpace(address), pid: cmd.Process.Pid, postmaster: postmaster(b, database)}
}

// startShop fills a shop that never runs out of stock and serves it.
func startShop(b testing.TB, program, database string) server {
	b.Helper()
	data := fillShop(b, program, database)
	return serveShop(b, program, database, data)
}

// fillShop makes a shop with a thousand products and gives its data folder.
func fillShop(b testing.TB, program, database string) (data string) {
	b.Helper()
	data = b.TempDir()
	target, args := data, []string{"--data", data}
	if strings.HasPrefix(database, "postgres://") {
		target, args = database, append(args, "--database", database)
	}
	for _, command := range [][]string{{"demo", "--products", "1000"}, {"keys", "new"}} {
		where := args
		if command[0] == "keys" {
			where = args[:2]
		}
		out, err := exec.CommandContext(b.Context(), program, append(command, where...)...).CombinedOutput()
		if err != nil {
			b.Fatalf("dawa %v: %v: %s", command, err, out)
		}
	}
	db, err := sqlstore.Open(b.Context(), target, sqlstore.Options{})
	check(b, err)
	check(b, db.Write(b.Context(), func(tx *sqlstore.Tx) error {
		// Nobody may order a medicine a thousand times a day, as the few shoppers here do with everything.
		_, err := tx.ExecContext(b.Context(), "UPDATE products SET stock = 1000000000, regulation = 'none'")
		return err
	}))
	check(b, db.Close())
	return data
}

// serveShop starts a server of a filled shop and waits until it is ready.
func serveShop(b testing.TB, program, database, data string) server {
	b.Helper()
	args := []string{"--data", data}
	if strings.HasPrefix(database, "postgres://") {
		args = append(args, "--database", database)
	}
	var lc net.ListenConfig
	listener, err := lc.Listen(b.Context(), "tcp", "127.0.0.1:0")
	check(b, err)
	address := listener.Addr().String()
	check(b, listener.Close())
	cmd := start(b, program, append([]string{
		"serve", "--listen", address, "--ops-listen", *opsListen, "--log-level", "error",
		"--trusted-proxies", "127.0.0.1", "--base-url", "http://" + address,
		"--open-orders", "0", "--open-orders-network", "0",
	}, args...)...)
	check(b, cmd.Start())
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		res, err := http.Get("http://" + address + "/readyz")
		if err == nil {
			_ = res.Body.Close()
			if res.StatusCode == http.StatusOK {
				break
			}
		}
		if time.Since(began) > time.Minute {
			b.Fatalf("the shop is not ready: %v", err)
		}
	}
	return server{address: address, pid: cmd.Process.Pid, postmaster: postmaster(b, database)}
}

// postmaster finds the process of the PostgreSQL server at an address.
func postmaster(b testing.TB, database string) int {
	b.Helper()
	if !strings.HasPrefix(database, "postgres://") {
		return 0
	}
	return pgtest.PID(b)
}

// processorTime is what the server has used so far, and what all processes of its database have.
func (s server) processorTime() (time.Duration, error) {
	total, err := ownTime(s.pid, false)
	if err != nil || s.postmaster == 0 {
		return total, err
	}
	database, err := ownTime(s.postmaster, true)
	total += database
	if err != nil {
		return 0, err
	}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return 0, err
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if fields, err := stat(pid); err == nil && fields[1] == strconv.Itoa(s.postmaster) {
			if t, err := ownTime(pid, false); err == nil { // it may have ended meanwhile
				total += t
			}
		}
	}
	return total, nil
}

// stat reads /proc/PID/stat from the state on: state, parent, …
func stat(pid int) ([]string, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil, err
	}
	end := strings.LastIndexByte(string(data), ')')
	if end < 0 {
		return nil, errors.New("the system does not describe the process")
	}
	return strings.Fields(string(data[end+1:])), nil
}

// ownTime is the processor time of a process, with or without that of its ended children.
func ownTime(pid int, children bool) (time.Duration, error) {
	fields, err := stat(pid)
	if err != nil {
		return 0, err
	}
	columns := fields[11:13]
	if children {
		columns = fields[11:15]
	}
	ticks := 0
	for _, f := range columns {
		n, err := strconv.Atoi(f)
		if err != nil {
			return 0, err
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond, nil
}
