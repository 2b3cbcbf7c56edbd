package app

import (
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"

	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/regulation"
	"dawa/internal/testkit/pgtest"
)

// Statements cost a round trip each on PostgreSQL. The counts are of everything that a call makes the database do,
// the work after its answer included: the email of an order, the change feed, the notifications.
const (
	maxCartStatements     = 6
	maxCheckoutStatements = 16
)

func TestStatements_CartChangeAndCheckoutOnPostgreSQL(t *testing.T) {
	t.Parallel()
	c := testConfig(t)
	c.Database, c.SMTP = pgtest.New(t), "smtp://"+discardMail(t)+"?tls=none"
	all := pgtest.LogStatements(t, c.Database)
	logged := func() []string {
		return slices.DeleteFunc(all(), func(s string) bool { return strings.Contains(s, settleQuery) })
	}
	s := stocked(t, c)
	for i := range 2 {
		_, err := s.service.Create(t.Context(), &catalog.Product{
			ID: fmt.Sprint("plenty-", i), Code: fmt.Sprint("P-", i), Name: text.Pair{English: "Plenty", Arabic: "كثير"},
			Description: text.Pair{English: "x", Arabic: "y"}, Brand: "dove", Category: "vitamins", Price: 100,
			Stock:  10_000,
			Status: catalog.Approved,
			// A medicine: its bound per day is looked up as well.
			Regulation:  regulation.OTC,
			Ingredients: []catalog.Ingredient{{Name: text.Pair{English: "Paracetamol", Arabic: "باراسيتامول"}}},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	// Several people order at once, as in a shop: the work after an answer is done for several orders together.
	const shoppers, each = 8, 8
	const n = shoppers * each
	people := make([]*shopper, shoppers)
	for i := range people {
		people[i] = s.customer(fmt.Sprint("person", i))
	}
	everybody := func(do func(p *shopper)) (statements []string) {
		before := len(logged())
		var done sync.WaitGroup
		for _, p := range people {
			done.Go(func() {
				for range each {
					do(p)
				}
			})
		}
		done.Wait()
		s.waitUntilIdle()
		return logged()[before:]
	}
	order := func(p *shopper) {
		p.put("plenty-0", 1)
		p.mustBuy(byCash, "")
	}
	everybody(order) // prepares the statements

	cart := everybody(func(p *shopper) {
		p.put("plenty-0", 1)
		p.must("DELETE", "/api/user/cart", `{"productId":"plenty-0"}`)
	})
	// A change and a removal; what runs by the clock is shared by all of them.
	perChange := float64(len(cart)) / (2 * n)
	if perChange > maxCartStatements {
		t.Errorf("%.1f statements for a change of the cart, at most %d are allowed; the last ones:%s", perChange,
			maxCartStatements, tail(cart))
	}
	checkouts := everybody(order)
	got := float64(len(checkouts))/n - perChange
	t.Logf("%.1f statements for a change of the cart, %.1f for a checkout", perChange, got)
	if got > maxCheckoutStatements {
		t.Errorf("%.1f statements for a checkout, at most %d are allowed; the last ones:%s", got, maxCheckoutStatements,
			tail(checkouts))
	}
}

// settleQuery counts the jobs that are left.
const settleQuery = "SELECT count(*) FROM outbox WHERE NOT buried AND TRUE"

// settle waits until all work that follows from earlier calls is done.
func (s *stock) waitUntilIdle() {
	s.t.Helper()
	for left := 1; left > 0; {
		if err := s.storage.DB.QueryRowContext(s.t.Context(), settleQuery).Scan(&left); err != nil {
			s.t.Fatal(err)
		}
	}
}

// discardMail is a mail server that accepts everything.
func discardMail(t *testing.T) (address string) {
	t.Helper()
	var lc net.ListenConfig
	listener, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return discard{}, nil }))
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return listener.Addr().String()
}

type discard struct{}

func (discard) Mail(string, *smtp.MailOptions) error { return nil }
func (discard) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (discard) Reset()                               {}
func (discard) Logout() error                        { return nil }
func (discard) Data(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	return err
}

func tail(statements []string) string {
	out := ""
	for _, s := range statements[max(0, len(statements)-60):] {
		out += fmt.Sprintf("\n  %.140s", s)
	}
	return out
}
