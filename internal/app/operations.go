package app

import (
	"fmt"
	"net/url"
	"syscall"
	"time"

	"dawa/internal/app/settings"
)

// Operations are the settings of those who run the shop on more than one machine, or a busy one.
type Operations struct {
	MaxConnections      int `help:"${help_max_connections}" env:"DAWA_MAX_CONNECTIONS" placeholder:"N"`
	DatabaseConnections int `help:"${help_database_connections}" env:"DAWA_DATABASE_CONNECTIONS" placeholder:"N"`

	Replica     string        `help:"${help_replica}" env:"DAWA_REPLICA" placeholder:"postgres://…"`
	DrainNotice time.Duration `help:"${help_drain_notice}" default:"250ms" env:"DAWA_DRAIN_NOTICE" placeholder:"TIME"`
	Traces      string        `help:"${help_traces}" env:"DAWA_TRACES" placeholder:"http://host:4318"`
	TracesShare int           `help:"${help_traces_share}" default:"10" env:"DAWA_TRACES_SHARE" placeholder:"PERCENT"`
}

const (
	// longestNotice bounds --drain-notice: together with drainTime and the jobs it decides how long a server may
	// take to stop, and deploy/systemd/dawa.service must allow that.
	longestNotice = time.Minute
	// longestStop is how long a server may take to stop; TimeoutStopSec of the unit is as long.
	longestStop    = 150 * time.Second
	maxConnections = 10_000
	// sparedFiles are for the database, the log and what the program itself opens.
	sparedFiles = 256
)

func (o Operations) check(s settings.Storage) error {
	if o.MaxConnections < 0 {
		return settings.Invalid("--max-connections", "must not be negative", nil)
	}
	if o.DatabaseConnections < 0 {
		return settings.Invalid("--database-connections", "must not be negative", nil)
	}
	if o.DrainNotice < 0 || o.DrainNotice > longestNotice {
		return settings.Invalid("--drain-notice", "must be between 0 and 1m", nil)
	}
	if o.Replica != "" {
		u, err := url.Parse(o.Replica)
		if err != nil || (u.Scheme != "postgres" && u.Scheme != "postgresql") || u.Host == "" {
			return settings.Invalid("--replica", "must look like postgres://user:password@host:5432/name", nil)
		}
		if s.SQLite() {
			return settings.Invalid("--replica", "needs --database: a folder has no standby", nil)
		}
	}
	if o.Traces != "" {
		u, err := url.Parse(o.Traces)
		if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
			return settings.Invalid("--traces", fmt.Sprintf("%q must look like http://host:4318", o.Traces), nil)
		}
	}
	if o.TracesShare < 0 || o.TracesShare > 100 {
		return settings.Invalid("--traces-share", "must be between 0 and 100", nil)
	}
	return nil
}

// connections is how many may be open at once.
func (o Operations) connections() int {
	if o.MaxConnections > 0 {
		return o.MaxConnections
	}
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil || files.Cur > maxConnections+sparedFiles {
		return maxConnections
	}
	return max(int(files.Cur)-sparedFiles, 64)
}
