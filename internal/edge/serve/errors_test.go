package serve

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"strconv"
	"strings"
	"testing"

	"dawa/internal/base/apperr"
)

// Every code of apperr has a status here and an English text in the catalogue, so
// that no failure answers 500 or a bare key by oversight.
func TestStatuses_EveryCodeHasAStatusAndAText(t *testing.T) {
	catalogue := texts(t)
	codes := declaredCodes(t)
	if len(codes) < 50 {
		t.Fatalf("found %d codes: the test reads the wrong file", len(codes))
	}
	for _, code := range codes {
		if _, ok := statuses[code]; !ok {
			t.Errorf("%s has no status", code)
		}
		if !catalogue.Has("error." + string(code)) {
			t.Errorf("%s has no text", code)
		}
	}
}

func declaredCodes(t *testing.T) []apperr.Code {
	t.Helper()
	file, err := parser.ParseFile(gotoken.NewFileSet(), "../../base/apperr/code.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var codes []apperr.Code
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		for _, v := range spec.Values {
			if lit, ok := v.(*ast.BasicLit); ok && strings.HasPrefix(lit.Value, `"`) {
				s, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				codes = append(codes, apperr.Code(s))
			}
		}
		return true
	})
	return codes
}
