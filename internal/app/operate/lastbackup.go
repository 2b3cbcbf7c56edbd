package operate

import (
	"os"
	"path/filepath"
	"time"

	"dawa/internal/app/settings"
)

// lastBackupFile is touched in the data folder when a backup is whole. An alert looks at its age.
const lastBackupFile = "last-backup"

// LastBackup is when the last backup from a data folder was finished; the Unix epoch when there was none.
func LastBackup(s settings.Storage) time.Time {
	info, err := os.Stat(filepath.Join(s.Data, lastBackupFile))
	if err != nil {
		return time.Unix(0, 0)
	}
	return info.ModTime()
}

// noteBackup records that a backup is whole.
func noteBackup(s settings.Storage) error {
	return os.WriteFile(filepath.Join(s.Data, lastBackupFile), nil, 0o600)
}
