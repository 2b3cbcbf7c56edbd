package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"dawa/internal/domain/outbox"
)

// sendTime is how long a mail server may take.
const sendTime = 30 * time.Second

// SMTP sends by a mail server.
type SMTP struct {
	host    string
	options []gomail.Option
	from    string
	domain  string
}

// SMTPOptions is what SMTP needs besides the server's address.
type SMTPOptions struct {
	// Domain is the shop's own: mail comes from no-reply@ it unless the address says otherwise,
	// and Message-IDs end in it.
	Domain string
	// RootCAs are the authorities to trust; nil are those of the system.
	RootCAs *x509.CertPool
}

// NewSMTP reads an address such as smtp://user:password@host:587 (STARTTLS) or
// smtps://user:password@host:465 (TLS from the start); ?from=shop@example.com sets the sender.
// Only a server on this machine may go without TLS. Its errors do not hold the password.
func NewSMTP(address string, o SMTPOptions) (*SMTP, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "smtp" && u.Scheme != "smtps" || u.Hostname() == "" {
		return nil, errors.New("must look like smtp://user:password@host:587 or smtps://user:password@host:465")
	}
	s := &SMTP{host: u.Hostname(), domain: o.Domain, from: "no-reply@" + o.Domain}
	if from := u.Query().Get("from"); from != "" {
		s.from = from
	}
	if _, err := mail.ParseAddress(s.from); err != nil {
		return nil, fmt.Errorf("%q is not an address to send from: add ?from=shop@example.com", s.from)
	}
	s.options = []gomail.Option{
		gomail.WithTimeout(sendTime), gomail.WithoutNoop(),
		gomail.WithTLSConfig(&tls.Config{ServerName: s.host, MinVersion: tls.VersionTLS12, RootCAs: o.RootCAs}),
	}
	port := 587
	switch {
	case u.Scheme == "smtps":
		port = 465
		s.options = append(s.options, gomail.WithSSL())
	case loopback(s.host):
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.TLSOpportunistic))
	default:
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	}
	if u.Port() != "" {
		if port, err = strconv.Atoi(u.Port()); err != nil {
			return nil, errors.New("the port is not a number")
		}
	}
	s.options = append(s.options, gomail.WithPort(port))
	if u.User != nil {
		password, _ := u.User.Password()
		s.options = append(s.options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	if _, err := s.client(); err != nil {
		return nil, errors.New("cannot be used for sending mail")
	}
	return s, nil
}

func (s *SMTP) client() (*gomail.Client, error) { return gomail.NewClient(s.host, s.options...) }

// Send sends a message. Only a permanent refusal of the recipient's address is an outbox.PermanentError; everything
// else may be mended on either side and is retried.
func (s *SMTP) Send(ctx context.Context, m Message) error {
	out, err := s.compose(m)
	if err != nil {
		return outbox.PermanentError{Reason: err}
	}
	client, err := s.client()
	if err != nil {
		return errors.New("preparing the mail client failed")
	}
	err = client.DialAndSendWithContext(ctx, out)
	if err == nil || out.IsDelivered() {
		return nil // an error after the delivery, at QUIT, does not undo it
	}
	return withoutAddress(err)
}

func (s *SMTP) compose(m Message) (*gomail.Msg, error) {
	out := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := out.FromFormat("Dawa", s.from); err != nil {
		return nil, errors.New("the sender's address is not valid")
	}
	if err := out.To(m.To); err != nil {
		return nil, errors.New("the recipient's address is not valid")
	}
	if m.ReplyTo != "" {
		if err := out.ReplyTo(m.ReplyTo); err != nil {
			return nil, errors.New("the reply address is not valid")
		}
	}
	out.Subject(m.Subject)
	out.SetDateWithValue(m.At)
	out.SetMessageIDWithValue(strings.ToLower(m.ID) + "@" + s.domain)
	out.SetGenHeader("Auto-Submitted", "auto-generated")
	out.SetGenHeader("Content-Language", m.Lang.Tag())
	out.SetBodyString(gomail.TypeTextPlain, m.Text)
	out.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	return out, nil
}

// withoutAddress says what went wrong without what the library and the server repeat of the mail: the error goes to
// the log, the recipient's address must not.
func withoutAddress(err error) error {
	var refused *gomail.SendError
	if errors.As(err, &refused) {
		reason := fmt.Errorf("the mail server answered %d %s", refused.ErrorCode(), refused.EnhancedStatusCode())
		if recipientRefused(refused) {
			return outbox.PermanentError{Reason: reason}
		}
		return reason
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return errors.New("the mail server did not answer in time")
	}
	var op *net.OpError
	if errors.As(err, &op) {
		return fmt.Errorf("the mail server cannot be reached: %w", op)
	}
	var dns *net.DNSError
	if errors.As(err, &dns) {
		return fmt.Errorf("the mail server cannot be found: %s", dns.Err)
	}
	return errors.New("the mail server cannot be spoken with (TLS, sign-in or greeting failed)")
}

// recipientRefused tells whether the server will never take mail for this recipient. A refusal of the sender, of the
// message or of our right to relay says nothing about the recipient: a setting, a block list or a full disk may be
// behind it, so every such mail would otherwise be lost at its first attempt.
func recipientRefused(e *gomail.SendError) bool {
	if e.Reason != gomail.ErrSMTPRcptTo || e.IsTemp() || e.ErrorCode() < 500 || e.ErrorCode() > 599 {
		return false
	}
	// RFC 3463: X.1 is about the address, X.2 about the mailbox. X.7 is policy.
	status := e.EnhancedStatusCode()
	return status == "" || strings.HasPrefix(status, "5.1.") || strings.HasPrefix(status, "5.2.")
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
