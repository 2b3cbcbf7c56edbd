package app

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/operate"
	"dawa/internal/base/apperr"
	"dawa/internal/edge/httpapi/wire"
)

func card(number string) string { return cardWith(number, "123", "Layla Haddad") }

func cardWith(number, cvv, name string) string {
	return fmt.Sprintf(`{"card_name":%q,"card_number":%q,"cvv":%q,"exp_date":"12/39"}`, name, number, cvv)
}

func (p *shopper) payment() wire.PaymentForm {
	p.t.Helper()
	var form wire.PaymentForm
	p.into(&form, "GET", "/api/user/payment-form", "")
	return form
}

func TestCard_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		s.visitor().refused(401, apperr.NotSignedIn, "GET", "/api/user/payment-form", "")
		me, other := s.customer("layla"), s.customer("karim")
		if f := me.payment(); f.DecryptedCardName+f.DecryptedCardNumber+f.DecryptedExpDate+f.Brand+f.Last4 != "" ||
			f.Sandbox || fmt.Sprint(f.Methods) != "[cash]" {
			t.Errorf("without a card: %+v", f)
		}
		me.refused(404, apperr.CardNotFound, "PUT", "/api/user/update-card", card("4242424242424242"))
		me.refused(404, apperr.CardNotFound, "PUT", "/api/user/delete-card", "")
		me.must("POST", "/api/user/add-card",
			`{"card_name":"ليلى حداد","card_number":"٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢","cvv":"١٢٣","exp_date":"١٢/٢٠٣٩"}`)
		me.refused(409, apperr.CardExists, "POST", "/api/user/add-card", card("4242424242424242"))
		f := me.payment()
		if f.DecryptedCardName != "ليلى حداد" || f.DecryptedCardNumber != "•••• •••• •••• 4242" ||
			f.DecryptedCVV != "" || f.DecryptedExpDate != "12/39" || f.Brand != "visa" || f.Last4 != "4242" {
			t.Errorf("the card is %+v", f)
		}
		me.must("PUT", "/api/user/update-card", cardWith(f.DecryptedCardNumber, "999", "New Name"))
		if number, _, err := s.App.customer.cards.Number(t.Context(), s.userID("layla")); err != nil ||
			number != "4242424242424242" || me.payment().DecryptedCardName != "New Name" {
			t.Errorf("after an update with the mask: %v", err)
		}
		me.must("PUT", "/api/user/update-card", card("5555555555554444"))
		if f := me.payment(); f.Brand != "mastercard" || f.Last4 != "4444" {
			t.Errorf("after another card: %+v", f)
		}
		if f := other.payment(); f.Last4 != "" {
			t.Errorf("somebody else sees %+v", f)
		}
		other.refused(404, apperr.CardNotFound, "PUT", "/api/user/delete-card", "")
		me.must("PUT", "/api/user/delete-card", "")
		me.refused(404, apperr.CardNotFound, "PUT", "/api/user/delete-card", "") // pressed twice
		if f := me.payment(); f.Last4 != "" {
			t.Errorf("deleted: %+v", f)
		}
		added := make([]int, 8)
		together(len(added), func(i int) {
			added[i], _ = me.tab().call("POST", "/api/user/add-card", card("4242424242424242"))
		})
		won := 0
		for _, status := range added {
			if status == 200 {
				won++
			} else if status != 409 {
				t.Errorf("adding from many tabs: %d", status)
			}
		}
		if won != 1 {
			t.Errorf("%d tabs added the card", won)
		}
	})
}

func (s *stock) userID(name string) (id string) {
	s.t.Helper()
	if err := s.storage.DB.QueryRowContext(s.t.Context(), "SELECT id FROM users WHERE username = $1", name).
		Scan(&id); err != nil {
		s.t.Fatal(err)
	}
	return id
}

