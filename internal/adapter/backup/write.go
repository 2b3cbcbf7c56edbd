package backup

import (
	"archive/tar"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"filippo.io/age"
	"github.com/klauspost/compress/zstd"
)

// Writer makes a backup. Close ends it with the manifest; without it the file is refused by Read.
type Writer struct {
	tar    *tar.Writer
	closer []io.Closer
	files  []File
	made   time.Time
}

// NewWriter begins a backup on out, sealed when a key is given. Closing the Writer does not close out.
func NewWriter(out io.Writer, key *Key, made time.Time) (*Writer, error) {
	w := &Writer{made: made}
	if key == nil {
		if _, err := io.WriteString(out, plainLine); err != nil {
			return nil, fmt.Errorf("beginning a backup: %w", err)
		}
	} else {
		sealed, err := age.Encrypt(out, key.recipient)
		if err != nil {
			return nil, fmt.Errorf("beginning a sealed backup: %w", err)
		}
		out, w.closer = sealed, append(w.closer, sealed)
	}
	compressed, err := zstd.NewWriter(out, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("beginning a backup: %w", err)
	}
	w.closer = append(w.closer, compressed)
	w.tar = tar.NewWriter(compressed)
	w.closer = append(w.closer, w.tar)
	return w, nil
}

// Add puts a file of that size into the backup.
func (w *Writer) Add(name string, size int64, content io.Reader) error {
	sum := sha256.New()
	if err := w.put(name, size, io.TeeReader(content, sum)); err != nil {
		return fmt.Errorf("adding %s to the backup: %w", name, err)
	}
	w.files = append(w.files, File{Name: name, Size: size, SHA256: hex.EncodeToString(sum.Sum(nil))})
	return nil
}

func (w *Writer) put(name string, size int64, content io.Reader) error {
	header := &tar.Header{Name: name, Size: size, Mode: 0o600, ModTime: w.made, Format: tar.FormatPAX}
	if err := w.tar.WriteHeader(header); err != nil {
		return err
	}
	n, err := io.Copy(w.tar, content)
	if err == nil && n != size {
		err = fmt.Errorf("it has %d bytes and not %d", n, size)
	}
	return err
}

// Close writes the manifest, to which it adds when and the files, and ends the backup.
func (w *Writer) Close(m Manifest) error {
	m.Made, m.Files = w.made.UTC(), w.files
	text, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("writing the manifest: %w", err)
	}
	sum := sha256.Sum256(text)
	// The manifest's own checksum is the line before it.
	text = append([]byte(hex.EncodeToString(sum[:])+"\n"), text...)
	header := &tar.Header{
		Name: manifestName, Size: int64(len(text)), Mode: 0o600, ModTime: w.made, Format: tar.FormatPAX,
	}
	if err := w.tar.WriteHeader(header); err != nil {
		return fmt.Errorf("writing the manifest: %w", err)
	}
	if _, err := w.tar.Write(text); err != nil {
		return fmt.Errorf("writing the manifest: %w", err)
	}
	for i := len(w.closer) - 1; i >= 0; i-- {
		if err := w.closer[i].Close(); err != nil {
			return fmt.Errorf("ending the backup: %w", err)
		}
	}
	return nil
}
