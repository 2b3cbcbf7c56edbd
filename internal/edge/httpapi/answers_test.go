package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/concerns"
	"dawa/internal/edge/serve"
)

// changingCatalogue is a catalogue that changes when a test says so.
type changingCatalogue struct {
	now atomic.Pointer[catalog.Snapshot]
}

func (c *changingCatalogue) Snapshot() *catalog.Snapshot { return c.now.Load() }

func (c *changingCatalogue) sell(names ...string) {
	products := make([]*catalog.Product, len(names))
	for i, name := range names {
		products[i] = &catalog.Product{
			ID: fmt.Sprintf("v-%d", i), Brand: "centrum", Category: "vitamins", Price: 400, Stock: 5,
			Name: text.Pair{English: name, Arabic: "فيتامين"}, Status: catalog.Approved, Version: 1,
		}
	}
	c.now.Store(catalog.NewSnapshot(products, AppendProduct))
}

// rememberedMisses counts the queries that a counter of misses stores.
type rememberedMisses struct {
	concerns.MissStore
	count int64
}

func (s *rememberedMisses) AddMisses(_ context.Context, misses []concerns.Miss) error {
	for _, m := range misses {
		s.count += m.Count
	}
	return nil
}

func askFor(path string, headers ...string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return r
}

func TestAnswers_AreNeverOlderThanTheCatalogue(t *testing.T) {
	goods := &changingCatalogue{}
	goods.sell("Vitamin C")
	finder := newFinder(t, goods)
	f := newFrameOf(t, Options{Reads: NewReads(goods, finder, nil)}, (*API).routes)
	paths := []string{
		"/api/product/all", "/api/product/category/vitamins", "/api/brand/centrum",
		"/api/search?name=vitamin", "/api/autocomplete?name=vita", "/api/suggest?q=vita",
	}
	for _, path := range paths {
		if _, given := f.answerGiven(askFor(path)); given {
			t.Errorf("%s was answered before anybody asked", path)
		}
		first, body := send(t, http.MethodGet, f.url+path, "")
		if _, given := f.answerGiven(askFor(path)); given {
			t.Errorf("%s is remembered although it was asked once", path)
		}
		send(t, http.MethodGet, f.url+path, "")
		if _, given := f.answerGiven(askFor(path)); !given {
			t.Errorf("%s is not remembered", path)
		}
		again, same := send(t, http.MethodGet, f.url+path, "")
		if string(body) != string(same) || first.Header.Get("Etag") != again.Header.Get("Etag") {
			t.Errorf("%s: the third answer differs", path)
		}
	}
	goods.sell("Vitamin D")
	finder.See(goods.Snapshot(), nil)
	for _, path := range paths {
		if _, body := send(t, http.MethodGet, f.url+path, ""); !strings.Contains(string(body), "Vitamin D") {
			t.Errorf("%s after the change: %s", path, body)
		}
	}
}

// After a change the questions that many ask are remembered at once.
func TestAnswers_KnowTheirQuestionsAcrossAChange(t *testing.T) {
	goods := &changingCatalogue{}
	goods.sell("Vitamin C")
	f := newFrameOf(t, Options{Reads: NewReads(goods, nil, nil)}, (*API).routes)
	send(t, http.MethodGet, f.url+"/api/product/all", "")
	goods.sell("Vitamin D")
	send(t, http.MethodGet, f.url+"/api/product/all", "")
	out, given := f.answerGiven(askFor("/api/product/all"))
	if !given || !strings.Contains(string(out.Bytes()), "Vitamin D") {
		t.Errorf("given: %v, %s", given, out.Bytes())
	}
}

func TestAnswers_DependOnPathQueryAndLanguage(t *testing.T) {
	goods := &changingCatalogue{}
	goods.sell("Vitamin C")
	f := newFrameOf(t, Options{Reads: NewReads(goods, nil, nil)}, (*API).routes)
	for range 2 {
		send(t, http.MethodGet, f.url+"/api/product/category/vitamins?page=1", "")
	}
	for _, other := range []*http.Request{
		askFor("/api/product/category/vitamins?page=2"),
		askFor("/api/product/category/vitamins"),
		askFor("/api/product/category%2Fvitamins?page=1"),
		askFor("/api/product/category/vitamins?page=1", "Cookie", "language=arabic"),
	} {
		if _, given := f.answerGiven(other); given {
			t.Errorf("%s %q took the answer of another question", other.URL, other.Header.Get("Cookie"))
		}
	}
}

// An answer that was begun before a change and is ready after it shows the old catalogue.
func TestAnswers_FromBeforeAChangeAreNotGivenAfterIt(t *testing.T) {
	goods := &changingCatalogue{}
	goods.sell("Vitamin C")
	f := newFrameOf(t, Options{Reads: NewReads(goods, nil, nil)}, (*API).routes)
	r := askFor("/api/product/all")
	keep := f.keeper(r)
	goods.sell("Vitamin D")
	for range 2 {
		keep(serve.Reply{Status: http.StatusOK, Body: []byte("Vitamin C")})
	}
	if _, given := f.answerGiven(r); given {
		t.Error("an answer from the old catalogue is given for the new one")
	}
}

func TestAnswers_AreBounded(t *testing.T) {
	c := newAnswers()
	from := basis{snapshot: &catalog.Snapshot{}}
	keepTwice := func(q question, out serve.Reply) {
		c.keep(from, q, out)
		c.keep(from, q, out)
	}
	keepTwice(question{uri: strings.Repeat("a", maxQuestion+1)}, serve.Reply{})
	keepTwice(question{uri: "a"}, serve.Reply{Body: make([]byte, maxAnswer+1)})
	if len(c.given) > 0 {
		t.Error("a long question or a large answer was stored")
	}
	most := 0
	for i := range 3 * maxAnswers {
		keepTwice(question{uri: fmt.Sprint(i)}, serve.Reply{})
		most = max(most, len(c.given))
	}
	if most != maxAnswers {
		t.Errorf("at most %d answers were stored, want %d", most, maxAnswers)
	}
}

// Admins see how often shoppers did not find something, so that each time must reach the counter.
func TestAnswers_CountEverySearchThatFoundNothing(t *testing.T) {
	goods := &changingCatalogue{}
	goods.sell("Vitamin C")
	finder := newFinder(t, goods)
	store := &rememberedMisses{}
	misses := concerns.NewMissCounter(store, nil)
	f := newFrameOf(t, Options{Reads: NewReads(goods, finder, nil), Misses: misses}, (*API).routes)
	for range 3 {
		send(t, http.MethodGet, f.url+"/api/search?name=qwxzkj", "")
	}
	if err := misses.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	if store.count != 3 {
		t.Errorf("%d searches without a result were counted, want 3", store.count)
	}
}
