package app

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/operate"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/edge/httpapi/wire"
)

// wrist is a clock that tests move on, for shop and phone alike.
type wrist struct {
	mu    sync.Mutex
	set   bool
	ahead time.Duration
}

func (w *wrist) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wind()
	return time.Now().Add(w.ahead)
}

func (w *wrist) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wind()
	w.ahead += d
}

// wind sets the watch when it is first looked at, to when a code has just become valid: a test does not run into the
// next one by chance.
func (w *wrist) wind() {
	const life = 30 * time.Second
	if !w.set {
		w.set, w.ahead = true, life-time.Duration(time.Now().UnixNano())%life
	}
}

// phone is an authenticator app, written from the standard and not from our own code.
type phone struct {
	secret []byte
	clock  *wrist
}

func phoneOf(t *testing.T, secret string, clock *wrist) phone {
	t.Helper()
	raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(secret)
	if err != nil || len(raw) != 20 {
		t.Fatalf("the secret is %q, %v", secret, err)
	}
	return phone{raw, clock}
}

func (p phone) code() string {
	mac := hmac.New(sha1.New, p.secret)
	_ = binary.Write(mac, binary.BigEndian, p.clock.now().Unix()/30)
	sum := mac.Sum(nil)
	at := sum[19] & 15
	return fmt.Sprintf("%06d", (binary.BigEndian.Uint32(sum[at:at+4])&0x7fffffff)%1000000)
}

// next waits for the next code.
func (p phone) next() string {
	p.clock.pass(30 * time.Second)
	return p.code()
}

// begin starts to set two-factor up, of admins with the host's code.
func (p *shopper) begin(clock *wrist, enrolment string) phone {
	p.t.Helper()
	p.verifyEmail()
	var begun wire.TwoFactorBegun
	p.into(&begun, "POST", "/api/user/second-step",
		`{"password":"`+testPassword+`","enrolment":"`+enrolment+`"}`)
	if !strings.Contains(begun.URI, "secret="+begun.Secret) {
		p.t.Errorf("the uri is %s", begun.URI)
	}
	for _, row := range begun.Qr {
		if len(row) != len(begun.Qr) || strings.Trim(row, "01") != "" {
			p.t.Errorf("a row of the picture is %q", row)
		}
	}
	if size := len(begun.Qr); size < 21 || (size-17)%4 != 0 || !strings.HasPrefix(begun.Qr[0], "11111110") {
		p.t.Errorf("the picture is no QR code: %v", begun.Qr)
	}
	return phoneOf(p.t, begun.Secret, clock)
}

// secure turns two-factor on.
func (p *shopper) secure(clock *wrist) (phone, []string) { return p.secureWith(clock, "") }

func (p *shopper) secureWith(clock *wrist, enrolment string) (phone, []string) {
	p.t.Helper()
	app := p.begin(clock, enrolment)
	var confirmed wire.TwoFactorConfirmed
	p.into(&confirmed, "PUT", "/api/user/second-step", `{"code":"`+app.code()+`"}`)
	p.renew()
	return app, confirmed.RecoveryCodes
}

func (p *shopper) twoFactorPage() wire.TwoFactor {
	p.t.Helper()
	var s wire.TwoFactor
	p.into(&s, "GET", "/api/user/second-step", "")
	return s
}

func loginBody(code string) string {
	return fmt.Sprintf(`{"username":"layla","password":%q,"remember":null,"code":%q}`, testPassword, code)
}

// plainLogin is what clients send that know nothing of two-factor.
const plainLogin = `{"username":"layla","password":"` + testPassword + `","remember":null}`

// watched is a stocked shop whose clock the test moves.
func watched(t *testing.T, c Config) (*stock, *wrist) {
	t.Helper()
	clock := &wrist{}
	return stockedIn(t, startAt(t, c, quiet(), clock.now)), clock
}

