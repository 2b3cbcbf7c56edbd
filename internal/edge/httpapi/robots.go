package httpapi

import (
	"net/http"
	"strings"
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
Disallow: /dev/

Sitemap: `

func (a *API) robots(w http.ResponseWriter, r *http.Request) {
	nameRoute(r, a.named(routeStatic))
	out := reply{
		status: http.StatusOK, kind: "text/plain; charset=utf-8",
		body: []byte(robotsFile + strings.TrimRight(a.baseURL, "/") + "/sitemap.xml\n"),
	}
	out.set("Cache-Control", "public, max-age=3600")
	a.write(w, r, out)
}
