package app

import (
	"fmt"
	"net/netip"
	"net/url"
	"os"
	"strings"

	"dawa/contract"
	"dawa/internal/app/settings"
	"dawa/internal/domain/payments"
)

// The gateways that --payments can name.
const (
	gatewaySandbox       = "sandbox"
	gatewaySandboxHosted = "sandbox-hosted"
	gatewayMPGS          = "mpgs"
	gatewayStripe        = "stripe"
)

// gateway is the kind of gateway that takes cards; empty is none.
func (c Config) gateway() (string, error) {
	switch {
	case c.Payments == "" && c.Demo:
		return gatewaySandbox, nil
	case c.Payments == "", c.Payments == gatewaySandbox:
		return c.Payments, nil
	case c.sandboxHosted() && c.Demo:
		_, err := c.chargesPounds()
		return gatewaySandboxHosted, err
	case c.sandboxHosted():
		return "", settings.Invalid("--payments", "sandbox-hosted is for --demo only", nil)
	case strings.HasPrefix(c.Payments, gatewayMPGS+"://"):
		_, err := c.account()
		return gatewayMPGS, err
	case strings.HasPrefix(c.Payments, gatewayStripe+"://"):
		_, err := c.account()
		return gatewayStripe, err
	}
	return "", settings.Invalid("--payments", fmt.Sprintf(
		"%q is none of sandbox, sandbox-hosted, mpgs://merchant@host and stripe://account@host", c.Payments), nil)
}

// sandboxHosted tells whether cards are taken on the sandbox's own page.
func (c Config) sandboxHosted() bool {
	name, _, _ := strings.Cut(c.Payments, "?")
	return name == gatewaySandboxHosted
}

// chargesPounds tells whether cards are charged in pounds at the shop's rate.
func (c Config) chargesPounds() (bool, error) {
	u, err := url.Parse(c.Payments)
	if err != nil {
		return false, settings.Invalid("--payments", "is no address", nil)
	}
	return chargesPounds(u.Query())
}

// account is a merchant's account at a gateway.
type account struct {
	merchant, baseURL, version, shopName string
	capturesLater                        bool
	secret, notification                 string
}

// account reads the address of a gateway and the secrets that belong to it.
func (c Config) account() (account, error) {
	u, err := url.Parse(c.Payments)
	if err != nil || u.Host == "" || u.Scheme == gatewayMPGS && u.User.Username() == "" {
		return account{}, settings.Invalid("--payments",
			"must look like mpgs://merchant@host or stripe://account@api.stripe.com", nil)
	}
	if _, typed := u.User.Password(); typed {
		return account{}, settings.Invalid("--payments",
			"must not hold the password: DAWA_PAYMENTS_SECRET does, or the file that it names", nil)
	}
	query := u.Query()
	a := account{
		merchant: u.User.Username(), baseURL: "https://" + u.Host, version: query.Get("version"),
		shopName: query.Get("name"), capturesLater: query.Get("capture") == "later",
	}
	if _, err := chargesPounds(query); err != nil {
		return account{}, err
	}
	if a.shopName == "" {
		a.shopName = "Dawa"
	}
	if loopback(u.Hostname()) {
		a.baseURL = "http://" + u.Host // a simulator on this machine
	}
	if a.secret, err = readSecret("--payments-secret", c.PaymentsSecret); err != nil {
		return account{}, err
	}
	if a.secret == "" {
		return account{}, settings.Invalid("--payments-secret", "is missing: the gateway's password or secret key", nil)
	}
	a.notification, err = readSecret("--payments-notification", c.PaymentsNotification)
	return a, err
}

// chargesPounds reads the currency of an account: that of the books, or pounds.
func chargesPounds(query url.Values) (bool, error) {
	switch currency := query.Get("currency"); currency {
	case "", contract.Shop().Currency.Code:
		return false, nil
	case payments.Pounds:
		return true, nil
	default:
		return false, settings.Invalid("--payments", fmt.Sprintf("charges %s or %s, not %q",
			contract.Shop().Currency.Code, payments.Pounds, currency), nil)
	}
}

func loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback() || host == "localhost"
}

// readSecret gives a secret from the environment, or from the file that it names after an @.
func readSecret(setting, value string) (string, error) {
	path, inFile := strings.CutPrefix(value, "@")
	if !inFile {
		return value, nil
	}
	data, err := os.ReadFile(path) //nolint:gosec // the operator names the file
	if err != nil {
		return "", settings.Invalid(setting, "names a file that cannot be read", err)
	}
	return strings.TrimSpace(string(data)), nil
}
