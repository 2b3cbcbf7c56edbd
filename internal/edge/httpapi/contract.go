package httpapi

import (
	"net/http"

	"dawa/contract"
)

// contract serves the contract itself.
func (a *API) contract(*http.Request) (reply, error) {
	out := reply{status: http.StatusOK, kind: "application/yaml", body: contract.OpenAPI()}
	out.tagged()
	return out, nil
}
