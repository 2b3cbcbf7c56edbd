package search

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
)

// mostNewer is how many changed documents lie over the base before the base is built anew.
const mostNewer = 1000

// Live is an index that follows its documents. Readers never wait: each sees one immutable Index.
type Live struct {
	current atomic.Pointer[Index]

	writing   sync.Mutex
	documents map[string]Document
	newer     map[string]bool // changed since the base was built
	meanwhile map[string]bool // changed since the next base began to be built; nil when none is
	rebuilds  sync.WaitGroup
}

// NewLive indexes the documents and follows them from there.
func NewLive(documents []Document) (*Live, error) {
	index, err := Build(documents)
	if err != nil {
		return nil, err
	}
	l := &Live{documents: make(map[string]Document, len(documents)), newer: map[string]bool{}}
	for _, document := range documents {
		l.documents[document.ID] = document
	}
	l.current.Store(index)
	return l, nil
}

// Index is the view of this moment.
func (l *Live) Index() *Index { return l.current.Load() }

// Close waits until no rebuild runs.
func (l *Live) Close() { l.rebuilds.Wait() }

// Apply takes in changed documents and forgets removed ones. What costs is only what changed: a change of
// stock flips one bit, a change of words builds the small newer part anew.
func (l *Live) Apply(changed []Document, removed []string) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	wordsChanged := false
	flips := map[string]bool{}
	note := func(id string) {
		if l.meanwhile != nil {
			l.meanwhile[id] = true
		}
	}
	for _, document := range changed {
		before, known := l.documents[document.ID]
		l.documents[document.ID] = document
		switch {
		case !known || !sameWords(before, document):
			l.newer[document.ID] = true
			wordsChanged = true
			note(document.ID)
		case before.InStock != document.InStock:
			flips[document.ID] = document.InStock
			note(document.ID)
		}
	}
	for _, id := range removed {
		if _, known := l.documents[id]; known {
			delete(l.documents, id)
			l.newer[id] = true
			wordsChanged = true
			note(id)
		}
	}
	if !wordsChanged && len(flips) == 0 {
		return nil
	}
	next, err := l.laidOver(l.current.Load().parts[0], wordsChanged, flips)
	if err != nil {
		return err
	}
	l.current.Store(next)
	if len(l.newer) > mostNewer && l.meanwhile == nil {
		l.rebuild()
	}
	return nil
}

// laidOver gives the base with the changed documents laid over it.
func (l *Live) laidOver(base part, wordsChanged bool, flips map[string]bool) (*Index, error) {
	base.inStock = base.inStock.Clone()
	base.hidden = base.hidden.Clone()
	for id, inStock := range flips {
		if number, ok := base.numbers[id]; ok {
			base.setStock(number, inStock)
		}
	}
	for id := range l.newer {
		if number, ok := base.numbers[id]; ok {
			base.hidden.Add(number)
		}
	}
	if len(l.newer) == 0 {
		return &Index{parts: []part{base}}, nil
	}
	current := l.current.Load()
	if !wordsChanged && len(current.parts) == 2 {
		over := current.parts[1]
		over.inStock = over.inStock.Clone()
		for id, inStock := range flips {
			if number, ok := over.numbers[id]; ok {
				over.setStock(number, inStock)
			}
		}
		return &Index{parts: []part{base, over}}, nil
	}
	documents := make([]Document, 0, len(l.newer))
	for id := range l.newer {
		if document, ok := l.documents[id]; ok {
			documents = append(documents, document)
		}
	}
	over, err := newPart(documents)
	if err != nil {
		return nil, fmt.Errorf("indexing %d changed documents: %w", len(documents), err)
	}
	return &Index{parts: []part{base, over}}, nil
}

func (p *part) setStock(number uint32, inStock bool) {
	if inStock {
		p.inStock.Add(number)
	} else {
		p.inStock.Remove(number)
	}
}

// rebuild makes a new base from everything known now, beside the readers and writers, and then lays over
// it what changed meanwhile.
func (l *Live) rebuild() {
	documents := slices.Collect(maps.Values(l.documents))
	l.meanwhile = map[string]bool{}
	l.rebuilds.Go(func() {
		base, err := newPart(documents)
		l.writing.Lock()
		defer l.writing.Unlock()
		before, since := l.newer, l.meanwhile
		l.meanwhile = nil
		if err != nil {
			return // the old base with its newer part stays right; the next change tries again
		}
		l.newer = since
		next, err := l.laidOver(base, true, nil)
		if err != nil {
			l.newer = before
			return
		}
		l.current.Store(next)
	})
}

// sameWords tells whether two versions of a document are found by the same words.
func sameWords(a, b Document) bool {
	return a.Code == b.Code && slices.Equal(a.Names, b.Names) &&
		slices.Equal(a.Brands, b.Brands) && slices.Equal(a.Others, b.Others)
}
