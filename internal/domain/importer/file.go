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

// fileWriter stores what is written to it.
type fileWriter struct {
	packed *zstd.Encoder
	chunks *chunkWriter
}

func newFileWriter(ctx context.Context, files Files, jobID string, at time.Time) (*fileWriter, error) {
	chunks := &chunkWriter{put: func(place int, chunk string) error {
		return files.PutFileChunk(ctx, jobID, place, chunk, at)
	}}
	packed, err := zstd.NewWriter(chunks, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("packing a file: %w", err)
	}
	return &fileWriter{packed: packed, chunks: chunks}, nil
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
	put    func(place int, chunk string) error
	next   int
	buffer []byte
}

func (w *chunkWriter) Write(p []byte) (int, error) {
	w.buffer = append(w.buffer, p...)
	for len(w.buffer) >= chunkSize {
		if err := w.emit(chunkSize); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

func (w *chunkWriter) flush() error {
	if len(w.buffer) == 0 {
		return nil
	}
	return w.emit(len(w.buffer))
}

func (w *chunkWriter) emit(n int) error {
	if err := w.put(w.next, base64.StdEncoding.EncodeToString(w.buffer[:n])); err != nil {
		return err
	}
	w.next++
	w.buffer = append(w.buffer[:0], w.buffer[n:]...)
	return nil
}

// openFile reads a stored file.
func openFile(ctx context.Context, files Files, jobID string) (*zstd.Decoder, error) {
	chunks := &chunkReader{chunk: func(place int) (string, bool, error) { return files.FileChunk(ctx, jobID, place) }}
	unpacked, err := zstd.NewReader(chunks, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("unpacking a file: %w", err)
	}
	return unpacked, nil
}

// chunkReader reads pieces one after another.
type chunkReader struct {
	chunk  func(place int) (chunk string, found bool, err error)
	next   int
	buffer []byte
}

func (r *chunkReader) Read(p []byte) (int, error) {
	if len(r.buffer) == 0 {
		chunk, found, err := r.chunk(r.next)
		if err != nil {
			return 0, err
		}
		if !found {
			return 0, io.EOF
		}
		r.next++
		if r.buffer, err = base64.StdEncoding.DecodeString(chunk); err != nil {
			return 0, errors.Join(errors.New("a piece of the file is damaged"), err)
		}
	}
	n := copy(p, r.buffer)
	r.buffer = r.buffer[n:]
	return n, nil
}
