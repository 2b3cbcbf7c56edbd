// Command dawa is the whole shop in one program.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"dawa/internal/app"
)

// commands is the command line: each field is a command, and its fields are
// flags, environment variables and help at once.
type commands struct {
	Serve   serveCommand   `cmd:"" help:"Serve the shop."`
	Demo    demoCommand    `cmd:"" help:"Fill a shop with demo products, for benchmarks."`
	Migrate migrateCommand `cmd:"" help:"Bring the tables up to this version."`
	Admin   adminCommand   `cmd:"" help:"Make admins and reset passwords."`
	Keys    keysCommand    `cmd:"" help:"Look after the keys of saved cards."`
	Backup  backupCommand  `cmd:"" help:"Write everything the shop stores into one file, while it runs."`
	Restore restoreCommand `cmd:"" help:"Restore a backup into an empty folder, or verify it."`
	Copy    copyCommand    `cmd:"" help:"Move a closed shop from a folder to PostgreSQL, or back."`
	Ready   readyCommand   `cmd:"" help:"Ask the server on this machine whether it is ready."`
	Version versionCommand `cmd:"" help:"Say which version this is."`
}

// console is where a command speaks: results on out, everything else on err.
type console struct {
	out, err io.Writer
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second signal ends the program at once, for people who cannot wait.
	context.AfterFunc(ctx, stop)
	code := run(ctx, os.Args[1:], console{out: os.Stdout, err: os.Stderr})
	stop()
	os.Exit(code)
}

// run is main without the process: it returns the exit code. A failure is one
// line that names what is wrong.
func run(ctx context.Context, args []string, c console) int {
	var cli commands
	ended := -1
	parser, err := kong.New(&cli,
		kong.Name("dawa"),
		kong.Description("An online pharmacy in English and Arabic."),
		kong.Writers(c.out, c.err),
		kong.Vars(app.Help()),
		commandHelp,
		kong.Exit(func(code int) { ended = code; panic(helpPrinted{}) }),
	)
	if err != nil {
		return fail(c, err)
	}
	parsed, err := parse(parser, args)
	if ended >= 0 {
		return ended
	}
	if err != nil {
		return fail(c, unusableError{fmt.Errorf("%w (dawa --help lists what there is)", err)})
	}
	parsed.BindTo(ctx, (*context.Context)(nil))
	if err := parsed.Run(c); err != nil {
		return fail(c, err)
	}
	return 0
}

// helpPrinted unwinds the parser after --help has printed.
type helpPrinted struct{}

func parse(parser *kong.Kong, args []string) (parsed *kong.Context, err error) {
	defer func() {
		fault := recover()
		if _, done := fault.(helpPrinted); fault != nil && !done {
			panic(fault)
		}
	}()
	return parser.Parse(args)
}

const (
	exitFailed = 1
	// exitUnusable is EX_CONFIG of sysexits.h; the unit in deploy/systemd stays stopped after it.
	exitUnusable = 78
)

// unusableError is a command line or a setting that no second try can make right. What
// may come right by itself, such as a database that is away, is not.
type unusableError struct{ error }

// Unwrap gives errors.As what is unusable.
func (e unusableError) Unwrap() error { return e.error }

// loggedError was told in the log already.
type loggedError struct{ error }

// Unwrap gives errors.As what was told.
func (e loggedError) Unwrap() error { return e.error }

func fail(c console, err error) int {
	if _, told := errors.AsType[loggedError](err); !told {
		fmt.Fprintln(c.err, "dawa:", strings.Join(strings.Fields(err.Error()), " "))
	}
	if _, ok := errors.AsType[unusableError](err); ok {
		return exitUnusable
	}
	return exitFailed
}
