package main

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"dawa/internal/app/operate"
	"dawa/internal/app/settings"
	"dawa/internal/domain/cardvault"
)

// keysCommand looks after the keys that saved cards are sealed with.
type keysCommand struct {
	New    keysNewCommand    `cmd:"" help:"Make the keys that encrypt saved cards."`
	Rotate keysRotateCommand `cmd:"" help:"Encrypt all saved cards with a new key, while the shop runs."`
	Backup keysBackupCommand `cmd:"" help:"Make the key that encrypts backups."`
}

type keysNewCommand struct {
	settings.Storage `embed:""`
	Print            bool `help:"${help_keys_print}"`
}

// Run makes the ring.
func (k keysNewCommand) Run(c console) error {
	if k.Print {
		ring, err := cardvault.AddKey(strings.ReplaceAll(k.CardKeys, ",", "\n"))
		if err != nil {
			return &settings.Error{Setting: "--card-keys", Problem: err.Error()}
		}
		_, err = fmt.Fprintln(c.out, strings.Join(strings.Fields(ring), ","))
		return err
	}
	if err := operate.NewCardRing(k.Storage); err != nil {
		return err
	}
	fmt.Fprintf(c.out,
		"The key ring is in %s. Keep a copy where backups are not: without it no saved card can be read.\n",
		k.CardRing())
	return nil
}

type keysRotateCommand struct {
	settings.Storage `embed:""`
	SameKey          bool `help:"Use the active key that the ring has; add none."`
	DropOld          bool `help:"${help_keys_drop_old}"`
}

// Run rotates with a progress bar.
func (k keysRotateCommand) Run(ctx context.Context, c console) error {
	bar := newProgressBar(c.err, "Encrypting cards")
	log := slog.New(slog.NewTextHandler(c.err, &slog.HandlerOptions{Level: slog.LevelError}))
	done, err := operate.RotateCardKeys(ctx, k.Storage, operate.RotateOptions{SameKey: k.SameKey, DropOld: k.DropOld},
		log, bar.show)
	bar.end()
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "All cards are encrypted with key %d.\n", done.Key)
	if done.Broken > 0 {
		fmt.Fprintf(c.out,
			"%d could not be opened and were left as they are; their owners are asked to enter them again.\n",
			done.Broken)
	}
	if done.Dropped {
		fmt.Fprintln(c.out, "The older keys were dropped.")
	}
	return nil
}
