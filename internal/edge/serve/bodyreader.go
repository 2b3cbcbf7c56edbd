package serve

import (
	"errors"
	"io"
	"net/http"
	"time"
)

const (
	// minByteRate is how many bytes a second a client must send after bodyGrace, on average. It is what the
	// slowest mobile networks carry; ten thousand slow senders need 10 MB/s for it.
	minByteRate = 1 << 10
	// bodyGrace is how long a body may take before the rate counts.
	bodyGrace = 5 * time.Second
	// lingerTime is how long the connection stays open after an answer to a body that was not read, so that the
	// client gets the answer before the reset. net/http waits as long after a body that is too large.
	lingerTime = 500 * time.Millisecond
)

// bodyReader reads a request's body within a time and at a minimum rate. A body that was not read to its end is
// not drained: the connection closes after the answer.
type bodyReader struct {
	io.ReadCloser
	control  *http.ResponseController
	grace    time.Duration
	started  time.Time
	end      time.Time
	received int64
	done     bool   // the end of the body was read
	whole    func() // called then
}

// newBodyReader gives the body the grace time; allow gives it more.
func newBodyReader(w http.ResponseWriter, body io.ReadCloser, grace time.Duration) *bodyReader {
	b := &bodyReader{ReadCloser: body, control: http.NewResponseController(w), grace: grace}
	b.allow(grace)
	return b
}

// allow gives the body time from now on.
func (b *bodyReader) allow(limit time.Duration) {
	b.started = time.Now()
	b.end = b.started.Add(limit)
}

// deadline is by when the next byte must arrive: what was received pays for the time it took.
func (b *bodyReader) deadline() time.Time {
	paid := b.started.Add(b.grace + time.Duration(b.received)*time.Second/minByteRate)
	if paid.Before(b.end) {
		return paid
	}
	return b.end
}

// Read reads what the client sends until the deadline.
func (b *bodyReader) Read(p []byte) (int, error) {
	_ = b.control.SetReadDeadline(b.deadline())
	n, err := b.ReadCloser.Read(p)
	b.received += int64(n)
	if errors.Is(err, io.EOF) {
		if !b.done && b.whole != nil {
			b.whole()
		}
		b.done = true
		// net/http now reads on to notice that the client hangs up; the deadline of the body must not end that.
		_ = b.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// abandon is called with the header of the answer. A body that was not read to its end is left where it is, and
// the connection closes: draining it would hold the connection for as long as the client likes.
func (b *bodyReader) abandon(h http.Header) {
	if b == nil || b.done {
		return
	}
	h["Connection"] = closeConnection
	_ = b.control.SetReadDeadline(time.Now().Add(lingerTime))
}
