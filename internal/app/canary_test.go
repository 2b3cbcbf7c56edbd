package app

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"dawa/internal/domain/accounts"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/testkit/pgtest"
)

// onPostgres gives a configuration a database of its own.
func onPostgres(t *testing.T, c *Config) {
	t.Helper()
	c.Database = pgtest.New(t)
}

// loud is a log that the test reads.
type loud struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *loud) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *loud) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// What people type and what links carry is followed through everything the shop writes: the
// log at its most talkative, the figures, every file of the data folder.
func TestSecrets_AreNotInLogsDatabaseOrBackups(t *testing.T) {
	t.Parallel()
	c := testConfig(t)
	log := &loud{}
	shop, err := Open(t.Context(), c, slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- shop.Run(ctx) }()
	stopped := false
	stop := func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		if err := errors.Join(<-done, shop.Close()); err != nil {
			t.Error(err)
		}
	}
	defer stop()
	s := &stock{running: &running{App: shop, base: "http://" + shop.Addr().String()}, client: http.DefaultClient, t: t}

	const (
		password, second, wrong = "CanaryPass1word", "CanaryPass2word", "CanaryWrong9word"
		email                   = "canarymail@example.com"
	)
	p := s.visitor()
	visitorCookie := strings.TrimPrefix(p.cookie, "dawa_session=")
	p.must("POST", "/api/user/register",
		`{"user":{"full_name":"Canary Person","username":"canaryuser","phone_nb":"03999888","email":"`+email+
			`"},"password":"`+password+`"}`)
	sessionCookie := strings.TrimPrefix(p.cookie, "dawa_session=")
	p.renew()
	csrf := p.token
	verify := s.linkOf(accounts.EmailVerify)
	p.must("PUT", verify, "")
	p.must("POST", "/api/user/changePassEmail", `{"email":"`+email+`"}`)
	reset := s.linkOf(accounts.EmailReset)
	p.must("PUT", reset, `{"password":"`+second+`"}`)
	p.renew()
	p.call("POST", "/api/user/login", `{"username":"canaryuser","password":"`+wrong+`"}`)
	p.call("POST", "/api/user/login", `{"username":"`+email+`","password":["`+wrong+`"]}`)
	p.call("POST", "/api/user/register",
		`{"user":{"full_name":"Canary Person","username":"canaryuser","phone_nb":"03999888","email":"`+email+
			`"},"password":"`+wrong+`"}`)
	p.must("POST", "/api/user/login", `{"username":"canaryuser","password":"`+second+`"}`)
	p.renew()
	var begun wire.TwoFactorBegun
	p.into(&begun, "POST", "/api/user/second-step", `{"password":"`+second+`"}`)
	app := phoneOf(t, begun.Secret, &wrist{})
	var confirmed wire.TwoFactorConfirmed
	p.into(&confirmed, "PUT", "/api/user/second-step", `{"code":"`+app.code()+`"}`)
	p = s.visitor()
	p.must("POST", "/api/user/login", `{"username":"canaryuser","password":"`+second+`","code":"`+
		confirmed.RecoveryCodes[0]+`"}`)
	p.call("GET", "/resetpassword/x/"+reset[strings.LastIndexByte(reset, '/')+1:], "")
	_, metrics := fetch(t, "http://"+shop.OpsAddr().String()+"/metrics")
	if !strings.Contains(metrics, "dawa_password_checks_total 5") {
		t.Error("the figures do not count the checks")
	}
	files := readAll(t, c.Data) // while the log of the database is still there
	stop()
	for name, content := range readAll(t, c.Data) {
		files[name+" at the end"] = content
	}

	lastOf := func(link string) string { return link[strings.LastIndexByte(link, '/')+1:] }
	secrets := map[string]string{
		"password": password, "second password": second, "wrong password": wrong, "verify token": lastOf(verify),
		"reset token": lastOf(reset), "secret of an app": begun.Secret, "secret of an app in bytes": string(app.secret),
		"used recovery code": strings.ReplaceAll(confirmed.RecoveryCodes[0], "-", ""),
		"recovery code":      strings.ReplaceAll(confirmed.RecoveryCodes[1], "-", ""),
		"session cookie":     strings.TrimPrefix(sessionCookie, "s."),
		"visitor cookie":     strings.TrimPrefix(visitorCookie, "v."), "CSRF token": csrf,
	}
	personal := map[string]string{
		"email": email, "username": "canaryuser", "name": "Canary Person", "phone": "03999888",
	}
	found := 0
	for what, canary := range secrets {
		if strings.Contains(log.String(), canary) || strings.Contains(metrics, canary) {
			t.Errorf("the %s is in the log or in the figures", what)
		}
		for name, content := range files {
			if bytes.Contains(content, []byte(canary)) {
				t.Errorf("the %s is in %s", what, name)
			}
		}
	}
	for what, canary := range personal {
		if strings.Contains(log.String(), canary) || strings.Contains(metrics, canary) {
			t.Errorf("the %s is in the log or in the figures", what)
		}
		for name, content := range files {
			if !bytes.Contains(content, []byte(canary)) {
				continue
			}
			if found++; !strings.HasPrefix(name, "dawa.db") {
				t.Errorf("the %s is in %s", what, name)
			}
		}
	}
	if found == 0 || len(log.String()) < 1000 {
		t.Error("the test looks at the wrong place: the database does not even hold the email, or the log is empty")
	}
}

// readAll reads every file below a folder.
func readAll(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[name] = content
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
