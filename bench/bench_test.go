package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The benchmark runs from end to end on tiny sizes and writes what it measured. How long anything took is
// no matter here.
func TestBench_Runs(t *testing.T) {
	docs := t.TempDir()
	var out bytes.Buffer
	p := plan{
		sizes: []int{300, 600}, queries: "../internal/domain/search/testdata/queries.json", effort: time.Millisecond,
		docs: docs,
	}
	if err := run(t.Context(), p, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"autocomplete", "slowest query", "300", "600"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the output does not speak of %q:\n%s", want, out.String())
		}
	}
	page, err := os.ReadFile(filepath.Join(docs, "performance.md"))
	if err != nil || !strings.Contains(string(page), "![") || strings.Count(string(page), "\n| ") < 8 {
		t.Errorf("performance.md: %v\n%s", err, page)
	}
	drawn, err := os.ReadFile(filepath.Join(docs, "growth.svg"))
	if err != nil {
		t.Fatal(err)
	}
	decoder := xml.NewDecoder(bytes.NewReader(drawn))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("growth.svg: %v", err)
		}
	}
	if strings.Count(string(drawn), "<polyline") != 4 || strings.Count(string(drawn), "<circle") != 8 {
		t.Errorf("growth.svg does not show four lines of two sizes:\n%s", drawn)
	}
}

func TestReport_NamesMissedBudgets(t *testing.T) {
	slow := size{products: large, autocomplete: time.Millisecond, search: 2 * time.Millisecond}
	r := report{growth: []size{{products: 1000, autocomplete: time.Microsecond, search: 2 * time.Millisecond}, slow}}
	var out bytes.Buffer
	r.print(&out)
	if got := strings.Count(out.String(), "missed"); got != 3 { // two costs, one growth
		t.Errorf("%d budgets are said to be missed:\n%s", got, out.String())
	}
}
