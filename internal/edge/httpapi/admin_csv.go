package httpapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/admin"
	"dawa/internal/domain/importer"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// exportProducts sends the whole catalogue as a file, while it is read.
func (a *API) exportProducts(*http.Request) (serve.Reply, error) {
	out := serve.Reply{Status: http.StatusOK, ContentType: "text/csv; charset=utf-8", Stream: a.exports.Export}
	out.NoStore()
	day := a.now().In(admin.Beirut).Format(time.DateOnly)
	out.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="dawa-products-%s.csv"`, day))
	return out, nil
}

// importProducts takes a file in and queues its import, or only its check.
func (a *API) importProducts(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	parts, err := openForm(r, importer.MaxFile)
	if err != nil {
		return serve.Reply{}, err
	}
	upload, dryRun, err := a.receive(r.Context(), parts)
	if err != nil {
		return serve.Reply{}, formRefusal(err)
	}
	job, err := upload.Accept(r.Context(), who.UserID, dryRun)
	if err != nil {
		return serve.Reply{}, err
	}
	out, err := serve.JSON(http.StatusAccepted, wire.JobAnswer{Success: true, Job: toJob(job)})
	out.NoStore()
	return out, err
}

// openForm begins to read a form with a file that is too long to hold.
func openForm(r *http.Request, maxBytes int64) (*multipart.Reader, error) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" || params["boundary"] == "" {
		return nil, apperr.New(apperr.UnsupportedType)
	}
	if r.ContentLength > maxBytes {
		return nil, apperr.New(apperr.TooLarge)
	}
	return multipart.NewReader(serve.LimitBody(r, maxBytes), params["boundary"]), nil
}

// receive reads the two fields of the form, in either order.
func (a *API) receive(ctx context.Context, parts *multipart.Reader) (upload *importer.Upload, dryRun bool, err error) {
	defer func() {
		if err != nil && upload != nil {
			upload.Drop(ctx)
		}
	}()
	for count := 0; ; count++ {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return upload, false, fmt.Errorf("reading a form: %w", err)
		}
		switch name := part.FormName(); {
		case count == formParts:
			return upload, false, apperr.New(apperr.TooLarge)
		case name == "file" && upload != nil:
			return upload, false, apperr.New(apperr.InvalidInput)
		case name == "file":
			if upload, err = a.imports.Receive(ctx, part); err != nil {
				return nil, false, err
			}
		case name == "dry_run":
			value, err := io.ReadAll(io.LimitReader(part, 16))
			if err != nil {
				return upload, false, fmt.Errorf("reading a form: %w", err)
			}
			if string(value) != "true" && string(value) != "false" {
				return upload, false, apperr.New(apperr.InvalidInput).
					WithFields(map[string]string{name: serve.WrongType})
			}
			dryRun = string(value) == "true"
		}
	}
	if upload == nil {
		return nil, false, apperr.New(apperr.ImportEmpty)
	}
	return upload, dryRun, nil
}

// formRefusal gives the code of what went wrong while a form was read.
func formRefusal(err error) error {
	if _, coded := errors.AsType[*apperr.Error](err); coded {
		return err
	}
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		return apperr.Wrap(apperr.TooLarge, err)
	}
	if errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded) {
		return apperr.Wrap(apperr.Timeout, err)
	}
	return apperr.Wrap(apperr.InvalidInput, err)
}
