package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/testkit/s3test"
	"dawa/internal/testkit/timed"
)

// photo is a picture that no other seed makes.
func photo(t *testing.T, seed, width, height int) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.SetNRGBA(x, y, color.NRGBA{uint8(x * (seed + 1)), uint8(y + seed), uint8(x ^ y), 255})
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func oneFile(file []byte) form { return form{filesName: "image", files: [][]byte{file}} }

func (p *shopper) uploadPicture(file []byte) wire.ProductImage {
	p.t.Helper()
	var status int
	var got []byte
	timed.Eventually(p.t, "the picture is taken", func() bool { // a full bulkhead says come again
		status, got = p.send("/api/picture", oneFile(file))
		return status != http.StatusServiceUnavailable
	})
	var up wire.PictureUploaded
	if err := json.Unmarshal(got, &up); err != nil || status != http.StatusCreated || !up.Ready {
		p.t.Fatalf("uploading: %d %s", status, got)
	}
	return up.Image
}

// onBothShelves runs a test on a shop with its pictures in a folder and on one with a bucket.
func inBothStores(t *testing.T, test func(t *testing.T, c Config)) {
	t.Run("folder", func(t *testing.T) { test(t, testConfig(t)) })
	t.Run("bucket", func(t *testing.T) {
		c := testConfig(t)
		c.Media = s3test.Start(t).Target()
		test(t, c)
	})
}

func TestPictures_UploadedAndServed(t *testing.T) {
	inBothStores(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		user, admin := s.customer("layla"), s.admin("boss")
		s.visitor().refusedForm(401, apperr.NotSignedIn, "/api/picture", oneFile(photo(t, 1, 40, 30)))
		first := user.uploadPicture(photo(t, 1, 900, 600))
		if again := user.uploadPicture(photo(t, 1, 900, 600)); again.URL != first.URL {
			t.Errorf("the same file is another picture: %s %s", first.URL, again.URL)
		}
		for _, url := range []string{first.Widths.W200, first.Widths.W400, first.Widths.W800} {
			res, body := s.get(url)
			h := res.Header
			if res.StatusCode != http.StatusOK || !strings.HasPrefix(h.Get("Content-Type"), "image/") ||
				!strings.Contains(h.Get("Cache-Control"), "immutable") ||
				!strings.Contains(h.Get("Cache-Control"), "max-age=31536000") ||
				h.Get("X-Content-Type-Options") != "nosniff" || len(body) < 100 {
				t.Errorf("%s: %d %v", url, res.StatusCode, h)
			}
			if res, _ := s.get(url, "If-None-Match", h.Get("ETag")); res.StatusCode != http.StatusNotModified {
				t.Errorf("%s again: %d", url, res.StatusCode)
			}
		}
		if res, _ := s.get("/media/" + strings.Repeat("00", 16) + "/400.webp"); res.StatusCode != http.StatusNotFound {
			t.Errorf("a picture that is not there: %d", res.StatusCode)
		}
		// A product takes what was uploaded and what comes along, in that order.
		f := productForm("Seen", "").with("pictures", first.URL)
		f.files = [][]byte{photo(t, 2, 300, 300), photo(t, 1, 900, 600)}
		made := admin.addProduct(f)
		if len(made.Product.Images) != 2 || made.Product.Images[0].URL != first.URL {
			t.Errorf("the product has %+v", made.Product.Images)
		}
		// Turned around by an edit, one left out.
		swap := strings.Replace(edit("Seen", 1), `"version"`,
			fmt.Sprintf(`"images":[{"url":%q},{"url":%q}],"version"`, made.Product.Images[1].URL, first.URL), 1)
		var saved wire.ProductSaved
		admin.into(&saved, "PUT", "/api/product/"+made.ID, strings.Replace(swap, "C-07", "NEW-Seen", 1))
		if len(saved.Product.Images) != 2 || saved.Product.Images[1].URL != first.URL {
			t.Errorf("after turning: %+v", saved.Product.Images)
		}
		f.files = [][]byte{
			photo(t, 3, 20, 20), photo(t, 4, 20, 20), photo(t, 5, 20, 20), photo(t, 6, 20, 20), photo(t, 7, 20, 20),
		}
		user.refusedForm(400, apperr.ImageTooMany, "/api/product/new", f)
		f.files = append(f.files, photo(t, 8, 20, 20))
		user.refusedForm(400, apperr.ImageTooMany, "/api/product/new", f)
		user.refusedForm(404, apperr.ImageNotFound, "/api/product/new",
			productForm("x", "").with("pictures", "/media/"+strings.Repeat("0f", 16)+"/400.webp"))
	})
}

