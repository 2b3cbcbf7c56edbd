package contracttest

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dawa/contract"
	"dawa/internal/domain/roles"

	"github.com/getkin/kin-openapi/openapi3"
)

func TestContract_IsAValidOpenAPIDocument(t *testing.T) {
	doc := mustLoad(t)
	if len(doc.operations) < 70 {
		t.Fatalf("only %d operations", len(doc.operations))
	}
	if strings.Contains(string(contract.OpenAPI()), "\t") {
		t.Error("a tab: YAML readers disagree about it")
	}
}

var operationID = regexp.MustCompile(`^[a-z]+([A-Z][a-z]*)*$`)

func TestContract_OperationsStateAccessAndToken(t *testing.T) {
	doc := mustLoad(t)
	tags := map[string]bool{}
	for _, tag := range doc.requests.Tags {
		tags[tag.Name] = true
	}
	ids := map[string]string{}
	for _, op := range doc.operations {
		name := op.Method + " " + op.Path
		if !operationID.MatchString(op.ID) {
			t.Errorf("%s: operationId %q is not camelCase", name, op.ID)
		}
		if other := ids[op.ID]; other != "" {
			t.Errorf("%s and %s share the operationId %s", name, other, op.ID)
		}
		ids[op.ID] = name
		anybody := slices.Contains([]string{"public", "user", "owner"}, op.Access)
		if !anybody && !slices.Contains(roles.Actions(), roles.Action(op.Access)) {
			t.Errorf("%s: x-access %q", name, op.Access)
		}
		lanes := []string{"read", "browse", "search", "account", "checkout", "upload", "import", "admin"}
		if !slices.Contains(lanes, op.Lane) {
			t.Errorf("%s: x-lane %q", name, op.Lane)
		}
		if len(op.Tags) != 1 || !tags[op.Tags[0]] {
			t.Errorf("%s: tags %v, want one of the declared ones", name, op.Tags)
		}
		inAdmin := strings.HasPrefix(op.Path, "/api/admin/")
		if inAdmin && anybody || !inAdmin && op.Access == string(roles.Administer) && op.ID != "updateProduct" {
			t.Errorf("%s: access %s does not fit the path", name, op.Access)
		}
		if route(doc.requests, op).Operation.Summary == "" {
			t.Errorf("%s: no summary", name)
		}
	}
}

func TestRoutes_OnlyListedChangesNeedNoToken(t *testing.T) {
	// A gateway has no token; what it says is only a hint, and its own secret is checked. Browsers send reports of
	// violations themselves, and mail programs what ends mails.
	without := []string{"addStore", "populateCart", "sendAnalytics", "reportPolicy", "notifyPayment", "unsubscribe"}
	for _, op := range Operations(t) {
		want := op.Method != http.MethodGet && !slices.Contains(without, op.ID)
		if op.CSRF != want {
			t.Errorf("%s %s: x-csrf %v, want %v", op.Method, op.Path, op.CSRF, want)
		}
	}
}

func TestContract_SecurityMatchesAccessAndToken(t *testing.T) {
	doc := mustLoad(t)
	for _, op := range doc.operations {
		security := route(doc.requests, op).Operation.Security
		if security == nil {
			t.Errorf("%s: no security", op.ID)
			continue
		}
		var session, csrf bool
		for _, requirement := range *security {
			_, session = requirement["session"]
			_, csrf = requirement["csrf"]
		}
		if csrf != op.CSRF || session != (op.CSRF || op.Access != "public") {
			t.Errorf("%s: security says session %v and csrf %v, x-access %s and x-csrf %v", op.ID, session, csrf,
				op.Access, op.CSRF)
		}
	}
}

