package httpapi

import (
	"net/http"

	"dawa/internal/base/text"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// done says that it worked: the code for clients, its English words for people who
// call by hand.
func (a *API) done(code string) serve.Reply {
	out := serve.MustJSON(http.StatusOK, wire.Done{Success: true, Code: code, Message: a.doneText(code)})
	out.NoStore()
	return out
}

func (a *API) doneText(code string) string { return a.texts.T(text.English, "done."+code, nil) }
