package gatewaytest

import (
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

func TestServer_DoesNothingForHalfARequest(t *testing.T) {
	t.Parallel()
	var taken []string
	s := Start(func(r *http.Request) (int, any) {
		_ = r.ParseForm()
		taken = append(taken, r.PostForm.Get("amount"))
		return http.StatusOK, struct{}{}
	})
	t.Cleanup(s.Close)
	for _, body := range []string{"", "am", "amount=95", "amount=950"} {
		send(t, s, body, len("amount=950"))
	}
	s.Lock()
	defer s.Unlock()
	if got := strings.Join(taken, " "); got != "950" {
		t.Errorf("the gateway acted on %q", got)
	}
}

// send sends a part of a form, ends the connection's sending side and waits for what the server makes of it.
func send(t *testing.T, s *Server, part string, whole int) {
	t.Helper()
	line, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = line.Close() }()
	_, err = io.WriteString(line, "POST / HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\n"+
		"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: "+strconv.Itoa(whole)+"\r\n\r\n"+part)
	if err != nil {
		t.Fatal(err)
	}
	if err := line.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	_, _ = io.ReadAll(line)
}
