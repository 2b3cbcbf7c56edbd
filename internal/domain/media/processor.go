package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"runtime"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"dawa/contract"
	"dawa/internal/base/apperr"
)

// Uploads remembers which pictures people uploaded.
type Uploads interface {
	// Known gives the picture that was made of a file before, and counts it as uploaded again; ""
	// when there is none.
	Known(ctx context.Context, source string, now time.Time) (hash string, err error)
	// Record writes down that a picture was made of a file. It comes before the picture is stored, so that
	// whatever is stored can be found and collected.
	Record(ctx context.Context, hash, source string, now time.Time) error
	// Unused gives pictures that no product and no order holds and that were last touched before then,
	// at most so many.
	Unused(ctx context.Context, before time.Time, limit int) (hashes []string, err error)
	// Delete lets remove delete the files of a picture and forgets it, unless somebody touched it after
	// before; nobody can take or upload the picture meanwhile.
	Delete(ctx context.Context, hash string, before time.Time, remove func() error) (forgotten bool, err error)
}

const (
	// workingMemory bounds what all pictures that are open at the same time may take, in bytes. The
	// largest single one, a progressive JPEG of 24 megapixels, takes about all of it.
	workingMemory = 384 << 20
	// longestWait is how long an upload waits for its turn before it is asked to come again.
	longestWait = 10 * time.Second
	// Unclaimed is how long an uploaded picture may stay without a product.
	Unclaimed = 24 * time.Hour
	// collectAtOnce is how many pictures a round of the collector looks at.
	collectAtOnce = 500
)

// ImageProcessor takes pictures in: it opens them, makes their renditions and stores those. What it does at the
// same time is bounded in memory and in processors.
type ImageProcessor struct {
	library  *Library
	uploads  Uploads
	memory   *semaphore.Weighted
	cpus     *semaphore.Weighted
	wait     time.Duration
	inFlight singleflight.Group
	now      func() time.Time
}

// NewImageProcessor makes an ImageProcessor.
func NewImageProcessor(library *Library, uploads Uploads) *ImageProcessor {
	return &ImageProcessor{
		library: library, uploads: uploads, wait: longestWait, now: time.Now,
		memory: semaphore.NewWeighted(workingMemory), cpus: semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0))),
	}
}

// Add takes one file in and returns the hash of its picture. The same file again, now or later, is the
// same picture and costs next to nothing. Codes: ImageType, ImageTooLarge, ImageDimensions, ImageBroken,
// ImageBusy, Unavailable. After an error nothing refers to the picture.
func (w *ImageProcessor) Add(ctx context.Context, file []byte) (hash string, err error) {
	if int64(len(file)) > contract.Shop().Images.UploadBytesMax {
		return "", apperr.New(apperr.ImageTooLarge)
	}
	sum := sha256.Sum256(file)
	source := hex.EncodeToString(sum[:])
	// Whoever sends the same file at the same time shares the work; it goes on when one of them leaves.
	done := w.inFlight.DoChan(source, func() (any, error) {
		return w.add(context.WithoutCancel(ctx), file, source)
	})
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case result := <-done:
		if result.Err != nil {
			return "", result.Err
		}
		return result.Val.(string), nil
	}
}

func (w *ImageProcessor) add(ctx context.Context, file []byte, source string) (string, error) {
	work, err := inspect(file)
	if err != nil {
		return "", err
	}
	known, err := w.uploads.Known(ctx, source, w.now().UTC())
	if err != nil {
		return "", err
	}
	if known != "" {
		// The files may have been lost with a disk, say; only then is the work done again.
		if there, err := w.library.Has(ctx, known); err == nil && there {
			return known, nil
		}
	}
	renditions, err := w.render(ctx, work)
	if err != nil {
		return "", err
	}
	hash, err := HashOf(renditions)
	if err != nil {
		return "", err
	}
	if err := w.uploads.Record(ctx, hash, source, w.now().UTC()); err != nil {
		return "", err
	}
	if _, err := w.library.Add(ctx, renditions); err != nil {
		return "", apperr.Wrap(apperr.Unavailable, err).WithRetryAfter(5 * time.Second)
	}
	return hash, nil
}

// render waits for free memory, then renders.
func (w *ImageProcessor) render(ctx context.Context, work opened) ([]Rendition, error) {
	waiting, cancel := context.WithTimeout(ctx, w.wait)
	defer cancel()
	weight := min(work.memory(), workingMemory)
	if err := w.memory.Acquire(waiting, weight); err != nil {
		return nil, tryLater(err)
	}
	defer w.memory.Release(weight)
	if err := w.cpus.Acquire(waiting, 1); err != nil {
		return nil, tryLater(err)
	}
	defer w.cpus.Release(1)
	return work.render()
}

func tryLater(err error) error {
	return apperr.Wrap(apperr.ImageBusy, err).WithRetryAfter(5 * time.Second)
}

// Collect removes uploaded pictures that no product took for a day and says how many went.
func (w *ImageProcessor) Collect(ctx context.Context) (collected int, err error) {
	before := w.now().UTC().Add(-Unclaimed)
	for {
		unused, err := w.uploads.Unused(ctx, before, collectAtOnce)
		if err != nil {
			return collected, fmt.Errorf("looking for pictures that nobody uses: %w", err)
		}
		for _, hash := range unused {
			forgotten, err := w.uploads.Delete(ctx, hash, before, func() error { return w.library.Delete(ctx, hash) })
			if err != nil {
				return collected, fmt.Errorf("collecting a picture: %w", err)
			}
			if forgotten {
				collected++
			}
		}
		if len(unused) < collectAtOnce {
			return collected, nil
		}
	}
}

// address is what the address of a rendition looks like, with or without its host.
var address = regexp.MustCompile(`^(?:https?://[^/?#]+)?/media/([0-9a-f]{32})/(?:200|400|800)\.webp$`)

// HashIn reads the hash of a picture out of the address of one of its renditions. Code: ImageNotFound.
func HashIn(url string) (hash string, err error) {
	found := address.FindStringSubmatch(url)
	if found == nil {
		return "", apperr.New(apperr.ImageNotFound)
	}
	return found[1], nil
}
