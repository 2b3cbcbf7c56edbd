package text

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// vocabulary is what the sources of server and frontend say: keys written out, beginnings of keys
// that are completed at run time, and the words that complete them.
type vocabulary struct {
	literals map[string]string // by text: a file that has it
	prefixes map[string]string
	endings  map[string]string // of keys that are lengthened: page.brand and _description
	// asked are keys handed to a translator as they stand.
	asked map[string]string
}

var (
	keyShape = regexp.MustCompile(`^[a-z0-9_]+\.[a-z0-9_]+$`)
	// tsComment and the others read TypeScript well enough: our formatter keeps it in one style.
	tsComment  = regexp.MustCompile(`(?s:/\*.*?\*/)|(?m:^\s*//.*$)`)
	tsLiteral  = regexp.MustCompile("['\"`]([A-Za-z0-9_.]+)['\"`]")
	tsTemplate = regexp.MustCompile("`([a-z0-9_]+\\.[a-z0-9_]*)\\$\\{")
	tsAsked    = regexp.MustCompile(`\bt(?:\.nodes|\.maybe)?\(\s*'([^']+)'`)
	tsWord     = regexp.MustCompile(`(?m)^\s*([a-z_0-9]+): `)
)

func readVocabulary(t *testing.T) vocabulary {
	t.Helper()
	v := vocabulary{
		literals: map[string]string{}, prefixes: map[string]string{}, endings: map[string]string{},
		asked: map[string]string{},
	}
	walk(t, "../../../web/src", func(path, text string) {
		if strings.Contains(path, ".test.") || strings.Contains(path, "/generated/") ||
			strings.Contains(path, "/test-setup/") ||
			!strings.HasSuffix(path, ".ts") && !strings.HasSuffix(path, ".tsx") {
			return
		}
		v.readTypeScript(path, text)
	})
	for _, folder := range []string{"../../../internal", "../../../cmd", "../../../contract"} {
		walk(t, folder, func(path, text string) {
			if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") &&
				!strings.Contains(path, "/wire/") {
				v.readGo(t, path, text)
			}
		})
	}
	for _, file := range []string{"shop.json", "rules.json"} {
		text, err := os.ReadFile("../../../contract/" + file)
		if err != nil {
			t.Fatal(err)
		}
		v.readJSON(t, file, text)
	}
	// Makers of the demo are products' brands; their names are texts.
	walk(t, "../../app/demo/catalogue", func(path, text string) { v.readJSON(t, path, []byte(text)) })
	for month := 1; month <= 12; month++ {
		v.literals[strconv.Itoa(month)] = "a month"
	}
	return v
}

func walk(t *testing.T, root string, read func(path, text string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		switch filepath.Ext(path) {
		case ".go", ".ts", ".tsx", ".json":
		default:
			return nil
		}
		text, err := os.ReadFile(path)
		if err == nil {
			read(filepath.ToSlash(path), string(text))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (v vocabulary) readTypeScript(path, text string) {
	text = tsComment.ReplaceAllString(text, "")
	for _, m := range tsLiteral.FindAllStringSubmatch(text, -1) {
		v.literals[m[1]] = path
	}
	for _, m := range tsWord.FindAllStringSubmatch(text, -1) {
		v.literals[m[1]] = path
	}
	for _, m := range tsTemplate.FindAllStringSubmatch(text, -1) {
		v.prefixes[m[1]] = path
	}
	for _, m := range tsAsked.FindAllStringSubmatch(text, -1) {
		v.asked[m[1]] = path
	}
}

func (v vocabulary) readGo(t *testing.T, path, text string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if said, ok := literal(n); ok {
				v.literals[said] = path
			}
		case *ast.BinaryExpr:
			if said, ok := literal(n.X); ok && n.Op == token.ADD && strings.Contains(said, ".") {
				v.prefixes[said] = path
			}
			if said, ok := literal(n.Y); ok && n.Op == token.ADD && strings.HasPrefix(said, "_") {
				v.endings[said] = path
			}
		case *ast.CallExpr:
			if called, ok := n.Fun.(*ast.SelectorExpr); ok && (called.Sel.Name == "T" || called.Sel.Name == "say") &&
				len(n.Args) > 1 {
				if said, ok := literal(n.Args[1]); ok {
					v.asked[said] = path
				}
			}
		}
		return true
	})
}

func literal(n ast.Expr) (string, bool) {
	lit, ok := n.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	said, err := strconv.Unquote(lit.Value)
	return said, err == nil
}

// readJSON takes every text of a document, and as a part of a key where it has spaces.
func (v vocabulary) readJSON(t *testing.T, path string, text []byte) {
	t.Helper()
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	var read func(any)
	read = func(value any) {
		switch value := value.(type) {
		case string:
			v.literals[value] = path
			v.literals[strings.NewReplacer(" ", "_", "-", "_").Replace(value)] = path
			for _, word := range strings.Fields(value) { // units of "100 ml"
				v.literals[word] = path
			}
		case []any:
			for _, one := range value {
				read(one)
			}
		case map[string]any:
			for name, one := range value {
				v.literals[name] = path
				read(one)
			}
		}
	}
	read(document)
}

// knows says whether the rest of a key is a word of the sources.
func (v vocabulary) knows(rest string) bool { return v.literals[rest] != "" }

// composes says whether the rest of a key is made of several words, as those of letters are:
// mail.store_rejected_subject.
func (v vocabulary) composes(rest string) bool {
	for i := range rest {
		if rest[i] == '_' && i > 0 && v.knows(rest[:i]) &&
			(v.knows(rest[i:]) || v.knows(rest[i+1:]) || v.composes(rest[i+1:])) {
			return true
		}
	}
	return false
}

// says tells whether anything in the shop can say a text: its key is written out, or a beginning of
// it is and the rest is a word that exists.
func (v vocabulary) says(key string) bool {
	if v.literals[key] != "" {
		return true
	}
	for prefix := range v.prefixes {
		rest, ok := strings.CutPrefix(key, prefix)
		if ok && rest != "" && (v.knows(rest) || strings.HasPrefix(prefix, "mail.") && v.composes(rest)) {
			return true
		}
	}
	for ending := range v.endings {
		if whole, ok := strings.CutSuffix(key, ending); ok && v.literals[whole] != "" {
			return true
		}
	}
	return false
}

func TestMessages_EveryTextIsUsed(t *testing.T) {
	v := readVocabulary(t)
	if len(v.asked) < 300 || len(v.prefixes) < 10 {
		t.Fatalf("the sources were not read: %d keys, %d beginnings", len(v.asked), len(v.prefixes))
	}
	if v.says("common.nobody_says_this") || v.says("error.no_such_code") || !v.says("error.not_found") {
		t.Fatal("the sources are not understood")
	}
	var unused []string
	for key := range MustCatalogue().messages[English] {
		if !v.says(key) {
			unused = append(unused, key)
		}
	}
	slices.Sort(unused)
	for _, key := range unused {
		t.Errorf("%s is said nowhere: remove it with node tools/add-string.mjs --remove %s", key, key)
	}
}

func TestMessages_EveryUsedKeyHasText(t *testing.T) {
	v := readVocabulary(t)
	c := MustCatalogue()
	for key, path := range v.asked {
		if keyShape.MatchString(key) && !c.Has(key) {
			t.Errorf("%s says %s, which has no text", path, key)
		}
	}
}
