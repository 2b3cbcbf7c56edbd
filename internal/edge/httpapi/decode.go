package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
	"unicode/utf8"

	"dawa/internal/base/apperr"
)

const (
	// jsonLimit bounds a JSON body; the largest the shop needs is a product with
	// all its texts in both languages, escaped.
	jsonLimit = 256 << 10
	// jsonDepth bounds nesting; the deepest payload of the contract has four levels.
	jsonDepth = 24
)

// readBody takes the whole JSON body before the request enters a lane, so that a
// client that sends slowly holds only its own connection.
func readBody(w http.ResponseWriter, r *http.Request, limit int64) error {
	if !hasBody(r) {
		return nil
	}
	if r.ContentLength > limit {
		return apperr.New(apperr.TooLarge)
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
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
	if x := exchangeOf(r.Context()); x != nil {
		x.body = body
	}
	return nil
}

// decode reads the request's JSON into a value. Unknown members are ignored; a
// member of the wrong type is named in the answer.
func decode(r *http.Request, into any) error {
	var body []byte
	if x := exchangeOf(r.Context()); x != nil {
		body = x.body
	}
	if len(body) > 0 {
		kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if err != nil || kind != "application/json" {
			return apperr.New(apperr.UnsupportedType)
		}
	}
	return decodeJSON(body, into)
}

// decodeJSON is decode without a request, for tests that try strange bytes.
func decodeJSON(body []byte, into any) error {
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
				WithFields(map[string]string{fieldName(wrong.Field): wrongType}).WithCause(err)
		}
		return apperr.Wrap(apperr.InvalidInput, err)
	}
	return nil
}

// wrongType is the code of a member that is, say, a list where a text belongs.
const wrongType = "type_wrong"

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
