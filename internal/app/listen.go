package app

import (
	"errors"
	"syscall"
)

// plainListenError says in plain words what the kernel refused.
func plainListenError(err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return errors.New("another program uses this port")
	case errors.Is(err, syscall.EACCES):
		return errors.New("this port needs more rights than this user has")
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return errors.New("this machine has no such address")
	}
	return err
}
