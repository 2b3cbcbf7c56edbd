package s3test

import "syscall"

// deathAttributes make the server end when the tests end in whatever way.
func deathAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
