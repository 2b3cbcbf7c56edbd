package app

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"time"
)

// Logger makes the logger that the configuration asks for. Call end when nothing
// more will be logged, or the last lines are lost.
func (c Config) Logger(out io.Writer) (log *slog.Logger, end func(), err error) {
	level, err := c.logLevel()
	if err != nil {
		return nil, nil, err
	}
	lines := &lineBuffer{out: out}
	options := &slog.HandlerOptions{Level: level}
	var handler slog.Handler = slog.NewTextHandler(lines, options)
	if c.LogFormat == "json" {
		options.ReplaceAttr = durationsWithUnits
		handler = slog.NewJSONHandler(lines, options)
	}
	return slog.New(urgent{handler, lines}), lines.flush, nil
}

// JSONLog tells whether every line that the server writes is a JSON object.
func (c Config) JSONLog() bool { return c.LogFormat == "json" }

// durationsWithUnits writes 1.5ms instead of a number of nanoseconds.
func durationsWithUnits(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		a.Value = slog.StringValue(a.Value.Duration().String())
	}
	return a
}

// lineBuffer gathers lines and writes them together: a busy shop logs ten thousand
// a second, and a system call for each would cost more than the line.
type lineBuffer struct {
	mu    sync.Mutex
	out   io.Writer
	lines []byte
	timer *time.Timer
}

const (
	// lineDelay is how long a line may wait for others.
	lineDelay = 100 * time.Millisecond
	// lineRoom is how much is gathered before it is written at once.
	lineCapacity = 32 << 10
)

// Write buffers a line until the delay is over or the buffer is full.
func (b *lineBuffer) Write(line []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lines = append(b.lines, line...)
	if len(b.lines) >= lineCapacity {
		return len(line), b.writeLocked()
	}
	if b.timer == nil {
		b.timer = time.AfterFunc(lineDelay, b.flush)
	}
	return len(line), nil
}

func (b *lineBuffer) flush() {
	b.mu.Lock()
	defer b.mu.Unlock()
	_ = b.writeLocked() // there is no other place to complain to
}

func (b *lineBuffer) writeLocked() error {
	if b.timer != nil {
		b.timer.Stop()
		b.timer = nil
	}
	if len(b.lines) == 0 {
		return nil
	}
	_, err := b.out.Write(b.lines)
	b.lines = b.lines[:0]
	return err
}

// urgent writes warnings and errors out at once, with all that came before them:
// they may be the last words.
type urgent struct {
	slog.Handler
	lines *lineBuffer
}

// Handle logs a record.
func (u urgent) Handle(ctx context.Context, record slog.Record) error {
	err := u.Handler.Handle(ctx, record)
	if record.Level >= slog.LevelWarn {
		u.lines.flush()
	}
	return err
}

// WithAttrs returns a handler that writes warnings at once too.
func (u urgent) WithAttrs(attrs []slog.Attr) slog.Handler {
	return urgent{u.Handler.WithAttrs(attrs), u.lines}
}

// WithGroup returns a handler that writes warnings at once too.
func (u urgent) WithGroup(name string) slog.Handler {
	return urgent{u.Handler.WithGroup(name), u.lines}
}
