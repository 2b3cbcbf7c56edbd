package app

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// lockFile is held for as long as a process works on a SQLite data folder: two
// servers on one folder would each believe their own memory of it.
const lockFile = "dawa.lock"

type folderLock struct{ file *os.File }

// lockFolder makes the folder when it is missing, proves that it can be written
// and takes its lock. The kernel drops the lock with the process, however it ends.
func lockFolder(dir string) (*folderLock, error) {
	if err := makeFolder("--data", dir); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, lockFile)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, setting("--data", fmt.Sprintf("folder %s cannot be written", dir), err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		holder, _ := os.ReadFile(path)
		_ = f.Close()
		problem := fmt.Sprintf("folder %s is in use", dir)
		if pid := strings.TrimSpace(string(holder)); pid != "" {
			problem += " by process " + pid
		}
		return nil, setting("--data", problem, errInUse)
	}
	if err := f.Truncate(0); err == nil {
		_, err = f.WriteAt([]byte(fmt.Sprintf("%d\n", os.Getpid())), 0)
		if err != nil {
			_ = f.Close()
			return nil, setting("--data", fmt.Sprintf("folder %s cannot be written", dir), err)
		}
	}
	return &folderLock{file: f}, nil
}

func (l *folderLock) release() error {
	if l == nil {
		return nil
	}
	// The file stays: removing it would let a third process lock a new file of
	// the same name while a second one waits on the old.
	return l.file.Close()
}

func makeFolder(name, dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return setting(name, fmt.Sprintf("folder %s cannot be made", dir), err)
	}
	probe, err := os.CreateTemp(dir, ".write-test-*")
	if err != nil {
		return setting(name, fmt.Sprintf("folder %s cannot be written", dir), err)
	}
	_ = probe.Close()
	if err := os.Remove(probe.Name()); err != nil {
		return setting(name, fmt.Sprintf("folder %s cannot be written", dir), err)
	}
	return nil
}
