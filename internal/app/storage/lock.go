package storage

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"dawa/internal/app/settings"
)

// lockFile is locked for as long as a process works on a SQLite data folder: two servers on one folder would
// each serve their own cached catalogue.
const lockFile = "dawa.lock"

// ErrInUse says that another process works on the folder.
var ErrInUse = errors.New("another dawa is running on it")

// FolderLock is the lock of a data folder.
type FolderLock struct{ file *os.File }

// LockFolder makes the folder when it is missing, checks that it can be written and takes its lock. The kernel
// drops the lock with the process, however it ends.
func LockFolder(dir string) (*FolderLock, error) {
	if err := MakeFolder("--data", dir); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, lockFile)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, settings.Invalid("--data", fmt.Sprintf("folder %s cannot be written", dir), err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		owner, _ := os.ReadFile(path)
		_ = f.Close()
		problem := fmt.Sprintf("folder %s is in use", dir)
		if pid := strings.TrimSpace(string(owner)); pid != "" {
			problem += " by process " + pid
		}
		return nil, settings.Unavailable("--data", problem, ErrInUse)
	}
	if err := f.Truncate(0); err == nil {
		_, err = f.WriteAt([]byte(fmt.Sprintf("%d\n", os.Getpid())), 0)
		if err != nil {
			_ = f.Close()
			return nil, settings.Invalid("--data", fmt.Sprintf("folder %s cannot be written", dir), err)
		}
	}
	return &FolderLock{file: f}, nil
}

// Release gives the lock back; on nil it does nothing.
func (l *FolderLock) Release() error {
	if l == nil {
		return nil
	}
	// The file stays: removing it would let a third process lock a new file of
	// the same name while a second one waits on the old.
	return l.file.Close()
}

// MakeFolder makes a folder when it is missing and checks that it can be written; name is the setting in an error.
func MakeFolder(name, dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return settings.Invalid(name, fmt.Sprintf("folder %s cannot be made", dir), err)
	}
	probe, err := os.CreateTemp(dir, ".write-test-*")
	if err != nil {
		return settings.Invalid(name, fmt.Sprintf("folder %s cannot be written", dir), err)
	}
	_ = probe.Close()
	if err := os.Remove(probe.Name()); err != nil {
		return settings.Invalid(name, fmt.Sprintf("folder %s cannot be written", dir), err)
	}
	return nil
}
