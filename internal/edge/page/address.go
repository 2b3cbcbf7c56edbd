package page

import (
	"net/http"
	"net/url"

	"dawa/contract"
	"dawa/internal/base/text"
)

// address is what a request asks for, in its canonical spelling. It is all that a page may depend on besides the
// shop's data.
type address struct {
	key
	route  *Route
	values map[string]string
	query  url.Values
	known  bool // whether there is such an address
	// unknown says that the browser has not said its language yet.
	unknown bool
}

// key names a page in the cache: its language and its canonical address. The build is not in it: a cache lives as
// long as the process, which serves exactly one.
type key struct {
	lang text.Lang
	// explicitLang is set when the address itself names the language.
	explicitLang bool
	path         string
	search       string // with its question mark
}

// languageParameter makes a page readable in a language whatever the cookie says.
// It sets nothing: search engines and shared links use it.
const languageParameter = "lang"

func (s *Site) address(r *http.Request) address {
	var a address
	a.route, a.values, a.known = find(r.URL)
	if r.URL.RawQuery != "" {
		a.query = r.URL.Query()
	}
	if a.route.Personal {
		// Nothing of it depends on whose page it is, and links hold secrets.
		a.path = a.route.Path
	} else {
		a.path, a.search = a.route.canonical(a.values, a.query)
	}
	switch a.query.Get(languageParameter) {
	case text.Arabic.Tag():
		a.lang, a.explicitLang = text.Arabic, true
	case text.English.Tag():
		a.lang, a.explicitLang = text.English, true
	default:
		lang, known := language(r)
		a.lang, a.unknown = lang, !known
	}
	return a
}

// language reads the cookie, the only one that a page looks at; known is false when
// there is none to trust.
func language(r *http.Request) (lang text.Lang, known bool) {
	c, err := r.Cookie(contract.Shop().Languages.Cookie)
	if err != nil {
		return text.English, false
	}
	return text.ParseLang(c.Value)
}

// url is the address as the router of the frontend gets it.
func (k key) url() *url.URL {
	u, err := url.Parse(k.path + k.search)
	if err != nil {
		return &url.URL{Path: "/"} // what component writes always parses
	}
	return u
}
