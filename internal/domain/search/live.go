package search

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"dawa/internal/domain/catalog"
)

// maxChanged is how many changed products lie over the base before the base is built anew.
const maxChanged = 1000

// Live is an index that follows the catalogue. Readers never wait: each sees one immutable Index.
type Live struct {
	labels  *Labels
	current atomic.Pointer[Index]

	writing          sync.Mutex
	changedSinceBase map[string]bool // products that were changed since the base was built
	// changedDuringRebuild are those that changed since the next base began to be built; nil when none is.
	changedDuringRebuild map[string]bool
	// generation tells a rebuild that the catalogue was read anew under it.
	generation int
	rebuilds   sync.WaitGroup
}

// NewLive makes an empty index. Give its See to the catalogue's Watch.
func NewLive(labels *Labels) *Live {
	l := &Live{labels: labels}
	l.current.Store(Build(catalog.NewSnapshot(nil, nil), labels))
	return l
}

// Index is the view of this moment.
func (l *Live) Index() *Index { return l.current.Load() }

// Close waits until no rebuild runs.
func (l *Live) Close() { l.rebuilds.Wait() }

// See takes in a catalogue in which the products of those ids changed, or, without ids, one that was read
// anew. What costs is only what changed: a sale flips a bit, other words build the small part anew. When
// very many change at once, what they are called follows as soon as a new base is built.
func (l *Live) See(next *catalog.Snapshot, changed []string) {
	l.writing.Lock()
	defer l.writing.Unlock()
	if changed == nil {
		l.generation++
		l.changedSinceBase, l.changedDuringRebuild = map[string]bool{}, nil
		x := buildNames(next, l.labels)
		l.current.Store(x)
		l.readTexts(x)
		return
	}
	if l.changedDuringRebuild != nil {
		for _, id := range changed {
			l.changedDuringRebuild[id] = true
		}
	}
	l.follow(l.current.Load(), next, changed)
}

// readTexts indexes the long texts of a base beside its readers: a shop opens without waiting for them.
func (l *Live) readTexts(x *Index) {
	labels := l.labels
	l.rebuilds.Go(func() {
		x.parts[0].readTexts(x.snapshot, labels)
		l.writing.Lock()
		defer l.writing.Unlock()
		next := *l.current.Load() // another index, for whoever caches what this one found
		l.current.Store(&next)
	})
}

// SetExtraWords makes words that admins added name their concerns from now on.
func (l *Live) SetExtraWords(extra ExtraWords) {
	vocabulary := newVocabulary(l.labels, extra)
	l.writing.Lock()
	defer l.writing.Unlock()
	labels := *l.labels
	labels.vocabulary = vocabulary
	l.labels = &labels
	next := *l.current.Load()
	next.vocabulary = vocabulary
	l.current.Store(&next)
}

// follow shows the index that comes after x, and has a new base built when it is time.
func (l *Live) follow(x *Index, next *catalog.Snapshot, changed []string) {
	after, changedSinceBase := x.after(next, changed, l.changedSinceBase, l.labels)
	l.changedSinceBase = changedSinceBase
	l.current.Store(after)
	if len(changedSinceBase) > maxChanged && l.changedDuringRebuild == nil {
		l.rebuild(next)
	}
}

// rebuild makes a new base beside the readers and writers, and then lays over it what changed changedDuringRebuild.
func (l *Live) rebuild(from *catalog.Snapshot) {
	l.changedDuringRebuild = map[string]bool{}
	generation, labels := l.generation, l.labels
	l.rebuilds.Go(func() {
		base := Build(from, labels)
		l.writing.Lock()
		defer l.writing.Unlock()
		base.vocabulary = l.labels.vocabulary
		if l.generation != generation {
			return
		}
		since := slices.Collect(maps.Keys(l.changedDuringRebuild))
		l.changedDuringRebuild, l.changedSinceBase = nil, map[string]bool{}
		l.follow(base, l.current.Load().snapshot, since)
	})
}

// after is the index that speaks of the next catalogue, and the products that lie over its base.
func (x *Index) after(
	next *catalog.Snapshot, changed []string, changedSinceBase map[string]bool, labels *Labels,
) (*Index, map[string]bool) {
	edit := &edited{before: x, parts: make([]*part, len(x.parts))}
	copy(edit.parts, x.parts)
	changedSinceBase = maps.Clone(changedSinceBase)
	reworded := false
	for _, id := range changed {
		old, was := x.snapshot.Product(id)
		now, is := next.Product(id)
		switch {
		case was && is && now.SameButPieces(old):
			continue
		case was && is && old.Slot() == now.Slot() && labels.sameTexts(old, now) && edit.stays(now):
			continue // it is found as before; whether it can be bought is up to date
		case is:
			changedSinceBase[id] = true
			reworded = true
		case was:
			edit.hide(old.Slot(), id)
			if changedSinceBase[id] {
				delete(changedSinceBase, id)
			}
		}
	}
	after := &Index{snapshot: next, vocabulary: x.vocabulary, parts: edit.parts}
	if !reworded || len(changedSinceBase) > maxChanged {
		return after, changedSinceBase
	}
	over := make([]*catalog.Item, 0, len(changedSinceBase))
	for id := range changedSinceBase {
		if it, ok := next.Product(id); ok {
			over = append(over, it)
			if old, was := x.snapshot.Product(id); was {
				edit.hideIn(0, old.Slot(), id)
			}
			edit.hideIn(0, it.Slot(), id)
		}
	}
	top := newPart(over, labels)
	top.readTexts(next, labels)
	top.place = 1
	top.after = make([]uint32, len(top.ids))
	for i, id := range top.ids {
		top.after[i] = edit.parts[0].before(top.lengths[i], id)
	}
	after.parts = []*part{edit.parts[0], top}
	return after, changedSinceBase
}

// edited copies the bits of a part before the first of them is changed.
type edited struct {
	before *Index
	parts  []*part
}

func (e *edited) own(i int) *part {
	if e.parts[i] == e.before.parts[i] {
		p := *e.parts[i]
		p.hidden, p.stocked, p.sold = p.hidden.Clone(), p.stocked.Clone(), p.sold.Clone()
		e.parts[i] = &p
	}
	return e.parts[i]
}

// stays tells whether the product is found as before, and then notes whether it can be bought.
func (e *edited) stays(it *catalog.Item) bool {
	for i := len(e.parts) - 1; i >= 0; i-- {
		p := e.parts[i]
		number, ok := p.numberOf(it.Slot(), it.ID)
		if !ok || p.hidden.Contains(number) {
			continue
		}
		if p.prints[number] != fingerprint(it) {
			return false
		}
		if p.stocked.Contains(number) != it.InStock() {
			e.own(i).setStock(number, it.InStock())
		}
		if price := uint32(it.Discounted); p.prices[number] != price {
			p = e.own(i)
			if &p.prices[0] == &e.before.parts[i].prices[0] {
				p.prices = slices.Clone(p.prices)
			}
			p.prices[number] = price
		}
		return true
	}
	return false
}

func (e *edited) hide(slot uint32, id string) {
	for i := range e.parts {
		e.hideIn(i, slot, id)
	}
}

func (e *edited) hideIn(i int, slot uint32, id string) {
	if number, ok := e.parts[i].numberOf(slot, id); ok && !e.parts[i].hidden.Contains(number) {
		e.own(i).hide(number)
	}
}
