package accounts_test

import (
	"encoding/base32"
	"regexp"
	"strings"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/ratelimit"
)

// phone is an authenticator app.
type phone struct {
	secret []byte
	clock  *clock
}

func (h *fixture) phone(t *testing.T, secret string) phone {
	t.Helper()
	raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(secret)
	if err != nil || len(raw) != 20 {
		t.Fatalf("the secret is %q, %v", secret, err)
	}
	return phone{raw, h.clock}
}

// shows is the code on the phone, or the one that many steps later.
func (p phone) shows(later int64) string {
	return accounts.CodeOfStep(p.secret, p.clock.Now().Unix()/int64(accounts.StepTime/time.Second)+later)
}

// next waits for the phone's next code.
func (p phone) next() string {
	p.clock.pass(accounts.StepTime)
	return p.shows(0)
}

func as(signedIn *accounts.SignedIn) accounts.Caller {
	me := home
	me.Identity = accounts.Identity{UserID: signedIn.User.ID, SessionID: signedIn.SessionID}
	return me
}

func (h *fixture) begin(t *testing.T, userID string) phone {
	t.Helper()
	h.verifyEmail(t, userID)
	secret, _, err := h.BeginTwoFactor(t.Context(), userID, goodPassword, "")
	if err != nil {
		t.Fatal(err)
	}
	return h.phone(t, secret)
}

// secured signs somebody up and turns their two-factor on.
func (h *fixture) secured(t *testing.T, r accounts.Registration) (me *accounts.SignedIn, p phone, recovery []string) {
	t.Helper()
	signedIn := h.register(t, r)
	p = h.begin(t, signedIn.User.ID)
	recovery, me, err := h.ConfirmTwoFactor(t.Context(), as(signedIn), p.shows(0))
	if err != nil {
		t.Fatal(err)
	}
	return me, p, recovery
}

func (h *fixture) loginWith(t *testing.T, code string) error {
	t.Helper()
	_, err := h.Login(t.Context(), home, accounts.Credentials{Login: "layla", Password: goodPassword, Code: code})
	return err
}

func (h *fixture) alive(t *testing.T, c accounts.Cookie) bool {
	t.Helper()
	who, err := h.Identify(t.Context(), c.Value)
	if err != nil {
		t.Fatal(err)
	}
	return who.UserID != ""
}

func (h *fixture) recorded(t *testing.T, action audit.Action) []audit.NamedEvent {
	t.Helper()
	records, _, err := h.audit.Events(t.Context(), audit.Filter{Action: string(action), Limit: 50})
	if err != nil {
		t.Fatal(err)
	}
	return records
}

