package app

import (
	"fmt"
	"net/mail"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dawa/internal/app/settings"
)

// TLS are the settings of a server that people reach without a balancer before it.
type TLS struct {
	TLSDomain    string `name:"tls-domain" help:"${help_tls_domain}" env:"DAWA_TLS_DOMAIN" placeholder:"shop.example"`
	TLSListen    string `name:"tls-listen" help:"${help_tls_listen}" default:":443" env:"DAWA_TLS_LISTEN"`
	TLSEmail     string `name:"tls-email" help:"${help_tls_email}" env:"DAWA_TLS_EMAIL" placeholder:"ADDRESS"`
	TLSDirectory string `name:"tls-directory" help:"${help_tls_ca}" default:"${tls_ca}" env:"DAWA_TLS_DIRECTORY"`
}

// letsEncrypt is the authority that certificates come from unless another is configured.
const letsEncrypt = "https://acme-v02.api.letsencrypt.org/directory"

var tlsHelp = map[string]string{
	"help_tls_domain": "Serve HTTPS on --tls-listen with a certificate for this name, or several separated by commas" +
		", from Let's Encrypt: whoever sets it agrees to its terms of service. --listen then only leads to HTTPS. " +
		"Empty: TLS ends at a balancer.",
	"help_tls_listen": "Address for HTTPS, with --tls-domain. Default: :443.",
	"help_tls_email":  "Where the certificate authority writes when something is wrong. Empty: nowhere.",
	"help_tls_ca":     "ACME directory of another certificate authority. Default: Let's Encrypt.",
	"tls_ca":          letsEncrypt,
}

// domainName is a name with a dot, as certificates are given for.
var domainName = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)

// domains are the names that the server has certificates for.
func (t TLS) domains() []string {
	var all []string
	for name := range strings.SplitSeq(t.TLSDomain, ",") {
		if name = strings.ToLower(strings.TrimSpace(name)); name != "" {
			all = append(all, name)
		}
	}
	return all
}

// tlsFolder is where certificates and their keys are stored.
func (c Config) tlsFolder() string { return filepath.Join(c.Data, "tls") }

// baseHost is the name in the shop's address.
func (c Config) baseHost() string {
	u, err := url.Parse(c.BaseURL)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Hostname())
}

func (c Config) checkTLS() error {
	if c.TLSDomain == "" {
		return nil
	}
	for _, name := range c.domains() {
		if !domainName.MatchString(name) || len(name) > 253 {
			return settings.Invalid("--tls-domain", fmt.Sprintf("%q must be a name such as shop.example", name), nil)
		}
	}
	if len(c.domains()) == 0 {
		return settings.Invalid("--tls-domain", "names no domain", nil)
	}
	if !strings.HasPrefix(c.BaseURL, "https://") || !slices.Contains(c.domains(), c.baseHost()) {
		return settings.Invalid("--base-url",
			fmt.Sprintf("must be https:// and a name of --tls-domain, as in https://%s", c.domains()[0]), nil)
	}
	host, _, err := settings.HostPort("--tls-listen", c.TLSListen)
	if err != nil {
		return err
	}
	if c.Demo && !c.DemoPublic && !settings.Loopback(host) {
		return settings.Invalid("--demo", "its passwords are public: listen on 127.0.0.1, or add --demo-public", nil)
	}
	for _, other := range []string{c.Listen, c.OpsListen} {
		if c.TLSListen == other && !strings.HasSuffix(other, ":0") {
			return settings.Invalid("--tls-listen", "must differ from --listen and --ops-listen", nil)
		}
	}
	if c.TLSEmail != "" {
		if _, err := mail.ParseAddress(c.TLSEmail); err != nil || strings.ContainsAny(c.TLSEmail, "<> ") {
			return settings.Invalid("--tls-email", "must be a plain address such as ops@shop.example", nil)
		}
	}
	if u, err := url.Parse(c.TLSDirectory); err != nil || u.Scheme != "https" || u.Host == "" {
		return settings.Invalid("--tls-directory", fmt.Sprintf("%q must look like %s", c.TLSDirectory, letsEncrypt),
			nil)
	}
	return nil
}
