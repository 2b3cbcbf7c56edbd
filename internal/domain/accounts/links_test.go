package accounts_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
)

func TestVerifyLink_RepeatableForItsAddressOnly(t *testing.T) {
	h := newFixture(t)
	ctx := t.Context()
	u := h.register(t, layla()).User
	email := h.onlyEmail(t, accounts.EmailVerify)
	if want := "https://shop.example/verify-email/layla@example.com/"; !strings.HasPrefix(email.Link, want) ||
		len(token(email)) != 43 {
		t.Fatalf("the link is %s", email.Link)
	}
	wantCode(t, h.followVerify(ctx, "karim@example.com", token(email)), apperr.LinkInvalid)
	wantCode(t, h.followVerify(ctx, u.Email, token(email)[1:]), apperr.LinkInvalid)
	wantCode(t, h.CheckReset(ctx, token(email)), apperr.LinkInvalid)
	for range 2 {
		if err := h.followVerify(ctx, "LAYLA@example.com", token(email)); err != nil {
			t.Fatal(err)
		}
	}
	if u, _ := h.User(ctx, u.ID); !u.EmailVerified {
		t.Error("the email is not verified")
	}
	wantCode(t, h.ResendVerification(ctx, u.ID), apperr.Conflict)
}

func TestVerifyLink_ExpiresAfterADayAndCanBeResent(t *testing.T) {
	h := newFixture(t)
	u := h.register(t, layla()).User
	old := h.onlyEmail(t, accounts.EmailVerify)
	h.clock.pass(24*time.Hour + time.Second)
	wantCode(t, h.followVerify(t.Context(), u.Email, token(old)), apperr.LinkInvalid)
	if err := h.ResendVerification(t.Context(), u.ID); err != nil {
		t.Fatal(err)
	}
	if err := h.followVerify(t.Context(), u.Email, token(h.onlyEmail(t, accounts.EmailVerify))); err != nil {
		t.Error(err)
	}
}

func TestAccountEmail_NotSentForInvalidLink(t *testing.T) {
	h := newFixture(t)
	h.register(t, layla())
	h.clock.pass(25 * time.Hour)
	if left := h.emails(t); len(left) != 0 {
		t.Errorf("sent %+v", left)
	}
}

func (h *fixture) resetEmail(t *testing.T, email string) accounts.Email {
	t.Helper()
	h.emails(t)
	if err := h.RequestReset(t.Context(), home, email); err != nil {
		t.Fatal(err)
	}
	return h.onlyEmail(t, accounts.EmailReset)
}

func TestReset_WorksOnceEndsSessionsFailureLeavesLinkUsable(t *testing.T) {
	h := newFixture(t)
	ctx := t.Context()
	signedIn := h.register(t, layla())
	email := h.resetEmail(t, "Layla@example.com")
	if want := "https://shop.example/resetpassword/" + signedIn.User.ID + "/"; !strings.HasPrefix(email.Link, want) ||
		email.To != "layla@example.com" {
		t.Fatalf("the email is %+v", email)
	}
	id, tok := signedIn.User.ID, token(email)
	if err := h.CheckReset(ctx, tok); err != nil {
		t.Fatal(err)
	}
	wantCode(t, h.ResetPassword(ctx, "somebody-else", tok, "Labneh2Toum"), apperr.LinkInvalid)
	wantCode(t, h.ResetPassword(ctx, id, tok, "short"), apperr.InvalidFields)
	wantCode(t, h.ResetPassword(ctx, id, tok, "password1"), apperr.PasswordCommon)
	wantCode(t, h.ResetPassword(ctx, id, tok+"x", "Labneh2Toum"), apperr.LinkInvalid)
	if err := h.CheckReset(ctx, tok); err != nil {
		t.Fatalf("a failure burnt the link: %v", err)
	}
	if err := h.ResetPassword(ctx, id, tok, "Labneh2Toum"); err != nil {
		t.Fatal(err)
	}
	wantCode(t, h.ResetPassword(ctx, id, tok, "Labneh3Toum"), apperr.LinkInvalid)
	wantCode(t, h.CheckReset(ctx, tok), apperr.LinkInvalid)
	if who, _ := h.Identify(ctx, signedIn.Cookie.Value); who.UserID != "" {
		t.Error("a session outlived the reset")
	}
	_, err := h.login(t, "layla", goodPassword)
	wantCode(t, err, apperr.LoginFailed)
	again, err := h.login(t, "layla", "Labneh2Toum")
	if err != nil {
		t.Fatal(err)
	}
	if !again.User.EmailVerified {
		t.Error("whoever reset the password by mail has proved the address")
	}
	if notice := h.onlyEmail(t, accounts.EmailPasswordChanged); notice.To != "layla@example.com" || notice.Link != "" {
		t.Errorf("the notice is %+v", notice)
	}
}

