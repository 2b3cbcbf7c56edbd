package page

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"io/fs"
	"strings"
)

// loader fetches the scripts of a rendered page once its first pictures are there, or
// after two and a half seconds, or when somebody begins to use the page: until then
// the page is complete, its links and forms work, and the connection is free for
// what is on the screen. It remembers what is pressed and typed meanwhile, for the
// application to do again.
//
//go:embed loader.js
var loader string

// inlineStyles reads the styles that every page needs into the document: a page then
// waits for nothing but itself. "" when they are not there to be read.
func inlineStyles(assets fs.FS, files []string) string {
	var b strings.Builder
	for _, file := range files {
		css, err := fs.ReadFile(assets, strings.TrimPrefix(file, "/"))
		if err != nil || strings.Contains(string(css), "</") {
			return ""
		}
		b.Write(css)
	}
	return strings.TrimSpace(b.String())
}

// hashSource is how a content policy allows an inline text.
func hashSource(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
