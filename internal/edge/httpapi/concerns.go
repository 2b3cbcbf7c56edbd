package httpapi

import (
	"net/http"
	"strconv"
	"strings"
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

// maxKeysText bounds the keys that may be asked for at once, as the contract states it.
const maxKeysText = 1000

// listConcernTexts answers what concerns are called and the advice that goes with them.
func (a *API) listConcernTexts(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	keys := query.Get("keys")
	if utf8.RuneCountInString(keys) > maxKeysText {
		return serve.Reply{}, apperr.New(apperr.BadQuery)
	}
	if query.Has("keys") {
		return encodedReply(encode(a.reads.concernTexts(strings.Split(keys, ",")))), nil
	}
	return encodedReply(encode(a.reads.concernTexts(allConcernKeys()))), nil
}

func allConcernKeys() []string {
	known := contract.Concerns().Concerns
	keys := make([]string, len(known))
	for i := range known {
		keys[i] = known[i].Key
	}
	return keys
}

// concernTexts are the texts of some concerns, or of things that are not sold. Unknown keys are left out.
func (rd *Reads) concernTexts(keys []string) []wire.ConcernText {
	out := []wire.ConcernText{}
	for _, key := range keys {
		if text, ok := rd.concernText(key); ok {
			out = append(out, text)
		}
	}
	return out
}

func (rd *Reads) concernText(key string) (wire.ConcernText, bool) {
	data := contract.Concerns()
	if c, ok := data.Concern(key); ok {
		out := wire.ConcernText{Key: c.Key, Group: &c.Group, Label: toConcernLabel(c.Label)}
		if c.Advice != nil {
			advice := toConcernLabel(*c.Advice)
			out.Advice = &advice
		}
		return out, true
	}
	if n, ok := data.NotSoldEntry(key); ok {
		out := wire.ConcernText{Key: n.Key, Label: toConcernLabel(n.Label)}
		if none := !rd.catalogue.Snapshot().HasConcern(key); none {
			out.NotSold, out.Pharmacist = &none, rd.pharmacist
		}
		return out, true
	}
	return wire.ConcernText{}, false
}

func toConcernLabel(l contract.Label) wire.ConcernLabel {
	return wire.ConcernLabel{English: l.English, Arabic: l.Arabic}
}

// encodedConcernText is the text of one concern as the API answers it; nil without a key.
func (rd *Reads) encodedConcernText(key string) []byte {
	text, ok := rd.concernText(key)
	if !ok {
		return nil
	}
	return encoded(text)
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
