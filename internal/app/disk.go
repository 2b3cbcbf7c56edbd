package app

import (
	"os"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/operate"
	"dawa/internal/app/settings"
)

// fullMemory is how long a write that found no room counts as a sign that the database cannot be written.
const fullMemory = time.Minute

// diskFigures looks, whenever somebody reads the metrics, at the room on the disk and at the age of the last backup.
type diskFigures struct {
	db                                 *sqlstore.DB
	storage                            settings.Storage
	writable, free, size, backupMoment *prometheus.Desc
}

func newDiskFigures(db *sqlstore.DB, s settings.Storage) *diskFigures {
	figure := func(name, help string) *prometheus.Desc { return prometheus.NewDesc(name, help, nil, nil) }
	return &diskFigures{
		db: db, storage: s,
		writable: figure("dawa_database_writable",
			"1 when the database can be written, 0 when its disk is full or read-only."),
		free: figure("dawa_disk_free_bytes", "Room that is left on the disk of the data folder."),
		size: figure("dawa_disk_size_bytes", "Size of the disk of the data folder."),
		backupMoment: figure("dawa_backup_last_timestamp_seconds",
			"When the last backup from this data folder was finished; 0 when there is none."),
	}
}

// Describe names the figures.
func (f *diskFigures) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{f.writable, f.free, f.size, f.backupMoment} {
		out <- d
	}
}

// Collect looks.
func (f *diskFigures) Collect(out chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v float64) { out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v) }
	writable := 0.0
	if f.canWrite() {
		writable = 1
	}
	gauge(f.writable, writable)
	var disk syscall.Statfs_t
	if err := syscall.Statfs(f.storage.Data, &disk); err == nil {
		gauge(f.free, float64(disk.Bavail)*float64(disk.Bsize))
		gauge(f.size, float64(disk.Blocks)*float64(disk.Bsize))
	}
	gauge(f.backupMoment, float64(operate.LastBackup(f.storage).Unix()))
}

// canWrite tells whether the database can be written. Beside a database in the data folder a small file is written:
// a shop that nobody writes to would not notice.
func (f *diskFigures) canWrite() bool {
	if f.db.RecentlyFull(fullMemory) {
		return false
	}
	if !f.storage.SQLite() {
		return true
	}
	probe, err := os.CreateTemp(f.storage.Data, ".write-test-*")
	if err != nil {
		return false
	}
	defer func() { _ = os.Remove(probe.Name()) }()
	_, err = probe.Write(make([]byte, 8<<10))
	if closed := probe.Close(); err == nil {
		err = closed
	}
	return err == nil
}