func TestTwoFactor_BeginConfirmRequireEnd(t *testing.T) {
	h := newFixture(t)
	ctx := t.Context()
	first := h.register(t, layla())
	id := first.User.ID
	elsewhere, err := h.login(t, "layla", goodPassword)
	if err != nil {
		t.Fatal(err)
	}
	h.emails(t)
	_, _, err = h.BeginTwoFactor(ctx, id, "WrongPass99", "")
	wantCode(t, err, apperr.PasswordWrong)
	_, _, err = h.ConfirmTwoFactor(ctx, as(first), "123456")
	wantCode(t, err, apperr.TwoFactorNotBegun)
	old := h.begin(t, id)
	app := h.begin(t, id)
	if state, err := h.TwoFactor(ctx, id); err != nil || state != (accounts.TwoFactorState{}) {
		t.Errorf("begun is %+v, %v", state, err)
	}
	if err := h.loginWith(t, ""); err != nil {
		t.Errorf("an unconfirmed two-factor setup asks: %v", err)
	}
	_, _, err = h.ConfirmTwoFactor(ctx, as(first), old.shows(0))
	wantFields(t, err, "code", "wrong_code")
	_, _, err = h.ConfirmTwoFactor(ctx, as(first), "")
	wantFields(t, err, "code", "second_step_code_required")
	recovery, me, err := h.ConfirmTwoFactor(ctx, as(first), app.shows(0))
	if err != nil {
		t.Fatal(err)
	}
	shape := regexp.MustCompile(`^[a-z2-7]{5}-[a-z2-7]{5}$`)
	seen := map[string]bool{}
	for _, code := range recovery {
		if !shape.MatchString(code) || seen[code] {
			t.Errorf("a recovery code is %q", code)
		}
		seen[code] = true
	}
	if state, err := h.TwoFactor(ctx, id); err != nil || len(recovery) != 10 || state.CodesLeft != 10 ||
		state.Since.IsZero() || state.Required {
		t.Errorf("on is %+v with %d codes, %v", state, len(recovery), err)
	}
	if h.alive(t, first.Cookie) || h.alive(t, elsewhere.Cookie) || !h.alive(t, me.Cookie) {
		t.Error("turning it on leaves only the new session of this browser")
	}
	h.onlyEmail(t, accounts.EmailTwoFactorOn)
	_, _, err = h.BeginTwoFactor(ctx, id, goodPassword, "")
	wantCode(t, err, apperr.TwoFactorOn)
	_, _, err = h.ConfirmTwoFactor(ctx, as(me), app.shows(0))
	wantCode(t, err, apperr.TwoFactorOn)

	wantCode(t, h.loginWith(t, ""), apperr.CodeNeeded)
	wantCode(t, h.loginWith(t, app.shows(0)), apperr.WrongCode) // it confirmed, once
	if err := h.loginWith(t, arabicDigits(app.next())); err != nil {
		t.Errorf("the next code, typed in Arabic: %v", err)
	}
	wantCode(t, h.loginWith(t, app.shows(0)), apperr.WrongCode)
	wantCode(t, h.loginWith(t, app.shows(-1)), apperr.WrongCode)
	if err := h.loginWith(t, app.shows(1)); err != nil {
		t.Errorf("a phone that is half a minute fast: %v", err)
	}
	app.next()
	_, err = h.EndTwoFactor(ctx, as(me), goodPassword, app.shows(0))
	wantFields(t, err, "code", "wrong_code") // signed in with it before
	code := app.next()
	_, err = h.EndTwoFactor(ctx, as(me), "WrongPass99", code)
	wantCode(t, err, apperr.PasswordWrong)
	_, err = h.EndTwoFactor(ctx, as(me), "", "")
	wantFields(t, err, "password", "password_required", "code", "second_step_code_required")
	after, err := h.EndTwoFactor(ctx, as(me), goodPassword, code)
	if err != nil {
		t.Fatal(err)
	}
	if h.alive(t, me.Cookie) || !h.alive(t, after.Cookie) {
		t.Error("turning it off leaves only the new session of this browser")
	}
	h.onlyEmail(t, accounts.EmailTwoFactorOff)
	if err := h.loginWith(t, ""); err != nil {
		t.Errorf("off: %v", err)
	}
	if err := h.loginWith(t, "000000"); err != nil {
		t.Errorf("a code that nobody asked for: %v", err)
	}
	_, err = h.EndTwoFactor(ctx, as(after), goodPassword, app.next())
	wantCode(t, err, apperr.Conflict)
	for _, action := range []audit.Action{accounts.ActionTwoFactorOn, accounts.ActionTwoFactorOff} {
		if got := h.recorded(t, action); len(got) != 1 || got[0].ActorID != id {
			t.Errorf("the record of %s is %+v", action, got)
		}
	}
}

func arabicDigits(code string) string {
	return strings.Map(func(r rune) rune { return r - '0' + '٠' }, code)
}

