package desk

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

// pieceSize is how much compressed file one piece holds.
const pieceSize = 384 << 10

// fileWriter keeps what is written to it.
type fileWriter struct {
	packed *zstd.Encoder
	pieces *pieceWriter
}

func newFileWriter(ctx context.Context, jobs Jobs, jobID string, at time.Time) (*fileWriter, error) {
	pieces := &pieceWriter{put: func(place int, piece string) error {
		return jobs.PutPiece(ctx, jobID, place, piece, at)
	}}
	packed, err := zstd.NewWriter(pieces, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("packing a file: %w", err)
	}
	return &fileWriter{packed: packed, pieces: pieces}, nil
}

func (w *fileWriter) Write(p []byte) (int, error) { return w.packed.Write(p) }

// Close writes what is left; the file is complete then.
func (w *fileWriter) Close() error {
	if err := w.packed.Close(); err != nil {
		return err
	}
	return w.pieces.flush()
}

type pieceWriter struct {
	put   func(place int, piece string) error
	place int
	held  []byte
}

func (w *pieceWriter) Write(p []byte) (int, error) {
	w.held = append(w.held, p...)
	for len(w.held) >= pieceSize {
		if err := w.emit(pieceSize); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

func (w *pieceWriter) flush() error {
	if len(w.held) == 0 {
		return nil
	}
	return w.emit(len(w.held))
}

func (w *pieceWriter) emit(n int) error {
	if err := w.put(w.place, base64.StdEncoding.EncodeToString(w.held[:n])); err != nil {
		return err
	}
	w.place++
	w.held = append(w.held[:0], w.held[n:]...)
	return nil
}

// openFile reads a file that was kept.
func openFile(ctx context.Context, jobs Jobs, jobID string) (*zstd.Decoder, error) {
	pieces := &pieceReader{piece: func(place int) (string, bool, error) { return jobs.Piece(ctx, jobID, place) }}
	unpacked, err := zstd.NewReader(pieces, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("unpacking a file: %w", err)
	}
	return unpacked, nil
}

// pieceReader reads pieces one after another.
type pieceReader struct {
	piece func(place int) (piece string, found bool, err error)
	place int
	held  []byte
}

func (r *pieceReader) Read(p []byte) (int, error) {
	if len(r.held) == 0 {
		piece, found, err := r.piece(r.place)
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
