package httpapi

import (
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/concerns"
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
	all := allConcernKeys()
	if query.Get("not_sold") == "1" {
		for _, n := range contract.Concerns().NotSold {
			if !n.Emergency { // no product is ever for that
				all = append(all, n.Key)
			}
		}
	}
	return encodedReply(encode(a.reads.concernTexts(all))), nil
}

// adviceOf is the advice of a concern: the shop's own, or what comes with the program.
func (rd *Reads) adviceOf(key string) text.Pair {
	if rd.advice == nil {
		return concerns.DefaultAdvice(key)
	}
	return rd.advice.Of(key)
}

// listAdvice answers the advice of all concerns with the version that an edit replaces.
func (a *API) listAdvice(r *http.Request) (serve.Reply, error) {
	list, err := a.advice.List(r.Context())
	if err != nil {
		return serve.Reply{}, err
	}
	texts := make([]wire.Advice, len(list))
	for i, advice := range list {
		texts[i] = toAdvice(advice)
	}
	return serve.NoStoreJSON(texts)
}

// saveAdvice words the advice of a concern.
func (a *API) saveAdvice(r *http.Request) (serve.Reply, error) {
	var in wire.AdviceRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	saved, err := a.advice.Save(r.Context(), concerns.Advice{
		Concern: r.PathValue("key"), Text: text.Pair{English: in.English, Arabic: in.Arabic}, Version: in.Version,
	}, who.UserID)
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(wire.AdviceAnswer{Success: true, Advice: toAdvice(saved)})
}

func toAdvice(a concerns.Advice) wire.Advice {
	usual := concerns.DefaultAdvice(a.Concern)
	out := wire.Advice{
		Key: a.Concern, Advice: wire.ConcernLabel{English: a.Text.English, Arabic: a.Text.Arabic},
		DefaultAdvice: wire.ConcernLabel{English: usual.English, Arabic: usual.Arabic}, Version: a.Version,
	}
	if c, ok := contract.Concerns().Concern(a.Concern); ok {
		out.Label = toConcernLabel(c.Label)
	}
	if !a.ChangedAt.IsZero() {
		changed := a.ChangedAt.Truncate(time.Second)
		out.ChangedAt = &changed
	}
	return out
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
		if one, ok := rd.concernText(key); ok {
			out = append(out, one)
		}
	}
	return out
}

func (rd *Reads) concernText(key string) (wire.ConcernText, bool) {
	data := contract.Concerns()
	if c, ok := data.Concern(key); ok {
		out := wire.ConcernText{Key: c.Key, Group: &c.Group, Label: toConcernLabel(c.Label)}
		if advice := rd.adviceOf(key); advice != (text.Pair{}) {
			out.Advice = &wire.ConcernLabel{English: advice.English, Arabic: advice.Arabic}
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
	one, ok := rd.concernText(key)
	if !ok {
		return nil
	}
	return encoded(one)
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
	return listPart(list, total)
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
	return serve.NoStoreJSON(list)
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
