package accounts_test

import (
	"strings"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/adapter/sqlstore/storetest"
	"dawa/internal/adapter/webauthn"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/ratelimit"
	"dawa/internal/domain/roles"
	"dawa/internal/testkit/passkeytest"
)

// shop is a browser at the shop's own address.
var shop = passkeytest.Browser{Origin: "https://shop.example", RPID: "shop.example"}

// fixtureWithPasskeys is a fixture of a shop that takes passkeys, on an engine.
func fixtureWithPasskeys(t *testing.T, db *sqlstore.DB, required accounts.PasskeyRequirement) *fixture {
	t.Helper()
	h := newFixtureOver(t, db)
	keys, err := accounts.NewKeys([]byte(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := webauthn.New("https://shop.example", "Dawa")
	if err != nil {
		t.Fatal(err)
	}
	h.Service = accounts.New(accounts.Options{
		Store:     sqlstore.NewAccounts(db, sqlstore.AccountHooks{}),
		Limiter:   ratelimit.New(sqlstore.NewRateLimits(db), keys.LimitSubject),
		Passwords: accounts.NewPasswords(cheap), Keys: keys, BaseURL: "https://shop.example/", Now: h.clock.Now,
		Passkeys: verifier, PasskeysRequired: required, AdminsNeedTwoFactor: true,
	})
	return h
}

// passkeyUser signs somebody up whose email is verified.
func (h *fixture) passkeyUser(t *testing.T, r accounts.Registration) *accounts.SignedIn {
	t.Helper()
	me := h.register(t, r)
	h.verifyEmail(t, me.User.ID)
	h.emails(t)
	return me
}

func karim() accounts.Registration {
	return accounts.Registration{
		FullName: "Karim Saab", Username: "karim", Phone: "03765432", Email: "karim@example.com",
		Password: goodPassword,
	}
}

// addPasskey registers a passkey in a session.
func (h *fixture) addPasskey(t *testing.T, me accounts.Caller, name string) (*passkeytest.Passkey, accounts.Passkey) {
	t.Helper()
	options, err := h.BeginPasskey(t.Context(), me, accounts.PasskeyPermission{Password: goodPassword})
	if err != nil {
		t.Fatal(err)
	}
	key, answer := shop.Create(t, options)
	added, err := h.AddPasskey(t.Context(), me, name, answer)
	if err != nil {
		t.Fatal(err)
	}
	return key, added
}

// visitor is somebody who is not signed in, in a session of their own.
func (h *fixture) visitor() accounts.Caller {
	who, _ := h.NewVisitor()
	v := home
	v.Identity = who
	return v
}

// options begins a sign-in.
func (h *fixture) options(t *testing.T, from accounts.Caller) []byte {
	t.Helper()
	options, err := h.BeginPasskeyLogin(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	return options
}

func TestPasskey_AddSignInRenameRemove(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *sqlstore.DB) {
		h := fixtureWithPasskeys(t, db, accounts.PasskeysOptional)
		ctx := t.Context()
		me := h.passkeyUser(t, layla())
		elsewhere, err := h.login(t, "layla", goodPassword)
		if err != nil {
			t.Fatal(err)
		}
		_, err = h.BeginPasskey(ctx, as(me), accounts.PasskeyPermission{Password: "WrongPass99"})
		wantCode(t, err, apperr.PasswordWrong)
		key, added := h.addPasskey(t, as(me), " My phone ")
		if added.Name != "My phone" {
			t.Errorf("it is called %q", added.Name)
		}
		h.onlyEmail(t, accounts.EmailPasskeyAdded)
		if !h.alive(t, me.Cookie) || !h.alive(t, elsewhere.Cookie) {
			t.Error("adding a passkey ended a session")
		}

		from := h.visitor()
		signedIn, err := h.PasskeyLogin(ctx, from, shop.Sign(t, key, h.options(t, from)), true)
		if err != nil {
			t.Fatal(err)
		}
		if signedIn.User.ID != me.User.ID || !h.alive(t, signedIn.Cookie) || signedIn.Cookie.Expires.IsZero() {
			t.Errorf("signed in as %+v", signedIn.User)
		}
		if got := h.recorded(t, accounts.ActionPasskeyLogin); len(got) != 1 {
			t.Errorf("the audit log has %+v", got)
		}
		state, err := h.Passkeys(ctx, as(signedIn))
		if err != nil || len(state.Passkeys) != 1 || state.Passkeys[0].LastUsedAt.IsZero() || !state.Available ||
			state.Offered || state.Required || state.Enrolment || state.CodeNeeded {
			t.Errorf("the list is %+v, %v", state, err)
		}

		wantCode(t, h.RenamePasskey(ctx, h.passkeyUser(t, karim()).User.ID, added.ID, "Mine"), apperr.NotFound)
		wantFields(t, h.RenamePasskey(ctx, me.User.ID, added.ID, " "), "name", "passkey_name_required")
		if err := h.RenamePasskey(ctx, me.User.ID, added.ID, "Old phone"); err != nil {
			t.Error(err)
		}
		wantCode(t, h.RemovePasskey(ctx, as(me), added.ID, "WrongPass99"), apperr.PasswordWrong)
		h.emails(t)
		if err := h.RemovePasskey(ctx, as(me), added.ID, goodPassword); err != nil {
			t.Fatal(err)
		}
		h.onlyEmail(t, accounts.EmailPasskeyRemoved)
		if got := h.recorded(t, accounts.ActionPasskeyRemoved); len(got) != 1 || got[0].Detail != added.ID {
			t.Errorf("the audit log has %+v", got)
		}
		if !h.alive(t, signedIn.Cookie) {
			t.Error("removing a passkey ended a session")
		}
		from = h.visitor()
		_, err = h.PasskeyLogin(ctx, from, shop.Sign(t, key, h.options(t, from)), false)
		wantCode(t, err, apperr.PasskeyRefused)
	})
}

func TestPasskey_ForgedAnswersAreRefused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *sqlstore.DB) {
		h := fixtureWithPasskeys(t, db, accounts.PasskeysOptional)
		ctx := t.Context()
		me, other := h.passkeyUser(t, layla()), h.passkeyUser(t, karim())
		key, _ := h.addPasskey(t, as(me), "Phone")
		theirs, _ := h.addPasskey(t, as(other), "Phone")
		stolen := *theirs
		stolen.Handle = key.Handle // somebody else's key that claims to be mine
		guessed := *theirs
		guessed.ID, guessed.Handle = key.ID, key.Handle // my credential, signed with another key

		for name, c := range map[string]struct {
			browser passkeytest.Browser
			key     *passkeytest.Passkey
		}{
			"forged origin":      {passkeytest.Browser{Origin: "https://shop.example.evil.io", RPID: shop.RPID}, key},
			"plain origin":       {passkeytest.Browser{Origin: "http://shop.example", RPID: "shop.example"}, key},
			"wrong RP":           {passkeytest.Browser{Origin: "https://shop.example", RPID: "evil.example"}, key},
			"user not verified":  {passkeytest.Browser{Origin: shop.Origin, RPID: shop.RPID, Unverified: true}, key},
			"another's key":      {shop, &stolen},
			"another's signing":  {shop, &guessed},
			"unknown credential": {shop, &passkeytest.Passkey{Key: key.Key, ID: []byte("nobody"), Handle: key.Handle}},
		} {
			from := h.visitor()
			_, err := h.PasskeyLogin(ctx, from, c.browser.Sign(t, c.key, h.options(t, from)), false)
			if apperr.CodeOf(err) != apperr.PasskeyRefused {
				t.Errorf("%s: %v", name, err)
			}
		}

		from := h.visitor()
		answer := shop.Sign(t, key, h.options(t, from))
		_, err := h.PasskeyLogin(ctx, h.visitor(), answer, false)
		wantCode(t, err, apperr.PasskeyExpired) // another visitor's challenge
		if _, err := h.PasskeyLogin(ctx, from, answer, false); err != nil {
			t.Fatal(err)
		}
		_, err = h.PasskeyLogin(ctx, from, answer, false)
		wantCode(t, err, apperr.PasskeyExpired) // replayed
		h.options(t, from)
		_, err = h.PasskeyLogin(ctx, from, answer, false)
		wantCode(t, err, apperr.PasskeyRefused) // replayed against a new challenge
		late := shop.Sign(t, key, h.options(t, from))
		h.clock.pass(accounts.ChallengeLife)
		_, err = h.PasskeyLogin(ctx, from, late, false)
		wantCode(t, err, apperr.PasskeyExpired)
		_, err = h.PasskeyLogin(ctx, from, []byte(`{"id":1}`), false)
		wantCode(t, err, apperr.PasskeyExpired)
		h.options(t, from)
		_, err = h.PasskeyLogin(ctx, from, []byte(`{"id":1}`), false)
		wantCode(t, err, apperr.PasskeyRefused)
	})
}

