package main

import (
	"bytes"
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dawa/internal/testkit/timed"
)

func command(t *testing.T, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	ctx, cancel := context.WithTimeout(t.Context(), timed.Timeout)
	defer cancel()
	code = run(ctx, args, console{out: &o, err: &e})
	return code, o.String(), e.String()
}

func TestRun_FailureIsOneLineNamingTheSetting(t *testing.T) {
	t.Parallel()
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	data := "--data=" + filepath.Join(t.TempDir(), "data")
	for name, c := range map[string]struct {
		args []string
		code int
		want string
	}{
		"port in use": {
			[]string{"serve", data, "--listen", busy.Addr().String()}, exitFailed,
			"dawa: --listen: cannot listen on " + busy.Addr().String() + ": another program uses this port",
		},
		"ops port in use": {
			[]string{"serve", data, "--listen=127.0.0.1:0", "--ops-listen", busy.Addr().String()}, exitFailed,
			"dawa: --ops-listen: cannot listen on",
		},
		"data is a file": {
			[]string{"serve", "--data", file, "--listen=127.0.0.1:0"}, exitUnusable,
			"dawa: --data: folder " + file + " cannot be made",
		},
		"no key ring": {
			[]string{"serve", data, "--listen=127.0.0.1:0"}, exitUnusable,
			"dawa: --data: there is no key ring for cards",
		},
		"no list of breached passwords": {
			[]string{"serve", "--demo", data + "-2", "--listen=127.0.0.1:0", "--log-level=error",
				"--breached-passwords=/nowhere"},
			exitUnusable, "dawa: --breached-passwords: cannot be read",
		},
		"a database that is away": {
			[]string{"serve", data, "--listen=127.0.0.1:0", "--database=postgres://127.0.0.1:1/dawa"}, exitFailed,
			"dawa: --database: ",
		},
		"bad base url": {[]string{"serve", data, "--base-url=nonsense"}, exitUnusable, "dawa: --base-url: "},
		"http in production": {
			[]string{"serve", data, "--base-url=http://shop.example"}, exitUnusable,
			"dawa: --base-url: must begin with https://",
		},
		"bad database":    {[]string{"serve", data, "--database=oracle://x/y"}, exitUnusable, "dawa: --database: "},
		"bad log level":   {[]string{"serve", data, "--log-level=loud"}, exitUnusable, "dawa: --log-level: "},
		"unknown flag":    {[]string{"serve", "--colour"}, exitUnusable, "dawa: unknown flag --colour"},
		"unknown command": {[]string{"dance"}, exitUnusable, "dawa: unexpected argument dance"},
		"no command":      {nil, exitUnusable, "dawa: expected one of"},
		"migrate a bad place": {
			[]string{"migrate", "--data", file}, exitFailed, "dawa: --data: folder " + file + " cannot be made",
		},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, errs := command(t, c.args...)
			if code != c.code || out != "" {
				t.Errorf("code %d, out %q", code, out)
			}
			if !strings.HasPrefix(errs, c.want) || strings.Count(errs, "\n") != 1 {
				t.Errorf("said %q, want one line that begins with %q", errs, c.want)
			}
		})
	}
}

func TestSettings_ComeFromTheEnvironmentToo(t *testing.T) {
	t.Setenv("DAWA_LISTEN", "nowhere")
	code, _, errs := command(t, "serve")
	if code != exitUnusable || !strings.HasPrefix(errs, `dawa: --listen: "nowhere"`) {
		t.Errorf("code %d, said %q", code, errs)
	}
}

func TestRun_HelpAndVersionSucceed(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--help"}, {"serve", "--help"}, {"version"}} {
		code, out, errs := command(t, args...)
		if code != 0 || out == "" || errs != "" {
			t.Errorf("%v: code %d, out %q, err %q", args, code, out, errs)
		}
	}
	_, out, _ := command(t, "serve", "--help")
	for _, name := range []string{
		"DEMO", "LISTEN", "DATA", "DATABASE", "MEDIA", "BASE_URL", "SMTP", "OPS_LISTEN", "LOG_FORMAT", "LOG_LEVEL",
		"TRUSTED_PROXIES",
	} {
		if !strings.Contains(out, "$DAWA_"+name) {
			t.Errorf("help does not tell of DAWA_%s", name)
		}
	}
}
