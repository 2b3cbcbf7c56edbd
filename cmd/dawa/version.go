package main

import (
	"fmt"

	"dawa/internal/app"
)

// versionCommand prints the version.
type versionCommand struct{}

// Run prints one line.
func (versionCommand) Run(c console) error {
	_, err := fmt.Fprintln(c.out, app.Version())
	return err
}
