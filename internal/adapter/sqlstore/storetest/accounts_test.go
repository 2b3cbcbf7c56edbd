package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/outbox"
)

var accountTime = time.Date(2026, 11, 15, 8, 30, 0, 123e6, time.UTC)

func person(name string) *accounts.User {
	return &accounts.User{
		ID: "id-" + name, Username: name, FullName: name + " Haddad", Phone: "03123456", Email: name + "@example.com",
		PasswordHash: "hash", Language: text.Arabic, Marketing: true, CreatedAt: accountTime, UpdatedAt: accountTime,
	}
}

func withAccounts(t *testing.T, test func(t *testing.T, db *sqlstore.DB, store *sqlstore.Accounts)) {
	t.Helper()
	Each(t, func(t *testing.T, db *sqlstore.DB) { test(t, db, sqlstore.NewAccounts(db, sqlstore.AccountHooks{})) })
}

func addPerson(t *testing.T, store *sqlstore.Accounts, name string) *accounts.User {
	t.Helper()
	u := person(name)
	must(t, store.Write(t.Context(), func(tx accounts.Tx) error { return tx.AddUser(t.Context(), u) }))
	return u
}

func TestUsers_RoundTrip(t *testing.T) {
	t.Parallel()
	withAccounts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Accounts) {
		ctx := t.Context()
		want := addPerson(t, store, "Layla")
		for _, find := range []func() (*accounts.User, error){
			func() (*accounts.User, error) { return store.User(ctx, want.ID) },
			func() (*accounts.User, error) { return store.UserByLogin(ctx, "layla") },
			func() (*accounts.User, error) { return store.UserByLogin(ctx, "layla@example.com") },
		} {
			got, err := find()
			must(t, err)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v, want %+v", got, want)
			}
		}
		_, err := store.UserByLogin(ctx, "nobody")
		wantCode(t, err, apperr.NotFound)

		want.Admin, want.InHouse, want.EmailVerified = true, true, true
		want.PendingEmail, want.Language = "new@example.net", text.English
		want.UpdatedAt = accountTime.Add(time.Hour)
		must(t, store.Write(ctx, func(tx accounts.Tx) error {
			return errors.Join(tx.SaveUser(ctx, want), tx.SetAdmin(ctx, want.ID, true, want.UpdatedAt))
		}))
		got, err := store.User(ctx, want.ID)
		must(t, err)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("after saving: %+v, want %+v", got, want)
		}
		admins, err := store.Admins(ctx)
		must(t, err)
		if len(admins) != 1 || admins[0].ID != want.ID {
			t.Errorf("admins are %v", admins)
		}
	})
}

func TestUsers_NamesAndEmailsAreUniqueInAnyCase(t *testing.T) {
	t.Parallel()
	withAccounts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Accounts) {
		ctx := t.Context()
		layla := addPerson(t, store, "layla")
		addPerson(t, store, "karim")
		add := func(change func(*accounts.User)) error {
			u := person("other")
			change(u)
			return store.Write(ctx, func(tx accounts.Tx) error { return tx.AddUser(ctx, u) })
		}
		wantCode(t, add(func(u *accounts.User) { u.Username = "LAYLA" }), apperr.UsernameTaken)
		wantCode(t, add(func(u *accounts.User) { u.Email = "Layla@Example.COM" }), apperr.EmailTaken)
		layla.Email = "KARIM@example.com"
		wantCode(t, store.Write(ctx, func(tx accounts.Tx) error { return tx.SaveUser(ctx, layla) }), apperr.EmailTaken)
		name, email, err := store.Taken(ctx, "karim", "layla@example.com", layla.ID, accountTime)
		must(t, err)
		if !name || email {
			t.Errorf("to layla, karim is taken: %v; her own email is taken: %v", name, email)
		}
		must(t, add(func(*accounts.User) {}))
	})
}

