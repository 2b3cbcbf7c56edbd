package mail

import (
	"bytes"
	"context"
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

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/adapter/sqlstore/storetest"
	"dawa/internal/base/text"
	"dawa/internal/domain/outbox"
)

func message(t *testing.T, lang text.Lang) Message {
	t.Helper()
	m, err := NewWriter(text.MustCatalogue()).Write(Letter{
		ID: "JOB1", To: "layla@example.com", Lang: lang, Name: "ليلى <b>", Subject: "أكّد\r\nبريدك", Body: []string{"One & two"},
		Button: "Open", Link: "https://shop.example/x?a=1&b=2", Notes: []string{"small"},
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

func TestMailGoesOverStartTLSAndTLSWithSignIn(t *testing.T) {
	cert, pool := certificate(t)
	for name, secure := range map[string]bool{"smtp": false, "smtps": true} {
		t.Run(name, func(t *testing.T) {
			office := &postOffice{}
			office.open(t, "", cert, secure)
			s := sender(t, name+"://shop:s3cret%20pass@"+office.address, SMTPOptions{RootCAs: pool})
			if err := s.Send(t.Context(), message(t, text.Arabic)); err != nil {
				t.Fatal(err)
			}
			got := office.all()
			if len(got) != 1 || !got[0].tls || got[0].user != "shop" || got[0].to != "layla@example.com" || got[0].from != "no-reply@shop.example" {
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
			if !strings.Contains(bodies["text/html"], `<html lang="ar" dir="rtl">`) || strings.Contains(bodies["text/html"], "<b>") {
				t.Errorf("the HTML is %s", bodies["text/html"])
			}
			if !strings.Contains(bodies["text/plain"], "https://shop.example/x?a=1&b=2") || !strings.Contains(bodies["text/plain"], "One & two") {
				t.Errorf("the text is %s", bodies["text/plain"])
			}
		})
	}
}

func TestMailIsNotSentToAServerThatCannotBeTrusted(t *testing.T) {
	cert, _ := certificate(t)
	office := &postOffice{}
	office.open(t, "", cert, true)
	s := sender(t, "smtps://shop:s3cret%20pass@"+office.address, SMTPOptions{})
	if err := s.Send(t.Context(), message(t, text.English)); err == nil || len(office.all()) != 0 {
		t.Errorf("sent to a stranger: %v", err)
	}
	// Away from this machine TLS is a must, STARTTLS offered or not.
	far := sender(t, "smtp://mail.example:587", SMTPOptions{})
	client, err := far.client()
	if err != nil || client.TLSPolicy() != "TLSMandatory" {
		t.Errorf("policy is %s, %v", client.TLSPolicy(), err)
	}
}

func TestErrorsTellWhatHappenedButNotToWhom(t *testing.T) {
	office := &postOffice{}
	shut := office.open(t, "", nil, false)
	s := sender(t, "smtp://"+office.address, SMTPOptions{})
	hopeless := func(err error) bool { return errors.As(err, &outbox.Hopeless{}) }
	for name, c := range map[string]struct {
		refuse   error
		hopeless bool
	}{
		"no such reader": {&smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "<layla@example.com> unknown"}, true},
		"come later":     {&smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "greylisted layla@example.com"}, false},
	} {
		office.mu.Lock()
		office.refuse = c.refuse
		office.mu.Unlock()
		err := s.Send(t.Context(), message(t, text.English))
		if err == nil || hopeless(err) != c.hopeless || strings.Contains(err.Error(), "layla") {
			t.Errorf("%s: %v (hopeless %v)", name, err, hopeless(err))
		}
	}
	shut()
	err := s.Send(t.Context(), message(t, text.English))
	if err == nil || hopeless(err) || !strings.Contains(err.Error(), "cannot be reached") {
		t.Errorf("closed: %v", err)
	}
	for _, bad := range []string{"", "http://x", "smtp://", "smtp://host?from=nonsense", "smtp://u:s3cret@host:port", "\x00"} {
		if _, err := NewSMTP(bad, SMTPOptions{Domain: "shop.example"}); err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// The whole way: a job waits while the server is down, is sent when it is up again, and a mail
// whose delivery was not heard of goes out a second time under the same Message-ID.
func TestMailWaitsForTheServerAndDuplicatesShareTheirMessageID(t *testing.T) {
	store := sqlstore.NewOutbox(storetest.Open(t, t.TempDir()))
	office := &postOffice{dropped: 1}
	shut := office.open(t, "", nil, false)
	address := office.address
	shut() // down before the first try
	s := sender(t, "smtp://"+address, SMTPOptions{})
	worker := outbox.NewWorker(store, map[string]outbox.Handler{"mail": func(ctx context.Context, job outbox.Job) error {
		m := message(t, text.English)
		m.ID = job.ID
		return s.Send(ctx, m)
	}}, 1, slog.New(slog.DiscardHandler))
	job, err := outbox.New("mail", nil, time.Now())
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
	if len(office.all()) != 0 {
		t.Fatal("a mail arrived at a closed server")
	}
	office.open(t, address, nil, false)
	wait("the mail arrives twice", func() bool { return len(office.all()) >= 2 })
	ids := map[string]bool{}
	for _, m := range office.all() {
		header, _ := parts(t, m.data)
		ids[header.Get("Message-Id")] = true
	}
	if len(ids) != 1 {
		t.Errorf("duplicates have different ids: %v", ids)
	}
}
