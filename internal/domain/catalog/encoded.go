package catalog

import (
	"slices"
	"sync"
)

// encoding is how the edge writes a product: for lists and, when it wants that, what its own page adds. Each appends to
// what it is given. The domain does not know the wire format; it stores the bytes, packed when there is a packer.
type encoding struct {
	list   func(to []byte, p *Product) []byte
	detail func(to []byte, p *Product) []byte
	stock  func(to, list []byte, level StockLevel) []byte
	packer *packer
}

// encoded is what the edge wrote of a product: the object for lists and, behind it, the object with what the product's
// own page adds, if there is any.
type encoded struct {
	bytes    []byte // without room to spare
	listSize uint32
	packed   *packer // how bytes are packed; nil is not at all
}

// encodingScratch holds what products are written into before it is stored at its size.
var encodingScratch = sync.Pool{New: func() any { return new([]byte) }}

// encode fills in what the edge writes of the item's product, and its tag.
func (e encoding) encode(it *Item, p *Product) {
	scratch := encodingScratch.Get().(*[]byte)
	plain := e.list((*scratch)[:0], p)
	size := len(plain)
	if e.detail != nil {
		plain = e.detail(plain, p)
	}
	e.store(it, plain, size)
	*scratch = plain
	encodingScratch.Put(scratch)
}

// restock gives an item that has another stock by now the encodings that it had before, with that stock.
func (e encoding) restock(it *Item, level StockLevel) {
	opened, scratch := encodingScratch.Get().(*[]byte), encodingScratch.Get().(*[]byte)
	before, size := it.encoded.append((*opened)[:0]), it.encoded.listSize
	plain := e.stock((*scratch)[:0], before[:size], level)
	e.store(it, append(plain, before[size:]...), len(plain))
	*opened, *scratch = before, plain
	encodingScratch.Put(opened)
	encodingScratch.Put(scratch)
}

// store puts what was written into an item, without room to spare.
func (e encoding) store(it *Item, plain []byte, listSize int) {
	it.Tag = itemTag(it.CreatedAt, plain, listSize)
	it.encoded = encoded{listSize: uint32(listSize), packed: e.packer}
	if e.packer != nil {
		it.encoded.bytes = e.packer.pack(plain)
	} else {
		it.encoded.bytes = exactly(plain)
	}
}

// exactly copies bytes without room to spare.
func exactly(b []byte) []byte {
	out := make([]byte, len(b))
	copy(out, b)
	return out
}

// append writes both objects, one behind the other.
func (e *encoded) append(to []byte) []byte {
	if e.packed == nil {
		return append(to, e.bytes...)
	}
	return e.packed.unpack(to, e.bytes)
}

// list gives the object for lists. It must not be changed.
func (e *encoded) list() []byte {
	if e.packed == nil {
		return e.bytes[:e.listSize:e.listSize]
	}
	return e.packed.unpack(nil, e.bytes)[:e.listSize]
}

// appendList writes the object for lists.
func (e *encoded) appendList(to []byte) []byte {
	if e.packed == nil {
		return append(to, e.bytes[:e.listSize]...)
	}
	before := len(to)
	return e.packed.unpack(to, e.bytes)[:before+int(e.listSize)]
}

// appendWhole writes the members of both objects as one object.
func (e *encoded) appendWhole(to []byte) []byte {
	begin := len(to)
	to = e.append(to)
	seam := begin + int(e.listSize) // "}{" stands around it where one comma belongs
	if seam == len(to) {
		return to
	}
	to[seam-1] = ','
	return slices.Delete(to, seam, seam+1)
}

// pack packs what was stored as it is. Nobody else may have seen it yet.
func (e *encoded) pack(with *packer) {
	if with != nil && e.packed == nil {
		e.bytes, e.packed = with.pack(e.bytes), with
	}
}
