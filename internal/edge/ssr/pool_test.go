package ssr

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"dawa/internal/base/text"
	"dawa/internal/testkit/timed"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func open(t *testing.T, script string, o Options) *Pool {
	t.Helper()
	p, err := New(script, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

func render(t *testing.T, p *Pool, address string) (string, error) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	html, err := p.Render(t.Context(), text.Arabic, u, []byte(`{"x":"دواء <b>"}`))
	return string(html), err
}

const echo = `let n = 0; globalThis.renderPage = (lang, address, data) => lang + "|" + address + "|" + ` +
	`JSON.parse(data).x + "|" + ++n`

func TestPool_RenderPassesLanguageURLAndData(t *testing.T) {
	p := open(t, echo, Options{Engines: 1})
	got, err := render(t, p, "/brand/%D8%AF?q=%D8%A7+b")
	if err != nil || got != "arabic|/brand/%D8%AF?q=%D8%A7+b|دواء <b>|1" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestPool_ReplacesEngineAfterMaxRenders(t *testing.T) {
	p := open(t, echo, Options{Engines: 1, Renders: 3})
	var counts []string
	for range 7 {
		got, err := render(t, p, "/")
		if err != nil {
			t.Fatal(err)
		}
		counts = append(counts, got[strings.LastIndexByte(got, '|')+1:])
	}
	if got := strings.Join(counts, ""); got != "1231231" {
		t.Errorf("renders of an engine were counted %s, want 1231231", got)
	}
	if p.Made() != 3 {
		t.Errorf("%d engines were made, want 3", p.Made())
	}
}

func TestPool_HostileScriptIsInterruptedNextRenderWorks(t *testing.T) {
	const script = `
		globalThis.renderPage = (lang, address) => {
			switch (address) {
			case "/loop": for (;;);
			case "/pattern": return String(/^(a+)+$/.test("a".repeat(40) + "b"));
			case "/memory": { const kept = []; for (;;) kept.push(new Array(10000).fill(address + kept.length)); }
			case "/text": { let s = "x"; for (;;) s += s; }
			case "/deep": { const f = (n) => f(n + 1) + 1; return String(f(0)); }
			case "/throw": throw new TypeError("broken screen");
			case "/number": return 7;
			case "/empty": return "";
			case "/promise": return Promise.resolve("x");
			}
			return "fine";
		}`
	p := open(t, script, Options{Engines: 1, Memory: 16 << 20, Time: time.Second})
	for _, address := range []string{
		"/loop", "/pattern", "/memory", "/text", "/deep", "/throw", "/number", "/empty", "/promise",
	} {
		began := time.Now()
		got, err := render(t, p, address)
		if err == nil {
			t.Errorf("%s answered %q", address, got)
		}
		if address == "/loop" && !errors.Is(err, ErrLate) {
			t.Errorf("%s: %v is not late", address, err)
		}
		timed.AtMost(t, address, time.Since(began), 5*time.Second)
		if got, err := render(t, p, "/other"); got != "fine" || err != nil {
			t.Fatalf("after %s: %q, %v", address, got, err)
		}
	}
}

func TestPool_CancelledCallerFreesTheEngine(t *testing.T) {
	p := open(t, `globalThis.renderPage = (lang, address) => { for (; address === "/loop";); return "fine" }`, Options{
		Engines: 1, Time: time.Minute,
	})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := p.Render(ctx, text.English, &url.URL{Path: "/loop"}, []byte("{}")); !errors.Is(err,
		context.DeadlineExceeded) {
		t.Errorf("the render ended with %v", err)
	}
	if got, err := render(t, p, "/"); got != "fine" || err != nil {
		t.Errorf("afterwards: %q, %v", got, err)
	}
}

func TestPool_FullQueueIsRefusedAtOnce(t *testing.T) {
	p := open(t,
		`globalThis.renderPage = () => { const end = Date.now() + 600; while (Date.now() < end); return "fine" }`,
		Options{Engines: 1, Waiting: 1})
	var wg sync.WaitGroup
	var mu sync.Mutex
	outcomes := map[string]int{}
	page := func() {
		_, err := p.Render(t.Context(), text.English, &url.URL{Path: "/"}, []byte("{}"))
		mu.Lock()
		defer mu.Unlock()
		outcomes[fmt.Sprint(err)]++
	}
	wg.Go(page)
	wg.Go(page)
	timed.Eventually(t, "one is rendered, one waits", func() bool { return p.Waiting() == 1 })
	for range 3 {
		page()
	}
	wg.Wait()
	if outcomes["<nil>"] != 2 || outcomes[ErrBusy.Error()] != 3 {
		t.Errorf("outcomes are %v, want 2 rendered and 3 refused", outcomes)
	}
}

func TestNewPool_RefusesBrokenScript(t *testing.T) {
	for name, script := range map[string]string{
		"no script": "this is not", "throws": `throw new Error("no")`, "loops": "for (;;);",
	} {
		p, err := New(script, Options{StartTime: 100 * time.Millisecond})
		if err == nil {
			p.Close()
			t.Errorf("%s is accepted", name)
		}
	}
}

func TestPool_RefusesAfterClose(t *testing.T) {
	p := open(t, echo, Options{})
	p.Close()
	if _, err := render(t, p, "/"); !errors.Is(err, ErrClosed) {
		t.Errorf("got %v", err)
	}
}
