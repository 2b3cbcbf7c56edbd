package httpapi

import (
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
	"net"
	"net/http"
	"runtime"
	"testing"
	"time"

	"dawa/internal/edge/serve"
	"dawa/internal/testkit/timed"
)

// userByCookie takes the session cookie's value up to a dot for the user's id.
type userByCookie struct{}

func (userByCookie) Current(_ context.Context, r *http.Request) (Actor, error) {
	id, _, _ := bytes.Cut([]byte(cookieNames{}.read(r, sessionCookie)), []byte("."))
	return Actor{UserID: string(id), SessionID: string(id)}, nil
}

// TestLane_OneUserLeavesPlacesToOthers sends more requests of one user, out of one session and out of many, than the
// lane has places; each holds its place, as a payment with a slow bank does.
func TestLane_OneUserLeavesPlacesToOthers(t *testing.T) {
	release, inside := make(chan struct{}), make(chan string, 1000)
	f := newFrame(t, Options{Sessions: userByCookie{}},
		Route{get, "/api/slow", "slow", User, free, LaneCheckout, func(r *http.Request) (serve.Reply, error) {
			inside <- cookieNames{}.read(r, sessionCookie)
			<-release
			return serve.JSON(http.StatusOK, 1)
		}},
		Route{get, "/api/quick", "quick", User, free, LaneCheckout, say(1)})
	defer close(release)
	limit := DefaultLanes()[LaneCheckout]
	ask := func(path, session string) int {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, f.url+path, nil)
		if err != nil {
			t.Error(err)
			return 0
		}
		req.AddCookie(&http.Cookie{Name: sessionCookie, Value: session})
		res, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			return 0 // the test is over
		}
		_ = res.Body.Close()
		return res.StatusCode
	}
	for i := range 2 * (limit.Places + limit.Queue) {
		session := "greedy.1"
		if i%2 == 1 {
			session = fmt.Sprintf("greedy.%d", i)
		}
		go ask("/api/slow", session)
	}
	for range limit.Places / 4 {
		<-inside
	}
	for i := range 10 {
		if status := ask("/api/quick", "honest.1"); status != http.StatusOK {
			t.Fatalf("an honest request %d got %d", i, status)
		}
	}
	if n := len(inside); n != 0 {
		t.Errorf("the greedy user holds %d places more than a quarter", n)
	}
}

// TestUpload_SlowBodiesTakeNoPlace begins more uploads than the lane has places and sends them slowly.
func TestUpload_SlowBodiesTakeNoPlace(t *testing.T) {
	f := newFrameOf(t, Options{Sessions: userByCookie{}}, func(a *API) []Route {
		return []Route{{post, "/api/picture", "picture", User, free, LaneUpload,
			func(r *http.Request) (serve.Reply, error) {
				form, err := readForm(r, "image", 1)
				if err != nil {
					return serve.Reply{}, err
				}
				return a.place(r, "somebody", func(*http.Request) (serve.Reply, error) {
					return serve.JSON(http.StatusOK, len(form.files[0]))
				})
			}}}
	})
	for range 8 * runtime.GOMAXPROCS(0) {
		c, err := net.Dial("tcp", f.url[len("http://"):])
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }()
		fmt.Fprintf(c, "POST /api/picture HTTP/1.1\r\nHost: x\r\nCookie: %s=slow.1\r\n"+
			"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n--x\r\n", sessionCookie)
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("image", "a.png")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = part.Write([]byte("picture"))
	_ = form.Close()
	client := &http.Client{Timeout: timed.Timeout}
	for range 5 {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, f.url+"/api/picture",
			bytes.NewReader(body.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", form.FormDataContentType())
		req.AddCookie(&http.Cookie{Name: sessionCookie, Value: "honest.1"})
		began := time.Now()
		res, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != http.StatusOK {
			t.Errorf("an honest upload got %d after %v", res.StatusCode, time.Since(began))
		}
	}
}

// TestUpload_MemoryIsSharedOut fills one user's share of the memory for uploads.
func TestUpload_MemoryIsSharedOut(t *testing.T) {
	f := newFrame(t, Options{Sessions: userByCookie{}},
		Route{post, "/api/picture", "picture", User, free, LaneUpload, func(r *http.Request) (serve.Reply, error) {
			form, err := readForm(r, "image", 1)
			if err != nil {
				return serve.Reply{}, err
			}
			return serve.JSON(http.StatusOK, len(form.files))
		}})
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, f.url, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.RemoteAddr = "127.0.0.1:1"
	req.AddCookie(&http.Cookie{Name: sessionCookie, Value: "greedy.1"})
	greedy := f.client(req, LaneUpload)
	if err := f.uploads.Take(greedy, uploadMemory/4); err != nil {
		t.Fatal(err)
	}
	ask := func(session string) int {
		res, _ := send(t, "POST", f.url+"/api/picture", "--x\r\n\r\n\r\n--x--\r\n",
			"Content-Type", "multipart/form-data; boundary=x", "Cookie", sessionCookie+"="+session)
		return res.StatusCode
	}
	if got := ask("greedy.1"); got != http.StatusServiceUnavailable {
		t.Errorf("beyond its share a user got %d", got)
	}
	if got := ask("honest.1"); got != http.StatusOK {
		t.Errorf("another user got %d", got)
	}
	f.uploads.Give(greedy, uploadMemory/4)
	if got := ask("greedy.1"); got != http.StatusOK {
		t.Errorf("after the memory was given back: %d", got)
	}
}

func TestHost_OtherNamesAreRefused(t *testing.T) {
	f := newFrame(t, Options{BaseURL: "https://shop.example"},
		Route{get, "/api/thing", "thing", Public, free, LaneBrowse, say(1)})
	ask := func(host string) int {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, f.url+"/api/thing", nil)
		if err != nil {
			t.Fatal(err)
		}
		if host != "" {
			req.Host = host
		}
		res, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		return res.StatusCode
	}
	for host, want := range map[string]int{
		"": http.StatusOK, "shop.example": http.StatusOK, "localhost": http.StatusOK,
		"rebound.example": http.StatusMisdirectedRequest,
	} {
		if got := ask(host); got != want {
			t.Errorf("%q: %d, want %d", host, got, want)
		}
	}
}
