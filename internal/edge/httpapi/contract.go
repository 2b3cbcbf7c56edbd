package httpapi

import (
	"net/http"

	"dawa/contract"
	"dawa/internal/edge/serve"
)

// contract serves the contract itself.
func (a *API) contract(*http.Request) (serve.Reply, error) {
	out := serve.Reply{Status: http.StatusOK, ContentType: "application/yaml", Body: contract.OpenAPI()}
	out.TagBytes()
	return out, nil
}
