package httpapi

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"strings"
	"testing"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/catalog"
)

func parts(body string) *multipart.Reader {
	return multipart.NewReader(strings.NewReader(body), "x")
}

func part(head, body string) string {
	return "--x\r\nContent-Disposition: form-data; " + head + "\r\n\r\n" + body + "\r\n"
}

func TestReadParts_EnforcesItsLimits(t *testing.T) {
	file := part(`name="images"; filename="a.jpg"`, "picture")
	form, err := readParts(parts(part(`name="product[code]"`, "A-1")+file+
		part(`name="images[]"; filename="b.jpg"`, "other")+part(`name="images"; filename=""`, "")+"--x--\r\n"),
		"images", 5)
	if err != nil || len(form.files) != 2 || string(form.files[1]) != "other" {
		t.Fatalf("%+v %v", form, err)
	}
	if code, sent := form.text("product[code]"); !sent || code != "A-1" {
		t.Errorf("the code is %q", code)
	}
	largest := int(contract.Shop().Images.UploadBytesMax)
	for name, c := range map[string]struct {
		body string
		want apperr.Code
	}{
		"a file too many": {strings.Repeat(file, 6) + "--x--", apperr.ImageTooMany},
		"a file too large": {
			part(`name="images"; filename="a"`, strings.Repeat("a", largest+1)) + "--x--", apperr.ImageTooLarge,
		},
		"a text too long": {
			part(`name="product[code]"`, strings.Repeat("a", formTexts+1)) + "--x--", apperr.TooLarge,
		},
		"texts too long": {
			strings.Repeat(part(`name="a"`, strings.Repeat("a", formTexts/4)), 5) + "--x--", apperr.TooLarge,
		},
		"too many parts":      {strings.Repeat(part(`name="a"`, "a"), formParts+1) + "--x--", apperr.TooLarge},
		"a text of no script": {part(`name="a"`, "\xff\xfe") + "--x--", apperr.InvalidInput},
	} {
		if _, err := readParts(parts(c.body), "images", 5); apperr.CodeOf(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	for _, nothing := range []string{"", "--x", "--x\r\n"} {
		if form, err := readParts(parts(nothing), "images", 5); err == nil && len(form.texts)+len(form.files) > 0 {
			t.Errorf("%q holds %+v", nothing, form)
		}
	}
	for _, cut := range []string{file[:len(file)-12], file} {
		if form, err := readParts(parts(cut), "images", 5); err == nil {
			t.Errorf("%q was taken whole: %+v", cut, form)
		}
	}
}

// A form of strange bytes is refused or taken within its bounds, and what is taken makes no bad product.
func FuzzProductForm_Read(f *testing.F) {
	good := ""
	for _, field := range []string{
		"english_name", "arabic_name", "english_description", "arabic_description", "brand", "code",
	} {
		good += part(fmt.Sprintf(`name="product[%s]"`, field), "نص text")
	}
	good += part(`name="product[price]"`, "٤.٢٥") + part(`name="product[quantity]"`, "7")
	f.Add([]byte(good + part(`name="product[active_ingredients]"`, `[{"name":"zinc"}]`) +
		part(`name="images"; filename="a"`, "\xff\xd8\xff") + "--x--"))
	f.Add([]byte("--x\r\n\r\n--x--"))
	f.Add([]byte(part(`name="product[`, "a") + part(`name="]"`, "") + "--x--"))
	f.Fuzz(func(t *testing.T, body []byte) {
		form, err := readParts(multipart.NewReader(bytes.NewReader(body), "x"), "images", 5)
		if err != nil {
			return
		}
		if len(form.files) > 5 {
			t.Fatalf("%d files", len(form.files))
		}
		draft, store, err := readProductForm(form)
		if err != nil {
			return
		}
		p := &catalog.Product{ID: "a", StoreID: store, Status: catalog.Pending}
		if err := draft.Fill(p, catalog.NewForm); err != nil {
			if apperr.CodeOf(err) != apperr.InvalidFields {
				t.Fatalf("refused without a word: %v", err)
			}
			return
		}
		if err := p.Check(); err != nil {
			t.Fatalf("the form let through what the shop cannot store: %v", err)
		}
	})
}
