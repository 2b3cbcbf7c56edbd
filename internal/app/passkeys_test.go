package app

import (
	"net/http"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/testkit/passkeytest"
)

func TestPasskeys_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		c.BaseURL, c.PasskeysRequired = "http://localhost:8080", string(accounts.PasskeysOfHouse)
		s, _ := watched(t, c)
		browser := passkeytest.Browser{Origin: c.BaseURL, RPID: "localhost"}
		admin, customer := s.customer("layla"), s.customer("karim")
		if _, err := s.accounts.SetAdmin(t.Context(), "layla", true); err != nil {
			t.Fatal(err)
		}
		admin.renew()
		admin.signIn("layla")
		admin.refused(http.StatusForbidden, apperr.PasskeyRequired, "GET", "/api/admin/overview", "")
		customer.refused(http.StatusForbidden, apperr.Forbidden, "GET", "/api/admin/overview", "")
		customer.verifyEmail()
		var begun wire.PasskeyOptions
		customer.into(&begun, "POST", "/api/user/passkeys/begin", `{"password":"`+testPassword+`"}`)
		key, made := browser.Create(t, begun.Options)
		var added wire.PasskeyAdded
		customer.into(&added, "POST", "/api/user/passkeys", `{"name":"Phone","credential":`+string(made)+`}`)
		customer.must("PUT", "/api/user/passkeys/"+added.Passkey.ID, `{"name":"Old phone"}`)
		customer.refused(http.StatusNotFound, apperr.NotFound, "PUT", "/api/user/passkeys/none", `{"name":"Old phone"}`)

		again := s.visitor()
		again.into(&begun, "POST", "/api/user/passkey-login/begin", "")
		answer := `{"credential":` + string(browser.Sign(t, key, begun.Options)) + `}`
		again.must("POST", "/api/user/passkey-login", answer)
		again.renew()
		again.refused(http.StatusConflict, apperr.PasskeyExpired, "POST", "/api/user/passkey-login", answer)
		var list wire.PasskeyList
		again.into(&list, "GET", "/api/user/passkeys", "")
		if len(list.Passkeys) != 1 || list.Passkeys[0].Name != "Old phone" || list.Passkeys[0].LastUsedAt == nil {
			t.Errorf("the list is %+v", list)
		}
		again.into(&begun, "POST", "/api/user/passkey-confirmation/begin", "")
		var confirmed wire.PasskeyConfirmed
		again.into(&confirmed, "POST", "/api/user/passkey-confirmation",
			`{"credential":`+string(browser.Sign(t, key, begun.Options))+`}`)
		var export wire.AccountExport
		again.into(&export, "POST", "/api/user/export", `{"password":"`+confirmed.Password+`"}`)
		if len(export.Passkeys) != 1 {
			t.Errorf("the export has %+v", export.Passkeys)
		}
		again.refused(http.StatusForbidden, apperr.PasswordWrong, "DELETE", "/api/user/passkeys/"+added.Passkey.ID,
			`{"password":"`+confirmed.Password+`"}`)
		again.must("DELETE", "/api/user/passkeys/"+added.Passkey.ID, `{"password":"`+testPassword+`"}`)
	})
}

func TestPasskeys_UnavailableAtAnIPAddress(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		c.BaseURL = "http://127.0.0.1:8080"
		s, _ := watched(t, c)
		s.visitor().refused(http.StatusConflict, apperr.PasskeysUnavailable, "POST",
			"/api/user/passkey-login/begin", "")
	})
}
