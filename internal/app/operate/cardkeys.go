package operate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/settings"
	"dawa/internal/app/storage"
	"dawa/internal/domain/cardvault"
	"dawa/internal/domain/stores"
)

// NewCardRing makes the key ring of a shop that has none.
func NewCardRing(s settings.Storage) error {
	if err := s.Check(); err != nil {
		return err
	}
	err := cardvault.MakeKeyFile(s.CardRing())
	if errors.Is(err, fs.ErrExist) {
		return settings.Invalid("--data", s.CardRing()+
			" exists already and was left as it is; `dawa keys rotate` adds a new key to it", nil)
	}
	if err != nil {
		return settings.Invalid("--data", "the keys of cards cannot be stored in "+s.CardRing(), err)
	}
	return nil
}

// RotateOptions says how to change the key of saved cards.
type RotateOptions struct {
	// SameKey seals with the active key that the ring has, without adding one.
	SameKey bool
	// DropOld drops the older keys from the ring's file when nothing is sealed with them any more.
	DropOld bool
}

// RotateReport is the outcome of a rotation.
type RotateReport struct {
	// Key is the id of the key that seals now.
	Key byte
	// Broken counts cards and licences that could not be opened and were left alone.
	Broken int
	// Dropped tells whether the older keys are gone.
	Dropped bool
}

// ringReload is how long a server may still write a card with the key ring it read before.
const ringReload = 2 * time.Second

// RotateCardKeys seals every saved card, and every licence of a store, with a new key. The shop may run meanwhile,
// also on the same folder: it reads the ring again by itself, and cards are changed one at a time.
func RotateCardKeys(
	ctx context.Context, s settings.Storage, o RotateOptions, log *slog.Logger, progress Progress,
) (_ RotateReport, err error) {
	if err := s.Check(); err != nil {
		return RotateReport{}, err
	}
	db, err := openMigrated(ctx, s)
	if err != nil {
		return RotateReport{}, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	keys, err := rotatedKeys(s, o, log)
	if err != nil {
		return RotateReport{}, err
	}
	vault := cardvault.NewService(sqlstore.NewCards(db), keys, time.Now, log)
	licences := stores.New(sqlstore.NewStores(db), nil, cardvault.NewDocuments(keys), "", nil)
	rotate := func(progress Progress) (broken int, err error) {
		if broken, err = vault.Rotate(ctx, progress); err != nil {
			return broken, fmt.Errorf("sealing cards anew: %w", err)
		}
		brokenLicences, err := licences.RotateLicences(ctx)
		if err != nil {
			return broken, fmt.Errorf("sealing licences anew: %w", err)
		}
		return broken + brokenLicences, nil
	}
	out := RotateReport{Key: keys.Ring().Active()}
	if out.Broken, err = rotate(progress); err != nil {
		return out, err
	}
	if !o.DropOld || s.CardKeys != "" || out.Broken > 0 {
		return out, nil
	}
	select {
	case <-time.After(ringReload):
	case <-ctx.Done():
	}
	if out.Broken, err = rotate(func(int, int) {}); err != nil || out.Broken > 0 {
		return out, err
	}
	if err := cardvault.DropInactiveKeys(s.CardRing()); err != nil {
		return out, fmt.Errorf("dropping the old keys: %w", err)
	}
	out.Dropped = true
	return out, nil
}

// rotatedKeys gives the ring to seal with, with a new key in front unless that is not wanted or not
// possible.
func rotatedKeys(s settings.Storage, o RotateOptions, log *slog.Logger) (cardvault.Keys, error) {
	keys, err := storage.CardKeys(s, false, log)
	if err != nil || s.CardKeys != "" || o.SameKey {
		return keys, err
	}
	if err := cardvault.AddKeyToFile(s.CardRing()); err != nil {
		return nil, settings.Invalid("--data", settings.OneLine(err), nil)
	}
	return keys, nil
}

// openMigrated opens the database of a shop that may be running and whose tables are of this version.
func openMigrated(ctx context.Context, s settings.Storage) (*sqlstore.DB, error) {
	db, name, err := storage.OpenExisting(ctx, s)
	if err != nil {
		return nil, err
	}
	current, latest, err := db.Version(ctx)
	if err == nil && current < latest {
		err = settings.Invalid(name, "its tables are of an older version: run `dawa migrate` first", nil)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}
