// Package importer brings CSV files of products into the catalogue and writes the catalogue as one.
package importer

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"dawa/internal/base/apperr"
)

const (
	// MaxFile bounds a file: 100,000 products with all their texts are about half of it.
	MaxFile = 512 << 20
	// MaxRows bounds the rows of one file.
	MaxRows = 250_000
)

// Importer takes files in and brings them into the catalogue, one at a time.
type Importer struct {
	store    Store
	pictures Pictures
	now      func() time.Time
	newID    func() string
}

// Pictures tells whether the shop has a picture.
type Pictures interface {
	Has(ctx context.Context, key string) (bool, error)
}

// New makes an Importer. With nil pictures only those in the database count; a nil now is time.Now.
func New(store Store, pictures Pictures, now func() time.Time) *Importer {
	if now == nil {
		now = time.Now
	}
	return &Importer{
		store: store, pictures: pictures,
		now:   func() time.Time { return now().UTC() },
		newID: func() string { return strings.ToLower(rand.Text()) },
	}
}

// Upload is a file on its way in. Either Accept or Drop ends it.
type Upload struct {
	imports *Importer
	id      string
	rows    int
}

// Receive stores a file. It refuses at once what is no file of products: ImportEmpty,
// ImportEncoding, ImportHeader, ImportTooMany, and ImportInProgress when another import runs. What
// is wrong with its rows is for the job to say.
func (s *Importer) Receive(ctx context.Context, file io.Reader) (*Upload, error) {
	busy, err := s.store.Busy(ctx)
	if err != nil {
		return nil, err
	}
	if busy {
		return nil, apperr.New(apperr.ImportInProgress)
	}
	in, err := readText(file)
	if err != nil {
		return nil, err
	}
	up := &Upload{imports: s, id: s.newID()}
	if up.rows, err = s.storeFile(ctx, up.id, in); err != nil {
		up.Drop(ctx)
		return nil, err
	}
	return up, nil
}

// storeFile writes the file down and counts its rows.
func (s *Importer) storeFile(ctx context.Context, id string, in io.Reader) (rows int, err error) {
	beginning := bufio.NewReaderSize(in, 64<<10)
	first, err := beginning.Peek(16 << 10)
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	stored, err := newFileWriter(ctx, s.store, id, s.now())
	if err != nil {
		return 0, err
	}
	through := io.TeeReader(beginning, stored)
	reader := newCSVReader(through, separatorOf(first))
	if _, err := readHeader(reader); err != nil {
		return 0, err
	}
	for {
		cells, err := reader.Read()
		if _, malformed := errors.AsType[*RowError](err); malformed {
			rows++
			_, err = io.Copy(io.Discard, through) // the job will say which row it is
		}
		if errors.Is(err, io.EOF) || err == nil && cells == nil {
			break
		}
		if err != nil {
			return 0, err
		}
		if rows++; rows > MaxRows {
			return 0, apperr.New(apperr.ImportTooMany)
		}
	}
	if rows == 0 {
		return 0, apperr.New(apperr.ImportEmpty)
	}
	if err := stored.Close(); err != nil {
		return 0, err
	}
	return rows, nil
}

// Accept queues the import of the file, or only its check. Code: ImportInProgress.
func (u *Upload) Accept(ctx context.Context, by string, dryRun bool) (*Job, error) {
	job := &Job{ID: u.id, State: Queued, DryRun: dryRun, By: by, Total: u.rows, CreatedAt: u.imports.now()}
	if err := u.imports.store.Accept(ctx, job); err != nil {
		u.Drop(ctx)
		return nil, fmt.Errorf("queueing an import: %w", err)
	}
	return job, nil
}

// Drop forgets the file. What a failure leaves behind is swept later.
func (u *Upload) Drop(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_ = u.imports.store.DropFile(ctx, u.id)
}

// Job reads a job. Code: ImportNotFound.
func (s *Importer) Job(ctx context.Context, id string) (*Job, error) { return s.store.Job(ctx, id) }

// Confirm imports a file that was checked: what the check found, and nothing else. What was sold since stays sold.
// Codes: ImportNotFound, ImportInProgress, ImportExpired.
func (s *Importer) Confirm(ctx context.Context, id, by string) (*Job, error) {
	if err := s.store.Confirm(ctx, id, by); err != nil {
		return nil, fmt.Errorf("confirming an import: %w", err)
	}
	return s.store.Job(ctx, id)
}

// Differences reads what a file changes, row by row, and counts the rows. Code: ImportNotFound.
func (s *Importer) Differences(ctx context.Context, id string, kind DifferenceKind, limit,
	skip int) ([]Difference, int, error) {
	if _, err := s.store.Job(ctx, id); err != nil {
		return nil, 0, err
	}
	return s.store.Differences(ctx, id, kind, limit, skip)
}
