package accounts_test

import (
	"strings"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/ratelimit"
)

func edit(u *accounts.User) accounts.Edit {
	return accounts.Edit{FullName: u.FullName, Username: u.Username, Email: u.Email}
}

// askForEmail asks for a new email and gives the email that verifies it.
func (h *fixture) askForEmail(t *testing.T, u *accounts.User, email string) (link accounts.Email) {
	t.Helper()
	e := edit(u)
	e.Email, e.Password = email, goodPassword
	if _, _, err := h.Update(t.Context(), u.ID, e); err != nil {
		t.Fatal(err)
	}
	for _, l := range h.emails(t) {
		if l.Kind == accounts.EmailVerifyNew {
			link = l
		}
	}
	return link
}

func TestEdit_NewEmailCountsOnceVerified(t *testing.T) {
	h := newFixture(t)
	ctx := t.Context()
	u := h.registerVerified(t, layla()).User
	h.emails(t)
	e := edit(u)
	e.Email, e.Password = "Layla@New.example.net", goodPassword
	changed, mailed, err := h.Update(ctx, u.ID, e)
	if err != nil || !mailed || changed.Email != "layla@example.com" || changed.PendingEmail != e.Email {
		t.Fatalf("%+v, mailed %v, %v", changed, mailed, err)
	}
	emails := h.emails(t)
	if len(emails) != 2 {
		t.Fatalf("got %d emails", len(emails))
	}
	var link, notice accounts.Email
	for _, l := range emails {
		if l.Kind == accounts.EmailVerifyNew {
			link = l
		} else {
			notice = l
		}
	}
	if link.To != e.Email || notice.Kind != accounts.EmailAddressChanging ||
		notice.To != "layla@example.com" || notice.NewEmail != e.Email ||
		!strings.HasPrefix(notice.Link, "https://shop.example/email-change/") || notice.LinkLife != 7 {
		t.Fatalf("emails are %+v", emails)
	}
	// Until then mail goes to the old address, and the new one opens nothing.
	wantCode(t, h.RequestReset(ctx, home, e.Email), apperr.EmailNotRegistered)
	if l := h.resetEmail(t, "layla@example.com"); l.To != "layla@example.com" {
		t.Errorf("the reset went to %s", l.To)
	}
	if err := h.followVerify(ctx, e.Email, token(link)); err != nil {
		t.Fatal(err)
	}
	now, err := h.User(ctx, u.ID)
	if err != nil || now.Email != e.Email || !now.EmailVerified || now.PendingEmail != "" {
		t.Errorf("after verifying: %+v, %v", now, err)
	}
	if err := h.followVerify(ctx, e.Email, token(link)); err != nil {
		t.Errorf("opened twice: %v", err)
	}
	h.clock.pass(8 * 24 * time.Hour)
	wantCode(t, h.RequestReset(ctx, home, "layla@example.com"), apperr.EmailNotRegistered)
}

func TestVerify_EmailTakenMeanwhileIsRefused(t *testing.T) {
	h := newFixture(t)
	ctx := t.Context()
	u := h.register(t, layla()).User
	link := h.askForEmail(t, u, "shared@example.com")
	other := layla()
	other.Username, other.Email = "karim", "shared@example.com"
	h.register(t, other)
	wantCode(t, h.followVerify(ctx, "shared@example.com", token(link)), apperr.LinkInvalid)
	if now, _ := h.User(ctx, u.ID); now.Email != "layla@example.com" {
		t.Errorf("the email became %s", now.Email)
	}
}

func TestEdit_NamesStayUniqueAndOnlyGivenFieldsChange(t *testing.T) {
	h := newFixture(t)
	ctx := t.Context()
	u := h.register(t, layla()).User
	other := layla()
	other.Username, other.Email = "karim", "karim@example.com"
	h.register(t, other)
	h.emails(t)
	e := edit(u)
	e.Username, e.Email = "KARIM", "Karim@example.com"
	_, _, err := h.Update(ctx, u.ID, e)
	wantCode(t, err, apperr.UsernameTaken)
	wantFields(t, err, "username", "username_taken", "email", "email_taken")
	yes := true
	changed, mailed, err := h.Update(ctx, u.ID, accounts.Edit{
		FullName: "ليلى حداد", Username: "Layla", Email: "LAYLA@example.com", Marketing: &yes,
	})
	if err != nil || mailed || changed.FullName != "ليلى حداد" || changed.Username != "Layla" || !changed.Marketing ||
		changed.PendingEmail != "" {
		t.Errorf("%+v, mailed %v, %v", changed, mailed, err)
	}
	if sent := h.emails(t); len(sent) != 0 {
		t.Errorf("mails were sent: %+v", sent)
	}
	_, _, err = h.Update(ctx, u.ID, accounts.Edit{FullName: "x", Username: "a b", Email: "x@example.org"})
	wantFields(t, err, "full_name", "full_name_min", "username", "username_alphanumeric", "email", "email_com_net")
}

