package mail

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	gomail "github.com/wneessen/go-mail"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/adapter/sqlstore/storetest"
	"dawa/internal/base/text"
	"dawa/internal/domain/outbox"
)

func message(t *testing.T, lang text.Lang) Message {
	t.Helper()
	m, err := NewWriter(text.MustCatalogue()).Write(Email{
		ID: "JOB1", To: "layla@example.com", Lang: lang, Name: "ليلى <b>", Subject: "أكّد\r\nبريدك",
		Body: []string{"One & two"}, Button: "Open", Link: "https://shop.example/x?a=1&b=2", Notes: []string{"small"},
	}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func sender(t *testing.T, address string, o SMTPOptions) *SMTP {
	t.Helper()
	o.Domain = "shop.example"
	s, err := NewSMTP(address, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// parts reads a mail as a mail program does.
func parts(t *testing.T, data []byte) (header netmail.Header, bodies map[string]string) {
	t.Helper()
	m, err := netmail.ReadMessage(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("the mail is %s, %v", kind, err)
	}
	bodies = map[string]string{}
	for reader := multipart.NewReader(m.Body, params["boundary"]); ; {
		part, err := reader.NextRawPart()
		if errors.Is(err, io.EOF) {
			return m.Header, bodies
		}
		if err != nil {
			t.Fatal(err)
		}
		if part.Header.Get("Content-Transfer-Encoding") != "quoted-printable" {
			t.Fatalf("encoded as %s", part.Header.Get("Content-Transfer-Encoding"))
		}
		body, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil {
			t.Fatal(err)
		}
		kind, _, _ := mime.ParseMediaType(part.Header.Get("Content-Type"))
		bodies[kind] = string(body)
	}
}

func TestSMTP_SendsOverStartTLSAndTLSWithSignIn(t *testing.T) {
	cert, pool := certificate(t)
	for name, secure := range map[string]bool{"smtp": false, "smtps": true} {
		t.Run(name, func(t *testing.T) {
			server := &smtpServer{}
			server.open(t, "", cert, secure)
			s := sender(t, name+"://shop:s3cret%20pass@"+server.address, SMTPOptions{RootCAs: pool})
			if err := s.Send(t.Context(), message(t, text.Arabic)); err != nil {
				t.Fatal(err)
			}
			got := server.all()
			if len(got) != 1 || !got[0].tls || got[0].user != "shop" || got[0].to != "layla@example.com" ||
				got[0].from != "no-reply@shop.example" {
				t.Fatalf("received %+v", got)
			}
			header, bodies := parts(t, got[0].data)
			decode := new(mime.WordDecoder)
			if subject, _ := decode.DecodeHeader(header.Get("Subject")); subject != "أكّد بريدك" {
				t.Errorf("subject is %q", subject)
			}
			for name, want := range map[string]string{
				"Message-Id": "<job1@shop.example>", "Auto-Submitted": "auto-generated", "Content-Language": "ar",
				"From": `"Dawa" <no-reply@shop.example>`,
			} {
				if header.Get(name) != want {
					t.Errorf("%s is %q, want %q", name, header.Get(name), want)
				}
			}
			if !strings.Contains(bodies["text/html"], `<html lang="ar" dir="rtl">`) ||
				strings.Contains(bodies["text/html"], "<b>") {
				t.Errorf("the HTML is %s", bodies["text/html"])
			}
			if !strings.Contains(bodies["text/plain"], "https://shop.example/x?a=1&b=2") ||
				!strings.Contains(bodies["text/plain"], "One & two") {
				t.Errorf("the text is %s", bodies["text/plain"])
			}
		})
	}
}

func TestSMTP_RefusesAServerWithoutATrustedCertificate(t *testing.T) {
	cert, _ := certificate(t)
	server := &smtpServer{}
	server.open(t, "", cert, true)
	s := sender(t, "smtps://shop:s3cret%20pass@"+server.address, SMTPOptions{})
	if err := s.Send(t.Context(), message(t, text.English)); err == nil || len(server.all()) != 0 {
		t.Errorf("sent to a server that is not trusted: %v", err)
	}
	// Away from this machine TLS is a must, STARTTLS offered or not.
	far := sender(t, "smtp://mail.example:587", SMTPOptions{})
	client, err := far.client()
	if err != nil || client.TLSPolicy() != "TLSMandatory" {
		t.Errorf("policy is %s, %v", client.TLSPolicy(), err)
	}
}

// Only an answer about the recipient is final; everything else may be mended and is retried.
func TestSMTP_OnlyARefusedRecipientIsPermanent(t *testing.T) {
	server := &smtpServer{}
	shut := server.open(t, "", nil, false)
	s := sender(t, "smtp://"+server.address, SMTPOptions{})
	answer := func(code int, enhanced smtp.EnhancedCode, text string) error {
		return &smtp.SMTPError{Code: code, EnhancedCode: enhanced, Message: text}
	}
	for name, c := range map[string]struct {
		mail, rcpt, data error
		permanent        bool
	}{
		"no such recipient": {
			rcpt: answer(550, smtp.EnhancedCode{5, 1, 1}, "<layla@example.com> unknown"), permanent: true,
		},
		"mailbox closed": {
			rcpt: answer(550, smtp.EnhancedCode{5, 2, 1}, "layla@example.com disabled"), permanent: true,
		},
		"recipient, no subcode": {
			rcpt: answer(550, smtp.NoEnhancedCode, "layla@example.com unknown"), permanent: true,
		},
		"greylisted": {rcpt: answer(451, smtp.EnhancedCode{4, 3, 0}, "greylisted layla@example.com")},
		"we may not relay": {
			rcpt: answer(554, smtp.EnhancedCode{5, 7, 1}, "relay denied for layla@example.com"),
		},
		"sender refused":         {mail: answer(550, smtp.EnhancedCode{5, 1, 8}, "sender domain unknown")},
		"sender refused, policy": {mail: answer(530, smtp.EnhancedCode{5, 7, 0}, "sign in first")},
		"message refused": {
			data: answer(554, smtp.EnhancedCode{5, 6, 0}, "looks like spam for layla@example.com"),
		},
		"server temporarily full": {data: answer(452, smtp.EnhancedCode{4, 3, 1}, "disk full")},
	} {
		server.mu.Lock()
		server.refuseMail, server.refuse, server.refuseData = c.mail, c.rcpt, c.data
		server.mu.Unlock()
		err := s.Send(t.Context(), message(t, text.English))
		if err == nil || isPermanent(err) != c.permanent || strings.Contains(err.Error(), "layla") {
			t.Errorf("%s: %v (permanent %v)", name, err, isPermanent(err))
		}
	}
	shut()
	err := s.Send(t.Context(), message(t, text.English))
	if err == nil || isPermanent(err) || !strings.Contains(err.Error(), "cannot be reached") {
		t.Errorf("closed: %v", err)
	}
}

// Whoever runs the shop must read in the log and on the screen what to change, and nobody's address.
func TestSMTP_SaysWhatTheServerRefusedInItsWords(t *testing.T) {
	cert, roots := certificate(t)
	open := func(cert *tls.Certificate, secure bool) *smtpServer {
		s := &smtpServer{}
		s.open(t, "", cert, secure)
		return s
	}
	sender550 := open(cert, false)
	sender550.refuseMail = &smtp.SMTPError{
		Code: 550, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "no-reply@shop.example is not yours",
	}
	recipient := open(cert, false)
	recipient.refuse = &smtp.SMTPError{
		Code: 554, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "relay to <LAYLA@example.com> (layla) denied",
	}
	message550 := open(cert, false)
	message550.refuseData = &smtp.SMTPError{
		Code: 552, EnhancedCode: smtp.EnhancedCode{5, 2, 3}, Message: "too large for us " + strings.Repeat("x", 500),
	}
	withoutTLS := sender(t, "smtp://"+open(nil, false).address, SMTPOptions{})
	withoutTLS.options = append(withoutTLS.options, gomail.WithTLSPolicy(gomail.TLSMandatory)) // as away from here
	for name, c := range map[string]struct {
		sender *SMTP
		// early tells whether the check at the start finds it, too.
		early bool
		says  []string
	}{
		"wrong password": {sender(t, "smtp://shop:wrong@"+open(cert, false).address, SMTPOptions{RootCAs: roots}), true,
			[]string{"refused the user name or password of --smtp: ", "454 4.7.0 who are you"}},
		"no STARTTLS": {withoutTLS, true, []string{"offers no STARTTLS"}},
		"no safe sign-in": {sender(t, "smtp://shop:wrong@"+open(nil, false).address, SMTPOptions{}), true,
			[]string{"no way to sign in"}},
		"untrusted": {sender(t, "smtps://"+open(cert, true).address, SMTPOptions{}), true,
			[]string{"certificate of the mail server is not trusted: "}},
		"sender": {sender(t, "smtp://"+sender550.address, SMTPOptions{RootCAs: roots}), true,
			[]string{"refused the sender no-reply@shop.example: ", "550 5.7.1 no-reply@shop.example is not yours"}},
		"relay": {sender(t, "smtp://"+recipient.address, SMTPOptions{RootCAs: roots}), false,
			[]string{"refused the recipient: ", "554 5.7.1 relay to <…> (…) denied"}},
		"message": {sender(t, "smtp://"+message550.address, SMTPOptions{RootCAs: roots}), false,
			[]string{"refused the message: ", "552 5.2.3 too large for us"}},
	} {
		found := map[string]error{"sending": c.sender.Send(t.Context(), message(t, text.English))}
		if c.early {
			found["checking"] = c.sender.Check(t.Context())
		} else if err := c.sender.Check(t.Context()); err != nil {
			t.Errorf("%s: the check says %v", name, err)
		}
		for doing, err := range found {
			if err == nil {
				t.Errorf("%s: %s works", name, doing)
				continue
			}
			for _, part := range c.says {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%s, %s: %q does not say %q", name, doing, err, part)
				}
			}
			if said := err.Error(); strings.Contains(strings.ToLower(said), "layla") || strings.Contains(said, "\n") ||
				len(said) > 400 || strings.Contains(said, "wrong") {
				t.Errorf("%s, %s says too much: %q", name, doing, said)
			}
		}
	}
	works := open(cert, false)
	shop := sender(t, "smtp://shop:s3cret%20pass@"+works.address, SMTPOptions{RootCAs: roots})
	if err := shop.Check(t.Context()); err != nil || len(works.all()) != 0 {
		t.Errorf("a server that takes mail: %v, sent %d", err, len(works.all()))
	}
}

func isPermanent(err error) bool { return errors.As(err, &outbox.PermanentError{}) }

func TestNewSMTP_BadAddressIsRefusedWithoutItsPassword(t *testing.T) {
	for _, bad := range []string{
		"", "http://x", "smtp://", "smtp://host?from=nonsense", "smtp://u:s3cret@host:port", "\x00",
	} {
		if _, err := NewSMTP(bad, SMTPOptions{Domain: "shop.example"}); err == nil ||
			strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// The whole way: a job waits while the server is down, is sent when it is up again, and a mail
// whose delivery was not heard of goes out a second time under the same Message-ID.
func TestSMTP_MailWaitsForTheServerAndDuplicatesShareTheirMessageID(t *testing.T) {
	store := sqlstore.NewOutbox(storetest.Open(t, storetest.SQLite(t)))
	server := &smtpServer{dropped: 1}
	shut := server.open(t, "", nil, false)
	address := server.address
	shut() // down before the first try
	s := sender(t, "smtp://"+address, SMTPOptions{})
	send := func(ctx context.Context, job outbox.Job) error {
		m := message(t, text.English)
		m.ID = job.ID
		return s.Send(ctx, m)
	}
	worker := outbox.NewWorker(store, map[string]outbox.Kind{"mail": {Handle: send, Parallel: 1}},
		slog.New(slog.DiscardHandler))
	job, err := outbox.New("mail", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Enqueue(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { worker.Run(ctx) })
	defer func() { stop(); running.Wait() }()

	wait := func(what string, done func() bool) {
		t.Helper()
		for deadline := time.Now().Add(40 * time.Second); !done(); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("waited in vain: %s", what)
			}
		}
	}
	tried := func() bool { n, _, err := store.Waiting(t.Context()); return err == nil && n == 0 }
	wait("the first try fails and is postponed", tried)
	if len(server.all()) != 0 {
		t.Fatal("a mail arrived at a closed server")
	}
	server.open(t, address, nil, false)
	wait("the mail arrives twice", func() bool { return len(server.all()) >= 2 })
	ids := map[string]bool{}
	for _, m := range server.all() {
		header, _ := parts(t, m.data)
		ids[header.Get("Message-Id")] = true
	}
	if len(ids) != 1 {
		t.Errorf("duplicates have different ids: %v", ids)
	}
}

// A mail that can be ended says so in the headers that mail programs make a button of (RFC 8058).
func TestSMTP_NamesWhereToUnsubscribe(t *testing.T) {
	for link, want := range map[string][2]string{
		"": {"", ""},
		"https://shop.example/api/unsubscribe/abc": {
			"<https://shop.example/api/unsubscribe/abc>", "List-Unsubscribe=One-Click",
		},
	} {
		m := message(t, text.English)
		m.Unsubscribe = link
		out, err := sender(t, "smtp://127.0.0.1:2525", SMTPOptions{}).compose(m)
		if err != nil {
			t.Fatal(err)
		}
		var written bytes.Buffer
		if _, err := out.WriteTo(&written); err != nil {
			t.Fatal(err)
		}
		header, _ := parts(t, written.Bytes())
		if got := [2]string{header.Get("List-Unsubscribe"), header.Get("List-Unsubscribe-Post")}; got != want {
			t.Errorf("with %q the headers are %q", link, got)
		}
	}
}
