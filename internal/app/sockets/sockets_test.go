package sockets

import (
	"slices"
	"testing"
)

func TestNameAll_TakesKnownNamesAndFillsInTheRest(t *testing.T) {
	for _, c := range []struct{ given, want []string }{
		{[]string{"https", "http"}, []string{HTTPS, HTTP}},
		{[]string{"dawa.socket"}, []string{HTTP}},
		{[]string{"dawa.socket", "http"}, []string{HTTPS, HTTP}},
		{[]string{"http", "http"}, []string{HTTP, HTTPS}},
	} {
		if got := nameAll(c.given, len(c.given)); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.given, got, c.want)
		}
	}
	if got := nameAll([]string{""}, 2); !slices.Equal(got, []string{HTTP, HTTPS}) {
		t.Errorf("without names: %v", got)
	}
}
