package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"strings"

	"dawa/internal/app/settings"
)

// migrate brings the tables up to this version and logs what starts: an operator who reads the log later sees which
// program met which tables.
func (a *App) migrate(ctx context.Context) error {
	before, _, err := a.storage.DB.Version(ctx)
	if err != nil {
		return err
	}
	if _, err := a.storage.DB.Migrate(ctx); err != nil {
		return err
	}
	after, _, err := a.storage.DB.Version(ctx)
	if err != nil {
		return err
	}
	engine := "sqlite"
	if !a.cfg.SQLite() {
		engine = "postgresql"
	}
	a.log.Info("starting", slog.String("version", Version()), slog.String("engine", engine),
		slog.Int64("schema_before", before), slog.Int64("schema_after", after),
		slog.Group("settings", a.cfg.logged()...))
	if a.cfg.BaseURL == "" && !a.cfg.Demo && !a.cfg.drill {
		a.log.Warn("no --base-url: links in mails lead to " + a.address + ", which works on this machine only")
	}
	return nil
}

// logged gives the settings as the log may have them: without passwords, keys and secrets.
func (c Config) logged() []any {
	named := []any{slog.String("data", c.Data), slog.String("listen", c.Listen)}
	for _, s := range []struct{ name, value string }{
		{"database", withoutSecrets(c.Database)}, {"replica", withoutSecrets(c.Replica)},
		{"media", withoutSecrets(c.Media)}, {"base_url", c.BaseURL}, {"smtp", withoutSecrets(c.SMTP)},
		{"payments", withoutSecrets(c.Payments)}, {"ops_listen", c.OpsListen},
		{"trusted_proxies", c.TrustedProxies}, {"traces", withoutSecrets(c.Traces)},
		{"breached_passwords", c.BreachedPasswords}, {"tls_domain", c.TLSDomain},
		{"passkeys_required", c.PasskeysRequired},
	} {
		if s.value != "" {
			named = append(named, slog.String(s.name, s.value))
		}
	}
	for _, s := range []struct {
		name string
		on   bool
	}{
		{"demo", c.Demo}, {"demo_public", c.DemoPublic}, {"plain_pages", c.PlainPages},
		{"admins_need_two_factor", c.AdminsNeedTwoFactor},
	} {
		if s.on {
			named = append(named, slog.Bool(s.name, true))
		}
	}
	return named
}

// withoutSecrets drops user, password and query from an address; what is no address stays as it is.
func withoutSecrets(address string) string {
	if !strings.Contains(address, "://") {
		return address
	}
	u, err := url.Parse(address)
	if err != nil {
		return "(unreadable)"
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}

// checkCardKeys looks at start whether the keys open what was sealed with them. A shop with the wrong keys goes on
// selling, and people type their cards again; but whoever runs it must know at once, not by the first complaint.
func (a *App) checkCardKeys(ctx context.Context) error {
	unfit, err := a.customer.cards.UnfitKeys(ctx)
	if err != nil {
		return fmt.Errorf("looking whether the keys fit the saved cards: %w", err)
	}
	for _, key := range unfit {
		a.log.Error("saved cards cannot be opened: the key ring lacks their key, or has another one under its number; "+
			"bring back the ring that they were encrypted with", slog.Int("key", int(key)))
	}
	a.unfitKeys = len(unfit)
	return nil
}

// refuseMoved serves no shop that lives elsewhere by now or is on its way there: its orders would be lost.
func (a *App) refuseMoved(ctx context.Context) error {
	locked, err := a.storage.DB.IsLocked(ctx)
	if err != nil {
		return err
	}
	if locked {
		return settings.Unavailable(a.cfg.DatabaseSetting(), "this shop is being copied", nil)
	}
	moved, err := a.storage.DB.IsMoved(ctx)
	if err != nil || !moved || a.cfg.drill {
		return err
	}
	return settings.Invalid(a.cfg.DatabaseSetting(), "this shop was moved by `dawa copy`: serve its copy, "+
		"or this one again after `dawa admin reopen`", nil)
}
