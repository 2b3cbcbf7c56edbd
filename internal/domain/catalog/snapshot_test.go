package catalog

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
)

func encodePlain(to []byte, p *Product) []byte {
	b, err := json.Marshal(p)
	if err != nil {
		panic(err)
	}
	return append(to, b...)
}

func encodePlainStock(to, list []byte, level StockLevel) []byte {
	var p Product
	if err := json.Unmarshal(list, &p); err != nil {
		panic(err)
	}
	return encodePlain(to, restocked(&p, level))
}

func restocked(p *Product, level StockLevel) *Product {
	next := *p
	next.Stock, next.Version = level.Stock, level.Version
	return &next
}

// anyProduct draws a product from a small world, so that ties and collisions are common.
func anyProduct(t *rapid.T, id string) *Product {
	p := valid(id)
	p.Name.English = rapid.SampledFrom([]string{"Aspirin", "aspirin", "Balm", "Cream"}).Draw(t, "english")
	p.Name.Arabic = rapid.SampledFrom([]string{"أسبرين", "اسبرين", "بلسم"}).Draw(t, "arabic")
	p.Brand = rapid.SampledFrom([]string{"advil", "dove", "vichy", "acme"}).Draw(t, "brand")
	p.Category = rapid.SampledFrom(Categories()[:3]).Draw(t, "category")
	p.Price = money.Cents(rapid.IntRange(1, 12).Draw(t, "price"))
	p.Discount = rapid.SampledFrom([]int{0, 0, 10, 50}).Draw(t, "discount")
	p.Stock = rapid.IntRange(0, 2).Draw(t, "stock")
	p.StoreID = rapid.SampledFrom([]string{"", "", "s1"}).Draw(t, "store")
	p.CreatedAt = time.UnixMilli(int64(rapid.IntRange(1, 5).Draw(t, "created"))).UTC()
	p.Version = int64(rapid.IntRange(1, 9).Draw(t, "version"))
	return p
}

func anyFilter(t *rapid.T) Filter {
	f := Filter{
		Brands: rapid.SliceOfN(rapid.SampledFrom([]string{"advil", "dove", "vichy", "nobody"}), 0, 2).Draw(t, "brands"),
		Sort: rapid.SampledFrom([]Sort{
			"", SortNewest, SortPriceAsc, SortPriceDesc, SortDiscount, SortName,
		}).Draw(t, "sort"),
		Lang:   rapid.SampledFrom(text.Langs()).Draw(t, "lang"),
		Offset: rapid.IntRange(-1, 30).Draw(t, "offset"), Limit: rapid.IntRange(-1, 12).Draw(t, "limit"),
	}
	if rapid.Bool().Draw(t, "has min") {
		f.MinPrice = new(money.Cents(rapid.IntRange(0, 14).Draw(t, "min")))
	}
	if rapid.Bool().Draw(t, "has max") {
		f.MaxPrice = new(money.Cents(rapid.IntRange(0, 14).Draw(t, "max")))
	}
	return f
}

// plainList is the list as one would write it without any read model.
func plainList(
	world map[string]*Product, on func(p *Product) bool, f Filter,
) (ids []string, total int, highest money.Cents) {
	var left []*Item
	for _, p := range world {
		if !on(p) {
			continue
		}
		highest = max(highest, p.DiscountedPrice())
		if len(f.Brands) > 0 && !slices.Contains(f.Brands, p.Brand) ||
			f.MinPrice != nil && p.DiscountedPrice() < *f.MinPrice ||
			f.MaxPrice != nil && p.DiscountedPrice() > *f.MaxPrice {
			continue
		}
		left = append(left, newItem(p, encoding{list: encodePlain}, nil))
	}
	kind, backward := f.Sort.order(f.Lang)
	slices.SortFunc(left, kind.compare)
	if backward {
		slices.Reverse(left)
	}
	total = len(left)
	left = left[min(max(f.Offset, 0), len(left)):]
	left = left[:min(max(f.Limit, 0), len(left))]
	for _, it := range left {
		ids = append(ids, it.ID)
	}
	return ids, total, highest
}

func idsOf(items []*Item) []string {
	var ids []string
	for _, it := range items {
		ids = append(ids, it.ID)
	}
	return ids
}

