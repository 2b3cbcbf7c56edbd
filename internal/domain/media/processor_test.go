package media

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gen2brain/webp"

	"dawa/internal/base/apperr"
)

// memoryStore holds blobs in memory and can be told to fail.
type memoryStore struct {
	mu   sync.Mutex
	kept map[string][]byte
	fail error
	puts int
}

func newMemoryStore() *memoryStore { return &memoryStore{kept: map[string][]byte{}} }

func (s *memoryStore) Put(_ context.Context, key string, content []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.puts++
	if s.fail != nil {
		return s.fail
	}
	s.kept[key] = content
	return nil
}

func (s *memoryStore) Read(_ context.Context, key string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if content, found := s.kept[key]; found {
		return content, nil
	}
	return nil, fs.ErrNotExist
}

func (s *memoryStore) Has(ctx context.Context, key string) (bool, error) {
	_, err := s.Read(ctx, key)
	return err == nil, nil
}

func (s *memoryStore) Delete(_ context.Context, key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.kept, key)
	return nil
}

func (s *memoryStore) Each(context.Context, func(string, time.Time) error) error { return nil }

// book remembers uploads in memory; the real one is tried in sqlstore/storetest.
type book struct {
	mu      sync.Mutex
	sources map[string]string
}

func (b *book) Known(_ context.Context, source string, _ time.Time) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.sources[source], nil
}

func (b *book) Record(_ context.Context, hash, source string, _ time.Time) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sources[source] = hash
	return nil
}

func (b *book) Unused(context.Context, time.Time, int) ([]string, error) { return nil, nil }

func (b *book) Delete(context.Context, string, time.Time, func() error) (bool, error) {
	return false, nil
}

func testProcessor() (*ImageProcessor, *memoryStore) {
	s := newMemoryStore()
	return NewImageProcessor(NewLibrary(s), &book{sources: map[string]string{}}), s
}

func TestProcessor_SameFileProcessedOnce(t *testing.T) {
	w, s := testProcessor()
	file := asJPEG(t, busy(700, 500))
	hashes := make(chan string, 6)
	var group sync.WaitGroup
	for range cap(hashes) {
		group.Go(func() {
			hash, err := w.Add(t.Context(), file)
			if err != nil {
				t.Error(err)
			}
			hashes <- hash
		})
	}
	group.Wait()
	close(hashes)
	first := <-hashes
	for hash := range hashes {
		if hash != first {
			t.Errorf("%s and %s", first, hash)
		}
	}
	if again, err := w.Add(t.Context(), file); err != nil || again != first || s.puts != len(Widths) {
		t.Errorf("later: %s %v, %d files were written", again, err, s.puts)
	}
	// A rendition that the store lost is made again.
	if err := s.Delete(t.Context(), Key(first, 800)); err != nil {
		t.Fatal(err)
	}
	if again, err := w.Add(t.Context(), file); err != nil || again != first || s.puts != 2*len(Widths) {
		t.Errorf("after a loss: %s %v, %d files were written", again, err, s.puts)
	}
}

func TestProcessor_FullQueueIsRefused(t *testing.T) {
	w, s := testProcessor()
	w.wait = 20 * time.Millisecond
	if err := w.memory.Acquire(t.Context(), workingMemory); err != nil {
		t.Fatal(err)
	}
	_, err := w.Add(t.Context(), asJPEG(t, busy(100, 100)))
	if apperr.CodeOf(err) != apperr.ImageBusy || apperr.From(err).RetryAfter == 0 {
		t.Errorf("without memory: %v", err)
	}
	// What is no picture is told so without waiting for memory, which would end with ImageBusy.
	if _, err := w.Add(t.Context(), []byte("<svg/>")); apperr.CodeOf(err) != apperr.ImageType {
		t.Errorf("no picture: %v", err)
	}
	w.memory.Release(workingMemory)
	if _, err := w.Add(t.Context(), asJPEG(t, busy(100, 100))); err != nil || len(s.kept) != len(Widths) {
		t.Errorf("with memory: %v", err)
	}
}

func TestProcessor_FailingStoreIsUnavailable(t *testing.T) {
	w, s := testProcessor()
	s.fail = errors.New("the disk is full")
	if _, err := w.Add(t.Context(), asJPEG(t, busy(100, 100))); apperr.CodeOf(err) != apperr.Unavailable {
		t.Errorf("%v", err)
	}
	s.fail = nil
	if _, err := w.Add(t.Context(), asJPEG(t, busy(100, 100))); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestProcessor_CancelledCallerLeavesOthersWaiting(t *testing.T) {
	w, _ := testProcessor()
	file := asJPEG(t, busy(600, 600))
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := w.Add(gone, file); !errors.Is(err, context.Canceled) {
		t.Errorf("who left: %v", err)
	}
	if _, err := w.Add(t.Context(), file); err != nil {
		t.Errorf("who stayed: %v", err)
	}
}

func paletted(w, h int) []byte {
	img := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.Black, color.White})
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// The weight of a picture is what keeps many large ones from meeting in memory: it must not be told too low.
func TestProcessor_MemoryStaysWithinItsWeight(t *testing.T) {
	wide, high := 2400, 1800
	if testing.Short() {
		wide, high = 1200, 900
	}
	photo := busy(wide, high)
	deep := image.NewNRGBA64(image.Rect(0, 0, wide, high))
	for name, file := range map[string][]byte{
		"deep png": asPNG(t, deep), "palette": paletted(wide, high),
		"webp":   asWebP(t, photo, webp.Options{Quality: 50, Method: 0}),
		"turned": withExif(asJPEG(t, photo), tiff(binary.BigEndian, 6)),
	} {
		work, err := inspect(file)
		if err != nil {
			t.Fatal(err)
		}
		runtime.GC()
		var before runtime.MemStats
		runtime.ReadMemStats(&before)
		var peak atomic.Uint64
		stop, stopped := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(stopped)
			for {
				select {
				case <-stop:
					return
				case <-time.After(2 * time.Millisecond):
					var now runtime.MemStats
					runtime.ReadMemStats(&now)
					peak.Store(max(peak.Load(), now.HeapAlloc))
				}
			}
		}()
		_, err = work.render()
		close(stop)
		<-stopped
		used := int64(peak.Load()) - int64(before.HeapAlloc)
		t.Logf("%s of %d KiB: %d MiB at most, weight %d MiB", name, len(file)>>10, used>>20, work.memory()>>20)
		if err != nil || used > work.memory() {
			t.Errorf("%s took %d bytes, its weight is %d: %v", name, used, work.memory(), err)
		}
	}
}

func TestParsePictureURL_ReadsHashAndWidth(t *testing.T) {
	hash := "0123456789abcdef0123456789abcdef"
	for _, url := range []string{
		URL(hash, 400), "https://shop.example" + URL(hash, 200), "http://localhost:8080" + URL(hash, 800),
	} {
		if got, err := HashIn(url); err != nil || got != hash {
			t.Errorf("%s: %q %v", url, got, err)
		}
	}
	for _, url := range []string{
		"", "/media/", "/media/" + hash, "/media/" + hash + "/300.webp", "/media/../" + hash + "/400.webp",
		"/media/" + hash + "/400.webp?x", "javascript:/media/" + hash + "/400.webp",
		fmt.Sprintf("/media/%s/400.webp", hash[:31]+"G"),
	} {
		if got, err := HashIn(url); apperr.CodeOf(err) != apperr.ImageNotFound {
			t.Errorf("%s: %q %v", url, got, err)
		}
	}
}
