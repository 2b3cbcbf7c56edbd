package httpapi

import (
	"net/http"
	"strings"
)

// securityHeaders are set on every answer, whoever writes it, and more of them on
// documents. The values are made once: a request only copies references.
type securityHeaders struct {
	hsts    []string
	pageCSP []string
}

var (
	nosniff     = []string{"nosniff"}
	referrer    = []string{"same-origin"} // verify and reset links hold tokens in their path
	sameOrigin  = []string{"same-origin"}
	permissions = []string{"accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), " +
		"magnetometer=(), microphone=(), midi=(), payment=(), usb=(), browsing-topics=()"}
	dataCSP = []string{"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"}
)

// pagePolicy allows exactly what our own pages use. No inline script: page data
// travels in a JSON data block, which no browser executes.
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
}, "; ")

// tagManagerPolicy lets in what a tag manager brings, on shops that configured one. Its scripts know
// nothing of Trusted Types, so those shops do without: docs/decisions says what that costs.
func tagManagerPolicy(policy string) string {
	return strings.NewReplacer(
		"script-src 'self'", "script-src 'self' https://www.googletagmanager.com",
		"img-src 'self'", "img-src 'self' https://*.googletagmanager.com https://*.google-analytics.com",
		"connect-src 'self'", "connect-src 'self' https://*.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com",
		"; require-trusted-types-for 'script'; trusted-types dawa", "",
	).Replace(policy)
}

func newSecurityHeaders(baseURL string, tagManager bool) securityHeaders {
	var s securityHeaders
	policy := pagePolicy
	if tagManager {
		policy = tagManagerPolicy(policy)
	}
	if strings.HasPrefix(baseURL, "https://") {
		s.hsts = []string{"max-age=63072000; includeSubDomains"}
		policy += "; upgrade-insecure-requests"
	}
	s.pageCSP = []string{policy}
	return s
}

// apply sets what every answer needs.
func (s securityHeaders) apply(h http.Header) {
	h["X-Content-Type-Options"] = nosniff
	h["Cross-Origin-Resource-Policy"] = sameOrigin
	h["Content-Security-Policy"] = dataCSP
	if s.hsts != nil {
		h["Strict-Transport-Security"] = s.hsts
	}
}

// applyPage sets what only documents need, and their own policy.
func (s securityHeaders) applyPage(h http.Header) {
	h["Content-Security-Policy"] = s.pageCSP
	h["Referrer-Policy"] = referrer
	h["Permissions-Policy"] = permissions
	h["Cross-Origin-Opener-Policy"] = sameOrigin
}
