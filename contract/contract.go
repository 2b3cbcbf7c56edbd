// Package contract is the language that the server, the frontend and the tests share: calls, texts,
// rules and constants. It is data only; each file beside this one is read by Go and by TypeScript.
package contract

import _ "embed"

//go:embed openapi.yaml
var openAPI []byte

// OpenAPI is the document that describes every call, as it is served at /api/openapi.yaml.
// It is shared: read it, do not write to it.
func OpenAPI() []byte { return openAPI }
