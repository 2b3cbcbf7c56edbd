package internal

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dawa/internal/base/text"
)

// recordedAction finds the actions that the code writes to the audit log.
var recordedAction = regexp.MustCompile(`(?:audit\.Action = |\bAction: )"([a-z]+(?:_[a-z]+)+|[a-z]+)"`)

// Whoever reads the audit log reads words, not names of the code.
func TestAuditActions_HaveTexts(t *testing.T) {
	actions := map[string]string{}
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		code, err := os.ReadFile(path)
		for _, found := range recordedAction.FindAllStringSubmatch(string(code), -1) {
			actions[found[1]] = path
		}
		return err
	}))
	if len(actions) < 20 {
		t.Fatalf("only %d actions were found: %v", len(actions), actions)
	}
	texts := text.MustCatalogue()
	for action, path := range actions {
		if !texts.Has("audit.action_" + action) {
			t.Errorf("%s records %q, which has no text audit.action_%s", path, action, action)
		}
	}
}
