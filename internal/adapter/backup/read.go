package backup

import (
	"archive/tar"
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"filippo.io/age"
	"github.com/klauspost/compress/zstd"
)

// Place puts a file of a backup where it belongs. The content is not yet proved when it arrives: only
// after Read has returned without an error is every file known to be what was written.
type Place func(name string, size int64, content io.Reader) error

// Read goes through a backup, hands every file to place and compares it with the manifest.
func Read(in io.Reader, key *Key, place Place) (*Manifest, error) {
	payload, err := unseal(in, key)
	if err != nil {
		return nil, err
	}
	plain, err := zstd.NewReader(payload, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, damaged("%w", err)
	}
	defer plain.Close()
	files := tar.NewReader(plain)
	var found []File
	var manifest *Manifest
	for {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, broken(err)
		}
		if manifest != nil {
			return nil, damaged("something follows its manifest")
		}
		if header.Name == manifestName {
			if manifest, err = readManifest(files, header.Size); err != nil {
				return nil, err
			}
			continue
		}
		if header.Typeflag != tar.TypeReg || !fs.ValidPath(header.Name) || strings.Contains(header.Name, `\`) {
			return nil, damaged("it holds %q, which is no file of ours", header.Name)
		}
		sum := sha256.New()
		content := &sharedReader{in: files, also: sum}
		if err := place(header.Name, header.Size, content); err != nil {
			if content.failed != nil {
				return nil, broken(content.failed)
			}
			return nil, err
		}
		if _, err := io.Copy(io.Discard, content); err != nil { // what place left
			return nil, broken(err)
		}
		found = append(found, File{Name: header.Name, Size: header.Size, SHA256: hex.EncodeToString(sum.Sum(nil))})
	}
	if manifest == nil {
		return nil, damaged("its manifest is missing: it was cut off")
	}
	// To the last byte: the seal of the end says that nothing was cut off.
	if _, err := io.Copy(io.Discard, plain); err != nil {
		return nil, broken(err)
	}
	if err := compare(found, manifest.Files); err != nil {
		return nil, err
	}
	return manifest, nil
}

// unseal reads the first line and gives the zstd stream.
func unseal(file io.Reader, key *Key) (io.Reader, error) {
	in := bufio.NewReader(file)
	line, _ := in.Peek(len(ageLine))
	begins := func(with string) bool { return bytes.HasPrefix(line, []byte(with)) }
	switch {
	case begins(plainLine):
		_, err := in.Discard(len(plainLine))
		return in, err
	case key == nil && (begins(ageLine) || begins(sealedLine1)):
		return nil, ErrNeedsKey
	case begins(ageLine):
		plain, err := age.Decrypt(in, key.identity)
		if err != nil {
			return nil, damaged("its head does not open: the file was changed or cut off, or the key is another one")
		}
		return plain, nil
	case begins(sealedLine1):
		if _, err := in.Discard(len(sealedLine1)); err != nil {
			return nil, err
		}
		return newContainer1Reader(in, key)
	}
	return nil, damaged("it does not begin as a backup does")
}

func readManifest(in io.Reader, size int64) (*Manifest, error) {
	if size > largestManifest {
		return nil, damaged("its manifest is too large")
	}
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, broken(err)
	}
	sum, text, _ := bytes.Cut(text, []byte("\n"))
	if is := sha256.Sum256(text); hex.EncodeToString(is[:]) != string(sum) {
		return nil, damaged("its manifest was changed")
	}
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, damaged("its manifest cannot be read")
	}
	return &m, nil
}

func compare(found, told []File) error {
	if slices.Equal(found, told) {
		return nil
	}
	for i := range min(len(found), len(told)) {
		if found[i] != told[i] {
			return damaged("%s is not what the manifest says", told[i].Name)
		}
	}
	return damaged("it holds %d files and its manifest names %d", len(found), len(told))
}

// broken says that reading failed because of the file, unless something else was the matter.
func broken(err error) error {
	if errors.Is(err, ErrDamaged) || errors.Is(err, fs.ErrClosed) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}

// sharedReader lets a second writer see what is read, and remembers a failure to read.
type sharedReader struct {
	in     io.Reader
	also   io.Writer
	failed error
}

func (s *sharedReader) Read(p []byte) (int, error) {
	n, err := s.in.Read(p)
	if n > 0 {
		_, _ = s.also.Write(p[:n])
	}
	if err != nil && !errors.Is(err, io.EOF) {
		s.failed = err
	}
	return n, err
}
