package app

import (
	"context"

	"dawa/internal/adapter/blob"
)

// nearMemory is how much of a bucket's pictures a server keeps in memory.
const nearMemory = 64 << 20

// openBlobs opens the place of the pictures: a bucket, or a folder, which it makes when it is missing.
func (s Storage) openBlobs(ctx context.Context) (blob.Store, error) {
	if !blob.IsS3(s.Media) {
		if err := makeFolder("--media", s.MediaDir()); err != nil {
			return nil, err
		}
		disk, err := blob.OpenDisk(s.MediaDir())
		if err != nil {
			return nil, setting("--media", oneLine(err), nil)
		}
		return disk, nil
	}
	location, err := blob.ParseS3(s.Media)
	if err != nil {
		return nil, setting("--media", oneLine(err), nil)
	}
	bucket, err := blob.OpenS3(ctx, location)
	if err != nil {
		return nil, setting("--media", oneLine(err), nil)
	}
	return blob.NewCached(bucket, nearMemory), nil
}
