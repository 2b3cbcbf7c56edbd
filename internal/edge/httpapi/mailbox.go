package httpapi

import (
	"net/http"

	"dawa/internal/edge/serve"
)

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

// routePaymentPage is the sandbox's own payment page in logs and figures.
const routePaymentPage = "payment-page"

// showPaymentPage mounts the page on which the sandbox takes payments. A shop without --demo has none.
func (a *API) showPaymentPage(page http.Handler) {
	for _, method := range []string{get, post} {
		a.mux.HandleFunc(method+" /dev/pay/{key}", func(w http.ResponseWriter, r *http.Request) {
			a.stack.SetRoute(r, routePaymentPage)
			if err := a.origin.Check(r); err != nil {
				http.Error(w, http.StatusText(http.StatusForbidden), http.StatusForbidden)
				return
			}
			r.Body = serve.LimitBody(r, 4<<10)
			page.ServeHTTP(w, r)
		})
	}
}
