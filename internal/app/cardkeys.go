package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/cardvault"
)

// cardRing is the name of the card keys inside the folder for keys.
const cardRing = "cards.ring"

// CardRing is the file that holds the keys of saved cards when no setting gives them.
func (s Storage) CardRing() string { return filepath.Join(s.keyFolder(), cardRing) }

// cardRingSetting reads the ring in the setting, where keys may stand on one line.
func (s Storage) cardRingSetting() (*cardvault.Ring, error) {
	text := strings.Map(func(r rune) rune {
		if r == ',' || r == ' ' {
			return '\n'
		}
		return r
	}, s.CardKeys)
	ring, err := cardvault.ParseRing(text)
	if err != nil {
		return nil, setting("--card-keys", oneLine(err), nil)
	}
	return ring, nil
}

// cardKeys finds the keys of saved cards. A demo makes its own at the first start; a real shop is
// told how to make them, because who loses them loses every saved card.
func (c Config) cardKeys(log *slog.Logger) (cardvault.Keys, error) {
	if c.CardKeys != "" {
		ring, err := c.cardRingSetting()
		if err != nil {
			return nil, err
		}
		return cardvault.Fixed(ring), nil
	}
	keys, err := cardvault.OpenKeyFile(c.CardRing(), log)
	if errors.Is(err, cardvault.ErrNoRing) && c.Demo {
		if err := cardvault.MakeKeyFile(c.CardRing()); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, setting("--data", "the keys of cards cannot be kept in "+c.CardRing(), err)
		}
		keys, err = cardvault.OpenKeyFile(c.CardRing(), log)
	}
	if errors.Is(err, cardvault.ErrNoRing) {
		return nil, setting("--data", c.noRing(), nil)
	}
	if err != nil {
		return nil, setting("--data", oneLine(err), nil)
	}
	return keys, nil
}

func (s Storage) noRing() string {
	return fmt.Sprintf("there is no key ring for cards at %s: make one with `dawa keys new --data %s` and keep a copy of it, or give it as DAWA_CARD_KEYS", s.CardRing(), s.Data)
}

// NewCardRing makes the key ring of a shop that has none.
func NewCardRing(s Storage) error {
	if err := s.Check(); err != nil {
		return err
	}
	err := cardvault.MakeKeyFile(s.CardRing())
	if errors.Is(err, fs.ErrExist) {
		return setting("--data", s.CardRing()+" exists already and was left as it is; `dawa keys rotate` adds a new key to it", nil)
	}
	if err != nil {
		return setting("--data", "the keys of cards cannot be kept in "+s.CardRing(), err)
	}
	return nil
}

// Rotation says how to change the key of saved cards.
type Rotation struct {
	// SameKey seals with the active key that the ring has, without adding one.
	SameKey bool
	// DropOld drops the older keys from the ring's file when nothing is sealed with them any more.
	DropOld bool
}

// Rotated is the outcome of a rotation.
type Rotated struct {
	// Key is the id of the key that seals now.
	Key byte
	// Broken counts cards that could not be opened and were left alone.
	Broken int
	// Dropped tells whether the older keys are gone.
	Dropped bool
}

// settleTime is how long a server may take to write a card with the ring it had in hand.
const settleTime = 2 * time.Second

// RotateCardKeys seals every saved card with a new key. The shop may run meanwhile, also on the same
// folder: it reads the ring again by itself, and cards are touched one at a time.
func RotateCardKeys(ctx context.Context, s Storage, how Rotation, log *slog.Logger, progress Progress) (_ Rotated, err error) {
	if err := s.Check(); err != nil {
		return Rotated{}, err
	}
	db, err := s.openBesideTheShop(ctx)
	if err != nil {
		return Rotated{}, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	keys, err := s.rotatedKeys(how, log)
	if err != nil {
		return Rotated{}, err
	}
	vault := cardvault.NewService(sqlstore.NewCards(db), keys, time.Now, log)
	out := Rotated{Key: keys.Ring().Active()}
	if out.Broken, err = vault.Rotate(ctx, progress); err != nil {
		return out, fmt.Errorf("sealing cards anew: %w", err)
	}
	if !how.DropOld || s.CardKeys != "" || out.Broken > 0 {
		return out, nil
	}
	pause(ctx, settleTime)
	if out.Broken, err = vault.Rotate(ctx, func(int, int) {}); err != nil || out.Broken > 0 {
		return out, err
	}
	if err := cardvault.KeepActiveKey(s.CardRing()); err != nil {
		return out, fmt.Errorf("dropping the old keys: %w", err)
	}
	out.Dropped = true
	return out, nil
}

// rotatedKeys gives the ring to seal with, with a new key in front unless that is not wanted or not
// possible.
func (s Storage) rotatedKeys(how Rotation, log *slog.Logger) (cardvault.Keys, error) {
	if s.CardKeys != "" {
		ring, err := s.cardRingSetting()
		if err != nil {
			return nil, err
		}
		return cardvault.Fixed(ring), nil
	}
	keys, err := cardvault.OpenKeyFile(s.CardRing(), log)
	if errors.Is(err, cardvault.ErrNoRing) {
		return nil, setting("--data", s.noRing(), nil)
	}
	if err == nil && !how.SameKey {
		err = cardvault.AddKeyToFile(s.CardRing())
	}
	if err != nil {
		return nil, setting("--data", oneLine(err), nil)
	}
	return keys, nil
}

// openBesideTheShop opens the database of a shop that may be running. Nothing that the shop keeps in
// memory may be changed through it.
func (s Storage) openBesideTheShop(ctx context.Context) (*sqlstore.DB, error) {
	db, name, err := s.openExisting(ctx)
	if err != nil {
		return nil, err
	}
	current, latest, err := db.Version(ctx)
	if err == nil && current < latest {
		err = setting(name, "its tables are of an older version: run `dawa migrate` first", nil)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}
