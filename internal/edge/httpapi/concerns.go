package httpapi

import (
	"net/http"
	"strconv"
	"unicode/utf8"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// listConcern answers a page of the products that serve a concern.
func (a *API) listConcern(r *http.Request) (serve.Reply, error) {
	return a.list(r, contract.Shop().Lists.PageSize, concernProducts(r.PathValue("key")))
}

// listSearchMisses answers what shoppers searched for without an exact answer, the most frequent first.
func (a *API) listSearchMisses(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	limit, offset, err := readPage(query, defaultRows, maxRows)
	if err != nil {
		return serve.Reply{}, err
	}
	misses, total, err := a.concerns.Misses(r.Context(), offset, limit)
	if err != nil {
		return serve.Reply{}, err
	}
	list := make([]wire.SearchMiss, len(misses))
	for i, m := range misses {
		list[i] = wire.SearchMiss{Query: m.Query, Match: wire.Match(m.Match), Count: int(m.Count), LastDay: m.Day}
	}
	out, err := serve.JSON(http.StatusOK, list)
	out.NoStore()
	out.Set("X-Total-Count", strconv.Itoa(total))
	return out, err
}

// listConcernWords answers the words that admins added to concerns.
func (a *API) listConcernWords(r *http.Request) (serve.Reply, error) {
	words, err := a.concerns.Words(r.Context())
	if err != nil {
		return serve.Reply{}, err
	}
	list := make([]wire.ConcernWord, len(words))
	for i, w := range words {
		list[i] = wire.ConcernWord{Word: w.Word, Concern: w.Concern}
	}
	out, err := serve.JSON(http.StatusOK, list)
	out.NoStore()
	return out, err
}

// addConcernWord makes a word name a concern.
func (a *API) addConcernWord(r *http.Request) (serve.Reply, error) {
	var in wire.ConcernWord
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	if err := a.concerns.Add(r.Context(), in.Word, in.Concern, who.UserID); err != nil {
		return serve.Reply{}, err
	}
	return a.done("word_added"), nil
}

// removeConcernWord takes an added word away.
func (a *API) removeConcernWord(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	word := query.Get("word")
	if word == "" || utf8.RuneCountInString(word) > contract.Shop().Search.QueryMax {
		return serve.Reply{}, apperr.New(apperr.BadQuery)
	}
	if err := a.concerns.Remove(r.Context(), word); err != nil {
		return serve.Reply{}, err
	}
	return a.done("word_removed"), nil
}
