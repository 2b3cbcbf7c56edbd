package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// webAbout describes the layers of web/src. Their names and order are read from web/src/layers.test.ts.
var webAbout = map[string]string{
	"app":       "start, route table, header and footer",
	"routes":    "one file per screen; composes features",
	"features":  "a part of the shop each; none imports another",
	"domain":    "what several features share",
	"ui":        "controls; know nothing of the shop",
	"lib":       "API client, texts, storage of the tab",
	"generated": "types made from contract/openapi.yaml",
}

var (
	layerList = regexp.MustCompile(`const layers = \[([^\]]*)\]`)
	quoted    = regexp.MustCompile(`'([^']+)'`)
	relative  = regexp.MustCompile(`(?:from|import|import\()\s*['"](\.[^'"]*)['"]`)
)

// readWeb reads the layers of web/src from the top down.
func readWeb(root string) ([][]layer, error) {
	source := filepath.Join(root, "web", "src")
	rules, err := os.ReadFile(filepath.Join(source, "layers.test.ts"))
	if err != nil {
		return nil, err
	}
	found := layerList.FindSubmatch(rules)
	if found == nil {
		return nil, fmt.Errorf("web/src/layers.test.ts lists no layers")
	}
	var names []string
	for _, name := range quoted.FindAllStringSubmatch(string(found[1]), -1) {
		names = append(names, name[1])
	}
	slices.Reverse(names)

	var rows [][]layer
	for _, name := range names {
		about, known := webAbout[name]
		if !known {
			return nil, fmt.Errorf("the layer web/src/%s has no description", name)
		}
		l := layer{name: name, about: about}
		if l.imports, err = webImports(source, name, names); err != nil {
			return nil, err
		}
		if name == "features" || name == "domain" {
			if l.parts, err = folders(filepath.Join(source, name)); err != nil {
				return nil, err
			}
		}
		rows = append(rows, []layer{l})
	}
	return rows, nil
}

// webImports are the layers that the files of a layer import, tests left out.
func webImports(source, name string, names []string) ([]string, error) {
	imported := map[string]bool{}
	err := filepath.WalkDir(filepath.Join(source, name), func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.Contains(file, ".test.") || !strings.Contains(file, ".ts") {
			return err
		}
		text, err := os.ReadFile(file) //nolint:gosec // a source file of this repository
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(source, file)
		if err != nil {
			return err
		}
		for _, target := range relative.FindAllStringSubmatch(string(text), -1) {
			first, _, _ := strings.Cut(path.Join(path.Dir(filepath.ToSlash(inside)), target[1]), "/")
			imported[first] = true
		}
		return nil
	})
	var below []string
	for _, other := range names {
		if other != name && imported[other] {
			below = append(below, other)
		}
	}
	return below, err
}

func folders(dir string) ([]part, error) {
	entries, err := os.ReadDir(dir)
	var parts []part
	for _, entry := range entries {
		if entry.IsDir() {
			parts = append(parts, part{name: entry.Name()})
		}
	}
	return parts, err
}
