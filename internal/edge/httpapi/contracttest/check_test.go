package contracttest

import (
	"bytes"
	"compress/gzip"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const (
	product = `{"_id":"p","id":"p","english_name":"Advil","arabic_name":"أدفيل","english_description":"x",` +
		`"arabic_description":"س",` +
		`"brand":"advil","category":"pain_killers","code":"ADV-200","price":4.25,"discount":0,` +
		`"discounted_price":4.25,"nb_in_stock":3,"in_stock":true,` +
		`"images":[{"url":"/media/a/400.webp","widths":{"200":"/media/a/200.webp","400":"/media/a/400.webp","800":"/` +
		`media/a/800.webp"},"alt":{"en":"Advil","ar":"أدفيل"}}]}`
	user = `{"_id":"u","id":"u","admin":false,"full_name":"Layla Haddad","first_name":"Layla","last_name":"Haddad",` +
		`"username":"layla",` +
		`"email":"layla@example.com","email_verified":true,"phone_nb":"70123456","type":"normal","language":"arabic",` +
		`"marketing_emails":false,"roles":[],"may":[],` +
		`"favorite_address":-1,"addresses":[],"wishlist":["p"],"cart":[{"product":"p","quantity":2}]}`
	refusal = `{"success":false,"code":"not_found","message":"Not found"}`
)

// exchange builds one from words: "GET /path", header lines, and the answer.
func exchange(t *testing.T, call string, headers []string, body string, status int, answerHeaders []string,
	answer string) Exchange {
	t.Helper()
	method, path, _ := strings.Cut(call, " ")
	r, err := http.NewRequest(method, "http://shop.test"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	x := Exchange{Request: r, RequestBody: []byte(body), Status: status, Header: http.Header{}, Body: []byte(answer)}
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Set(name, value)
	}
	for _, line := range answerHeaders {
		name, value, _ := strings.Cut(line, ": ")
		x.Header.Set(name, value)
	}
	return x
}

func TestCheck_HoldsAnswersToTheContract(t *testing.T) {
	var (
		asJSON   = "Content-Type: application/json; charset=utf-8"
		list     = []string{asJSON, "ETag: \"1\"", "X-Total-Count: 1", "X-Max-Price: 4.25"}
		signedIn = []string{asJSON, "Cookie: dawa_session=s", "CSRF-Token: t"}
		category = "GET /api/product/category/pain_killers?page=1&limit=12"
		done     = `{"success":true,"code":"saved","message":"Saved"}`
		empty    = `{"success":true,"cart":[],"totalPrice":0.00,"deliveryFee":0.00,"total":0.00,` +
			`"shared_ingredients":[]}`
		address = `{"address":{"street":"Hamra","state":"Beirut","city":"Beirut","building":"Noor","floor":"٣",` +
			`"more":1}}`
	)
	for _, c := range []struct {
		name   string
		x      Exchange
		reason string // empty when it must pass
	}{
		{"a list as promised", exchange(t, category, nil, "", 200, list, "["+product+"]"), ""},
		{"unchanged", exchange(t, category, nil, "", 304, []string{"ETag: \"1\""}, ""), ""},
		{"unchanged with a body", exchange(t, category, nil, "", 304, nil, "x"), "body where none belongs"},
		{"a header missing", exchange(t, category, nil, "", 200, list[:3], "[]"), "X-Max-Price"},
		{
			"a header of another type", exchange(t, category, nil, "", 200,
				[]string{asJSON, "ETag: \"1\"", "X-Total-Count: many", "X-Max-Price: 1"}, "[]"), "X-Total-Count",
		},
		{"null for a list", exchange(t, category, nil, "", 200, list, "null"), "not nullable"},
		{
			"a member missing", exchange(t, category, nil, "", 200, list,
				"["+strings.Replace(product, `"discount":0,`, "", 1)+"]"), "discount",
		},
		{
			"a member nobody wrote down", exchange(t, category, nil, "", 200, list,
				"["+strings.Replace(product, `"discount":0,`, `"discount":0,"cost":1,`, 1)+"]"), "cost",
		},
		{
			"money as text", exchange(t, category, nil, "", 200, list,
				"["+strings.Replace(product, `"price":4.25`, `"price":"4.25"`, 1)+"]"), "price",
		},
		{
			"not JSON", exchange(t, category, nil, "", 200,
				[]string{"Content-Type: text/html", "ETag: \"1\"", "X-Total-Count: 1", "X-Max-Price: 4.25"}, "<p>"),
			"Content-Type",
		},
		{"a status nobody declared", exchange(t, category, nil, "", 500, []string{asJSON}, refusal), "declares"},
		{"not built yet", exchange(t, category, nil, "", 501, []string{asJSON}, refusal), "declares"},
		{"a refusal", exchange(t, "GET /api/product/nothing", nil, "", 404, []string{asJSON}, refusal), ""},
		{
			"a refusal with more to say", exchange(t, "GET /api/product/nothing", nil, "", 404, []string{asJSON},
				`{"success":false,"code":"not_found","message":"x","current":{"a":1}}`), "",
		},
		{
			"a refusal without code", exchange(t, "GET /api/product/nothing", nil, "", 404, []string{asJSON},
				`{"success":false,"message":"x"}`), "code",
		},
		{
			"a refusal that says success", exchange(t, "GET /api/product/nothing", nil, "", 404, []string{asJSON},
				`{"success":true,"code":"a","message":"x"}`), "success",
		},
		{
			"too many, without saying how long to wait", exchange(t, category, nil, "", 429, []string{asJSON}, refusal),
			"Retry-After",
		},
		{"too many", exchange(t, category, nil, "", 429, []string{asJSON, "Retry-After: 3"}, refusal), ""},
		{
			"bad input refused", exchange(t, "GET /api/product/category/pain_killers?page=0", nil, "", 400,
				[]string{asJSON}, refusal), "",
		},
		{
			"bad input accepted", exchange(t, "GET /api/product/category/pain_killers?page=0", nil, "", 200, list,
				"[]"), "page",
		},
		{
			"too long a page accepted", exchange(t, "GET /api/product/category/pain_killers?limit=49", nil, "", 200,
				list, "[]"), "limit",
		},
		{
			"an unknown category accepted", exchange(t, "GET /api/product/category/toys", nil, "", 200, list, "[]"),
			"category",
		},
		{
			"a brand with spaces", exchange(t, "GET /api/brand/head%20and%20shoulders?totalProducts=12", nil, "", 200,
				list, "[]"), "",
		},
		{"only its head", exchange(t, strings.Replace(category, "GET", "HEAD", 1), nil, "", 200, nil, ""), ""},
		{
			"a path nobody declared", exchange(t, "GET /api/secret", nil, "", 200, []string{asJSON}, `{}`),
			"no such call",
		},
		{
			"a path nobody declared, refused", exchange(t, "GET /api/secret", nil, "", 404, []string{asJSON}, refusal),
			"",
		},
		{
			"a path nobody declared, refused as a page", exchange(t, "GET /api/secret", nil, "", 404, nil, `<p>`),
			"reading the refusal",
		},
		{
			"a method nobody declared", exchange(t, "PATCH /api/user/cart", nil, "", 200, []string{asJSON}, empty),
			"no such call",
		},
		{
			"a visitor", exchange(t, "GET /api/user/status", nil, "", 200, []string{asJSON},
				`{"success":true,"authenticated":false,"user":null,"cartLength":0,"wishlistLength":0}`), "",
		},
		{
			"somebody half known", exchange(t, "GET /api/user/status", nil, "", 200, []string{asJSON},
				`{"success":true,"authenticated":true,"user":{"username":"layla"},"cartLength":0,"wishlistLength":0}`),
			"full_name",
		},
		{
			"the contract as text", exchange(t, "GET /api/openapi.yaml", nil, "", 200,
				[]string{"Content-Type: application/yaml", "ETag: \"1\""}, "openapi: 3.0.3"), "",
		},
		{
			"the contract, empty", exchange(t, "GET /api/openapi.yaml", nil, "", 200,
				[]string{"Content-Type: application/yaml", "ETag: \"1\""}, ""), "empty",
		},
		{
			"counted", exchange(t, "POST /api/analytics", []string{asJSON},
				`{"events":[{"event":"view_item","currency":"USD","value":4.25}]}`, 204, nil, ""), "",
		},
		{
			"a removal by query", exchange(t, "DELETE /api/user/cart?productId=p", signedIn[1:], "", 200,
				[]string{asJSON}, empty), "",
		},
		{
			"a removal by body", exchange(t, "DELETE /api/user/cart", signedIn, `{"productId":"p"}`, 200,
				[]string{asJSON}, empty), "",
		},
		{
			"a change without a token", exchange(t, "PUT /api/user/clearCart", []string{"Cookie: dawa_session=s"}, "",
				200, []string{asJSON}, empty), "CSRF-Token",
		},
		{
			"a change without a token, refused",
			exchange(t, "PUT /api/user/clearCart", nil, "", 403, []string{asJSON}, refusal), "",
		},
		{
			"somebody else's things without a session",
			exchange(t, "GET /api/user/sessions", nil, "", 200, []string{asJSON}, `{"success":true,"sessions":[]}`),
			"no session",
		},
		{
			"a language of ours", exchange(t, "PUT /api/user/language", signedIn, `{"language":"arabic"}`, 200,
				[]string{asJSON}, done), "",
		},
		{
			"a language nobody speaks here", exchange(t, "PUT /api/user/language", signedIn, `{"language":"latin"}`,
				200, []string{asJSON}, done), "language",
		},
		{
			"an address with Arabic digits and a stranger's member",
			exchange(t, "POST /api/user/add-address", signedIn, address, 200, []string{asJSON},
				`{"success":true,"code":"saved","message":"Saved","addresses":[],"favorite_address":-1}`), "",
		},
		{
			"an address without its wrapping", exchange(t, "POST /api/user/add-address", signedIn, `{"street":"Hamra"}`,
				200, []string{asJSON},
				`{"success":true,"code":"saved","message":"Saved","addresses":[],"favorite_address":-1}`), "address",
		},
		{
			"signing in without being remembered",
			exchange(t, "POST /api/user/login", signedIn, `{"username":"layla","password":"demo12345","remember":null}`,
				200, []string{asJSON}, strings.Replace(done, "}", `,"user":`+user+`}`, 1)), "",
		},
		{
			"signing in with a number", exchange(t, "POST /api/user/login", signedIn,
				`{"username":"layla","password":12345678}`, 200, []string{asJSON},
				strings.Replace(done, "}", `,"user":`+user+`}`, 1)), "password",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := mustLoad(t).verify(c.x)
			if c.reason == "" && err != nil {
				t.Fatal(err)
			}
			if c.reason != "" && (err == nil || !strings.Contains(err.Error(), c.reason)) {
				t.Fatalf("got %v, want something about %q", err, c.reason)
			}
		})
	}
}

