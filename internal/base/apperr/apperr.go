// Package apperr is the one shape in which a failure travels to the edge of the shop.
// An error carries a code and never a text: whoever answers chooses the words by code and language.
package apperr

import (
	"context"
	"errors"
	"maps"
	"time"
)

// Error is a failure with a code that the person or program at the other end can act on.
type Error struct {
	Code Code
	// Fields maps a form field to the code of what is wrong with it (text key `rule.<code>`).
	Fields map[string]string
	// Details are extra top-level members of the error answer.
	Details map[string]any
	// RetryAfter is how long to wait before trying again; zero says nothing about it.
	RetryAfter time.Duration
	// Cause is for the log only; it never reaches the answer.
	Cause error
}

// New makes an error of that code.
func New(code Code) *Error { return &Error{Code: code} }

// Invalid makes the error of a form whose fields did not pass.
func Invalid(fields map[string]string) *Error { return New(InvalidFields).WithFields(fields) }

// Wrap makes an error of that code with its cause.
func Wrap(code Code, cause error) *Error { return New(code).WithCause(cause) }

// WithFields returns a copy that names what is wrong with each field.
func (e *Error) WithFields(fields map[string]string) *Error {
	c := *e
	c.Fields = maps.Clone(fields)
	return &c
}

// WithCause returns a copy that remembers why, for the log.
func (e *Error) WithCause(cause error) *Error {
	c := *e
	c.Cause = cause
	return &c
}

// WithRetryAfter returns a copy that says when to try again.
func (e *Error) WithRetryAfter(wait time.Duration) *Error {
	c := *e
	c.RetryAfter = wait
	return &c
}

// WithDetail returns a copy with one more member for the error answer.
func (e *Error) WithDetail(key string, value any) *Error {
	c := *e
	c.Details = maps.Clone(e.Details)
	if c.Details == nil {
		c.Details = map[string]any{}
	}
	c.Details[key] = value
	return &c
}

// Error says the code and the cause; it is for logs.
func (e *Error) Error() string {
	if e.Cause == nil {
		return string(e.Code)
	}
	return string(e.Code) + ": " + e.Cause.Error()
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Is makes errors.Is compare by code, so that a bare New(code) can be the target.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code
}

// From finds the Error inside err, or makes one that tells a stranger nothing more than it should.
// It is nil for a nil err.
func From(err error) *Error {
	if err == nil {
		return nil
	}
	if found, ok := errors.AsType[*Error](err); ok {
		return found
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return Wrap(Timeout, err)
	}
	return Wrap(Internal, err)
}

// CodeOf is the code of err: empty for nil, Internal for an error without one.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	return From(err).Code
}
