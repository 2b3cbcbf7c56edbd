package ssr

import (
	"context"
	"errors"
	"fmt"
	"time"

	"modernc.org/quickjs"

	"dawa/internal/base/text"
)

// engine is one JavaScript runtime. One goroutine uses it at a time.
type engine struct {
	vm      *quickjs.VM
	renders int
	// time is what one render may take.
	time time.Duration
}

// start makes an engine and runs the script in it.
func (p *Pool) start() (*engine, error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("starting an engine: %w", err)
	}
	e := &engine{vm: vm, time: p.options.Time}
	vm.SetMemoryLimit(p.options.Memory)
	// Both the script's own start and each render have their time. The start's is longer: the whole script runs once,
	// and a shop that opens on a busy machine must not fail for it.
	err = e.guarded(func() error {
		if err := vm.SetEvalTimeout(p.options.StartTime); err != nil {
			return err
		}
		if _, err := vm.EvalBytecode(p.bytecode); err != nil {
			return err
		}
		return vm.SetEvalTimeout(p.options.Time)
	})
	if err != nil {
		e.stop()
		return nil, fmt.Errorf("starting the page renderer: %w", err)
	}
	p.made.Add(1)
	return e, nil
}

// render renders one page.
func (e *engine) render(ctx context.Context, lang text.Lang, address string, data []byte) ([]byte, error) {
	e.renders++
	stop := context.AfterFunc(ctx, e.vm.Interrupt)
	defer stop()
	var result any
	began := time.Now()
	err := e.guarded(func() (err error) {
		result, err = e.vm.Call("renderPage", string(lang), address, string(data))
		return err
	})
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && time.Since(began) >= e.time:
		return nil, fmt.Errorf("%w: %w", ErrLate, err)
	case err != nil:
		return nil, fmt.Errorf("rendering the page: %w", err)
	}
	html, ok := result.(string)
	if !ok || html == "" {
		return nil, errors.New("rendering the page: the script answered no text")
	}
	return []byte(html), nil
}

// guarded turns a panic inside the engine into an error, so that it does not end the process.
func (e *engine) guarded(work func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the engine failed: %v", fault)
		}
	}()
	return work()
}

// stop frees the engine's memory.
func (e *engine) stop() {
	_ = e.guarded(e.vm.Close)
}
