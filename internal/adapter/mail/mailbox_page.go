package mail

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"net/http"
	"regexp"
	"strings"
	"time"

	"dawa/internal/base/text"
)

//go:embed mailbox.html
var mailboxHTML string

var mailboxTemplate = template.Must(template.New("mailbox").Parse(mailboxHTML))

// ServeHTTP shows the mailbox: a list at /dev/mail, the same as JSON at /dev/mail.json, and one
// mail as its reader sees it at /dev/mail/<id>.
func (b *Mailbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	switch id, one := strings.CutPrefix(r.URL.Path, "/dev/mail/"); {
	case r.URL.Path == "/dev/mail.json":
		b.serveJSON(w)
	case one && id != "":
		b.serveMail(w, r, id)
	default:
		b.serveList(w)
	}
}

// shown is a mail as the page and the JSON tell it.
type shown struct {
	ID      string    `json:"id"`
	To      string    `json:"to"`
	Lang    text.Lang `json:"language"`
	Subject string    `json:"subject"`
	Text    string    `json:"text"`
	HTML    string    `json:"html"`
	// Link is the first address in the text, for those who test.
	Link string    `json:"link,omitempty"`
	At   time.Time `json:"at"`
}

var address = regexp.MustCompile(`https?://[^\s]+`)

func (b *Mailbox) shown() []shown {
	list := []shown{}
	for _, m := range b.Messages() {
		list = append(list, shown{
			ID: m.ID, To: m.To, Lang: m.Lang, Subject: m.Subject, Text: m.Text, HTML: m.HTML,
			Link: address.FindString(m.Text), At: m.At.UTC(),
		})
	}
	return list
}

// Dir is the direction of the mail's language.
func (s shown) Dir() string { return s.Lang.Dir() }

// Tag is the mail's language.
func (s shown) Tag() string { return s.Lang.Tag() }

// Time is when the mail was sent, for reading.
func (s shown) Time() string { return s.At.Format("2006-01-02 15:04:05") }

func (b *Mailbox) serveJSON(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(b.shown())
}

func (b *Mailbox) serveList(w http.ResponseWriter) {
	htmlHeaders(w)
	_ = mailboxTemplate.Execute(w, struct {
		English, Arabic boxWords
		Mails           []shown
	}{b.words(text.English), b.words(text.Arabic), b.shown()})
}

// boxWords are the words of the page itself, which shows both languages side by side.
type boxWords struct{ Title, About, Empty string }

func (b *Mailbox) words(l text.Lang) boxWords {
	return boxWords{
		b.texts.T(l, "mail.box_title", nil), b.texts.T(l, "mail.box_about", nil), b.texts.T(l, "mail.box_empty", nil),
	}
}

func (b *Mailbox) serveMail(w http.ResponseWriter, r *http.Request, id string) {
	for _, m := range b.Messages() {
		if m.ID == id {
			htmlHeaders(w)
			_, _ = w.Write([]byte(m.HTML))
			return
		}
	}
	http.NotFound(w, r)
}

// htmlHeaders allow the styles that mails carry and nothing else.
func htmlHeaders(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy",
		"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
}
