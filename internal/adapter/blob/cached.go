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
}

// Cached keeps the blobs that are asked for most in memory, in front of a store that is far away. A key never
// changes its content, so nothing in it can be stale; what was deleted may be served until it is forgotten.
type Cached struct {
	Store
	kept *otter.Cache[string, []byte]
}

// NewCached keeps at most so many bytes.
func NewCached(far Store, bytes uint64) *Cached {
	return &Cached{Store: far, kept: otter.Must(&otter.Options[string, []byte]{
		MaximumWeight: bytes,
		Weigher: func(key string, content []byte) uint32 {
			return uint32(min(len(key)+len(content), math.MaxUint32))
		},
	})}
}

// Read gives the content of a key. Many who ask for the same at the same time make one call of the store, which
// goes on when the first of them leaves.
func (c *Cached) Read(ctx context.Context, key string) ([]byte, error) {
	return c.kept.Get(context.WithoutCancel(ctx), key, otter.LoaderFunc[string, []byte](c.Store.Read))
}

// Delete forgets a key.
func (c *Cached) Delete(ctx context.Context, key string) error {
	c.kept.Invalidate(key)
	return c.Store.Delete(ctx, key)
}