func TestCard_RulesOverHTTP(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	me := s.customer("layla")
	for body, fields := range map[string]map[string]string{
		`{"card_name":"","card_number":"","cvv":"","exp_date":""}`: {
			"card_name": "card_name_required", "card_number": "card_number_required", "cvv": "cvv_required",
			"exp_date": "exp_date_required",
		},
		`{"card_name":"a@b","card_number":"42424242","cvv":"12","exp_date":"1/2"}`: {
			"card_name": "card_name_letters", "card_number": "card_number_digits", "cvv": "cvv_digits",
			"exp_date": "exp_date_format",
		},
		`{"card_name":"A","card_number":"4242424242424241","cvv":"123","exp_date":"12/39"}`: {
			"card_number": "card_number_luhn",
		},
		`{"card_name":"A","card_number":"6011000990139424","cvv":"123","exp_date":"12/39"}`: {
			"card_number": "card_brand",
		},
		`{"card_name":"A","card_number":"4242424242424242","cvv":"1234","exp_date":"01/20"}`: {
			"exp_date": "card_expired",
		},
		`{"card_name":"A","card_number":"4242424242424242","cvv":"12345","exp_date":"12/39"}`: {"cvv": "cvv_digits"},
		`{"card_name":"A","card_number":"•••• •••• •••• 4242","cvv":"123","exp_date":"12/39"}`: {
			"card_number": "card_number_digits",
		},
		`{"card_name":"` + strings.Repeat("a", 101) +
			`","card_number":"4242424242424242","cvv":"123","exp_date":"12/39"}`: {"card_name": "card_name_max"},
	} {
		me.wrong("POST", "/api/user/add-card", body, fields)
	}
	for _, body := range []string{
		`{"card_name":"A","card_number":4242424242424242,"cvv":"123","exp_date":"12/39"}`,
		`{"card_name":"A","card_number":"4242424242424242","cvv":123,"exp_date":"12/39"}`,
	} {
		me.refused(400, apperr.InvalidInput, "POST", "/api/user/add-card", body)
	}
	nonsense(t, me, "POST", "/api/user/add-card")
	nonsense(t, me, "PUT", "/api/user/update-card")
	if f := me.payment(); f.Last4 != "" {
		t.Errorf("a refused card was kept: %+v", f)
	}
}

func TestDemo_OffersTheSandboxGateway(t *testing.T) {
	t.Parallel()
	if o := (Config{Demo: true}).paymentOffer(); !o.Sandbox || fmt.Sprint(o.Methods) != "[card cash]" {
		t.Errorf("the demo offers %+v", o)
	}
}

func TestGetCard_TamperedCardIsAbsentAndCanBeSavedAgain(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		var log lockedBuffer
		s := stockedIn(t, startLogged(t, c, slog.New(slog.NewTextHandler(&log, nil))))
		me := s.customer("layla")
		me.must("POST", "/api/user/add-card", card("4242424242424242"))
		err := s.storage.DB.Write(t.Context(), func(tx *sqlstore.Tx) error {
			_, err := tx.ExecContext(t.Context(), "UPDATE cards SET name = number, exp_date = number")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if f := me.payment(); f.DecryptedCardName != "" || f.Last4 != "" {
			t.Errorf("shown as %+v", f)
		}
		if !strings.Contains(log.String(), "cannot be opened") {
			t.Error("nobody was told")
		}
		me.must("POST", "/api/user/add-card", card("5555555555554444"))
		if f := me.payment(); f.Last4 != "4444" {
			t.Errorf("entered again: %+v", f)
		}
	})
}

// lockedBuffer is a log that a running shop writes and the test reads.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// A CVV is three or four digits, which may stand anywhere by chance. Several are sent, in each way that
// the shop takes them; whatever writes one down writes them all.
var canaryCVVs = []string{"7391", "8264", "9157", "6482"}

const (
	canaryNumber = "4929135862470188" // its check digit is right
	canaryName   = "Zenobia Canary"
	canaryWrong  = "cvvcanaryxyzzy"
)

// What is printed on a card, and the CVV above all, is found nowhere afterwards: in no file of the shop,
// the journal of the database included, in no table and in no line of the log.
func TestSaveCard_LeavesNoPlainTextAnywhere(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		c.CardKeys = "" // as a shop keeps them: in its folder
		if err := operate.NewCardRing(c.Storage); err != nil {
			t.Fatal(err)
		}
		var log lockedBuffer
		s := stockedIn(t,
			startLogged(t, c, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))))
		me := s.customer("canaryowner")
		for i, cvv := range canaryCVVs {
			method, path := "PUT", "/api/user/update-card"
			if i == 0 {
				method, path = "POST", "/api/user/add-card"
			}
			me.must(method, path, cardWith(canaryNumber, cvv, canaryName))
			// And in every way that is refused.
			me.call("POST", "/api/user/add-card", cardWith(canaryNumber, cvv, canaryName))
			me.call("PUT", "/api/user/update-card", cardWith("4929135862470185", cvv, canaryName))
			me.call("PUT", "/api/user/update-card", `{"card_name":"A","cvv":`+cvv+`,"card_number":`+canaryNumber+`}`)
			me.call("PUT", "/api/user/update-card?cvv="+cvv, `{"card_name":"A","cvv":["`+cvv+`"]`)
		}
		me.call("PUT", "/api/user/update-card", cardWith(canaryNumber, canaryWrong, canaryName))
		me.payment()
		me.must("POST", "/api/user/export", `{"password":"`+testPassword+`"}`)

		places := traces(t, c, s)
		if err := s.stop(); err != nil {
			t.Fatal(err)
		}
		for name, text := range files(t, c.Data) {
			places["after the stop: "+name] = text
		}
		places["log"] = log.String()
		all := strings.Join(mapValues(places), "\x00")
		if !strings.Contains(all, "canaryowner") || !strings.Contains(places["log"], "/api/user/add-card") {
			t.Fatal("the search does not find what is there")
		}
		for name, text := range places {
			for _, secret := range []string{canaryNumber, canaryName, canaryWrong, "4929 1358"} {
				if strings.Contains(text, secret) {
					t.Errorf("%s holds %q", name, secret)
				}
			}
			found := 0
			for _, cvv := range canaryCVVs {
				if regexp.MustCompile(`(^|[^0-9A-Za-z+/])` + cvv + `($|[^0-9A-Za-z+/])`).MatchString(text) {
					found++
				}
			}
			if found == len(canaryCVVs) {
				t.Errorf("%s holds every CVV", name)
			}
		}
	})
}

