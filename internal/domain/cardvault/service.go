package cardvault

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"dawa/internal/base/apperr"
)

// SealedCard is a card as it is stored: everything printed on it sealed, but for what a receipt shows.
type SealedCard struct {
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

// Store holds one card a user.
type Store interface {
	// Card returns CardNotFound when the user has none.
	Card(ctx context.Context, userID string) (SealedCard, error)
	// Add returns CardExists when the user has one already.
	Add(ctx context.Context, record SealedCard) error
	// Replace writes the record over the version it was made from; Conflict when that is not there any
	// more.
	Replace(ctx context.Context, record SealedCard) error
	// Remove returns CardNotFound when there is none.
	Remove(ctx context.Context, userID string) error
	// SealedWithOther gives cards, by user, that another key than this one seals.
	SealedWithOther(ctx context.Context, keyID byte, afterUser string, limit int) ([]SealedCard, error)
	// OnePerKey gives one card of each key that seals any.
	OnePerKey(ctx context.Context) ([]SealedCard, error)
	// CountSealedWithOther counts them.
	CountSealedWithOther(ctx context.Context, keyID byte) (int, error)
}

// Service saves cards. Every call is for the signed-in user it names; nobody sees another's card.
type Service struct {
	store Store
	keys  Keys
	now   func() time.Time
	log   *slog.Logger
}

// NewService makes the vault.
func NewService(store Store, keys Keys, now func() time.Time, log *slog.Logger) *Service {
	return &Service{store: store, keys: keys, now: now, log: log}
}

// Card shows the saved card, masked; CardNotFound when there is none, CardUnreadable when it was
// tampered with.
func (s *Service) Card(ctx context.Context, userID string) (Card, error) {
	record, err := s.store.Card(ctx, userID)
	if err != nil {
		return Card{}, err
	}
	card := Card{Last4: record.Last4, Brand: record.Brand}
	ring := s.keys.Ring()
	if card.Name, err = ring.open(userID, "name", record.Name); err == nil {
		card.ExpDate, err = ring.open(userID, "exp_date", record.ExpDate)
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
	return opened.number, Card{Name: opened.name, Last4: record.Last4, Brand: record.Brand,
		ExpDate: opened.expDate}, nil
}

// Add saves the user's card; CardExists when there is one, InvalidFields when the number or the date
// cannot be right. One that cannot be opened any more is written over: its owner must not be stuck with
// it.
func (s *Service) Add(ctx context.Context, userID string, in Input) error {
	card, err := check(in, s.now())
	if err != nil {
		return err
	}
	err = s.store.Add(ctx, s.sealed(userID, card, 1))
	if apperr.CodeOf(err) != apperr.CardExists {
		return err
	}
	record, readErr := s.store.Card(ctx, userID)
	if readErr != nil {
		return readErr
	}
	if _, openErr := s.openAll(record); openErr == nil {
		return err
	}
	return s.store.Replace(ctx, s.sealed(userID, card, record.Version))
}

// updateAttempts is how often Update begins again when the card changes under its hands.
const updateAttempts = 5

// Update replaces the user's card. A number sent back as its mask keeps the saved one. Codes:
// CardNotFound, CardUnreadable, InvalidFields; Conflict when others keep changing it.
func (s *Service) Update(ctx context.Context, userID string, in Input) error {
	// Nobody should have to try again because the key was being rotated.
	for try := 1; ; try++ {
		err := s.update(ctx, userID, in)
		if apperr.CodeOf(err) != apperr.Conflict || try == updateAttempts {
			return err
		}
	}
}

func (s *Service) update(ctx context.Context, userID string, in Input) error {
	record, err := s.store.Card(ctx, userID)
	if err != nil {
		return err
	}
	if isMasked(in.Number) {
		if in.Number, err = s.keys.Ring().open(userID, "number", record.Number); err != nil {
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

func (s *Service) sealed(userID string, card checked, version int64) SealedCard {
	ring := s.keys.Ring()
	return SealedCard{
		UserID: userID, Version: version, UpdatedAt: s.now(), KeyID: ring.active,
		Name:    ring.seal(userID, "name", card.name),
		Number:  ring.seal(userID, "number", card.number),
		ExpDate: ring.seal(userID, "exp_date", card.expDate),
		Last4:   card.number[len(card.number)-4:],
		Brand:   BrandOf(card.number),
	}
}

func (s *Service) openAll(record SealedCard) (checked, error) {
	var card checked
	var err error
	ring := s.keys.Ring()
	for field, part := range map[string]struct {
		sealed []byte
		into   *string
	}{
		"name": {record.Name, &card.name}, "number": {record.Number, &card.number},
		"exp_date": {record.ExpDate, &card.expDate},
	} {
		opened, openErr := ring.open(record.UserID, field, part.sealed)
		*part.into, err = opened, errors.Join(err, openErr)
	}
	return card, err
}

// unreadable reports a broken seal to the operator without a word of what was sealed.
func (s *Service) unreadable(userID string, err error) error {
	s.log.Error("cardvault: a saved card cannot be opened", "user", userID, "error", err)
	return apperr.Wrap(apperr.CardUnreadable, err)
}
