package cardvault

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"dawa/internal/apperr"
)

// Record is a card as it is kept: everything printed on it sealed, but for what a receipt shows.
type Record struct {
	UserID    string
	Name      []byte
	Number    []byte
	ExpDate   []byte
	Last4     string
	Brand     string
	KeyID     byte
	Version   int64
	UpdatedAt time.Time
}

// Store keeps one card a user.
type Store interface {
	// Card returns CardNotFound when the user has none.
	Card(ctx context.Context, userID string) (Record, error)
	// Add returns CardExists when the user has one already.
	Add(ctx context.Context, record Record) error
	// Replace writes the record over the version it was made from; Conflict when that is not there any
	// more.
	Replace(ctx context.Context, record Record) error
	// Remove returns CardNotFound when there is none.
	Remove(ctx context.Context, userID string) error
	// SealedWithOther gives cards, by user, that another key than this one seals.
	SealedWithOther(ctx context.Context, keyID byte, afterUser string, most int) ([]Record, error)
	// CountSealedWithOther counts them.
	CountSealedWithOther(ctx context.Context, keyID byte) (int, error)
}

// Service keeps cards. Every call is for the signed-in user it names; nobody sees another's card.
type Service struct {
	store Store
	ring  *Ring
	now   func() time.Time
	log   *slog.Logger
}

// NewService makes the vault.
func NewService(store Store, ring *Ring, now func() time.Time, log *slog.Logger) *Service {
	return &Service{store: store, ring: ring, now: now, log: log}
}

// Card shows the saved card, masked; CardNotFound when there is none, CardUnreadable when it was
// tampered with.
func (s *Service) Card(ctx context.Context, userID string) (Card, error) {
	record, err := s.store.Card(ctx, userID)
	if err != nil {
		return Card{}, err
	}
	card := Card{Last4: record.Last4, Brand: record.Brand}
	if card.Name, err = s.ring.open(userID, "name", record.Name); err == nil {
		card.ExpDate, err = s.ring.open(userID, "exp_date", record.ExpDate)
	}
	if err != nil {
		return Card{}, s.unreadable(userID, err)
	}
	return card, nil
}

// Number opens the saved number for a payment and for nothing else.
func (s *Service) Number(ctx context.Context, userID string) (string, Card, error) {
	record, err := s.store.Card(ctx, userID)
	if err != nil {
		return "", Card{}, err
	}
	opened, err := s.openAll(record)
	if err != nil {
		return "", Card{}, s.unreadable(userID, err)
	}
	return opened.number, Card{Name: opened.name, Last4: record.Last4, Brand: record.Brand, ExpDate: opened.expDate}, nil
}

// Add saves the user's card; CardExists when there is one, InvalidFields when the number or the date
// cannot be right.
func (s *Service) Add(ctx context.Context, userID string, in Input) error {
	card, err := check(in, s.now())
	if err != nil {
		return err
	}
	return s.store.Add(ctx, s.sealed(userID, card, 1))
}

// Update replaces the user's card. A number sent back as its mask keeps the saved one.
func (s *Service) Update(ctx context.Context, userID string, in Input) error {
	record, err := s.store.Card(ctx, userID)
	if err != nil {
		return err
	}
	if keepsNumber(in.Number) {
		if in.Number, err = s.ring.open(userID, "number", record.Number); err != nil {
			return s.unreadable(userID, err)
		}
	}
	card, err := check(in, s.now())
	if err != nil {
		return err
	}
	return s.store.Replace(ctx, s.sealed(userID, card, record.Version))
}

// Delete forgets the user's card.
func (s *Service) Delete(ctx context.Context, userID string) error {
	return s.store.Remove(ctx, userID)
}

func (s *Service) sealed(userID string, card checked, version int64) Record {
	return Record{
		UserID: userID, Version: version, UpdatedAt: s.now(), KeyID: s.ring.active,
		Name:    s.ring.seal(userID, "name", card.name),
		Number:  s.ring.seal(userID, "number", card.number),
		ExpDate: s.ring.seal(userID, "exp_date", card.expDate),
		Last4:   card.number[len(card.number)-4:],
		Brand:   BrandOf(card.number),
	}
}

func (s *Service) openAll(record Record) (checked, error) {
	var card checked
	var err error
	for field, part := range map[string]struct {
		sealed []byte
		into   *string
	}{
		"name": {record.Name, &card.name}, "number": {record.Number, &card.number}, "exp_date": {record.ExpDate, &card.expDate},
	} {
		opened, openErr := s.ring.open(record.UserID, field, part.sealed)
		*part.into, err = opened, errors.Join(err, openErr)
	}
	return card, err
}

// unreadable reports a broken seal to the operator without a word of what was sealed.
func (s *Service) unreadable(userID string, err error) error {
	s.log.Error("cardvault: a saved card cannot be opened", "user", userID, "error", err)
	return apperr.Wrap(apperr.CardUnreadable, err)
}

// rotateBatch is how many cards are sealed anew between two looks at the context.
const rotateBatch = 100

// Rotate seals every card that an older key sealed with the active one, while the shop runs. It can be
// stopped and run again. Cards that cannot be opened are reported, counted and left alone.
func (s *Service) Rotate(ctx context.Context, progress func(done, total int)) (broken int, err error) {
	total, err := s.store.CountSealedWithOther(ctx, s.ring.active)
	if err != nil {
		return 0, err
	}
	done, after := 0, ""
	progress(done, total)
	for {
		records, err := s.store.SealedWithOther(ctx, s.ring.active, after, rotateBatch)
		if err != nil || len(records) == 0 {
			return broken, err
		}
		for _, record := range records {
			after = record.UserID
			ok, err := s.reseal(ctx, record)
			if err != nil {
				return broken, err
			}
			if !ok {
				broken++
			}
			done++
		}
		progress(min(done, total), total)
	}
}

func (s *Service) reseal(ctx context.Context, record Record) (bool, error) {
	card, err := s.openAll(record)
	if err != nil {
		_ = s.unreadable(record.UserID, err)
		return false, nil
	}
	fresh := s.sealed(record.UserID, card, record.Version)
	fresh.UpdatedAt = record.UpdatedAt
	err = s.store.Replace(ctx, fresh)
	// Whoever changed or removed the card meanwhile did so with the active key.
	if code := apperr.CodeOf(err); code == apperr.Conflict || code == apperr.CardNotFound {
		return true, nil
	}
	return true, err
}