// sameAsWorld compares every kind of list with the plain one.
func sameAsWorld(t *rapid.T, s *Snapshot, world map[string]*Product) {
	f := anyFilter(t)
	category := rapid.SampledFrom(Categories()[:4]).Draw(t, "list category")
	brand := rapid.SampledFrom([]string{"dove", "acme", "nobody"}).Draw(t, "list brand")
	for _, list := range []struct {
		name string
		page Page
		on   func(p *Product) bool
	}{
		{"all", s.All(f), func(*Product) bool { return true }},
		{"category", s.Category(category, f), func(p *Product) bool { return p.Category == category }},
		{"brand", s.Brand(brand, f), func(p *Product) bool { return p.Brand == brand }},
		{"discounted", s.Discounted(f), func(p *Product) bool { return p.Discount > 0 }},
		{"store", s.Store("s1", f), func(p *Product) bool { return p.StoreID == "s1" }},
	} {
		ids, total, highest := plainList(world, list.on, f)
		got := idsOf(list.page.Items)
		if !slices.Equal(got, ids) || list.page.Total != total || list.page.MaxPrice != highest {
			t.Fatalf("%s with %+v: %v of %d up to %v, want %v of %d up to %v",
				list.name, f, got, list.page.Total, list.page.MaxPrice, ids, total, highest)
		}
	}
	var versions int64
	for id, p := range world {
		it, ok := s.Product(id)
		if !ok || string(it.JSON()) != string(encodePlain(nil, p)) || s.At(it.Slot()) != it {
			t.Fatalf("%s: listed %v as %+v", id, ok, it)
		}
		versions += p.Version
	}
	if s.Len() != len(world) || s.fingerprint() != (Fingerprint{int64(len(world)), versions}) {
		t.Fatalf("%d listed with fingerprint %+v, want %d", s.Len(), s.fingerprint(), len(world))
	}
}

func worldOf(world map[string]*Product) []*Product {
	var all []*Product
	for _, p := range world {
		all = append(all, p)
	}
	return all
}

func TestSnapshotLists_EqualAPlainScanOfTheProducts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		world := map[string]*Product{}
		for i := range rapid.IntRange(0, 40).Draw(t, "products") {
			id := fmt.Sprintf("p%02d", i)
			world[id] = anyProduct(t, id)
		}
		sameAsWorld(t, NewSnapshot(worldOf(world), encodePlain), world)
	})
}

func TestSnapshotApply_EqualsARebuildAndLeavesTheOldOneUnchanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		world := map[string]*Product{}
		for i := range rapid.IntRange(0, 30).Draw(t, "products") {
			id := fmt.Sprintf("p%02d", i)
			world[id] = anyProduct(t, id)
		}
		s := NewSnapshot(worldOf(world), encodePlain)
		for range rapid.IntRange(1, 6).Draw(t, "rounds") {
			before, old, oldVersion := s.All(Filter{Limit: 100}), s, s.Version()
			var items []*Item
			var gone []string
			for range rapid.IntRange(0, 5).Draw(t, "changes") {
				id := fmt.Sprintf("p%02d", rapid.IntRange(0, 35).Draw(t, "which"))
				if slices.Contains(gone, id) {
					continue
				}
				if rapid.IntRange(0, 3).Draw(t, "what") == 0 {
					if !slices.ContainsFunc(items, func(it *Item) bool { return it.ID == id }) {
						delete(world, id)
						gone = append(gone, id)
					}
					continue
				}
				old, listed := s.Product(id)
				changed := slices.ContainsFunc(items, func(it *Item) bool { return it.ID == id })
				if listed && !changed && rapid.Bool().Draw(t, "stock only") {
					level := StockLevel{Stock: rapid.IntRange(0, 2).Draw(t, "stock"), Version: old.Version + 1}
					world[id] = restocked(world[id], level)
					items = append(items, old.withStock(level, encoding{stock: encodePlainStock}))
					continue
				}
				world[id] = anyProduct(t, id)
				items = append(items, newItem(world[id], encoding{list: encodePlain}, nil))
			}
			s = s.apply(items, gone)
			sameAsWorld(t, s, world)
			if anew := NewSnapshot(worldOf(world), encodePlain); anew.Version() != s.Version() {
				t.Fatal("the same products have two versions")
			}
			after := old.All(Filter{Limit: 100})
			if !slices.Equal(idsOf(after.Items), idsOf(before.Items)) || after.Tag != before.Tag ||
				old.Version() != oldVersion {
				t.Fatal("a change reached back into the snapshot before it")
			}
		}
	})
}

