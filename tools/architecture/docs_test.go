package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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

// linkedHeading is a link to a heading, of the same document or of another.
var linkedHeading = regexp.MustCompile(`\]\(([^)#:]*\.md)?#([^)]+)\)`)

var heading = regexp.MustCompile(`(?m)^#+ (.+)$`)

// notInAnchors are the characters of a heading that its anchor leaves out.
var notInAnchors = regexp.MustCompile(`[^\p{L}\p{M}\p{N}\s_-]`)

func TestDocs_LinkedHeadingsExist(t *testing.T) {
	for _, file := range documents(t) {
		for _, match := range linkedHeading.FindAllStringSubmatch(read(t, file), -1) {
			target := file
			if match[1] != "" {
				target = filepath.Join(filepath.Dir(file), match[1])
			}
			if !slices.Contains(anchors(read(t, target)), match[2]) {
				t.Errorf("%s links to the heading %s of %s, which does not exist", file, match[2], target)
			}
		}
	}
}

// anchors are the names by which the headings of a document are linked.
func anchors(text string) []string {
	var names []string
	for _, match := range heading.FindAllStringSubmatch(text, -1) {
		name := notInAnchors.ReplaceAllString(strings.ToLower(strings.TrimSpace(match[1])), "")
		names = append(names, strings.ReplaceAll(name, " ", "-"))
	}
	return names
}

func TestDocs_StartPageHasAWayInForEveryReader(t *testing.T) {
	start := read(t, filepath.Join(repository, "docs", "README.md"))
	readers := []string{"a shopper", "the owner of a pharmacy", "the operator", "a developer", "an auditor"}
	for _, reader := range readers {
		if !strings.Contains(start, "| **"+reader+"**") {
			t.Errorf("the start page has no line for %s", reader)
		}
	}
	pages, err := filepath.Glob(filepath.Join(repository, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		if name := filepath.Base(page); name != "README.md" && !strings.Contains(start, "]("+name) {
			t.Errorf("the start page does not lead to %s", name)
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file) //nolint:gosec // a document of this repository
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
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

// namedTest is a Go test in a text; one that ends in … names all that begin so.
var namedTest = regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]\w+…?`)

var declaredTest = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w+)\(`)

func TestDocs_NamedTestsExist(t *testing.T) {
	tests := declaredTests(t)
	for _, file := range documents(t) {
		if strings.HasSuffix(file, "CONTRIBUTING.md") { // its names are examples
			continue
		}
		text, err := os.ReadFile(file) //nolint:gosec // a document of this repository
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			for _, name := range namedTest.FindAllString(line, -1) {
				beginning, open := strings.CutSuffix(name, "…")
				if !slices.ContainsFunc(tests, func(test string) bool {
					return test == name || open && strings.HasPrefix(test, beginning)
				}) {
					t.Errorf("%s:%d names %s, which does not exist", file, i+1, name)
				}
			}
		}
	}
}

// A pattern that matches nothing would let make faults pass without running the test.
func TestFaultsScript_PatternsMatchTests(t *testing.T) {
	tests := declaredTests(t)
	script, err := os.ReadFile(repository + "/tools/faults.sh")
	if err != nil {
		t.Fatal(err)
	}
	patterns := regexp.MustCompile(`-run '?([\w|]+)`).FindAllStringSubmatch(string(script), -1)
	if len(patterns) == 0 {
		t.Fatal("no -run found in tools/faults.sh")
	}
	for _, match := range patterns {
		for part := range strings.SplitSeq(match[1], "|") {
			if !slices.ContainsFunc(tests, func(test string) bool { return strings.Contains(test, part) }) {
				t.Errorf("tools/faults.sh runs %s, which no test is called", part)
			}
		}
	}
}

// declaredTests are the names of all Go tests, fuzz targets and benchmarks.
func declaredTests(t *testing.T) []string {
	t.Helper()
	var names []string
	collect := func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == "node_modules":
			return fs.SkipDir
		case !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path) //nolint:gosec // a source file of this repository
		for _, match := range declaredTest.FindAllStringSubmatch(string(text), -1) {
			names = append(names, match[1])
		}
		return err
	}
	for _, folder := range []string{"contract", "cmd", "internal", "bench", "tools", "web"} {
		if err := filepath.WalkDir(filepath.Join(repository, folder), collect); err != nil {
			t.Fatal(err)
		}
	}
	return names
}