func TestRecoveryCode_WorksOnceAndSurvivesANewSecret(t *testing.T) {
	h := newFixture(t)
	ctx := t.Context()
	me, app, recovery := h.secured(t, layla())
	wantCode(t, h.loginWith(t, "aaaaa-aaaaa"), apperr.WrongCode)
	for _, typed := range []string{
		recovery[0], strings.ToUpper(recovery[1]), " " + strings.ReplaceAll(recovery[2], "-", " ") + " ",
	} {
		if err := h.loginWith(t, typed); err != nil {
			t.Errorf("%q: %v", typed, err)
		}
		wantCode(t, h.loginWith(t, typed), apperr.WrongCode)
	}
	if state, err := h.TwoFactor(ctx, me.User.ID); err != nil || state.CodesLeft != 7 {
		t.Errorf("%+v, %v", state, err)
	}
	if got := h.recorded(t, accounts.ActionRecoveryCodeUsed); len(got) != 3 || got[0].Detail != "7 left" {
		t.Errorf("the record says %+v", got)
	}

	keys, err := accounts.NewKeys([]byte(strings.Repeat("n", 32)))
	if err != nil {
		t.Fatal(err)
	}
	h.Service = accounts.New(accounts.Options{
		Store:     sqlstore.NewAccounts(h.db, sqlstore.AccountHooks{}),
		Limiter:   ratelimit.New(sqlstore.NewRateLimits(h.db), keys.LimitSubject),
		Passwords: accounts.NewPasswords(cheap), Keys: keys, Now: h.clock.Now,
	})
	wantCode(t, h.loginWith(t, ""), apperr.CodeNeeded)
	wantCode(t, h.loginWith(t, app.next()), apperr.WrongCode)
	if err := h.loginWith(t, recovery[3]); err != nil {
		t.Errorf("with another secret of the servers: %v", err)
	}
	if _, err := h.EndTwoFactor(ctx, as(me), goodPassword, recovery[4]); err != nil {
		t.Errorf("turning it off with a recovery code: %v", err)
	}
	if err := h.loginWith(t, ""); err != nil {
		t.Errorf("off: %v", err)
	}
}

func TestTwoFactor_ConfirmWithinFifteenMinutes(t *testing.T) {
	h := newFixture(t)
	me := h.register(t, layla())
	app := h.begin(t, me.User.ID)
	h.clock.pass(15 * time.Minute)
	_, _, err := h.ConfirmTwoFactor(t.Context(), as(me), app.shows(0))
	wantCode(t, err, apperr.TwoFactorNotBegun)
	app = h.begin(t, me.User.ID)
	h.clock.pass(15*time.Minute - time.Second)
	if _, _, err := h.ConfirmTwoFactor(t.Context(), as(me), app.shows(0)); err != nil {
		t.Error(err)
	}
}

func TestTwoFactor_OtherSessionCannotConfirm(t *testing.T) {
	h := newFixture(t)
	me := h.register(t, layla())
	r := layla()
	r.Username, r.Email = "karim", "karim@example.com"
	stranger := h.register(t, r)
	app := h.begin(t, me.User.ID)
	_, _, err := h.ConfirmTwoFactor(t.Context(), as(stranger), app.shows(0))
	wantCode(t, err, apperr.TwoFactorNotBegun)
	h.begin(t, stranger.User.ID)
	_, _, err = h.ConfirmTwoFactor(t.Context(), as(stranger), app.shows(0))
	wantFields(t, err, "code", "wrong_code")
}

func TestTwoFactor_WrongCodesAreLimitedPromptsAreNot(t *testing.T) {
	h := newFixture(t)
	_, app, _ := h.secured(t, layla())
	for range 20 {
		wantCode(t, h.loginWith(t, ""), apperr.CodeNeeded)
	}
	for i := range 5 {
		wantCode(t, h.loginWith(t, "00000"+string(rune('0'+i))), apperr.WrongCode)
	}
	wantCode(t, h.loginWith(t, "999999"), apperr.RateLimited)
	wantCode(t, h.loginWith(t, app.next()), apperr.RateLimited)
	wantCode(t, h.loginWith(t, ""), apperr.RateLimited)
	if got := h.recorded(t, accounts.ActionLoginFailed); len(got) != 1 {
		t.Errorf("the record of the series is %+v", got)
	}
}

