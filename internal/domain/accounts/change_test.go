package accounts_test

import (
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/audit"
)

func TestChangePassword_NeedsTheCurrentPassword(t *testing.T) {
	h := newFixture(t)
	ctx := t.Context()
	first := h.register(t, layla())
	elsewhere, err := h.login(t, "layla", goodPassword)
	if err != nil {
		t.Fatal(err)
	}
	me := home
	me.Identity = accounts.Identity{UserID: first.User.ID, SessionID: first.SessionID}
	for _, c := range []struct {
		current, next string
		code          apperr.Code
	}{
		{"WrongPass99", "Labneh2Toum", apperr.PasswordWrong},
		{goodPassword, "short", apperr.InvalidFields},
		{"", "Labneh2Toum", apperr.InvalidFields},
		{goodPassword, "password1", apperr.PasswordCommon},
		{goodPassword, "layla12345", apperr.PasswordCommon},
	} {
		_, err := h.ChangePassword(ctx, me, c.current, c.next)
		wantCode(t, err, c.code)
	}
	alive := func(c accounts.Cookie) bool {
		t.Helper()
		who, err := h.Identify(ctx, c.Value)
		if err != nil {
			t.Fatal(err)
		}
		return who.UserID == first.User.ID
	}
	if !alive(first.Cookie) || !alive(elsewhere.Cookie) {
		t.Fatal("a refused change ended a session")
	}
	changed, err := h.ChangePassword(ctx, me, goodPassword, "Labneh2Toum")
	if err != nil {
		t.Fatal(err)
	}
	if alive(first.Cookie) || alive(elsewhere.Cookie) || !alive(changed.Cookie) {
		t.Error("after the change only the new session lives")
	}
	_, err = h.login(t, "layla", goodPassword)
	wantCode(t, err, apperr.LoginFailed)
	if _, err := h.login(t, "layla", "Labneh2Toum"); err != nil {
		t.Errorf("the new password: %v", err)
	}
	records, _, err := h.audit.Events(ctx, audit.Filter{Action: string(accounts.ActionPasswordChanged), Limit: 5})
	if err != nil || len(records) != 1 {
		t.Errorf("the record says %+v, %v", records, err)
	}
}

func TestChangePassword_WrongGuessesAreLimited(t *testing.T) {
	h := newFixture(t)
	first := h.register(t, layla())
	me := home
	me.Identity = accounts.Identity{UserID: first.User.ID, SessionID: first.SessionID}
	var err error
	for range 6 {
		_, err = h.ChangePassword(t.Context(), me, "WrongPass99", "Labneh2Toum")
	}
	wantCode(t, err, apperr.RateLimited)
}
