package httpapi

import (
	"net/http"

	"dawa/internal/httpapi/wire"
)

// getStatus tells the header who is looking. As long as nobody can sign in,
// everyone is a visitor with nothing in the cart.
func (a *API) getStatus(*http.Request) (reply, error) {
	out, err := answer(http.StatusOK, wire.Status{Success: true})
	out.noStore()
	return out, err
}
