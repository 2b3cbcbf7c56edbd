package app

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/adapter/sqlstore/storetest"
	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/testkit/timed"
)

// untilRight polls until a condition holds; problem says what is still wrong, or "".
func untilRight(t *testing.T, problem func() string) {
	t.Helper()
	deadline := time.Now().Add(timed.Timeout) // a second is promised; the machine may be busy
	for {
		wrong := problem()
		if wrong == "" {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("after %s: %s", timed.Timeout, wrong)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// cluster starts servers of one shop on one PostgreSQL.
type cluster struct {
	database, pictures string
	servers            []*stock
}

func newCluster(t *testing.T, n int) *cluster {
	t.Helper()
	c := &cluster{database: storetest.Postgres(t), pictures: filepath.Join(t.TempDir(), "pictures")}
	c.servers = append(c.servers, stocked(t, c.config(t)))
	for range n - 1 {
		c.servers = append(c.servers, c.open(t))
	}
	return c
}

func (c *cluster) config(t *testing.T) Config {
	t.Helper()
	conf := testConfig(t)
	conf.Database, conf.Media, conf.Secret, conf.Payments = c.database, c.pictures, sharedSecret, "sandbox"
	conf.BaseURL = "http://localhost:8080"
	return conf
}

// open starts one more server.
func (c *cluster) open(t *testing.T) *stock {
	t.Helper()
	return &stock{running: start(t, c.config(t)), service: c.servers[0].service, client: c.servers[0].client, t: t}
}

func saveContent(admin *shopper, name, words string) {
	admin.t.Helper()
	var now wire.NoticeAnswer
	admin.into(&now, "GET", "/api/notice/"+name, "")
	body, err := json.Marshal(wire.NoticeRequest{
		English: words, Arabic: "بالعربية: " + words, Version: now.Notice.Version,
	})
	if err != nil {
		admin.t.Fatal(err)
	}
	admin.must("PUT", "/api/admin/notice/"+name, string(body))
}

// page opens a page as a visitor who reads a language.
func (s *stock) page(path string, lang text.Lang) string {
	s.t.Helper()
	_, body := s.get(path, "Cookie", "language="+string(lang))
	return string(body)
}

func TestContentPage_ShowsAnEditOnEveryServer(t *testing.T) {
	t.Parallel()
	builtFrontend(t)
	shops := map[string]func(t *testing.T) []*stock{
		"SQLite":     func(t *testing.T) []*stock { return []*stock{stocked(t, testConfig(t))} },
		"PostgreSQL": func(t *testing.T) []*stock { return newCluster(t, 2).servers },
	}
	for engine, open := range shops {
		t.Run(engine, func(t *testing.T) {
			servers := open(t)
			admin := servers[0].admin("boss")
			for _, name := range []string{"privacy", "terms"} {
				for _, s := range servers { // cached before the edit
					untilRight(t, func() string { return rendered(s.page("/"+name, text.English)) })
				}
				for edit := range 2 {
					words := fmt.Sprintf("Edit %d of %s.", edit, name)
					saveContent(admin, name, words)
					for i, s := range servers {
						for _, lang := range text.Langs() {
							untilRight(t, func() string {
								if !strings.Contains(s.page("/"+name, lang), words) {
									return fmt.Sprintf("server %d shows the old %s in %s", i+1, name, lang)
								}
								return ""
							})
						}
					}
				}
			}
		})
	}
}

func TestAdvice_ShowsAnEditOnEveryServer(t *testing.T) {
	t.Parallel()
	builtFrontend(t)
	shops := map[string]func(t *testing.T) []*stock{
		"SQLite":     func(t *testing.T) []*stock { return []*stock{stocked(t, testConfig(t))} },
		"PostgreSQL": func(t *testing.T) []*stock { return newCluster(t, 2).servers },
	}
	for engine, open := range shops {
		t.Run(engine, func(t *testing.T) {
			servers := open(t)
			admin := servers[0].admin("boss")
			for _, s := range servers { // cached before the edit
				untilRight(t, func() string { return rendered(s.page("/concern/fever", text.English)) })
			}
			admin.must("PUT", "/api/admin/advice/fever",
				`{"english": "Drink a glass of water.", "arabic": "اشرب كوب ماء.", "version": 0}`)
			words := map[text.Lang]string{text.English: "Drink a glass of water.", text.Arabic: "اشرب كوب ماء."}
			for i, s := range servers {
				for lang, want := range words {
					for _, path := range []string{"/concern/fever", "/api/concerns?keys=fever"} {
						untilRight(t, func() string {
							if !strings.Contains(s.page(path, lang), want) {
								return fmt.Sprintf("server %d shows the old advice at %s in %s", i+1, path, lang)
							}
							return ""
						})
					}
				}
			}
			var list []wire.Advice
			admin.into(&list, "GET", "/api/admin/advice", "")
			if len(list) == 0 || list[0].Key != "fever" || list[0].Version != 1 || list[0].DefaultAdvice.English == "" {
				t.Errorf("the list begins with %+v", list)
			}
		})
	}
}

// rendered says what is wrong with a document whose screen the server did not render.
func rendered(document string) string {
	if strings.Contains(document, `<div id="root"></div>`) {
		return "the page was not rendered in time"
	}
	return ""
}

// representation is one way in which a resource is sent.
type representation struct {
	path     string
	lang     text.Lang
	encoding string
	who      *shopper // nil for a visitor
}

func (r representation) String() string {
	name := "visitor"
	if r.who != nil {
		name = "signed in"
	}
	return fmt.Sprintf("%s (%s, %q, %s)", r.path, r.lang, r.encoding, name)
}

// browser remembers what a server sent, with its tag, and asks whether it still holds.
type browser struct {
	server *stock
	stored map[representation]storedReply
}

type storedReply struct {
	etag string
	body string
}

// read gives a representation as the browser shows it, decoded.
func (b *browser) read(r representation) string {
	b.server.t.Helper()
	cookie := "language=" + string(r.lang)
	if r.who != nil {
		cookie += "; " + r.who.cookie
	}
	headers := []string{"Cookie", cookie, "Accept-Encoding", r.encoding}
	had, stored := b.stored[r]
	if stored && had.etag != "" {
		headers = append(headers, "If-None-Match", had.etag)
	}
	res, raw := b.server.get(r.path, headers...)
	if res.StatusCode == http.StatusNotModified {
		return had.body
	}
	body := decoded(b.server.t, res.Header.Get("Content-Encoding"), raw)
	if b.stored != nil {
		b.stored[r] = storedReply{etag: res.Header.Get("Etag"), body: body}
	}
	return body
}

func decoded(t *testing.T, encoding string, raw []byte) string {
	t.Helper()
	var from io.Reader = bytes.NewReader(raw)
	var err error
	switch encoding {
	case "br":
		from = brotli.NewReader(from)
	case "gzip":
		from, err = gzip.NewReader(from)
	case "zstd":
		from, err = zstd.NewReader(from)
	}
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(from)
	if err != nil {
		t.Fatalf("%s: %v", encoding, err)
	}
	return string(body)
}

// edits are the kinds of change that a server can make to what others have cached.
type edits struct {
	random  *rand.Rand
	server  *stock
	admin   *shopper
	owner   *shopper
	storeID string
	orders  []string
	made    int
}

// editKinds is how many kinds of edit there are: a product's name, a price, a stock, a discount, a store, a content
// page, a user's name, an order's status.
const editKinds = 8

func (e *edits) product() string { return fmt.Sprintf("item-%02d", e.random.IntN(40)) }

func (e *edits) update(change func(p *catalog.Product)) {
	id := e.product()
	_, err := e.server.service.Update(e.server.t.Context(), id, 0, func(p *catalog.Product) error {
		change(p)
		return nil
	})
	if err != nil {
		e.server.t.Fatalf("changing %s: %v", id, err)
	}
}

// edit makes an edit of one of editKinds kinds and says what it was.
func (e *edits) edit(kind int) string {
	e.server.t.Helper()
	e.made++
	words := fmt.Sprintf("Words %d", e.made)
	switch kind {
	case 0:
		e.update(func(p *catalog.Product) { p.Name.English, p.Name.Arabic = "Product "+words, "منتج "+words })
		return "a product's name"
	case 1:
		e.update(func(p *catalog.Product) { p.Price = money.Cents(100 + e.random.IntN(5000)) })
		return "a price"
	case 2:
		if err := e.server.service.MoveStock(e.server.t.Context(),
			catalog.StockMove{ID: e.product(), By: 1 + e.random.IntN(3)}); err != nil {
			e.server.t.Fatal(err)
		}
		return "a stock"
	case 3:
		e.update(func(p *catalog.Product) { p.Discount = e.random.IntN(60) })
		return "a discount"
	case 4:
		var now wire.StoreAnswer
		e.owner.into(&now, "GET", "/api/store/"+e.storeID, "")
		e.admin.must("PUT", "/api/store/"+e.storeID, fmt.Sprintf(
			`{"store":{"name":"Cedar","description":%q,"street":"Hamra","city":"Beirut","building":"Blue",`+
				`"state":"Beirut","phone_nb":"03123456","version":%d}}`,
			words, *now.Store.Version))
		return "a store"
	case 5:
		saveContent(e.admin, []string{"privacy", "terms"}[e.random.IntN(2)], words)
		return "a content page"
	case 6:
		// Long runs edit more often than somebody may: the limits are not what is tried here.
		must(e.server.t, e.server.storage.DB.Write(e.server.t.Context(), func(tx *sqlstore.Tx) error {
			_, err := tx.ExecContext(e.server.t.Context(), "DELETE FROM tries")
			return err
		}))
		e.owner.must("POST", "/api/user/editAccount", fmt.Sprintf(
			`{"user":{"full_name":"Layla %s","username":"layla","phone_nb":"03123456","email":"layla@example.com"}}`,
			strings.Repeat("a", 1+e.made%20)))
		return "a user's name"
	default:
		number := e.orders[e.made%len(e.orders)]
		var now wire.OrderAnswer
		e.admin.into(&now, "GET", "/api/admin/order/"+number, "")
		next := orders.Status(now.Order.Status).Next()
		next = slices.DeleteFunc(next, func(s orders.Status) bool { return s == orders.Cancelled })
		if len(next) == 0 { // it has arrived: the next one is ordered
			if err := e.server.service.MoveStock(e.server.t.Context(),
				catalog.StockMove{ID: "item-07", By: 1}); err != nil {
				e.server.t.Fatal(err)
			}
			e.owner.put("item-07", 1)
			e.orders = append(e.orders, e.owner.mustBuy(byCash, "").Number)
			return "a new order"
		}
		e.admin.must("PUT", "/api/admin/order/"+number+"/status", fmt.Sprintf(`{"status":%q}`, next[0]))
		return "an order's status"
	}
}

// After any sequence of edits on one server, what every server sends equals what a server sends that was opened
// afterwards: pages and answers, in both languages and every encoding, to browsers that have the old ones with
// their tags. DAWA_INVALIDATION_ROUNDS runs more than one round; each makes every kind of edit.
func TestInvalidation_EveryRepresentationEqualsAFreshOneAfterRandomEdits(t *testing.T) {
	t.Parallel()
	builtFrontend(t)
	t.Run("postgres", func(t *testing.T) {
		c := newCluster(t, 2)
		invalidation(t, c.servers, c.open)
	})
	t.Run("sqlite", func(t *testing.T) {
		c := testConfig(t)
		c.Secret, c.Payments, c.BaseURL = sharedSecret, "sandbox", "http://localhost:8080"
		shop := stocked(t, c)
		invalidation(t, []*stock{shop}, func(t *testing.T) *stock {
			copied := c // one folder has one server: another opens a copy of it
			copied.Data = t.TempDir()
			if err := sqlstore.Snapshot(t.Context(), c.Data, copied.Data); err != nil {
				t.Fatal(err)
			}
			return &stock{running: start(t, copied), service: shop.service, client: shop.client, t: t}
		})
	})
}

func invalidation(t *testing.T, servers []*stock, open func(t *testing.T) *stock) {
	t.Helper()
	rounds := 1
	if n, err := strconv.Atoi(os.Getenv("DAWA_INVALIDATION_ROUNDS")); err == nil {
		rounds = n
	}
	first := servers[0]
	e := &edits{random: rand.New(rand.NewPCG(18, uint64(rounds))), server: first}
	e.admin, e.owner = first.admin("boss"), first.customer("layla")
	var added wire.StoreSaved
	e.owner.into(&added, "POST", "/api/store/add", storeBody("Cedar"))
	e.storeID = added.Store.ID
	e.admin.must("PUT", "/api/admin/store/"+e.storeID+"/status", `{"status":"approved"}`)
	for range 3 {
		e.owner.put("item-07", 1)
		e.orders = append(e.orders, e.owner.mustBuy(byCash, "").Number)
	}

	var all []representation
	public := []string{
		"/", "/product/category/vitamins", "/product/category/vitamins?sort=name&page=2", "/brand/dove",
		"/product/discounts", "/product/item-07", "/product/item-20", "/search-results?q=product", "/privacy", "/terms",
		"/store/" + e.storeID,
		"/api/product/all?limit=12", "/api/product/category/vitamins?page=1&limit=12", "/api/product/item-07",
		"/api/product/facets?category=vitamins", "/api/brand/dove?page=1&limit=12", "/api/search?name=product&page=1",
		"/api/product/discounted-products-home", "/api/notice/privacy", "/api/notice/terms", "/api/store/" + e.storeID,
	}
	private := map[*shopper][]string{
		e.admin: {"/api/admin/orders", "/api/admin/stores", "/api/admin/order/" + e.orders[0]},
		e.owner: {"/api/user/order-history", "/api/order/" + e.orders[0], "/api/user/status"},
	}
	for _, lang := range text.Langs() {
		for _, encoding := range []string{"", "gzip", "br"} {
			for _, path := range public {
				all = append(all, representation{path, lang, encoding, nil})
			}
			for who, paths := range private {
				for _, path := range paths {
					all = append(all, representation{path, lang, encoding, who})
				}
			}
		}
	}
	var browsers []*browser
	for _, s := range servers {
		browsers = append(browsers, &browser{server: s, stored: map[representation]storedReply{}})
	}
	for round := range rounds {
		for _, b := range browsers { // everything is cached, on both servers and in both browsers
			for _, r := range all {
				b.read(r)
			}
		}
		var made []string
		for _, kind := range e.random.Perm(editKinds) {
			made = append(made, e.edit(kind))
		}
		fresh := &browser{server: open(t)}
		for _, r := range all {
			plain := r
			plain.encoding = ""
			var want string
			untilRight(t, func() string {
				want = fresh.read(plain)
				if strings.HasPrefix(r.path, "/store/") {
					return "" // browsers render it
				}
				return rendered(want)
			})
			for i, b := range browsers {
				untilRight(t, func() string {
					if got := b.read(r); got != want {
						at := firstDifference(got, want)
						return fmt.Sprintf("round %d, after %s: server %d sends an old %s:\n got  %.200s\n want %.200s",
							round, strings.Join(made, ", "), i+1, r, got[at:], want[at:])
					}
					return ""
				})
			}
		}
		if err := fresh.server.stop(); err != nil {
			t.Fatal(err)
		}
	}
}
