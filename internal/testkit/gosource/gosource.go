// Package gosource reads which package imports which. It reads the files itself instead of asking `go list`: Go keeps
// the result of a test for as long as the files that it opened are the same, and does not see what a command opens.
package gosource

import (
	"errors"
	"fmt"
	"go/build"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// Package is a folder with Go files of the binary or of a tool; its tests do not count.
type Package struct {
	Path    string // inside the repository, with slashes
	Imports []string
}

// notOurs are folders that hold no Go of ours and far too many files to look through.
var notOurs = []string{"node_modules", "testdata", "dist", "data"}

// Packages are the packages of the repository at root, in alphabetical order, with what they import on this system.
func Packages(root string) ([]Package, error) {
	var found []Package
	err := filepath.WalkDir(root, func(dir string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if name := entry.Name(); dir != root && (strings.HasPrefix(name, ".") || slices.Contains(notOurs, name)) {
			return fs.SkipDir
		}
		p, err := build.Default.ImportDir(dir, 0)
		var noGo *build.NoGoError
		if errors.As(err, &noGo) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading the Go files of %s: %w", dir, err)
		}
		path, err := filepath.Rel(root, dir)
		if err != nil {
			return err
		}
		found = append(found, Package{Path: filepath.ToSlash(path), Imports: p.Imports})
		return nil
	})
	return found, err
}
