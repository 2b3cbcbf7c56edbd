package httpapi

import (
	"net/http"
	"sync"

	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/search"
	"dawa/internal/edge/serve"
)

// answers holds what lists and searches answered since the catalogue last changed, by what was asked: many shoppers
// open the same lists and type the same words. The next change of a product or of the search drops all of it, so that
// nothing has to know which answers a change concerns.
type answers struct {
	mu    sync.Mutex
	from  basis
	given map[question]serve.Reply
}

// basis is what answers are made from. Neither ever changes: another catalogue is another snapshot.
type basis struct {
	snapshot *catalog.Snapshot
	index    *search.Index
}

// question is all of a request on which the answer of a list or a search depends, compared in full.
type question struct {
	path, rawPath, query string
	lang                 text.Lang
}

// Bounds of the memory of answers: some megabytes.
const (
	maxAnswers  = 2048
	maxQuestion = 256      // bytes
	maxAnswer   = 16 << 10 // bytes of an answer that is encoded already
)

func questionOf(r *http.Request) question {
	return question{r.URL.Path, r.URL.RawPath, r.URL.RawQuery, language(r)}
}

func (q question) isLong() bool { return len(q.path)+len(q.rawPath)+len(q.query) > maxQuestion }

// find gives the answer to a question from the same basis.
func (c *answers) find(from basis, q question) (serve.Reply, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.from != from {
		return serve.Reply{}, false
	}
	out, ok := c.given[q]
	return out, ok
}

// keep stores an answer. The basis was taken before the answer was made, so that one from an older catalogue is never
// given for a newer.
func (c *answers) keep(from basis, q question, out serve.Reply) {
	if q.isLong() || len(out.Body) > maxAnswer {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.given == nil {
		c.given = map[question]serve.Reply{}
	}
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
