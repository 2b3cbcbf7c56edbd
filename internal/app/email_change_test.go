package app

import (
	"net/http"
	"strings"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/edge/httpapi/wire"
)

// A stolen cookie asks for another email; the owner takes it back by the link in the old mailbox.
func TestEmailChange_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		p := s.customer("layla")
		p.verifyEmail()
		s.mail()
		const edit = `{"user":{"full_name":"Layla","username":"layla","email":"thief@example.net"}`
		p.says("Account updated. Open both links: the one we sent to your old address and "+
			"the one we sent to the new one",
			"POST",
			"/api/user/editAccount", edit+`}`)
		if u := p.status().User; u.PendingUnapproved == nil || !*u.PendingUnapproved {
			t.Errorf("the account does not say who must agree: %+v", u)
		}
		mails := map[accounts.EmailKind]string{}
		for _, m := range s.mail() {
			mails[m.Kind] = "/api/user" + strings.TrimPrefix(m.Link, s.Address())
		}
		const approve = "The new address is confirmed. Now approve the change with the link we sent to your old address"
		s.visitor().says(approve, "PUT", mails[accounts.EmailVerifyNew], "")
		old := mails[accounts.EmailApproveChange]
		v := s.visitor()
		var change wire.EmailChange
		v.into(&change, "GET", old, "")
		if change.Email != "layla@example.com" || change.NewEmail != "thief@example.net" || !change.Approvable {
			t.Errorf("the link is about %+v", change)
		}
		v.refused(http.StatusBadRequest, apperr.LinkInvalid, "GET", old+"x", "")
		v.refused(http.StatusBadRequest, apperr.LinkInvalid, "PUT", old+"x", "")
		v.refused(http.StatusBadRequest, apperr.LinkInvalid, "DELETE", old+"x", "")
		var undone wire.EmailChangeUndone
		v.into(&undone, "DELETE", old, "")
		if p.status().Authenticated || undone.Code != "email_restored" {
			t.Errorf("undone: %+v, still signed in: %v", undone, p.status().Authenticated)
		}
		v.refused(http.StatusBadRequest, apperr.LinkInvalid, "DELETE", old, "")
		v.must("PUT", "/api/user/resetpassword/"+undone.User+"/"+undone.Token, `{"password":"Labneh2Toum"}`)
		v.must("POST", "/api/user/login", `{"username":"layla@example.com","password":"Labneh2Toum"}`)
		v.renew()
		v.refused(http.StatusForbidden, apperr.PasswordWrong, "POST", "/api/user/editAccount",
			edit+`,"password":"`+testPassword+`"}`)
		v.refused(http.StatusForbidden, apperr.PasswordWrong, "POST", "/api/user/export",
			`{"password":"`+testPassword+`"}`)
		v.refused(http.StatusMethodNotAllowed, apperr.MethodNotAllowed, "GET", "/api/user/export", "")
		v.says("Account updated. Confirm your new email with the link we have sent you", "POST",
			"/api/user/editAccount", edit+`,"password":"Labneh2Toum"}`)
	})
}