func TestTwoFactor_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s, clock := watched(t, c)
		p := s.customer("layla")
		elsewhere := s.visitor()
		elsewhere.signIn("layla")
		s.mail()
		const call = "/api/user/second-step"
		if got := p.twoFactorPage(); got.On || got.Since != nil || got.RecoveryCodesLeft != 0 || got.Required {
			t.Errorf("off is %+v", got)
		}
		p.refused(http.StatusForbidden, apperr.PasswordWrong, "POST", call, `{"password":"wrongwrong1"}`)
		p.refused(http.StatusConflict, apperr.TwoFactorNotBegun, "PUT", call, `{"code":"123456"}`)
		p.refused(http.StatusConflict, apperr.Conflict, "DELETE", call,
			`{"password":"`+testPassword+`","code":"123456"}`)
		for _, method := range []string{"POST", "PUT", "DELETE"} {
			nonsense(t, p, method, call)
		}
		app := p.begin(clock, "")
		p.wrong("PUT", call, `{"code":"12 34"}`, map[string]string{"code": "wrong_code"})
		elsewhere.says("You have been logged out", "POST", "/api/user/logout", "")
		elsewhere.renew()
		elsewhere.signIn("layla") // only begun: nothing is asked
		var confirmed wire.TwoFactorConfirmed
		p.into(&confirmed, "PUT", call, `{"code":"`+app.code()+`"}`)
		p.renew()
		if got := p.twoFactorPage(); !got.On || got.Since == nil || got.RecoveryCodesLeft != 10 ||
			len(confirmed.RecoveryCodes) != 10 {
			t.Errorf("on is %+v with %v", got, confirmed.RecoveryCodes)
		}
		if !p.status().Authenticated || elsewhere.status().Authenticated {
			t.Error("turning it on must end the other session and keep this browser signed in")
		}
		if mail := s.mail(); len(mail) != 1 || mail[0].Kind != accounts.EmailTwoFactorOn {
			t.Errorf("mailed %+v", mail)
		}
		p.refused(http.StatusConflict, apperr.TwoFactorOn, "POST", call, `{"password":"`+testPassword+`"}`)
		var export wire.AccountExport
		p.into(&export, "POST", "/api/user/export", `{"password":"`+testPassword+`"}`)
		if export.SecondStepSince == nil {
			t.Error("the export does not say that it is on")
		}

		v := s.visitor()
		login := func(status int, code apperr.Code, body string) {
			t.Helper()
			v.refused(status, code, "POST", "/api/user/login", body)
		}
		login(http.StatusUnauthorized, apperr.LoginFailed,
			`{"username":"layla","password":"wrongwrong1","code":"`+app.code()+`"}`)
		login(http.StatusUnauthorized, apperr.CodeNeeded, plainLogin)
		login(http.StatusUnauthorized, apperr.CodeNeeded, loginBody(""))
		login(http.StatusUnauthorized, apperr.WrongCode, loginBody(app.code())) // confirmed with it
		v.says("You are signed in", "POST", "/api/user/login", loginBody(app.next()))
		v = s.visitor()
		login(http.StatusUnauthorized, apperr.WrongCode, loginBody(app.code())) // the same again
		v.says("You are signed in", "POST", "/api/user/login", loginBody(confirmed.RecoveryCodes[0]))
		v = s.visitor()
		login(http.StatusUnauthorized, apperr.WrongCode, loginBody(confirmed.RecoveryCodes[0]))
		v.says("You are signed in", "POST", "/api/user/login", loginBody(app.next()))
		v.renew()
		if got := p.twoFactorPage(); got.RecoveryCodesLeft != 9 {
			t.Errorf("%d recovery codes are left", got.RecoveryCodesLeft)
		}
		p.wrong("DELETE", call, `{"password":"`+testPassword+`","code":"000000"}`,
			map[string]string{"code": "wrong_code"})
		p.refused(http.StatusForbidden, apperr.PasswordWrong, "DELETE", call,
			`{"password":"wrongwrong1","code":"`+app.next()+`"}`)
		p.says("Two-step verification is off", "DELETE", call,
			`{"password":"`+testPassword+`","code":"`+confirmed.RecoveryCodes[1]+`"}`)
		p.renew()
		if !p.status().Authenticated || v.status().Authenticated || p.twoFactorPage().On {
			t.Error("turning it off must end the other session and keep this browser signed in")
		}
		s.visitor().says("You are signed in", "POST", "/api/user/login", plainLogin)
	})
}

