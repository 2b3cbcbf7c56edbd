package accounts_test

import (
	"context"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/adapter/sqlstore/storetest"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/audit"
)

func second[T any](_ T, err error) error { return err }

// followVerify opens a verification link.
func (h *fixture) followVerify(ctx context.Context, email, token string) error {
	return second(h.VerifyEmail(ctx, email, token))
}

// onEachEngine runs a test over SQLite and over PostgreSQL.
func onEachEngine(t *testing.T, test func(t *testing.T, h *fixture)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *sqlstore.DB) { test(t, newFixtureOver(t, db)) })
}

// byKind are the emails that wait, the last of each kind.
func (h *fixture) byKind(t *testing.T) map[accounts.EmailKind]accounts.Email {
	t.Helper()
	found := map[accounts.EmailKind]accounts.Email{}
	for _, email := range h.emails(t) {
		found[email.Kind] = email
	}
	return found
}

const thiefEmail = "thief@example.net"

// ask asks for another email, with the password or without.
func (h *fixture) ask(t *testing.T, userID, email, password string) map[accounts.EmailKind]accounts.Email {
	t.Helper()
	u, err := h.User(t.Context(), userID)
	if err != nil {
		t.Fatal(err)
	}
	e := edit(u)
	e.Email, e.Password = email, password
	if _, mailed, err := h.Update(t.Context(), userID, e); err != nil || !mailed {
		t.Fatalf("mailed %v, %v", mailed, err)
	}
	return h.byKind(t)
}

// steal changes the email with the password, as somebody would who has it and the session.
func (h *fixture) steal(t *testing.T, userID, email string) (undo accounts.Email) {
	t.Helper()
	mails := h.ask(t, userID, email, goodPassword)
	if err := h.followVerify(t.Context(), email, token(mails[accounts.EmailVerifyNew])); err != nil {
		t.Fatal(err)
	}
	return h.byKind(t)[accounts.EmailAddressChanged]
}

func (h *fixture) wantEmail(t *testing.T, userID, want string) {
	t.Helper()
	if u, err := h.User(t.Context(), userID); err != nil || u.Email != want {
		t.Fatalf("the email is %+v, %v, want %s", u, err, want)
	}
}

// TestEmailChange_StolenSessionAloneChangesNothing is the takeover of a stolen cookie: no password is known.
func TestEmailChange_StolenSessionAloneChangesNothing(t *testing.T) {
	onEachEngine(t, func(t *testing.T, h *fixture) {
		ctx := t.Context()
		signedIn := h.registerVerified(t, layla())
		u := signedIn.User
		h.emails(t)
		mails := h.ask(t, u.ID, thiefEmail, "")
		approve := mails[accounts.EmailApproveChange]
		if approve.To != u.Email || approve.NewEmail != thiefEmail || approve.Link == "" {
			t.Fatalf("the old address got %+v", approve)
		}
		for range 2 {
			waits, err := h.VerifyEmail(ctx, thiefEmail, token(mails[accounts.EmailVerifyNew]))
			if err != nil || !waits {
				t.Fatalf("verified by the thief: waits %v, %v", waits, err)
			}
			h.wantEmail(t, u.ID, u.Email)
		}
		wantCode(t, h.RequestReset(ctx, home, thiefEmail), apperr.EmailNotRegistered)
		// The link of the new address is no consent of the old one.
		wantCode(t, second(h.ApproveEmailChange(ctx, token(mails[accounts.EmailVerifyNew]))), apperr.LinkInvalid)
		userID, reset, err := h.UndoEmailChange(ctx, token(approve))
		if err != nil || userID != u.ID || h.alive(t, signedIn.Cookie) {
			t.Fatalf("undone for %s, session alive %v, %v", userID, h.alive(t, signedIn.Cookie), err)
		}
		if _, err := h.login(t, "layla", goodPassword); apperr.CodeOf(err) != apperr.LoginFailed {
			t.Errorf("the old password: %v", err)
		}
		if err := h.ResetPassword(ctx, userID, reset, "Labneh2Toum"); err != nil {
			t.Fatal(err)
		}
		if _, err := h.login(t, "layla", "Labneh2Toum"); err != nil {
			t.Error(err)
		}
		// Twice, and after the reset.
		wantCode(t, third(h.UndoEmailChange(ctx, token(approve))), apperr.LinkInvalid)
		wantCode(t, second(h.ApproveEmailChange(ctx, token(approve))), apperr.LinkInvalid)
	})
}

func third[A, B any](_ A, _ B, err error) error { return err }