func TestEdit_PendingEmailCanBeWithdrawn(t *testing.T) {
	h := newFixture(t)
	ctx := t.Context()
	u := h.register(t, layla()).User
	link := h.askForEmail(t, u, "new@example.com")
	back, mailed, err := h.Update(ctx, u.ID, edit(u))
	if err != nil || mailed || back.PendingEmail != "" {
		t.Fatalf("%+v, %v, %v", back, mailed, err)
	}
	wantCode(t, h.followVerify(ctx, "new@example.com", token(link)), apperr.LinkInvalid)
}

func TestSetLanguage_StoredWithTheUser(t *testing.T) {
	h := newFixture(t)
	u := h.register(t, layla()).User
	if err := h.SetLanguage(t.Context(), u.ID, text.English); err != nil {
		t.Fatal(err)
	}
	if l := h.onlyEmail(t, accounts.EmailVerify); l.Language != text.English {
		t.Errorf("the mail is in %s", l.Language)
	}
}

func TestDelete_NeedsThePasswordAndRemovesTheName(t *testing.T) {
	h := newFixture(t)
	ctx := t.Context()
	signedIn := h.register(t, layla())
	err := h.Delete(ctx, signedIn.User.ID, "Wrong1234")
	wantCode(t, err, apperr.PasswordWrong)
	if err := h.Delete(ctx, signedIn.User.ID, goodPassword); err != nil {
		t.Fatal(err)
	}
	if who, _ := h.Identify(ctx, signedIn.Cookie.Value); who.UserID != "" {
		t.Error("a session outlived the account")
	}
	if left := h.emails(t); len(left) != 0 {
		t.Errorf("mail for somebody who left: %+v", left)
	}
	records, _, err := h.audit.Events(ctx, audit.Filter{Limit: 100})
	if err != nil || len(records) == 0 {
		t.Fatal(err)
	}
	for _, r := range records {
		if line := strings.ToLower(r.Detail + r.ActorName + r.SubjectName); strings.Contains(line, "layla") {
			t.Errorf("the record names them: %+v", r)
		}
	}
	h.register(t, layla()) // the name is free again
}

func TestDelete_WrongPasswordGuessesAreLimited(t *testing.T) {
	h := newFixture(t)
	u := h.register(t, layla()).User
	for range 5 {
		wantCode(t, h.Delete(t.Context(), u.ID, "Wrong1234"), apperr.PasswordWrong)
	}
	wantCode(t, h.Delete(t.Context(), u.ID, goodPassword), apperr.RateLimited)
}

func TestMakeAdmin_OnTheHost(t *testing.T) {
	h := newFixture(t)
	ctx := t.Context()
	signedIn := h.register(t, layla())
	admin := func() bool {
		who, err := h.Identify(ctx, signedIn.Cookie.Value)
		if err != nil {
			t.Fatal(err)
		}
		return who.Admin
	}
	other := layla()
	other.Username, other.Email = "karim", "karim@example.com"
	h.register(t, other)
	if _, err := h.SetAdmin(ctx, "karim", true); err != nil {
		t.Fatal(err)
	}
	for _, want := range []bool{true, false} {
		changed, err := h.SetAdmin(ctx, "Layla", want)
		if err != nil || !changed {
			t.Fatalf("to %v: changed %v, %v", want, changed, err)
		}
		if want { // a session that somebody stole before is no admin's
			if h.alive(t, signedIn.Cookie) {
				t.Error("a session from before lives on")
			}
			if signedIn, err = h.login(t, "layla", goodPassword); err != nil {
				t.Fatal(err)
			}
		}
		if admin() != want {
			t.Errorf("the session says %v, want %v", admin(), want)
		}
		if changed, err := h.SetAdmin(ctx, "layla", want); err != nil || changed {
			t.Errorf("again to %v: changed %v, %v", want, changed, err)
		}
	}
	_, err := h.SetAdmin(ctx, "nobody", true)
	wantCode(t, err, apperr.NotFound)
	_, err = h.SetAdmin(ctx, "karim", false)
	wantCode(t, err, apperr.LastAdmin)
	records, total, err := h.audit.Events(ctx, audit.Filter{Actor: audit.System, Limit: 10})
	if err != nil || total != 3 || records[0].Action != accounts.ActionAdminRevoked ||
		records[1].Action != accounts.ActionAdminGranted {
		t.Errorf("the record says %+v, %v", records, err)
	}
}

