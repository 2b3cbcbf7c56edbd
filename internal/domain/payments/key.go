package payments

import (
	"strconv"
	"time"
)

// keyDigits is how many hexadecimal digits of a key hold the moment at which it was made, in milliseconds.
const keyDigits = 11

// KeyTime reads from a key when it was made; ok is false for one that does not say. A gateway that cannot be asked
// by our keys finds a payment among those of that time.
func KeyTime(key string) (at time.Time, ok bool) {
	if len(key) < keyDigits {
		return at, false
	}
	millis, err := strconv.ParseInt(key[:keyDigits], 16, 64)
	if err != nil {
		return at, false
	}
	return time.UnixMilli(millis).UTC(), true
}