func TestTwoFactor_HundredUsesOfOneCodeMakeOneSession(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s, clock := watched(t, c)
		p := s.customer("layla")
		app, recovery := p.secure(clock)
		for name, code := range map[string]string{"app": app.next(), "recovery": recovery[0]} {
			before := s.sessionsOf(p)
			var won atomic.Int32
			v := s.visitor()
			// A busy machine may refuse all hundred before one of them is looked at.
			for round := 0; won.Load() == 0 && round < 10; round++ {
				resetAttempts(t, s)
				together(100, func(int) {
					switch status, body := v.tab().call("POST", "/api/user/login", loginBody(code)); status {
					case http.StatusOK:
						won.Add(1)
					case http.StatusUnauthorized, http.StatusTooManyRequests, http.StatusServiceUnavailable:
					default:
						t.Errorf("%s: %d %s", name, status, body)
					}
				})
			}
			if after := s.sessionsOf(p); won.Load() != 1 || after != before+1 {
				t.Errorf("%s: %d won, %d sessions after %d", name, won.Load(), after, before)
			}
			// The waits that the losers ran into are not what this is about.
			resetAttempts(t, s)
		}
	})
}

// sessionsOf counts where somebody is signed in.
func (s *stock) sessionsOf(p *shopper) int {
	s.t.Helper()
	var list wire.SessionList
	p.into(&list, "GET", "/api/user/sessions", "")
	return len(list.Sessions)
}

func resetAttempts(t *testing.T, s *stock) {
	t.Helper()
	must(t, s.storage.DB.Write(t.Context(), func(tx *sqlstore.Tx) error {
		_, err := tx.ExecContext(t.Context(), "DELETE FROM tries")
		return err
	}))
}

func TestTwoFactor_WrongCodesAreRateLimited(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s, clock := watched(t, c)
		app, _ := s.customer("layla").secure(clock)
		v := s.visitor()
		for range 7 {
			v.refused(http.StatusUnauthorized, apperr.CodeNeeded, "POST", "/api/user/login", plainLogin)
		}
		for range 5 {
			v.refused(http.StatusUnauthorized, apperr.WrongCode, "POST", "/api/user/login", loginBody("00000x"))
		}
		v.refused(http.StatusTooManyRequests, apperr.RateLimited, "POST", "/api/user/login", loginBody(app.next()))
	})
}

func TestConfirmTwoFactor_RefusesAnotherUser(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s, clock := watched(t, c)
		layla, karim := s.customer("layla"), s.customer("karim")
		app := layla.begin(clock, "")
		karim.refused(http.StatusConflict, apperr.TwoFactorNotBegun, "PUT", "/api/user/second-step",
			`{"code":"`+app.code()+`"}`)
		karim.begin(clock, "")
		karim.wrong("PUT", "/api/user/second-step", `{"code":"`+app.code()+`"}`,
			map[string]string{"code": "wrong_code"})
		if layla.twoFactorPage().On || karim.twoFactorPage().On {
			t.Error("a stranger's code turned it on")
		}
	})
}

func TestAdmins_NeedTwoFactorWhereRequired(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		c.AdminsNeedTwoFactor = true
		s, clock := watched(t, c)
		p, customer := s.customer("layla"), s.customer("karim")
		if _, err := s.accounts.SetAdmin(t.Context(), "layla", true); err != nil {
			t.Fatal(err)
		}
		p.renew()
		p.signIn("layla")
		const read, write = "/api/admin/overview", "/api/admin/product/item-07"
		p.refused(http.StatusForbidden, apperr.TwoFactorRequired, "GET", read, "")
		p.refused(http.StatusForbidden, apperr.TwoFactorRequired, "PATCH", write, `{"nb_in_stock":3}`)
		customer.refused(http.StatusForbidden, apperr.Forbidden, "GET", read, "")
		if !p.status().User.Admin || !p.twoFactorPage().Required || customer.twoFactorPage().Required {
			t.Error("the admin must learn what is asked, and nobody else")
		}
		p.verifyEmail()
		p.refused(http.StatusForbidden, apperr.EnrolmentNeeded, "POST", "/api/user/second-step",
			`{"password":"`+testPassword+`"}`)
		host, err := operate.OpenHost(t.Context(), c.Storage)
		must(t, err)
		defer host.Close()
		code, err := host.Enrol(t.Context(), "layla")
		must(t, err)
		app, _ := p.secureWith(clock, code)
		p.must("GET", read, "")
		again := s.visitor()
		again.refused(http.StatusUnauthorized, apperr.CodeNeeded, "POST", "/api/user/login", plainLogin)
		again.must("POST", "/api/user/login", loginBody(app.next()))
		again.renew()
		again.must("GET", read, "")

		if removed, err := host.RemoveTwoFactor(t.Context(), "layla"); err != nil || !removed ||
			!again.signedOutWithinASecond() {
			t.Errorf("removed by the host: %v, %v", removed, err)
		}
		again = s.visitor()
		again.signIn("layla")
		again.refused(http.StatusForbidden, apperr.TwoFactorRequired, "GET", read, "")
	})
}

