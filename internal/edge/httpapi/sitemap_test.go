package httpapi

import (
	"bytes"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"dawa/internal/domain/catalog"
)

// endless is a catalogue of a million products of which only one exists in memory.
type endless struct{ item *catalog.Item }

func (endless) Slots() int                     { return 1_000_000 }
func (e endless) At(slot uint32) *catalog.Item { return e.item }

// counter counts entries and forgets them.
type counter struct{ bytes, entries int }

func (c *counter) Write(b []byte) (int, error) {
	c.bytes += len(b)
	c.entries += bytes.Count(b, []byte("<loc>"))
	return len(b), nil
}

func TestSitemap_OfAMillionProductsIsStreamed(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // the bound below counts what the collector left lying, too
	m := newSitemaps("https://shop.example")
	shop := endless{&catalog.Item{ID: "a product & more"}}
	var index counter
	if err := m.writeIndex(&index, shop); err != nil || index.entries != 101 {
		t.Fatalf("the index has %d parts, %v", index.entries, err)
	}
	runtime.GC()
	var before, now runtime.MemStats
	runtime.ReadMemStats(&before)
	peak := uint64(0)
	products := 0
	for number := 1; number <= partsOf(shop); number++ {
		var part counter
		if err := m.writeProducts(&part, shop, number); err != nil {
			t.Fatal(err)
		}
		if part.entries > 50_000 || part.bytes > 50<<20 {
			t.Fatalf("part %d has %d entries in %d bytes: more than crawlers take", number, part.entries, part.bytes)
		}
		products += part.entries
		runtime.ReadMemStats(&now)
		peak = max(peak, now.HeapInuse)
	}
	if products != 1_000_000 {
		t.Errorf("%d products are in the sitemap", products)
	}
	if peak > before.HeapInuse+32<<20 {
		t.Errorf("memory grew by %d MiB", (peak-before.HeapInuse)>>20)
	}
}

func TestSitemap_EscapesNames(t *testing.T) {
	var b strings.Builder
	if err := newSitemaps("https://shop.example/").writeEntry(&b, "/product/a&b<c"); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "<loc>https://shop.example/product/a&amp;b&lt;c</loc>") {
		t.Errorf("wrote %s", b.String())
	}
}
