package sandbox

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/payments"
)

// choice is what somebody does on the page.
type choice string

const (
	chooseApprove   choice = "approve"
	chooseDecline   choice = "decline"
	chooseChallenge choice = "challenge"
	chooseDelay     choice = "delay"
	chooseLeave     choice = "leave"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

var (
	pageTemplate = template.Must(template.New("page").Parse(pageHTML))
	pagePolicy   = "default-src 'none'; style-src 'sha256-" + styleHash() +
		"'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

func styleHash() string {
	sum := sha256.Sum256([]byte(pageCSS))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// pageView is what the page shows.
type pageView struct {
	Tag, Dir  string
	Style     template.CSS
	Amount    string
	Key       string
	Back      string
	Over      bool
	Paid      bool
	Declined  bool
	Challenge bool
	Code      string
	Texts     map[string]string
}

// ServeHTTP shows the page, and does what was chosen on it.
func (h *Hosted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key := strings.TrimPrefix(r.URL.Path, PagePath)
	s, found, err := h.sessions.Session(r.Context(), key)
	switch {
	case err != nil:
		http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
		return
	case !found || s.ReturnURL == "":
		http.NotFound(w, r)
		return
	case r.Method != http.MethodPost:
		h.show(w, s, false)
		return
	}
	chosen := choice(r.PostFormValue("choice"))
	if chosen == chooseChallenge && r.PostFormValue("code") == "" {
		h.show(w, s, true)
		return
	}
	if chosen == chooseChallenge {
		chosen = chooseDecline
		if r.PostFormValue("code") == challengeCode {
			chosen = chooseApprove
		}
	}
	if chosen != chooseLeave {
		if err := h.pay(r.Context(), key, chosen); err != nil && !errors.Is(err, errOver) {
			http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
			return
		}
	}
	http.Redirect(w, r, h.localReturn(s.ReturnURL), http.StatusSeeOther)
}

// localReturn is the way back without the host: whoever reached this page by another name of the shop goes back by
// the same name, where the session's cookie is.
func (h *Hosted) localReturn(address string) string {
	u, err := url.Parse(address)
	if err != nil || !strings.HasPrefix(address, h.baseURL+"/") {
		return "/"
	}
	return u.RequestURI()
}

// amountText writes the amount of a session in its currency.
func amountText(s payments.SandboxSession) string {
	if s.Currency == payments.Pounds {
		return money.Pounds(s.Amount/100).Grouped() + " " + payments.Pounds
	}
	return s.Amount.Format()
}

func (h *Hosted) show(w http.ResponseWriter, s payments.SandboxSession, challenge bool) {
	lang, _ := text.ParseLang(string(s.Language))
	view := pageView{
		Tag: "en", Dir: "ltr", Style: template.CSS(pageCSS), Key: s.Key, Back: h.localReturn(s.ReturnURL),
		Amount: amountText(s), Paid: s.Outcome == payments.Approved,
		Over:     s.Outcome != payments.Pending || !h.now().Before(s.Expires),
		Declined: s.Outcome == payments.Pending && s.Declines > 0, Challenge: challenge, Code: challengeCode,
		Texts: map[string]string{},
	}
	if lang == text.Arabic {
		view.Tag, view.Dir = "ar", "rtl"
	}
	for _, name := range []string{
		"title", "about", "amount", "approve", "decline", "challenge", "delay", "leave", "declined", "paid", "over",
		"back", "challenge_about", "code", "send",
	} {
		view.Texts[name] = h.texts.T(lang, "sandbox_page."+name, map[string]any{"code": challengeCode})
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Security-Policy", pagePolicy)
	_ = pageTemplate.Execute(w, view)
}
