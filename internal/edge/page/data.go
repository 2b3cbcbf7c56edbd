package page

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
)

// Source answers the data of the public screens, one method for each. The API's handlers call the same functions,
// so that a page shows what the call answers. A code that says "not found" means that the thing that the address
// names does not exist; any other error leaves the screen to the browser, which calls the API and shows why it
// was refused.
type Source interface {
	Home(ctx context.Context, lang text.Lang) (HomeData, error)
	Category(ctx context.Context, lang text.Lang, key string, q ListQuery) (ListData, error)
	Brand(ctx context.Context, lang text.Lang, key string, q ListQuery) (ListData, error)
	Concern(ctx context.Context, lang text.Lang, key string, q ListQuery) (ListData, error)
	Discounts(ctx context.Context, lang text.Lang, q ListQuery) (ListData, error)
	Search(ctx context.Context, lang text.Lang, words string, q ListQuery) (ListData, error)
	Product(ctx context.Context, lang text.Lang, id string) (ProductData, error)
	Content(ctx context.Context, lang text.Lang, name string) (ContentData, error)
}

// ListQuery is what narrows, sorts and pages a list, as it was written in the address; an empty field is absent.
type ListQuery struct {
	Page, Brands, MinPrice, MaxPrice, Sort, Concern, Form, Suits, InStock, Category string
}

// HomeData is what Home shows: its two carousels.
type HomeData struct {
	Newest, Discounted catalog.Page
}

// ListData is what a list's screen shows.
type ListData struct {
	// Products is nil when the query is invalid: the browser calls the API and shows why it was refused.
	Products *catalog.Page
	Note     ListNote
	Facets   Encoded
}

// ListNote is what a list says about itself besides its products.
type ListNote struct {
	// ShowingFor is the query that a search found products for when the typed one found none.
	ShowingFor string
	// Match says how honestly a search was answered, as the API names it.
	Match string
	// Concern is the text of the concern that the list is for, NotSold that of something that was searched for and
	// is not sold; JSON as the API answers them, or nil.
	Concern, NotSold []byte
}

// tag changes whenever the note does.
func (n ListNote) tag() string {
	var b []byte
	for _, part := range []string{n.ShowingFor, n.Match, string(n.Concern), string(n.NotSold)} {
		b = appendPart(b, part)
	}
	return string(b)
}

// write writes the note as further fields of an answer.
func (n ListNote) write(b *bytes.Buffer) {
	for _, text := range []struct{ name, value string }{{"showingFor", n.ShowingFor}, {"match", n.Match}} {
		if text.value != "" {
			b.WriteString(`,"` + text.name + `":`)
			b.Write(quoted(text.value))
		}
	}
	for _, object := range []struct {
		name string
		json []byte
	}{{"concern", n.Concern}, {"notSold", n.NotSold}} {
		if object.json != nil {
			b.WriteString(`,"` + object.name + `":`)
			b.Write(object.json)
		}
	}
}

// ProductData is what a product's page shows.
type ProductData struct {
	Item        *catalog.Item
	Description text.Pair
	// Answer is what the API answers a visitor about the product.
	Answer Encoded
	// Category is the first page of the product's category; nil when it has none.
	Category *catalog.Page
}

// ContentData is a page that the shop words itself.
type ContentData struct{ Answer Encoded }

// Encoded is an answer of the API, encoded. Tag changes whenever Body does.
type Encoded struct {
	Body []byte // JSON
	Tag  string
}

// notFound tells an error that says that the thing that was asked for does not exist.
func notFound(err error) bool {
	switch apperr.CodeOf(err) {
	case apperr.NotFound, apperr.ProductNotFound, apperr.CategoryNotFound, apperr.BrandNotFound:
		return true
	}
	return false
}

// answer is one entry of the page data: what a call of the API answers. The path is written exactly as the
// frontend writes it, since its query cache finds the data by it.
type answer struct {
	path    string
	encoded Encoded
	list    *catalog.Page // instead of encoded
	note    ListNote
}

// tag changes whenever the answer does.
func (a answer) tag() string {
	if a.list != nil {
		return a.list.Tag.String() + a.note.tag()
	}
	return a.encoded.Tag
}

// Cards says how a shop takes cards, so that its pages show none where it takes none.
type Cards string

// How cards can be taken.
const (
	// NoCards is a shop that takes cash only.
	NoCards Cards = "none"
	// CardsOnPage are typed on the shop's own page and may be saved there.
	CardsOnPage Cards = "page"
	// CardsHosted are typed on the gateway's page.
	CardsHosted Cards = "hosted"
)

// pageData is the JSON of the document: the build, how cards are taken, whether the address exists, and the answers
// of the calls that the first screen would make, by path.
//
//	{"build": "…", "cards": "none", "notFound": false,
//	 "answers": {"/api/product/all?limit=12": {"body": […], "total": 240, "maxPrice": 89.90}}}
func pageData(build string, cards Cards, status int, answers []answer) []byte {
	var b bytes.Buffer
	b.WriteString(`{"build":`)
	b.Write(quoted(build))
	if cards != "" {
		b.WriteString(`,"cards":`)
		b.Write(quoted(string(cards)))
	}
	b.WriteString(`,"notFound":`)
	b.WriteString(strconv.FormatBool(status == http.StatusNotFound))
	b.WriteString(`,"answers":{`)
	for i, a := range answers {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(quoted(a.path))
		b.WriteString(`:{"body":`)
		if a.list == nil {
			b.Write(a.encoded.Body)
		} else {
			b.Write(a.list.AppendJSON(b.AvailableBuffer()))
			b.WriteString(`,"total":` + strconv.Itoa(a.list.Total) + `,"maxPrice":` + a.list.MaxPrice.String())
		}
		a.note.write(&b)
		b.WriteByte('}')
	}
	b.WriteString(`}}`)
	return escapeForScript(b.Bytes())
}

// quoted is a text as JSON.
func quoted(s string) []byte {
	out, err := json.Marshal(s)
	if err != nil {
		panic("page: a string does not encode: " + err.Error())
	}
	return out
}

// escapeForScript rewrites the characters that could end the script element, or start a comment in it. In JSON
// they stand only inside texts, where the escape means the same.
func escapeForScript(data []byte) []byte {
	if !bytes.ContainsAny(data, "<>&") {
		return data
	}
	data = bytes.ReplaceAll(data, []byte("<"), []byte(`\u003c`))
	data = bytes.ReplaceAll(data, []byte(">"), []byte(`\u003e`))
	return bytes.ReplaceAll(data, []byte("&"), []byte(`\u0026`))
}