func TestPasskey_CreationIsBoundToSessionOriginAndUser(t *testing.T) {
	h := fixtureWithPasskeys(t, storetest.Open(t, storetest.SQLite(t)), accounts.PasskeysOptional)
	ctx := t.Context()
	me, other := h.passkeyUser(t, layla()), h.passkeyUser(t, karim())
	begin := func(who *accounts.SignedIn) []byte {
		options, err := h.BeginPasskey(ctx, as(who), accounts.PasskeyPermission{Password: goodPassword})
		if err != nil {
			t.Fatal(err)
		}
		return options
	}
	evil := passkeytest.Browser{Origin: "https://evil.example", RPID: "shop.example"}
	_, answer := evil.Create(t, begin(me))
	_, err := h.AddPasskey(ctx, as(me), "Phone", answer)
	wantCode(t, err, apperr.PasskeyRefused)
	_, answer = shop.Create(t, begin(me))
	_, err = h.AddPasskey(ctx, as(other), "Phone", answer)
	wantCode(t, err, apperr.PasskeyExpired)
	begin(other)
	_, err = h.AddPasskey(ctx, as(other), "Phone", answer)
	wantCode(t, err, apperr.PasskeyRefused)
	_, err = h.AddPasskey(ctx, as(me), "", answer)
	wantFields(t, err, "name", "passkey_name_required")
	if _, err := h.AddPasskey(ctx, as(me), "Phone", answer); err != nil {
		t.Fatal(err)
	}
	_, err = h.AddPasskey(ctx, as(me), "Phone", answer)
	wantCode(t, err, apperr.PasskeyExpired)

	stranger := h.register(t, accounts.Registration{
		FullName: "Nadia Aoun", Username: "nadia", Phone: "03222333", Email: "nadia@example.com",
		Password: goodPassword,
	})
	_, err = h.BeginPasskey(ctx, as(stranger), accounts.PasskeyPermission{Password: goodPassword})
	wantCode(t, err, apperr.EmailUnverified)
}

