// Command faults breaks a running shop on purpose and measures what users notice. It needs bin/dawa; the
// scenarios of the cluster use tools/cluster.sh. Run by make faults.
//
//	faults [-short] SCENARIO…
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

// scenario is one fault. It returns the figures as words, and an error if the promise was not met.
type scenario struct {
	name    string
	promise string
	cluster bool // runs on tools/cluster.sh
	run     func(*trial) (figures string, err error)
}

// trial is a scenario under way.
type trial struct {
	ctx   context.Context
	short bool
	*cluster
}

// during picks a duration for short and for full runs.
func (t *trial) during(short, full time.Duration) time.Duration {
	if t.short {
		return short
	}
	return full
}

var scenarios = []scenario{
	{
		"overload", "10× the concurrent users of the peak: goodput ≥ 90 % of the peak, accepted p99 ≤ 500 ms, normal " +
			"≤ 5 s after",
		false, overload,
	},
	{"slow-connections", "5,000 slow connections: others are served as before", false, slowConnections},
	{"soak", "mixed load: flat memory, no goroutine leak, no failed request", false, soak},
	{
		"disk-full", "disk full: reads go on, writes are refused with 503, all is well when there is room", false,
		diskFull,
	},
	{"costs", "processor time of one of each, SQLite", false, costs},
	{"cluster-costs", "processor time of one of each at the servers, PostgreSQL behind a balancer", true, clusterCosts},
	{
		"rolling-restart",
		"three servers restarted three times under load, new and previous version together: no failed request", true,
		rollingRestart,
	},
	{"primary-killed", "primary killed: no acknowledged order lost, writes back ≤ 15 s", true, primaryKilled},
	{"replica-behind", "standby far behind: reports and people see everything", true, replicaBehind},
	{
		"s3-down", "pictures' store down: the shop sells on, uploads are refused, all is well when it is back", true,
		s3Down,
	},
}

func main() {
	short := flag.Bool("short", false, "shorter runs, the same checks")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, *short, flag.Args())
	stop()
	os.Exit(code)
}

func run(ctx context.Context, short bool, names []string) int {
	var chosen []scenario
	for _, s := range scenarios {
		if len(names) == 0 || slices.Contains(names, s.name) {
			chosen = append(chosen, s)
		}
	}
	if len(names) > 0 && len(chosen) != len(names) {
		fmt.Fprintln(os.Stderr, "faults: there is no such scenario among", strings.Join(names, ", "))
		return 2
	}
	failed := 0
	var table strings.Builder
	for _, s := range chosen {
		if ctx.Err() != nil {
			break
		}
		fmt.Printf("\n▸ %s: %s\n", s.name, s.promise)
		figures, err := try(ctx, short, s)
		verdict := "met"
		if err != nil {
			failed++
			verdict = "MISSED: " + err.Error()
		}
		fmt.Printf("  %s\n  %s\n", figures, verdict)
		fmt.Fprintf(&table, "| %s | %s | %s |\n", s.promise, figures, strings.ReplaceAll(verdict, "\n", " "))
	}
	fmt.Printf("\n| promise | figures | |\n|---|---|---|\n%s", table.String())
	if failed > 0 {
		return 1
	}
	return 0
}

func try(ctx context.Context, short bool, s scenario) (figures string, err error) {
	t := &trial{ctx: ctx, short: short}
	if s.cluster {
		c, err := startCluster(ctx)
		if err != nil {
			return "", err
		}
		defer c.stop()
		t.cluster = c
	}
	return s.run(t)
}
