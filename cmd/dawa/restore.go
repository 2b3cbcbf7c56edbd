package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"dawa/internal/app"
	"dawa/internal/app/operate"
	"dawa/internal/app/settings"
)

// restoreCommand brings a backup back, or proves that it could.
type restoreCommand struct {
	From     string `help:"The backup." required:"" placeholder:"FILE"`
	Data     string `help:"${help_restore_data}" env:"DAWA_DATA" placeholder:"DIR"`
	Key      string `help:"The file of the key it was encrypted with." env:"DAWA_BACKUP_KEY" placeholder:"FILE"`
	Drill    bool   `help:"Only verify the backup: restore it aside, open the shop in it, compare, and remove it."`
	CardKeys string `help:"${help_restore_card_keys}" env:"DAWA_CARD_KEYS" placeholder:"ID:KEY"`
}

// Run restores.
func (r restoreCommand) Run(ctx context.Context, c console) error {
	key, err := backupKey(r.Key)
	if err != nil {
		return err
	}
	how := operate.RestoreOptions{From: r.From, Key: key, To: r.Data, CardKeys: r.CardKeys}
	if r.Drill {
		return drill(ctx, c, how)
	}
	if r.Data == "" {
		return &settings.Error{Setting: "--data", Problem: "must name an empty folder"}
	}
	manifest, err := operate.RestoreBackup(ctx, how)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "The shop of %s is in %s; all %d files and the database were checked.\n",
		manifest.Made.Format("2 January 2006 15:04:05 MST"), r.Data, len(manifest.Files))
	if !manifest.Keys {
		fmt.Fprintf(c.out, "The backup holds no keys: bring yours to %s before you open the shop.\n",
			filepath.Join(r.Data, "keys"))
	}
	return nil
}

func drill(ctx context.Context, c console, how operate.RestoreOptions) error {
	if how.To == "" {
		how.To = os.TempDir()
	}
	proved, err := operate.RestoreDrill(ctx, how, app.Check)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "Verified: the backup of %s opens; %d rows are whole, the shop in it shows %d products with "+
		"all their %d pictures.\n",
		proved.Manifest.Made.Format("2 January 2006 15:04:05 MST"), proved.Rows, proved.Products, proved.Pictures)
	switch {
	case proved.Cards < 0:
		fmt.Fprintln(c.out, "It holds no keys, so saved cards could not be tried.")
	case proved.KeysGiven:
		fmt.Fprintf(c.out, "All %d saved cards open with the keys in DAWA_CARD_KEYS.\n", proved.Cards)
	default:
		fmt.Fprintf(c.out, "All %d saved cards open with the keys in it.\n", proved.Cards)
	}
	return nil
}
