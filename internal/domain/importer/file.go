package importer

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/klauspost/compress/zstd"
)

// A file waits in the database, where any server can read it, compressed and in pieces that are
// written one by one: nobody else waits behind a long write.

// chunkSize is how much compressed file one piece holds.
const chunkSize = 384 << 10

// fileWriter keeps what is written to it.
type fileWriter struct {
	packed *zstd.Encoder
	chunks *chunkWriter
}

func newFileWriter(ctx context.Context, jobs Jobs, jobID string, at time.Time) (*fileWriter, error) {
	pieces := &chunkWriter{put: func(place int, piece string) error {
		return jobs.PutFileChunk(ctx, jobID, place, piece, at)
	}}
	packed, err := zstd.NewWriter(pieces, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("packing a file: %w", err)
	}
	return &fileWriter{packed: packed, chunks: pieces}, nil
}

func (w *fileWriter) Write(p []byte) (int, error) { return w.packed.Write(p) }

// Close writes what is left; the file is complete then.
func (w *fileWriter) Close() error {
	if err := w.packed.Close(); err != nil {
		return err
	}
	return w.chunks.flush()
}

type chunkWriter struct {
	put   func(place int, piece string) error
	place int
	held  []byte
}

func (w *chunkWriter) Write(p []byte) (int, error) {
	w.held = append(w.held, p...)
	for len(w.held) >= chunkSize {
		if err := w.emit(chunkSize); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

func (w *chunkWriter) flush() error {
	if len(w.held) == 0 {
		return nil
	}
	return w.emit(len(w.held))
}

func (w *chunkWriter) emit(n int) error {
	if err := w.put(w.place, base64.StdEncoding.EncodeToString(w.held[:n])); err != nil {
		return err
	}
	w.place++
	w.held = append(w.held[:0], w.held[n:]...)
	return nil
}

// openFile reads a file that was kept.
func openFile(ctx context.Context, jobs Jobs, jobID string) (*zstd.Decoder, error) {
	pieces := &chunkReader{chunk: func(place int) (string, bool, error) { return jobs.FileChunk(ctx, jobID, place) }}
	unpacked, err := zstd.NewReader(pieces, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("unpacking a file: %w", err)
	}
	return unpacked, nil
}

// chunkReader reads pieces one after another.
type chunkReader struct {
	chunk func(place int) (piece string, found bool, err error)
	place int
	held  []byte
}

func (r *chunkReader) Read(p []byte) (int, error) {
	if len(r.held) == 0 {
		piece, found, err := r.chunk(r.place)
		if err != nil {
			return 0, err
		}
		if !found {
			return 0, io.EOF
		}
		r.place++
		if r.held, err = base64.StdEncoding.DecodeString(piece); err != nil {
			return 0, errors.Join(errors.New("a piece of the file is damaged"), err)
		}
	}
	n := copy(p, r.held)
	r.held = r.held[n:]
	return n, nil
}