func TestEmailChange_WithoutThePasswordNeedsBothAddresses(t *testing.T) {
	for _, oldFirst := range []bool{true, false} {
		h := newFixture(t)
		ctx := t.Context()
		u := h.registerVerified(t, layla()).User
		h.emails(t)
		mails := h.ask(t, u.ID, "new@example.com", "")
		agree := func() (bool, error) { return h.ApproveEmailChange(ctx, token(mails[accounts.EmailApproveChange])) }
		open := func() (bool, error) {
			return h.VerifyEmail(ctx, "new@example.com", token(mails[accounts.EmailVerifyNew]))
		}
		steps := []func() (bool, error){open, agree}
		if oldFirst {
			steps = []func() (bool, error){agree, open}
		}
		if waits, err := steps[0](); err != nil || !waits {
			t.Fatalf("after one: waits %v, %v", waits, err)
		}
		h.wantEmail(t, u.ID, u.Email)
		if waits, err := steps[1](); err != nil || waits {
			t.Fatalf("after both: waits %v, %v", waits, err)
		}
		h.wantEmail(t, u.ID, "new@example.com")
		if _, err := agree(); apperr.CodeOf(err) != apperr.LinkInvalid {
			t.Errorf("agreed once more: %v", err)
		}
		if undo := h.byKind(t)[accounts.EmailAddressChanged]; undo.To != u.Email {
			t.Errorf("the old address got %+v", undo)
		}
	}
}

// A consent is to one address: the link of an earlier question must not agree to another.
func TestEmailChange_ConsentIsToOneAddressOnly(t *testing.T) {
	h := newFixture(t)
	u := h.registerVerified(t, layla()).User
	h.emails(t)
	first := h.ask(t, u.ID, "new@example.com", "")
	h.ask(t, u.ID, thiefEmail, "")
	err := second(h.ApproveEmailChange(t.Context(), token(first[accounts.EmailApproveChange])))
	wantCode(t, err, apperr.LinkInvalid)
}

func TestEmailChange_WrongPasswordIsRefusedAndCounted(t *testing.T) {
	h := newFixture(t)
	u := h.registerVerified(t, layla()).User
	h.emails(t)
	e := edit(u)
	e.Email, e.Password = thiefEmail, "Wrong1234"
	_, _, err := h.Update(t.Context(), u.ID, e)
	wantCode(t, err, apperr.PasswordWrong)
	wantFields(t, err, "password", "password_wrong")
	if now, _ := h.User(t.Context(), u.ID); now.PendingEmail != "" || len(h.emails(t)) != 0 {
		t.Errorf("a wrong password began a change: %+v", now)
	}
}

// TestEmailChange_OldAddressTakesItBack follows a thief who has the password too: changes the email, resets the
// password, turns two-factor on.
func TestEmailChange_OldAddressTakesItBack(t *testing.T) {
	onEachEngine(t, func(t *testing.T, h *fixture) {
		ctx := t.Context()
		u := h.registerVerified(t, layla()).User
		h.emails(t)
		undo := h.steal(t, u.ID, thiefEmail)
		h.wantEmail(t, u.ID, thiefEmail)
		if undo.To != u.Email || undo.LinkLife != 7 {
			t.Fatalf("the old address got %+v", undo)
		}
		// A reset goes to both addresses, by whichever it was asked for.
		for _, asked := range []string{thiefEmail, u.Email} {
			if err := h.RequestReset(ctx, home, asked); err != nil {
				t.Fatalf("asking by %s: %v", asked, err)
			}
			to := map[string]string{}
			for _, email := range h.emails(t) {
				to[email.To] = token(email)
			}
			if len(to) != 2 || to[thiefEmail] == "" || to[u.Email] == "" {
				t.Fatalf("asked for by %s, the reset went to %v", asked, to)
			}
			if asked == u.Email {
				if err := h.ResetPassword(ctx, u.ID, to[thiefEmail], "Th1efPass99"); err != nil {
					t.Fatal(err)
				}
			}
		}
		thief, err := h.login(t, "layla", "Th1efPass99")
		if err != nil {
			t.Fatal(err)
		}
		secret, _, err := h.BeginTwoFactor(ctx, u.ID, "Th1efPass99", "")
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := h.ConfirmTwoFactor(ctx, as(thief), h.phone(t, secret).shows(0)); err != nil {
			t.Fatal(err)
		}
		// Nobody else can take the address that is waited for.
		other := layla()
		other.Username = "squatter"
		_, err = h.Register(ctx, home, other)
		wantCode(t, err, apperr.EmailTaken)

		userID, reset, err := h.UndoEmailChange(ctx, token(undo))
		if err != nil {
			t.Fatal(err)
		}
		h.wantEmail(t, u.ID, u.Email)
		if err := h.ResetPassword(ctx, userID, reset, "Labneh2Toum"); err != nil {
			t.Fatal(err)
		}
		if _, err := h.login(t, "layla", "Labneh2Toum"); err != nil {
			t.Errorf("the owner is still kept out: %v", err)
		}
		if _, err := h.login(t, "layla", "Th1efPass99"); apperr.CodeOf(err) != apperr.LoginFailed {
			t.Errorf("the thief: %v", err)
		}
		wantCode(t, h.RequestReset(ctx, home, thiefEmail), apperr.EmailNotRegistered)
		records, _, err := h.audit.Events(ctx, audit.Filter{UserID: u.ID, Limit: 50})
		if err != nil || !hasAction(records, accounts.ActionEmailRestored) {
			t.Errorf("the audit log says %+v, %v", records, err)
		}
	})
}

