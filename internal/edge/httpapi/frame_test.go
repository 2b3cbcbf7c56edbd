package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/andybalholm/brotli"

	"dawa/internal/adapter/sqlstore/storetest"
	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/roles"
	"dawa/internal/domain/wishlist"
	"dawa/internal/edge/page"
	"dawa/internal/edge/serve"
	"dawa/internal/testkit/timed"
)

// frame is the real edge around handlers that a test brings along.
type frame struct {
	*API
	log *bytes.Buffer
	url string
}

type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lockedWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}

func newFrame(t *testing.T, o Options, rows ...Route) *frame {
	t.Helper()
	return newFrameOf(t, o, func(*API) []Route { return rows })
}

// newFrameOf is newFrame with a table that knows its API.
func newFrameOf(t *testing.T, o Options, table func(*API) []Route) *frame {
	t.Helper()
	f := &frame{log: &bytes.Buffer{}}
	o.Log = slog.New(slog.NewJSONHandler(&lockedWriter{w: f.log}, &slog.HandlerOptions{Level: slog.LevelDebug}))
	o.Texts = texts(t)
	if o.Pages == nil {
		o.Pages = plainPages{}
	}
	api, err := newAPI(o, table)
	if err != nil {
		t.Fatal(err)
	}
	f.API = api
	server := httptest.NewUnstartedServer(api)
	server.Config = serve.NewServer(api, o.Log)
	server.Start()
	t.Cleanup(server.Close)
	f.url = server.URL
	return f
}

func texts(t *testing.T) *text.Catalogue {
	t.Helper()
	c, err := text.LoadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

type plainPages struct{}

func (plainPages) Cached(*http.Request, string) (page.Document, bool) { return page.Document{}, false }

func (plainPages) Document(*http.Request, string) (page.Document, error) {
	return page.Document{Status: 200, Body: []byte("<!doctype html><title>x</title>"), ETag: `"page"`}, nil
}

func say(value any) handler {
	return func(*http.Request) (serve.Reply, error) { return serve.JSON(http.StatusOK, value) }
}

type failure struct {
	Success bool              `json:"success"`
	Code    apperr.Code       `json:"code"`
	Message string            `json:"message"`
	Errors  map[string]string `json:"errors"`
}

func send(t *testing.T, method, url, body string, headers ...string) (*http.Response, []byte) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept-Encoding", "identity")
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, got
}

func refused(t *testing.T, res *http.Response, body []byte, status int, code apperr.Code) failure {
	t.Helper()
	var f failure
	if err := json.Unmarshal(body, &f); err != nil {
		t.Fatalf("%d %q is no JSON: %v", res.StatusCode, body, err)
	}
	if res.StatusCode != status || f.Code != code || f.Success || f.Message == "" {
		t.Fatalf("got %d %s, want %d with code %s", res.StatusCode, body, status, code)
	}
	return f
}

func TestRoutes_UnknownPathsAndMethodsAnswerAsErrors(t *testing.T) {
	f := newFrame(t, Options{},
		Route{get, "/api/thing", "thing", Public, free, LaneBrowse, say(1)})
	res, body := send(t, "GET", f.url+"/api/nothing", "")
	refused(t, res, body, 404, apperr.NotFound)
	for _, path := range []string{"/api//thing", "/api/./thing", "/api/x/..%2fthing", "/api/x/.."} {
		res, body := send(t, "GET", f.url+path, "")
		refused(t, res, body, 404, apperr.NotFound)
	}
	res, body = send(t, "POST", f.url+"/api/thing", "")
	refused(t, res, body, 405, apperr.MethodNotAllowed)
	if got := res.Header.Get("Allow"); got != "GET, HEAD" {
		t.Errorf("Allow is %q", got)
	}
	if res, _ := send(t, "GET", f.url+"/api/thing/", ""); res.StatusCode != http.StatusOK {
		t.Errorf("a slash at the end answers %d", res.StatusCode)
	}
	res, body = send(t, "DELETE", f.url+"/some/page", "")
	refused(t, res, body, 405, apperr.MethodNotAllowed)
}

