package main

import (
	"bufio"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"dawa/internal/testkit/pgtest"
	"dawa/internal/testkit/timed"
)

// The test binary is the program itself when it is asked to be.
func TestMain(m *testing.M) {
	if os.Getenv("DAWA_TEST_MAIN") == "1" {
		main()
		return
	}
	os.Exit(pgtest.Main(m))
}

func process(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), "DAWA_TEST_MAIN=1")
	return cmd
}

func TestServe_LoadsTheDemoPrintsTheAddressAndStops(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	for _, first := range []bool{true, false} {
		cmd := process(t, "serve", "--demo", "--listen=127.0.0.1:0", "--data", data)
		var progress strings.Builder
		cmd.Stderr = &progress
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		said := bufio.NewReader(out)
		line, err := said.ReadString('\n')
		address := strings.TrimSpace(strings.TrimPrefix(line, "Dawa is open at "))
		if err != nil || !strings.HasPrefix(address, "http://localhost:") {
			t.Fatalf("said %q, %v; %s", line, err, progress.String())
		}
		people, _ := said.ReadString('\n')
		mail, _ := said.ReadString('\n')
		if !strings.Contains(people, "layla / demo12345") || !strings.Contains(mail, address+"/dev/mail") {
			t.Errorf("said of people %q and of mail %q", people, mail)
		}
		res, err := http.Get(address + "/api/product/all?limit=1")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
		if total := res.Header.Get("X-Total-Count"); len(total) < 3 {
			t.Errorf("the demo has %q products", total)
		}
		begin := time.Now()
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("after SIGTERM: %v\n%s", err, progress.String())
		}
		timed.AtMost(t, "stopping", time.Since(begin), 5*time.Second)
		if strings.Contains(progress.String(), "Loading the demo shop: 100 %") != first {
			t.Errorf("first start %v: progress was %s", first, progress.String())
		}
	}
}

func TestServe_WritesOnlyJSONLinesAndNoSecretWhenTold(t *testing.T) {
	t.Parallel()
	cmd := process(t, "serve", "--demo", "--listen=127.0.0.1:0", "--data", filepath.Join(t.TempDir(), "data"),
		"--log-format=json", "--smtp=smtp://mailer:hunter2@127.0.0.1:1", "--secret="+strings.Repeat("hunter2", 8))
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	var printed strings.Builder
	cmd.Stdout = &printed
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := map[string]map[string]any{}
	for said := bufio.NewScanner(out); said.Scan(); {
		var line map[string]any
		if err := json.Unmarshal(said.Bytes(), &line); err != nil {
			t.Fatalf("%q is no JSON object: %v", said.Text(), err)
		}
		if strings.Contains(said.Text(), "hunter2") {
			t.Errorf("a secret is in the log: %s", said.Text())
		}
		what, _ := line["msg"].(string)
		lines[what] = line
		if what == "open" {
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("the server ended with %v", err)
	}
	if printed.Len() > 0 {
		t.Errorf("printed %q besides", printed.String())
	}
	start := lines["starting"]
	if start["engine"] != "sqlite" || start["schema_before"] != 0.0 || start["schema_after"] == 0.0 ||
		!strings.HasPrefix(fmt.Sprint(start["version"]), "dawa ") {
		t.Errorf("the first line is %v", start)
	}
	if settings, _ := start["settings"].(map[string]any); settings["smtp"] != "smtp://127.0.0.1:1" ||
		settings["demo"] != true {
		t.Errorf("the settings are told as %v", settings)
	}
	if address, _ := lines["open"]["address"].(string); !strings.HasPrefix(address, "http://localhost:") {
		t.Errorf("the line of the open shop is %v", lines["open"])
	}
}

func TestServe_TellsAFailedStartAsJSON(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errs := command(t, "serve", "--data", file, "--listen=127.0.0.1:0", "--log-format=json")
	var line map[string]any
	if err := json.Unmarshal([]byte(errs), &line); err != nil || code != exitUnusable || out != "" {
		t.Fatalf("code %d, out %q, err %q (%v)", code, out, errs, err)
	}
	if cause, _ := line["cause"].(string); !strings.HasPrefix(cause, "--data: folder "+file) {
		t.Errorf("said %v", line)
	}
}

func TestServe_TwoServersOnOneFolder(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	if code, _, errs := command(t, "keys", "new", "--data", data); code != 0 {
		t.Fatal(errs)
	}
	first := process(t, "serve", "--listen=127.0.0.1:0", "--data", data)
	out, err := first.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = first.Process.Kill()
		_ = first.Wait()
	}()
	second := process(t, "serve", "--listen=127.0.0.1:0", "--data", data)
	said, err := second.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 || strings.Count(string(said), "\n") != 1 ||
		!strings.HasPrefix(string(said), "dawa: --data: folder "+data+" is in use by process ") {
		t.Errorf("%v: %s", err, said)
	}
	// However the first one ends, its lock ends with it.
	_ = first.Process.Kill()
	_ = first.Wait()
	if said, err := process(t, "migrate", "--data", data).CombinedOutput(); err != nil ||
		string(said) != "The tables are up to date.\n" {
		t.Errorf("%v: %s", err, said)
	}
}

func TestMigrateCommand_ReportsAndRefusesANewerDatabase(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	code, out, errs := command(t, "migrate", "--data", data)
	if code != 0 || !strings.HasPrefix(out, "applied 0") || errs != "" {
		t.Fatalf("%d %q %q", code, out, errs)
	}
	code, out, _ = command(t, "migrate", "--data", data)
	if code != 0 || out != "The tables are up to date.\n" {
		t.Errorf("again: %d %q", code, out)
	}
	db, err := sql.Open("sqlite", filepath.Join(data, "dawa.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"migrate"}, {"serve", "--listen=127.0.0.1:0"}, {"demo"}} {
		code, out, errs := command(t, append(args, "--data", data)...)
		want := exitFailed
		if args[0] == "serve" {
			want = exitUnusable // nothing starts it again
		}
		if code != want || out != "" || strings.Count(errs, "\n") != 1 || !strings.HasPrefix(errs, "dawa: --data: ") ||
			!strings.Contains(errs, "newer version") {
			t.Errorf("%v: %d %q %q", args, code, out, errs)
		}
	}
}

func TestDemoCommand_FillsAFolder(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	code, out, errs := command(t, "demo", "--products=300", "--data", data)
	if code != 0 || out != "300 products are in "+data+"\n" || !strings.Contains(errs, "Loading products: 100 %") {
		t.Errorf("%d %q %q", code, out, errs)
	}
	if code, _, errs := command(t, "demo", "--products=0", "--data", data); code != 1 ||
		!strings.HasPrefix(errs, "dawa: --products: ") {
		t.Errorf("%d %q", code, errs)
	}
}