// traces is everything a shop keeps while it runs: its files and, on PostgreSQL, every row of every table.
func traces(t *testing.T, c Config, s *stock) map[string]string {
	t.Helper()
	places := map[string]string{}
	for name, text := range files(t, c.Data) {
		places["while running: "+name] = text
	}
	if c.SQLite() {
		if _, ok := places["while running: dawa.db-wal"]; !ok {
			t.Fatal("there is no journal to look into")
		}
		return places
	}
	db, err := sql.Open("pgx", c.Database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	tables := column(t, db, "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
	if len(tables) < 10 {
		t.Fatalf("only %v", tables)
	}
	for _, table := range tables {
		places["table "+table] = strings.Join(column(t, db, "SELECT t::text FROM "+table+" t"), "\n")
	}
	return places
}

func column(t *testing.T, db *sql.DB, query string) (values []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var value string
		if err := rows.Scan(&value); err != nil {
			t.Fatal(err)
		}
		values = append(values, value)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return values
}

func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		found[strings.TrimPrefix(path, dir+string(filepath.Separator))] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func mapValues(m map[string]string) (values []string) {
	for _, v := range m {
		values = append(values, v)
	}
	return values
}

// Keys are rotated beside a running shop, which goes on saving and reading cards.
func TestRotateKeys_WhileTheShopRuns(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		c.CardKeys = ""
		if err := operate.NewCardRing(c.Storage); err != nil {
			t.Fatal(err)
		}
		s := stocked(t, c)
		people := []*shopper{s.customer("layla"), s.customer("karim"), s.customer("rana")}
		for _, p := range people[:2] {
			p.must("POST", "/api/user/add-card", card("4242424242424242"))
		}
		working, stop := context.WithCancel(t.Context())
		var shopping sync.WaitGroup
		shopping.Go(func() {
			for working.Err() == nil {
				people[0].tab().payment()
				if status, got := people[1].tab().call("PUT", "/api/user/update-card",
					cardWith("•••• •••• •••• 4242", "123", "Renamed")); status != 200 {
					t.Errorf("changing a card: %d %s", status, got)
				}
				time.Sleep(5 * time.Millisecond)
			}
		})
		last := 0
		done, err := operate.RotateCardKeys(t.Context(), c.Storage, operate.RotateOptions{DropOld: true}, quiet(),
			func(done, total int) {
				last = done * 100 / max(total, 1)
			})
		if err != nil || done != (operate.RotateReport{Key: 2, Dropped: true}) || last != 100 {
			t.Errorf("%+v at %d %%: %v", done, last, err)
		}
		people[2].must("POST", "/api/user/add-card", card("5555555555554444"))
		stop()
		shopping.Wait()
		for i, p := range people {
			if want := []string{"4242", "4242", "4444"}[i]; p.payment().Last4 != want {
				t.Errorf("person %d has %+v", i, p.payment())
			}
		}
		var old int
		if err := s.storage.DB.QueryRowContext(t.Context(), "SELECT count(*) FROM cards WHERE key_id <> 2").
			Scan(&old); err != nil || old != 0 {
			t.Errorf("%d cards are sealed with the old key (%v)", old, err)
		}
		if text, err := os.ReadFile(c.CardRing()); err != nil || strings.Count(string(text), ":") != 1 ||
			!strings.HasPrefix(string(text), "2:") {
			t.Errorf("the ring still has other keys (%v)", err)
		}
	})
}

func TestRotateKeys_WithoutShopOrRingSaysSo(t *testing.T) {
	t.Parallel()
	c := testConfig(t)
	c.Data, c.CardKeys = filepath.Join(t.TempDir(), "none"), ""
	rotate := func() error {
		_, err := operate.RotateCardKeys(t.Context(), c.Storage, operate.RotateOptions{}, quiet(), func(int, int) {})
		return err
	}
	if err := rotate(); err == nil || !strings.Contains(err.Error(), "there is no shop in "+c.Data) {
		t.Errorf("no shop: %v", err)
	}
	if _, err := os.Stat(c.Data); err == nil {
		t.Error("a folder was made for nothing")
	}
	if _, err := operate.Migrate(t.Context(), c.Storage); err != nil {
		t.Fatal(err)
	}
	if err := rotate(); err == nil || !strings.Contains(err.Error(), "dawa keys new") {
		t.Errorf("no ring: %v", err)
	}
}
