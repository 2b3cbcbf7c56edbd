package httpapi

import (
	"hash/maphash"
	"net/http"
	"sync"
	"sync/atomic"

	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/search"
	"dawa/internal/edge/serve"
)

// answers holds what lists and searches answered since the catalogue last changed, by what was asked: many shoppers
// open the same lists and type the same words. The next change of a product or of the search drops all of it, so that
// nothing has to know which answers a change concerns.
//
// An answer is kept from the second time that it is asked for: most words that are typed are typed once, and keeping
// what nobody asks for again costs more than it saves.
type answers struct {
	seed  maphash.Seed
	asked [askedPlaces]atomic.Uint64 // hashes of questions; where two share a place, the later one stays
	mu    sync.Mutex
	from  basis
	given map[question]serve.Reply
}

func newAnswers() *answers {
	return &answers{seed: maphash.MakeSeed(), given: map[question]serve.Reply{}}
}

// basis is what answers are made from. Neither ever changes: another catalogue is another snapshot.
type basis struct {
	snapshot *catalog.Snapshot
	index    *search.Index
}

// question is all of a request on which the answer of a list or a search depends, compared in full.
type question struct {
	uri  string // path and query as they were sent
	lang text.Lang
}

// Bounds of the memory of answers: some megabytes.
const (
	maxAnswers  = 2048
	askedPlaces = 16 * maxAnswers // so many that two questions which are asked often hardly ever share one
	maxQuestion = 256             // bytes
	maxAnswer   = 16 << 10        // bytes of an answer that is encoded already
)

func questionOf(r *http.Request) question {
	uri := r.RequestURI
	if uri == "" { // not from the network
		uri = r.URL.RequestURI()
	}
	return question{uri, language(r)}
}

// place is where a question is noted as asked, and what is noted there. Questions in two languages share both, which
// is no harm: whether an answer is the right one is decided by the whole question.
func (c *answers) place(q question) (*atomic.Uint64, uint64) {
	hash := maphash.String(c.seed, q.uri)
	return &c.asked[hash%askedPlaces], hash
}

// find gives the answer to a question from the same basis.
func (c *answers) find(from basis, q question) (serve.Reply, bool) {
	if place, hash := c.place(q); place.Load() != hash {
		return serve.Reply{}, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.from != from {
		return serve.Reply{}, false
	}
	out, ok := c.given[q]
	return out, ok
}

// keep stores an answer to a question that was asked before. The basis was taken before the answer was made, so that
// one from an older catalogue is never given for a newer.
func (c *answers) keep(from basis, q question, out serve.Reply) {
	if len(q.uri) > maxQuestion || len(out.Body) > maxAnswer {
		return
	}
	if place, hash := c.place(q); place.Swap(hash) != hash {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.from != from || len(c.given) >= maxAnswers {
		c.from = from
		clear(c.given)
	}
	c.given[q] = out
}

// basis is what the shop answers from now.
func (rd *Reads) basis() (now basis) {
	if rd.catalogue != nil {
		now.snapshot = rd.catalogue.Snapshot()
	}
	if rd.finder != nil {
		now.index = rd.finder.Index()
	}
	return now
}

// answerGiven is the answer to a list or a search that was asked for since the catalogue last changed.
func (a *API) answerGiven(r *http.Request) (serve.Reply, bool) {
	return a.answers.find(a.reads.basis(), questionOf(r))
}

// keeper gives the function that stores the answer to a request. It is taken before the answer is made.
func (a *API) keeper(r *http.Request) func(serve.Reply) serve.Reply {
	from := a.reads.basis()
	return func(out serve.Reply) serve.Reply {
		a.answers.keep(from, questionOf(r), out)
		return out
	}
}
