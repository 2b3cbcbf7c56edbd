package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
)

// mix is what people ask the search: the golden queries, which hold every kind of typing, and words that
// a great part of the catalogue answers to.
type mix struct {
	searched, typed []string
}

var broad = []string{
	"tablets", "cream", "vitamin", "shampoo", "أقراص", "كريم", "فيتامين", "ml", "مل", "pain killers", "body care",
	"500 mg", "head and shoulders", "vichy mask", "a", "ال",
}

func readMix(file string) (mix, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return mix{}, fmt.Errorf("reading the queries: %w", err)
	}
	var golden []struct{ Query string }
	if err := json.Unmarshal(data, &golden); err != nil {
		return mix{}, fmt.Errorf("reading the queries: %w", err)
	}
	var m mix
	for _, g := range golden {
		m.searched = append(m.searched, g.Query)
		// While someone types, the box asks for ever longer beginnings.
		runes := []rune(g.Query)
		for _, n := range []int{2, 4, len(runes)} {
			if n <= len(runes) {
				m.typed = append(m.typed, string(runes[:n]))
			}
		}
	}
	m.searched = append(m.searched, broad...)
	return m, nil
}

func addresses(call string, names []string) []string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = call + url.QueryEscape(name) + unasked
	}
	return list
}

// unasked ends the query of a call that is to be worked on each time: a number follows it, so that nobody made the
// call before and the shop has no answer ready.
const unasked = "&n="

var calls atomic.Int64

// numbered gives a call that ends with unasked its number.
func numbered(call string) string {
	if strings.HasSuffix(call, unasked) {
		return call + strconv.FormatInt(calls.Add(1), 10)
	}
	return call
}

const (
	autocompleteCall = "/api/autocomplete?name="
	searchCall       = "/api/search?page=1&limit=12&name="
)
