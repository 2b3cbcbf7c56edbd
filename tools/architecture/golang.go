package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"dawa/internal/testkit/gosource"
)

// layer is one box of the picture.
type layer struct {
	name    string // also its folder
	about   string
	parts   []part
	imports []string // the layers below that it imports, in the order of the picture
}

// part is a package or a folder of a layer.
type part struct {
	name    string
	imports []string // parts of the same layer
}

// goLayers are the layers of the binary from the top down. Layers of one row stand side by side and do not import
// each other. internal/layers_test.go enforces the rules.
var goLayers = [][]layer{
	{{name: "cmd", about: "the command line"}},
	{{name: "internal/app", about: "wires everything; commands of the host"}},
	{
		{name: "internal/edge", about: "HTTP: the API and the pages"},
		{name: "internal/adapter", about: "SQL, mail, files, payment gateways"},
		{name: "web", about: "the built frontend"},
	},
	{
		{
			name: "internal/domain", about: "rules as plain functions, and the ports they need; no net/http, no " +
				"database/sql",
		},
	},
	{{name: "internal/base", about: "error codes, money, texts; no business"}},
	{{name: "contract", about: "openapi.yaml, messages, rules and constants, read by Go and TypeScript"}},
}

// outside are packages that the binary does not contain.
var outside = []string{
	"internal/testkit", "internal/adapter/sqlstore/storetest", "internal/edge/httpapi/contracttest", "tools", "bench",
	"e2e",
}

// readGo fills the layers with the packages under root and with their imports.
func readGo(root string) ([][]layer, error) {
	packages, err := gosource.Packages(root)
	if err != nil {
		return nil, err
	}
	byPart := map[string]map[string]map[string]bool{} // layer, part, imported "layer part"
	for _, p := range packages {
		path := p.Path
		if path == "internal" || isOutside(path) {
			continue
		}
		name, unit := locate(path)
		if name == "" {
			return nil, fmt.Errorf("%s lies in no layer", path)
		}
		if byPart[name] == nil {
			byPart[name] = map[string]map[string]bool{}
		}
		if byPart[name][unit] == nil {
			byPart[name][unit] = map[string]bool{}
		}
		for _, imported := range p.Imports {
			if other, ours := strings.CutPrefix(imported, "dawa/"); ours {
				otherLayer, otherUnit := locate(other)
				byPart[name][unit][otherLayer+" "+otherUnit] = true
			}
		}
	}
	order := layerNames()
	var rows [][]layer
	for _, row := range goLayers {
		row = slices.Clone(row)
		for i := range row {
			row[i].parts, row[i].imports = partsOf(row[i].name, byPart[row[i].name], order)
			if len(row[i].parts) == 0 {
				return nil, fmt.Errorf("no package found in %s", row[i].name)
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// partsOf are the parts of a layer in alphabetical order, and the other layers they import in the picture's order.
func partsOf(name string, units map[string]map[string]bool, order []string) (parts []part, imports []string) {
	below := map[string]bool{}
	for _, unit := range slices.Sorted(maps.Keys(units)) {
		p := part{name: unit}
		for _, target := range slices.Sorted(maps.Keys(units[unit])) {
			otherLayer, otherUnit, _ := strings.Cut(target, " ")
			switch {
			case otherLayer != name:
				below[otherLayer] = true
			case otherUnit != unit:
				p.imports = append(p.imports, otherUnit)
			}
		}
		parts = append(parts, p)
	}
	for _, other := range order {
		if below[other] {
			imports = append(imports, other)
		}
	}
	return parts, imports
}

func layerNames() []string {
	var names []string
	for _, row := range goLayers {
		for _, l := range row {
			names = append(names, l.name)
		}
	}
	return names
}

// locate is the layer of a package and its part: the folder directly inside the layer.
func locate(path string) (name, unit string) {
	for _, name := range layerNames() {
		if path == name {
			return name, name[strings.LastIndex(name, "/")+1:]
		}
		if rest, inside := strings.CutPrefix(path, name+"/"); inside {
			unit, _, _ := strings.Cut(rest, "/")
			return name, unit
		}
	}
	return "", ""
}

func isOutside(path string) bool {
	return slices.ContainsFunc(outside, func(folder string) bool {
		return path == folder || strings.HasPrefix(path, folder+"/")
	})
}
