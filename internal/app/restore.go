package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"dawa/internal/adapter/backup"
	"dawa/internal/adapter/blob"
	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/cardvault"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/media"
)

// Restore says what to bring back and where.
type Restore struct {
	From string
	Key  *backup.Key
	// To is the data folder, which must be empty or missing.
	To string
	// CardKeys open the saved cards in a drill when their keys are not in the backup.
	CardKeys string
}

// restoring is the folder in which a restore is under way.
const restoring = ".restoring"

// RestoreBackup brings a backup back into an empty data folder. Nothing of it appears there before
// every checksum has been compared and the database has been read from end to end.
func RestoreBackup(ctx context.Context, how Restore) (_ *backup.Manifest, err error) {
	if err := emptyFolder(how.To); err != nil {
		return nil, err
	}
	work := filepath.Join(how.To, restoring)
	if err := os.Mkdir(work, 0o700); err != nil {
		return nil, setting("--data", "folder "+how.To+" cannot be written", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	manifest, err := unpack(ctx, how, work)
	if err != nil {
		return nil, err
	}
	if err := proveContents(ctx, work, manifest); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(work)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if err := os.Rename(filepath.Join(work, e.Name()), filepath.Join(how.To, e.Name())); err != nil {
			return nil, err
		}
	}
	return manifest, syncFolder(how.To)
}

func emptyFolder(dir string) error {
	if strings.TrimSpace(dir) == "" {
		return setting("--data", "must name a folder", nil)
	}
	if err := makeFolder("--data", dir); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return setting("--data", "folder "+dir+" cannot be read", err)
	}
	for _, e := range entries {
		if e.Name() == restoring { // of a restore that was cut off
			if err := os.RemoveAll(filepath.Join(dir, restoring)); err != nil {
				return setting("--data", "folder "+dir+" cannot be written", err)
			}
			continue
		}
		return setting("--data", "folder "+dir+" is not empty: a backup is restored into a folder of its own", nil)
	}
	return nil
}

// unpack writes the files of a backup below a folder and compares their checksums.
func unpack(ctx context.Context, how Restore, to string) (*backup.Manifest, error) {
	file, err := os.Open(how.From)
	if err != nil {
		return nil, setting("--from", "cannot be read", err)
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
	manifest, err := backup.Read(file, how.Key, func(name string, _ int64, content io.Reader) error {
		return writeBack(ctx, root, pictures, name, content)
	})
	if errors.Is(err, backup.ErrNeedsKey) {
		return nil, setting("--key", "the backup is sealed: name the file of its key", nil)
	}
	if errors.Is(err, backup.ErrDamaged) {
		return nil, setting("--from", oneLine(err), nil)
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

// proveContents reads the restored database from end to end and compares what it holds with what the
// manifest counted.
func proveContents(ctx context.Context, dir string, manifest *backup.Manifest) error {
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

// Drilled is what a drill has proved.
type Drilled struct {
	Manifest backup.Manifest
	Rows     int64
	Products int
	Pictures int
	// Cards could be opened with the keys in the backup, or with those given; -1 when there are none.
	Cards int
	// KeysGiven says that the cards' keys were not in the backup but given.
	KeysGiven bool
}

// Drill proves a backup by using it: it is restored into a folder of its own below dir, the shop in it
// is opened and asked for its products, every picture that a product names is looked for, and every
// saved card is opened when the keys are there. Then all of it is removed.
func Drill(ctx context.Context, how Restore) (_ Drilled, err error) {
	if how.To, err = os.MkdirTemp(how.To, "dawa-drill-*"); err != nil {
		return Drilled{}, setting("--data", "there is no room for the drill", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(how.To)) }()
	manifest, err := RestoreBackup(ctx, how)
	if err != nil {
		return Drilled{}, err
	}
	out := Drilled{Manifest: *manifest, Cards: -1}
	for _, n := range manifest.Rows {
		out.Rows += n
	}
	cfg := Config{Storage: Storage{Data: how.To}, Listen: "127.0.0.1:0", LogFormat: "text", LogLevel: "error"}
	_, noRing := os.Stat(cfg.CardRing())
	if out.KeysGiven = noRing != nil && how.CardKeys != ""; out.KeysGiven {
		cfg.CardKeys = how.CardKeys
	} else if noRing != nil {
		if cfg.CardKeys, err = cardvault.AddKey(""); err != nil {
			return Drilled{}, err
		}
	}
	shop, err := Open(ctx, cfg, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		return Drilled{}, fmt.Errorf("opening the restored shop: %w", err)
	}
	defer func() { err = errors.Join(err, shop.Close()) }()
	if out.Products, err = shop.askForProducts(ctx); err != nil {
		return Drilled{}, err
	}
	if out.Pictures, err = shop.lookForPictures(ctx); err != nil {
		return Drilled{}, err
	}
	if noRing == nil || out.KeysGiven {
		if out.Cards, err = shop.openCards(ctx); err != nil {
			return Drilled{}, err
		}
	}
	return out, nil
}

// askForProducts asks the shop as a browser would, and compares with what is in memory.
func (a *App) askForProducts(ctx context.Context) (int, error) {
	question, err := http.NewRequestWithContext(ctx, http.MethodGet, "/api/product/all?limit=1", nil)
	if err != nil {
		return 0, err
	}
	answer := &headOnly{header: http.Header{}}
	a.api.ServeHTTP(answer, question)
	if answer.status != http.StatusOK {
		return 0, fmt.Errorf("the restored shop answers %d when asked for products", answer.status)
	}
	told, kept := answer.header.Get("X-Total-Count"), a.live.Snapshot().Len()
	if told != strconv.Itoa(kept) {
		return 0, fmt.Errorf("the restored shop counts %q products and keeps %d", told, kept)
	}
	return kept, nil
}

// headOnly takes an answer of which only the head matters.
type headOnly struct {
	header http.Header
	status int
}

func (h *headOnly) Header() http.Header         { return h.header }
func (h *headOnly) Write(p []byte) (int, error) { return len(p), nil }
func (h *headOnly) WriteHeader(status int)      { h.status = status }

// lookForPictures looks for every picture that a product names.
func (a *App) lookForPictures(ctx context.Context) (int, error) {
	found, missing := 0, []string{}
	err := sqlstore.NewProducts(a.store.db).EachApproved(ctx, 1, func(_ int, p *catalog.Product) error {
		for _, image := range p.Images {
			for _, width := range media.Widths {
				there, err := a.store.blobs.Has(ctx, media.Key(image.Hash, width))
				if err != nil {
					return err
				}
				if there {
					found++
				} else if !slices.Contains(missing, image.Hash) {
					missing = append(missing, image.Hash)
				}
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("looking for pictures: %w", err)
	}
	if len(missing) > 0 {
		return 0, fmt.Errorf("the backup lacks %d pictures that products name, %s the first", len(missing), missing[0])
	}
	return found, nil
}

// openCards opens every saved card.
func (a *App) openCards(ctx context.Context) (int, error) {
	opened, broken, err := a.kept.cards.TryAll(ctx)
	if err != nil {
		return 0, fmt.Errorf("opening saved cards: %w", err)
	}
	if broken > 0 {
		return 0, fmt.Errorf("%d saved cards cannot be opened with their keys", broken)
	}
	return opened, nil
}