func TestRegister_OneOfManyGetsTheName(t *testing.T) {
	t.Parallel()
	withAccounts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Accounts) {
		var got, refused atomic.Int32
		var group sync.WaitGroup
		for i := range 12 {
			group.Go(func() {
				u := person("layla")
				u.ID, u.Email = fmt.Sprint("id-", i), fmt.Sprintf("l%d@example.com", i)
				switch err := store.Write(t.Context(), func(tx accounts.Tx) error {
					return tx.AddUser(t.Context(), u)
				}); apperr.CodeOf(err) {
				case "":
					got.Add(1)
				case apperr.UsernameTaken:
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		group.Wait()
		if got.Load() != 1 || refused.Load() != 11 {
			t.Errorf("%d got the name, %d were refused", got.Load(), refused.Load())
		}
	})
}

func session(u *accounts.User, id string, at time.Time) accounts.Session {
	return accounts.Session{
		ID: id, Handle: "handle-" + id, UserID: u.ID, Remember: true, Device: "Firefox / Windows",
		CreatedAt: at, LastSeenAt: at, ExpiresAt: at.Add(12 * time.Hour),
	}
}

func TestSessions_FoundTouchedListedAndEnded(t *testing.T) {
	t.Parallel()
	withAccounts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Accounts) {
		ctx := t.Context()
		layla, karim := addPerson(t, store, "layla"), addPerson(t, store, "karim")
		must(t, store.Write(ctx, func(tx accounts.Tx) error {
			return errors.Join(
				tx.AddSession(ctx, session(layla, "a", accountTime)),
				tx.AddSession(ctx, session(layla, "b", accountTime.Add(time.Minute))),
				tx.AddSession(ctx, session(layla, "c", accountTime.Add(2*time.Minute))),
				tx.AddSession(ctx, session(karim, "k", accountTime)))
		}))
		got, state, err := store.Session(ctx, "a")
		must(t, err)
		if want := session(layla, "a", accountTime); got != want || state != (accounts.SessionState{}) {
			t.Errorf("got %+v, %+v, want %+v", got, state, want)
		}
		seen := accountTime.Add(time.Hour)
		must(t, store.TouchSessions(ctx, map[string]time.Time{"a": seen, "gone": seen}))
		must(t, store.TouchSessions(ctx, map[string]time.Time{"a": accountTime})) // an older time does not win
		list, err := store.Sessions(ctx, layla.ID, accountTime)
		must(t, err)
		if len(list) != 3 || list[0].ID != "a" || !list[0].LastSeenAt.Equal(seen) || list[1].ID != "c" {
			t.Errorf("listed %+v", list)
		}
		if list, _ := store.Sessions(ctx, layla.ID, accountTime.Add(12*time.Hour+90*time.Second)); len(list) != 1 {
			t.Errorf("%d sessions after the others expired, want 1", len(list))
		}
		must(t, store.Write(ctx, func(tx accounts.Tx) error {
			n, err := tx.EndSessions(ctx, layla.ID, "b")
			if n != 2 {
				t.Errorf("ended %d", n)
			}
			return err
		}))
		_, _, err = store.Session(ctx, "a")
		wantCode(t, err, apperr.NotFound)
		for _, id := range []string{"b", "k"} {
			if _, _, err := store.Session(ctx, id); err != nil {
				t.Errorf("session %s should still be there: %v", id, err)
			}
		}
	})
}

func TestSessions_AreBoundedPerUser(t *testing.T) {
	t.Parallel()
	withAccounts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Accounts) {
		ctx := t.Context()
		layla := addPerson(t, store, "layla")
		must(t, store.Write(ctx, func(tx accounts.Tx) error {
			for i := range 60 {
				if err := tx.AddSession(ctx, session(layla, fmt.Sprintf("s%02d", i),
					accountTime.Add(time.Duration(i)*time.Second))); err != nil {
					return err
				}
			}
			return nil
		}))
		list, err := store.Sessions(ctx, layla.ID, accountTime)
		must(t, err)
		if len(list) != 50 || list[0].ID != "s59" {
			t.Errorf("%d sessions are kept, the newest %s", len(list), list[0].ID)
		}
	})
}

func TestLinks_ValidLinkWorksOnce(t *testing.T) {
	t.Parallel()
	withAccounts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Accounts) {
		ctx := t.Context()
		layla := addPerson(t, store, "layla")
		link := accounts.Link{Hash: "h", Purpose: accounts.PurposeReset, UserID: layla.ID, Email: layla.Email,
			CreatedAt: accountTime, ExpiresAt: accountTime.Add(30 * time.Minute)}
		must(t, store.Write(ctx, func(tx accounts.Tx) error { return tx.AddLink(ctx, link) }))
		got, err := store.Link(ctx, "h")
		must(t, err)
		if got != link {
			t.Errorf("got %+v, want %+v", got, link)
		}
		use := func(purpose accounts.Purpose, user string, at time.Time) (used bool) {
			must(t, store.Write(ctx, func(tx accounts.Tx) error {
				var err error
				used, err = tx.UseLink(ctx, "h", purpose, user, at)
				return err
			}))
			return used
		}
		if use(accounts.PurposeVerify, layla.ID, accountTime) || use(accounts.PurposeReset, "other", accountTime) ||
			use(accounts.PurposeReset, layla.ID, accountTime.Add(time.Hour)) {
			t.Fatal("a link was used for another purpose, by another user, or too late")
		}
		var wins atomic.Int32
		var group sync.WaitGroup
		for range 20 {
			group.Go(func() {
				if use(accounts.PurposeReset, layla.ID, accountTime.Add(time.Minute)) {
					wins.Add(1)
				}
			})
		}
		group.Wait()
		if wins.Load() != 1 {
			t.Errorf("%d used the link", wins.Load())
		}
		must(t, store.Write(ctx, func(tx accounts.Tx) error {
			link.Hash = "unused"
			return errors.Join(tx.AddLink(ctx, link), tx.DropLinks(ctx, layla.ID, accounts.PurposeReset))
		}))
		_, err = store.Link(ctx, "unused")
		wantCode(t, err, apperr.NotFound)
		if _, err := store.Link(ctx, "h"); err != nil {
			t.Errorf("a used link is remembered: %v", err)
		}
	})
}

