// Command bench measures the budgets of the catalogue and the search and how they grow with the number of
// products. What it compares it measures in the same run, one beside the other, and it counts the
// processor's time, not the clock's: both hold on a machine that is busy with something else.
//
//	bench/run.sh              1,000 to 100,000 products and the real server, a few minutes
//	BENCH_FULL=1 bench/run.sh one million products too
//	BENCH_READY=1000000 bench/run.sh the start with so many products, and nothing else
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"time"
)

// plan says what to measure and for how long.
type plan struct {
	sizes   []int
	queries string        // the golden queries of the search
	effort  time.Duration // processor time spent on each figure
	binary  string        // the shop's program; empty leaves the real server out
	serve   int           // how many products the real server has
	docs    string        // where to write the table and the plot; empty is nowhere
}

func main() {
	full := flag.Bool("full", false, "measure one million products too")
	p := plan{sizes: []int{1_000, 10_000, 100_000}, serve: 100_000}
	flag.StringVar(&p.queries, "queries", "internal/domain/search/testdata/queries.json", "the golden queries")
	flag.DurationVar(&p.effort, "effort", time.Second, "processor time spent on each figure")
	flag.StringVar(&p.binary, "dawa", "", "the built program; without it the real server is left out")
	flag.StringVar(&p.docs, "docs", "", "folder for performance.md and growth.svg")
	bare := flag.String("bare", "", "serve this file as the body of every answer (what the shop is compared with)")
	ready := flag.Int("ready", 0, "measure the start with so many products, and nothing else")
	flag.Parse()
	if *full {
		p.sizes = append(p.sizes, 1_000_000)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	var err error
	switch {
	case *bare != "":
		err = serveBare(ctx, *bare, os.Stdout)
	case *ready > 0:
		err = measureReady(ctx, p.binary, *ready, os.Stdout)
	default:
		err = run(ctx, p, os.Stdout)
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run measures everything the plan asks for and prints it.
func run(ctx context.Context, p plan, out io.Writer) error {
	m, err := readMix(p.queries)
	if err != nil {
		return err
	}
	var r report
	r.growth, err = measureGrowth(ctx, p.sizes, m, p.effort, func(done string) { fmt.Fprintln(out, done) })
	if err != nil {
		return err
	}
	if p.binary != "" {
		if r.server, err = measureServer(ctx, p, m); err != nil {
			return fmt.Errorf("measuring the real server: %w", err)
		}
	}
	r.print(out)
	if p.docs == "" {
		return nil
	}
	if err := os.WriteFile(filepath.Join(p.docs, "growth.svg"), plot(r.growth), 0o644); err != nil {
		return fmt.Errorf("writing the plot: %w", err)
	}
	page := filepath.Join(p.docs, "performance.md")
	if err := os.WriteFile(page, append(r.markdown(time.Now()), byHand(page)...), 0o644); err != nil {
		return fmt.Errorf("writing the table: %w", err)
	}
	return nil
}

// byHandMark stands above what was measured by hand, which is not written anew.
const byHandMark = "\n<!-- Measured by hand: make bench keeps what follows. -->\n"

// byHand is what the page holds below the mark.
func byHand(page string) []byte {
	old, err := os.ReadFile(page)
	if at := bytes.Index(old, []byte(byHandMark)); err == nil && at >= 0 {
		return old[at:]
	}
	return nil
}
