package app

import (
	"fmt"
	"net/url"
	"syscall"
	"time"
)

// Operations are the settings of those who run the shop on more than one machine, or a busy one.
type Operations struct {
	MaxConnections      int           `help:"Connections that are open at once at most; the silent ones make room. 0: as many as the system allows, at most 10000." env:"DAWA_MAX_CONNECTIONS" placeholder:"N"`
	DatabaseConnections int           `help:"Connections to PostgreSQL at most. 0: 16." env:"DAWA_DATABASE_CONNECTIONS" placeholder:"N"`
	Replica             string        `help:"PostgreSQL standby for reports that may be some seconds old. Empty: all reads go to --database." env:"DAWA_REPLICA" placeholder:"postgres://…"`
	DrainNotice         time.Duration `help:"How long /readyz says no before the door is shut: longer than a balancer takes to notice." default:"250ms" env:"DAWA_DRAIN_NOTICE" placeholder:"TIME"`
	Traces              string        `help:"Where OpenTelemetry traces go (OTLP over HTTP). Empty: off." env:"DAWA_TRACES" placeholder:"http://host:4318"`
	TracesShare         int           `help:"How many of a hundred requests are traced." default:"10" env:"DAWA_TRACES_SHARE" placeholder:"PERCENT"`
}

const (
	mostConnections = 10_000
	// sparedFiles are for the database, the log and what the program itself opens.
	sparedFiles = 256
)

func (o Operations) check(s Storage) error {
	if o.MaxConnections < 0 {
		return setting("--max-connections", "must not be negative", nil)
	}
	if o.DatabaseConnections < 0 {
		return setting("--database-connections", "must not be negative", nil)
	}
	if o.DrainNotice < 0 || o.DrainNotice > time.Minute {
		return setting("--drain-notice", "must be between 0 and 1m", nil)
	}
	if o.Replica != "" {
		u, err := url.Parse(o.Replica)
		if err != nil || (u.Scheme != "postgres" && u.Scheme != "postgresql") || u.Host == "" {
			return setting("--replica", "must look like postgres://user:password@host:5432/name", nil)
		}
		if s.SQLite() {
			return setting("--replica", "needs --database: a folder has no standby", nil)
		}
	}
	if o.Traces != "" {
		u, err := url.Parse(o.Traces)
		if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
			return setting("--traces", fmt.Sprintf("%q must look like http://host:4318", o.Traces), nil)
		}
	}
	if o.TracesShare < 0 || o.TracesShare > 100 {
		return setting("--traces-share", "must be between 0 and 100", nil)
	}
	return nil
}

// connections is how many may be open at once.
func (o Operations) connections() int {
	if o.MaxConnections > 0 {
		return o.MaxConnections
	}
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil || files.Cur > mostConnections+sparedFiles {
		return mostConnections
	}
	return max(int(files.Cur)-sparedFiles, 64)
}