func TestTwoFactor_GuessesOfCodesAreLimited(t *testing.T) {
	h := newFixture(t)
	me := h.register(t, layla())
	h.begin(t, me.User.ID)
	var err error
	for range 6 {
		_, _, err = h.ConfirmTwoFactor(t.Context(), as(me), "000000")
	}
	wantCode(t, err, apperr.RateLimited)

	other := newFixture(t)
	secured, _, _ := other.secured(t, layla())
	for range 6 {
		_, err = other.EndTwoFactor(t.Context(), as(secured), goodPassword, "000000")
	}
	wantCode(t, err, apperr.RateLimited)
}

// Whoever has the password and no code does not get more tries by proving the password in between.
func TestTwoFactor_RightPasswordTakesBackNoWrongCode(t *testing.T) {
	h := newFixture(t)
	me, _, _ := h.secured(t, layla())
	h.clock.pass(10 * time.Minute)
	wrong := 0
	for range 10 {
		_, err := h.EndTwoFactor(t.Context(), as(me), goodPassword, "000000")
		if apperr.CodeOf(err) == apperr.RateLimited {
			break
		}
		wrong++
		if err := h.EndSessions(t.Context(), me.User.ID, goodPassword, me.SessionID); err != nil {
			t.Fatal(err)
		}
	}
	if wrong > 5 {
		t.Errorf("%d wrong codes without waiting", wrong)
	}
}

func TestReset_LeavesTwoFactorOnAndUndoesUnconfirmed(t *testing.T) {
	h := newFixture(t)
	ctx := t.Context()
	reset := func() {
		t.Helper()
		path, err := h.ResetByHost(ctx, "layla")
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.Split(path, "/")
		if err := h.ResetPassword(ctx, parts[2], parts[3], goodPassword); err != nil {
			t.Fatal(err)
		}
	}
	thief := h.register(t, layla())
	app := h.begin(t, thief.User.ID)
	reset()
	_, _, err := h.ConfirmTwoFactor(ctx, as(thief), app.shows(0))
	wantCode(t, err, apperr.TwoFactorNotBegun)

	me, err := h.login(t, "layla", goodPassword)
	if err != nil {
		t.Fatal(err)
	}
	app = h.begin(t, me.User.ID)
	if _, _, err := h.ConfirmTwoFactor(ctx, as(me), app.shows(0)); err != nil {
		t.Fatal(err)
	}
	reset()
	wantCode(t, h.loginWith(t, ""), apperr.CodeNeeded)
	if err := h.loginWith(t, app.next()); err != nil {
		t.Error(err)
	}
}

