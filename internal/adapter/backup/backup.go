// Package backup reads and writes backups: one file that holds a shop's files, with a checksum of each in a manifest at
// its end, sealed when a key is given.
//
// A backup is a zstd stream of a tar whose last file is the manifest: without it a backup is not whole. A sealed backup
// is an age file (age-encryption.org/v1) around that stream; one that is not sealed begins with plainLine.
package backup

import (
	"errors"
	"fmt"
	"time"
)

// The first line of a file says what follows it.
const (
	plainLine = "dawa backup 1 plain\n"
	ageLine   = "age-encryption.org/v1\n"
	// manifestName is the last file of the tar.
	manifestName = "manifest.json"
	// largestManifest bounds what is read into memory: a line for each of a million pictures.
	largestManifest = 256 << 20
)

// Manifest says what a backup holds.
type Manifest struct {
	// Made is when, Version by which dawa, Source from which engine.
	Made    time.Time `json:"made"`
	Version string    `json:"version"`
	Source  string    `json:"source"`
	// Schema is the version of the tables.
	Schema int64 `json:"schema"`
	// Keys says whether the keys of cards and sessions are among the files.
	Keys bool `json:"keys"`
	// Rows counts the rows of each table.
	Rows map[string]int64 `json:"rows"`
	// Files are all files, in their order.
	Files []File `json:"files"`
}

// File is one file of a backup.
type File struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// ErrDamaged says that a backup is not what was written: cut off, changed, or opened with another key.
var ErrDamaged = errors.New("the backup is damaged")

// ErrNeedsKey says that a backup is sealed and no key was given.
var ErrNeedsKey = errors.New("the backup is sealed: its key is needed")

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrDamaged, fmt.Errorf(format, args...))
}
