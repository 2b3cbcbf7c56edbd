package main

import (
	"context"
	"fmt"

	"dawa/internal/app/operate"
	"dawa/internal/app/settings"
)

// demoCommand fills a shop with products for benchmarks.
type demoCommand struct {
	settings.Storage `embed:""`
	Products         int `help:"How many products." default:"240" placeholder:"N"`
}

// Run loads them with a progress bar.
func (d demoCommand) Run(ctx context.Context, c console) error {
	if d.Products < 1 || d.Products > 10_000_000 {
		return &settings.Error{Setting: "--products", Problem: "must be between 1 and 10000000"}
	}
	bar := newProgressBar(c.err, "Loading products")
	err := operate.LoadDemo(ctx, d.Storage, d.Products, bar.show)
	bar.end()
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%d products are in %s\n", d.Products, d.place())
	return nil
}

func (d demoCommand) place() string {
	if d.SQLite() {
		return d.Data
	}
	return "the database"
}
