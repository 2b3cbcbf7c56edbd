package app

import (
	"io"
	"log/slog"
)

// Logger makes the logger that the configuration asks for.
func (c Config) Logger(out io.Writer) (*slog.Logger, error) {
	level, err := c.logLevel()
	if err != nil {
		return nil, err
	}
	options := &slog.HandlerOptions{Level: level}
	switch c.LogFormat {
	case "json":
		return slog.New(slog.NewJSONHandler(out, options)), nil
	case "text":
		return slog.New(slog.NewTextHandler(out, options)), nil
	}
	return nil, c.Check()
}
