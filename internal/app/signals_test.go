package app

import (
	"net/http"
	"strings"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/edge/httpapi/wire"
)

func TestSignals_ReportsOfBrowsersReachTheAdmin(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		layla, boss := s.customer("layla"), s.admin("boss")
		layla.refused(403, apperr.Forbidden, "GET", "/api/admin/signals", "")
		res, _ := s.get("/")
		if !strings.Contains(res.Header.Get("Content-Security-Policy"), "; report-uri /api/policy-report") {
			t.Errorf("the policy of pages is %q", res.Header.Get("Content-Security-Policy"))
		}
		res, _ = s.do("POST", "/api/policy-report", `{"csp-report":{"effective-directive":"script-src-elem",
			"blocked-uri":"https://evil.example/x?who=layla",
			"document-uri":"http://shop.example/resetpassword/s3cret"}}`)
		if res.StatusCode != http.StatusNoContent {
			t.Errorf("a report is answered with %d", res.StatusCode)
		}
		res, _ = s.do("POST", "/api/policy-report", `{"csp-report":{}}`)
		if res.StatusCode != http.StatusBadRequest {
			t.Errorf("an empty report is answered with %d", res.StatusCode)
		}
		must(t, s.signals.Flush(t.Context()))
		var list wire.Signals
		boss.into(&list, "GET", "/api/admin/signals", "")
		if len(list.Signals) != 0 || len(list.Violations) != 1 || list.Violations[0].Blocked != "evil.example" ||
			list.Violations[0].Page != "resetpassword" || list.Violations[0].Count != 1 {
			t.Errorf("listed %+v", list)
		}
	})
}