func TestAdmin_WithoutRequiredTwoFactorHasNoRights(t *testing.T) {
	h := newFixture(t)
	ctx := t.Context()
	keys, err := accounts.NewKeys([]byte(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	strict := &fixture{db: h.db, clock: h.clock, audit: h.audit, Service: accounts.New(accounts.Options{
		Store:     sqlstore.NewAccounts(h.db, sqlstore.AccountHooks{}),
		Limiter:   ratelimit.New(sqlstore.NewRateLimits(h.db), keys.LimitSubject),
		Passwords: accounts.NewPasswords(cheap), Keys: keys, Now: h.clock.Now, AdminsNeedTwoFactor: true,
	})}
	me := strict.register(t, layla())
	who := func(s *fixture, in *accounts.SignedIn) accounts.Identity {
		t.Helper()
		got, err := s.Identify(ctx, in.Cookie.Value)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := who(strict, me); got.Admin || got.LacksTwoFactor {
		t.Errorf("a customer is %+v", got)
	}
	if _, err := strict.SetAdmin(ctx, "layla", true); err != nil {
		t.Fatal(err)
	}
	if me, err = strict.login(t, "layla", goodPassword); err != nil {
		t.Fatal(err)
	}
	if got := who(strict, me); got.Admin || !got.LacksTwoFactor {
		t.Errorf("an admin without is %+v", got)
	}
	if got := who(h, me); !got.Admin || got.LacksTwoFactor {
		t.Errorf("an admin of a shop that does not ask is %+v", got)
	}
	if state, err := strict.TwoFactor(ctx, me.User.ID); err != nil || !state.Required {
		t.Errorf("%+v, %v", state, err)
	}
	strict.verifyEmail(t, me.User.ID)
	code, err := strict.EnrolByHost(ctx, "layla")
	if err != nil {
		t.Fatal(err)
	}
	secret, _, err := strict.BeginTwoFactor(ctx, me.User.ID, goodPassword, code)
	if err != nil {
		t.Fatal(err)
	}
	app := strict.phone(t, secret)
	_, me, err = strict.ConfirmTwoFactor(ctx, as(me), app.shows(0))
	if err != nil {
		t.Fatal(err)
	}
	if got := who(strict, me); !got.Admin || got.LacksTwoFactor {
		t.Errorf("an admin with it is %+v", got)
	}
}

func TestRemoveTwoFactor_OnTheHost(t *testing.T) {
	h := newFixture(t)
	ctx := t.Context()
	me, _, _ := h.secured(t, layla())
	h.emails(t)
	_, err := h.RemoveTwoFactor(ctx, "nobody")
	wantCode(t, err, apperr.NotFound)
	if removed, err := h.RemoveTwoFactor(ctx, "layla"); err != nil || !removed || h.alive(t, me.Cookie) {
		t.Errorf("removed %v, %v", removed, err)
	}
	h.onlyEmail(t, accounts.EmailTwoFactorOff)
	if got := h.recorded(t, accounts.ActionTwoFactorByHost); len(got) != 1 || got[0].ActorID != audit.System {
		t.Errorf("the record says %+v", got)
	}
	again, err := h.login(t, "layla", goodPassword)
	if err != nil {
		t.Fatal(err)
	}
	if removed, err := h.RemoveTwoFactor(ctx, "layla"); err != nil || removed || !h.alive(t, again.Cookie) {
		t.Errorf("without one: removed %v, %v", removed, err)
	}
}

// Whoever found out an admin's password must not bind an app of their own to the account.
func TestTwoFactor_OfAnAdminTakesTheHostsCode(t *testing.T) {
	onEachEngine(t, func(t *testing.T, h *fixture) {
		ctx := t.Context()
		u := h.register(t, layla()).User
		h.verifyEmail(t, u.ID)
		if _, _, err := h.BeginTwoFactor(ctx, u.ID, goodPassword, ""); err != nil {
			t.Fatalf("a customer: %v", err)
		}
		if _, err := h.SetAdmin(ctx, "layla", true); err != nil {
			t.Fatal(err)
		}
		admin, err := h.login(t, "layla", goodPassword)
		if err != nil {
			t.Fatal(err)
		}
		// What was begun before the role was given counts no more.
		_, _, err = h.ConfirmTwoFactor(ctx, as(admin), "123456")
		wantCode(t, err, apperr.TwoFactorNotBegun)
		_, _, err = h.BeginTwoFactor(ctx, u.ID, goodPassword, "")
		wantCode(t, err, apperr.EnrolmentNeeded)
		first, err := h.EnrolByHost(ctx, "layla")
		if err != nil {
			t.Fatal(err)
		}
		code, err := h.EnrolByHost(ctx, "layla")
		if err != nil {
			t.Fatal(err)
		}
		for _, wrong := range []string{first, "nonsense"} {
			_, _, err = h.BeginTwoFactor(ctx, u.ID, goodPassword, wrong)
			wantCode(t, err, apperr.EnrolmentNeeded)
			wantFields(t, err, "enrolment", "enrolment_wrong")
		}
		_, _, err = h.BeginTwoFactor(ctx, u.ID, "Wrong1234", code)
		wantCode(t, err, apperr.PasswordWrong)
		secret, _, err := h.BeginTwoFactor(ctx, u.ID, goodPassword, strings.ToUpper(" "+code))
		if err != nil {
			t.Fatal(err)
		}
		// It works once.
		_, _, err = h.BeginTwoFactor(ctx, u.ID, goodPassword, code)
		wantCode(t, err, apperr.EnrolmentNeeded)
		if _, _, err := h.ConfirmTwoFactor(ctx, as(admin), h.phone(t, secret).shows(0)); err != nil {
			t.Fatal(err)
		}
		late, err := h.EnrolByHost(ctx, "layla")
		if err != nil {
			t.Fatal(err)
		}
		h.clock.pass(accounts.EnrolmentLife)
		_, _, err = h.BeginTwoFactor(ctx, u.ID, goodPassword, late)
		wantCode(t, err, apperr.EnrolmentNeeded)
	})
}

func TestRecoveryCodes_RenewedWithoutTurningTwoFactorOff(t *testing.T) {
	onEachEngine(t, func(t *testing.T, h *fixture) {
		ctx := t.Context()
		me, p, old := h.secured(t, layla())
		id := me.User.ID
		_, err := h.RenewRecoveryCodes(ctx, id, goodPassword, "000000")
		wantFields(t, err, "code", "wrong_code")
		_, err = h.RenewRecoveryCodes(ctx, id, "Wrong1234", p.next())
		wantCode(t, err, apperr.PasswordWrong)
		code := p.next()
		fresh, err := h.RenewRecoveryCodes(ctx, id, goodPassword, code)
		if err != nil || len(fresh) != len(old) {
			t.Fatalf("%v, %v", fresh, err)
		}
		_, err = h.RenewRecoveryCodes(ctx, id, goodPassword, code)
		wantFields(t, err, "code", "wrong_code")
		if !h.alive(t, me.Cookie) {
			t.Error("the session ended")
		}
		wantCode(t, h.loginWith(t, old[0]), apperr.WrongCode)
		if err := h.loginWith(t, fresh[0]); err != nil {
			t.Error(err)
		}
	})
}

// verifyEmail marks a user's address as verified, or as not, as if by its link.
func (h *fixture) verifyEmail(t *testing.T, userID string) { h.setVerified(t, userID, true) }

func (h *fixture) setVerified(t *testing.T, userID string, verified bool) {
	t.Helper()
	err := h.db.Write(t.Context(), func(tx *sqlstore.Tx) error {
		_, err := tx.ExecContext(t.Context(), "UPDATE users SET email_verified = $1 WHERE id = $2", verified, userID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Whoever signs up with a stranger's address must not be able to lock its owner out.
func TestTwoFactor_NeedsAVerifiedEmailAndGoesWithASquattedAddress(t *testing.T) {
	h := newFixture(t)
	squatter := h.register(t, layla())
	_, _, err := h.BeginTwoFactor(t.Context(), squatter.User.ID, goodPassword, "")
	wantCode(t, err, apperr.EmailUnverified)

	// An account from before this rule.
	p := h.begin(t, squatter.User.ID)
	if _, _, err := h.ConfirmTwoFactor(t.Context(), as(squatter), p.shows(0)); err != nil {
		t.Fatal(err)
	}
	h.setVerified(t, squatter.User.ID, false)
	link := token(h.resetEmail(t, "layla@example.com"))
	if err := h.ResetPassword(t.Context(), squatter.User.ID, link, "Owner7Chooses"); err != nil {
		t.Fatal(err)
	}
	if _, err := h.login(t, "layla@example.com", "Owner7Chooses"); err != nil {
		t.Errorf("the owner of the address: %v", err)
	}
}
