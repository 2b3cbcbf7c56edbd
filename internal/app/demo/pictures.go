package demo

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
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

// contentsPictures tells, by the product's id, the picture of what a pack holds: the tablets, the syrup, the
// cream. Packs that hold the same share one; what has nothing to show has none.
var contentsPictures = sync.OnceValues(func() (map[string]string, error) {
	data, err := pictureFiles.ReadFile("pictures/contents.json")
	if err != nil {
		return nil, fmt.Errorf("reading which pictures show contents: %w", err)
	}
	var names map[string]string
	if err := json.Unmarshal(data, &names); err != nil {
		return nil, fmt.Errorf("reading which pictures show contents: %w", err)
	}
	return names, nil
})

// picturesOf names the pictures of a product, the pack first.
func picturesOf(id string) ([]string, error) {
	contents, err := contentsPictures()
	if err != nil {
		return nil, err
	}
	if inside, ok := contents[id]; ok {
		return []string{id, inside}, nil
	}
	return []string{id}, nil
}

// pictureOf reads the three renditions of a picture by its name, which is the product's id for a picture of the pack. A
// product without a picture has none.
func pictureOf(name string) ([]media.Rendition, error) {
	var renditions []media.Rendition
	for _, width := range media.Widths {
		content, err := pictureFiles.ReadFile(path.Join("pictures", fmt.Sprintf("%s-%d.webp", name, width)))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, fmt.Errorf("reading the picture of %s: %w", name, err)
		}
		renditions = append(renditions, media.Rendition{Width: width, Type: "image/webp", Data: content})
	}
	return renditions, nil
}

// storePictures puts every picture into the library, several at a time because each waits for
// the disk, and gives the hashes of each product's by its id, the pack first.
func storePictures(ctx context.Context, library *media.Library, entries []*entry,
	done func(n int)) (map[string][]string, error) {
	const atOnce = 8
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex
	hashes := make(map[string][]string, len(entries))
	queue := make(chan *entry)
	var work sync.WaitGroup
	for range atOnce {
		work.Go(func() {
			for e := range queue {
				added, err := addPictures(ctx, library, e.id())
				if err != nil {
					cancel(fmt.Errorf("the pictures of %s: %w", e.Code, err))
					continue
				}
				mu.Lock()
				hashes[e.id()] = added
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

// addPictures puts the pictures of one product into the library. One that is there already, such as contents that
// another product has too, is not written again.
func addPictures(ctx context.Context, library *media.Library, id string) ([]string, error) {
	names, err := picturesOf(id)
	if err != nil {
		return nil, err
	}
	var hashes []string
	for _, name := range names {
		renditions, err := pictureOf(name)
		if err != nil {
			return nil, err
		}
		if renditions == nil {
			continue
		}
		hash, err := library.Add(ctx, renditions)
		if err != nil {
			return nil, err
		}
		hashes = append(hashes, hash)
	}
	return hashes, nil
}

// scatter gives a text a place that has nothing to do with the alphabet, always the same.
func scatter(s string) string {
	sum := sha256.Sum256([]byte("arrival " + s))
	return hex.EncodeToString(sum[:8])
}
