// Package walls holds no code: its test keeps the rooms of the house apart.
package walls

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// The rooms, from the ground up. A package may import packages of lower floors, and of its own floor
// only what besides lists.
var floors = map[string]int{
	"contract": 0,

	"internal/apperr": 1, "internal/money": 1, "internal/text": 1, "internal/validate": 1, "internal/tracing": 1,

	"internal/catalog": 2, "internal/search": 2, "internal/cart": 2, "internal/wishlist": 2,
	"internal/addresses": 2, "internal/stores": 2, "internal/accounts": 2, "internal/cardvault": 2,
	"internal/payments": 2, "internal/orders": 2, "internal/media": 2, "internal/outbox": 2, "internal/analytics": 2, "internal/desk": 2,
	"internal/contact": 2, "internal/notices": 2,

	"internal/sqlstore": 3, "internal/mail": 3, "internal/blob": 3, "internal/backup": 3, "internal/httpapi": 3,
	"internal/page": 3, "internal/ssr": 3, "internal/demo": 3, "web": 3,

	"internal/app": 4,
	"cmd/dawa":     5,
}

// besides names the few neighbours a room may look into on its own floor.
var besides = map[string][]string{
	"internal/text":      {"internal/apperr"},
	"internal/validate":  {"internal/text", "internal/money", "internal/apperr"},
	"internal/search":    {"internal/catalog"},
	"internal/cart":      {"internal/catalog"},
	"internal/wishlist":  {"internal/catalog"},
	"internal/orders":    {"internal/cart", "internal/catalog", "internal/addresses", "internal/payments", "internal/outbox"},
	"internal/accounts":  {"internal/outbox"},
	"internal/desk":      {"internal/catalog", "internal/search", "internal/orders", "internal/media"},
	"internal/contact":   {"internal/outbox"},
	"internal/stores":    {"internal/outbox", "internal/catalog"},
	"internal/catalog":   {"internal/media", "internal/outbox"},
	"internal/demo":      {},
	"internal/page":      {"web"},
	"internal/httpapi":   {"internal/page", "web"},
	"internal/sqlstore":  {},
	"internal/addresses": {},
}

// strangers are packages a domain must not know: how it is asked and how it is kept are not its business.
var strangers = []string{"net/http", "database/sql"}

type goPackage struct {
	ImportPath string
	Imports    []string
}

func TestRoomsImportOnlyWhatTheirFloorAllows(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range list(t) {
		room, known := roomOf(p.ImportPath)
		if !known {
			continue
		}
		seen[room] = true
		for _, imported := range p.Imports {
			if floors[room] == 2 && slices.Contains(strangers, imported) {
				t.Errorf("%s imports %s: a domain knows neither the wire nor the database", p.ImportPath, imported)
			}
			other, ours := roomOf(imported)
			if !ours || other == room || floors[other] < floors[room] || slices.Contains(besides[room], other) {
				continue
			}
			t.Errorf("%s imports %s: %s stands on floor %d, %s on floor %d",
				p.ImportPath, imported, room, floors[room], other, floors[other])
		}
	}
	for _, room := range []string{"contract", "internal/catalog", "internal/sqlstore", "internal/httpapi", "internal/app", "cmd/dawa"} {
		if !seen[room] {
			t.Errorf("no package found for %s: the test looks at the wrong place", room)
		}
	}
}

func TestEveryPackageHasARoom(t *testing.T) {
	for _, p := range list(t) {
		path := strings.TrimPrefix(p.ImportPath, "dawa/")
		if _, known := roomOf(p.ImportPath); !known && !isSupport(path) {
			t.Errorf("%s has no floor in this test: decide which room it belongs to", path)
		}
	}
}

// isSupport tells test support and tools, which no room of the binary may import.
func isSupport(path string) bool {
	for _, support := range []string{"internal/walls", "internal/pgtest", "internal/s3test", "internal/testproc", "tools", "bench", "e2e"} {
		if path == support || strings.HasPrefix(path, support+"/") {
			return true
		}
	}
	return false
}

// roomOf gives the room a package belongs to; packages below a room belong to it.
func roomOf(importPath string) (string, bool) {
	path, ours := strings.CutPrefix(importPath, "dawa/")
	if !ours {
		return "", false
	}
	for {
		if _, ok := floors[path]; ok {
			return path, true
		}
		cut := strings.LastIndexByte(path, '/')
		if cut < 0 {
			return "", false
		}
		path = path[:cut]
	}
}

func list(t *testing.T) []goPackage {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "./...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var packages []goPackage
	for decoder := json.NewDecoder(strings.NewReader(string(out))); decoder.More(); {
		var p goPackage
		if err := decoder.Decode(&p); err != nil {
			t.Fatalf("reading go list: %v", err)
		}
		packages = append(packages, p)
	}
	return packages
}