func TestAnswers_CarrySecurityHeaders(t *testing.T) {
	f := newFrame(t, Options{BaseURL: "https://shop.example"}, Route{
		get, "/api/thing", "thing", Public, free, LaneBrowse, say(1),
	})
	for _, path := range []string{"/", "/api/thing", "/api/none", "/healthz", "/readyz", "/assets/none.js"} {
		res, _ := send(t, "GET", f.url+path, "")
		want := map[string]string{
			"X-Content-Type-Options":       "nosniff",
			"Cross-Origin-Resource-Policy": "same-origin",
			"Strict-Transport-Security":    "max-age=",
			"Content-Security-Policy":      "frame-ancestors 'none'",
		}
		if path == "/" {
			want["Referrer-Policy"] = "same-origin"
			want["Cross-Origin-Opener-Policy"] = "same-origin"
			want["Permissions-Policy"] = "camera=()"
		}
		for name, want := range want {
			if got := res.Header.Get(name); !strings.Contains(got, want) {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
		csp := res.Header.Get("Content-Security-Policy")
		if strings.Contains(csp, "unsafe") || !strings.Contains(csp, "default-src 'none'") {
			t.Errorf("%s: policy is %q", path, csp)
		}
		// What has no line in the log needs no name.
		quiet := path == "/api/thing" || path == "/healthz" || path == "/readyz"
		if (res.Header.Get("X-Request-Id") == "") != quiet {
			t.Errorf("%s: request id is %q", path, res.Header.Get("X-Request-Id"))
		}
	}
	plain := newFrame(t, Options{})
	if res, _ := send(t, "GET", plain.url+"/", ""); res.Header.Get("Strict-Transport-Security") != "" {
		t.Error("a shop on http must not promise https")
	}
}

func TestServer_PanicAnswers500AndTheServerGoesOn(t *testing.T) {
	f := newFrame(t, Options{},
		Route{get, "/api/bad", "bad", Public, free, LaneBrowse, func(*http.Request) (serve.Reply, error) {
			panic("secret detail")
		}},
		Route{get, "/api/good", "good", Public, free, LaneBrowse, say(1)})
	for range 2 * DefaultLanes()[LaneBrowse].Places {
		res, body := send(t, "GET", f.url+"/api/bad", "")
		refused(t, res, body, 500, apperr.Internal)
		if bytes.Contains(body, []byte("secret")) {
			t.Fatal("the answer tells the panic")
		}
	}
	if res, _ := send(t, "GET", f.url+"/api/good", ""); res.StatusCode != http.StatusOK {
		t.Fatalf("after panics the server answers %d: a place was lost", res.StatusCode)
	}
	if !strings.Contains(f.log.String(), "secret detail") {
		t.Error("the log does not tell the panic")
	}
}

func TestAccessLog_HasNoQueryPathValueOrAddress(t *testing.T) {
	f := newFrame(t, Options{}, Route{get, "/api/order/{orderNb}", "getOrder", Public, free, LaneCheckout, say(1)})
	res, _ := send(t, "GET", f.url+"/api/order/canary-number?name=canary-query", "", "X-Request-Id", "balancer-0001")
	if got := res.Header.Get("X-Request-Id"); got != "balancer-0001" {
		t.Errorf("request id is %q", got)
	}
	send(t, "GET", f.url+"/verify-email/canary-mail/canary-token", "")
	line := f.log.String()
	if !strings.Contains(line, "GET /api/order/{orderNb}") || !strings.Contains(line, "balancer-0001") {
		t.Errorf("log line is %q", line)
	}
	if strings.Contains(line, "canary") || strings.Contains(line, "127.0.0.1") {
		t.Errorf("the log tells too much: %q", line)
	}
}

func TestAccessLog_NamesReasonAndUserOfARefusal(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	service := accountServiceOn(t, db)
	f := newFrameOf(t, Options{Accounts: service}, stubbed)
	var layla guest
	for _, g := range guests(t, service, db) {
		if g.signedIn && g.role == "" {
			layla = g
		}
	}
	send(t, "GET", f.url+"/api/admin/orders", "", "Cookie", sessionCookie+"="+layla.cookie)
	if line := f.log.String(); !strings.Contains(line, "forbidden") || !strings.Contains(line, layla.userID) {
		t.Errorf("the log says %q", line)
	}
	if line := f.log.String(); strings.Contains(line, layla.cookie) {
		t.Error("the log has the cookie")
	}
}

func TestRequestID_ReplacesValuesThatCouldForgeLogLines(t *testing.T) {
	f := newFrame(t, Options{})
	for _, id := range []string{"short", strings.Repeat("x", 65), "has space and more", "semi;colon;here"} {
		res, _ := send(t, "GET", f.url+"/healthz", "", "X-Request-Id", id)
		if got := res.Header.Get("X-Request-Id"); got == id || got == "" {
			t.Errorf("id %q became %q", id, got)
		}
	}
}

// occupied is a frame in which the only place of a lane is taken for as long as the test runs.
func occupied(t *testing.T, lane serve.Lane, o Options, rows ...Route) *frame {
	t.Helper()
	held, let := make(chan struct{}), make(chan struct{})
	o.Lanes = DefaultLanes()
	o.Lanes[lane] = serve.LaneLimits{Places: 1, Wait: time.Millisecond, Deadline: time.Minute, Body: time.Second}
	f := newFrame(t, o, append(rows,
		Route{get, "/api/slow", "slow", Public, free, lane, func(*http.Request) (serve.Reply, error) {
			held <- struct{}{}
			<-let
			return serve.JSON(200, 1)
		}})...)
	slow := make(chan struct{})
	go func() {
		defer close(slow)
		if res, err := http.Get(f.url + "/api/slow"); err == nil {
			_ = res.Body.Close()
		}
	}()
	<-held
	t.Cleanup(func() {
		close(let)
		<-slow
	})
	return f
}

// What most requests ask for is in memory: a visitor gets a product while every place of its lane is taken, and whoever
// has a session, whose wishlist the database knows, waits for one.
func TestGetProduct_NeedsNoPlaceForAVisitor(t *testing.T) {
	f := occupied(t, LaneRead, Options{Reads: NewReads(vitamins(10), nil, nil), Wishlist: &wishlist.Service{}},
		Route{get, "/api/product/{id}", "getProduct", Public, free, LaneRead, say(1)})
	res, body := send(t, "GET", f.url+"/api/product/v-7", "")
	if res.StatusCode != http.StatusOK || !strings.Contains(string(body), `"_id":"v-7"`) {
		t.Errorf("a visitor gets %d %s", res.StatusCode, body)
	}
	res, body = send(t, "GET", f.url+"/api/product/v-7", "", "Cookie", "dawa_session=somebody")
	refused(t, res, body, 503, apperr.Unavailable)
	res, body = send(t, "GET", f.url+"/api/product/unknown", "")
	refused(t, res, body, 503, apperr.Unavailable)
}

// A browser that comes for the first time gets its token and a session that fits it, however busy the lane is.
func TestGetCsrfToken_NeedsNoPlaceForAFirstVisit(t *testing.T) {
	service := accountService(t)
	f := occupied(t, LaneAccount, Options{Accounts: service},
		Route{get, "/api/get-csrf-token", "getCsrfToken", Public, free, LaneAccount, say(1)})
	res, body := send(t, "GET", f.url+"/api/get-csrf-token", "")
	if res.StatusCode != http.StatusOK || len(res.Cookies()) != 1 {
		t.Fatalf("a first visit gets %d %s %v", res.StatusCode, body, res.Cookies())
	}
	cookie := res.Cookies()[0].Value
	visitor, err := service.Identify(t.Context(), cookie)
	if err != nil || visitor.SessionID == "" || !strings.Contains(string(body), service.CSRFToken(visitor.SessionID)) {
		t.Errorf("the session %+v (%v) does not fit %s", visitor, err, body)
	}
	res, body = send(t, "GET", f.url+"/api/get-csrf-token", "", "Cookie", sessionCookie+"="+cookie)
	refused(t, res, body, 503, apperr.Unavailable)
}

func TestLane_FullRefusesAtOnceAndOthersGoOn(t *testing.T) {
	held, let := make(chan struct{}), make(chan struct{})
	limits := DefaultLanes()
	limits[LaneSearch] = serve.LaneLimits{
		Places: 1, Queue: 1, Wait: 20 * time.Millisecond, Deadline: time.Minute, Body: time.Second,
	}
	f := newFrame(t, Options{Lanes: limits},
		Route{get, "/api/slow", "slow", Public, free, LaneSearch, func(*http.Request) (serve.Reply, error) {
			held <- struct{}{}
			<-let
			return serve.JSON(200, 1)
		}},
		Route{post, "/api/pay", "pay", Public, free, LaneCheckout, say(1)})
	first := make(chan int, 1)
	go func() {
		res, err := http.Get(f.url + "/api/slow")
		if err != nil {
			first <- 0
			return
		}
		_ = res.Body.Close()
		first <- res.StatusCode
	}()
	<-held
	res, body := send(t, "GET", f.url+"/api/slow", "")
	refused(t, res, body, 503, apperr.Unavailable)
	if res.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	rec := httptest.NewRecorder()
	f.Metrics().Ops().ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "http://127.0.0.1/metrics", nil))
	if want := `dawa_requests_shed_total{lane="search"} 1`; !strings.Contains(rec.Body.String(), want) {
		t.Errorf("metrics lack %s", want)
	}
	if res, _ := send(t, "POST", f.url+"/api/pay", ""); res.StatusCode != http.StatusOK {
		t.Errorf("the checkout lane answers %d while search is full", res.StatusCode)
	}
	close(let)
	if got := <-first; got != 200 {
		t.Errorf("the one who had a place got %d", got)
	}
}

