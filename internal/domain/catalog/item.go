package catalog

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"
	"sync/atomic"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/regulation"
)

// Item is an approved product in the Snapshot: what lists, carts and search need of it, and
// its encoding, ready to be sent. The long texts are in the encoding only, or a hundred
// thousand products would not fit. An Item never changes; a changed product is another Item.
type Item struct {
	ID          string
	Code        string
	Name        text.Pair
	Brand       string
	Category    string
	Price       money.Cents
	Discount    int
	Discounted  money.Cents
	Regulation  regulation.Class
	Stock       int
	MaxPerOrder int
	Images      []Image
	Ingredients []Ingredient
	Form        string
	PackSize    string
	Concerns    []string
	Suits       []string
	StoreID     string
	Version     int64
	CreatedAt   time.Time
	// JSON is the product as the edge encoded it for lists.
	JSON []byte
	// Detail is what the edge encoded besides for the product's own page, or nil.
	Detail []byte
	// Tag changes whenever anything about the product changes that a shopper can see.
	Tag Tag

	slot uint32
	// made is the same number in an item and in what withStock makes of it.
	made uint64
}

// Slot is a small number that names the product for as long as it is listed, for bitmaps and
// arrays beside the Snapshot. A slot is used again after its product has left.
func (it *Item) Slot() uint32 { return it.slot }

// SameButPieces tells that nothing differs from other, an earlier or later item of the same product, but how many
// pieces there are: some in both, or none in both. Lists and search then say the same of them. It may say no although
// it is so.
func (it *Item) SameButPieces(other *Item) bool {
	return it.made != 0 && it.made == other.made && it.InStock() == other.InStock()
}

// InStock tells whether there is at least one piece.
func (it *Item) InStock() bool { return it.Stock > 0 }

// Limit is how many pieces one cart may hold now.
func (it *Item) Limit() int { return limit(it.Stock, it.MaxPerOrder) }

// encoding is how the edge writes a product: for lists and, when it wants that, what its own
// page adds. The domain does not know the wire format; it stores the bytes, which therefore have no room to spare.
type encoding struct {
	list   func(*Product) []byte
	detail func(*Product) []byte
	stock  func(list []byte, level StockLevel) []byte
}

// itemsMade numbers what newItem makes.
var itemsMade atomic.Uint64

// newItem makes the Item of a product. It takes over the product's slices and holds as little other memory
// as it can.
func newItem(p *Product, encode encoding, words *interner) *Item {
	it := &Item{
		ID: p.ID, Code: p.Code, Name: p.Name, Brand: words.one(p.Brand), Category: words.one(p.Category),
		Ingredients: p.Ingredients,
		Price:       p.Price, Discount: p.Discount, Discounted: p.DiscountedPrice(),
		Regulation: regulation.Class(words.one(string(p.Regulation))),
		Stock:      p.Stock, MaxPerOrder: p.MaxPerOrder,
		Form: words.one(p.Form), PackSize: words.one(p.PackSize), StoreID: words.one(p.StoreID),
		Concerns: words.list(p.Concerns), Suits: words.list(p.Suits),
		Version: p.Version, CreatedAt: p.CreatedAt, JSON: encode.list(p), made: itemsMade.Add(1),
	}
	if len(p.Images) > 0 {
		it.Images = make([]Image, len(p.Images))
		for i, m := range p.Images {
			alt := text.Pair{
				English: reuseString(m.Alt.English, it.Name.English), Arabic: reuseString(m.Alt.Arabic, it.Name.Arabic),
			}
			it.Images[i] = Image{Hash: words.one(m.Hash), Alt: alt}
		}
	}
	if encode.detail != nil {
		it.Detail = encode.detail(p)
	}
	it.Tag = itemTag(it)
	return it
}

// withStock is the same product with another stock.
func (it *Item) withStock(level StockLevel, encode encoding) *Item {
	next := *it
	next.Stock, next.Version = level.Stock, level.Version
	next.JSON = encode.stock(it.JSON, level)
	next.Tag = itemTag(&next)
	return &next
}

// itemTag is the tag of what a shopper can see of an item.
func itemTag(it *Item) Tag {
	h := sha256.New()
	var n [16]byte
	binary.LittleEndian.PutUint64(n[:8], uint64(it.CreatedAt.UnixMilli()))
	binary.LittleEndian.PutUint64(n[8:], uint64(len(it.JSON)))
	_, _ = h.Write(n[:])
	_, _ = h.Write(it.JSON)
	_, _ = h.Write(it.Detail)
	var sum [sha256.Size]byte
	return Tag(h.Sum(sum[:0])[:len(Tag{})])
}

// AppendDetail writes the product with everything its own page shows: the members of both encodings in one object.
func (it *Item) AppendDetail(to []byte) []byte {
	if len(it.Detail) == 0 {
		return append(to, it.JSON...)
	}
	to = append(to, it.JSON[:len(it.JSON)-1]...)
	to = append(to, ',')
	return append(to, it.Detail[1:]...)
}

// reuseString gives known when it reads the same, so that the memory of s can be freed.
func reuseString(s, known string) string {
	if s == known {
		return known
	}
	return s
}

// interner stores one copy of words and lists of words that many products share.
type interner struct {
	words map[string]string
	lists map[string][]string
}

func newInterner() *interner {
	return &interner{words: map[string]string{}, lists: map[string][]string{}}
}

// list gives one shared copy of a short list of words.
func (n *interner) list(words []string) []string {
	if n == nil || len(words) == 0 {
		return words
	}
	key := strings.Join(words, ",")
	if known, ok := n.lists[key]; ok {
		return known
	}
	n.lists[key] = words
	return words
}

func (n *interner) one(s string) string {
	if n == nil || s == "" {
		return s
	}
	if known, ok := n.words[s]; ok {
		return known
	}
	n.words[s] = s
	return s
}