func TestPasskey_CountThatGoesBackIsRefusedAndAudited(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *sqlstore.DB) {
		h := fixtureWithPasskeys(t, db, accounts.PasskeysOptional)
		me := h.passkeyUser(t, layla())
		key, _ := h.addPasskey(t, as(me), "Key")
		try := func(count uint32) error {
			key.Count = count
			from := h.visitor()
			_, err := h.PasskeyLogin(t.Context(), from, shop.Sign(t, key, h.options(t, from)), false)
			return err
		}
		for _, count := range []uint32{0, 0, 7} {
			if err := try(count); err != nil {
				t.Fatalf("%d: %v", count, err)
			}
		}
		for _, count := range []uint32{7, 3, 0} {
			wantCode(t, try(count), apperr.PasskeyRefused)
		}
		if got := h.recorded(t, accounts.ActionPasskeyCopied); len(got) != 3 || got[0].Subject != me.User.ID {
			t.Errorf("the audit log has %+v", got)
		}
		if err := try(8); err != nil {
			t.Error(err)
		}
	})
}

func TestPasskey_ConfirmsInPlaceOfThePasswordOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *sqlstore.DB) {
		h := fixtureWithPasskeys(t, db, accounts.PasskeysOptional)
		ctx := t.Context()
		me, other := h.passkeyUser(t, layla()), h.passkeyUser(t, karim())
		_, err := h.BeginPasskeyConfirmation(ctx, as(me))
		wantCode(t, err, apperr.NotFound)
		key, added := h.addPasskey(t, as(me), "Phone")
		theirs, _ := h.addPasskey(t, as(other), "Phone")
		confirm := func(k *passkeytest.Passkey) (string, error) {
			options, err := h.BeginPasskeyConfirmation(ctx, as(me))
			if err != nil {
				t.Fatal(err)
			}
			return h.ConfirmWithPasskey(ctx, as(me), shop.Sign(t, k, options))
		}
		_, err = confirm(theirs)
		wantCode(t, err, apperr.PasskeyRefused)
		code, err := confirm(key)
		if err != nil {
			t.Fatal(err)
		}
		wantCode(t, h.ConfirmExport(ctx, other.User.ID, code), apperr.PasswordWrong)
		if err := h.ConfirmExport(ctx, me.User.ID, code); err != nil {
			t.Fatal(err)
		}
		wantCode(t, h.ConfirmExport(ctx, me.User.ID, code), apperr.PasswordWrong)
		late, err := confirm(key)
		if err != nil {
			t.Fatal(err)
		}
		h.clock.pass(accounts.ConfirmationLife)
		wantCode(t, h.ConfirmExport(ctx, me.User.ID, late), apperr.PasswordWrong)
		_, err = h.login(t, "layla", code)
		wantCode(t, err, apperr.LoginFailed)
		code, err = confirm(key)
		if err != nil {
			t.Fatal(err)
		}
		if err := h.RemovePasskey(ctx, as(me), added.ID, code); err != nil {
			t.Error(err)
		}
	})
}

