package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"

	"dawa/internal/app/settings"
	"dawa/internal/domain/cardvault"
)

// CardKeys finds the keys of saved cards. With makeMissing, as in a demo, a missing key ring is made; a real
// shop is told how to make one, because losing the keys loses every saved card.
func CardKeys(s settings.Storage, makeMissing bool, log *slog.Logger) (cardvault.Keys, error) {
	if s.CardKeys != "" {
		ring, err := cardRingSetting(s.CardKeys)
		if err != nil {
			return nil, err
		}
		return cardvault.Fixed(ring), nil
	}
	keys, err := cardvault.OpenKeyFile(s.CardRing(), log)
	if errors.Is(err, cardvault.ErrNoRing) && makeMissing {
		if err := cardvault.MakeKeyFile(s.CardRing()); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, settings.Invalid("--data", "the keys of cards cannot be stored in "+s.CardRing(), err)
		}
		keys, err = cardvault.OpenKeyFile(s.CardRing(), log)
	}
	if errors.Is(err, cardvault.ErrNoRing) {
		return nil, settings.Invalid("--data", noRing(s), nil)
	}
	if err != nil {
		return nil, settings.Invalid("--data", settings.OneLine(err), nil)
	}
	return keys, nil
}

// cardRingSetting reads the ring in the setting, where keys may stand on one line.
func cardRingSetting(text string) (*cardvault.Ring, error) {
	lines := strings.Map(func(r rune) rune {
		if r == ',' || r == ' ' {
			return '\n'
		}
		return r
	}, text)
	ring, err := cardvault.ParseRing(lines)
	if err != nil {
		return nil, settings.Invalid("--card-keys", settings.OneLine(err), nil)
	}
	return ring, nil
}

func noRing(s settings.Storage) string {
	return fmt.Sprintf(
		"there is no key ring for cards at %s: make one with `dawa keys new --data %s` and store a copy of it "+
			"elsewhere, or give it as DAWA_CARD_KEYS", s.CardRing(), s.Data)
}
