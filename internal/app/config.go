package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"time"

	"dawa/internal/app/settings"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/orders"
	"dawa/internal/edge/serve"
	"dawa/internal/edge/ssr"
)

// Config is everything the server can be told. The tags make it flags, environment variables and help at once;
// help.go has the texts.
type Config struct {
	settings.Storage `embed:""`
	Operations       `embed:""`
	Pounds           `embed:""`
	TLS              `embed:""`
	Retention        `embed:""`
	Delivery         `embed:""`

	// What the tests change: on a machine that does much else at once, no page is rendered in the usual time,
	// requests wait for their turn longer than a shopper would, a slow bank answers when the test says so, and hashing
	// passwords, which would be a quarter of all work, costs next to nothing.
	rendering    ssr.Options
	renderWait   time.Duration
	lanes        map[serve.Lane]serve.LaneLimits
	sandboxPause func(ctx context.Context, d time.Duration) error
	passwordCost accounts.PasswordCost

	Demo bool `help:"${help_demo}" env:"DAWA_DEMO"`
	// DemoPublic must be said as well before the demo, whose passwords are public, listens to the network.
	DemoPublic bool   `help:"${help_demo_public}" env:"DAWA_DEMO_PUBLIC"`
	Listen     string `help:"${help_listen}" default:"127.0.0.1:8080" env:"DAWA_LISTEN" placeholder:"HOST:PORT"`
	BaseURL    string `name:"base-url" help:"${help_base_url}" env:"DAWA_BASE_URL" placeholder:"https://…"`
	SMTP       string `name:"smtp" help:"${help_smtp}" env:"DAWA_SMTP" placeholder:"smtp://user:password@host:587"`

	AnswerTime time.Duration `help:"${help_answer_time}" default:"2h" env:"DAWA_ANSWER_TIME" placeholder:"2h"`

	ContactMail          string `help:"${help_contact_mail}" env:"DAWA_CONTACT_MAIL" placeholder:"ADDRESS"`
	PharmacistPhone      string `help:"${help_pharmacist_phone}" env:"DAWA_PHARMACIST_PHONE" placeholder:"+961…"`
	PharmacistWhatsApp   string `name:"pharmacist-whatsapp" help:"${help_whatsapp}" env:"DAWA_PHARMACIST_WHATSAPP"`
	Payments             string `help:"${help_payments}" env:"DAWA_PAYMENTS" placeholder:"sandbox|mpgs://…|stripe://…"`
	PaymentsSecret       string `help:"${help_payments_secret}" env:"DAWA_PAYMENTS_SECRET" placeholder:"@FILE"`
	PaymentsNotification string `help:"${help_payments_note}" env:"DAWA_PAYMENTS_NOTIFICATION" placeholder:"@FILE"`
	OrderLimits          string `help:"${help_order_limits}" default:"on" env:"DAWA_ORDER_LIMITS" placeholder:"on|off"`
	OpenOrders           int    `help:"${help_open_orders}" default:"10" env:"DAWA_OPEN_ORDERS" placeholder:"N"`
	OpenOrdersNetwork    int    `help:"${help_open_network}" default:"100" env:"DAWA_OPEN_ORDERS_NETWORK"`
	CallFirst            string `help:"${help_call_first}" default:"auto" env:"DAWA_CALL_FIRST" placeholder:"on|off"`
	OrdersMail           string `help:"${help_orders_mail}" env:"DAWA_ORDERS_MAIL" placeholder:"ADDRESS"`
	TagManager           string `help:"${help_tag_manager}" env:"DAWA_TAG_MANAGER" placeholder:"GTM-…"`
	PlainPages           bool   `help:"${help_plain_pages}" env:"DAWA_PLAIN_PAGES"`
	OpsListen            string `help:"${help_ops_listen}" env:"DAWA_OPS_LISTEN" placeholder:"127.0.0.1:9090"`
	TrustedProxies       string `help:"${help_trusted_proxies}" env:"DAWA_TRUSTED_PROXIES" placeholder:"10.0.0.0/8"`
	BreachedPasswords    string `help:"${help_breached}" env:"DAWA_BREACHED_PASSWORDS" placeholder:"FILE"`
	AccountRules         string `help:"${help_account_rules}" default:"narrow" env:"DAWA_ACCOUNT_RULES"`
	AdminsNeedTwoFactor  bool   `name:"admins-need-second-step" help:"${help_2fa}" env:"DAWA_ADMINS_NEED_SECOND_STEP"`
	PasskeysRequired     string `help:"${help_passkeys}" default:"off" env:"DAWA_PASSKEYS_REQUIRED" placeholder:"WHO"`
	LogFormat            string `help:"${help_log_format}" default:"text" env:"DAWA_LOG_FORMAT" placeholder:"text|json"`
	LogLevel             string `help:"${help_log_level}" default:"info" env:"DAWA_LOG_LEVEL" placeholder:"LEVEL"`

	// drill opens a restored shop to check it; nobody is served.
	drill bool
}

