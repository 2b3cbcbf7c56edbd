package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
)

// progressBar shows how far a long work has come: a bar that moves on a terminal, a
// line at every tenth part elsewhere.
type progressBar struct {
	out   io.Writer
	what  string
	moves bool
	mu    sync.Mutex
	shown int // percent, -1 before the first
}

const barWidth = 30

func newProgressBar(out io.Writer, what string) *progressBar {
	return &progressBar{out: out, what: what, moves: isTerminal(out), shown: -1}
}

func isTerminal(out io.Writer) bool {
	f, ok := out.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func (b *progressBar) show(done, total int) {
	if total <= 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	percent := min(100*done/total, 100)
	switch {
	case percent == b.shown:
		return
	case b.moves:
		full := barWidth * percent / 100
		fmt.Fprintf(b.out, "\r%s [%s%s] %3d %%", b.what, strings.Repeat("#", full), strings.Repeat(".", barWidth-full),
			percent)
	case b.shown < 0 || percent/10 > b.shown/10:
		fmt.Fprintf(b.out, "%s: %d %%\n", b.what, percent)
	default:
		return
	}
	b.shown = percent
}

// end leaves the bar as it stands.
func (b *progressBar) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.moves && b.shown >= 0 {
		fmt.Fprintln(b.out)
	}
}