func TestPasskey_AddingAsksForTheTwoFactorCodeOrTheHost(t *testing.T) {
	h := fixtureWithPasskeys(t, storetest.Open(t, storetest.SQLite(t)), accounts.PasskeysOptional)
	ctx := t.Context()
	me, app, _ := h.secured(t, layla())
	_, err := h.BeginPasskey(ctx, as(me), accounts.PasskeyPermission{Password: goodPassword})
	wantCode(t, err, apperr.CodeNeeded)
	_, err = h.BeginPasskey(ctx, as(me), accounts.PasskeyPermission{Password: goodPassword, Code: "000000"})
	wantFields(t, err, "code", "wrong_code")
	options, err := h.BeginPasskey(ctx, as(me), accounts.PasskeyPermission{Password: goodPassword, Code: app.next()})
	if err != nil {
		t.Fatal(err)
	}
	key, answer := shop.Create(t, options)
	if _, err := h.AddPasskey(ctx, as(me), "Phone", answer); err != nil {
		t.Fatal(err)
	}
	from := h.visitor() // both factors at once
	if _, err := h.PasskeyLogin(ctx, from, shop.Sign(t, key, h.options(t, from)), false); err != nil {
		t.Fatal(err)
	}

	h.passkeyUser(t, karim())
	if _, err := h.SetAdmin(ctx, "karim", true); err != nil {
		t.Fatal(err)
	}
	admin, err := h.login(t, "karim", goodPassword)
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.BeginPasskey(ctx, as(admin), accounts.PasskeyPermission{Password: goodPassword})
	wantCode(t, err, apperr.EnrolmentNeeded)
	code, err := h.EnrolByHost(ctx, "karim")
	if err != nil {
		t.Fatal(err)
	}
	options, err = h.BeginPasskey(ctx, as(admin),
		accounts.PasskeyPermission{Password: goodPassword, Enrolment: code})
	if err != nil {
		t.Fatal(err)
	}
	if who, err := h.Identify(ctx, admin.Cookie.Value); err != nil || who.Admin || !who.LacksTwoFactor {
		t.Errorf("an admin with one factor is %+v, %v", who, err)
	}
	_, answer = shop.Create(t, options)
	if _, err := h.AddPasskey(ctx, as(admin), "Phone", answer); err != nil {
		t.Fatal(err)
	}
	if who, err := h.Identify(ctx, admin.Cookie.Value); err != nil || !who.Admin || who.LacksTwoFactor {
		t.Errorf("an admin with a passkey is %+v, %v", who, err)
	}
	h.addPasskey(t, as(admin), "Laptop") // in a session of a passkey the password is enough
}