// maxAnswerTime is the longest that an order waits for its customer.
const maxAnswerTime = 7 * 24 * time.Hour

// tagManagerID is what a container's id looks like: it goes into the page and into an address.
var tagManagerID = regexp.MustCompile(`^GTM-[A-Z0-9]{4,12}$`)

func (c Config) wideRules() bool { return c.AccountRules == "wide" }

// Check refuses a configuration that cannot work, naming the setting.
func (c Config) Check() error {
	if err := c.Storage.Check(); err != nil {
		return err
	}
	if err := c.check(c.Storage); err != nil {
		return err
	}
	if _, _, err := settings.HostPort("--listen", c.Listen); err != nil {
		return err
	}
	if host, _, _ := settings.HostPort("--listen", c.Listen); c.Demo && !c.DemoPublic && !settings.Loopback(host) {
		return settings.Invalid("--demo", "its passwords are public: listen on 127.0.0.1, or add --demo-public", nil)
	}
	if c.OpsListen != "" {
		if _, _, err := settings.HostPort("--ops-listen", c.OpsListen); err != nil {
			return err
		}
		if c.OpsListen == c.Listen && !strings.HasSuffix(c.Listen, ":0") {
			return settings.Invalid("--ops-listen", "must differ from --listen: metrics are not for the public", nil)
		}
	}
	if err := settings.CheckBaseURL(c.BaseURL, c.Listen, c.Demo); err != nil {
		return err
	}
	if err := c.checkTLS(); err != nil {
		return err
	}
	if err := c.checkSMTP(); err != nil {
		return err
	}
	if _, err := c.gateway(); err != nil {
		return err
	}
	if err := c.checkOrderLimits(); err != nil {
		return err
	}
	for name, address := range map[string]string{"--contact-mail": c.ContactMail, "--orders-mail": c.OrdersMail} {
		if _, err := mail.ParseAddress(address); address != "" && (err != nil || strings.ContainsAny(address, "<> ")) {
			return settings.Invalid(name, "must be a plain address such as contact@shop.example", nil)
		}
	}
	if c.AnswerTime < 0 || c.AnswerTime > maxAnswerTime {
		return settings.Invalid("--answer-time", "must be between 1m and 168h", nil)
	}
	for name, number := range map[string]string{
		"--pharmacist-phone": c.PharmacistPhone, "--pharmacist-whatsapp": c.PharmacistWhatsApp,
	} {
		if number != "" && settings.PhoneNumber(number) == "" {
			return settings.Invalid(name, fmt.Sprintf("%q must look like +961 1 234 567", number), nil)
		}
	}
	if c.AccountRules != "" && c.AccountRules != "narrow" && c.AccountRules != "wide" {
		return settings.Invalid("--account-rules", fmt.Sprintf("%q must be narrow or wide", c.AccountRules), nil)
	}
	if err := c.checkPasskeys(); err != nil {
		return err
	}
	if c.TagManager != "" && !tagManagerID.MatchString(c.TagManager) {
		return settings.Invalid("--tag-manager", fmt.Sprintf("%q must look like GTM-ABC1234", c.TagManager), nil)
	}
	if err := c.checkPounds(); err != nil {
		return err
	}
	if err := c.checkDelivery(); err != nil {
		return err
	}
	if err := c.checkRetention(); err != nil {
		return err
	}
	if _, err := c.proxies(); err != nil {
		return err
	}
	if c.LogFormat != "text" && c.LogFormat != "json" {
		return settings.Invalid("--log-format", fmt.Sprintf("%q is neither text nor json", c.LogFormat), nil)
	}
	if _, err := c.logLevel(); err != nil {
		return err
	}
	return nil
}

