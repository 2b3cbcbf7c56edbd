package settings

import "testing"

func TestPhoneNumber_IsDialledFromAnywhere(t *testing.T) {
	for typed, want := range map[string]string{
		"+961 1 234 567": "+9611234567", "00961-70-123456": "+96170123456", "+96170123456": "+96170123456",
		"01 234567": "", "+961 call me": "", "+": "", "": "", "javascript:alert(1)": "",
	} {
		if got := PhoneNumber(typed); got != want {
			t.Errorf("%q is %q, want %q", typed, got, want)
		}
	}
}