// Past a certain number of changes all orders are made anew; nobody must notice, and slots stay.
func TestSnapshotApply_ManyChangesAtOnceEqualARebuild(t *testing.T) {
	world := map[string]*Product{}
	for i := range 3000 {
		p := valid(fmt.Sprintf("p%05d", i))
		p.Price, p.Category = money.Cents(i%700+1), Categories()[i%6]
		world[p.ID] = p
	}
	s := NewSnapshot(worldOf(world), encodePlain)
	var items []*Item
	var gone []string
	for i := range 2000 {
		id := fmt.Sprintf("p%05d", i*2)
		if i%3 == 0 {
			gone = append(gone, id)
			delete(world, id)
			continue
		}
		p := valid(id)
		p.Price, p.Discount, p.Brand = money.Cents(i%500+1), i%2*10, "dove"
		world[id] = p
		items = append(items, newItem(p, encoding{list: encodePlain}, nil))
	}
	next := s.apply(items, gone)
	for _, by := range []Sort{SortNewest, SortPriceDesc, SortName} {
		f := Filter{Sort: by, Limit: 5000}
		want, total, _ := plainList(world, func(*Product) bool { return true }, f)
		if got := next.All(f); got.Total != total || !slices.Equal(idsOf(got.Items), want) {
			t.Fatalf("%s: %d listed, want %d", by, got.Total, total)
		}
	}
	if next.Version() != NewSnapshot(worldOf(world), encodePlain).Version() || next.Discounted(Filter{}).Total == 0 {
		t.Error("the sums are wrong")
	}
	kept, _ := s.Product("p00001")
	after, _ := next.Product("p00001")
	if kept != after || s.Len() != 3000 {
		t.Error("an untouched product moved")
	}
}

// Large enough for many chunks and pages, with chunks that fill, split, shrink and vanish.
func TestSnapshotApply_ManyChangesKeepEveryOrderComplete(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	world := map[string]*Product{}
	fresh := func(id string) *Product {
		p := valid(id)
		p.Price = money.Cents(random.IntN(5000) + 1)
		p.Discount = []int{0, 20}[random.IntN(2)]
		p.Category = Categories()[random.IntN(6)]
		p.Brand = fmt.Sprintf("brand %d", random.IntN(30))
		p.Name.English = fmt.Sprintf("Product %d", random.IntN(900))
		p.CreatedAt = time.UnixMilli(random.Int64N(1 << 40)).UTC()
		return p
	}
	for i := range 6000 {
		id := fmt.Sprintf("p%05d", i)
		world[id] = fresh(id)
	}
	s := NewSnapshot(worldOf(world), encodePlain)
	for round := range 60 {
		var items []*Item
		var gone []string
		used := map[string]bool{}
		for range 150 {
			id := fmt.Sprintf("p%05d", random.IntN(9000))
			if used[id] {
				continue
			}
			used[id] = true
			// Half of the rounds mostly grow the catalogue, the other half mostly shrink it.
			if random.IntN(10) < map[bool]int{true: 2, false: 9}[round < 30] {
				delete(world, id)
				gone = append(gone, id)
			} else {
				world[id] = fresh(id)
				items = append(items, newItem(world[id], encoding{list: encodePlain}, nil))
			}
		}
		s = s.apply(items, gone)
	}
	for _, f := range []Filter{
		{}, {Sort: SortPriceAsc}, {Sort: SortPriceDesc}, {Sort: SortDiscount},
		{Sort: SortName}, {Sort: SortName, Lang: text.Arabic},
	} {
		f.Limit = 10000
		want, total, _ := plainList(world, func(*Product) bool { return true }, f)
		if got := s.All(f); got.Total != total || !slices.Equal(idsOf(got.Items), want) {
			t.Fatalf("%q: %d listed, want %d", f.Sort, got.Total, total)
		}
		f.Offset, f.Limit = total/2, 12
		want, _, _ = plainList(world, func(*Product) bool { return true }, f)
		if got := s.All(f); !slices.Equal(idsOf(got.Items), want) {
			t.Fatalf("%q: page in the middle is %v, want %v", f.Sort, idsOf(got.Items), want)
		}
	}
	if anew := NewSnapshot(worldOf(world), encodePlain); anew.Version() != s.Version() {
		t.Fatal("the same products have two versions")
	}
}

