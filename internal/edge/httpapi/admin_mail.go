package httpapi

import (
	"net/http"

	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// listUndeliveredMail answers the mail that could not be delivered, newest first.
func (a *API) listUndeliveredMail(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	limit, offset, err := readPage(query, defaultRows, maxRows)
	if err != nil {
		return serve.Reply{}, err
	}
	emails, total, err := a.undelivered.List(r.Context(), limit, offset)
	if err != nil {
		return serve.Reply{}, err
	}
	list := make(wire.UndeliveredMailList, len(emails))
	for i, e := range emails {
		list[i] = wire.UndeliveredMail{
			ID: e.ID, About: wire.UndeliveredMailAbout(e.About), Reason: e.Reason, Attempts: e.Attempts,
			QueuedAt: e.QueuedAt,
		}
	}
	return listPart(list, total)
}

// retryUndeliveredMail has an email sent again.
func (a *API) retryUndeliveredMail(r *http.Request) (serve.Reply, error) {
	if err := a.undelivered.Retry(r.Context(), r.PathValue("id")); err != nil {
		return serve.Reply{}, err
	}
	return a.done("mail_queued"), nil
}
