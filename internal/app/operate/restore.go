package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"

	"dawa/internal/adapter/backup"
	"dawa/internal/adapter/blob"
	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/settings"
	"dawa/internal/app/storage"
	"dawa/internal/domain/cardvault"
)

// RestoreOptions says what to restore and where.
type RestoreOptions struct {
	From string
	Key  *backup.Key
	// To is the data folder, which must be empty or missing.
	To string
	// CardKeys open the saved cards in a drill when their keys are not in the backup.
	CardKeys string
}

// restoring is the folder in which a restore is under way.
const restoring = ".restoring"

// RestoreBackup restores a backup into an empty data folder. Nothing of it appears there before
// every checksum has been compared and the database has been read from end to end.
func RestoreBackup(ctx context.Context, o RestoreOptions) (_ *backup.Manifest, err error) {
	if err := emptyFolder(o.To); err != nil {
		return nil, err
	}
	work := filepath.Join(o.To, restoring)
	if err := os.Mkdir(work, 0o700); err != nil {
		return nil, settings.Invalid("--data", "folder "+o.To+" cannot be written", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	manifest, err := unpack(ctx, o, work)
	if err != nil {
		return nil, err
	}
	if err := checkContents(ctx, work, manifest); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(work)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if err := os.Rename(filepath.Join(work, e.Name()), filepath.Join(o.To, e.Name())); err != nil {
			return nil, err
		}
	}
	return manifest, syncFolder(o.To)
}

func emptyFolder(dir string) error {
	if strings.TrimSpace(dir) == "" {
		return settings.Invalid("--data", "must name a folder", nil)
	}
	if err := storage.MakeFolder("--data", dir); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return settings.Invalid("--data", "folder "+dir+" cannot be read", err)
	}
	for _, e := range entries {
		if e.Name() == restoring { // of a restore that was cut off
			if err := os.RemoveAll(filepath.Join(dir, restoring)); err != nil {
				return settings.Invalid("--data", "folder "+dir+" cannot be written", err)
			}
			continue
		}
		return settings.Invalid("--data", "folder "+dir+" is not empty: a backup is restored into a folder of its own",
			nil)
	}
	return nil
}

// unpack writes the files of a backup below a folder and compares their checksums.
func unpack(ctx context.Context, o RestoreOptions, to string) (*backup.Manifest, error) {
	file, err := os.Open(o.From)
	if err != nil {
		return nil, settings.Invalid("--from", "cannot be read", err)
	}
	defer func() { _ = file.Close() }()
	root, err := os.OpenRoot(to)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	pictures, err := blob.OpenDisk(filepath.Join(to, "media"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = pictures.Close() }()
	manifest, err := backup.Read(file, o.Key, func(name string, _ int64, content io.Reader) error {
		return writeBack(ctx, root, pictures, name, content)
	})
	if errors.Is(err, backup.ErrNeedsKey) {
		return nil, settings.Invalid("--key", "the backup is encrypted: name the file of its key", nil)
	}
	if errors.Is(err, backup.ErrDamaged) {
		return nil, settings.Invalid("--from", settings.OneLine(err), nil)
	}
	return manifest, err
}

// writeBack puts one file of a backup into its place below a folder.
func writeBack(ctx context.Context, root *os.Root, pictures *blob.Disk, name string, content io.Reader) error {
	if key, ok := strings.CutPrefix(name, backupMedia); ok {
		picture, err := io.ReadAll(content)
		if err != nil {
			return err
		}
		return pictures.Put(ctx, key, picture)
	}
	if name == backupDatabase {
		name = sqlstore.SQLiteFile
	} else if !strings.HasPrefix(name, backupKeys) {
		return fmt.Errorf("%w: nothing of ours is called %s", backup.ErrDamaged, name)
	}
	if err := root.MkdirAll(path.Dir(name), 0o700); err != nil {
		return fmt.Errorf("restoring %s: %w", name, err)
	}
	f, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("restoring %s: %w", name, err)
	}
	_, err = io.Copy(f, content)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("restoring %s: %w", name, err)
	}
	return nil
}

// checkContents reads the restored database from end to end and compares what it holds with what the
// manifest counted.
func checkContents(ctx context.Context, dir string, manifest *backup.Manifest) error {
	found, err := sqlstore.Inspect(ctx, dir)
	if err != nil {
		return fmt.Errorf("the restored database: %w", err)
	}
	if found.Schema != manifest.Schema || !maps.Equal(found.Rows, manifest.Rows) {
		return fmt.Errorf("the restored database holds %v (tables of version %d), the backup counted %v (version %d)",
			found.Rows, found.Schema, manifest.Rows, manifest.Schema)
	}
	return nil
}

// RestoreReport is what a drill has checked.
type RestoreReport struct {
	Manifest backup.Manifest
	Rows     int64
	// Products are those that the restored shop shows, Pictures those that they name.
	Products int
	Pictures int
	// Cards could be opened with the keys in the backup, or with those given; -1 when there are none.
	Cards int
	// KeysGiven says that the cards' keys were not in the backup but given.
	KeysGiven bool
}

// CheckShop opens the shop in a data folder and counts what works: the products it shows, the pictures they
// name and, when cards is true, the saved cards that open. It fails when anything of that is missing.
type CheckShop func(ctx context.Context, s settings.Storage, cards bool) (ShopCheck, error)

// ShopCheck is what CheckShop found.
type ShopCheck struct{ Products, Pictures, Cards int }

// RestoreDrill checks a backup by using it: it is restored into a folder of its own below o.To, the shop in it is
// opened and checked, and saved cards are opened when the keys are there. Then the folder is removed.
func RestoreDrill(ctx context.Context, o RestoreOptions, check CheckShop) (_ RestoreReport, err error) {
	work, err := makeWorkFolder(o.To, "dawa-drill-*")
	if err != nil {
		return RestoreReport{}, settings.Invalid("--data", "there is no room for the drill", err)
	}
	defer func() { err = errors.Join(err, work.remove()) }()
	o.To = work.path
	manifest, err := RestoreBackup(ctx, o)
	if err != nil {
		return RestoreReport{}, err
	}
	out := RestoreReport{Manifest: *manifest, Cards: -1}
	for _, n := range manifest.Rows {
		out.Rows += n
	}
	s := settings.Storage{Data: o.To}
	_, noRing := os.Stat(s.CardRing())
	if out.KeysGiven = noRing != nil && o.CardKeys != ""; out.KeysGiven {
		s.CardKeys = o.CardKeys
	} else if noRing != nil { // the shop does not open without a ring
		if s.CardKeys, err = cardvault.AddKey(""); err != nil {
			return RestoreReport{}, err
		}
	}
	cards := noRing == nil || out.KeysGiven
	found, err := check(ctx, s, cards)
	if err != nil {
		return RestoreReport{}, err
	}
	out.Products, out.Pictures = found.Products, found.Pictures
	if cards {
		out.Cards = found.Cards
	}
	return out, nil
}
