package cardvault

import (
	"context"
)

// VerifyAll opens every saved card and forgets at once what it read: proof that the keys belong to the
// cards, for whoever restores a backup.
func (s *Service) VerifyAll(ctx context.Context) (opened, broken int, err error) {
	active := s.keys.Ring().active
	// The store lists cards by what does not seal them, so it is asked twice.
	for _, other := range []byte{active, active + 1} {
		for after := ""; ; {
			records, err := s.store.SealedWithOther(ctx, other, after, rotateBatch)
			if err != nil {
				return opened, broken, err
			}
			if len(records) == 0 {
				break
			}
			for _, record := range records {
				after = record.UserID
				if (record.KeyID == active) == (other == active) {
					continue // of the other round
				}
				if _, err := s.openAll(record); err != nil {
					_ = s.unreadable(record.UserID, err)
					broken++
				} else {
					opened++
				}
			}
		}
	}
	return opened, broken, nil
}

// UnfitKeys gives the ids of the keys whose cards the ring cannot open. It tries one card of each.
func (s *Service) UnfitKeys(ctx context.Context) (unfit []byte, err error) {
	samples, err := s.store.OnePerKey(ctx)
	if err != nil {
		return nil, err
	}
	for _, sample := range samples {
		if _, err := s.openAll(sample); err != nil {
			unfit = append(unfit, sample.KeyID)
		}
	}
	return unfit, nil
}
