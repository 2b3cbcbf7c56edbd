package app

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"dawa/internal/adapter/sqlstore"
)

// Release is the version of the shop; CHANGELOG.md says what came with it.
const Release = "0.2.0"

// built is set by the linker where no repository tells the commit, as in the image.
var built string

// Version says which build this is: the release, the commit that the Go toolchain stamped into the binary, when it was
// built from one, and the version of the tables that it brings a database to.
func Version() string {
	return fmt.Sprintf("dawa %s (commit %s, schema %d, %s, %s/%s)", Release, revision(), sqlstore.SchemaVersion(),
		runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func revision() string {
	if built != "" {
		return built
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	commit, changed := "", ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			if s.Value == "true" {
				changed = "+changes"
			}
		}
	}
	if commit == "" {
		return info.Main.Version
	}
	return commit + changed
}
