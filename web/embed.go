// Package web carries the built frontend inside the binary.
package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
)

// The pattern matches dist.txt too, which is always there, so that the module
// compiles in a bare clone where nobody has run the frontend's build.
//
//go:embed all:dist*
var files embed.FS

// Dist returns the built frontend (index of assets, scripts, styles, fonts) and
// whether there is one.
func Dist() (fs.FS, bool) {
	dist, err := fs.Sub(files, "dist")
	if err != nil {
		return nil, false
	}
	if _, err := fs.Stat(dist, ".vite/manifest.json"); err != nil {
		return nil, false
	}
	return dist, true
}

// BuildID identifies a built frontend by the names and contents of its files. Pages and answers of the API carry it,
// so that a browser notices that another build is served now.
func BuildID(dist fs.FS) (string, error) {
	h := sha256.New()
	err := fs.WalkDir(dist, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		switch path.Ext(name) {
		case ".br", ".gz", ".map": // made from the others
			return nil
		}
		content, err := fs.ReadFile(dist, name)
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintf(h, "%d %s %d\n", len(name), name, len(content))
		_, _ = h.Write(content)
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("reading the built frontend: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil))[:16], nil
}

// HowToBuild is the one line served when the frontend is not built.
func HowToBuild() string {
	line, err := files.ReadFile("dist.txt")
	if err != nil {
		return "The shop's pages are not built yet."
	}
	return string(line)
}
