package catalog

import (
	"crypto/sha256"
	"encoding/binary"
	"sync/atomic"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
)

// Item is an approved product in the Snapshot: what lists, carts and search need of it, and
// what the edge wrote of it. The long texts are in that encoding only, or a hundred
// thousand products would not fit. An Item never changes; a changed product is another Item.
type Item struct {
	ID   string
	Code string
	Name text.Pair
	// Traits may be the same as those of other items: they must not be changed.
	*Traits
	Price       money.Cents
	Discount    int
	Discounted  money.Cents
	Stock       int
	MaxPerOrder int
	Images      []Image
	Version     int64
	CreatedAt   time.Time
	// Tag changes whenever anything about the product changes that a shopper can see.
	Tag Tag

	encoded encoded
	slot    uint32
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

// itemsMade numbers what newItem makes.
var itemsMade atomic.Uint64

// newItem makes the Item of a product. It takes over the product's slices and holds as little other memory
// as it can: what other items of words have too is stored once, and texts of its own lie in one piece.
func newItem(p *Product, encode encoding, words *interner) *Item {
	own := p.ID + p.Code + p.Name.English + p.Name.Arabic
	next := func(text string) string {
		part := own[:len(text)]
		own = own[len(text):]
		return part
	}
	it := &Item{
		ID: next(p.ID), Code: next(p.Code), Name: text.Pair{English: next(p.Name.English), Arabic: next(p.Name.Arabic)},
		Traits: words.traits(p),
		Price:  p.Price, Discount: p.Discount, Discounted: p.DiscountedPrice(),
		Stock: p.Stock, MaxPerOrder: p.MaxPerOrder,
		Version: p.Version, CreatedAt: p.CreatedAt, made: itemsMade.Add(1),
	}
	it.Images = words.images(p, it.Name)
	encode.encode(it, p)
	return it
}

// withStock is the same product with another stock.
func (it *Item) withStock(level StockLevel, encode encoding) *Item {
	next := *it
	next.Stock, next.Version = level.Stock, level.Version
	encode.restock(&next, level)
	return &next
}

// itemTag is the tag of what a shopper can see of an item: both encodings, and where the first of them ends.
func itemTag(created time.Time, encoded []byte, listSize int) Tag {
	h := sha256.New()
	var n [16]byte
	binary.LittleEndian.PutUint64(n[:8], uint64(created.UnixMilli()))
	binary.LittleEndian.PutUint64(n[8:], uint64(listSize))
	_, _ = h.Write(n[:])
	_, _ = h.Write(encoded)
	var sum [sha256.Size]byte
	return Tag(h.Sum(sum[:0])[:len(Tag{})])
}

// EncodedItem is an item that has nothing but what the edge wrote of it, for the edge's own tests.
func EncodedItem(list, detail []byte) *Item {
	it := &Item{Traits: &Traits{}}
	encoding{}.store(it, append(list[:len(list):len(list)], detail...), len(list))
	return it
}

// JSON is the product as the edge writes it for lists. It must not be changed.
func (it *Item) JSON() []byte { return it.encoded.list() }

// AppendJSON writes the product as the edge writes it for lists.
func (it *Item) AppendJSON(to []byte) []byte { return it.encoded.appendList(to) }

// AppendDetail writes the product with everything its own page shows: the members of both encodings in one object.
func (it *Item) AppendDetail(to []byte) []byte { return it.encoded.appendWhole(to) }
