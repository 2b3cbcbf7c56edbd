package main

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dawa/internal/testkit/pgtest"
)

func TestCommands_BackUpRestoreAndCopy(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must := func(want string, args ...string) {
		t.Helper()
		code, out, errs := command(t, args...)
		if code != 0 || !strings.Contains(out, want) {
			t.Fatalf("%v: %d %q %q", args, code, out, errs)
		}
	}
	refused := func(want string, args ...string) {
		t.Helper()
		code, out, errs := command(t, args...)
		if code != 1 || out != "" || !strings.HasPrefix(errs, "dawa: "+want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%v: %d %q %q", args, code, out, errs)
		}
	}
	must("300 products", "demo", "--products=300", "--data", at("shop"))
	must("The key ring", "keys", "new", "--data", at("shop"))
	refused("--key: the keys of saved cards and sessions must not lie readable", "backup", "--data", at("shop"), "--to",
		at("b"))
	must("The key of the backups", "keys", "backup", at("key"))
	refused(at("key")+" exists already", "keys", "backup", at("key"))
	must("All 0 saved cards open", "backup", "--data", at("shop"), "--to", at("b"), "--key", at("key"), "--verify")
	must("the shop in it shows 300 products", "restore", "--from", at("b"), "--key", at("key"), "--drill")
	refused("--key: the backup is encrypted", "restore", "--from", at("b"), "--data", at("again"))
	must("were checked", "restore", "--from", at("b"), "--key", at("key"), "--data", at("again"))
	refused("--data: folder "+at("again")+" is not empty", "restore", "--from", at("b"), "--key", at("key"), "--data",
		at("again"))
	must("NOT in it", "backup", "--data", at("again"), "--to", at("c"), "--without-keys")

	database := pgtest.New(t)
	must("were copied, and every one was read again and compared", "copy", "--from", at("again"), "--to", database)
	refused("--to: ", "copy", "--from", at("again"), "--to", database)
	refused("--to: is where the shop is already", "copy", "--from", at("again"), "--to", at("again"))
	address, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	address.User = url.UserPassword(address.User.Username(), "hunter2")
	if _, out, errs := command(t, "copy", "--from", address.String(), "--to", pgtest.New(t)); strings.Contains(out+errs,
		"hunter2") || !strings.Contains(out, "were copied") {
		t.Errorf("copied between two databases: %q %q", out, errs)
	}
	refused("--from: there is no shop in", "copy", "--from", at("nowhere"), "--to", database)
	must("holds", "backup", "--database", database, "--data", at("again"), "--to", at("d"), "--key", at("key"),
		"--verify")
	for _, name := range []string{"b", "c", "d"} {
		if info, err := os.Stat(at(name)); err != nil || info.Size() < 10_000 {
			t.Errorf("%s is %v, %v", name, info, err)
		}
	}
}
