package main

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"
)

// report is everything that was measured in one run.
type report struct {
	growth []size
	server *served
}

// budget is a promise and what became of it.
type budget struct {
	what, promise, measured string
	met                     bool
}

// Promises of the catalogue and the search.
const (
	autocompleteBudget = 300 * time.Microsecond
	searchBudget       = time.Millisecond
	growthBudget       = 3.0 // times the cost at a thousand products
	bareBudget         = 0.6 // of the throughput of a handler that sends a constant body
	readyBudget        = 2 * time.Second
	memoryBudget       = 600 << 20
	changeBudget       = 50 * time.Millisecond
	large              = 100_000
)

// budgets compares what was measured with the budgets.
func (r *report) budgets() []budget {
	var all []budget
	add := func(met bool, what, promise, measured string, args ...any) {
		all = append(all, budget{what, promise, fmt.Sprintf(measured, args...), met})
	}
	first, at := r.at(r.growth[0].products), r.at(large)
	if at == nil { // a smaller run says what it has
		at = &r.growth[len(r.growth)-1]
	}
	many := thousands(at.products)
	ratioOf := func(a, b time.Duration) float64 { return float64(a) / float64(max(b, 1)) }
	add(at.autocomplete < autocompleteBudget, "autocomplete, "+many+" products", "under 0.3 ms", "%s",
		micros(at.autocomplete))
	add(at.search < searchBudget, "search, "+many+" products", "under 1 ms", "%s", micros(at.search))
	add(at.worst < searchBudget, "slowest query ("+at.worstQuery+")", "under 1 ms", "%s", micros(at.worst))
	grown := ratioOf(at.autocomplete, first.autocomplete)
	add(grown < growthBudget, "autocomplete, compared with "+thousands(first.products)+" products", "under 3×", "%.1f×",
		grown)
	grown = ratioOf(at.search, first.search)
	add(grown < growthBudget, "search, compared with "+thousands(first.products)+" products", "under 3×", "%.1f×",
		grown)
	add(at.visible < changeBudget, "a change is visible after", "under 50 ms",
		"%.1f ms by the clock, 90th percentile", at.visible.Seconds()*1000)
	if s := r.server; s != nil {
		many = thousands(s.products)
		add(s.category.perClock >= bareBudget, "category page compared with a bare handler", "at least 0.6",
			"%.2f by the clock, %.2f per processor second", s.category.perClock, s.category.perCPU)
		add(s.product.perClock >= bareBudget, "product detail compared with a bare handler", "at least 0.6",
			"%.2f by the clock, %.2f per processor second", s.product.perClock, s.product.perCPU)
		add(s.autocomplete < autocompleteBudget, "autocomplete over a connection", "under 0.3 ms", "%s",
			micros(s.autocomplete))
		add(s.search < searchBudget, "search over a connection", "under 1 ms", "%s", micros(s.search))
		add(s.ready < readyBudget, "ready with "+many+" products", "under 2 s",
			"%.1f s by the clock, %.1f s of processor time", s.ready.Seconds(), s.readyCPU.Seconds())
		add(s.memory < memoryBudget, "memory with "+many+" products", "under 600 MB", "%d MB peak", s.memory>>20)
	}
	return all
}

func (r *report) at(products int) *size {
	for i := range r.growth {
		if r.growth[i].products == products {
			return &r.growth[i]
		}
	}
	return nil
}

var columns = []string{
	"products", "autocomplete", "search", "slowest query", "category page", "product detail", "index built", "renamed",
	"sold out", "memory",
}

func (s size) cells() []string {
	return []string{
		thousands(s.products), micros(s.autocomplete), micros(s.search), micros(s.worst), micros(s.category),
		micros(s.product), fmt.Sprintf("%.2f s", s.index.Seconds()), fmt.Sprintf("%.2f ms", s.renamed.Seconds()*1000),
		fmt.Sprintf("%.2f ms", s.sold.Seconds()*1000),
		fmt.Sprintf("%d MB", s.heap>>20),
	}
}

// print writes the tables for a terminal.
func (r *report) print(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nProcessor time for each call, by number of products\n"+strings.Join(columns, "\t"))
	for _, s := range r.growth {
		fmt.Fprintln(w, strings.Join(s.cells(), "\t"))
	}
	fmt.Fprintln(w, "\nwhat\tbudget\tmeasured\t")
	for _, b := range r.budgets() {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", b.what, b.promise, b.measured, verdict(b.met))
	}
	_ = w.Flush()
}

func verdict(met bool) string {
	if met {
		return "met"
	}
	return "missed"
}

// markdown is the page of the repository.
func (r *report) markdown(when time.Time) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `# Performance

Measured on %s with %s on %d cores by `+"`make bench`"+`, which prints the same tables again. `+
		`Figures that are compared were measured in the same run. `+
		`Times are processor time, which does not depend on what else the machine does; `+
		`wall-clock times are marked "by the clock".

The products are generated from the demo catalogue. `+
		"The queries are the golden file of the search (`internal/domain/search/testdata/queries.json`: both "+
		"scripts, typos, the wrong keyboard) and words that match a large part of the catalogue; "+
		"autocomplete gets each prefix of them. "+
		"Lists and searches are worked on each time: what the shop has answered since the catalogue last changed it "+
		"answers from memory, so each of these calls differs from all before it. "+
		"Every call in the first table goes through all handlers (`internal/edge/httpapi`); "+
		`the second table also measures over real connections to the built program.

## Growth

`, when.Format("2 January 2006"), runtime.Version(), runtime.NumCPU())
	row := func(cells []string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
	row(columns)
	fmt.Fprintf(&b, "|%s\n", strings.Repeat("---:|", len(columns)))
	for _, s := range r.growth {
		row(s.cells())
	}
	b.WriteString("\n![Processor time for each call by number of products](growth.svg)\n\n## Budgets\n\n| | budget " +
		"| measured | |\n|---|---|---|---|\n")
	for _, p := range r.budgets() {
		row([]string{strings.ReplaceAll(p.what, "|", " "), p.promise, p.measured, verdict(p.met)})
	}
	return b.Bytes()
}

func micros(d time.Duration) string { return fmt.Sprintf("%.0f µs", float64(d.Nanoseconds())/1000) }

// thousands writes a number with commas.
func thousands(n int) string {
	text := fmt.Sprint(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
