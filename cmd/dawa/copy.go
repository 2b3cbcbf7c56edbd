package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"dawa/internal/app/operate"
)

// copyCommand moves a closed shop between a folder and PostgreSQL.
type copyCommand struct {
	From      string `help:"${help_copy_from}" required:"" placeholder:"DIR|postgres://…"`
	To        string `help:"${help_copy_to}" required:"" placeholder:"postgres://…|DIR"`
	FromMedia string `help:"${help_copy_from_media}" placeholder:"DIR|s3://…"`
	ToMedia   string `help:"${help_copy_to_media}" placeholder:"DIR|s3://…"`
}

// Run copies with a progress bar.
func (m copyCommand) Run(ctx context.Context, c console) error {
	bar := newProgressBar(c.err, "Copying and comparing")
	done, err := operate.CopyShop(ctx, operate.CopyOptions{From: m.From, To: m.To, FromMedia: m.FromMedia,
		ToMedia: m.ToMedia}, bar.show)
	bar.end()
	if err != nil {
		return err
	}
	went := ""
	if done.Resumed {
		went = " It went on where an earlier copy had stopped."
	}
	fmt.Fprintf(c.out, "%d rows of %d tables were copied, and every one was read again and compared.%s\n", done.Rows,
		done.Tables, went)
	if done.PicturesStay {
		fmt.Fprintln(c.out, "The pictures were left where they are: name --from-media and --to-media to copy them, or "+
			"let the servers share them.")
	} else {
		fmt.Fprintf(c.out, "%d pictures were copied.\n", done.Pictures)
	}
	if from := m.From; !strings.Contains(from, "://") {
		fmt.Fprintf(c.out, "The keys in %s stay there: every server of the shop needs the same, as files in its data "+
			"folder or as DAWA_SECRET and DAWA_CARD_KEYS.\n", filepath.Join(from, "keys"))
	} else if strings.Contains(m.To, "://") { // an address may hold a password
		fmt.Fprintln(c.out, "Its servers need the same keys as before, as files in their data folders or as "+
			"DAWA_SECRET and DAWA_CARD_KEYS.")
	} else {
		fmt.Fprintf(c.out, "Bring the keys of the shop to %s before you open it.\n", filepath.Join(m.To, "keys"))
	}
	fmt.Fprintln(c.out, "The shop that was copied is marked as moved and is not served any more; "+
		"`dawa admin reopen` there takes that back.")
	return nil
}
