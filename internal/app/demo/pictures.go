package demo

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sync"

	"dawa/internal/domain/media"
)

// The pictures are rendered once by tools/pictures and stored as they are served.
//
//go:embed pictures
var pictureFiles embed.FS

// pictureOf reads the three renditions of a product's picture; a product without a picture has
// none.
func pictureOf(id string) ([]media.Rendition, error) {
	var renditions []media.Rendition
	for _, width := range media.Widths {
		content, err := pictureFiles.ReadFile(path.Join("pictures", fmt.Sprintf("%s-%d.webp", id, width)))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, fmt.Errorf("reading the picture of %s: %w", id, err)
		}
		renditions = append(renditions, media.Rendition{Width: width, Type: "image/webp", Data: content})
	}
	return renditions, nil
}

// storePictures puts every picture into the library, several at a time because each waits for
// the disk, and gives the hash of each by the product's id.
func storePictures(ctx context.Context, library *media.Library, entries []*entry,
	done func(n int)) (map[string]string, error) {
	const atOnce = 8
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex
	hashes := make(map[string]string, len(entries))
	queue := make(chan *entry)
	var work sync.WaitGroup
	for range atOnce {
		work.Go(func() {
			for e := range queue {
				renditions, err := pictureOf(e.id())
				hash := ""
				if err == nil && renditions != nil {
					hash, err = library.Add(ctx, renditions)
				}
				if err != nil {
					cancel(fmt.Errorf("the picture of %s: %w", e.Code, err))
					continue
				}
				mu.Lock()
				if hash != "" {
					hashes[e.id()] = hash
				}
				done(1)
				mu.Unlock()
			}
		})
	}
	for _, e := range entries {
		if ctx.Err() != nil {
			break
		}
		queue <- e
	}
	close(queue)
	work.Wait()
	return hashes, context.Cause(ctx)
}

// scatter gives a text a place that has nothing to do with the alphabet, always the same.
func scatter(s string) string {
	sum := sha256.Sum256([]byte("arrival " + s))
	return hex.EncodeToString(sum[:8])
}
