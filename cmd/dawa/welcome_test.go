package main

import (
	"bytes"
	"strings"
	"testing"

	"dawa/internal/app"
)

func TestWelcome_TellsProgramsOneFactALine(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	welcome(&out, "http://localhost:8080", false)
	if got := out.String(); got != "Dawa is open at http://localhost:8080\n" {
		t.Errorf("said %q", got)
	}
	out.Reset()
	welcome(&out, "http://localhost:8080", true)
	if got := out.String(); strings.Contains(got, "\x1b") || strings.Count(got, "\n") != 3 {
		t.Errorf("said %q", got)
	}
}

func TestDemoGuide_NamesPeopleMailAndWhatToTry(t *testing.T) {
	t.Parallel()
	guide := demoGuide("http://localhost:8080")
	for _, part := range []string{"layla", "demo12345", "admin12345", "/dev/mail", "panadol", "4242"} {
		if !strings.Contains(guide, part) {
			t.Errorf("no %q in %q", part, guide)
		}
	}
}

func TestVersion_SaysReleaseCommitAndSchema(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := (versionCommand{}).Run(console{out: &out}); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"dawa " + app.Release + " ", "commit ", "schema "} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("no %q in %q", part, out.String())
		}
	}
}
