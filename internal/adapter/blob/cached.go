package blob

import (
	"context"
	"io"
	"math"

	"github.com/maypok86/otter/v2"

	"dawa/internal/domain/media"
)

// Store is a place for blobs that can be closed.
type Store interface {
	media.Blobs
	io.Closer
	// EachUnder gives every key that begins with a prefix, which names a folder and ends with a slash.
	EachUnder(ctx context.Context, prefix string, yield func(key string) error) error
}

// Cached caches the blobs that are read most in memory, in front of a remote store. The content of a key never
// changes, so nothing in the cache is stale; what was deleted may be served until it is evicted.
type Cached struct {
	Store
	cache *otter.Cache[string, []byte]
}

// NewCached caches at most so many bytes of the remote store.
func NewCached(remote Store, bytes uint64) *Cached {
	return &Cached{Store: remote, cache: otter.Must(&otter.Options[string, []byte]{
		MaximumWeight: bytes,
		Weigher: func(key string, content []byte) uint32 {
			return uint32(min(len(key)+len(content), math.MaxUint32))
		},
	})}
}

// Read gives the content of a key. Concurrent reads of one key make one call of the store, which goes on when the
// first of the readers is cancelled.
func (c *Cached) Read(ctx context.Context, key string) ([]byte, error) {
	return c.cache.Get(context.WithoutCancel(ctx), key, otter.LoaderFunc[string, []byte](c.Store.Read))
}

// Delete removes a key.
func (c *Cached) Delete(ctx context.Context, key string) error {
	c.cache.Invalidate(key)
	return c.Store.Delete(ctx, key)
}