func TestLane_DeadlineReachesTheHandler(t *testing.T) {
	limits := DefaultLanes()
	limits[LaneAccount] = serve.LaneLimits{Places: 1, Deadline: 20 * time.Millisecond, Body: time.Second}
	f := newFrame(t, Options{Lanes: limits},
		Route{get, "/api/wait", "wait", Public, free, LaneAccount, func(r *http.Request) (serve.Reply, error) {
			<-r.Context().Done()
			return serve.Reply{}, fmt.Errorf("asking the database: %w", r.Context().Err())
		}})
	res, body := send(t, "GET", f.url+"/api/wait", "")
	refused(t, res, body, 503, apperr.Timeout)
}

type thing struct {
	User struct {
		FullName string `json:"full_name"`
		Floor    int    `json:"floor"`
	} `json:"user"`
}

func echo(r *http.Request) (serve.Reply, error) {
	var in thing
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	return serve.JSON(200, in.User.FullName)
}

func TestDecodeJSON_ReadsOrRefusesBodies(t *testing.T) {
	f := newFrame(t, Options{}, Route{post, "/api/echo", "echo", Public, free, LaneAccount, echo})
	deep := strings.Repeat(`{"a":`, 200) + "1" + strings.Repeat("}", 200)
	for name, c := range map[string]struct {
		body   string
		status int
		code   apperr.Code
		fields map[string]string
	}{
		"good":            {`{"user":{"full_name":"ليلى","unknown":[1,{}]}}`, 200, "", nil},
		"escaped bracket": {`{"user":{"full_name":"` + strings.Repeat(`[\"{`, 50) + `"}}`, 200, "", nil},
		"empty":           {``, 400, apperr.InvalidInput, nil},
		"spaces":          {"  \n", 400, apperr.InvalidInput, nil},
		"not JSON":        {`full_name=x`, 400, apperr.InvalidInput, nil},
		"cut off":         {`{"user":{"full_name":"x"`, 400, apperr.InvalidInput, nil},
		"after the end":   {`{"user":{}} {"user":{}}`, 400, apperr.InvalidInput, nil},
		"wrong type": {
			`{"user":{"full_name":["x"]}}`, 400, apperr.InvalidInput, map[string]string{"full_name": "type_wrong"},
		},
		"fraction":     {`{"user":{"floor":1.5}}`, 400, apperr.InvalidInput, map[string]string{"floor": "type_wrong"}},
		"wrong parent": {`{"user":"x"}`, 400, apperr.InvalidInput, map[string]string{"user": "type_wrong"}},
		"list at top":  {`[]`, 400, apperr.InvalidInput, nil},
		"too deep":     {deep, 400, apperr.InvalidInput, nil},
		"broken UTF-8": {"{\"user\":{\"full_name\":\"\xff\xfe\"}}", 400, apperr.InvalidInput, nil},
		"too large": {
			`{"user":{"full_name":"` + strings.Repeat("x", serve.JSONLimit) + `"}}`, 413, apperr.TooLarge, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			res, body := send(t, "POST", f.url+"/api/echo", c.body, "Content-Type", "application/json")
			if c.status == 200 {
				if res.StatusCode != http.StatusOK {
					t.Fatalf("got %d %s", res.StatusCode, body)
				}
				return
			}
			got := refused(t, res, body, c.status, c.code)
			if fmt.Sprint(got.Errors) != fmt.Sprint(c.fields) {
				t.Errorf("errors are %v, want %v", got.Errors, c.fields)
			}
		})
	}
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "", "nonsense/;;"} {
		res, body := send(t, "POST", f.url+"/api/echo", `{}`, "Content-Type", kind)
		refused(t, res, body, 400, apperr.UnsupportedType)
	}
}

