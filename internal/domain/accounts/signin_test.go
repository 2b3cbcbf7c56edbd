package accounts_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/audit"
)

func TestSignUp_SignsInAndEmailsLinkInTheVisitorsLanguage(t *testing.T) {
	h := newFixture(t)
	signedIn := h.register(t, layla())
	u := signedIn.User
	if u.Username != "layla" || u.EmailVerified || u.Admin || u.Language != text.Arabic || u.FirstName() != "Layla" ||
		u.LastName() != "Haddad" {
		t.Errorf("the user is %+v", u)
	}
	who, err := h.Identify(t.Context(), signedIn.Cookie.Value)
	if err != nil || who.UserID != u.ID || who.Admin || who.SessionID != signedIn.SessionID {
		t.Fatalf("the cookie belongs to %+v, %v", who, err)
	}
	if !signedIn.Cookie.Expires.IsZero() {
		t.Error("without 'remember' the cookie must end with the browser")
	}
	email := h.onlyEmail(t, accounts.EmailVerify)
	if email.To != "layla@example.com" || email.Language != text.Arabic || email.LinkLife != 24 {
		t.Errorf("the email is %+v", email)
	}
}

func TestSignUp_RefusesInvalidInput(t *testing.T) {
	h := newFixture(t)
	h.register(t, layla())
	attempt := func(change func(*accounts.Registration)) error {
		r := layla()
		r.Username, r.Email = "other", "other@example.com"
		change(&r)
		_, err := h.Register(t.Context(), home, r)
		return err
	}
	err := attempt(func(r *accounts.Registration) { r.Username, r.Email = "LAYLA", "Layla@Example.com" })
	wantCode(t, err, apperr.UsernameTaken)
	wantFields(t, err, "username", "username_taken", "email", "email_taken")
	err = attempt(func(r *accounts.Registration) { r.Email = "LAYLA@example.com" })
	wantCode(t, err, apperr.EmailTaken)
	err = attempt(func(r *accounts.Registration) { r.Password = "Password1" })
	wantCode(t, err, apperr.PasswordCommon)
	wantFields(t, err, "password", "password_common")
	wantCode(t, attempt(func(r *accounts.Registration) { r.Password = "other2026" }), apperr.PasswordCommon)
	wantCode(t, attempt(func(r *accounts.Registration) { r.Username = "System" }), apperr.UsernameTaken)
	err = attempt(func(r *accounts.Registration) { r.Phone, r.Email, r.Password = "123", "x@example.org", "short" })
	wantCode(t, err, apperr.InvalidFields)
	wantFields(t, err, "phone_nb", "phone_nb_digits", "email", "email_com_net", "password", "password_format")
	if err := attempt(func(r *accounts.Registration) { r.Phone, r.FullName = "٠٣١٢٣٤٥٦", "ليلى حداد" }); err != nil {
		t.Errorf("Arabic digits and letters: %v", err)
	}
}

func TestSignIn_UsernameOrEmailInAnyCase(t *testing.T) {
	h := newFixture(t)
	h.register(t, layla())
	for _, login := range []string{"layla", "LAYLA", "layla@example.com", "Layla@EXAMPLE.com", " layla "} {
		if _, err := h.login(t, login, goodPassword); err != nil {
			t.Errorf("%q: %v", login, err)
		}
	}
	var said []string
	for _, c := range [][2]string{
		{"layla", "Wrong1234"}, {"nobody", goodPassword}, {"nobody@example.com", goodPassword},
		{"layla@example.com", "wrongwrong"},
	} {
		_, err := h.login(t, c[0], c[1])
		said = append(said, fmt.Sprintf("%+v", apperr.From(err)))
	}
	for _, s := range said[1:] {
		if s != said[0] {
			t.Errorf("wrong combinations are answered differently: %s and %s", said[0], s)
		}
	}
	_, err := h.login(t, "layla", "12345")
	wantCode(t, err, apperr.InvalidFields)
}

