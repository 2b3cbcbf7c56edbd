package httpapi

import "net/http"

// Access says who may make a call. Owner means signed in; the domain then decides
// whether the thing is theirs.
type Access string

// The access column of the route table.
const (
	Public Access = "public"
	User   Access = "user"
	Owner  Access = "owner"
	Admin  Access = "admin"
)

// Route is one row of the table: one call of the contract.
type Route struct {
	Method    string
	Path      string
	Operation string // operationId in contract/openapi.yaml
	Access    Access
	CSRF      bool // needs the token in the header CSRF-Token
	Lane      Lane
	Upload    bool // the body is streamed to the handler instead of read as JSON
	Handle    func(*http.Request) (reply, error)
}

// notBuilt marks a call of the contract that answers 501 until its handler comes.
var notBuilt func(*http.Request) (reply, error)

func (r Route) notBuilt() bool { return r.Handle == nil }

// routes is the table.
func (a *API) routes() []Route {
	return []Route{}
}
