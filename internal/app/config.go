package app

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"dawa/internal/adapter/blob"
)

// Storage says where the shop keeps its things. Commands that work on a stopped
// shop take only this part of the configuration.
type Storage struct {
	Data     string `help:"Folder for the database, pictures and keys." default:"./data" env:"DAWA_DATA" placeholder:"DIR"`
	Database string `help:"PostgreSQL address. Empty: SQLite inside the data folder." env:"DAWA_DATABASE" placeholder:"postgres://…"`
	Media    string `help:"Where pictures are kept: a folder, or a bucket with its keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Empty: inside the data folder." env:"DAWA_MEDIA" placeholder:"DIR|s3://BUCKET?endpoint=…&region=…"`
	Secret   string `help:"What sessions and links are signed with, the same on all servers of a shop. Empty: made and kept inside the data folder." env:"DAWA_SECRET" placeholder:"RANDOM"`
	CardKeys string `help:"Keys of saved cards as id:base64, the active one first, separated by commas. Empty: keys/cards.ring inside the data folder." env:"DAWA_CARD_KEYS" placeholder:"ID:KEY"`
}

// Config is everything the server can be told. The tags make it flags,
// environment variables and help at once.
type Config struct {
	Storage    `embed:""`
	Operations `embed:""`

	Demo                 bool   `help:"Load the demo shop, its users and the mailbox when the folder is empty." env:"DAWA_DEMO"`
	Listen               string `help:"Address to serve the shop on." default:"127.0.0.1:8080" env:"DAWA_LISTEN" placeholder:"HOST:PORT"`
	BaseURL              string `name:"base-url" help:"Address under which people reach the shop; links in mails use it." env:"DAWA_BASE_URL" placeholder:"https://…"`
	SMTP                 string `name:"smtp" help:"Mail server." env:"DAWA_SMTP" placeholder:"smtp://user:password@host:587"`
	ContactMail          string `help:"Mailbox that gets what people write to the shop. Empty: contact@ the shop's own host." env:"DAWA_CONTACT_MAIL" placeholder:"ADDRESS"`
	Payments             string `help:"Who takes cards: sandbox (no money moves). Empty: nobody, except in the demo; orders are paid in cash." env:"DAWA_PAYMENTS" placeholder:"sandbox"`
	TagManager           string `help:"Tag manager that counts along for visitors who agree. Empty: none." env:"DAWA_TAG_MANAGER" placeholder:"GTM-…"`
	PlainPages           bool   `help:"Send pages without their screens, for browsers to draw: saves processor time, costs first visits." env:"DAWA_PLAIN_PAGES"`
	OpsListen            string `help:"Address for metrics and profiling. Empty: off." env:"DAWA_OPS_LISTEN" placeholder:"127.0.0.1:9090"`
	TrustedProxies       string `help:"Networks of the balancers whose X-Forwarded-For is believed, separated by commas." env:"DAWA_TRUSTED_PROXIES" placeholder:"10.0.0.0/8"`
	BreachedPasswords    string `help:"File of breached passwords that nobody may choose: lines of a SHA-1 in hex, sorted. Empty: only the most common ones are refused." env:"DAWA_BREACHED_PASSWORDS" placeholder:"FILE"`
	AdminsNeedSecondStep bool   `help:"Admins work at the desk only once their second step is on." env:"DAWA_ADMINS_NEED_SECOND_STEP"`
	LogFormat            string `help:"How log lines look: text or json." default:"text" env:"DAWA_LOG_FORMAT" placeholder:"text|json"`
	LogLevel             string `help:"Least level that is logged: debug, info, warn or error." default:"info" env:"DAWA_LOG_LEVEL" placeholder:"LEVEL"`
}

// tagManagerID is what a container's id looks like: it goes into the page and into an address.
var tagManagerID = regexp.MustCompile(`^GTM-[A-Z0-9]{4,12}$`)

// SettingError says which setting cannot be used and why. It is meant to be
// printed as the one line a person needs.
type SettingError struct {
	Setting string
	Problem string
	Cause   error
}

func (e *SettingError) Error() string {
	line := e.Setting + ": " + e.Problem
	if e.Cause != nil {
		line += ": " + oneLine(e.Cause)
	}
	return line
}

// Unwrap gives errors.Is and errors.As the cause.
func (e *SettingError) Unwrap() error { return e.Cause }

func setting(name, problem string, cause error) error {
	return &SettingError{Setting: name, Problem: problem, Cause: cause}
}

func oneLine(err error) string {
	return strings.Join(strings.Fields(err.Error()), " ")
}

// Check refuses storage settings that cannot work, before anything is touched.
func (s Storage) Check() error {
	if strings.TrimSpace(s.Data) == "" {
		return setting("--data", "must name a folder", nil)
	}
	if s.Database != "" {
		u, err := url.Parse(s.Database)
		// The address may hold a password: the parser's message, which repeats
		// the address, is not shown.
		if err != nil || (u.Scheme != "postgres" && u.Scheme != "postgresql") || u.Host == "" {
			return setting("--database", "must look like postgres://user:password@host:5432/name", nil)
		}
		if strings.Trim(u.Path, "/") == "" {
			return setting("--database", "names no database: add it after the host, as in postgres://host/dawa", nil)
		}
	}
	if blob.IsS3(s.Media) {
		if _, err := blob.ParseS3(s.Media); err != nil {
			return setting("--media", oneLine(err), nil)
		}
	} else if strings.Contains(s.Media, "://") {
		return setting("--media", "must be a folder, or look like s3://bucket?endpoint=https://host&region=name", nil)
	}
	return s.checkSecret()
}

