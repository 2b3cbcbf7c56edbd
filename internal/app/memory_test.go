package app

import (
	"context"
	"runtime/debug"
	"testing"
)

func TestMemoryLimit_GrowsWithTheLiveHeap(t *testing.T) {
	t.Parallel()
	if got := memoryLimitFor(100 << 20); got != minMemoryLimit {
		t.Errorf("a small shop gets %d MB", got>>20)
	}
	if live := uint64(2 << 30); memoryLimitFor(live) < int64(live)*3/2 {
		t.Errorf("a large shop of %d MB gets %d MB: it would only clean up", live>>20, memoryLimitFor(live)>>20)
	}
}

func TestGCPercent_HigherOnlyForSmallShops(t *testing.T) {
	t.Parallel()
	for _, live := range []uint64{1 << 20, 20 << 20, 60 << 20} {
		garbage := live * uint64(gcPercentFor(live)) / 100
		if garbage < minHeapGrowth*9/10 || garbage > minHeapGrowth {
			t.Errorf("with %d MB kept it cleans up after %d MB", live>>20, garbage>>20)
		}
	}
	if got := gcPercentFor(400 << 20); got != defaultGCPercent {
		t.Errorf("a large shop grows by %d %%", got)
	}
}

func TestLoadGCPercent_LeavesLargeShopsLittleGarbage(t *testing.T) {
	t.Parallel()
	if got := loadGCPercentFor(300 << 20); got != loadGCPercent {
		t.Errorf("a shop of 300 MB grows by %d %% while it is loaded", got)
	}
	for _, live := range []uint64{1 << 30, 2 << 30} {
		if garbage := live * uint64(loadGCPercentFor(live)) / 100; garbage > maxLoadGarbage {
			t.Errorf("with %d MB loaded it cleans up after %d MB", live>>20, garbage>>20)
		}
	}
	if got := loadGCPercentFor(20 << 30); got != minLoadGCPercent {
		t.Errorf("a very large shop grows by %d %%: it would only clean up", got)
	}
}

func TestOpen_LimitsMemoryOnlyWhileTheShopRuns(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	before := debug.SetMemoryLimit(-1)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		boundMemory(ctx)
	}()
	for debug.SetMemoryLimit(-1) == before {
		if ctx.Err() != nil {
			t.Fatal("memory was never bound")
		}
	}
	stop()
	<-ended
	if now := debug.SetMemoryLimit(-1); now != before {
		t.Errorf("the bound stays at %d after the shop has closed", now)
	}
}

func TestLoadSparingly_LeavesWhatTheOperatorSet(t *testing.T) {
	before := debug.SetGCPercent(defaultGCPercent)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	for gogc, want := range map[string]int{"": loadGCPercent, "100": defaultGCPercent} {
		t.Setenv("GOGC", gogc)
		t.Setenv("GOMEMLIMIT", "")
		done := loadSparingly()
		during := debug.SetGCPercent(defaultGCPercent)
		done()
		if after := debug.SetGCPercent(defaultGCPercent); during != want || after != defaultGCPercent {
			t.Errorf("with GOGC=%q the heap grows by %d %% while loading and by %d %% afterwards", gogc, during, after)
		}
	}
}
