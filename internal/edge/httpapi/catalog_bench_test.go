package httpapi

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/edge/serve"
)

// fixedCatalogue is a catalogue that does not change.
type fixedCatalogue struct{ snapshot *catalog.Snapshot }

func (s fixedCatalogue) Snapshot() *catalog.Snapshot { return s.snapshot }

func vitamins(n int) fixedCatalogue {
	products := make([]*catalog.Product, n)
	for i := range products {
		products[i] = &catalog.Product{
			ID: fmt.Sprintf("v-%d", i), Code: fmt.Sprintf("V-%d", i), Brand: "centrum", Category: "vitamins",
			Name: text.Pair{English: fmt.Sprintf("Vitamin %d", i), Arabic: fmt.Sprintf("فيتامين %d", i)},
			Description: text.Pair{
				English: strings.Repeat("Good for you. ", 12), Arabic: strings.Repeat("مفيد لك. ", 12),
			},
			Price: money.Cents(100 + i), Stock: 5, Status: catalog.Approved, Version: 1,
			CreatedAt: time.Unix(int64(i), 0), Images: []catalog.Image{{Hash: strings.Repeat("ab", 16)}},
		}
	}
	return fixedCatalogue{catalog.NewSnapshot(products, AppendProduct)}
}

func BenchmarkCategoryPage(b *testing.B) {
	benchmarkBesideBare(b, "/api/product/category/vitamins?page=1&limit=12")
}

func BenchmarkProduct(b *testing.B) { benchmarkBesideBare(b, "/api/product/v-7") }

// Beside a handler that sends a constant body of the same size, over a real connection, the whole frame must cost
// little.
func benchmarkBesideBare(b *testing.B, path string) {
	b.Helper()
	texts, err := text.LoadCatalogue()
	if err != nil {
		b.Fatal(err)
	}
	api, err := New(Options{
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Texts: texts, Reads: NewReads(vitamins(1000), nil, nil),
		Pages: plainPages{},
	})
	if err != nil {
		b.Fatal(err)
	}
	rec := httptest.NewRecorder()
	api.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, path, nil))
	body := rec.Body.Bytes()
	bare := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", serve.JSONType)
		_, _ = w.Write(body)
	})
	for _, c := range []struct {
		name    string
		handler http.Handler
		headers []string
	}{
		{"bare", bare, nil},
		{"ours", api, nil},
		{"ours compressed", api, []string{"Accept-Encoding", "br"}},
		{"ours not modified", api, []string{"If-None-Match", rec.Header().Get("ETag")}},
	} {
		b.Run(c.name, func(b *testing.B) {
			server := httptest.NewServer(c.handler)
			defer server.Close()
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
				defer client.CloseIdleConnections()
				for pb.Next() {
					req, _ := http.NewRequest(http.MethodGet, server.URL+path, nil)
					for i := 0; i+1 < len(c.headers); i += 2 {
						req.Header.Set(c.headers[i], c.headers[i+1])
					}
					res, err := client.Do(req)
					if err != nil {
						b.Error(err)
						return
					}
					_, _ = io.Copy(io.Discard, res.Body)
					_ = res.Body.Close()
				}
			})
		})
		b.Run(c.name+" without a connection", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				req := httptest.NewRequest(http.MethodGet, path, nil)
				for i := 0; i+1 < len(c.headers); i += 2 {
					req.Header.Set(c.headers[i], c.headers[i+1])
				}
				c.handler.ServeHTTP(&discardWriter{header: http.Header{}}, req)
			}
		})
	}
}

type discardWriter struct{ header http.Header }

func (d *discardWriter) Header() http.Header         { return d.header }
func (d *discardWriter) Write(b []byte) (int, error) { return len(b), nil }
func (d *discardWriter) WriteHeader(int)             {}
