//go:build unix && !linux

package s3test

import "syscall"

// deathAttributes are plain here: only Linux ends a child with its parent.
func deathAttributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }
