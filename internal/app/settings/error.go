// Package settings is what an operator tells the shop: where it stores its data and under which address it is
// reached. It checks the values and opens nothing.
package settings

import "strings"

// Error says which setting cannot be used and why. It is printed to the operator as one line.
type Error struct {
	Setting string
	Problem string
	Cause   error
	// Temporary tells that the setting may be right and the world is not yet: the same start may succeed later.
	Temporary bool
}

func (e *Error) Error() string {
	line := e.Setting + ": " + e.Problem
	if e.Cause != nil {
		line += ": " + OneLine(e.Cause)
	}
	return line
}

// Unwrap gives errors.Is and errors.As the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Invalid makes an Error; cause may be nil.
func Invalid(setting, problem string, cause error) error {
	return &Error{Setting: setting, Problem: problem, Cause: cause}
}

// Unavailable makes an Error about something that may come right by itself, such as a database that is away.
func Unavailable(setting, problem string, cause error) error {
	return &Error{Setting: setting, Problem: problem, Cause: cause, Temporary: true}
}

// OneLine is the text of an error without line breaks.
func OneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
