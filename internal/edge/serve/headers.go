package serve

import (
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// InlineSources are the CSP sources of a document's inline script and style; "" for none.
type InlineSources struct{ Script, Style string }

// securityHeaders are set on every answer, whoever writes it, and more of them on
// documents. The values are made once: a request only copies references.
type securityHeaders struct {
	hsts []string
	// build is the header X-Build, by which an open page notices that another build is served now.
	build []string
	// policy is that of documents without inline parts; policies holds those with them.
	policy   string
	policies *sync.Map // of []string by InlineSources
}

var (
	nosniff     = []string{"nosniff"}
	referrer    = []string{"same-origin"} // verify and reset links hold tokens in their path
	sameOrigin  = []string{"same-origin"}
	permissions = []string{"accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), " +
		"gyroscope=(), " +
		"magnetometer=(), microphone=(), midi=(), payment=(), usb=(), browsing-topics=()"}
	dataCSP = []string{"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"}
)

// pagePolicy allows exactly what our own pages use. The one inline script and the
// inline styles are allowed by their hash; page data travels in a JSON data block,
// which no browser executes.
var pagePolicy = strings.Join([]string{
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' data: blob:",
	"font-src 'self'",
	"connect-src 'self'",
	"manifest-src 'self'",
	"worker-src 'self'",
	"base-uri 'none'",
	"form-action 'self'",
	"frame-ancestors 'none'",
	"object-src 'none'",
	"require-trusted-types-for 'script'",
	"trusted-types dawa",
	"report-uri /api/policy-report",
}, "; ")

// tagManagerPolicy allows what a tag manager loads, on shops that configured one. Its scripts do not support
// Trusted Types, so those shops do without: docs/decisions says what that costs.
func tagManagerPolicy(policy string) string {
	return strings.NewReplacer(
		"script-src 'self'", "script-src 'self' https://www.googletagmanager.com",
		"img-src 'self'", "img-src 'self' https://*.googletagmanager.com https://*.google-analytics.com",
		"connect-src 'self'", "connect-src 'self' https://*.googletagmanager.com https://*.google-analytics.com "+
			"https://*.analytics.google.com",
		"; require-trusted-types-for 'script'; trusted-types dawa", "",
	).Replace(policy)
}

func newSecurityHeaders(baseURL string, tagManager bool, build string) securityHeaders {
	s := securityHeaders{policy: pagePolicy, policies: &sync.Map{}}
	if build != "" {
		s.build = []string{build}
	}
	if tagManager {
		s.policy = tagManagerPolicy(s.policy)
	}
	if strings.HasPrefix(baseURL, "https://") {
		s.hsts = []string{"max-age=63072000; includeSubDomains"}
		s.policy += "; upgrade-insecure-requests"
	}
	return s
}

// pagePolicy is the policy of a document with those inline parts. A build has one
// kind of document, so there are hardly ever two.
func (s securityHeaders) pagePolicy(inline InlineSources) []string {
	if made, ok := s.policies.Load(inline); ok {
		return made.([]string)
	}
	policy := s.policy
	sources := map[string]string{"script-src 'self'": inline.Script, "style-src 'self'": inline.Style}
	for directive, source := range sources {
		if source != "" {
			policy = strings.Replace(policy, directive, directive+" "+source, 1)
		}
	}
	made := []string{policy}
	s.policies.Store(inline, made)
	return made
}

// apply sets what every answer needs.
func (s securityHeaders) apply(h http.Header) {
	h["X-Content-Type-Options"] = nosniff
	h["Cross-Origin-Resource-Policy"] = sameOrigin
	h["Content-Security-Policy"] = dataCSP
	if s.build != nil {
		h["X-Build"] = s.build
	}
	if s.hsts != nil {
		h["Strict-Transport-Security"] = s.hsts
	}
}

// applyPage sets what only documents need, and their own policy.
func (s securityHeaders) applyPage(h http.Header, inline InlineSources) {
	h["Content-Security-Policy"] = s.pagePolicy(inline)
	h["Referrer-Policy"] = referrer
	h["Permissions-Policy"] = permissions
	h["Cross-Origin-Opener-Policy"] = sameOrigin
}

// SetDocumentHeaders sets the headers that only HTML documents need.
func (s *Stack) SetDocumentHeaders(h http.Header, inline InlineSources) {
	s.headers.applyPage(h, inline)
}

// dateHeader is the header Date, written once a second. net/http would write it anew for each answer.
type dateHeader struct{ last atomic.Pointer[datedLine] }

type datedLine struct {
	second int64
	values []string
}

func (d *dateHeader) at(now time.Time) []string {
	last := d.last.Load()
	if second := now.Unix(); last == nil || last.second != second {
		last = &datedLine{second, []string{now.UTC().Format(http.TimeFormat)}}
		d.last.Store(last)
	}
	return last.values
}
