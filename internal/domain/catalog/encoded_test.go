package catalog

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
)

// fixedSource is a catalogue that never changes, read in one part.
type fixedSource struct {
	Source
	products []*Product
}

func (s fixedSource) Position(context.Context) (Position, error) { return 0, nil }

func (s fixedSource) EachApproved(_ context.Context, _ int, yield func(part int, p *Product) error) error {
	for _, p := range s.products {
		if err := yield(0, p); err != nil {
			return err
		}
	}
	return nil
}

func (s fixedSource) Products(_ context.Context, ids []string) ([]*Product, error) {
	var found []*Product
	for _, p := range s.products {
		for _, id := range ids {
			if p.ID == id {
				changed := *p
				changed.Version++
				found = append(found, &changed)
			}
		}
	}
	return found, nil
}

func TestLive_PackedProductsReadAsTheOthers(t *testing.T) {
	products := make([]*Product, 300)
	for i := range products {
		products[i] = valid(fmt.Sprintf("p%03d", i))
		products[i].Description.English = strings.Repeat("eases a headache ", i%50)
	}
	detail := func(to []byte, p *Product) []byte {
		if len(p.Description.English) == 0 {
			return to
		}
		return fmt.Appendf(to, `{"detail":%q}`, p.Description.English)
	}
	load := func(packFrom int) *Live {
		t.Helper()
		l := NewLive(fixedSource{products: products}, encodePlain,
			LiveOptions{Detail: detail, Stock: encodePlainStock, PackFrom: packFrom})
		if err := l.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := l.Refresh(t.Context(), "p007"); err != nil {
			t.Fatal(err)
		}
		l.restockLocked([]string{"p008"}, map[string]StockLevel{"p008": {Stock: 77, Version: 9}})
		return l
	}
	plain, packed := load(1_000_000).Snapshot(), load(1).Snapshot()
	var sizes [2]int
	for _, p := range products {
		a, _ := plain.Product(p.ID)
		b, _ := packed.Product(p.ID)
		sizes[0] += len(a.encoded.bytes)
		sizes[1] += len(b.encoded.bytes)
		if a.encoded.packed != nil || b.encoded.packed == nil {
			t.Fatalf("%s: packed %v and %v", p.ID, a.encoded.packed != nil, b.encoded.packed != nil)
		}
		begin := []byte("begin")
		for name, write := range map[string]func(it *Item) []byte{
			"JSON":         (*Item).JSON,
			"AppendJSON":   func(it *Item) []byte { return it.AppendJSON(bytes.Clone(begin)) },
			"AppendDetail": func(it *Item) []byte { return it.AppendDetail(bytes.Clone(begin)) },
		} {
			if want, got := write(a), write(b); string(got) != string(want) {
				t.Fatalf("%s of %s is %s, want %s", name, p.ID, got, want)
			}
		}
		if a.Tag != b.Tag {
			t.Errorf("%s has the tags %s and %s", p.ID, a.Tag, b.Tag)
		}
	}
	if sizes[1] > sizes[0]/2 {
		t.Errorf("packed they take %d of %d bytes", sizes[1], sizes[0])
	}
	if plain.Version() != packed.Version() {
		t.Error("packing changes the catalogue's version")
	}
}
