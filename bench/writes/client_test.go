package writes

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"
)

// client is one connection that sends requests as bytes, so that measuring costs little of the processor that
// is measured.
type client struct {
	conn    net.Conn
	reader  *bufio.Reader
	address string
	cookies map[string]string
	// headers go with every request, each ending in CRLF.
	headers string
}

func dial(address string) (*client, error) {
	conn, err := net.DialTimeout("tcp", address, 5*time.Second)
	if err != nil {
		return nil, err
	}
	return &client{conn: conn, reader: bufio.NewReaderSize(conn, 64<<10), address: address,
		cookies: map[string]string{}}, nil
}

func (c *client) close() { _ = c.conn.Close() }

// do sends one request and reads its answer; any other status than 200 is an error.
func (c *client) do(method, path, headers, body string) (string, error) {
	var request strings.Builder
	fmt.Fprintf(&request, "%s %s HTTP/1.1\r\nHost: %s\r\n", method, path, c.address)
	if body != "" {
		fmt.Fprintf(&request, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
	}
	request.WriteString(c.headers + headers)
	if len(c.cookies) > 0 {
		request.WriteString("Cookie: ")
		for name, value := range c.cookies {
			request.WriteString(name + "=" + value + "; ")
		}
		request.WriteString("\r\n")
	}
	request.WriteString("\r\n" + body)
	_ = c.conn.SetDeadline(time.Now().Add(30 * time.Second))
	if _, err := io.WriteString(c.conn, request.String()); err != nil {
		return "", err
	}
	return c.answer(method + " " + path)
}

func (c *client) answer(call string) (string, error) {
	status, length := "", 0
	for {
		line, err := c.reader.ReadString('\n')
		if err != nil {
			return "", fmt.Errorf("%s: %w", call, err)
		}
		line = strings.TrimRight(line, "\r\n")
		if line == "" {
			break
		}
		if status == "" {
			status = line
			continue
		}
		name, value, _ := strings.Cut(line, ": ")
		switch strings.ToLower(name) {
		case "content-length":
			if length, err = strconv.Atoi(value); err != nil {
				return "", err
			}
		case "transfer-encoding":
			return "", fmt.Errorf("%s: an answer of unknown length", call)
		case "set-cookie":
			pair, _, _ := strings.Cut(value, ";")
			cookie, content, _ := strings.Cut(pair, "=")
			c.cookies[cookie] = content
		}
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(c.reader, body); err != nil {
		return "", fmt.Errorf("%s: %w", call, err)
	}
	if !strings.HasPrefix(status, "HTTP/1.1 200") {
		return "", fmt.Errorf("%s: %s: %s", call, status, body)
	}
	return string(body), nil
}

// renewToken fetches the token that changes need.
func (c *client) renewToken() error {
	body, err := c.do("GET", "/api/get-csrf-token", "", "")
	if err != nil {
		return err
	}
	_, rest, _ := strings.Cut(body, `"csrfToken":"`)
	token, _, found := strings.Cut(rest, `"`)
	if !found {
		return fmt.Errorf("no token in %s", body)
	}
	network, _, _ := strings.Cut(c.headers, "CSRF-Token:")
	c.headers = network + "CSRF-Token: " + token + "\r\n"
	return nil
}
