package httpapi

import (
	"net/http"
	"strings"

	"dawa/internal/edge/serve"
)

// robotsFile tells crawlers what is not for them. Pages that only must not be listed
// are not in it: whoever may not read a page cannot read that it wants no listing.
const robotsFile = `User-agent: *
Disallow: /api/
Disallow: /user/
Disallow: /admin
Disallow: /order/
Disallow: /product/edit/
Disallow: /verify-email/
Disallow: /resetpassword/
Disallow: /email-change/
Disallow: /dev/

Sitemap: `

func (a *API) robots(w http.ResponseWriter, r *http.Request) {
	a.stack.SetRoute(r, serve.RouteStatic)
	out := serve.Reply{
		Status: http.StatusOK, ContentType: "text/plain; charset=utf-8",
		Body: []byte(robotsFile + strings.TrimRight(a.baseURL, "/") + "/sitemap.xml\n"),
	}
	out.Set("Cache-Control", "public, max-age=3600")
	a.stack.Send(w, r, out)
}