func TestSession_NewAtEverySignInAndExpires(t *testing.T) {
	h := newFixture(t)
	ctx := t.Context()
	first := h.register(t, layla())
	alive := func(c accounts.Cookie) bool {
		t.Helper()
		who, err := h.Identify(ctx, c.Value)
		if err != nil {
			t.Fatal(err)
		}
		return who.UserID != ""
	}
	caller := home
	caller.Identity = accounts.Identity{UserID: first.User.ID, SessionID: first.SessionID}
	second, err := h.Login(ctx, caller, accounts.Credentials{Login: "layla", Password: goodPassword, Remember: true})
	if err != nil {
		t.Fatal(err)
	}
	if second.Cookie.Value == first.Cookie.Value || alive(first.Cookie) || !alive(second.Cookie) {
		t.Error("signing in must replace the session one came with")
	}
	if left := time.Until(second.Cookie.Expires); left < 29*24*time.Hour || left > 30*24*time.Hour {
		t.Errorf("a remembered cookie lives %v", left)
	}
	short, err := h.login(t, "layla", goodPassword)
	if err != nil {
		t.Fatal(err)
	}
	h.clock.pass(12*time.Hour - time.Second)
	if !alive(short.Cookie) {
		t.Error("the short session ended before its 12 hours")
	}
	h.clock.pass(2 * time.Second)
	if alive(short.Cookie) || !alive(second.Cookie) {
		t.Error("after 12 hours only the remembered session lives")
	}
	h.clock.pass(30 * 24 * time.Hour)
	if alive(second.Cookie) {
		t.Error("after 30 days the remembered session lives on")
	}
	last, err := h.login(t, "layla", goodPassword)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Logout(ctx, accounts.Identity{UserID: last.User.ID, SessionID: last.SessionID}); err != nil {
		t.Fatal(err)
	}
	if alive(last.Cookie) {
		t.Error("the session outlived signing out")
	}
}

func TestSession_AdminsEndsWhenIdle(t *testing.T) {
	h := newFixture(t)
	h.register(t, layla())
	if _, err := h.SetAdmin(t.Context(), "layla", true); err != nil {
		t.Fatal(err)
	}
	signedIn, err := h.login(t, "layla", goodPassword)
	if err != nil {
		t.Fatal(err)
	}
	admin := func() bool {
		t.Helper()
		who, err := h.Identify(t.Context(), signedIn.Cookie.Value)
		if err != nil {
			t.Fatal(err)
		}
		return who.Admin
	}
	for range 3 { // using it keeps it
		h.clock.pass(2*time.Hour - time.Minute)
		if !admin() {
			t.Fatal("a session in use has ended")
		}
	}
	h.clock.pass(2*time.Hour + time.Minute)
	if admin() {
		t.Error("a session that nobody used for two hours lives on")
	}
}

func TestSession_LastUseWrittenAtMostOnceAMinute(t *testing.T) {
	h := newFixture(t)
	signedIn := h.register(t, layla())
	seen := func() time.Time {
		t.Helper()
		list, err := h.Sessions(t.Context(), signedIn.User.ID)
		if err != nil || len(list) != 1 {
			t.Fatalf("%v %v", list, err)
		}
		return list[0].LastSeenAt
	}
	begin := seen()
	h.clock.pass(59 * time.Second)
	if _, err := h.Identify(t.Context(), signedIn.Cookie.Value); err != nil || !seen().Equal(begin) {
		t.Errorf("noted after 59 s, %v", err)
	}
	h.clock.pass(time.Second)
	if _, err := h.Identify(t.Context(), signedIn.Cookie.Value); err != nil || !seen().Equal(begin.Add(time.Minute)) {
		t.Errorf("not noted after a minute, %v", err)
	}
}

