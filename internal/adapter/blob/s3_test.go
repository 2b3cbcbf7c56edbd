package blob

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/testkit/s3test"
)

func openS3(t *testing.T, target string) *S3 {
	t.Helper()
	l, err := ParseS3(target)
	if err != nil {
		t.Fatal(err)
	}
	s, err := OpenS3(t.Context(), l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestS3_BehavesLikeDisk(t *testing.T) {
	server := s3test.Start(t)
	for _, target := range []string{
		server.Target(), strings.Replace(server.Target(), s3test.Bucket, s3test.Bucket+"/shop/one", 1),
	} {
		s := openS3(t, target)
		ctx := t.Context()
		contents := map[string]string{"abcd/200.webp": "small", "abcd/400.webp": "large", "ab00/200.webp": "other"}
		for key, content := range contents {
			for range 2 { // the second time is harmless
				if err := s.Put(ctx, key, []byte(content)); err != nil {
					t.Fatal(err)
				}
			}
			if got, err := s.Read(ctx, key); err != nil || string(got) != content {
				t.Errorf("%s holds %q: %v", key, got, err)
			}
			if has, err := s.Has(ctx, key); !has || err != nil {
				t.Errorf("%s: %v %v", key, has, err)
			}
		}
		var all []string
		if err := s.Each(ctx, func(key string, put time.Time) error {
			if d := time.Since(put); d > time.Hour || d < -time.Minute {
				t.Errorf("%s was put at %v", key, put)
			}
			if !strings.HasPrefix(key, "shop/") { // the bucket's root also holds the other prefix
				all = append(all, key)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if slices.Sort(all); !slices.Equal(all, []string{"ab00/200.webp", "abcd/200.webp", "abcd/400.webp"}) {
			t.Errorf("%s lists %v", target, all)
		}
		for range 2 {
			if err := s.Delete(ctx, "abcd/200.webp"); err != nil {
				t.Fatal(err)
			}
		}
		for _, key := range []string{"abcd/200.webp", "none/200.webp", "../escape", "/abs", "x"} {
			if _, err := s.Read(ctx, key); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("reading %q: %v", key, err)
			}
			if has, err := s.Has(ctx, key); has || err != nil {
				t.Errorf("having %q: %v %v", key, has, err)
			}
		}
		if err := s.Put(ctx, "../escape", []byte("x")); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("leaving the bucket: %v", err)
		}
	}
	if _, err := os.Stat(filepath.Join(server.Files(), "shop/one/abcd/400.webp")); err != nil {
		t.Errorf("the object is not under its prefix: %v", err)
	}
}

func TestS3_UnavailableWhileDownThenRecovers(t *testing.T) {
	server := s3test.Start(t)
	s := openS3(t, server.Target())
	ctx := t.Context()
	if err := s.Put(ctx, "abcd/200.webp", []byte("kept")); err != nil {
		t.Fatal(err)
	}
	server.Stop()
	_, readErr := s.Read(ctx, "abcd/200.webp")
	_, hasErr := s.Has(ctx, "abcd/200.webp")
	for doing, err := range map[string]error{
		"put": s.Put(ctx, "abcd/400.webp", []byte("new")), "read": readErr, "has": hasErr,
		"delete": s.Delete(ctx, "abcd/200.webp"),
		"each":   s.Each(ctx, func(string, time.Time) error { return nil }),
	} {
		if apperr.CodeOf(err) != apperr.Unavailable {
			t.Errorf("%s while it is down: %v", doing, err)
		}
	}
	server.Resume()
	if got, err := s.Read(ctx, "abcd/200.webp"); err != nil || string(got) != "kept" {
		t.Errorf("afterwards: %q %v", got, err)
	}
}

func TestOpenS3_RefusesUnusableBucket(t *testing.T) {
	server := s3test.Start(t)
	for name, target := range map[string]string{
		"no such bucket": strings.Replace(server.Target(), s3test.Bucket, "nothing-here", 1),
		"nobody there":   "s3://b?endpoint=http://127.0.0.1:1&region=x",
	} {
		l, err := ParseS3(target)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := OpenS3(t.Context(), l); err == nil {
			_ = s.Close()
			t.Errorf("%s was opened", name)
		}
	}
	t.Setenv("AWS_SECRET_ACCESS_KEY", "wrong")
	l, err := ParseS3(server.Target())
	if err != nil {
		t.Fatal(err)
	}
	if s, err := OpenS3(t.Context(), l); err == nil {
		_ = s.Close()
		t.Error("a wrong key opened it")
	}
}

func TestParseLocation_ReadsBucketAddresses(t *testing.T) {
	l, err := ParseS3("s3://shop/a/b/?endpoint=http://127.0.0.1:9000&region=eu")
	if err != nil || l != (Location{Bucket: "shop", Prefix: "a/b/", Region: "eu", Host: "127.0.0.1:9000"}) {
		t.Errorf("%+v %v", l, err)
	}
	if l, err = ParseS3("s3://shop"); err != nil || l != (Location{
		Bucket: "shop", Host: "s3.amazonaws.com", Secure: true,
	}) {
		t.Errorf("%+v %v", l, err)
	}
	for _, bad := range []string{
		"s3://", "s3:///x", "http://x", "s3://key:secret@shop", "s3://shop?endpoint=ftp://x", "s3://shop?endpoint=x",
		"s3://shop?secret=x", "s3://shop?endpoint=https://u:p@h",
	} {
		if _, err := ParseS3(bad); err == nil || strings.Contains(err.Error(), "secret@") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// slowStore counts who asks it.
type slowStore struct {
	Store
	reads atomic.Int64
}

func (s *slowStore) Read(ctx context.Context, key string) ([]byte, error) {
	s.reads.Add(1)
	time.Sleep(20 * time.Millisecond)
	return s.Store.Read(ctx, key)
}

func TestCache_ConcurrentReadsFetchOnce(t *testing.T) {
	d, _ := openDisk(t)
	far := &slowStore{Store: d}
	c := NewCached(far, 1<<20)
	ctx := t.Context()
	if err := c.Put(ctx, "abcd/200.webp", []byte("picture")); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			if got, err := c.Read(ctx, "abcd/200.webp"); err != nil || string(got) != "picture" {
				t.Errorf("%q %v", got, err)
			}
		})
	}
	group.Wait()
	if n := far.reads.Load(); n != 1 {
		t.Errorf("the store was asked %d times", n)
	}
	for range 2 { // what is missing is asked for each time
		if _, err := c.Read(ctx, "none/200.webp"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("missing: %v", err)
		}
	}
	if n := far.reads.Load(); n != 3 {
		t.Errorf("the store was asked %d times", n)
	}
	if err := c.Delete(ctx, "abcd/200.webp"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Read(ctx, "abcd/200.webp"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("deleted: %v", err)
	}
}
