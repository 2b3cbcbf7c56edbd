// Package web carries the built frontend inside the binary.
package web

import (
	"embed"
	"io/fs"
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

// HowToBuild is the one line served when the frontend is not built.
func HowToBuild() string {
	line, err := files.ReadFile("dist.txt")
	if err != nil {
		return "The shop's pages are not built yet."
	}
	return string(line)
}
