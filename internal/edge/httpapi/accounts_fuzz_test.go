package httpapi

import (
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// Whatever bytes are sent to the calls about accounts, they are read or refused by code.
func FuzzAccounts_Bodies(f *testing.F) {
	for _, body := range []string{
		`{"username":"layla","password":"demo12345","remember":null}`,
		`{"user":{"full_name":"ليلى","username":"layla","phone_nb":"03123456","email":"l@example.com",` +
			`"type":"normal"},"password":"x"}`,
		`{"user":{"full_name":["x"],"username":{},"email":1}}`, `{"language":"arabic"}`, `{"email":null}`,
		`{"password":"\ud800"}`, `[[[[`, "\xff", `{"user":null}`, `{"remember":true}`,
		`{"password":"demo12345","code":"123 456"}`, `{"code":["1"]}`, `{"code":null}`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, into := range []any{
			new(wire.LoginRequest), new(wire.RegisterRequest), new(wire.AccountUpdate), new(wire.EmailRequest),
			new(wire.PasswordRequest), new(wire.LanguageRequest), new(wire.TwoFactorConfirmRequest),
			new(wire.TwoFactorEndRequest),
		} {
			if err := serve.DecodeJSON(body, into); err != nil && apperr.CodeOf(err) != apperr.InvalidInput {
				t.Fatalf("%T: %v", into, err)
			}
		}
	})
}
