package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"net/mail"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/adapter/sqlstore/storetest"
	"dawa/internal/domain/orders"
	"dawa/internal/testkit/pgtest"
	"dawa/internal/testkit/testproc"
	"dawa/internal/testkit/timed"
)

// smtpServer is a real mail server that can be shut, and that can keep a sender waiting after it has
// taken a mail.
type smtpServer struct {
	mu    sync.Mutex
	mails []*mail.Message
	// held, when it is set, is closed when a mail was taken; its sender gets no answer until the test ends.
	held, ended chan struct{}
}

func (o *smtpServer) NewSession(*smtp.Conn) (smtp.Session, error) { return &counter{server: o}, nil }

type counter struct{ server *smtpServer }

func (c *counter) Mail(string, *smtp.MailOptions) error { return nil }
func (c *counter) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (c *counter) Reset()                               {}
func (c *counter) Logout() error                        { return nil }

func (c *counter) Data(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	m, err := mail.ReadMessage(bytes.NewReader(data))
	if err != nil {
		return err
	}
	c.server.mu.Lock()
	c.server.mails = append(c.server.mails, m)
	held := c.server.held
	c.server.held = nil
	c.server.mu.Unlock()
	if held != nil {
		close(held)
		<-c.server.ended
	}
	return nil
}

// open lets people in at the address.
func (o *smtpServer) open(t *testing.T, address string) {
	t.Helper()
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(o)
	server.Domain, server.ErrorLog = "post.example", log.New(io.Discard, "", 0)
	done := make(chan struct{})
	go func() { defer close(done); _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close(); <-done })
}

// byID gives the subjects that came under each Message-ID.
func (o *smtpServer) byID() map[string][]string {
	o.mu.Lock()
	defer o.mu.Unlock()
	found := map[string][]string{}
	for _, m := range o.mails {
		id := m.Header.Get("Message-ID")
		found[id] = append(found[id], m.Header.Get("Subject"))
	}
	return found
}

// The mail server is down while orders come in, and the shop is killed while it sends: every mail
// arrives in the end, and one that arrives twice has the same Message-ID.
func TestServe_MailSurvivesDownMailServersAndKills(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) { mailThroughKills(t, "") })
	t.Run("postgres", func(t *testing.T) { mailThroughKills(t, pgtest.New(t)) })
}

func mailThroughKills(t *testing.T, database string) {
	const count = 5
	data := storetest.SQLite(t)
	target := cmp.Or(database, data)
	setStock(t, target)
	if code, _, errs := command(t, "keys", "new", "--data", data); code != 0 {
		t.Fatal(errs)
	}
	shop, post := freeAddress(t), freeAddress(t)
	v := &victim{t: t, base: "http://" + shop, args: []string{
		"serve", "--listen", shop, "--data", data, "--payments", "sandbox", "--log-level", "error", "--smtp",
		"smtp://" + post,
	}}
	if database != "" {
		v.args = append(v.args, "--database", database)
	}
	v.start()
	var numbers []string
	for i := range count {
		number, err := newCustomer(t, v.base, fmt.Sprintf("buyer%d", i)).
			order(t.Context(), "key", rand.New(rand.NewPCG(1, uint64(i))))
		if err != nil {
			t.Fatal(err)
		}
		numbers = append(numbers, number)
	}
	db := openBooks(t, target)
	defer func() { _ = db.Close() }()
	waiting := func() (n int) {
		if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM outbox").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := waiting(); n != 2*count { // an order and a new account each
		t.Fatalf("%d mails wait while the mail server is down", n)
	}
	box := &smtpServer{held: make(chan struct{}), ended: make(chan struct{})}
	held := box.held
	box.open(t, post)
	defer close(box.ended)
	select {
	case <-held:
	case <-time.After(timed.Timeout):
		t.Fatal("no mail came after the mail server was back")
	}
	v.kill()
	if waiting() == 0 {
		t.Fatal("everything was sent before the kill")
	}
	v.start()
	// A dead worker's lease runs out after a minute, and pauses grow: time is let pass at once.
	for deadline := time.Now().Add(timed.Timeout); waiting() > 0; time.Sleep(200 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d mails still wait", waiting())
		}
		if err := db.Write(t.Context(), func(tx *sqlstore.Tx) error {
			_, err := tx.ExecContext(t.Context(),
				"UPDATE outbox SET run_at = 0 WHERE NOT buried AND run_at > "+tx.Now())
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	v.kill()
	got := box.byID()
	if len(got) != 2*count {
		t.Errorf("%d different mails, want %d", len(got), 2*count)
	}
	repeated := 0
	for id, subjects := range got {
		if len(subjects) > 1 {
			repeated++
		}
		for _, s := range subjects {
			if s != subjects[0] {
				t.Errorf("%s came as %q and as %q", id, subjects[0], s)
			}
		}
	}
	if repeated == 0 {
		t.Error("the mail that was being sent at the kill did not come again: the kill was no kill")
	}
	for _, number := range numbers {
		if n := mailsAbout(got, number); n != 1 {
			t.Errorf("%d mails about the order %s", n, number)
		}
	}
	if n := waitingOf(t, db, orders.EmailJob); n != 0 {
		t.Errorf("%d emails were set aside", n)
	}
}

func mailsAbout(mails map[string][]string, number string) (n int) {
	for _, subjects := range mails {
		if strings.Contains(subjects[0], number) {
			n++
		}
	}
	return n
}

func waitingOf(t *testing.T, db *sqlstore.DB, kind string) (n int) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM outbox WHERE kind = $1", kind).
		Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// freeAddress is one that nobody listens on now.
func freeAddress(t *testing.T) string {
	t.Helper()
	port, err := testproc.FreePort()
	if err != nil {
		t.Fatal(err)
	}
	return "127.0.0.1:" + strconv.Itoa(port)
}
