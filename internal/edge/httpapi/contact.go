package httpapi

import (
	"net/http"

	"dawa/internal/domain/contact"
	"dawa/internal/edge/httpapi/wire"
)

// sendContact takes what somebody writes to the shop.
func (a *API) sendContact(r *http.Request) (reply, error) {
	var in wire.ContactRequest
	if err := decode(r, &in); err != nil {
		return reply{}, err
	}
	err := a.letters.Send(r.Context(), ClientIP(r, a.proxies), contact.Message{
		Name: in.Name, Email: in.Email, Text: in.Message, Lang: language(r),
	})
	if err != nil {
		return reply{}, err
	}
	return a.done("message_sent"), nil
}
