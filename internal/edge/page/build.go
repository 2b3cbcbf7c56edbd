package page

import (
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"dawa/internal/base/text"
)

// entrySource is the module that starts the application in the browser.
const entrySource = "src/entry-client.tsx"

// laterSource has the rows of the screens that few visits begin with, and names their chunks.
const laterSource = "src/app/later-screens.ts"

// chunk is one entry of the manifest that the frontend's build writes.
type chunk struct {
	File    string   `json:"file"`
	Src     string   `json:"src"`
	IsEntry bool     `json:"isEntry"`
	Imports []string `json:"imports"`
	CSS     []string `json:"css"`
	Assets  []string `json:"assets"`
}

// buildFiles knows which files of the built frontend a document needs.
type buildFiles struct {
	chunks map[string]chunk
	entry  needs
	fonts  map[text.Lang][]string
	texts  map[text.Lang]texts
	icons  []icon
	// styles are those of every page, in one text; "" leaves them to a link.
	styles string
	// picture stands for the shop where a page has no picture of its own; "" when
	// there is none.
	picture string
	// policy allows styles and loader.
	policy Policy
}

// needs are the files of one module and of everything it imports.
type needs struct {
	script  string
	modules []string // loaded ahead, in parallel with the script
	styles  []string
	assets  []string
}

// texts are the modules of a language's texts: what every page needs before it is alive, what it needs then, and the
// rest.
type texts struct{ first, soon, rest string }

type icon struct{ rel, path, kind string }

// knownIcons are linked when the build has them.
var knownIcons = []icon{
	{"icon", "/favicon.svg", "image/svg+xml"},
	{"icon", "/favicon.ico", "image/x-icon"},
	{"apple-touch-icon", "/apple-touch-icon.png", ""},
	{"manifest", "/manifest.webmanifest", ""},
}

// shopPicture is the shop's mark as a picture.
const shopPicture = "icon-512.png"

func readBuild(assets fs.FS) (*buildFiles, error) {
	raw, err := fs.ReadFile(assets, ".vite/manifest.json")
	if err != nil {
		return nil, err
	}
	b := &buildFiles{fonts: map[text.Lang][]string{}, texts: map[text.Lang]texts{}}
	if err := json.Unmarshal(raw, &b.chunks); err != nil {
		return nil, err
	}
	if b.chunks[entrySource].File == "" {
		return nil, errors.New("it has no script for " + entrySource)
	}
	b.entry = b.needs(entrySource)
	b.styles = inlineStyles(assets, b.entry.styles)
	b.policy = Policy{Script: hashSource(loader)}
	if b.styles != "" {
		b.policy.Style = hashSource(b.styles)
	}
	for _, file := range b.entry.assets {
		if !strings.HasSuffix(file, ".woff2") {
			continue
		}
		switch {
		case strings.Contains(file, "-arabic-"):
			b.fonts[text.Arabic] = append(b.fonts[text.Arabic], "/"+file)
		case strings.Contains(file, "-latin-"):
			b.fonts[text.English] = append(b.fonts[text.English], "/"+file)
			// prices and brands; late, they would move a line
			b.fonts[text.Arabic] = append(b.fonts[text.Arabic], "/"+file)
		}
	}
	for _, lang := range text.Langs() {
		catalogue := "../contract/messages/" + lang.Tag() + ".json?texts="
		b.texts[lang] = texts{
			first: b.file(catalogue + "first"), soon: b.file(catalogue + "soon"), rest: b.file(catalogue + "rest"),
		}
	}
	for _, i := range knownIcons {
		if _, err := fs.Stat(assets, strings.TrimPrefix(i.path, "/")); err == nil {
			b.icons = append(b.icons, i)
		}
	}
	if _, err := fs.Stat(assets, shopPicture); err == nil {
		b.picture = "/" + shopPicture
	}
	if len(b.icons) == 0 {
		b.icons = []icon{{"icon", "data:,", ""}} // spares browsers the question for /favicon.ico
	}
	return b, nil
}

// needs walks the static imports of a module; what is loaded lazily is left out.
func (b *buildFiles) needs(source string) needs {
	var n needs
	seen := map[string]bool{}
	var walk func(name string)
	walk = func(name string) {
		c, ok := b.chunks[name]
		if !ok || seen[name] {
			return
		}
		seen[name] = true
		for _, i := range c.Imports {
			walk(i)
		}
		n.styles = append(n.styles, rooted(c.CSS)...)
		n.assets = append(n.assets, c.Assets...)
		if name == source {
			n.script = "/" + c.File
		} else {
			n.modules = append(n.modules, "/"+c.File)
		}
	}
	walk(source)
	return n
}

// file is the address of a module's file; "" when the build has none.
func (b *buildFiles) file(source string) string {
	if c, ok := b.chunks[source]; ok {
		return "/" + c.File
	}
	return ""
}

// ahead lists the files of a screen's own piece that the entry does not bring along.
func (b *buildFiles) ahead(route *Route) (modules, styles []string) {
	if _, ok := b.chunks[route.Source]; !ok {
		return nil, nil
	}
	chunk := b.needs(route.Source)
	if later := b.file(laterSource); later != "" && route.later() {
		modules = append(modules, later)
	}
	for _, m := range append(chunk.modules, chunk.script) {
		if m != b.entry.script && !slices.Contains(b.entry.modules, m) {
			modules = append(modules, m)
		}
	}
	for _, style := range chunk.styles {
		if !slices.Contains(b.entry.styles, style) {
			styles = append(styles, style)
		}
	}
	return modules, styles
}

func rooted(files []string) []string {
	out := make([]string, len(files))
	for i, f := range files {
		out[i] = "/" + f
	}
	return out
}