// It runs by itself, because it looks at the memory of the process.
func TestUploadPicture_RefusesHostileFiles(t *testing.T) {
	s := stocked(t, testConfig(t))
	user := s.customer("layla")
	const mayCost = 24 << 20
	whole := photo(t, 1, 400, 300)
	bomb := pngOf(t, image.NewGray(image.Rect(0, 0, 6000, 5000))) // 30 megapixels in a few kilobytes
	for name, c := range map[string]struct {
		file   []byte
		status int
		code   apperr.Code
	}{
		"svg":        {[]byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), 400, apperr.ImageType},
		"gif":        {[]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"), 400, apperr.ImageType},
		"html":       {append([]byte("<script>alert(1)</script>"), whole...), 400, apperr.ImageType},
		"empty":      {nil, 400, apperr.ImageType},
		"cut off":    {whole[:len(whole)/2], 400, apperr.ImageBroken},
		"30 MP":      {bomb, 400, apperr.ImageDimensions},
		"over 5 MiB": {append(bytes.Clone(whole), make([]byte, 5<<20)...), 413, apperr.ImageTooLarge},
		"50 MiB":     {make([]byte, 50<<20), 413, apperr.ImageTooLarge},
	} {
		// What the shop does beside it allocates, too: the least of several is what the file costs.
		took, used := time.Duration(math.MaxInt64), int64(math.MaxInt64)
		for try := 0; try < 3 && used > mayCost; try++ {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			began := time.Now()
			status, got := user.send("/api/picture", oneFile(c.file))
			runtime.ReadMemStats(&after)
			var failure struct {
				Code   apperr.Code
				Errors map[string]string
			}
			if err := json.Unmarshal(got, &failure); err != nil || status != c.status || failure.Code != c.code ||
				failure.Errors["image"] != string(c.code) {
				t.Errorf("%s: %d %s, want %d %s", name, status, got, c.status, c.code)
			}
			// The test itself holds the file a few times; what the shop adds must stay small.
			took = min(took, time.Since(began))
			used = min(used, int64(after.TotalAlloc-before.TotalAlloc)-8*int64(len(c.file)))
		}
		t.Logf("%s: %v, %d KiB allocated beside the file", name, took.Round(time.Millisecond), used>>10)
		timed.AtMost(t, name, took, 2*time.Second)
		if used > mayCost {
			t.Errorf("%s cost %d bytes", name, used)
		}
	}
	// A picture that is also something else comes out as a picture alone.
	image := user.uploadPicture(append(bytes.Clone(whole), "<script>alert(1)</script>PK\x03\x04"...))
	for _, url := range []string{image.Widths.W200, image.Widths.W800} {
		if _, body := s.get(url); bytes.Contains(body, []byte("script")) || bytes.Contains(body, []byte("PK\x03\x04")) {
			t.Errorf("%s carries what was hidden in the file", url)
		}
	}
	for _, body := range []string{"", "--x\r\n", "--x\r\nContent-Disposition: form-data; name=\"image\"\r\n\r\n"} {
		res, got := s.do("POST", "/api/picture", body, "Content-Type", "multipart/form-data; boundary=x", "CSRF-Token",
			user.token, "Cookie", user.cookie)
		if res.StatusCode != http.StatusBadRequest {
			t.Errorf("a broken form %q: %d %s", body, res.StatusCode, got)
		}
	}
	user.refused(400, apperr.UnsupportedType, "POST", "/api/picture", `{"image":"x"}`)
}

func pngOf(t *testing.T, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestUpload_SameFileIsStoredOnce(t *testing.T) {
	inBothStores(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		file := photo(t, 9, 500, 400)
		var mu sync.Mutex
		urls := map[string]int{}
		people := []*shopper{s.customer("layla"), s.customer("karim")}
		together(8, func(i int) {
			up := people[i%2].tab().uploadPicture(file)
			mu.Lock()
			defer mu.Unlock()
			urls[up.URL]++
		})
		if len(urls) != 1 {
			t.Errorf("they became %v", urls)
		}
	})
}

