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

// Email is the content of an email before it is rendered as text and HTML.
type Email struct {
	// ID names the email for good: the id of the job that sends it.
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
	// Leave is a small link below everything that ends such emails; "" is none.
	Leave     string
	LeaveLink string
}

//go:embed email.html
var emailHTML string

var emailTemplate = template.Must(template.New("email").Parse(emailHTML))

// Writer renders emails as messages with the texts of the catalogue.
type Writer struct{ texts *text.Catalogue }

// NewWriter makes a Writer.
func NewWriter(texts *text.Catalogue) *Writer { return &Writer{texts: texts} }

// say returns the text of key in the given language.
func (w *Writer) say(l text.Lang, key string, vars map[string]any) string {
	return w.texts.T(l, key, vars)
}

// Write renders an email as plain text and as HTML, right to left in Arabic.
func (w *Writer) Write(l Email, now time.Time) (Message, error) {
	view := emailView{
		Email: l, Tag: l.Lang.Tag(), Dir: l.Lang.Dir(),
		Shop: w.say(l.Lang, "common.site_name", nil), LinkHint: w.say(l.Lang, "mail.link_hint", nil),
		Signature: w.say(l.Lang, "mail.signature", nil), Automatic: w.say(l.Lang, "mail.automatic", nil),
	}
	if l.Name != "" {
		view.Greeting = w.say(l.Lang, "mail.greeting", map[string]any{"name": l.Name})
	}
	var html bytes.Buffer
	if err := emailTemplate.Execute(&html, view); err != nil {
		return Message{}, fmt.Errorf("rendering an email: %w", err)
	}
	return Message{ID: l.ID, To: l.To, Lang: l.Lang, Subject: oneLine(l.Subject), Text: view.plain(),
		HTML: html.String(), At: now}, nil
}

// emailView is an email with the texts around it.
type emailView struct {
	Email
	Tag, Dir, Shop, Greeting, LinkHint, Signature, Automatic string
}

func (v emailView) plain() string {
	var parts []string
	if v.Greeting != "" {
		parts = append(parts, v.Greeting)
	}
	parts = append(parts, v.Body...)
	if v.Link != "" {
		parts = append(parts, v.Button+":\n"+v.Link)
	}
	parts = append(parts, v.Notes...)
	if v.LeaveLink != "" {
		parts = append(parts, v.Leave+":\n"+v.LeaveLink)
	}
	parts = append(parts, v.Signature, "--\n"+v.Automatic)
	return strings.Join(parts, "\n\n") + "\n"
}

// oneLine removes line breaks, so that text a user typed cannot add a header.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
