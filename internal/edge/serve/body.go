package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"dawa/internal/base/apperr"
)

const (
	// JSONLimit bounds a JSON body; the largest the shop needs is a product with all its texts in both languages,
	// escaped.
	JSONLimit = 256 << 10
	// jsonDepth bounds nesting; the deepest payload of the contract has four levels.
	jsonDepth = 24
)

// StartBody gives the body the lane's time to arrive, and extends the time for the answer where the lane allows
// more than the server's own limit. Whoever may not send the body must be refused before.
func (s *Stack) StartBody(w http.ResponseWriter, r *http.Request, lane Lane) {
	limits := s.lanes[lane]
	if st := StateOf(r.Context()); st != nil && st.reader != nil {
		st.reader.allow(limits.Body)
	}
	if all := limits.Body + limits.Wait + limits.Deadline + sendTime; all > writeTime {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(all))
	}
}

func hasBody(r *http.Request) bool {
	return r.Body != nil && r.Body != http.NoBody && r.ContentLength != 0
}

// LimitBody is the request's body, of which at most limit bytes can be read.
func LimitBody(r *http.Request, limit int64) io.ReadCloser {
	var w http.ResponseWriter
	if st := StateOf(r.Context()); st != nil {
		w = st.ResponseWriter
	}
	return http.MaxBytesReader(w, r.Body, limit)
}

// ReadBody reads the whole JSON body before the request takes a place in a bulkhead, so that a client that sends
// slowly holds only its own connection.
func ReadBody(r *http.Request) error {
	if !hasBody(r) {
		return nil
	}
	if r.ContentLength > JSONLimit {
		return apperr.New(apperr.TooLarge)
	}
	body, err := io.ReadAll(LimitBody(r, JSONLimit))
	if err != nil {
		var tooLong *http.MaxBytesError
		switch {
		case errors.As(err, &tooLong):
			return apperr.Wrap(apperr.TooLarge, err)
		case errors.Is(err, os.ErrDeadlineExceeded):
			return apperr.Wrap(apperr.Timeout, err)
		default:
			return apperr.Wrap(apperr.InvalidInput, err)
		}
	}
	if st := StateOf(r.Context()); st != nil {
		st.body = body
	}
	return nil
}

// Decode reads the request's JSON into a value. Unknown members are ignored; a
// member of the wrong type is named in the answer.
func Decode(r *http.Request, into any) error {
	body := StateOf(r.Context()).Body()
	if len(body) > 0 {
		kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if err != nil || kind != "application/json" {
			return apperr.New(apperr.UnsupportedType)
		}
	}
	return DecodeJSON(body, into)
}

// DecodeJSON is Decode for JSON that did not come as the body of a request.
func DecodeJSON(body []byte, into any) error {
	if len(bytes.TrimSpace(body)) == 0 {
		return apperr.New(apperr.InvalidInput).WithCause(errors.New("the body is empty"))
	}
	if !utf8.Valid(body) {
		return apperr.New(apperr.InvalidInput).WithCause(errors.New("the body is not UTF-8"))
	}
	if depthOver(body, jsonDepth) {
		return apperr.New(apperr.InvalidInput).WithCause(errors.New("the body is nested too deep"))
	}
	// Unmarshal, unlike a Decoder, refuses anything after the first value.
	if err := json.Unmarshal(body, into); err != nil {
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) && wrong.Field != "" {
			return apperr.New(apperr.InvalidInput).
				WithFields(map[string]string{fieldName(wrong.Field): WrongType}).WithCause(err)
		}
		return apperr.Wrap(apperr.InvalidInput, err)
	}
	return nil
}

// WrongType is the code of a member of the wrong JSON type, such as a list in place of a text.
const WrongType = "type_wrong"

// fieldName is the last step of a path, since fields are named as the forms name them.
func fieldName(path string) string {
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		return path[i+1:]
	}
	return path
}

// depthOver says whether brackets nest deeper than limit, reading each byte once.
func depthOver(body []byte, limit int) bool {
	depth, inText, escaped := 0, false, false
	for _, c := range body {
		switch {
		case escaped:
			escaped = false
		case inText:
			switch c {
			case '\\':
				escaped = true
			case '"':
				inText = false
			}
		case c == '"':
			inText = true
		case c == '{' || c == '[':
			if depth++; depth > limit {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}
