package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// starts is how often measureReady starts the shop.
const starts = 3

// measureReady starts the program on a shop of so many products and prints how long it takes until it is ready, and the
// most memory that it ever had until then and a little later, when the long texts are indexed too.
func measureReady(ctx context.Context, binary string, products int, out io.Writer) error {
	folder, err := os.MkdirTemp("", "dawa-ready-")
	if err != nil {
		return fmt.Errorf("making a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	data := filepath.Join(folder, "data")
	fmt.Fprintf(out, "filling a shop with %s products\n", thousands(products))
	if err := fillShop(ctx, binary, data, products); err != nil {
		return err
	}
	for range starts {
		if err := measureStart(ctx, binary, data, out); err != nil {
			return err
		}
	}
	return nil
}

func measureStart(ctx context.Context, binary, data string, out io.Writer) error {
	const later = 10 * time.Second
	var s served
	shop, err := s.start(ctx, binary, data)
	if err != nil {
		return err
	}
	defer shop.stop()
	ready, err := shop.maxMemory()
	if err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(later):
	}
	settled, err := shop.maxMemory()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "ready after %.1f s by the clock and %.1f s of processor time, %d MB peak; ",
		s.ready.Seconds(), s.readyCPU.Seconds(), ready>>20)
	fmt.Fprintf(out, "%d MB ten seconds later\n", settled>>20)
	return nil
}