// Whoever takes the database has neither the secret of an app nor a recovery code.
func TestTwoFactor_LeavesNoPlainSecretInTheDatabase(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s, clock := watched(t, c)
		p := s.customer("layla")
		app, recovery := p.secure(clock)
		step, err := sqlstore.NewAccounts(s.storage.DB, sqlstore.AccountHooks{}).
			TwoFactor(t.Context(), p.status().User.ID)
		must(t, err)
		rows, err := json.Marshal(step)
		must(t, err)
		bare := strings.ReplaceAll(recovery[0], "-", "")
		plain := sha256.Sum256([]byte(bare))
		for _, secret := range []string{
			string(app.secret), base32.StdEncoding.EncodeToString(app.secret), hex.EncodeToString(app.secret),
			recovery[0], bare, hex.EncodeToString(plain[:]),
		} {
			if strings.Contains(string(rows), secret) {
				t.Errorf("the database holds %q", secret)
			}
		}
		if len(step.RecoveryCodes) != 10 || !strings.HasPrefix(step.RecoveryCodes[0], "$argon2id$") {
			t.Errorf("recovery codes are kept as %v", step.RecoveryCodes)
		}
	})
}

func TestPasswords_BreachedAreRefusedEverywhere(t *testing.T) {
	t.Parallel()
	c := testConfig(t)
	c.BreachedPasswords = filepath.Join(t.TempDir(), "breached.txt")
	var lines []string
	for _, password := range []string{"Kibbeh7Tabbouleh", "Sfiha8Fattoush"} {
		lines = append(lines, fmt.Sprintf("%X:12\r\n", sha1.Sum([]byte(password))))
	}
	slices.Sort(lines)
	must(t, os.WriteFile(c.BreachedPasswords, []byte(strings.Join(lines, "")), 0o600))
	s := stocked(t, c)
	s.visitor().refused(http.StatusBadRequest, apperr.PasswordCommon, "POST", "/api/user/register",
		`{"user":{"full_name":"Layla Haddad","username":"other","phone_nb":"03123456","email":"other@example.com"},`+
			`"password":"Sfiha8Fattoush"}`)
	p := s.customer("layla")
	p.refused(http.StatusBadRequest, apperr.PasswordCommon, "PUT", "/api/user/password",
		`{"password":"`+testPassword+`","new_password":"Kibbeh7Tabbouleh"}`)
	s.mail()
	p.says("Email sent", "POST", "/api/user/changePassEmail", `{"email":"layla@example.com"}`)
	reset := s.linkOf(accounts.EmailReset)
	p.refused(http.StatusBadRequest, apperr.PasswordCommon, "PUT", reset, `{"password":"Kibbeh7Tabbouleh"}`)
	p.must("PUT", reset, `{"password":"Kibbeh8Tabbouleh"}`)
}

func TestOpen_UnusableBreachedPasswordsFileStopsTheStart(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	unsorted := filepath.Join(folder, "unsorted.txt")
	must(t, os.WriteFile(unsorted, []byte(strings.Repeat("F", 40)+":1\n"+strings.Repeat("0", 40)+":2\n"), 0o600))
	for _, file := range []string{filepath.Join(folder, "missing.txt"), folder, unsorted} {
		c := testConfig(t)
		c.BreachedPasswords = file
		shop, err := Open(t.Context(), c, quiet(), nil)
		if err == nil {
			_ = shop.Close()
			t.Fatalf("%s was taken", file)
		}
		if said := err.Error(); !strings.HasPrefix(said, "--breached-passwords: ") || strings.Contains(said, "\n") {
			t.Errorf("%s: %q", file, said)
		}
	}
}

// verifyEmail marks the signed-in user's address as verified, as its link does.
func (p *shopper) verifyEmail() {
	p.t.Helper()
	var status struct {
		User struct {
			Username string `json:"username"`
		} `json:"user"`
	}
	p.into(&status, "GET", "/api/user/status", "")
	err := p.storage.DB.Write(p.t.Context(), func(tx *sqlstore.Tx) error {
		_, err := tx.ExecContext(p.t.Context(), "UPDATE users SET email_verified = TRUE WHERE username = $1",
			status.User.Username)
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
}