func TestSignIn_RefusedWhenPasswordChangedMeanwhile(t *testing.T) {
	h := newFixture(t)
	signedIn := h.register(t, layla())
	path, err := h.ResetByHost(t.Context(), "layla")
	if err != nil {
		t.Fatal(err)
	}
	if who, _ := h.Identify(t.Context(), signedIn.Cookie.Value); who.UserID != "" {
		t.Error("a session outlived the new password")
	}
	_, err = h.login(t, "layla", goodPassword)
	wantCode(t, err, apperr.LoginFailed)
	parts := strings.Split(path, "/")
	if len(parts) != 4 || parts[1] != "resetpassword" || parts[2] != signedIn.User.ID {
		t.Fatalf("the link leads to %s", path)
	}
	h.clock.pass(29 * time.Minute)
	if err := h.ResetPassword(t.Context(), parts[2], parts[3], "Labneh2Toum"); err != nil {
		t.Fatal(err)
	}
	wantCode(t, h.ResetPassword(t.Context(), parts[2], parts[3], "Labneh3Toum"), apperr.LinkInvalid)
	again, err := h.login(t, "layla", "Labneh2Toum")
	if err != nil {
		t.Fatalf("the new password: %v", err)
	}
	if again.User.EmailVerified {
		t.Error("a link from the host proved an email")
	}
	if path, err = h.ResetByHost(t.Context(), "layla"); err != nil {
		t.Fatal(err)
	}
	h.clock.pass(30 * time.Minute)
	wantCode(t, h.ResetPassword(t.Context(), parts[2], path[strings.LastIndexByte(path, '/')+1:], "Labneh4Toum"),
		apperr.LinkInvalid)
}

