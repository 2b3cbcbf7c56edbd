package httpapi

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"strings"
	"unicode/utf8"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/edge/serve"
)

const (
	// formTexts bounds the texts of a form with files: all of a product, in both languages.
	formTexts = 256 << 10
	// formParts bounds the parts of a form: the fields of a product twice over, and its files.
	formParts = 64
)

// uploadForm is a form with files, taken whole. Nothing of it touches the disk.
type uploadForm struct {
	texts map[string][]string
	files [][]byte
}

// text is the first value of a field.
func (f *uploadForm) text(name string) (string, bool) {
	if values := f.texts[name]; len(values) > 0 {
		return values[0], true
	}
	return "", false
}

// readForm takes a form with at most maxFiles files under one name. Codes: UnsupportedType, InvalidInput,
// TooLarge, ImageTooLarge, ImageTooMany, Timeout.
func readForm(r *http.Request, filesName string, maxFiles int) (*uploadForm, error) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" || params["boundary"] == "" {
		return nil, apperr.New(apperr.UnsupportedType)
	}
	limit := int64(maxFiles)*contract.Shop().Images.UploadBytesMax + 2*formTexts
	if r.ContentLength > limit {
		// Told before the rest arrives: one file too large is the common case.
		return nil, apperr.New(apperr.ImageTooLarge).WithFields(map[string]string{
			filesName: string(apperr.ImageTooLarge),
		})
	}
	parts := multipart.NewReader(serve.LimitBody(r, limit), params["boundary"])
	form, err := readParts(parts, filesName, maxFiles)
	if err == nil {
		return form, nil
	}
	if _, coded := errors.AsType[*apperr.Error](err); coded {
		return nil, err
	}
	if errors.Is(err, serve.ErrLaneFull) {
		return nil, serve.ErrLaneFull
	}
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		return nil, apperr.Wrap(apperr.TooLarge, err)
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return nil, apperr.Wrap(apperr.Timeout, err)
	}
	return nil, apperr.Wrap(apperr.InvalidInput, err)
}

// readParts reads a form part by part; fuzzing feeds it strange bytes.
func readParts(parts *multipart.Reader, filesName string, maxFiles int) (*uploadForm, error) {
	form := &uploadForm{texts: map[string][]string{}}
	left := formTexts
	for count := 0; ; count++ {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return form, nil
		}
		if err != nil {
			return nil, fmt.Errorf("reading a form: %w", err)
		}
		if count == formParts {
			return nil, apperr.New(apperr.TooLarge)
		}
		name := strings.TrimSuffix(part.FormName(), "[]")
		if name == filesName {
			if err := form.addFile(part, filesName, maxFiles); err != nil {
				return nil, err
			}
			continue
		}
		value, err := io.ReadAll(io.LimitReader(part, int64(left)+1))
		if err != nil {
			return nil, fmt.Errorf("reading a field of a form: %w", err)
		}
		if left -= len(value); left < 0 {
			return nil, apperr.New(apperr.TooLarge)
		}
		if !utf8.Valid(value) {
			return nil, apperr.Wrap(apperr.InvalidInput, errors.New("a field is not UTF-8"))
		}
		form.texts[name] = append(form.texts[name], string(value))
	}
}

func (f *uploadForm) addFile(part *multipart.Part, name string, maxFiles int) error {
	largest := contract.Shop().Images.UploadBytesMax
	file, err := io.ReadAll(io.LimitReader(part, largest+1))
	if err != nil {
		return fmt.Errorf("reading a file of a form: %w", err)
	}
	if len(file) == 0 && part.FileName() == "" {
		return nil // a browser's empty file field
	}
	if int64(len(file)) > largest {
		return fileRefused(apperr.New(apperr.ImageTooLarge), name, len(f.files))
	}
	if len(f.files) == maxFiles {
		return fileRefused(apperr.New(apperr.ImageTooMany), name, len(f.files))
	}
	f.files = append(f.files, file)
	return nil
}

// fileRefused says which file of a form was refused, counted from 0, under the name of its field.
func fileRefused(err error, name string, index int) error {
	refused := apperr.From(err)
	if !strings.HasPrefix(string(refused.Code), "image_") || refused.Code == apperr.ImageBusy {
		return err
	}
	return refused.WithFields(map[string]string{name: string(refused.Code)}).WithDetail("file", index)
}