func TestContract_DeclaresEveryFailure(t *testing.T) {
	doc := mustLoad(t)
	for _, op := range doc.operations {
		operation := route(doc.requests, op).Operation
		want := []int{429, 503}
		if operation.RequestBody != nil {
			want = append(want, 400, 413)
		}
		if slices.ContainsFunc(operation.Parameters, func(p *openapi3.ParameterRef) bool {
			return p.Value.In != "header"
		}) {
			want = append(want, 400)
		}
		if op.Access != "public" {
			want = append(want, 401)
		}
		if op.CSRF || op.Access == "admin" {
			want = append(want, 403)
		}
		if op.Access == "owner" {
			want = append(want, 404)
		}
		for _, status := range want {
			if !slices.Contains(op.Statuses, status) {
				t.Errorf("%s %s does not declare %d", op.Method, op.Path, status)
			}
		}
		for _, status := range op.Statuses {
			response := operation.Responses.Status(status)
			if status >= 400 && response.Value.Content["application/json"].Schema.Ref != "#/components/schemas/Error" {
				t.Errorf("%s answers %d in another shape than Error", op.ID, status)
			}
		}
	}
}

func TestContract_TextInRequestsHasALimit(t *testing.T) {
	doc := mustLoad(t)
	seen := map[*openapi3.Schema]bool{}
	var walk func(where string, ref *openapi3.SchemaRef)
	walk = func(where string, ref *openapi3.SchemaRef) {
		if ref == nil || seen[ref.Value] {
			return
		}
		schema := ref.Value
		seen[schema] = true
		if schema.Type.Is("string") && schema.Format == "" && len(schema.Enum) == 0 && schema.MaxLength == nil &&
			schema.Pattern == "" {
			t.Errorf("%s is text without a limit", where)
		}
		if schema.Type.Is("array") && schema.MaxItems == nil {
			t.Errorf("%s is a list without a limit", where)
		}
		for name, property := range schema.Properties {
			walk(where+"."+name, property)
		}
		walk(where+"[]", schema.Items)
		for _, part := range slices.Concat(schema.AllOf, schema.OneOf, schema.AnyOf) {
			walk(where, part)
		}
	}
	for _, op := range doc.operations {
		operation := route(doc.requests, op).Operation
		for _, parameter := range operation.Parameters {
			walk(op.ID+"?"+parameter.Value.Name, parameter.Value.Schema)
		}
		if operation.RequestBody != nil {
			for _, media := range operation.RequestBody.Value.Content {
				walk(op.ID, media.Schema)
			}
		}
	}
}

func TestContract_PathsReachTheirOperation(t *testing.T) {
	doc := mustLoad(t)
	for request, want := range map[string]string{
		"GET /api/product/discounted-count/":                 "countDiscounted",
		"GET /api/product/discounted-count":                  "countDiscounted",
		"GET /api/product/all":                               "listProducts",
		"GET /api/product/adv-200":                           "getProduct",
		"PUT /api/product/adv-200":                           "updateProduct",
		"POST /api/product/new":                              "createProduct",
		"GET /api/product/category/vitamins":                 "listCategory",
		"GET /api/brand/head%20and%20shoulders":              "listBrand",
		"GET /api/user/resetpassword/abc":                    "checkResetLink",
		"PUT /api/user/resetpassword/u1/abc":                 "resetPassword",
		"PUT /api/user/verify-email/layla%40example.com/abc": "verifyEmail",
		"POST /api/store/add":                                "addStore",
		"GET /api/store/s1/products":                         "listStoreProducts",
		"POST /api/order/1001/again":                         "orderAgain",
		"PATCH /api/admin/product/adv-200":                   "patchProduct",
		"GET /api/product/discounted-count/x":                "",
		"GET /api/product/adv-200/pictures":                  "",
		"DELETE /api/product/adv-200":                        "",
	} {
		method, path, _ := strings.Cut(request, " ")
		r, err := http.NewRequest(method, "http://shop.test"+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if found, _ := doc.find(r); found.operation.ID != want {
			t.Errorf("%s is %q, want %q", request, found.operation.ID, want)
		}
	}
}

func TestCheckPaths_RefusesConflictingPaths(t *testing.T) {
	_, err := newMux([]Operation{
		{ID: "a", Method: "GET", Path: "/api/product/{id}/pictures"},
		{ID: "b", Method: "GET", Path: "/api/product/category/{category}"},
	})
	if err == nil {
		t.Fatal("a conflict was not noticed")
	}
}
