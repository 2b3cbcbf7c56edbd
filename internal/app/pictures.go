package app

import (
	"context"
	"io"

	"dawa/internal/blob"
	"dawa/internal/media"
)

// openedBlobs are the pictures of a shop, to be closed.
type openedBlobs interface {
	media.Blobs
	io.Closer
}

// openBlobs opens the pictures for a command that works beside the shop.
func (s Storage) openBlobs(context.Context) (openedBlobs, error) {
	blobs, err := blob.OpenDisk(s.MediaDir())
	if err != nil {
		return nil, setting("--media", oneLine(err), nil)
	}
	return blobs, nil
}