func hasAction(records []audit.NamedEvent, action audit.Action) bool {
	for _, r := range records {
		if r.Action == action {
			return true
		}
	}
	return false
}

// A second change must not take the first address's way back, nor may the thief's own link.
func TestEmailChange_FirstAddressWinsOverLaterOnes(t *testing.T) {
	h := newFixture(t)
	ctx := t.Context()
	u := h.registerVerified(t, layla()).User
	h.emails(t)
	first := h.steal(t, u.ID, thiefEmail)
	h.clock.pass(time.Minute)
	thiefs := h.steal(t, u.ID, "thief2@example.net")
	if err := third(h.UndoEmailChange(ctx, token(thiefs))); err != nil {
		t.Fatal(err)
	}
	h.wantEmail(t, u.ID, thiefEmail)
	if err := third(h.UndoEmailChange(ctx, token(first))); err != nil {
		t.Fatalf("the first address: %v", err)
	}
	h.wantEmail(t, u.ID, u.Email)
}

func TestEmailChange_UndoLinkEndsAfterSevenDaysFromTheChange(t *testing.T) {
	h := newFixture(t)
	ctx := t.Context()
	u := h.registerVerified(t, layla()).User
	h.emails(t)
	asked := h.ask(t, u.ID, thiefEmail, goodPassword)
	h.clock.pass(23 * time.Hour)
	if err := h.followVerify(ctx, thiefEmail, token(asked[accounts.EmailVerifyNew])); err != nil {
		t.Fatal(err)
	}
	undo := h.byKind(t)[accounts.EmailAddressChanged]
	h.clock.pass(7*24*time.Hour - time.Second)
	if _, err := h.EmailChange(ctx, token(undo)); err != nil {
		t.Fatalf("on the seventh day: %v", err)
	}
	h.clock.pass(2 * time.Second)
	wantCode(t, second(h.EmailChange(ctx, token(undo))), apperr.LinkInvalid)
	wantCode(t, third(h.UndoEmailChange(ctx, token(undo))), apperr.LinkInvalid)
	other := layla()
	other.Username = "newowner"
	h.register(t, other)
}

func TestExport_NeedsThePasswordAndIsLimited(t *testing.T) {
	h := newFixture(t)
	u := h.registerVerified(t, layla()).User
	wantCode(t, h.ConfirmExport(t.Context(), u.ID, "Wrong1234"), apperr.PasswordWrong)
	var err error
	for i := 0; i < 20 && err == nil; i++ {
		err = h.ConfirmExport(t.Context(), u.ID, goodPassword)
	}
	wantCode(t, err, apperr.RateLimited)
}

// registerVerified signs somebody up whose address is their own.
func (h *fixture) registerVerified(t *testing.T, r accounts.Registration) *accounts.SignedIn {
	t.Helper()
	signedIn := h.register(t, r)
	h.verifyEmail(t, signedIn.User.ID)
	signedIn.User.EmailVerified = true
	return signedIn
}

// A slip at sign-up names a stranger's address. Whoever reads mail there must not get the account when it is corrected.
func TestEmailChange_UnverifiedOldAddressTakesNothingBack(t *testing.T) {
	onEachEngine(t, func(t *testing.T, h *fixture) {
		ctx := t.Context()
		u := h.register(t, layla()).User
		h.emails(t)
		mails := h.ask(t, u.ID, "right@example.com", goodPassword)
		if len(mails) != 1 {
			t.Errorf("beginning a change mailed %+v", mails)
		}
		if err := h.followVerify(ctx, "right@example.com", token(mails[accounts.EmailVerifyNew])); err != nil {
			t.Fatal(err)
		}
		h.wantEmail(t, u.ID, "right@example.com")
		if mails := h.byKind(t); len(mails) != 0 {
			t.Errorf("the change mailed %+v", mails)
		}
		wantCode(t, h.RequestReset(ctx, home, u.Email), apperr.EmailNotRegistered)

		h.setVerified(t, u.ID, false)
		mails = h.ask(t, u.ID, "other@example.com", "")
		link := token(mails[accounts.EmailApproveOnly])
		change, err := h.EmailChange(ctx, link)
		if err != nil || !change.Approvable || change.Restorable {
			t.Errorf("the link says %+v, %v", change, err)
		}
		wantCode(t, third(h.UndoEmailChange(ctx, link)), apperr.LinkInvalid)
		if waits, err := h.ApproveEmailChange(ctx, link); err != nil || !waits {
			t.Errorf("agreed: waits %t, %v", waits, err)
		}
		wantCode(t, third(h.UndoEmailChange(ctx, link)), apperr.LinkInvalid)
	})
}
