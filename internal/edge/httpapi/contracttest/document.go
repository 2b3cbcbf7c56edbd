// Package contracttest holds what the tests need to hold the server to contract/openapi.yaml: the list
// of its operations, and checks of every request and answer that passes through a test.
package contracttest

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"dawa/contract"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"
)

// Operation is one call of the contract, with the columns that the route table must repeat.
type Operation struct {
	ID       string
	Method   string
	Path     string // as the contract writes it, with {parameters}
	Access   string // public, user, owner or admin
	CSRF     bool
	Lane     string
	Tags     []string
	Statuses []int // what it may answer, ascending
}

// Operations lists every call of the contract, by path and method.
func Operations(t testing.TB) []Operation {
	t.Helper()
	return slices.Clone(mustLoad(t).operations)
}

// document is the contract in two readings: requests may carry members it does not know, answers not.
type document struct {
	requests   *openapi3.T
	answers    *openapi3.T
	operations []Operation
	mux        *http.ServeMux
}

var load = sync.OnceValues(func() (*document, error) { return parse(contract.OpenAPI()) })

func mustLoad(t testing.TB) *document {
	t.Helper()
	doc, err := load()
	if err != nil {
		t.Fatalf("the contract cannot be used: %v", err)
	}
	return doc
}

func parse(data []byte) (*document, error) {
	requests, err := openapi3.NewLoader().LoadFromData(data)
	if err != nil {
		return nil, fmt.Errorf("reading the contract: %w", err)
	}
	if err := requests.Validate(context.Background()); err != nil {
		return nil, fmt.Errorf("validating the contract: %w", err)
	}
	answers, err := openapi3.NewLoader().LoadFromData(data)
	if err != nil {
		return nil, fmt.Errorf("reading the contract: %w", err)
	}
	closeAnswers(answers)
	doc := &document{requests: requests, answers: answers}
	for path, item := range requests.Paths.Map() {
		for method, op := range item.Operations() {
			operation, err := describe(method, path, op)
			if err != nil {
				return nil, err
			}
			doc.operations = append(doc.operations, operation)
		}
	}
	slices.SortFunc(doc.operations, func(a, b Operation) int {
		return strings.Compare(a.Path+" "+a.Method, b.Path+" "+b.Method)
	})
	doc.mux, err = newMux(doc.operations)
	return doc, err
}

func describe(method, path string, op *openapi3.Operation) (Operation, error) {
	out := Operation{ID: op.OperationID, Method: method, Path: path, Tags: op.Tags}
	var ok bool
	if out.Access, ok = op.Extensions["x-access"].(string); !ok {
		return out, fmt.Errorf("%s %s has no x-access", method, path)
	}
	if out.CSRF, ok = op.Extensions["x-csrf"].(bool); !ok {
		return out, fmt.Errorf("%s %s has no x-csrf", method, path)
	}
	if out.Lane, ok = op.Extensions["x-lane"].(string); !ok {
		return out, fmt.Errorf("%s %s has no x-lane", method, path)
	}
	for status := range op.Responses.Map() {
		code, err := strconv.Atoi(status)
		if err != nil {
			return out, fmt.Errorf("%s %s answers %q: only numbers can be checked", method, path, status)
		}
		out.Statuses = append(out.Statuses, code)
	}
	slices.Sort(out.Statuses)
	return out, nil
}

// newMux puts every operation on the router that the server uses, so that a test finds the operation of
// a request exactly as the server would. Paths that cannot stand beside each other are an error.
func newMux(operations []Operation) (mux *http.ServeMux, err error) {
	defer func() {
		if conflict := recover(); conflict != nil {
			mux, err = nil, fmt.Errorf("registering the contract's paths: %v", conflict)
		}
	}()
	mux = http.NewServeMux()
	for _, op := range operations {
		for _, pattern := range patterns(op) {
			mux.Handle(pattern, matched(op))
		}
	}
	return mux, nil
}

// patterns are the router's words for an operation. A last slash in the contract means that one and the
// same without it, and nothing below.
func patterns(op Operation) []string {
	if bare, slash := strings.CutSuffix(op.Path, "/"); slash {
		return []string{op.Method + " " + bare, op.Method + " " + bare + "/{$}"}
	}
	return []string{op.Method + " " + op.Path}
}

// matched is a handler that answers nothing: it only tells what was matched.
type matched Operation

func (m matched) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	found := w.(*finding)
	found.operation = Operation(m)
	found.path = map[string]string{}
	for rest := m.Path; ; {
		_, after, more := strings.Cut(rest, "{")
		if !more {
			return
		}
		var name string
		name, rest, _ = strings.Cut(after, "}")
		found.path[name] = r.PathValue(name)
	}
}

// finding collects what the router matched; the zero operation means nothing.
type finding struct {
	http.ResponseWriter
	operation Operation
	path      map[string]string
}

func (f *finding) Header() http.Header         { return http.Header{} }
func (f *finding) Write(p []byte) (int, error) { return len(p), nil }
func (f *finding) WriteHeader(int)             {}

func (d *document) find(r *http.Request) (finding, bool) {
	var found finding
	d.mux.ServeHTTP(&found, r)
	return found, found.operation.ID != ""
}

// route is what the validator wants to know of an operation.
func route(doc *openapi3.T, op Operation) *routers.Route {
	item := doc.Paths.Value(op.Path)
	return &routers.Route{
		Spec: doc, Path: op.Path, PathItem: item, Method: op.Method, Operation: item.GetOperation(op.Method),
	}
}

// closeAnswers lets answers hold only what their schema names: a member nobody wrote down is a slip.
func closeAnswers(doc *openapi3.T) {
	seen := map[*openapi3.Schema]bool{}
	for _, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			for _, response := range op.Responses.Map() {
				for _, media := range response.Value.Content {
					closeSchema(media.Schema, seen)
				}
			}
		}
	}
}

func closeSchema(ref *openapi3.SchemaRef, seen map[*openapi3.Schema]bool) {
	if ref == nil || ref.Value == nil || seen[ref.Value] {
		return
	}
	schema := ref.Value
	seen[schema] = true
	if len(schema.Properties) > 0 && schema.AdditionalProperties.Has == nil &&
		schema.AdditionalProperties.Schema == nil {
		schema.AdditionalProperties.Has = new(bool)
	}
	for _, property := range schema.Properties {
		closeSchema(property, seen)
	}
	closeSchema(schema.Items, seen)
	closeSchema(schema.AdditionalProperties.Schema, seen)
	for _, part := range slices.Concat(schema.AllOf, schema.OneOf, schema.AnyOf) {
		closeSchema(part, seen)
	}
}
