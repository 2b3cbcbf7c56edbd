// Package internal holds no code of its own: its test enforces which package may import which.
package internal

import (
	"slices"
	"strings"
	"testing"

	"dawa/internal/testkit/gosource"
)

// layers are the folders of the binary from the bottom up. A package may import packages of lower
// layers; siblings lists what it may import of its own layer.
var layers = map[string]int{
	"contract":         0,
	"internal/base":    1,
	"internal/domain":  2,
	"internal/adapter": 3,
	"internal/edge":    3,
	"web":              3,
	"internal/app":     4,
	"cmd":              5,
}

// siblings names, for a package, the packages of its own layer that it is made of.
var siblings = map[string][]string{
	"internal/base/validate": {"internal/base/money", "internal/base/text"},

	"internal/domain/accounts": {
		"internal/domain/audit", "internal/domain/outbox", "internal/domain/ratelimit", "internal/domain/roles",
	},
	"internal/domain/admin":    {"internal/domain/catalog", "internal/domain/orders", "internal/domain/search"},
	"internal/domain/cart":     {"internal/domain/catalog"},
	"internal/domain/catalog":  {"internal/domain/outbox", "internal/domain/regulation"},
	"internal/domain/contact":  {"internal/domain/outbox"},
	"internal/domain/importer": {"internal/domain/catalog", "internal/domain/media", "internal/domain/regulation"},
	"internal/domain/ledger": {
		"internal/domain/audit", "internal/domain/orders", "internal/domain/outbox", "internal/domain/payments",
		"internal/domain/refunds",
	},
	"internal/domain/orders": {
		"internal/domain/addresses", "internal/domain/cart", "internal/domain/catalog",
		"internal/domain/outbox", "internal/domain/payments", "internal/domain/roles",
	},
	"internal/domain/pricelist": {"internal/domain/importer", "internal/domain/regulation"},
	"internal/domain/reconcile": {"internal/domain/payments"},
	"internal/domain/refunds": {
		"internal/domain/audit", "internal/domain/orders", "internal/domain/outbox", "internal/domain/payments",
	},
	"internal/domain/restock": {"internal/domain/outbox"},
	"internal/domain/roles":   {"internal/domain/audit", "internal/domain/outbox"},
	"internal/domain/search":  {"internal/domain/catalog"},
	"internal/domain/shifts": {
		"internal/domain/audit", "internal/domain/cash", "internal/domain/orders", "internal/domain/payments",
		"internal/domain/roles",
	},
	"internal/domain/stores": {
		"internal/domain/audit", "internal/domain/catalog", "internal/domain/outbox",
		"internal/domain/regulation", "internal/domain/roles",
	},
	"internal/domain/wishlist": {"internal/domain/catalog"},

	"internal/edge/httpapi": {"internal/edge/page", "internal/edge/serve"},

	"internal/app": {
		"internal/app/certificates", "internal/app/demo", "internal/app/operate", "internal/app/settings",
		"internal/app/sockets", "internal/app/storage",
	},
	"internal/app/operate": {"internal/app/demo", "internal/app/settings", "internal/app/storage"},
	"internal/app/storage": {"internal/app/settings"},
}

// forbiddenInDomain are packages that no decision needs: transport and storage belong to edge and adapter.
var forbiddenInDomain = []string{"net/http", "database/sql"}

// domainless are packages that lie above the domains and still may know none of them.
var domainless = []string{"internal/edge/serve"}

// support is test support and tooling. Nothing in the binary may import it.
var support = []string{"internal/testkit", "internal/adapter/sqlstore/storetest", "internal/edge/httpapi/contracttest",
	"tools", "bench", "e2e"}

func TestLayers_ImportsOnlyPointDown(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range packages(t) {
		path := p.Path
		layer, known := layerOf(path)
		if !known || within(path, support) {
			continue
		}
		seen[layer] = true
		for _, imported := range p.Imports {
			if layer == "internal/domain" && slices.Contains(forbiddenInDomain, imported) {
				t.Errorf("%s imports %s: a domain knows neither transport nor storage", path, imported)
			}
			other, ours := strings.CutPrefix(imported, "dawa/")
			if !ours {
				continue
			}
			if within(other, support) {
				t.Errorf("%s imports %s, which is test support", path, other)
				continue
			}
			otherLayer, _ := layerOf(other)
			if otherLayer == "internal/domain" && within(path, domainless) {
				t.Errorf("%s imports %s: it may know no domain", path, other)
			}
			from, to := unit(path, layer), unit(other, otherLayer)
			if from == to || layers[otherLayer] < layers[layer] || slices.Contains(siblings[from], to) {
				continue
			}
			t.Errorf("%s imports %s: a package of %s may not import %s", path, other, layer, to)
		}
	}
	for layer := range layers {
		if !seen[layer] {
			t.Errorf("no package found in %s: the test looks at the wrong place", layer)
		}
	}
}

func TestLayers_EveryPackageBelongsToOne(t *testing.T) {
	for _, p := range packages(t) {
		path := p.Path
		if _, known := layerOf(path); !known && !within(path, support) && path != "internal" {
			t.Errorf("%s lies in no layer: move it into one, or name it as support", path)
		}
	}
}

// A rule for a package that no longer exists or an import that is no longer made misleads whoever reads it.
func TestLayers_SiblingRulesAreInUse(t *testing.T) {
	imports := map[string]bool{}
	for _, p := range packages(t) {
		path := p.Path
		layer, _ := layerOf(path)
		for _, imported := range p.Imports {
			other := strings.TrimPrefix(imported, "dawa/")
			otherLayer, _ := layerOf(other)
			imports[unit(path, layer)+" "+unit(other, otherLayer)] = true
		}
	}
	for from, allowed := range siblings {
		for _, to := range allowed {
			if !imports[from+" "+to] {
				t.Errorf("%s may import %s but does not: remove the rule", from, to)
			}
		}
	}
}

// layerOf is the layer a package lies in.
func layerOf(path string) (string, bool) {
	for layer := range layers {
		if within(path, []string{layer}) {
			return layer, true
		}
	}
	return "", false
}

// unit is the package that import rules speak of: the folder directly inside a layer, with all its subfolders.
func unit(path, layer string) string {
	rest, inside := strings.CutPrefix(path, layer+"/")
	if !inside {
		return path
	}
	first, _, _ := strings.Cut(rest, "/")
	return layer + "/" + first
}

func within(path string, folders []string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool {
		return path == folder || strings.HasPrefix(path, folder+"/")
	})
}

func packages(t *testing.T) []gosource.Package {
	t.Helper()
	found, err := gosource.Packages("..")
	if err != nil {
		t.Fatal(err)
	}
	return found
}