func TestSignOut_EverywhereOrEverywhereElse(t *testing.T) {
	h := newFixture(t)
	ctx := t.Context()
	h.register(t, layla())
	here, err := h.login(t, "layla", goodPassword)
	if err != nil {
		t.Fatal(err)
	}
	count := func() int {
		list, err := h.Sessions(ctx, here.User.ID)
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	if count() != 2 {
		t.Fatalf("%d sessions", count())
	}
	wantCode(t, h.EndSessions(ctx, here.User.ID, "WrongPass99", here.SessionID), apperr.PasswordWrong)
	wantFields(t, h.EndSessions(ctx, here.User.ID, "", here.SessionID), "password", "password_empty")
	if count() != 2 {
		t.Error("a wrong password ended a session")
	}
	if err := h.EndSessions(ctx, here.User.ID, goodPassword, here.SessionID); err != nil || count() != 1 {
		t.Errorf("elsewhere: %v, %d left", err, count())
	}
	if err := h.EndSessions(ctx, here.User.ID, goodPassword, ""); err != nil || count() != 0 {
		t.Errorf("everywhere: %v, %d left", err, count())
	}
	for range 6 {
		err = h.EndSessions(ctx, here.User.ID, "WrongPass99", "")
	}
	wantCode(t, err, apperr.RateLimited)
}

func TestSignIn_WrongPasswordsLimitedPerAccountAndAudited(t *testing.T) {
	h := newFixture(t)
	u := h.register(t, layla()).User
	evaluated := 0
	for i := range 50 {
		caller := from(fmt.Sprintf("198.51.100.%d", i))
		_, err := h.Login(t.Context(), caller, accounts.Credentials{Login: "layla", Password: "Wrong1234"})
		if apperr.CodeOf(err) == apperr.LoginFailed {
			evaluated++
			continue
		}
		wantCode(t, err, apperr.RateLimited)
		if wait := apperr.From(err).RetryAfter; wait <= 0 || wait > 2*time.Second {
			t.Errorf("first delay is %v", wait)
		}
	}
	if evaluated < 5 || evaluated > 8 {
		t.Errorf("%d of 50 were evaluated", evaluated)
	}
	// Names that nobody has are limited alike: the limit does not tell who exists.
	for range 5 {
		_, err := h.Login(t.Context(), from("203.0.113.1"), accounts.Credentials{
			Login: "nobody", Password: "Wrong1234",
		})
		wantCode(t, err, apperr.LoginFailed)
	}
	_, err := h.Login(t.Context(), from("203.0.113.2"), accounts.Credentials{Login: "nobody", Password: "Wrong1234"})
	wantCode(t, err, apperr.RateLimited)

	// Neither does the record: a series is noted for both, without the name that was typed.
	records, total, err := h.audit.Events(t.Context(), audit.Filter{
		Action: string(accounts.ActionLoginFailed), Limit: 10,
	})
	if err != nil || total != 2 || records[1].Subject != u.ID || records[0].Subject != "" || records[1].ActorID != "" {
		t.Errorf("the record has %d entries %+v, %v", total, records, err)
	}
}

func TestSignIn_OneNetworkLimitedOverManyAccounts(t *testing.T) {
	h := newFixture(t)
	refused := 0
	for i := range 130 {
		_, err := h.Login(t.Context(), from("2001:db8:1:2::"+fmt.Sprintf("%x", i+1)), accounts.Credentials{
			Login: fmt.Sprintf("user%d", i), Password: "Wrong1234",
		})
		if apperr.CodeOf(err) == apperr.RateLimited {
			refused++
		}
	}
	if refused == 0 {
		t.Error("130 accounts were tried from one IPv6 network")
	}
}

// Whoever rents a server gets a /56 or a /48: its many /64 networks are no way around the limit.
func TestSignIn_LargerIPv6NetworksAreLimited(t *testing.T) {
	h := newFixture(t)
	allowed := 0
	for i := range 200 {
		caller := from(fmt.Sprintf("2001:db8:7:1%02x::1", i))
		err := h.RequestReset(t.Context(), caller, fmt.Sprintf("nobody%d@example.com", i))
		if apperr.CodeOf(err) == apperr.RateLimited {
			break
		}
		allowed++
	}
	if allowed > 130 {
		t.Errorf("a /56 asked %d times", allowed)
	}
	// Another /48, each time from another /56 of it: 30 × 16 are free.
	allowed = 0
	for i := range 600 {
		caller := from(fmt.Sprintf("2001:db8:8:%x::1", i<<8&0xff00|i>>8))
		err := h.RequestReset(t.Context(), caller, fmt.Sprintf("nobody%d@example.net", i))
		if apperr.CodeOf(err) == apperr.RateLimited {
			break
		}
		allowed++
	}
	if allowed < 400 || allowed > 490 {
		t.Errorf("a /48 asked %d times", allowed)
	}
}

func TestSignIn_SuccessResetsFailedAttempts(t *testing.T) {
	h := newFixture(t)
	h.register(t, layla())
	for range 3 {
		for range 4 {
			_, err := h.login(t, "layla", "Wrong1234")
			wantCode(t, err, apperr.LoginFailed)
		}
		if _, err := h.login(t, "layla", goodPassword); err != nil {
			t.Fatal(err)
		}
	}
}

// Strangers who guess at an account day and night must not keep its owner out.
func TestSignIn_KnownBrowserAllowedDuringGuessing(t *testing.T) {
	h := newFixture(t)
	known := h.register(t, layla()).Known
	if known.Value == "" || time.Until(known.Expires) < 300*24*time.Hour {
		t.Fatalf("the mark is %+v", known)
	}
	for i := range 10 {
		_, _ = h.Login(t.Context(), from(fmt.Sprintf("198.51.100.%d", i)), accounts.Credentials{
			Login: "layla", Password: "Wrong1234",
		})
	}
	_, err := h.login(t, "layla", goodPassword)
	wantCode(t, err, apperr.RateLimited)
	owner := home
	owner.Known = known.Value
	in, err := h.Login(t.Context(), owner, accounts.Credentials{Login: "layla@example.com", Password: goodPassword})
	if err != nil || in.Known.Value != known.Value {
		t.Fatalf("the owner: %v", err)
	}
	// The strangers' count stands: the owner's success does not give them new guesses.
	_, err = h.login(t, "layla", "Wrong1234")
	wantCode(t, err, apperr.RateLimited)
	// The mark has a count of its own, and is worth nothing for another account.
	for range 5 {
		_, err = h.Login(t.Context(), owner, accounts.Credentials{Login: "layla", Password: "Wrong1234"})
		wantCode(t, err, apperr.LoginFailed)
	}
	_, err = h.Login(t.Context(), owner, accounts.Credentials{Login: "layla", Password: goodPassword})
	wantCode(t, err, apperr.RateLimited)
	other := layla()
	other.Username, other.Email = "karim", "karim@example.com"
	h.register(t, other)
	for range 5 {
		_, _ = h.login(t, "karim", "Wrong1234")
	}
	_, err = h.Login(t.Context(), owner, accounts.Credentials{Login: "karim", Password: goodPassword})
	wantCode(t, err, apperr.RateLimited)
}

// Whoever collected marks of known browsers gains no guesses by them: they share one count, and end with the
// password.
func TestSignIn_MarksOfKnownBrowsersShareOneCount(t *testing.T) {
	h := newFixture(t)
	h.register(t, layla())
	var marks []string
	for range 10 {
		in, err := h.login(t, "layla", goodPassword)
		if err != nil {
			t.Fatal(err)
		}
		marks = append(marks, in.Known.Value)
	}
	guess := func() (evaluated int) {
		for i, mark := range marks {
			for range 5 {
				caller := from(fmt.Sprintf("198.51.100.%d", i))
				caller.Known = mark
				_, err := h.Login(t.Context(), caller, accounts.Credentials{Login: "layla", Password: "Wrong1234"})
				if apperr.CodeOf(err) == apperr.LoginFailed {
					evaluated++
				}
			}
		}
		return evaluated
	}
	if n := guess(); n < 5 || n > 8 {
		t.Errorf("with ten marks %d of 50 guesses were evaluated", n)
	}

	in, err := h.Login(t.Context(), home, accounts.Credentials{Login: "layla", Password: goodPassword})
	if err != nil {
		t.Fatal(err)
	}
	me := home
	me.UserID, me.SessionID = in.User.ID, in.SessionID
	if _, err := h.ChangePassword(t.Context(), me, goodPassword, "Another9Secret"); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		_, err := h.login(t, "layla", "Wrong1234")
		wantCode(t, err, apperr.LoginFailed)
	}
	// The marks of the old password are worth nothing: their guesses count as a stranger's.
	if n := guess(); n > 3 {
		t.Errorf("with marks of the old password %d guesses were evaluated", n)
	}
}

