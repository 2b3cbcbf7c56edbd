package accounts

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"dawa/internal/base/apperr"
)

// The passwords that guessers try first: our own list of those that the rules would let pass.
//
//go:embed common_passwords.txt
var commonPasswords string

var commonSet = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for line := range strings.Lines(commonPasswords) {
		set[strings.TrimSpace(line)] = true
	}
	return set
})

// Words of this shop, its trade and its town: whoever guesses here tries them first.
var shopWords = []string{
	"dawa", "dawaa", "pharmacy", "pharma", "pharmacie", "saydaliye", "saydalia", "saydaliyeh",
	"panadol", "advil", "centrum", "vichy", "dove", "headandshoulders", "paracetamol", "aspirin",
	"vitamin", "vitamins", "medicine", "admin", "administrator", "beirut", "lebanon", "lubnan",
}

// refuseGuessable refuses a password that guessers try: one of the first guesses, or one that was
// stolen elsewhere. Codes: PasswordCommon, Unavailable.
func (s *Service) refuseGuessable(field, password string, user *User) error {
	refused := tooCommon(password, user.Username, emailName(user.Email))
	if !refused {
		var err error
		if refused, err = s.breached.Has(password); err != nil {
			return apperr.Wrap(apperr.Unavailable, err)
		}
	}
	if refused {
		return apperr.New(apperr.PasswordCommon).WithFields(map[string]string{field: "password_common"})
	}
	return nil
}

// tooCommon says whether a password is among the first guesses: on the list, a run or a
// repetition of keys, the person's own name, or a word of the shop with digits around it.
func tooCommon(password string, names ...string) bool {
	p := strings.ToLower(password)
	if commonSet()[p] || isRun(p) || isRepetition(p) {
		return true
	}
	bare := strings.TrimRight(p, "0123456789")
	if slices.Contains(shopWords, strings.TrimLeft(bare, "0123456789")) {
		return true
	}
	for _, name := range names {
		name = strings.ToLower(name)
		if name != "" && (p == name || bare == name) {
			return true
		}
	}
	return false
}

// isRun says whether each character follows the one before it: 23456789, hgfedcba.
func isRun(p string) bool {
	step := int(p[1]) - int(p[0])
	if step != 1 && step != -1 {
		return false
	}
	for i := 2; i < len(p); i++ {
		wraps := p[i-1] == '9' && p[i] == '0'
		if int(p[i])-int(p[i-1]) != step && !wraps {
			return false
		}
	}
	return true
}

// isRepetition says whether a piece of at most four characters is repeated to the end.
func isRepetition(p string) bool {
	for size := 1; size <= 4; size++ {
		if strings.HasPrefix(strings.Repeat(p[:size], len(p)/size+1), p) {
			return true
		}
	}
	return false
}