func TestLane_SlowBodyHoldsNoPlaceAndIsCutOff(t *testing.T) {
	limits := DefaultLanes()
	limits[LaneAccount] = serve.LaneLimits{
		Places: 1, Queue: 0, Wait: time.Millisecond, Deadline: time.Second, Body: 300 * time.Millisecond,
	}
	f := newFrame(t, Options{Lanes: limits}, Route{post, "/api/echo", "echo", Public, free, LaneAccount, echo})
	var conns []net.Conn
	for range 5 {
		conn, err := net.Dial("tcp", strings.TrimPrefix(f.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn,
			"POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
		conns = append(conns, conn)
	}
	time.Sleep(50 * time.Millisecond)
	if res, body := send(t, "POST", f.url+"/api/echo", `{}`, "Content-Type",
		"application/json"); res.StatusCode != http.StatusOK {
		t.Fatalf("beside slow senders a normal one gets %d %s", res.StatusCode, body)
	}
	for _, conn := range conns {
		_ = conn.SetReadDeadline(time.Now().Add(timed.Timeout))
		line := make([]byte, 12)
		if _, err := io.ReadFull(conn, line); err != nil || string(line) != "HTTP/1.1 503" {
			t.Errorf("slow sender got %q, %v", line, err)
		}
	}
}

type known struct{ Actor }

func (k known) Current(context.Context, *http.Request) (Actor, error) { return k.Actor, nil }

type broken struct{}

func (broken) Current(context.Context, *http.Request) (Actor, error) {
	return Actor{}, errors.New("no database")
}

type wordCSRF struct{}

func (wordCSRF) Check(_ context.Context, _ Actor, token string) error {
	if token != "right" {
		return apperr.New(apperr.CSRF)
	}
	return nil
}

func TestRoutes_AccessAndTokenColumnsAreEnforced(t *testing.T) {
	rows := []Route{
		{get, "/api/public", "", Public, free, LaneBrowse, say(1)},
		{get, "/api/user", "", User, free, LaneAccount, say(1)},
		{get, "/api/owner", "", Owner, free, LaneAccount, say(1)},
		{get, "/api/admin", "", Admin, free, LaneAccount, say(1)},
		{post, "/api/change", "", Public, token, LaneAccount, say(1)},
	}
	visitor := newFrame(t, Options{CSRF: wordCSRF{}}, rows...)
	layla := newFrame(t, Options{CSRF: wordCSRF{}, Sessions: known{Actor{UserID: "layla", SessionID: "s"}}}, rows...)
	admin := roles.NewSet(roles.Place{Store: roles.House, Role: roles.Admin})
	boss := newFrame(t, Options{CSRF: wordCSRF{}, Sessions: known{Actor{UserID: "boss", Roles: admin}}}, rows...)
	down := newFrame(t, Options{CSRF: wordCSRF{}, Sessions: broken{}}, rows...)
	for _, c := range []struct {
		who    *frame
		path   string
		status int
	}{
		{visitor, "/api/public", 200}, {visitor, "/api/user", 401}, {visitor, "/api/owner", 401},
		{visitor, "/api/admin", 401}, {layla, "/api/public", 200}, {layla, "/api/user", 200},
		{layla, "/api/owner", 200}, {layla, "/api/admin", 403}, {boss, "/api/user", 200}, {boss, "/api/admin", 200},
		{down, "/api/public", 200}, {down, "/api/user", 500},
	} {
		if res, body := send(t, "GET", c.who.url+c.path, ""); res.StatusCode != c.status {
			t.Errorf("%s: got %d %s, want %d", c.path, res.StatusCode, body, c.status)
		}
	}
	for _, c := range []struct {
		token  string
		status int
	}{{"right", 200}, {"wrong", 403}, {"", 403}} {
		if res, _ := send(t, "POST", layla.url+"/api/change", "", "CSRF-Token", c.token); res.StatusCode != c.status {
			t.Errorf("token %q: got %d, want %d", c.token, res.StatusCode, c.status)
		}
	}
	closed := newFrame(t, Options{}, rows...)
	res, body := send(t, "POST", closed.url+"/api/change", "", "CSRF-Token", "right")
	refused(t, res, body, 403, apperr.CSRF)
}

func TestCSRF_RefusesRequestsOfOtherSites(t *testing.T) {
	f := newFrame(t, Options{BaseURL: "https://shop.example"},
		Route{post, "/api/store/add", "", Public, free, LaneAccount, say(1)},
		Route{get, "/api/read", "", Public, free, LaneAccount, say(1)})
	for _, c := range []struct {
		method, path string
		headers      []string
		status       int
	}{
		{"POST", "/api/store/add", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"POST", "/api/store/add", []string{"Origin", "https://evil.example"}, 403},
		{"POST", "/api/store/add", []string{"Sec-Fetch-Site", "same-origin"}, 200},
		{"POST", "/api/store/add", []string{"Origin", "https://shop.example"}, 200},
		{"POST", "/api/store/add", nil, 200},
		{"GET", "/api/read", []string{"Sec-Fetch-Site", "cross-site"}, 200},
	} {
		res, body := send(t, c.method, f.url+c.path, "", c.headers...)
		if res.StatusCode != c.status {
			t.Errorf("%s %v: got %d %s, want %d", c.method, c.headers, res.StatusCode, body, c.status)
		}
	}
}

func TestAnswers_LargeOnesAreCompressedAndTagged(t *testing.T) {
	long := strings.Repeat("paracetamol ", 500)
	f := newFrame(t, Options{},
		Route{get, "/api/long", "", Public, free, LaneBrowse, func(*http.Request) (serve.Reply, error) {
			out, err := serve.JSON(200, long)
			out.TagBytes()
			return out, err
		}},
		Route{get, "/api/short", "", Public, free, LaneBrowse, say("x")})
	res, plain := send(t, "GET", f.url+"/api/long", "")
	if res.Header.Get("Content-Encoding") != "" || res.Header.Get("Vary") != "Accept-Encoding" {
		t.Errorf("plain answer has headers %v", res.Header)
	}
	tags := map[string]bool{res.Header.Get("ETag"): true}
	for _, enc := range []string{"br", "zstd", "gzip"} {
		for range 2 { // made, then from the cache
			res, body := send(t, "GET", f.url+"/api/long", "", "Accept-Encoding", enc)
			if res.Header.Get("Content-Encoding") != enc || len(body) >= len(plain)/4 {
				t.Errorf("%s: encoding %q, %d of %d bytes", enc, res.Header.Get("Content-Encoding"), len(body),
					len(plain))
			}
			if enc == "br" {
				back, err := io.ReadAll(brotli.NewReader(bytes.NewReader(body)))
				if err != nil || !bytes.Equal(back, plain) {
					t.Errorf("brotli does not read back: %v", err)
				}
			}
			tag := res.Header.Get("ETag")
			tags[tag] = true
			if again, body := send(t, "GET", f.url+"/api/long", "", "Accept-Encoding", enc, "If-None-Match",
				tag); again.StatusCode != http.StatusNotModified || len(body) != 0 {
				t.Errorf("%s: If-None-Match %s answers %d", enc, tag, again.StatusCode)
			}
		}
	}
	if len(tags) != 4 {
		t.Errorf("four forms have %d tags: %v", len(tags), tags)
	}
	if res, _ := send(t, "GET", f.url+"/api/short", "", "Accept-Encoding",
		"br"); res.Header.Get("Content-Encoding") != "" {
		t.Error("a short answer was compressed")
	}
	if res, body := send(t, "HEAD", f.url+"/api/long", ""); res.StatusCode != http.StatusOK || len(body) != 0 ||
		res.ContentLength != int64(len(plain)) {
		t.Errorf("HEAD answers %d with %d bytes, length %d", res.StatusCode, len(body), res.ContentLength)
	}
}

func TestStatic_ServesPrecompressedFiles(t *testing.T) {
	assets := fstest.MapFS{
		"assets/js/app-1.js":    {Data: []byte("console.log(1)")},
		"assets/js/app-1.js.br": {Data: []byte("BR")},
		"assets/js/app-1.js.gz": {Data: []byte("GZ")},
		"assets/f/font-1.woff2": {Data: []byte("font")},
		"favicon.svg":           {Data: []byte("<svg/>")},
		".vite/manifest.json":   {Data: []byte("{}")},
		"index.html":            {Data: []byte("dev")},
	}
	f := newFrame(t, Options{Assets: assets})
	for _, c := range []struct{ path, accept, body, encoding, kind, cache string }{
		{"/assets/js/app-1.js", "gzip, br", "BR", "br", "text/javascript; charset=utf-8", serve.Immutable},
		{"/assets/js/app-1.js", "gzip", "GZ", "gzip", "text/javascript; charset=utf-8", serve.Immutable},
		{"/assets/js/app-1.js", "identity", "console.log(1)", "", "text/javascript; charset=utf-8", serve.Immutable},
		{"/assets/f/font-1.woff2", "br", "font", "", "font/woff2", serve.Immutable},
		{"/favicon.svg", "identity", "<svg/>", "", "image/svg+xml", "public, max-age=3600"},
	} {
		res, body := send(t, "GET", f.url+c.path, "", "Accept-Encoding", c.accept)
		if res.StatusCode != http.StatusOK || string(body) != c.body ||
			res.Header.Get("Content-Encoding") != c.encoding ||
			res.Header.Get("Content-Type") != c.kind || res.Header.Get("Cache-Control") != c.cache {
			t.Errorf("%s for %q: %d %q %v", c.path, c.accept, res.StatusCode, body, res.Header)
		}
	}
	for _, path := range []string{"/assets/js/none.js", "/assets/", "/assets/js/app-1.js.br/x"} {
		if res, _ := send(t, "GET", f.url+path, ""); res.StatusCode != http.StatusNotFound {
			t.Errorf("%s answers %d", path, res.StatusCode)
		}
	}
	for _, path := range []string{"/.vite/manifest.json", "/index.html"} {
		if _, body := send(t, "GET", f.url+path, ""); string(body) == "{}" || string(body) == "dev" {
			t.Errorf("%s is served", path)
		}
	}
}

func TestReadyz_FollowsSetReadyAndHealthzDoesNot(t *testing.T) {
	f := newFrame(t, Options{})
	check := func(want int) {
		t.Helper()
		if res, _ := send(t, "GET", f.url+"/readyz", ""); res.StatusCode != want {
			t.Errorf("readyz is %d, want %d", res.StatusCode, want)
		}
		if res, _ := send(t, "GET", f.url+"/healthz", ""); res.StatusCode != http.StatusOK {
			t.Errorf("healthz is %d", res.StatusCode)
		}
	}
	check(503)
	f.SetReady(true)
	check(200)
	f.SetReady(false)
	check(503)
}

func TestMetrics_CountByRouteAndLane(t *testing.T) {
	f := newFrame(t, Options{}, Route{get, "/api/product/{id}", "", Public, free, LaneBrowse, say(1)})
	send(t, "GET", f.url+"/api/product/a", "")
	send(t, "GET", f.url+"/api/product/b", "")
	rec := httptest.NewRecorder()
	f.Metrics().Ops().ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "http://127.0.0.1/metrics", nil))
	want := `dawa_requests_total{lane="browse",route="GET /api/product/{id}",status="200"} 2`
	if !strings.Contains(rec.Body.String(), want) {
		t.Errorf("metrics lack %s", want)
	}
	rec = httptest.NewRecorder()
	f.Metrics().Ops().ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "http://127.0.0.1/debug/pprof/", nil))
	if rec.Code != 200 {
		t.Errorf("pprof answers %d", rec.Code)
	}
	for _, path := range []string{"/metrics", "/debug/pprof/"} {
		if _, body := send(t, "GET", f.url+path, ""); !strings.HasPrefix(string(body), "<!doctype html>") {
			t.Errorf("%s is open to the public", path)
		}
	}
}

