package serve

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

func policyOf(tagManager bool) string {
	h := http.Header{}
	newSecurityHeaders("https://shop.example", tagManager, "").applyPage(h, InlineSources{})
	return h.Get("Content-Security-Policy")
}

func TestPagePolicy_AllowsOtherHostsOnlyWithATagManager(t *testing.T) {
	own, managed := policyOf(false), policyOf(true)
	if strings.Contains(own, "https://") {
		t.Errorf("the policy of a shop without a tag manager allows other hosts: %s", own)
	}
	for _, want := range []string{"require-trusted-types-for 'script'", "trusted-types dawa", "script-src 'self';"} {
		if !strings.Contains(own, want) {
			t.Errorf("the policy of a plain shop lacks %s: %s", want, own)
		}
	}
	const script = "script-src 'self' https://www.googletagmanager.com;"
	if !strings.Contains(managed, script) || strings.Contains(managed, "trusted-types") {
		t.Errorf("the tag manager could not run under %s", managed)
	}
	if strings.Contains(managed, "unsafe") {
		t.Errorf("the policy with a tag manager allows unsafe sources: %s", managed)
	}
}

func TestDateHeader_IsWrittenOnceASecond(t *testing.T) {
	var d dateHeader
	at := time.Date(2026, 11, 15, 9, 4, 5, 999, time.FixedZone("EET", 2*3600))
	if got := d.at(at)[0]; got != "Sun, 15 Nov 2026 07:04:05 GMT" {
		t.Errorf("the date is %q", got)
	}
	if &d.at(at)[0] != &d.at(at.Add(time.Millisecond))[0] {
		t.Error("the date is written twice in a second")
	}
	if got := d.at(at.Add(time.Second))[0]; got != "Sun, 15 Nov 2026 07:04:06 GMT" {
		t.Errorf("a second later the date is %q", got)
	}
}
