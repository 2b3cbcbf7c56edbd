package cardvault

import (
	"context"

	"dawa/internal/base/apperr"
)

// rotateBatch is how many cards are read at a time.
const rotateBatch = 100

// Rotate seals every card that an older key sealed with the active one, while the shop runs. It can be
// stopped and run again. Cards that cannot be opened are reported, counted and left alone.
func (s *Service) Rotate(ctx context.Context, progress func(done, total int)) (broken int, err error) {
	active := s.keys.Ring().active
	total, err := s.store.CountSealedWithOther(ctx, active)
	if err != nil {
		return 0, err
	}
	progress(0, total)
	unopened := map[string]bool{}
	done := 0
	for {
		resealed, err := s.rotateOnce(ctx, active, unopened, func() {
			done++
			progress(min(done, total), total)
		})
		// Somebody may have saved a card with an older key while we were looking elsewhere: it is
		// over when a whole round finds nothing to do.
		if err != nil {
			return len(unopened), err
		}
		if resealed == 0 {
			progress(total, total) // some may have been sealed anew by their owners
			return len(unopened), nil
		}
	}
}

// rotateOnce goes through the cards once and counts those that it sealed anew.
func (s *Service) rotateOnce(ctx context.Context, active byte, unopened map[string]bool,
	step func()) (resealed int, err error) {
	after := ""
	for {
		records, err := s.store.SealedWithOther(ctx, active, after, rotateBatch)
		if err != nil || len(records) == 0 {
			return resealed, err
		}
		for _, record := range records {
			after = record.UserID
			if unopened[record.UserID] {
				continue
			}
			opened, err := s.reseal(ctx, record)
			if err != nil {
				return resealed, err
			}
			if opened {
				resealed++
			} else {
				unopened[record.UserID] = true
			}
			step()
		}
	}
}

// reseal writes one card anew; false says that it cannot be opened.
func (s *Service) reseal(ctx context.Context, record SealedCard) (opened bool, err error) {
	card, err := s.openAll(record)
	if err != nil {
		_ = s.unreadable(record.UserID, err)
		return false, nil
	}
	fresh := s.sealed(record.UserID, card, record.Version)
	fresh.UpdatedAt = record.UpdatedAt
	err = s.store.Replace(ctx, fresh)
	// Whoever changed or removed the card meanwhile was quicker; the next round looks again.
	if code := apperr.CodeOf(err); code == apperr.Conflict || code == apperr.CardNotFound {
		return true, nil
	}
	return true, err
}
