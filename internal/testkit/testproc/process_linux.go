package testproc

import "syscall"

// EndWithTests makes a process get the signal when the tests end in whatever way.
func EndWithTests(signal syscall.Signal) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: signal}
}
