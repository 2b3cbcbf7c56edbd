package main

import (
	"context"
	"errors"
	"log/slog"

	"dawa/internal/app"
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
	progress := bar.show
	if s.JSONLog() {
		progress = nil // every line is a JSON object
	}
	shop, err := app.Open(ctx, s.Config, log, progress)
	bar.end()
	if err != nil {
		if ctx.Err() != nil {
			return nil // told to stop while starting
		}
		return s.failed(err, log)
	}
	if s.JSONLog() {
		log.Info("open", "address", shop.Address())
		return errors.Join(shop.Run(ctx), shop.Close())
	}
	welcome(c.out, shop.Address(), s.Demo)
	return errors.Join(shop.Run(ctx), shop.Close())
}

// failed gives a start that failed its exit code: 78 when it would fail again, so that nothing starts it for ever.
func (s serveCommand) failed(err error, log *slog.Logger) error {
	if s.JSONLog() {
		log.Error("the shop did not start", "cause", settings.OneLine(err))
		err = loggedError{err}
	}
	if wrong, ok := errors.AsType[*settings.Error](err); ok && !wrong.Temporary {
		return unusableError{err}
	}
	return err
}