func TestNewSnapshot_ListsOnlyApprovedProducts(t *testing.T) {
	a, b, c := valid("a"), valid("b"), valid("c")
	b.Status, c.Status = Pending, Rejected
	s := NewSnapshot([]*Product{a, b, c}, encodePlain)
	if _, listed := s.Product("b"); listed || s.Len() != 1 {
		t.Fatalf("%d listed", s.Len())
	}
	found := s.Lookup([]string{"c", "a", "nothing"})
	if len(found) != 3 || found[0] != nil || found[1] == nil || found[2] != nil {
		t.Fatalf("looked up %v", found)
	}
}

func TestPageTag_ChangesExactlyWithWhatThePageShows(t *testing.T) {
	var all []*Product
	for i := range 30 {
		p := valid(fmt.Sprintf("p%02d", i))
		p.CreatedAt = time.UnixMilli(int64(i)).UTC()
		all = append(all, p)
	}
	s := NewSnapshot(all, encodePlain)
	first, second := Filter{Limit: 12}, Filter{Limit: 12, Offset: 12}
	sold := *all[29] // the newest: on the first page
	sold.Stock--
	next := s.apply([]*Item{newItem(&sold, encoding{list: encodePlain}, nil)}, nil)
	if s.All(first).Tag == next.All(first).Tag {
		t.Error("a sale left the tag of its page alone")
	}
	if s.All(second).Tag != next.All(second).Tag {
		t.Error("a sale changed the tag of another page")
	}
	if s.All(first).Tag == s.Category("pain_killers", first).Tag || s.Version() == next.Version() {
		t.Error("two different things share a tag")
	}
	back := next.apply([]*Item{newItem(all[29], encoding{list: encodePlain}, nil)}, nil)
	if back.Version() != s.Version() {
		t.Error("the same products again have another version")
	}
}

func TestSnapshotBrands_AreCountedAndSortedByName(t *testing.T) {
	a, b, c, d := valid("a"), valid("b"), valid("c"), valid("d")
	b.Brand, c.Brand, d.Brand, d.Category, c.Discount = "advil", "advil", "dove", "hygiene", 5
	s := NewSnapshot([]*Product{a, b, c, d}, encodePlain)
	text := func(counts []BrandCount) string {
		var parts []string
		for _, c := range counts {
			parts = append(parts, fmt.Sprintf("%s %d", c.Brand, c.Count))
		}
		return strings.Join(parts, ", ")
	}
	if got := text(s.CategoryBrands("pain_killers")); got != "advil 2, panadol 1" {
		t.Error(got)
	}
	if got := text(s.AllBrands()); got != "advil 2, dove 1, panadol 1" {
		t.Error(got)
	}
	if got := text(s.DiscountedBrands()); got != "advil 1" || s.CategoryBrands("colds") != nil {
		t.Error(got)
	}
	if !s.HasBrand("dove") || s.HasBrand("vichy") {
		t.Error("a brand's presence is wrong")
	}
}

func TestSnapshotList_DefaultOrderEndsWithWhatIsOutOfStock(t *testing.T) {
	var products []*Product
	for i, stock := range []int{0, 3, 0, 2, 1} { // p4 is the newest
		p := valid(fmt.Sprint("p", i))
		p.Stock, p.CreatedAt = stock, time.UnixMilli(int64(i+1)).UTC()
		products = append(products, p)
	}
	snapshot := NewSnapshot(products, encodePlain)
	expect := func(s *Snapshot, f Filter, want ...string) {
		t.Helper()
		if f.Limit == 0 {
			f.Limit = 10
		}
		for _, page := range []Page{s.All(f), s.Category(products[0].Category, f), s.Brand(products[0].Brand, f)} {
			if got := idsOf(page.Items); !slices.Equal(got, want) {
				t.Errorf("%+v lists %v, want %v", f, got, want)
			}
		}
	}
	expect(snapshot, Filter{}, "p4", "p3", "p1", "p2", "p0")
	expect(snapshot, Filter{Offset: 2, Limit: 2}, "p1", "p2")
	expect(snapshot, Filter{Sort: SortNewest}, "p4", "p3", "p2", "p1", "p0")
	sold, back := *products[4], *products[0]
	sold.Stock, back.Stock = 0, 5
	var items []*Item
	for _, p := range []*Product{&sold, &back} {
		items = append(items, newItem(p, encoding{list: encodePlain}, newInterner()))
	}
	expect(snapshot.apply(items, nil), Filter{}, "p3", "p1", "p0", "p4", "p2")
	expect(snapshot, Filter{}, "p4", "p3", "p1", "p2", "p0")
}