// checkPasskeys refuses to require what nobody could have.
func (c Config) checkPasskeys() error {
	const name = "--passkeys-required"
	switch accounts.PasskeyRequirement(c.PasskeysRequired) {
	case "", accounts.PasskeysOptional:
		return nil
	case accounts.PasskeysOfHouse, accounts.PasskeysOfStaff:
	default:
		return settings.Invalid(name, fmt.Sprintf("%q is none of off, house, staff", c.PasskeysRequired), nil)
	}
	if u, err := url.Parse(c.BaseURL); err != nil || u.Scheme != "https" && u.Hostname() != "localhost" {
		return settings.Invalid(name, "passkeys need a --base-url with https:// and a host name", nil)
	}
	return nil
}

func (c Config) checkSMTP() error {
	if c.SMTP == "" {
		return nil
	}
	u, err := url.Parse(c.SMTP)
	if err != nil || (u.Scheme != "smtp" && u.Scheme != "smtps") || u.Hostname() == "" {
		return settings.Invalid("--smtp",
			"must look like smtp://user:password@host:587 or smtps://user:password@host:465", nil)
	}
	return nil
}

func (c Config) checkOrderLimits() error {
	switch {
	case c.OrderLimits != "" && c.OrderLimits != "on" && c.OrderLimits != "off":
		return settings.Invalid("--order-limits", fmt.Sprintf("%q is neither on nor off", c.OrderLimits), nil)
	case c.OrderLimits == "off" && !c.Demo:
		return settings.Invalid("--order-limits", "only a demo can do without them", nil)
	case c.CallFirst != "" && c.CallFirst != "auto" && c.CallFirst != "on" && c.CallFirst != "off":
		return settings.Invalid("--call-first", fmt.Sprintf("%q is none of auto, on, off", c.CallFirst), nil)
	case c.OpenOrders < 0:
		return settings.Invalid("--open-orders", "must not be negative; 0 is no limit", nil)
	case c.OpenOrdersNetwork < 0:
		return settings.Invalid("--open-orders-network", "must not be negative; 0 is no limit", nil)
	}
	return nil
}

// orderLimits keep one customer or network from emptying the shelves.
func (c Config) orderLimits() orders.Limits {
	// Nobody calls the customers of a demo.
	callFirst := c.CallFirst == "on" || c.CallFirst != "off" && !c.Demo
	if c.OrderLimits == "off" {
		return orders.Limits{CallFirst: callFirst}
	}
	return orders.Limits{
		OpenPerCustomer: c.OpenOrders, OpenPerNetwork: c.OpenOrdersNetwork, MedicinesPerDay: true, CallFirst: callFirst,
	}
}

// visitorCarts is how many visitors of one network may fill a cart within an hour; 0 is no limit.
func (c Config) visitorCarts() int {
	if c.OrderLimits == "off" {
		return 0
	}
	return 1000
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
			return nil, settings.Invalid("--trusted-proxies",
				fmt.Sprintf("%q is not a network such as 10.0.0.0/8", part), nil)
		}
		nets = append(nets, p.Masked())
	}
	return nets, nil
}

func (c Config) logLevel() (slog.Level, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		return 0, settings.Invalid("--log-level", fmt.Sprintf("%q is none of debug, info, warn, error", c.LogLevel),
			nil)
	}
	return level, nil
}
