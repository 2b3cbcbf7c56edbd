package serve

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"dawa/internal/testkit/timed"
)

// TestSend_AnswersOfEveryLengthArriveWhole asks on one connection for bodies around the lengths at which net/http
// writes one piece, two, and two of which the second is long.
func TestSend_AnswersOfEveryLengthArriveWhole(t *testing.T) {
	s := newTestServer(t)
	body := func(n int) []byte { return bytes.Repeat([]byte("0123456789abcdef"), n/16+1)[:n] }
	s.handle(t, "/body", laneRead, func(r *http.Request) (Reply, error) {
		n, err := strconv.Atoi(r.URL.RawQuery)
		return Reply{ContentType: "application/octet-stream", Body: body(n)}, err
	})
	_, address := serveLimited(t, 5, s.Wrap(s.mux).ServeHTTP)
	lengths := []int{0, 1, shortBody, shortBody + 1, 4095, 4096, 4097, 8191, 8192, 70_000, 300_000}
	for n := 3400; n < 3900; n++ { // with the head these are just less and just more than a piece
		lengths = append(lengths, n)
	}
	c := dial(t, address)
	_ = c.SetDeadline(time.Now().Add(timed.Timeout))
	reader := bufio.NewReader(c)
	for _, n := range lengths {
		path := fmt.Sprintf("/body?%d", n)
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodGet} {
			fmt.Fprintf(c, "%s %s HTTP/1.1\r\nHost: x\r\n\r\n", method, path)
			resp, err := http.ReadResponse(reader, &http.Request{Method: method})
			if err != nil {
				t.Fatalf("%s %s: %v", method, path, err)
			}
			got, err := io.ReadAll(resp.Body)
			if want := body(n); err != nil || method == http.MethodGet && !bytes.Equal(got, want) {
				t.Fatalf("%s %s: %d bytes, %v", method, path, len(got), err)
			}
			if resp.Header.Get("Date") == "" {
				t.Fatalf("%s %s has no date", method, path)
			}
		}
	}
}

// pieces connects a limited connection with the client at its other end.
func pieces(t *testing.T) (*conn, net.Conn) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	client := dial(t, l.Addr().String())
	server, err := NewConnLimiter(l, 1).Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	return server.(*conn), client
}

func arrives(t *testing.T, client net.Conn, want string) {
	t.Helper()
	_ = client.SetReadDeadline(time.Now().Add(timed.Timeout))
	got := make([]byte, len(want))
	if _, err := io.ReadFull(client, got); err != nil || string(got) != want {
		t.Fatalf("%q arrived, want %q: %v", got, want, err)
	}
}

func TestConn_HoldsTheFirstPieceUntilTheSecondIsThere(t *testing.T) {
	server, client := pieces(t)
	head := "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n"
	write := func(text string) {
		t.Helper()
		if n, err := io.WriteString(server, text); n != len(text) || err != nil {
			t.Fatalf("%d bytes of %q written: %v", n, text, err)
		}
	}
	server.joiner.body = 8
	write(head + "half")
	_ = client.SetReadDeadline(time.Now().Add(20 * time.Millisecond))
	if n, err := client.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatalf("%d bytes arrived before the second piece: %v", n, err)
	}
	write("half")
	arrives(t, client, head+"halfhalf")
	server.joiner.body = 8
	write(head + "complete") // there is nothing to wait for
	arrives(t, client, head+"complete")
	server.joiner.body = 8
	write("no head at all")
	arrives(t, client, "no head at all")
	write(strings.Repeat("x", 4096)) // nobody said what comes
	arrives(t, client, strings.Repeat("x", 4096))
}

// TestConn_SendsWhatItHoldsBeforeItWaits makes sure that a client never waits for a piece whose rest does not come.
func TestConn_SendsWhatItHoldsBeforeItWaits(t *testing.T) {
	server, client := pieces(t)
	server.joiner.body = 8
	_, _ = io.WriteString(server, "HTTP/1.1 200 OK\r\n\r\nhalf")
	go func() { _, _ = server.Read(make([]byte, 16)) }()
	arrives(t, client, "HTTP/1.1 200 OK\r\n\r\nhalf")
}
