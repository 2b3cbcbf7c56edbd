package serve

import (
	"bytes"
	"net"
	"net/http"
	"sync"
)

// joiner sends the head of an answer and its body with one system call. net/http writes an answer in two pieces, the
// first of 4 KB, and each costs a call and a packet of its own. Joining them saves 2 to 5 % of an answer from memory.
type joiner struct {
	body  int     // length of the body whose head is written next; 0 when nobody knows
	first *[]byte // the piece that waits for the next one
	both  [2][]byte
}

// firstPieces are buffers for the pieces that wait.
var firstPieces = sync.Pool{New: func() any { piece := make([]byte, 0, 4<<10); return &piece }}

var headEnd = []byte("\r\n\r\n")

// hold keeps a piece back that begins with the head of an expected body and does not hold all of the body.
func (j *joiner) hold(piece []byte) bool {
	body := j.body
	j.body = 0
	if body == 0 || j.first != nil {
		return false
	}
	head := bytes.Index(piece, headEnd)
	if head < 0 || len(piece) >= head+len(headEnd)+body {
		return false
	}
	j.first = firstPieces.Get().(*[]byte)
	*j.first = append((*j.first)[:0], piece...)
	return true
}

// write writes a piece behind the one that waits. It counts only bytes of this piece.
func (j *joiner) write(to *net.TCPConn, piece []byte) (int, error) {
	if j.first == nil {
		return to.Write(piece)
	}
	first := j.first
	j.first = nil
	defer firstPieces.Put(first)
	j.both = [2][]byte{*first, piece}
	pieces := net.Buffers(j.both[:])
	written, err := pieces.WriteTo(to)
	j.both = [2][]byte{}
	return max(0, int(written)-len(*first)), err
}

// expectBody says that the answer has a body of that length, which is written at once. A connection with TLS has its
// own pieces.
func (st *State) expectBody(length int) {
	if st.conn != nil && !st.secured && st.request.Method != http.MethodHead {
		st.conn.joiner.body = length
	}
}