func TestPictures_BucketDownLeavesNothingHalfDone(t *testing.T) {
	server := s3test.Start(t)
	c := testConfig(t)
	c.Media = server.Target()
	s := stocked(t, c)
	admin := s.admin("boss")
	kept := admin.uploadPicture(photo(t, 1, 300, 200))
	cached, _ := s.get(kept.URL)
	f := productForm("Down", "")
	f.files = [][]byte{photo(t, 2, 300, 200)}
	server.Stop()
	status, got := admin.send("/api/picture", oneFile(photo(t, 2, 300, 200)))
	if status != 503 || !strings.Contains(string(got), "unavailable") {
		t.Errorf("uploading while it is down: %d %s", status, got)
	}
	admin.refusedForm(503, apperr.Unavailable, "/api/product/new", f)
	if again, _ := s.get(kept.URL); cached.StatusCode != http.StatusOK || again.StatusCode != http.StatusOK {
		t.Errorf("what is in memory: %d, then %d", cached.StatusCode, again.StatusCode)
	}
	res, _ := s.get(kept.Widths.W800)
	if res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" {
		t.Errorf("a picture that is not in memory: %d %v", res.StatusCode, res.Header)
	}
	if n, err := sqlstore.NewProducts(s.storage.DB).Count(t.Context()); err != nil || n != 41 {
		t.Errorf("%d products, %v", n, err)
	}
	server.Resume()
	if made := admin.addProduct(f); len(made.Product.Images) != 1 {
		t.Errorf("afterwards: %+v", made)
	}
	if res, _ := s.get(kept.Widths.W800); res.StatusCode != http.StatusOK {
		t.Errorf("afterwards the picture is %d", res.StatusCode)
	}
}

func TestPictures_WithoutProductAreRemovedAfterADay(t *testing.T) {
	inBothStores(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		admin := s.admin("boss")
		lost := admin.uploadPicture(photo(t, 1, 300, 200))
		f := productForm("Taken", "")
		f.files = [][]byte{photo(t, 2, 300, 200)}
		taken := admin.addProduct(f).Product.Images[0]
		if n, err := s.store.pictures.Collect(t.Context()); n != 0 || err != nil {
			t.Errorf("collected at once: %d %v", n, err)
		}
		age(t, s)
		if n, err := s.store.pictures.Collect(t.Context()); n != 1 || err != nil {
			t.Errorf("collected a day later: %d %v", n, err)
		}
		for url, want := range map[string]int{lost.Widths.W800: 404, taken.Widths.W800: 200} {
			if res, _ := s.get(url); res.StatusCode != want {
				t.Errorf("%s: %d, want %d", url, res.StatusCode, want)
			}
		}
		if again := admin.uploadPicture(photo(t, 1, 300, 200)); again.URL != lost.URL {
			t.Errorf("uploaded again it is %s, not %s", again.URL, lost.URL)
		}
		if res, _ := s.get(lost.Widths.W400); res.StatusCode != http.StatusOK {
			t.Errorf("uploaded again: %d", res.StatusCode)
		}
	})
}

// age makes all uploads two days older.
func age(t *testing.T, s *stock) {
	t.Helper()
	const days = 48 * 60 * 60 * 1000
	if err := s.storage.DB.Write(t.Context(), func(tx *sqlstore.Tx) error {
		_, err := tx.ExecContext(t.Context(),
			"UPDATE pictures SET touched_at = touched_at - $1, check_at = check_at - $2", days, days)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func TestPictures_FolderHoldsOnlyWholeFiles(t *testing.T) {
	t.Parallel()
	c := testConfig(t)
	s := stocked(t, c)
	s.admin("boss").uploadPicture(photo(t, 1, 300, 200))
	files := 0
	err := filepath.WalkDir(filepath.Join(c.Data, "media"), func(_ string, entry os.DirEntry, err error) error {
		switch {
		case err != nil:
		case entry.Name() == "builds":
			return filepath.SkipDir // the frontend's files, which a server stores a while after its start
		case !entry.IsDir():
			files++
			if !strings.HasSuffix(entry.Name(), ".webp") {
				t.Errorf("there is a %s", entry.Name())
			}
		}
		return err
	})
	if err != nil || files != 3 {
		t.Errorf("%d files, %v", files, err)
	}
}