func TestServer_RefusesHeadersBeyondTheLimit(t *testing.T) {
	f := newFrame(t, Options{})
	res, _ := send(t, "GET", f.url+"/healthz", "", "X-Long", strings.Repeat("x", 192<<10))
	if res.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("got %d", res.StatusCode)
	}
}

type pictures map[string]string

func (m pictures) Read(_ context.Context, key string) ([]byte, error) {
	if body, ok := m[key]; ok {
		return []byte(body), nil
	}
	return nil, fmt.Errorf("opening %s: %w", key, fs.ErrNotExist)
}

func TestMedia_PicturesAreImmutableAndNothingElseIsServed(t *testing.T) {
	hash := strings.Repeat("ab", 16)
	f := newFrame(t, Options{Media: pictures{
		hash + "/400.webp": "RIFF....WEBPVP8 ",
		hash + "/200.webp": "\xff\xd8\xff\xe0 a small photograph",
		"keys.json":        "secret",
	}})
	res, body := send(t, "GET", f.url+"/media/"+hash+"/400.webp", "")
	if res.StatusCode != http.StatusOK || string(body) != "RIFF....WEBPVP8 " ||
		res.Header.Get("Content-Type") != "image/webp" ||
		res.Header.Get("Cache-Control") != serve.Immutable || res.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("got %d %q %v", res.StatusCode, body, res.Header)
	}
	if res, _ := send(t, "GET", f.url+"/media/"+hash+"/400.webp", "", "If-None-Match",
		res.Header.Get("ETag")); res.StatusCode != http.StatusNotModified {
		t.Errorf("asked again: %d", res.StatusCode)
	}
	if res, _ := send(t, "GET", f.url+"/media/"+hash+"/200.webp", ""); res.Header.Get("Content-Type") != "image/jpeg" {
		t.Errorf("a photograph is sent as %s", res.Header.Get("Content-Type"))
	}
	for _, path := range []string{
		"/media/", "/media/keys.json", "/media/" + hash, "/media/" + hash + "/300.webp", "/media/" + hash + "/800.webp",
		"/media/%2e%2e/keys.json", "/media/" + hash + "/..%2f..%2fkeys.json",
		"/media/" + strings.ToUpper(hash) + "/400.webp",
	} {
		if res, body := send(t, "GET", f.url+path, ""); res.StatusCode == http.StatusOK ||
			strings.Contains(string(body), "secret") {
			t.Errorf("%s answers %d %q", path, res.StatusCode, body)
		}
	}
}
