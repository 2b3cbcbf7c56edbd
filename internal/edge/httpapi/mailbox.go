package httpapi

import "net/http"

// routeMailbox is the page of the demo's mails in logs and figures.
const routeMailbox = "mailbox"

// showMailbox mounts the page of the demo's mails. A shop without --demo has none.
func (a *API) showMailbox(box http.Handler) {
	for _, path := range []string{"/dev/mail", "/dev/mail.json", "/dev/mail/{id}"} {
		a.mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			a.stack.SetRoute(r, routeMailbox)
			box.ServeHTTP(w, r)
		})
	}
}