// SQLite says whether the shop lives in one file of the data folder.
func (s Storage) SQLite() bool { return s.Database == "" }

// MediaDir is the folder of the pictures.
func (s Storage) MediaDir() string {
	if s.Media != "" {
		return s.Media
	}
	return filepath.Join(s.Data, "media")
}

// Check refuses a configuration that cannot work, naming the setting.
func (c Config) Check() error {
	if err := c.Storage.Check(); err != nil {
		return err
	}
	if err := c.check(c.Storage); err != nil {
		return err
	}
	if _, _, err := hostPort("--listen", c.Listen); err != nil {
		return err
	}
	if c.OpsListen != "" {
		if _, _, err := hostPort("--ops-listen", c.OpsListen); err != nil {
			return err
		}
		if c.OpsListen == c.Listen && !strings.HasSuffix(c.Listen, ":0") {
			return setting("--ops-listen", "must differ from --listen: metrics are not for the public", nil)
		}
	}
	if err := c.checkBaseURL(); err != nil {
		return err
	}
	if err := c.checkSMTP(); err != nil {
		return err
	}
	if c.Payments != "" && c.Payments != "sandbox" {
		return setting("--payments", fmt.Sprintf("%q is not sandbox", c.Payments), nil)
	}
	if c.ContactMail != "" {
		if _, err := mail.ParseAddress(c.ContactMail); err != nil || strings.ContainsAny(c.ContactMail, "<> ") {
			return setting("--contact-mail", "must be a plain address such as contact@shop.example", nil)
		}
	}
	if c.TagManager != "" && !tagManagerID.MatchString(c.TagManager) {
		return setting("--tag-manager", fmt.Sprintf("%q must look like GTM-ABC1234", c.TagManager), nil)
	}
	if _, err := c.proxies(); err != nil {
		return err
	}
	if c.LogFormat != "text" && c.LogFormat != "json" {
		return setting("--log-format", fmt.Sprintf("%q is neither text nor json", c.LogFormat), nil)
	}
	if _, err := c.logLevel(); err != nil {
		return err
	}
	return nil
}

func (c Config) checkBaseURL() error {
	const name = "--base-url"
	if c.BaseURL == "" {
		host, _, _ := hostPort("--listen", c.Listen)
		if !c.Demo && !loopback(host) {
			return setting(name, "is needed when --listen is open to the network, as in https://shop.example", nil)
		}
		return nil
	}
	u, err := url.Parse(c.BaseURL)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return setting(name, fmt.Sprintf("%q must look like https://shop.example", c.BaseURL), nil)
	}
	if strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return setting(name, fmt.Sprintf("%q must be scheme and host only", c.BaseURL), nil)
	}
	if u.Scheme == "http" && !c.Demo && !loopback(u.Hostname()) {
		return setting(name, "must begin with https:// unless the shop is only reached from this machine", nil)
	}
	return nil
}

func (c Config) checkSMTP() error {
	if c.SMTP == "" {
		return nil
	}
	u, err := url.Parse(c.SMTP)
	if err != nil || (u.Scheme != "smtp" && u.Scheme != "smtps") || u.Hostname() == "" {
		return setting("--smtp", "must look like smtp://user:password@host:587 or smtps://user:password@host:465", nil)
	}
	return nil
}

func (c Config) proxies() ([]netip.Prefix, error) {
	var nets []netip.Prefix
	for part := range strings.SplitSeq(c.TrustedProxies, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		if addr, err := netip.ParseAddr(part); err == nil {
			nets = append(nets, netip.PrefixFrom(addr, addr.BitLen()))
			continue
		}
		p, err := netip.ParsePrefix(part)
		if err != nil {
			return nil, setting("--trusted-proxies", fmt.Sprintf("%q is not a network such as 10.0.0.0/8", part), nil)
		}
		nets = append(nets, p.Masked())
	}
	return nets, nil
}

func (c Config) logLevel() (slog.Level, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		return 0, setting("--log-level", fmt.Sprintf("%q is none of debug, info, warn, error", c.LogLevel), nil)
	}
	return level, nil
}

// publicURL is the address people use, without a slash at the end: the
// configured one or, on a machine of one's own, the one that is listened on.
func (c Config) publicURL(bound string) string {
	if c.BaseURL != "" {
		return strings.TrimRight(c.BaseURL, "/")
	}
	_, port, err := net.SplitHostPort(bound)
	if err != nil {
		return "http://" + bound
	}
	host, _, _ := hostPort("--listen", c.Listen)
	if host == "" || loopback(host) || net.ParseIP(host).IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port)
}

func hostPort(name, address string) (host, port string, err error) {
	host, port, err = net.SplitHostPort(address)
	if err != nil {
		return "", "", setting(name, fmt.Sprintf("%q must look like 127.0.0.1:8080", address), nil)
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return "", "", setting(name, fmt.Sprintf("%q is not a port between 0 and 65535", port), nil)
	}
	return host, strconv.FormatUint(n, 10), nil
}

func loopback(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// errInUse tells a person that somebody else already serves from this folder.
var errInUse = errors.New("another dawa is running on it")
