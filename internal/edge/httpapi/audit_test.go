package httpapi

import (
	"net/url"
	"testing"
	"time"

	"dawa/internal/base/apperr"
)

func TestAuditQuery_DaysAreInBeirutTime(t *testing.T) {
	from, until, err := days(url.Values{"from": {"2026-03-29"}, "to": {"2026-11-15"}})
	if err != nil {
		t.Fatal(err)
	}
	// Clocks go forward at midnight on 29 March: the day begins at one.
	if want := time.Date(2026, 3, 28, 22, 0, 0, 0, time.UTC); !from.Equal(want) {
		t.Errorf("29 March begins at %s, want %s", from.UTC(), want)
	}
	if want := time.Date(2026, 11, 15, 22, 0, 0, 0, time.UTC); !until.Equal(want) {
		t.Errorf("15 November ends at %s, want %s", until.UTC(), want)
	}
	if from, until, err := days(url.Values{}); err != nil || !from.IsZero() || !until.IsZero() {
		t.Errorf("no days are %s, %s, %v", from, until, err)
	}
	for _, wrong := range []string{"yesterday", "2026-02-30", "", "2026-1-1"} {
		if _, _, err := days(url.Values{"to": {wrong}}); apperr.CodeOf(err) != apperr.BadQuery {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}
