package serve

import (
	"testing"

	"dawa/internal/base/apperr"
)

// Whatever bytes arrive, decoding ends in a value or in a code that answers 4xx.
func FuzzDecodeJSON_HostileBody(f *testing.F) {
	for _, seed := range []string{
		`{"user":{"full_name":"x"}}`, `[`, `{"user":{"floor":1e400}}`, "\xff", `{"user":null}`,
		`{"user":{"full_name":"\ud800"}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var into thing
		if err := DecodeJSON(body, &into); err != nil {
			if status := StatusOf(apperr.CodeOf(err)); status < 400 || status > 499 {
				t.Fatalf("%q answers %d: %v", body, status, err)
			}
		}
	})
}

type thing struct {
	User struct {
		FullName string `json:"full_name"`
		Floor    int    `json:"floor"`
	} `json:"user"`
}
