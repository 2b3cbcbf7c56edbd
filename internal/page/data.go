package page

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
)

// call is the answer of one call of the contract, as the browser would get it.
type call struct {
	path string // with its query, as the frontend asks
	body []byte // JSON
	// total and maxPrice are what lists say in their headers; total is -1 when
	// the call has none.
	total    int
	maxPrice string
}

// pageData is the JSON of the document: whether the address exists, and the
// answers of the calls that the first screen would make, by path.
//
//	{"notFound": false, "answers": {"/api/product/all": {"body": […], "total": 240, "maxPrice": 89.90}}}
func pageData(status int, calls []call) []byte {
	var b bytes.Buffer
	b.WriteString(`{"notFound":`)
	b.WriteString(strconv.FormatBool(status == http.StatusNotFound))
	b.WriteString(`,"answers":{`)
	for i, c := range calls {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(c.path)
		if err != nil {
			continue // a string always encodes
		}
		b.Write(name)
		b.WriteString(`:{"body":`)
		b.Write(c.body)
		if c.total >= 0 {
			b.WriteString(`,"total":` + strconv.Itoa(c.total) + `,"maxPrice":` + c.maxPrice)
		}
		b.WriteByte('}')
	}
	b.WriteString(`}}`)
	return unbreakable(b.Bytes())
}

// unbreakable rewrites the characters that could end the script element, or start
// a comment in it, as escapes. In JSON they stand only inside texts, where the
// escape means the same.
func unbreakable(data []byte) []byte {
	data = bytes.ReplaceAll(data, []byte("<"), []byte(`\u003c`))
	data = bytes.ReplaceAll(data, []byte(">"), []byte(`\u003e`))
	return bytes.ReplaceAll(data, []byte("&"), []byte(`\u0026`))
}

// Catalogue is what pages show of the products.
type Catalogue interface{}

func (s *Site) home(*request) answer      { return answer{found: true} }
func (s *Site) category(*request) answer  { return answer{found: true} }
func (s *Site) brand(*request) answer     { return answer{found: true} }
func (s *Site) discounts(*request) answer { return answer{found: true} }
func (s *Site) product(*request) answer   { return answer{found: true} }
