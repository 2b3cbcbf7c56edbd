package httpapi

import (
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/search"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// sortRelevance is the order of a search that asks for no other.
const sortRelevance = "relevance"

// suggestProducts answers what the search box shows while someone types.
func (a *API) suggestProducts(r *http.Request) (serve.Reply, error) {
	keep := a.keeper(r)
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	name, err := readName(query)
	if err != nil {
		return serve.Reply{}, err
	}
	rules := contract.Shop().Search
	var result search.Result
	var items []*catalog.Item
	if utf8.RuneCountInString(strings.TrimSpace(name)) >= rules.AutocompleteMin {
		result = a.reads.finder.Index().Suggest(name, rules.SuggestionsMax)
		items = result.Items(0, rules.SuggestionsMax)
	}
	return keep(suggestionReply(appendSuggestions(suggestionBuffer(len(items)), items, result))), nil
}

// searchProducts answers what was found, or a page of it. Filters and sorts reach over all of it.
func (a *API) searchProducts(r *http.Request) (serve.Reply, error) {
	keep := a.keeper(r)
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	name, err := readName(query)
	if err != nil {
		return serve.Reply{}, err
	}
	if query.Get("sort") == sortRelevance {
		query.Del("sort")
	}
	f, err := readListQuery(language(r), query, contract.Shop().Lists.PageSize)
	if err != nil {
		return serve.Reply{}, err
	}
	wholeUnlessPaged(query, &f)
	result := a.reads.search(name)
	out := products(result.Page(f))
	out.OneOff = true
	setMatch(&out, result)
	if result.Match != search.MatchExact && result.Match != search.MatchConcern && f.Offset == 0 {
		a.misses.Add(name, string(result.Match)) // every time, so that the answer is not kept
		return out, nil
	}
	return keep(out), nil
}

// setMatch says how honestly a result answers its query.
func setMatch(out *serve.Reply, result search.Result) {
	out.Set("X-Match", string(result.Match))
	if result.Concern != "" {
		out.Set("X-Concern", result.Concern)
	}
	if result.NotSold != "" {
		out.Set("X-Not-Sold", result.NotSold)
	}
	if other := result.ShowingFor(); other != "" {
		out.Set("X-Showing-Results-For", url.PathEscape(other))
	}
}

// How many concerns and brands are suggested.
const (
	suggestedConcerns = 3
	suggestedBrands   = 3
)

// suggest answers concerns, products and brands for what is being typed.
func (a *API) suggest(r *http.Request) (serve.Reply, error) {
	keep := a.keeper(r)
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	name := query.Get("q")
	if !query.Has("q") || utf8.RuneCountInString(name) > contract.Shop().Search.QueryMax {
		return serve.Reply{}, apperr.New(apperr.BadQuery)
	}
	result := search.Result{Match: search.MatchNone}
	concerns, brands := []wire.ConcernCount{}, []wire.BrandCount{}
	var items []*catalog.Item
	rules := contract.Shop().Search
	if utf8.RuneCountInString(strings.TrimSpace(name)) >= rules.AutocompleteMin {
		index := a.reads.finder.Index()
		for _, c := range index.SuggestConcerns(name, suggestedConcerns) {
			concerns = append(concerns, toConcernCount(c.Concern, c.Count))
		}
		result = index.Suggest(name, rules.SuggestionsMax)
		items = result.Items(0, rules.SuggestionsMax)
		for _, b := range index.SuggestBrands(name, suggestedBrands) {
			brands = append(brands, wire.BrandCount{Brand: b.Brand, Count: b.Count})
		}
	}
	o := beginObject(suggestionBuffer(len(items)))
	o.value("brands", brands)
	o.value("concerns", concerns)
	o.text("match", string(result.Match))
	o.optionalText("not_sold", result.NotSold)
	o.name("products")
	o.out = appendSuggestions(o.out, items, result)
	return keep(suggestionReply(o.end())), nil
}

func suggestionReply(body []byte) serve.Reply {
	out := serve.Reply{Status: http.StatusOK, ContentType: serve.JSONType, Body: body}
	out.TagBytes()
	out.OneOff = true
	return out
}

// foundFacets answers what a search can be narrowed by.
func (a *API) foundFacets(query url.Values, scope catalog.Scope) (serve.Reply, error) {
	name, err := readName(query)
	if err != nil {
		return serve.Reply{}, err
	}
	return encodedReply(encode(toFacets(a.reads.search(name).Facets(scope)))), nil
}

// readName reads what was typed. The contract bounds it; what no keyboard writes is
// searched for like anything else and found nowhere.
func readName(query url.Values) (string, error) {
	name := query.Get("name")
	if !query.Has("name") || utf8.RuneCountInString(name) > contract.Shop().Search.QueryMax {
		return "", apperr.New(apperr.BadQuery)
	}
	return name, nil
}
