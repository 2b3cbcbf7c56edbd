package httpapi

import (
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"dawa/contract"
	"dawa/internal/edge/serve"
)

// The table and the contract are two texts of one agreement: every call is in
// both, with the same access, token and lane.
func TestRoutes_EqualTheContract(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromData(contract.OpenAPI())
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]Route{}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			want[method+" "+path] = Route{
				Method: method, Path: path, Operation: op.OperationID,
				Access: Access(extension(t, op, "x-access")),
				CSRF:   op.Extensions["x-csrf"] == true,
				Lane:   serve.Lane(extension(t, op, "x-lane")),
			}
		}
	}
	var a API
	for _, got := range a.routes() {
		key := got.Method + " " + got.Path
		w, ok := want[key]
		if !ok {
			t.Errorf("%s is in the table, not in the contract (or twice in the table)", key)
			continue
		}
		delete(want, key)
		got.handle = nil
		if got.Operation != w.Operation || got.Access != w.Access || got.CSRF != w.CSRF || got.Lane != w.Lane {
			t.Errorf("%s: table says %+v, contract says %+v", key, got, w)
		}
	}
	for key := range want {
		t.Errorf("%s is in the contract, not in the table", key)
	}
}

func extension(t *testing.T, op *openapi3.Operation, name string) string {
	t.Helper()
	s, ok := op.Extensions[name].(string)
	if !ok {
		t.Errorf("%s has no %s", op.OperationID, name)
	}
	return s
}

func TestRouteTable_EveryCallHasAHandler(t *testing.T) {
	var a API
	for _, route := range a.routes() {
		if route.handle == nil {
			t.Errorf("%s has no handler", route.Operation)
		}
	}
}