func TestSignIn_NameAndEmailOfOneAccountShareOneCount(t *testing.T) {
	h := newFixture(t)
	h.register(t, layla())
	evaluated := 0
	for i := range 20 {
		login := []string{"layla", "layla@example.com"}[i%2]
		_, err := h.login(t, login, "Wrong1234")
		if apperr.CodeOf(err) == apperr.LoginFailed {
			evaluated++
		}
	}
	if evaluated > 7 {
		t.Errorf("%d of 20 guesses by two names were evaluated", evaluated)
	}
}

// Repeating what succeeds costs as much hashing as guessing does.
func TestPassword_SuccessesAreCounted(t *testing.T) {
	h := newFixture(t)
	u := h.register(t, layla()).User
	h.verifyEmail(t, u.ID)
	done := 0
	for range 100 {
		_, _, err := h.BeginTwoFactor(t.Context(), u.ID, goodPassword, "")
		if apperr.CodeOf(err) == apperr.RateLimited {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		done++
	}
	if done < 20 || done > 40 {
		t.Errorf("the password was confirmed %d times in a row", done)
	}
	done = 0
	for range 150 {
		if _, err := h.login(t, "layla", goodPassword); apperr.CodeOf(err) == apperr.RateLimited {
			break
		}
		done++
	}
	if done < 50 || done > 80 {
		t.Errorf("%d sign-ins in a row succeeded", done)
	}
}