func TestCheck_HoldsFormsToTheContract(t *testing.T) {
	fields := map[string]string{
		"product[english_name]": "Advil", "product[arabic_name]": "أدفيل", "product[english_description]": "x",
		"product[arabic_description]": "س", "product[brand]": "advil", "product[code]": "ADV", "product[price]": "4.25",
		"product[quantity]": "3",
	}
	send := func(skip string, files int) error {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		for name, value := range fields {
			if name != skip {
				_ = form.WriteField(name, value)
			}
		}
		for range files {
			file, _ := form.CreateFormFile("images", "a.png")
			_, _ = io.WriteString(file, "png")
		}
		_ = form.Close()
		headers := []string{"Content-Type: " + form.FormDataContentType(), "Cookie: dawa_session=s", "CSRF-Token: t"}
		return mustLoad(t).verify(exchange(t, "POST /api/product/new", headers, body.String(), 200, []string{
			"Content-Type: application/json",
		},
			`{"success":true,"code":"product_added","message":"Product added","_id":"p","id":"p","status":"pending",`+
				`"product":`+product+`}`))
	}
	if err := send("", 5); err != nil {
		t.Errorf("a whole form: %v", err)
	}
	if err := send("product[price]", 0); err == nil || !strings.Contains(err.Error(), "product[price]") {
		t.Errorf("without a price: %v", err)
	}
	if err := send("", 6); err == nil {
		t.Error("six pictures passed")
	}
}

