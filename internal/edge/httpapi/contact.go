package httpapi

import (
	"net/http"

	"dawa/internal/domain/contact"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// sendContact takes what somebody writes to the shop.
func (a *API) sendContact(r *http.Request) (serve.Reply, error) {
	var in wire.ContactRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	err := a.contact.Send(r.Context(), serve.ClientIP(r, a.proxies), contact.Message{
		Name: in.Name, Email: in.Email, Text: in.Message, Lang: language(r),
	})
	if err != nil {
		return serve.Reply{}, err
	}
	return a.done("message_sent"), nil
}
