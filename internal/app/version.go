package app

import (
	"runtime"
	"runtime/debug"
)

// built is set by the linker where no repository tells the commit, as in the image.
var built string

// Version says which build this is: the commit that the Go toolchain stamped into
// the binary, when it was built from one.
func Version() string {
	v := "dawa " + revision()
	return v + " (" + runtime.Version() + ", " + runtime.GOOS + "/" + runtime.GOARCH + ")"
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
