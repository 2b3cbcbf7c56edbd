package contracttest

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
)

// The names by which the contract knows who is asking.
const (
	sessionCookie = "dawa_session"
	csrfHeader    = "CSRF-Token"
)

// Exchange is one request with its answer, bodies included.
type Exchange struct {
	Request     *http.Request
	RequestBody []byte
	Status      int
	Header      http.Header
	Body        []byte
}

// Check fails the test when the answer is not one that the contract allows: an undeclared path or
// status, a missing header, a body of another shape or with members nobody wrote down, a success without
// the access or the CSRF token that the contract demands. The bodies stay readable. The request's body is
// looked at when it can be read again (GetBody), and only when the call succeeded: tests may well send
// nonsense to see it refused.
func Check(t testing.TB, req *http.Request, resp *http.Response) {
	t.Helper()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatalf("%s %s: reading the answer: %v", req.Method, req.URL.Path, err)
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	exchange := Exchange{Request: req, Status: resp.StatusCode, Header: resp.Header, Body: body}
	if req.GetBody != nil {
		again, err := req.GetBody()
		if err != nil {
			t.Fatalf("%s %s: reading the request again: %v", req.Method, req.URL.Path, err)
		}
		if exchange.RequestBody, err = io.ReadAll(again); err != nil {
			t.Fatalf("%s %s: reading the request again: %v", req.Method, req.URL.Path, err)
		}
	}
	CheckExchange(t, exchange)
}

// CheckExchange is Check for an exchange that was recorded whole.
func CheckExchange(t testing.TB, x Exchange) {
	t.Helper()
	if err := mustLoad(t).verify(x); err != nil {
		t.Errorf("%s %s answered %d against the contract: %v", x.Request.Method, x.Request.URL.RequestURI(), x.Status,
			err)
	}
}

func (d *document) verify(x Exchange) error {
	body, err := decoded(x.Header.Get("Content-Encoding"), x.Body)
	if err != nil {
		return err
	}
	x.Body = body
	found, ok := d.find(x.Request)
	if !ok {
		return d.verifyUnknown(x)
	}
	op := found.operation
	if !slices.Contains(op.Statuses, x.Status) {
		return fmt.Errorf("%s declares %v only; the body was %s", op.ID, op.Statuses, excerpt(x.Body))
	}
	if err := d.verifyAnswer(x, found); err != nil {
		return fmt.Errorf("%s: %w; the body was %s", op.ID, err, excerpt(x.Body))
	}
	if x.Status < 300 {
		if err := d.verifyRequest(x, found); err != nil {
			return fmt.Errorf("%s succeeded with a request the contract does not allow: %w", op.ID, err)
		}
	}
	return nil
}

// verifyUnknown lets a call that does not exist be refused, in the shape of every failure.
func (d *document) verifyUnknown(x Exchange) error {
	if x.Status != http.StatusNotFound && x.Status != http.StatusMethodNotAllowed {
		return errors.New("no such call is declared")
	}
	if x.Request.Method == http.MethodHead {
		return nil
	}
	var value any
	if err := json.Unmarshal(x.Body, &value); err != nil {
		return fmt.Errorf("reading the refusal %s: %w", excerpt(x.Body), err)
	}
	return d.answers.Components.Schemas["Error"].Value.VisitJSON(value, openapi3.VisitAsResponse())
}

func (d *document) verifyAnswer(x Exchange, found finding) error {
	route := route(d.answers, found.operation)
	declared := route.Operation.Responses.Status(x.Status).Value
	if x.Request.Method == http.MethodHead {
		return nil
	}
	if len(declared.Content) == 0 && len(x.Body) > 0 {
		return errors.New("a body where none belongs")
	}
	if x.Status == http.StatusNotModified {
		return nil
	}
	// The validator would read YAML and CSV as data; to the contract they are text.
	kind, _, _ := mime.ParseMediaType(x.Header.Get("Content-Type"))
	asText := kind != "application/json" && declared.Content[kind] != nil
	if asText && len(x.Body) == 0 {
		return errors.New("the body is empty")
	}
	return openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{
			Request: x.Request, PathParams: found.path, Route: route,
		},
		Status:  x.Status,
		Header:  x.Header,
		Body:    io.NopCloser(bytes.NewReader(x.Body)),
		Options: &openapi3filter.Options{IncludeResponseStatus: true, ExcludeResponseBody: asText, MultiError: true},
	})
}

func (d *document) verifyRequest(x Exchange, found finding) error {
	op := found.operation
	if _, err := x.Request.Cookie(sessionCookie); op.Access != "public" && err != nil {
		return fmt.Errorf("access is %s and there was no session", op.Access)
	}
	if op.CSRF && x.Request.Header.Get(csrfHeader) == "" {
		return errors.New("there was no " + csrfHeader)
	}
	route := route(d.requests, op)
	req := x.Request.Clone(context.Background())
	req.Body = io.NopCloser(bytes.NewReader(x.RequestBody))
	req.ContentLength = int64(len(x.RequestBody))
	kind, params, _ := mime.ParseMediaType(req.Header.Get("Content-Type"))
	asForm := kind == "multipart/form-data"
	err := openapi3filter.ValidateRequest(context.Background(), &openapi3filter.RequestValidationInput{
		Request:     req,
		PathParams:  found.path,
		QueryParams: req.URL.Query(),
		Route:       route,
		Options: &openapi3filter.Options{
			MultiError:          true,
			SkipSettingDefaults: true,
			ExcludeRequestBody:  asForm || x.RequestBody == nil,
			AuthenticationFunc:  openapi3filter.NoopAuthenticationFunc,
		},
	})
	if err != nil || !asForm || x.RequestBody == nil {
		return err
	}
	media := route.Operation.RequestBody.Value.Content.Get(kind)
	if media == nil {
		return errors.New("a form is not what this call takes")
	}
	return verifyForm(media.Schema.Value, multipart.NewReader(bytes.NewReader(x.RequestBody), params["boundary"]))
}

// verifyForm checks the fields of a form; of a file only that it may be there.
func verifyForm(schema *openapi3.Schema, parts *multipart.Reader) error {
	values := map[string]any{}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return schema.VisitJSON(values, openapi3.VisitAsRequest(), openapi3.MultiErrors())
		}
		if err != nil {
			return fmt.Errorf("reading the form: %w", err)
		}
		text := ""
		if part.FileName() == "" {
			data, err := io.ReadAll(part)
			if err != nil {
				return fmt.Errorf("reading %s: %w", part.FormName(), err)
			}
			text = string(data)
		}
		name := part.FormName()
		if property := schema.Properties[name]; property != nil && property.Value.Type.Is("array") {
			list, _ := values[name].([]any)
			values[name] = append(list, text)
			continue
		}
		values[name] = text
	}
}

func decoded(encoding string, body []byte) ([]byte, error) {
	if len(body) == 0 {
		return body, nil
	}
	switch encoding {
	case "", "identity":
		return body, nil
	case "gzip":
		reader, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, fmt.Errorf("unpacking the answer: %w", err)
		}
		return io.ReadAll(reader)
	case "br":
		return io.ReadAll(brotli.NewReader(bytes.NewReader(body)))
	}
	return nil, fmt.Errorf("the answer came as %q, which no test asked for", encoding)
}

func excerpt(body []byte) string {
	const maxBytes = 400
	if len(body) > maxBytes {
		return strings.ToValidUTF8(string(body[:maxBytes]), "") + "…"
	}
	return string(body)
}
