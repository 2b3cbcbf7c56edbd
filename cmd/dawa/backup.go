package main

import (
	"context"
	"fmt"
	"os"

	"dawa/internal/adapter/backup"
	"dawa/internal/app"
	"dawa/internal/app/operate"
	"dawa/internal/app/settings"
)

// backupCommand writes a shop into one file while it runs.
type backupCommand struct {
	settings.Storage `embed:""`
	To               string `help:"The new file." required:"" placeholder:"FILE"`
	Key              string `help:"${help_backup_key}" env:"DAWA_BACKUP_KEY" placeholder:"FILE"`
	WithoutKeys      bool   `help:"Leave out the keys of saved cards and sessions; they must be stored elsewhere."`
	KeysInClear      bool   `help:"Put the keys of saved cards and sessions into a backup that is not encrypted."`
	Verify           bool   `help:"Verify the backup afterwards, as dawa restore --drill does."`
}

// Run makes the backup and says what is in it.
func (b backupCommand) Run(ctx context.Context, c console) error {
	key, err := backupKey(b.Key)
	if err != nil {
		return err
	}
	bar := newProgressBar(c.err, "Backing up")
	done, err := operate.MakeBackup(ctx, b.Storage,
		operate.BackupOptions{Version: app.Version(), To: b.To, Key: key, WithoutKeys: b.WithoutKeys,
			KeysInClear: b.KeysInClear}, bar.show)
	bar.end()
	if err != nil {
		return err
	}
	rows := int64(0)
	for _, n := range done.Manifest.Rows {
		rows += n
	}
	fmt.Fprintf(c.out, "%s holds %d rows and %d pictures in %d bytes.\n", b.To, rows, done.Pictures, done.Bytes)
	if key == nil {
		fmt.Fprintln(c.out, "It is not encrypted: whoever can read it can read the customers' data.")
	} else {
		fmt.Fprintf(c.out, "It is encrypted: without %s nobody can open it, you included.\n", b.Key)
	}
	if !done.Manifest.Keys {
		fmt.Fprintln(c.out, "The keys of saved cards and sessions are NOT in it: without them no saved card can be "+
			"read and everybody is signed out.")
	}
	if done.KeysElsewhere {
		fmt.Fprintln(c.out, "Keys that come from DAWA_SECRET or DAWA_CARD_KEYS are never in a backup: keep a copy of "+
			"those settings.")
	}
	if !b.Verify {
		return nil
	}
	return drill(ctx, c, operate.RestoreOptions{From: b.To, Key: key, To: b.Data, CardKeys: b.CardKeys})
}

func backupKey(path string) (*backup.Key, error) {
	if path == "" {
		return nil, nil //nolint:nilnil // no key means not sealed
	}
	key, err := backup.ReadKey(path)
	if err != nil {
		return nil, &settings.Error{Setting: "--key", Problem: err.Error()}
	}
	return key, nil
}

// keysBackupCommand makes the key that seals backups.
type keysBackupCommand struct {
	File string `arg:"" help:"Where to store the key."`
}

// Run makes the key.
func (k keysBackupCommand) Run(c console) error {
	key, err := backup.NewKey()
	if err != nil {
		return err
	}
	if err := backup.WriteKey(k.File, key); err != nil {
		if os.IsExist(err) {
			return fmt.Errorf("%s exists already and was left as it is", k.File)
		}
		return err
	}
	fmt.Fprintf(c.out, "The key of the backups is in %s. Keep a copy where the backups are not: without it none of "+
		"them can be opened.\n", k.File)
	return nil
}
