package main

import (
	"context"
	"fmt"

	"dawa/internal/app/operate"
	"dawa/internal/app/settings"
)

// migrateCommand brings the tables up to this version without serving.
type migrateCommand struct {
	settings.Storage `embed:""`
}

// Run migrates and says what it did.
func (m migrateCommand) Run(ctx context.Context, c console) error {
	applied, err := operate.Migrate(ctx, m.Storage)
	if err != nil {
		return err
	}
	if len(applied) == 0 {
		fmt.Fprintln(c.out, "The tables are up to date.")
		return nil
	}
	for _, name := range applied {
		fmt.Fprintln(c.out, "applied", name)
	}
	return nil
}
