package accounts_test

import (
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore/storetest"
	"dawa/internal/domain/accounts"
)

// Two servers of one shop have both answered a session from memory. Whatever ends it at one of them ends it there at
// once, and within a second at the other.
func TestIdentify_EndedSessionIsRefusedAtOnceHereAndWithinASecondElsewhere(t *testing.T) {
	caller := func(me *accounts.SignedIn) accounts.Caller {
		c := home
		c.Identity = accounts.Identity{UserID: me.User.ID, SessionID: me.SessionID}
		return c
	}
	ends := map[string]func(t *testing.T, here *fixture, me *accounts.SignedIn) error{
		"sign-out": func(t *testing.T, here *fixture, me *accounts.SignedIn) error {
			return here.Logout(t.Context(), caller(me).Identity)
		},
		"sign-out everywhere": func(t *testing.T, here *fixture, me *accounts.SignedIn) error {
			return here.EndSessions(t.Context(), me.User.ID, goodPassword, "")
		},
		"sign-out by the host": func(t *testing.T, here *fixture, _ *accounts.SignedIn) error {
			_, err := here.SignOut(t.Context(), "layla")
			return err
		},
		"sign-out of everybody by the host": func(t *testing.T, here *fixture, _ *accounts.SignedIn) error {
			_, err := here.SignOut(t.Context(), "")
			return err
		},
		"password change": func(t *testing.T, here *fixture, me *accounts.SignedIn) error {
			_, err := here.ChangePassword(t.Context(), caller(me), goodPassword, "Sumac8Fattoush")
			return err
		},
		"password reset by the host": func(t *testing.T, here *fixture, _ *accounts.SignedIn) error {
			_, err := here.ResetByHost(t.Context(), "layla")
			return err
		},
		"account deletion": func(t *testing.T, here *fixture, me *accounts.SignedIn) error {
			return here.Delete(t.Context(), me.User.ID, goodPassword)
		},
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			here, there := twoServers(t)
			me := here.register(t, layla())
			if !here.alive(t, me.Cookie) || !there.alive(t, me.Cookie) {
				t.Fatal("the session is not known at both servers")
			}
			if err := end(t, here, me); err != nil {
				t.Fatal(err)
			}
			if here.alive(t, me.Cookie) {
				t.Error("the session still counts at the server that ended it")
			}
			there.clock.pass(time.Second)
			if there.alive(t, me.Cookie) {
				t.Error("the session still counts at the other server after a second")
			}
		})
	}
}

func TestIdentify_RevokedAdminIsNoneAtOnceHereAndWithinASecondElsewhere(t *testing.T) {
	here, there := twoServers(t)
	here.register(t, layla())
	other := layla()
	other.FullName, other.Username, other.Email = "Maya Khoury", "maya", "maya@example.com"
	here.register(t, other)
	for _, name := range []string{"layla", "maya"} { // the last admin could not be revoked
		if _, err := here.SetAdmin(t.Context(), name, true); err != nil {
			t.Fatal(err)
		}
	}
	me, err := here.login(t, "layla", goodPassword)
	if err != nil {
		t.Fatal(err)
	}
	isAdmin := func(h *fixture) bool {
		who, err := h.Identify(t.Context(), me.Cookie.Value)
		if err != nil || who.UserID == "" {
			t.Fatalf("the session belongs to %+v, %v", who, err)
		}
		return who.Admin
	}
	if !isAdmin(here) || !isAdmin(there) {
		t.Fatal("layla is no admin")
	}
	if _, err := here.SetAdmin(t.Context(), "layla", false); err != nil {
		t.Fatal(err)
	}
	if isAdmin(here) {
		t.Error("still an admin at the server that changed it")
	}
	there.clock.pass(time.Second)
	if isAdmin(there) {
		t.Error("still an admin at the other server after a second")
	}
}

func TestIdentify_AnswersFromMemoryUntilForgotten(t *testing.T) {
	here, there := twoServers(t)
	me := here.register(t, layla())
	if !there.alive(t, me.Cookie) {
		t.Fatal("the session is not known")
	}
	if err := here.Logout(t.Context(), accounts.Identity{UserID: me.User.ID, SessionID: me.SessionID}); err != nil {
		t.Fatal(err)
	}
	if !there.alive(t, me.Cookie) {
		t.Error("a session that was read a moment ago was read again")
	}
	there.ForgetSessions(me.User.ID)
	if there.alive(t, me.Cookie) {
		t.Error("a forgotten session was answered from memory")
	}
}

// twoServers are two services over one database with one clock.
func twoServers(t *testing.T) (here, there *fixture) {
	t.Helper()
	db := storetest.Open(t, storetest.SQLite(t))
	here = newFixtureOver(t, db)
	return here, fixtureWithClock(t, db, here.clock)
}
