// Package search_test measures the search with 100,000 products: the processor time of a search and of the suggestions,
// and the memory of the index.
//
//	go test -run '^$' -bench . -benchtime 1x ./bench/search
package search_test

import (
	"encoding/json"
	"os"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"dawa/contract"
	"dawa/internal/app/demo"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/search"
	"dawa/internal/edge/httpapi"
)

const (
	products = 100_000
	rounds   = 5

	searchBudget  = 400 * time.Microsecond
	suggestBudget = 300 * time.Microsecond
	// memoryBudget is what the index may weigh with the long texts, in parts of what it weighs without them.
	memoryBudget = 1.2
)

func check(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// shop is a generated catalogue and the labels of the search.
func shop(b *testing.B) (*catalog.Snapshot, *search.Labels) {
	b.Helper()
	made, err := demo.Generate(1, products)
	check(b, err)
	texts, err := text.LoadCatalogue()
	check(b, err)
	return catalog.NewSnapshot(slices.Collect(made), httpapi.AppendProduct), search.NewLabels(texts)
}

// queries are what shoppers type.
func queries(b *testing.B) []string {
	b.Helper()
	data, err := os.ReadFile("../../internal/domain/search/testdata/shoppers.json")
	check(b, err)
	var rows []struct{ Query string }
	check(b, json.Unmarshal(data, &rows))
	all := make([]string, len(rows))
	for i, row := range rows {
		all[i] = row.Query
	}
	return all
}

// processorTime is what the process has used so far.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	check(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// measure reports the mean processor time of one call over all texts.
func measure(b *testing.B, texts []string, budget time.Duration, call func(typed string)) {
	b.Helper()
	for b.Loop() {
		runtime.GC()
		began := processorTime(b)
		for range rounds {
			for _, typed := range texts {
				call(typed)
			}
		}
		mean := (processorTime(b) - began) / time.Duration(rounds*len(texts))
		b.ReportMetric(float64(mean.Nanoseconds())/1e6, "ms/call")
		if mean > budget {
			b.Errorf("%s, the budget is %s", mean, budget)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	snapshot, labels := shop(b)
	index := search.Build(snapshot, labels.WithTexts(httpapi.LongTexts))
	all := queries(b)
	b.Run("search", func(b *testing.B) {
		measure(b, all, searchBudget, func(typed string) {
			r := index.Search(typed)
			r.Page(catalog.Filter{Limit: contract.Shop().Lists.PageSize})
			r.ShowingFor()
		})
	})
	var typing []string
	for _, query := range all {
		for end := range query {
			if utf8.RuneCountInString(query[:end]) >= contract.Shop().Search.AutocompleteMin {
				typing = append(typing, query[:end])
			}
		}
	}
	b.Run("suggest", func(b *testing.B) {
		measure(b, typing, suggestBudget, func(typed string) {
			index.SuggestConcerns(typed, 3)
			index.Suggest(typed, 8).Items(0, 8)
			index.SuggestBrands(typed, 3)
		})
	})
}

func BenchmarkMemory(b *testing.B) {
	snapshot, labels := shop(b)
	for b.Loop() {
		names := weigh(snapshot, labels)
		all := weigh(snapshot, labels.WithTexts(httpapi.LongTexts))
		b.ReportMetric(names, "MB-names")
		b.ReportMetric(all, "MB-all")
		if all > memoryBudget*names {
			b.Errorf("%.1f MB with long texts, %.1f MB without", all, names)
		}
	}
}

// weigh gives the memory of an index in megabytes.
func weigh(snapshot *catalog.Snapshot, labels *search.Labels) float64 {
	before := heap()
	index := search.Build(snapshot, labels)
	after := heap()
	runtime.KeepAlive(index)
	runtime.KeepAlive(snapshot)
	return float64(after-before) / 1e6
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
