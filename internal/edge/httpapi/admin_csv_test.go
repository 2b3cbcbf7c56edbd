package httpapi

import (
	"bytes"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/importer"
)

func TestOpenForm_RefusesALargeFileBeforeItArrives(t *testing.T) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "x.csv")
	if err == nil {
		_, err = part.Write(bytes.Repeat([]byte("x"), 10_000))
	}
	if err = errors.Join(err, form.Close()); err != nil {
		t.Fatal(err)
	}
	request := func(length int64) *http.Request {
		r := httptest.NewRequest(http.MethodPost, "/api/admin/import/products", bytes.NewReader(body.Bytes()))
		r.Header.Set("Content-Type", form.FormDataContentType())
		r.ContentLength = length
		return r
	}
	if _, err := openForm(request(importer.MaxFile+1), importer.MaxFile); apperr.CodeOf(err) != apperr.TooLarge {
		t.Errorf("announced as too large: %v", err)
	}
	// One that does not say how long it is, is cut off on the way.
	parts, err := openForm(request(-1), 5000)
	if err != nil {
		t.Fatal(err)
	}
	file, err := parts.NextPart()
	if err != nil {
		t.Fatal(err)
	}
	var read bytes.Buffer
	_, err = read.ReadFrom(file)
	if got := apperr.CodeOf(formRefusal(fmt.Errorf("reading: %w", err))); got != apperr.TooLarge {
		t.Errorf("too large on the way: %v", got)
	}
}