func TestPasskeysRequired_RolesCountInSessionsOfAPasskeyOnly(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	h := fixtureWithPasskeys(t, db, accounts.PasskeysOfStaff)
	ctx := t.Context()
	me := h.passkeyUser(t, layla())
	if err := db.Write(ctx, func(tx *sqlstore.Tx) error {
		_, err := tx.ExecContext(ctx,
			"INSERT INTO memberships (store_id, user_id, role, since) VALUES ('s1', $1, 'owner', 0)", me.User.ID)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	h.ForgetSessions(me.User.ID)
	role := func(c accounts.Cookie) (roles.Role, bool) {
		who, err := h.Identify(ctx, c.Value)
		if err != nil {
			t.Fatal(err)
		}
		return who.Roles.In("s1"), who.LacksPasskey
	}
	if got, lacks := role(me.Cookie); got != "" || !lacks {
		t.Errorf("without a passkey the role is %q, %t", got, lacks)
	}
	key, added := h.addPasskey(t, as(me), "Phone")
	if got, lacks := role(me.Cookie); got != roles.Owner || lacks {
		t.Errorf("after adding one the role is %q, %t", got, lacks)
	}
	byPassword, err := h.login(t, "layla", goodPassword)
	if err != nil {
		t.Fatal(err)
	}
	if got, lacks := role(byPassword.Cookie); got != "" || !lacks {
		t.Errorf("signed in by password the role is %q, %t", got, lacks)
	}
	// The password alone neither adds a passkey beside the owner's nor removes that to add one then.
	_, err = h.BeginPasskey(ctx, as(byPassword), accounts.PasskeyPermission{Password: goodPassword})
	wantCode(t, err, apperr.PasskeyRequired)
	wantCode(t, h.RemovePasskey(ctx, as(byPassword), added.ID, goodPassword), apperr.PasskeyRequired)
	from := h.visitor()
	byPasskey, err := h.PasskeyLogin(ctx, from, shop.Sign(t, key, h.options(t, from)), false)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := role(byPasskey.Cookie); got != roles.Owner {
		t.Errorf("signed in by passkey the role is %q", got)
	}
	renewed, err := h.ChangePassword(ctx, as(byPasskey), goodPassword, "Kibbeh4Sunday")
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := role(renewed.Cookie); got != roles.Owner {
		t.Errorf("after a change of password the role is %q", got)
	}
	if err := h.RemovePasskey(ctx, as(renewed), added.ID, "Kibbeh4Sunday"); err != nil {
		t.Fatal(err)
	}
	if got, lacks := role(renewed.Cookie); got != "" || !lacks {
		t.Errorf("after its removal the role is %q, %t", got, lacks)
	}
}

func TestPasskey_GoesWithTheAccountAndWithATakeover(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *sqlstore.DB) {
		h := fixtureWithPasskeys(t, db, accounts.PasskeysOptional)
		ctx := t.Context()
		me := h.passkeyUser(t, layla())
		before, _ := h.addPasskey(t, as(me), "Mine")
		h.clock.pass(time.Minute)
		h.emails(t)
		if _, _, err := h.Update(ctx, me.User.ID, accounts.Edit{
			FullName: "Layla Haddad", Username: "layla", Email: "thief@example.com", Password: goodPassword,
		}); err != nil {
			t.Fatal(err)
		}
		var undo string
		for _, email := range h.emails(t) {
			if email.Kind == accounts.EmailAddressChanging {
				undo = token(email)
			}
		}
		after, _ := h.addPasskey(t, as(me), "Thief's")
		if _, _, err := h.UndoEmailChange(ctx, undo); err != nil {
			t.Fatal(err)
		}
		from := h.visitor()
		_, err := h.PasskeyLogin(ctx, from, shop.Sign(t, after, h.options(t, from)), false)
		wantCode(t, err, apperr.PasskeyRefused)
		signedIn, err := h.PasskeyLogin(ctx, from, shop.Sign(t, before, h.options(t, from)), false)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := h.RemovePasskeysByHost(ctx, "layla"); err != nil || n != 1 || h.alive(t, signedIn.Cookie) {
			t.Errorf("the host removed %d, %v", n, err)
		}
		if err := h.RemoveByHost(ctx, "layla"); err != nil {
			t.Fatal(err)
		}
		if err := h.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
	})
}