// failures is a test that remembers instead of failing.
type failures struct {
	testing.TB
	seen []string
}

func (f *failures) Helper()                        {}
func (f *failures) Errorf(format string, _ ...any) { f.seen = append(f.seen, format) }

func TestHandler_ChecksEveryExchange(t *testing.T) {
	answer := `{"csrfToken":"t"}`
	server := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			w.Header().Set("Content-Encoding", "gzip")
			packed := gzip.NewWriter(w)
			defer packed.Close()
			_, _ = io.WriteString(packed, answer)
			return
		}
		_, _ = io.WriteString(w, answer)
	})
	watch := &failures{TB: t}
	shop := httptest.NewServer(Handler(watch, server))
	defer shop.Close()
	get := func(path string) {
		t.Helper()
		resp, err := http.Get(shop.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if body, err := io.ReadAll(resp.Body); err != nil || string(body) != answer {
			t.Fatalf("the answer did not pass unchanged: %s, %v", body, err)
		}
	}
	get("/api/get-csrf-token")
	get("/about")
	if len(watch.seen) != 0 {
		t.Fatalf("a right answer failed: %v", watch.seen)
	}
	answer = `{"token":"t"}`
	get("/api/get-csrf-token")
	if len(watch.seen) != 1 {
		t.Fatalf("a wrong answer passed: %v", watch.seen)
	}
}

func TestTransport_ChecksRequestAndAnswer(t *testing.T) {
	var got string
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = string(body)
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"success":true,"code":"saved","message":"Saved"}`)
	}))
	defer shop.Close()
	send := func(client *http.Client, body string) (*http.Request, *http.Response) {
		t.Helper()
		r, err := http.NewRequest(http.MethodPut, shop.URL+"/api/user/language", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("CSRF-Token", "t")
		r.AddCookie(&http.Cookie{Name: sessionCookie, Value: "s"})
		resp, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if got != body {
			t.Fatalf("the server got %q", got)
		}
		return r, resp
	}
	for body, want := range map[string]int{`{"language":"english"}`: 0, `{"language":"latin"}`: 1} {
		watch := &failures{TB: t}
		_, resp := send(&http.Client{Transport: Transport(watch, nil)}, body)
		resp.Body.Close()
		if len(watch.seen) != want {
			t.Errorf("transport: %s gave %d failures, want %d", body, len(watch.seen), want)
		}
		watch = &failures{TB: t}
		r, resp := send(http.DefaultClient, body)
		Check(watch, r, resp)
		if rest, err := io.ReadAll(resp.Body); err != nil || !strings.Contains(string(rest), "saved") {
			t.Errorf("the answer is gone after the check: %s, %v", rest, err)
		}
		resp.Body.Close()
		if len(watch.seen) != want {
			t.Errorf("check: %s gave %d failures, want %d", body, len(watch.seen), want)
		}
	}
}
