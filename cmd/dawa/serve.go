package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"dawa/internal/app"
	"dawa/internal/app/demo"
	"dawa/internal/app/settings"
)

// serveCommand runs the shop until it is told to stop.
type serveCommand struct {
	app.Config `embed:""`
}

// Run serves.
func (s serveCommand) Run(ctx context.Context, c console) error {
	if err := s.Check(); err != nil {
		return unusableError{err}
	}
	log, endLog, err := s.Logger(c.err)
	if err != nil {
		return err
	}
	defer endLog()
	bar := newProgressBar(c.err, "Loading the demo shop")
	shop, err := app.Open(ctx, s.Config, log, bar.show)
	bar.end()
	if err != nil {
		if ctx.Err() != nil {
			return nil // told to stop while starting
		}
		if wrong, ok := errors.AsType[*settings.Error](err); ok && wrong.Setting == "--demo" {
			return unusableError{err}
		}
		return err
	}
	fmt.Fprintf(c.out, "Dawa is open at %s\n", shop.Address())
	if s.Demo {
		fmt.Fprintf(c.out, "Demo users: %s\nMail goes to %s/dev/mail\n", strings.Join(demo.Logins(), ", "),
			shop.Address())
	}
	return errors.Join(shop.Run(ctx), shop.Close())
}