func TestSeed_VerifiedAllowsSimplePasswordsAddsOnce(t *testing.T) {
	h := newFixture(t)
	seed := accounts.Seed{Registration: layla(), Admin: true}
	seed.Password = "admin12345"
	for _, want := range []bool{true, false} {
		if added, err := h.AddSeed(t.Context(), seed); err != nil || added != want {
			t.Fatalf("added %v, %v", added, err)
		}
	}
	in, err := h.login(t, "layla", "admin12345")
	if err != nil || !in.User.Admin || !in.User.EmailVerified || in.User.Language != text.English {
		t.Errorf("%+v, %v", in, err)
	}
	if len(h.emails(t)) != 0 {
		t.Error("a seed gets no mail")
	}
}

func TestSweep_LeavesActiveSessions(t *testing.T) {
	h := newFixture(t)
	signedIn := h.register(t, layla())
	h.clock.pass(time.Hour)
	if err := h.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if who, _ := h.Identify(t.Context(), signedIn.Cookie.Value); who.UserID == "" {
		t.Error("the sweep ended a session")
	}
	h.clock.pass(12 * time.Hour)
	if err := h.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	var rows int
	if err := h.db.QueryRowContext(t.Context(), "SELECT count(*) FROM sessions").Scan(&rows); err != nil || rows != 0 {
		t.Errorf("%d expired sessions are left, %v", rows, err)
	}
}

func TestRegister_WideRulesTakeAnyEmailAndPassword(t *testing.T) {
	h := newFixture(t)
	someone := layla()
	someone.Email, someone.Password = "layla@aub.edu.lb", "مفتاح البيت the house key!"
	_, err := h.Register(t.Context(), home, someone)
	wantCode(t, err, apperr.InvalidFields)

	keys, err := accounts.NewKeys([]byte(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	wide := accounts.New(accounts.Options{
		Store:     sqlstore.NewAccounts(h.db, sqlstore.AccountHooks{}),
		Limiter:   ratelimit.New(sqlstore.NewRateLimits(h.db), keys.LimitSubject),
		Passwords: accounts.NewPasswords(cheap), Keys: keys, Now: h.clock.Now, WideRules: true,
	})
	if _, err := wide.Register(t.Context(), home, someone); err != nil {
		t.Fatal(err)
	}
	common := someone
	common.Username, common.Email, common.Password = "layla2", "layla2@aub.edu.lb", "password123"
	_, err = wide.Register(t.Context(), home, common)
	wantCode(t, err, apperr.PasswordCommon)
}

func TestEdit_PhoneNumberChangesOnlyWhenSent(t *testing.T) {
	h := newFixture(t)
	ctx := t.Context()
	u := h.register(t, layla()).User
	e := edit(u)
	if changed, _, err := h.Update(ctx, u.ID, e); err != nil || changed.Phone != u.Phone {
		t.Fatalf("without a number the phone became %q, %v", changed.Phone, err)
	}
	number := "00961 71 765 432"
	e.Phone = &number
	if changed, _, err := h.Update(ctx, u.ID, e); err != nil || changed.Phone != "71765432" {
		t.Fatalf("the phone became %q, %v", changed.Phone, err)
	}
	for wrong, code := range map[string]string{
		"": "phone_nb_required", "7176543": "phone_nb_digits", "00000000": "phone_nb_unknown",
	} {
		e.Phone = &wrong
		_, _, err := h.Update(ctx, u.ID, e)
		wantFields(t, err, "phone_nb", code)
	}
	if now, err := h.User(ctx, u.ID); err != nil || now.Phone != "71765432" {
		t.Errorf("after refused numbers the phone is %q, %v", now.Phone, err)
	}
}
