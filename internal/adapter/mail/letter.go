package mail

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strings"
	"time"

	"dawa/internal/base/text"
)

// Letter is what a mail says, before it becomes text and HTML.
type Letter struct {
	// ID names the letter for good: the id of the job that sends it.
	ID   string
	To   string
	Lang text.Lang
	// Name greets the reader; "" greets nobody.
	Name    string
	Subject string
	// Body are the paragraphs above the button, Notes the smaller ones below it.
	Body []string
	// Button is a labelled link; "" is none.
	Button string
	Link   string
	Notes  []string
}

//go:embed letter.html
var letterHTML string

var letterTemplate = template.Must(template.New("letter").Parse(letterHTML))

// Writer turns letters into messages with the words of the catalogue.
type Writer struct{ texts *text.Catalogue }

// NewWriter makes a Writer.
func NewWriter(texts *text.Catalogue) *Writer { return &Writer{texts: texts} }

// say is the words for key in the letter's language.
func (w *Writer) say(l text.Lang, key string, vars map[string]any) string {
	return w.texts.T(l, key, vars)
}

// Write words a letter as plain text and as HTML, right to left in Arabic.
func (w *Writer) Write(l Letter, now time.Time) (Message, error) {
	view := letterView{
		Letter: l, Tag: l.Lang.Tag(), Dir: l.Lang.Dir(),
		Shop: w.say(l.Lang, "common.site_name", nil), LinkHint: w.say(l.Lang, "mail.link_hint", nil),
		Signature: w.say(l.Lang, "mail.signature", nil), Automatic: w.say(l.Lang, "mail.automatic", nil),
	}
	if l.Name != "" {
		view.Greeting = w.say(l.Lang, "mail.greeting", map[string]any{"name": l.Name})
	}
	var html bytes.Buffer
	if err := letterTemplate.Execute(&html, view); err != nil {
		return Message{}, fmt.Errorf("wording a mail: %w", err)
	}
	return Message{ID: l.ID, To: l.To, Lang: l.Lang, Subject: oneLine(l.Subject), Text: view.plain(),
		HTML: html.String(), At: now}, nil
}

// letterView is a letter with the words around it.
type letterView struct {
	Letter
	Tag, Dir, Shop, Greeting, LinkHint, Signature, Automatic string
}

func (v letterView) plain() string {
	var parts []string
	if v.Greeting != "" {
		parts = append(parts, v.Greeting)
	}
	parts = append(parts, v.Body...)
	if v.Link != "" {
		parts = append(parts, v.Button+":\n"+v.Link)
	}
	parts = append(parts, v.Notes...)
	parts = append(parts, v.Signature, "--\n"+v.Automatic)
	return strings.Join(parts, "\n\n") + "\n"
}

// oneLine keeps what people typed from growing a header of its own.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
