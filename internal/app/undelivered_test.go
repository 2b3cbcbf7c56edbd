package app

import (
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"dawa/internal/base/apperr"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/testkit/timed"
)

// smtpServer is a real SMTP server that refuses recipients until it is told to accept them.
type smtpServer struct {
	mu       sync.Mutex
	accepts  bool
	received []string // recipients
	hang     chan struct{}
}

func startSMTP(t *testing.T, s *smtpServer) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	server := smtp.NewServer(s)
	server.Domain = "mail.example"
	served := make(chan struct{})
	go func() { defer close(served); _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close(); <-served })
	return listener.Addr().String()
}

// NewSession begins an SMTP session.
func (s *smtpServer) NewSession(*smtp.Conn) (smtp.Session, error) {
	return &smtpSession{server: s}, nil
}

type smtpSession struct {
	server *smtpServer
	to     string
}

func (c *smtpSession) Mail(string, *smtp.MailOptions) error {
	if c.server.hang != nil {
		<-c.server.hang
	}
	return nil
}

func (c *smtpSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	if !c.server.accepts {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "<" + to + "> is unknown"}
	}
	c.to = to
	return nil
}

func (c *smtpSession) Data(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.server.received = append(c.server.received, c.to)
	return err
}

func (c *smtpSession) Reset()        {}
func (c *smtpSession) Logout() error { return nil }

// waitFor waits for something that must come true.
func waitFor(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(timed.Timeout); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

func TestUndeliveredMail_AdminsSeeItAndSendItAgain(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		server := &smtpServer{}
		c.SMTP = "smtp://" + startSMTP(t, server)
		s := stocked(t, c)
		layla := s.customer("layla") // a mail to confirm the address is refused
		boss := s.admin("boss")
		layla.refused(403, apperr.Forbidden, "GET", "/api/admin/mail/undelivered", "")
		layla.refused(403, apperr.Forbidden, "POST", "/api/admin/mail/undelivered/x/retry", "")

		var list wire.UndeliveredMailList
		waitFor(t, "the refused mails are listed", func() bool {
			boss.into(&list, "GET", "/api/admin/mail/undelivered", "")
			return len(list) == 2 // layla's and boss's own
		})
		for _, mail := range list {
			if mail.About != "account" || !strings.Contains(mail.Reason, "550") || strings.Contains(mail.Reason, "@") ||
				mail.Attempts != 1 || time.Since(mail.QueuedAt) > time.Hour {
				t.Errorf("listed %+v", mail)
			}
		}
		boss.refused(400, apperr.BadLimit, "GET", "/api/admin/mail/undelivered?limit=101", "")
		boss.refused(404, apperr.NotFound, "POST", "/api/admin/mail/undelivered/nothing/retry", "")

		server.mu.Lock()
		server.accepts = true
		server.mu.Unlock()
		for _, mail := range list {
			boss.must("POST", "/api/admin/mail/undelivered/"+mail.ID+"/retry", "")
		}
		waitFor(t, "the mails arrive", func() bool {
			server.mu.Lock()
			defer server.mu.Unlock()
			return len(server.received) == 2
		})
		boss.into(&list, "GET", "/api/admin/mail/undelivered", "")
		if len(list) != 0 {
			t.Errorf("still listed: %+v", list)
		}
	})
}

// A server whose clock is ten minutes fast queues mail that the others send at once.
func TestOutbox_DueTimeIsTheDatabasesWhateverTheServersClock(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		server := &smtpServer{accepts: true}
		c.SMTP = "smtp://" + startSMTP(t, server)
		fast := startAt(t, c, quiet(), func() time.Time { return time.Now().Add(10 * time.Minute) })
		s := stockedIn(t, fast)
		s.customer("layla")
		waitFor(t, "the mail arrives", func() bool {
			server.mu.Lock()
			defer server.mu.Unlock()
			return len(server.received) == 1
		})
	})
}

// The mail server takes connections and never answers; a refund goes through meanwhile.
func TestOutbox_HangingMailServerDelaysNoRefund(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		server := &smtpServer{accepts: true, hang: make(chan struct{})}
		c.SMTP = "smtp://" + startSMTP(t, server)
		s := rehearsal(t, c)
		t.Cleanup(func() { close(server.hang) }) // before the shop stops
		for _, name := range []string{"one", "two", "three", "four", "five"} {
			s.customer(name) // each leaves a mail that hangs
		}
		me := s.customer("layla")
		me.must("POST", "/api/user/add-address", `{"address":{"street":"Hamra","state":"Beirut","city":"Beirut",`+
			`"building":"Blue","floor":1,"extra_info":""}}`)
		me.put("item-04", 1)
		order := me.mustBuy(byCard("4242424242424242"), "")
		me.must("POST", "/api/order/"+order.Number+"/cancel", "")
		waitFor(t, "the refund is done", func() bool {
			var waiting int
			must(t, s.storage.DB.QueryRowContext(t.Context(),
				"SELECT count(*) FROM outbox WHERE kind = 'order_refund'").Scan(&waiting))
			return waiting == 0
		})
	})
}
