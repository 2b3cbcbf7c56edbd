package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// named is a path of the repository in a text: folders first, so that addresses and packages of others do not count.
var named = regexp.MustCompile(
	`(?:^|[\s(` + "`" +
		`'"])((?:internal|web|cmd|contract|e2e|bench|deploy|tools|docs)/[A-Za-z0-9_.\-/*]*[A-Za-z0-9_/*])`)

// linked is the target of a relative link.
var linked = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)

// made are paths that exist only after a build.
var made = []string{"web/dist"}

func TestDocs_NamedPathsExist(t *testing.T) {
	for _, file := range documents(t) {
		text, err := os.ReadFile(file) //nolint:gosec // a document of this repository
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			for _, match := range named.FindAllStringSubmatch(line, -1) {
				if !exists(t, repository, match[1]) && !isMade(match[1]) {
					t.Errorf("%s:%d names %s, which does not exist", file, i+1, match[1])
				}
			}
			for _, match := range linked.FindAllStringSubmatch(line, -1) {
				if !exists(t, filepath.Dir(file), match[1]) {
					t.Errorf("%s:%d links to %s, which does not exist", file, i+1, match[1])
				}
			}
		}
	}
}

func documents(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/decisions/*.md"} {
		found, err := filepath.Glob(filepath.Join(repository, pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < 10 {
		t.Fatalf("only %d documents found", len(files))
	}
	return files
}

func exists(t *testing.T, base, path string) bool {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(base, path))
	if err != nil {
		t.Fatal(err)
	}
	return len(found) > 0
}

func isMade(path string) bool {
	for _, folder := range made {
		if path == folder || strings.HasPrefix(path, folder+"/") {
			return true
		}
	}
	return false
}
