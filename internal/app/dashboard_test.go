package app

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"dawa/internal/testkit/pgtest"
)

var figureName = regexp.MustCompile(`\b(dawa|process|go)_[a-z0-9_]+`)

// What the dashboard and the alerts ask for is what a shop tells.
func TestDashboard_UsesOnlyExistingMetrics(t *testing.T) {
	t.Parallel()
	c := testConfig(t)
	c.Database = pgtest.New(t)
	c.Replica, c.Traces = c.Database, "http://127.0.0.1:1"
	s := stocked(t, c)
	s.get("/api/product/all")
	s.do("POST", "/api/analytics",
		`{"events":[{"name":"view_item","params":{}}],"vitals":[{"name":"LCP","value":1200}]}`)
	_, told := fetch(t, s.ops+"/metrics")
	// Series that appear with their first event are told by their description alone.
	known := map[string]bool{
		"dawa_shop_events_total": true, "dawa_web_vital": true, "dawa_chunk_load_errors_total": true,
		"dawa_tls_certificate_expires_timestamp_seconds": true, // of a shop with --tls-domain
	}
	for _, line := range strings.Split(told, "\n") {
		if name, ok := strings.CutPrefix(line, "# HELP "); ok {
			known[strings.Fields(name)[0]] = true
		}
	}
	for _, file := range []string{"../../deploy/grafana/dawa.json", "../../deploy/alerts.yml"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		asked := figureName.FindAllString(string(text), -1)
		if len(asked) < 15 {
			t.Errorf("%s asks for %d figures: the test looks at the wrong place", file, len(asked))
		}
		for _, name := range asked {
			base := name
			for _, end := range []string{"_bucket", "_sum", "_count"} {
				base = strings.TrimSuffix(base, end)
			}
			if !known[name] && !known[base] {
				t.Errorf("%s asks for %s, which no shop tells", file, name)
			}
		}
	}
}

func TestDashboard_AndAlertsParse(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../deploy/grafana/dawa.json")
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Panels []struct {
			ID      int
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(text, &board); err != nil {
		t.Fatal(err)
	}
	ids := map[int]bool{}
	for _, p := range board.Panels {
		if ids[p.ID] || p.Title == "" {
			t.Errorf("panel %d (%s) has no id of its own or no title", p.ID, p.Title)
		}
		ids[p.ID] = true
		for _, target := range p.Targets {
			if strings.Count(target.Expr, "(") != strings.Count(target.Expr, ")") ||
				strings.Count(target.Expr, "{")+strings.Count(target.Expr, "[") != strings.Count(target.Expr, "}")+
					strings.Count(target.Expr, "]") {
				t.Errorf("%s: %s is not closed", p.Title, target.Expr)
			}
		}
	}
	text, err = os.ReadFile("../../deploy/alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	var rules struct {
		Groups []struct {
			Rules []struct {
				Alert, Expr string
				Labels      map[string]string
				Annotations map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(text, &rules); err != nil {
		t.Fatal(err)
	}
	manual, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, g := range rules.Groups {
		for _, r := range g.Rules {
			n++
			if r.Alert == "" || r.Expr == "" || r.Labels["severity"] == "" || r.Annotations["summary"] == "" ||
				r.Annotations["first"] == "" {
				t.Errorf("the alert %q is not complete", r.Alert)
			}
			if !strings.Contains(string(manual), "`"+r.Alert+"`") {
				t.Errorf("docs/operations.md does not explain the alert %s", r.Alert)
			}
		}
	}
	if n < 10 {
		t.Errorf("only %d alerts were found", n)
	}
}
