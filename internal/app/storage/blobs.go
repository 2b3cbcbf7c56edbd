package storage

import (
	"context"

	"dawa/internal/adapter/blob"
	"dawa/internal/app/settings"
)

// pictureCache is how many bytes of a bucket's pictures a server caches in memory.
const pictureCache = 64 << 20

// OpenBlobs opens the store of pictures: a bucket, or a folder, which it makes when it is missing.
func OpenBlobs(ctx context.Context, s settings.Storage) (blob.Store, error) {
	if !blob.IsS3(s.Media) {
		if err := MakeFolder("--media", s.MediaDir()); err != nil {
			return nil, err
		}
		disk, err := blob.OpenDisk(s.MediaDir())
		if err != nil {
			return nil, settings.Invalid("--media", settings.OneLine(err), nil)
		}
		return disk, nil
	}
	location, err := blob.ParseS3(s.Media)
	if err != nil {
		return nil, settings.Invalid("--media", settings.OneLine(err), nil)
	}
	bucket, err := blob.OpenS3(ctx, location)
	if err != nil {
		return nil, settings.Unavailable("--media", settings.OneLine(err), nil)
	}
	return blob.NewCached(bucket, pictureCache), nil
}
