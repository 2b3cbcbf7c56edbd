package app

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"dawa/contract"
)

// generator makes requests out of the contract: what it allows, what it nearly allows, and nonsense.
type generator struct {
	*rand.Rand
	doc *openapi3.T
}

// strange are texts that have broken programs before.
var strange = []string{
	"", " ", "0", "-1", "1", "999999999999999999999", "1e308", "NaN", "null", "true", "item-07", "item-14", "vitamins",
	"dove", "layla", "layla@example.com", "'", `"`, "%00", "\x00", "../../etc/passwd", "<script>", "${7*7}", "ا",
	"بنادول", "\u200f", "\u202e", "😀", "\xff\xfe", strings.Repeat("a", 300), strings.Repeat("ب", 5000), "03123456",
	"4242424242424242", "12/39", "[]", "{}", "1970-01-01T00:00:00Z", "9999-12-31", "--", "; DROP TABLE users",
}

func (g *generator) text() string { return strange[g.IntN(len(strange))] }

// value makes something for a schema; one time in eight something else.
func (g *generator) value(s *openapi3.Schema, depth int) any {
	if s == nil || depth > 6 || g.IntN(8) == 0 {
		return []any{g.text(), g.IntN(20) - 5, nil, true, []any{}, map[string]any{}, 1e18, -0.5}[g.IntN(8)]
	}
	for _, choices := range []openapi3.SchemaRefs{s.OneOf, s.AnyOf, s.AllOf} {
		if len(choices) > 0 {
			return g.value(choices[g.IntN(len(choices))].Value, depth+1)
		}
	}
	if len(s.Enum) > 0 {
		return s.Enum[g.IntN(len(s.Enum))]
	}
	switch {
	case s.Type.Is("object"):
		out := map[string]any{}
		for name, p := range s.Properties {
			if g.IntN(5) > 0 {
				out[name] = g.value(p.Value, depth+1)
			}
		}
		return out
	case s.Type.Is("array"):
		out := []any{}
		for range g.IntN(4) {
			if s.Items != nil {
				out = append(out, g.value(s.Items.Value, depth+1))
			}
		}
		return out
	case s.Type.Is("integer"), s.Type.Is("number"):
		return g.IntN(60) - 10
	case s.Type.Is("boolean"):
		return g.IntN(2) == 0
	}
	return g.text()
}

// request makes one for a call of the contract.
func (g *generator) request(base, path, method string, op *openapi3.Operation) (*http.Request, error) {
	address := path
	query := url.Values{}
	for _, p := range op.Parameters {
		v := fmt.Sprint(g.value(p.Value.Schema.Value, 0))
		switch p.Value.In {
		case "path":
			address = strings.ReplaceAll(address, "{"+p.Value.Name+"}", url.PathEscape(v))
		case "query":
			if g.IntN(2) == 0 {
				query.Set(p.Value.Name, v)
			}
		}
	}
	for strings.Contains(address, "{") { // parameters of the path item
		from, to := strings.IndexByte(address, '{'), strings.IndexByte(address, '}')
		address = address[:from] + url.PathEscape(g.text()) + address[to+1:]
	}
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	var body io.Reader
	kind := ""
	if op.RequestBody != nil {
		body, kind = g.body(op.RequestBody.Value)
	}
	req, err := http.NewRequest(method, base+address, body)
	if err != nil {
		return nil, err
	}
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	return req, nil
}

func (g *generator) body(r *openapi3.RequestBody) (io.Reader, string) {
	if content := r.Content.Get("application/json"); content != nil {
		text, err := json.Marshal(g.value(content.Schema.Value, 0))
		if err != nil || g.IntN(20) == 0 {
			text = []byte(g.text())
		}
		return strings.NewReader(string(text)), "application/json"
	}
	var out strings.Builder
	w := multipart.NewWriter(&out)
	for range g.IntN(4) {
		if g.IntN(2) == 0 {
			_ = w.WriteField([]string{"product[english_name]", "product[price]", "x"}[g.IntN(3)], g.text())
		} else if f, err := w.CreateFormFile("images", "x.png"); err == nil {
			_, _ = io.WriteString(f, g.text())
		}
	}
	_ = w.Close()
	return strings.NewReader(out.String()), w.FormDataContentType()
}

// Whatever people and programs send, it is never a fault of ours.
func TestAPI_GeneratedRequestsNeverGet500(t *testing.T) {
	t.Parallel()
	limit := int64(3000)
	if os.Getenv("DAWA_LONG") == "1" {
		limit = 100_000
	} else if testing.Short() {
		limit = 800
	}
	doc, err := openapi3.NewLoader().LoadFromData(contract.OpenAPI())
	if err != nil {
		t.Fatal(err)
	}
	c := testConfig(t)
	c.Payments = "sandbox"
	s := stocked(t, c)
	customer, admin := s.customer("layla"), s.admin("boss")
	callers := []*shopper{s.visitor(), customer, admin}
	type call struct {
		path, method string
		op           *openapi3.Operation
	}
	var calls []call
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			if slices.Contains([]string{"deleteAccount", "logout", "logoutByLink", "endSessions", "resetPassword"},
				op.OperationID) {
				continue // afterwards everybody would be a stranger; they have tests of their own
			}
			calls = append(calls, call{path, method, op})
		}
	}
	var sent, refusedByClient atomic.Int64
	var mu sync.Mutex
	statuses := map[int]int{}
	together(4, func(worker int) {
		g := &generator{Rand: rand.New(rand.NewPCG(uint64(worker), 9)), doc: doc}
		client := &http.Client{
			Transport: &http.Transport{MaxIdleConnsPerHost: 2},
			CheckRedirect: func(*http.Request, []*http.Request) error {
				return http.ErrUseLastResponse
			},
		}
		defer client.CloseIdleConnections()
		for sent.Add(1) <= limit {
			which := calls[g.IntN(len(calls))]
			req, err := g.request(s.base, which.path, which.method, which.op)
			if err != nil {
				refusedByClient.Add(1) // net/http itself does not send such a thing
				continue
			}
			who := callers[g.IntN(len(callers))]
			if g.IntN(20) > 0 {
				req.Header.Set("CSRF-Token", who.token)
			}
			req.Header.Set("Cookie", who.cookie)
			if g.IntN(4) == 0 {
				req.Header.Set("Idempotency-Key", url.QueryEscape(g.text()))
			}
			res, err := client.Do(req)
			if err != nil {
				refusedByClient.Add(1)
				continue
			}
			var body []byte
			if !strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") { // such an answer has no end
				body, _ = io.ReadAll(res.Body)
			}
			_ = res.Body.Close()
			if res.StatusCode >= 500 &&
				(res.StatusCode != http.StatusServiceUnavailable || !strings.Contains(string(body), "payment_")) {
				t.Errorf("%s %s (%s) answers %d %.200s", which.method, which.path, req.URL, res.StatusCode, body)
			}
			mu.Lock()
			statuses[res.StatusCode]++
			mu.Unlock()
		}
	})
	t.Logf("%d calls, answers by status %v; %d not sent", len(calls), statuses, refusedByClient.Load())
	if statuses[200] == 0 || statuses[400] == 0 || statuses[401] > int(limit/2) || refusedByClient.Load() > limit/4 {
		t.Error("the requests were no requests")
	}
	if _, figures := fetch(t, s.ops+"/metrics"); !strings.Contains(figures, "\ndawa_panics_total 0\n") {
		t.Error("a programming fault was caught")
	}
}
