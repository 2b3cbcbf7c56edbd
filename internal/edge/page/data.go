package page

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"dawa/internal/base/text"
)

// Calls answers public reads of the contract as a visitor gets them. An answer
// other than 200 has no body.
type Calls interface {
	Answer(ctx context.Context, lang text.Lang, path string) Answer
}

// Answer is what a call says. Total and MaxPrice are what lists say in their
// headers; Total is -1 for other calls. ShowingFor is how a search took what was
// typed when it found nothing otherwise.
type Answer struct {
	Status     int
	Body       []byte // JSON
	Total      int
	MaxPrice   string
	ShowingFor string
}

// served is an answer together with the call that gives it. The path is written
// exactly as the frontend writes it, since it finds its data by it.
type served struct {
	path string
	Answer
}

// pageData is the JSON of the document: whether the address exists, and the
// answers of the calls that the first screen would make, by path.
//
//	{"notFound": false, "answers": {"/api/product/all?limit=24": {"body": […], "total": 240, "maxPrice": 89.90}}}
func pageData(status int, answers []served) []byte {
	var b bytes.Buffer
	b.WriteString(`{"notFound":`)
	b.WriteString(strconv.FormatBool(status == http.StatusNotFound))
	b.WriteString(`,"answers":{`)
	for i, a := range answers {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(a.path)
		if err != nil {
			continue // a string always encodes
		}
		b.Write(name)
		b.WriteString(`:{"body":`)
		b.Write(a.Body)
		if a.Total >= 0 {
			b.WriteString(`,"total":` + strconv.Itoa(a.Total) + `,"maxPrice":` + a.MaxPrice)
		}
		if reading, err := json.Marshal(a.ShowingFor); err == nil && a.ShowingFor != "" {
			b.WriteString(`,"showingFor":`)
			b.Write(reading)
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
	if !bytes.ContainsAny(data, "<>&") {
		return data
	}
	data = bytes.ReplaceAll(data, []byte("<"), []byte(`\u003c`))
	data = bytes.ReplaceAll(data, []byte(">"), []byte(`\u003e`))
	return bytes.ReplaceAll(data, []byte("&"), []byte(`\u0026`))
}
