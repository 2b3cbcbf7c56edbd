// Package ssr renders screens inside the binary: a pool of small JavaScript engines
// runs the frontend's own components. Every engine is bounded in memory and time
// and replaced after some work, whatever the script does.
package ssr

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"modernc.org/quickjs"

	"dawa/internal/base/text"
)

var (
	// ErrBusy means that too many renders wait already.
	ErrBusy error = busyError("all engines are busy")
	// ErrClosed means that the pool is closed.
	ErrClosed error = busyError("the engines are stopped")
	// ErrLate means that a render was cut off because it took too long.
	ErrLate = errors.New("the render took too long")
)

// busyError says nothing about the page: it may be rendered another time.
type busyError string

func (e busyError) Error() string { return string(e) }

// Busy tells callers that the page itself is not to blame.
func (busyError) Busy() bool { return true }

// Options bound a Pool. Zero values take the defaults.
type Options struct {
	// Engines is how many renders run at once: by default half of the cores, so that
	// rendering leaves processor time for orders.
	Engines int
	// Waiting is how many renders may wait for an engine.
	Waiting int
	// Memory is what one engine may hold, in bytes.
	Memory uintptr
	// Time is what one render may take.
	Time time.Duration
	// StartTime is what the script's own start may take.
	StartTime time.Duration
	// Renders is after how many an engine is replaced, so that the memory that the
	// script's libraries hold between renders does not grow.
	Renders int
}

const (
	defaultMemory  = 64 << 20
	defaultTime    = 2 * time.Second
	defaultStart   = 30 * time.Second
	defaultRenders = 200
	defaultWaiting = 32
)

func (o Options) withDefaults() Options {
	if o.Engines <= 0 {
		o.Engines = max(1, runtime.GOMAXPROCS(0)/2)
	}
	if o.Waiting <= 0 {
		o.Waiting = defaultWaiting
	}
	if o.Memory == 0 {
		o.Memory = defaultMemory
	}
	if o.Time <= 0 {
		o.Time = defaultTime
	}
	if o.StartTime <= 0 {
		o.StartTime = defaultStart
	}
	if o.Renders <= 0 {
		o.Renders = defaultRenders
	}
	return o
}

// Pool renders pages. It is safe for concurrent use.
type Pool struct {
	options  Options
	bytecode []byte
	// slots hold the idle engines; a nil one is made when somebody takes it.
	slots   chan *engine
	waiting atomic.Int64
	made    atomic.Int64
	closed  chan struct{}
	closing sync.Once
}

// New compiles the script and starts one engine, so that a script that cannot run
// is found now. The script must define renderPage(lang, address, data).
func New(script string, o Options) (*Pool, error) {
	p := &Pool{options: o.withDefaults(), closed: make(chan struct{})}
	p.slots = make(chan *engine, p.options.Engines)
	var err error
	if p.bytecode, err = compile(script); err != nil {
		return nil, fmt.Errorf("compiling the page renderer: %w", err)
	}
	first, err := p.start()
	if err != nil {
		return nil, err
	}
	p.slots <- first
	for range p.options.Engines - 1 {
		p.slots <- nil
	}
	return p, nil
}

// Prepare compiles a script beforehand: a New that follows finds it done. A script that cannot run is New's to report.
func Prepare(script string) { _, _ = compile(script) }

// compiled is the script that was compiled last. A process that opens several shops has one script for all.
var compiled struct {
	sync.Mutex
	script   string
	bytecode []byte
}

func compile(script string) ([]byte, error) {
	compiled.Lock()
	defer compiled.Unlock()
	if compiled.bytecode != nil && compiled.script == script {
		return compiled.bytecode, nil
	}
	bytecode, err := compileAnew(script)
	if err == nil {
		compiled.script, compiled.bytecode = script, bytecode
	}
	return bytecode, err
}

func compileAnew(script string) ([]byte, error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, err
	}
	defer func() { _ = vm.Close() }()
	return vm.Compile(script, quickjs.EvalGlobal)
}

// Render renders the inside of the root element for an address. It waits for an
// engine as long as ctx lives, and gives up when the render is late.
func (p *Pool) Render(ctx context.Context, lang text.Lang, address *url.URL, data []byte) ([]byte, error) {
	e, err := p.take(ctx)
	if err != nil {
		return nil, err
	}
	if e == nil {
		if e, err = p.start(); err != nil {
			p.slots <- nil
			return nil, err
		}
	}
	html, err := e.render(ctx, lang, address.RequestURI(), data)
	p.giveBack(e, err)
	return html, err
}

// Made is how many engines were started so far.
func (p *Pool) Made() int64 { return p.made.Load() }

// Waiting is how many renders wait for an engine now.
func (p *Pool) Waiting() int64 { return p.waiting.Load() }

// Close waits for the renders under way and stops the engines.
func (p *Pool) Close() {
	p.closing.Do(func() {
		close(p.closed)
		for range p.options.Engines {
			if e := <-p.slots; e != nil {
				e.stop()
			}
		}
	})
}

func (p *Pool) take(ctx context.Context) (*engine, error) {
	select {
	case <-p.closed:
		return nil, ErrClosed
	default:
	}
	select {
	case e := <-p.slots:
		return e, nil
	default:
	}
	defer p.waiting.Add(-1)
	if p.waiting.Add(1) > int64(p.options.Waiting) {
		return nil, ErrBusy
	}
	select {
	case e := <-p.slots:
		return e, nil
	case <-p.closed:
		return nil, ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// giveBack returns an engine to its slot. One that failed or has done its share is
// replaced in the background, so that no request waits for the start of the next.
func (p *Pool) giveBack(e *engine, failed error) {
	if failed == nil && e.renders < p.options.Renders {
		p.slots <- e
		return
	}
	e.stop()
	select {
	case <-p.closed:
		p.slots <- nil
		return
	default:
	}
	go func() { // Close waits until every slot has come back
		next, err := p.start()
		if err != nil {
			next = nil // whoever takes the slot tries again, and says why it fails
		}
		p.slots <- next
	}()
}