func TestResetLink_ExpiresAfterHalfAnHour(t *testing.T) {
	h := newFixture(t)
	u := h.register(t, layla()).User
	tok := token(h.resetEmail(t, u.Email))
	h.clock.pass(30*time.Minute + time.Second)
	wantCode(t, h.CheckReset(t.Context(), tok), apperr.LinkInvalid)
	wantCode(t, h.ResetPassword(t.Context(), u.ID, tok, "Labneh2Toum"), apperr.LinkInvalid)
}

func TestResetLink_OneOfManyConcurrentUsesWins(t *testing.T) {
	h := newFixture(t)
	u := h.register(t, layla()).User
	tok := token(h.resetEmail(t, u.Email))
	var won, lost, busy atomic.Int32
	var group sync.WaitGroup
	for range 100 {
		group.Go(func() {
			switch err := h.ResetPassword(t.Context(), u.ID, tok, "Labneh2Toum"); apperr.CodeOf(err) {
			case "":
				won.Add(1)
			case apperr.LinkInvalid:
				lost.Add(1)
			case apperr.Unavailable: // the hashing queue is short on purpose
				busy.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	group.Wait()
	if won.Load() != 1 || won.Load()+lost.Load()+busy.Load() != 100 {
		t.Errorf("%d won, %d lost, %d were sent away", won.Load(), lost.Load(), busy.Load())
	}
}

func TestResetLink_GrantsNothingElse(t *testing.T) {
	h := newFixture(t)
	ctx := t.Context()
	u := h.register(t, layla()).User
	first, second := token(h.resetEmail(t, u.Email)), token(h.resetEmail(t, u.Email))
	// Somebody with a stolen session has begun to move the account to their own address.
	if _, _, err := h.Update(ctx, u.ID, accounts.Edit{FullName: u.FullName, Username: u.Username,
		Email: "thief@example.net"}); err != nil {
		t.Fatal(err)
	}
	var stolen string
	for _, l := range h.emails(t) {
		if l.Kind == accounts.EmailVerifyNew {
			stolen = token(l)
		}
	}
	if err := h.ResetPassword(ctx, u.ID, second, "Labneh2Toum"); err != nil {
		t.Fatal(err)
	}
	wantCode(t, h.ResetPassword(ctx, u.ID, first, "Labneh3Toum"), apperr.LinkInvalid)
	wantCode(t, h.followVerify(ctx, "thief@example.net", stolen), apperr.LinkInvalid)
	if u, _ := h.User(ctx, u.ID); u.Email != "layla@example.com" || u.PendingEmail != "" {
		t.Errorf("the account is at %s, pending %s", u.Email, u.PendingEmail)
	}
}

func TestRequestReset_AnswersHonestlyAndIsLimited(t *testing.T) {
	h := newFixture(t)
	h.register(t, layla())
	wantCode(t, h.RequestReset(t.Context(), home, "nobody@example.com"), apperr.EmailNotRegistered)
	wantCode(t, h.RequestReset(t.Context(), home, "no address"), apperr.InvalidFields)
	for i := range 3 {
		if err := h.RequestReset(t.Context(), from("198.51.100.1"), "layla@example.com"); err != nil {
			t.Fatalf("request %d: %v", i, err)
		}
	}
	err := h.RequestReset(t.Context(), from("198.51.100.2"), "LAYLA@example.com")
	wantCode(t, err, apperr.RateLimited)
	if wait := apperr.From(err).RetryAfter; wait < 50*time.Second || wait > time.Minute {
		t.Errorf("retry after %v", wait)
	}
}

func FuzzToken_Read(f *testing.F) {
	keys, err := accounts.NewKeys([]byte(strings.Repeat("k", 32)))
	if err != nil {
		f.Fatal(err)
	}
	s := accounts.New(accounts.Options{Store: noRows{}, Keys: keys})
	f.Add("layla@example.com", strings.Repeat("A", 43))
	f.Add("", "")
	f.Add("\x00", "\xff")
	f.Fuzz(func(t *testing.T, first, token string) {
		for _, err := range []error{
			second(s.VerifyEmail(t.Context(), first, token)), s.CheckReset(t.Context(), token),
			s.ResetPassword(t.Context(), first, token, "Labneh2Toum"), second(s.EmailChange(t.Context(), token)),
			second(s.ApproveEmailChange(t.Context(), token)),
		} {
			if apperr.CodeOf(err) != apperr.LinkInvalid {
				t.Fatalf("%q %q: %v", first, token, err)
			}
		}
	})
}
