package settings

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"dawa/internal/adapter/blob"
	"dawa/internal/domain/accounts"
)

// Storage says where the shop stores its data. Commands that work on a stopped shop take only this part of the
// configuration. The longer help texts are in Help.
type Storage struct {
	Data     string `help:"${help_data}" default:"./data" env:"DAWA_DATA" placeholder:"DIR"`
	Database string `help:"${help_database}" env:"DAWA_DATABASE" placeholder:"postgres://…"`
	Media    string `help:"${help_media}" env:"DAWA_MEDIA" placeholder:"DIR|s3://BUCKET?endpoint=…&region=…"`
	Secret   string `help:"${help_secret}" env:"DAWA_SECRET" placeholder:"RANDOM"`
	CardKeys string `help:"${help_card_keys}" env:"DAWA_CARD_KEYS" placeholder:"ID:KEY"`
}

// Help holds the help texts that the tags of Storage name.
var Help = map[string]string{
	"help_data":     "Folder for the database, pictures and keys. Default: ./data.",
	"help_database": "PostgreSQL address. Empty: SQLite inside the data folder.",
	"help_media": "Where pictures are stored: a folder, or a bucket with its keys in AWS_ACCESS_KEY_ID and " +
		"AWS_SECRET_ACCESS_KEY. Empty: inside the data folder.",
	"help_secret": "What sessions and links are signed with, the same on all servers of a shop. " +
		"Empty: made once and stored inside the data folder.",
	"help_card_keys": "Keys of saved cards as id:base64, the active one first, separated by commas. " +
		"Empty: keys/cards.ring inside the data folder.",
}

const (
	// SecretFile is the name of the servers' secret inside the folder for keys.
	SecretFile = "server.key"
	// CardRingFile is the name of the card keys inside the folder for keys.
	CardRingFile = "cards.ring"
)

// Check refuses storage settings that cannot work, before anything is touched.
func (s Storage) Check() error {
	if strings.TrimSpace(s.Data) == "" {
		return Invalid("--data", "must name a folder", nil)
	}
	if s.Database != "" {
		u, err := url.Parse(s.Database)
		// The address may hold a password: the parser's message, which repeats the address, is not shown.
		if err != nil || (u.Scheme != "postgres" && u.Scheme != "postgresql") || u.Host == "" {
			return Invalid("--database", "must look like postgres://user:password@host:5432/name", nil)
		}
		if strings.Trim(u.Path, "/") == "" {
			return Invalid("--database", "names no database: add it after the host, as in postgres://host/dawa", nil)
		}
	}
	if blob.IsS3(s.Media) {
		if _, err := blob.ParseS3(s.Media); err != nil {
			return Invalid("--media", OneLine(err), nil)
		}
	} else if strings.Contains(s.Media, "://") {
		return Invalid("--media", "must be a folder, or look like s3://bucket?endpoint=https://host&region=name", nil)
	}
	return s.checkSecret()
}

func (s Storage) checkSecret() error {
	if s.Secret != "" && len(s.Secret) < accounts.SecretSize {
		return Invalid("--secret", fmt.Sprintf("must be random and at least %d characters long", accounts.SecretSize),
			nil)
	}
	return nil
}

// SQLite says whether the shop's database is a file in the data folder.
func (s Storage) SQLite() bool { return s.Database == "" }

// DatabaseSetting names the setting that says where the database is.
func (s Storage) DatabaseSetting() string {
	if s.SQLite() {
		return "--data"
	}
	return "--database"
}

// MediaDir is the folder of the pictures.
func (s Storage) MediaDir() string {
	if s.Media != "" {
		return s.Media
	}
	return filepath.Join(s.Data, "media")
}

// KeyFolder is the folder for keys inside the data folder.
func (s Storage) KeyFolder() string { return filepath.Join(s.Data, "keys") }

// CardRing is the file that holds the keys of saved cards when no setting gives them.
func (s Storage) CardRing() string { return filepath.Join(s.KeyFolder(), CardRingFile) }
