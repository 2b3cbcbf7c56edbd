package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/textproto"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

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
	return s.explain(err, m.To)
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
	if m.Unsubscribe != "" {
		out.SetGenHeader(gomail.HeaderListUnsubscribe, "<"+m.Unsubscribe+">")
		out.SetGenHeader(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
	out.SetBodyString(gomail.TypeTextPlain, m.Text)
	out.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	return out, nil
}

// Check speaks with the server as far as naming the sender and sends nothing: it finds what would hold up every email.
func (s *SMTP) Check(ctx context.Context) error {
	client, err := s.client()
	if err != nil {
		return errors.New("preparing the mail client failed")
	}
	talk, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return s.explain(err, "")
	}
	defer func() { _ = client.CloseWithSMTPClient(talk) }()
	if err := talk.Mail(s.from); err != nil {
		return fmt.Errorf("the mail server refused the sender %s: %s", s.from, s.words(err.Error(), ""))
	}
	return nil
}

// explain says what went wrong, in the server's words where it had some, without the recipient: the error goes to the
// log and to a screen of admins.
func (s *SMTP) explain(err error, to string) error {
	if refused, ok := errors.AsType[*gomail.SendError](err); ok {
		return s.explainRefusal(refused, to)
	}
	if answer, ok := errors.AsType[*textproto.Error](err); ok {
		what := "the mail server broke off"
		if strings.Contains(err.Error(), "SMTP AUTH failed") {
			what = "the mail server refused the user name or password of --smtp"
		}
		return fmt.Errorf("%s: %s", what, s.words(answer.Error(), to))
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return errors.New("the mail server did not answer in time")
	}
	if wrong, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return fmt.Errorf("the certificate of the mail server is not trusted: %w", wrong.Err)
	}
	if op, ok := errors.AsType[*net.OpError](err); ok {
		return fmt.Errorf("the mail server cannot be reached: %w", op)
	}
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		return fmt.Errorf("the mail server cannot be found: %s", dns.Err)
	}
	switch said := err.Error(); {
	case strings.Contains(said, "does not support STARTTLS"):
		return errors.New("the mail server offers no STARTTLS, and mail is not sent in the clear: " +
			"use smtps://, or a server that encrypts")
	case errors.Is(err, gomail.ErrNoSupportedAuthDiscovered), strings.Contains(said, "does not support SMTP AUTH"):
		return errors.New("the mail server offers no way to sign in that keeps the password safe")
	}
	return errors.New("the mail server cannot be spoken with (TLS or greeting failed)")
}

func (s *SMTP) explainRefusal(refused *gomail.SendError, to string) error {
	if refused.ErrorCode() == 0 {
		return errors.New("the mail server broke off while the mail was sent")
	}
	what := "the mail server refused the message"
	switch refused.Reason {
	case gomail.ErrSMTPMailFrom:
		what = "the mail server refused the sender " + s.from
	case gomail.ErrSMTPRcptTo:
		what = "the mail server refused the recipient"
	}
	// The library tells its own words before the server's, and the recipient behind them.
	said := refused.Error()
	if _, after, found := strings.Cut(said, ": "); found {
		said = after
	}
	said, _, _ = strings.Cut(said, ", affected recipient(s)")
	said, _, _ = strings.Cut(said, ", affected message ID")
	reason := fmt.Errorf("%s: %s", what, s.words(said, to))
	if recipientRefused(refused) {
		return outbox.PermanentError{Reason: reason}
	}
	return reason
}

// longestWords is how much of a server's answer is told.
const longestWords = 200

// words are a server's, on one line and without the recipient's address or any other but the shop's own.
func (s *SMTP) words(said, to string) string {
	if code, quoted, found := strings.Cut(said, " "); found {
		if text, err := strconv.Unquote(quoted); err == nil {
			said = code + " " + text // as textproto.Error writes it
		}
	}
	if name, _, found := strings.Cut(to, "@"); found {
		said = replaceFold(replaceFold(said, to, "…"), name, "…")
	}
	fields := strings.FieldsFunc(said, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) })
	for i, field := range fields {
		if strings.Contains(field, "@") && !strings.Contains(field, s.from) {
			fields[i] = "…"
		}
	}
	told := []rune(strings.Join(fields, " "))
	if len(told) > longestWords {
		told = append(told[:longestWords], '…')
	}
	return string(told)
}

// replaceFold replaces a text wherever it stands, in capitals or not.
func replaceFold(in, old, with string) string {
	if old == "" {
		return in
	}
	return regexp.MustCompile("(?i)"+regexp.QuoteMeta(old)).ReplaceAllLiteralString(in, with)
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
