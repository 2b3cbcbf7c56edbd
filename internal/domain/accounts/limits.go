package accounts

import (
	"time"

	"dawa/internal/domain/ratelimit"
)

// The limits of accounts. Those per network are wide, because a whole town can share one address; those
// per account are narrow. Each Forget is longer than its Max.
var (
	limitLoginIP = ratelimit.Limit{Free: 100, First: time.Second, Max: 30 * time.Second, Forget: 15 * time.Minute}
	limitLogin   = ratelimit.Limit{Free: 5, First: 2 * time.Second, Max: 15 * time.Minute, Forget: time.Hour}
	// Hashing is the dearest work that a request can ask for, so what succeeds is counted as well.
	limitLoginDone    = ratelimit.Limit{Free: 60, First: time.Second, Max: 30 * time.Second, Forget: 15 * time.Minute}
	limitPasskeyBegin = ratelimit.Limit{Free: 200, First: time.Second, Max: 30 * time.Second, Forget: 15 * time.Minute}
	limitConfirmed    = ratelimit.Limit{Free: 30, First: 2 * time.Second, Max: time.Minute, Forget: 30 * time.Minute}
	limitPassword     = ratelimit.Limit{Free: 5, First: 2 * time.Second, Max: 15 * time.Minute, Forget: time.Hour}
	limitRegisterIP   = ratelimit.Limit{Free: 100, First: 2 * time.Second, Max: time.Minute, Forget: time.Hour}
	limitResetIP      = ratelimit.Limit{Free: 30, First: 5 * time.Second, Max: 5 * time.Minute, Forget: time.Hour}
	limitReset        = ratelimit.Limit{Free: 3, First: time.Minute, Max: time.Hour, Forget: 24 * time.Hour}
	limitVerifyMail   = ratelimit.Limit{Free: 3, First: time.Minute, Max: time.Hour, Forget: 24 * time.Hour}
	limitExport       = ratelimit.Limit{Free: 5, First: time.Minute, Max: time.Hour, Forget: 24 * time.Hour}
	limitAccountEdit  = ratelimit.Limit{Free: 30, First: 2 * time.Second, Max: time.Minute, Forget: time.Hour}
)