func TestDeleteUser_RunsHooksFirstAndRemovesSessionsAndLinks(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		ctx := t.Context()
		told := 0
		fail := true
		store := sqlstore.NewAccounts(db, sqlstore.AccountHooks{
			OnDelete: []func(context.Context, *sqlstore.Tx,
				string) error{func(ctx context.Context, tx *sqlstore.Tx, userID string) error {
				var name string
				if err := tx.QueryRowContext(ctx, "SELECT username FROM users WHERE id = $1", userID).
					Scan(&name); err != nil {
					return err // the row must still be there
				}
				if fail {
					return errors.New("an order is on its way")
				}
				told++
				return nil
			}},
		})
		layla := addPerson(t, store, "layla")
		must(t, store.Write(ctx, func(tx accounts.Tx) error {
			return errors.Join(tx.AddSession(ctx, session(layla, "a", accountTime)),
				tx.AddLink(ctx, accounts.Link{
					Hash: "h", Purpose: accounts.PurposeVerify, UserID: layla.ID, CreatedAt: accountTime,
					ExpiresAt: accountTime.Add(time.Hour),
				}))
		}))
		remove := func() error {
			return store.Write(ctx, func(tx accounts.Tx) error { return tx.DeleteUser(ctx, layla.ID) })
		}
		if remove() == nil {
			t.Fatal("the user was deleted against another room's word")
		}
		if _, err := store.User(ctx, layla.ID); err != nil {
			t.Fatalf("a refused deletion removed the user: %v", err)
		}
		fail = false
		must(t, remove())
		if told != 1 {
			t.Errorf("the other room was told %d times", told)
		}
		for name, lookup := range map[string]func() error{
			"user":    func() error { _, err := store.User(ctx, layla.ID); return err },
			"session": func() error { _, _, err := store.Session(ctx, "a"); return err },
			"link":    func() error { _, err := store.Link(ctx, "h"); return err },
		} {
			if apperr.CodeOf(lookup()) != apperr.NotFound {
				t.Errorf("the %s is still there", name)
			}
		}
		wantCode(t, remove(), apperr.NotFound)
	})
}

func TestSignIn_HooksRunInItsTransaction(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		ctx := t.Context()
		store := sqlstore.NewAccounts(db, sqlstore.AccountHooks{
			OnSignIn: []func(context.Context, *sqlstore.Tx, string,
				string) error{func(ctx context.Context, tx *sqlstore.Tx, visitor, userID string) error {
				_, err := tx.ExecContext(ctx, "UPDATE users SET full_name = $2 WHERE id = $1", userID,
					"came as "+visitor)
				return err
			}},
		})
		layla := addPerson(t, store, "layla")
		changed := errors.New("changed my mind")
		for _, want := range []error{changed, nil} {
			err := store.Write(ctx, func(tx accounts.Tx) error {
				if err := tx.MoveVisitorData(ctx, "v1", layla.ID); err != nil {
					return err
				}
				return want
			})
			if !errors.Is(err, want) {
				t.Fatalf("got %v, want %v", err, want)
			}
			u, err := store.User(ctx, layla.ID)
			must(t, err)
			if kept := u.FullName == "came as v1"; kept != (want == nil) {
				t.Errorf("after %v the hook's work is kept: %v", want, kept)
			}
		}
	})
}

func TestEmails_QueuedInTheTransactionOfTheChange(t *testing.T) {
	t.Parallel()
	withAccounts(t, func(t *testing.T, db *sqlstore.DB, store *sqlstore.Accounts) {
		ctx := t.Context()
		email, err := outbox.New("email", map[string]string{"user": "x"})
		must(t, err)
		changed := errors.New("changed my mind")
		for want, result := range []error{changed, nil} {
			_ = store.Write(ctx, func(tx accounts.Tx) error { return errors.Join(tx.Enqueue(ctx, email), result) })
			if n, _, err := sqlstore.NewOutbox(db).Waiting(ctx); err != nil || n != want {
				t.Errorf("%d jobs wait (%v), want %d", n, err, want)
			}
		}
	})
}
