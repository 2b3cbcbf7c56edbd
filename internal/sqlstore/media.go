package sqlstore

import (
	"context"
	"fmt"
	"time"

	"dawa/internal/apperr"
	"dawa/internal/catalog"
)

// takePictures notes that a product holds these pictures from now on. One that was never uploaded,
// or that was collected because nobody took it for a day, is ImageNotFound.
func takePictures(ctx context.Context, tx *Tx, images []catalog.Image, now time.Time) error {
	for _, image := range images {
		result, err := tx.ExecContext(ctx, "UPDATE pictures SET touched_at = $2 WHERE hash = $1", image.Hash, Millis(now))
		if err != nil {
			return fmt.Errorf("taking a picture: %w", err)
		}
		n, err := result.RowsAffected()
		if err != nil {
			return fmt.Errorf("taking a picture: %w", err)
		}
		if n == 0 {
			return apperr.New(apperr.ImageNotFound)
		}
	}
	return nil
}
