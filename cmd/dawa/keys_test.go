package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestKeysCommand_MakesPrintsAndRotates(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "shop")
	file := filepath.Join(data, "keys", "cards.ring")
	code, out, errs := command(t, "keys", "new", "--data", data)
	if code != 0 || !strings.Contains(out, file) || errs != "" {
		t.Fatalf("%d %q %q", code, out, errs)
	}
	if code, _, errs := command(t, "keys", "new", "--data", data); code != 1 ||
		!strings.HasPrefix(errs, "dawa: --data: "+file+" exists already") || strings.Count(errs, "\n") != 1 {
		t.Errorf("a second time: %d %q", code, errs)
	}
	if code, out, _ := command(t, "keys", "new", "--print"); code != 0 || !strings.HasPrefix(out, "1:") ||
		strings.Count(out, "\n") != 1 {
		t.Errorf("printed: %d %q", code, out)
	}
	had := "1:" + strings.Repeat("A", 43) + "="
	if code, out, _ := command(t, "keys", "new", "--print", "--card-keys", had); code != 0 ||
		!strings.HasPrefix(out, "2:") || !strings.HasSuffix(out, ","+had+"\n") {
		t.Errorf("printed before the one there was: %d %q", code, out)
	}
	if code, _, errs := command(t, "keys", "new", "--print", "--card-keys", "nonsense"); code != 1 ||
		!strings.HasPrefix(errs, "dawa: --card-keys: ") {
		t.Errorf("before nonsense: %d %q", code, errs)
	}
	if code, _, errs := command(t, "keys", "rotate", "--data", data); code != 1 ||
		!strings.HasPrefix(errs, "dawa: --data: there is no shop in ") {
		t.Errorf("without a shop: %d %q", code, errs)
	}
	if code, _, errs := command(t, "migrate", "--data", data); code != 0 {
		t.Fatal(errs)
	}
	for _, step := range []struct {
		flags []string
		said  string
		keys  int
	}{
		{nil, "All cards are encrypted with key 2.\n", 2},
		{[]string{"--same-key"}, "All cards are encrypted with key 2.\n", 2},
		{[]string{"--drop-old"}, "All cards are encrypted with key 3.\nThe older keys were dropped.\n", 1},
	} {
		code, out, errs := command(t, append([]string{"keys", "rotate", "--data", data}, step.flags...)...)
		if code != 0 || out != step.said || errs != "" {
			t.Errorf("%v: %d %q %q", step.flags, code, out, errs)
		}
		if ring, err := os.ReadFile(file); err != nil || strings.Count(string(ring), "\n") != step.keys {
			t.Errorf("%v: the ring has %d keys (%v)", step.flags, strings.Count(string(ring), "\n"), err)
		}
	}
}

func TestServe_WithoutKeysSaysHowToMakeThem(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	code, _, errs := command(t, "serve", "--listen=127.0.0.1:0", "--data", data)
	if code != exitUnusable || strings.Count(errs, "\n") != 1 ||
		!strings.Contains(errs, "`dawa keys new --data "+data+"`") {
		t.Errorf("%d %q", code, errs)
	}
}
