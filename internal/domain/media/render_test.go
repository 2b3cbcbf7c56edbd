package media

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	xwebp "golang.org/x/image/webp"
)

// flat is a picture of one colour.
func flat(w, h int, c color.Color) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.Set(x, y, c)
		}
	}
	return img
}

// busy is a picture with edges and gradients, as a photograph has.
func busy(w, h int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.NRGBA{R: uint8(255 * x / w), G: uint8(255 * y / h), B: uint8(x*7 ^ y*5), A: 255}
			if (x/40+y/40)%3 == 0 {
				c = color.NRGBA{R: 11, G: 110, B: 79, A: 255}
			}
			img.SetNRGBA(x, y, c)
		}
	}
	return img
}

func distance(a, b color.Color) int {
	ar, ag, ab, _ := a.RGBA()
	br, bg, bb, _ := b.RGBA()
	worst := 0
	for _, d := range []int{int(ar>>8) - int(br>>8), int(ag>>8) - int(bg>>8), int(ab>>8) - int(bb>>8)} {
		worst = max(worst, d, -d)
	}
	return worst
}

func render(t *testing.T, img image.Image) []Rendition {
	t.Helper()
	renditions, err := Render(img)
	if err != nil {
		t.Fatal(err)
	}
	if len(renditions) != len(Widths) {
		t.Fatalf("%d renditions, want %d", len(renditions), len(Widths))
	}
	return renditions
}

func open(t *testing.T, data []byte) image.Image {
	t.Helper()
	img, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestRender_FitsWidthAndProportions(t *testing.T) {
	for _, c := range []struct {
		name string
		w, h int
		want [3]image.Point
	}{
		{"square", 1000, 1000, [3]image.Point{{200, 200}, {400, 400}, {800, 800}}},
		{"camera, landscape", 4000, 3000, [3]image.Point{{200, 150}, {400, 300}, {800, 600}}},
		{"tall", 500, 2000, [3]image.Point{{50, 200}, {100, 400}, {200, 800}}},
		{"smaller than the largest", 300, 150, [3]image.Point{{200, 100}, {300, 150}, {300, 150}}},
		{"one pixel", 1, 1, [3]image.Point{{1, 1}, {1, 1}, {1, 1}}},
		{"a line", 3000, 1, [3]image.Point{{200, 1}, {400, 1}, {800, 1}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for i, r := range render(t, flat(c.w, c.h, color.White)) {
				if got := open(t, r.Data).Bounds().Size(); got != c.want[i] || r.Width != Widths[i] {
					t.Errorf("width %d is %v, want %v", r.Width, got, c.want[i])
				}
			}
		})
	}
}

func TestRender_PreservesColours(t *testing.T) {
	for _, c := range []color.NRGBA{
		{200, 40, 40, 255}, {11, 110, 79, 255}, {255, 255, 255, 255}, {0, 0, 0, 255}, {29, 95, 168, 255},
		{250, 204, 21, 255},
	} {
		for _, r := range render(t, flat(900, 900, c)) {
			img := open(t, r.Data)
			if got := img.At(img.Bounds().Dx()/2, img.Bounds().Dy()/2); distance(got, c) > 3 {
				t.Errorf("%s of %d pixels: %v became %v", r.Type, r.Width, c, got)
			}
		}
	}
}

func TestRender_LossyWebPReadAsLimitedRange(t *testing.T) {
	red := color.NRGBA{200, 40, 40, 255}
	data := render(t, busyOn(red))[2]
	if data.Type != "image/webp" {
		t.Fatalf("%s, want a WebP", data.Type)
	}
	plain, err := xwebp.Decode(bytes.NewReader(data.Data))
	if err != nil {
		t.Fatal(err)
	}
	if distance(plain.At(700, 700), red) < 8 {
		t.Fatalf("the decoder alone gives %v: it has learnt limited range, webpColours must go", plain.At(700, 700))
	}
	if got := open(t, data.Data).At(700, 700); distance(got, red) > 3 {
		t.Errorf("decoded as %v, want %v", got, red)
	}
}

// busyOn is detail in one corner and one colour elsewhere, so that WebP beats JPEG in size.
func busyOn(c color.Color) image.Image {
	img := flat(800, 800, c)
	detail := busy(300, 300)
	for y := range 300 {
		for x := range 300 {
			img.Set(x, y, detail.At(x, y))
		}
	}
	return img
}

func TestRender_TransparencyBecomesWhite(t *testing.T) {
	img := flat(400, 400, color.NRGBA{200, 40, 40, 0})
	for y := range 100 {
		for x := range 400 {
			img.SetNRGBA(x, y, color.NRGBA{11, 110, 79, 128})
		}
	}
	for _, r := range render(t, img) {
		got := open(t, r.Data)
		side := got.Bounds().Dx()
		if distance(got.At(side/2, side-10), color.White) > 3 {
			t.Errorf("%d: clear part is %v, want white", r.Width, got.At(side/2, side-10))
		}
		if want := (color.NRGBA{133, 182, 167, 255}); distance(got.At(side/2, 10), want) > 4 {
			t.Errorf("%d: half clear part is %v, want %v", r.Width, got.At(side/2, 10), want)
		}
	}
}

func TestRender_SamePictureSameBytes(t *testing.T) {
	first, second := render(t, busy(900, 700)), render(t, busy(900, 700))
	for i := range first {
		if !bytes.Equal(first[i].Data, second[i].Data) {
			t.Errorf("width %d differs between two runs", first[i].Width)
		}
	}
}

func TestRender_LargerWidthsHoldMoreDetail(t *testing.T) {
	last := 0
	for _, r := range render(t, busy(1600, 1600)) {
		if len(r.Data) <= last {
			t.Errorf("width %d has %d bytes, no more than the one before (%d)", r.Width, len(r.Data), last)
		}
		last = len(r.Data)
	}
}

func TestRender_StoresSmallerOfWebPAndJPEG(t *testing.T) {
	for _, img := range []image.Image{busy(900, 900), flat(1, 1, color.Black), busyOn(color.White)} {
		for _, r := range render(t, img) {
			magic := "RIFF"
			if r.Type == "image/jpeg" {
				magic = "\xff\xd8\xff"
			}
			if !bytes.HasPrefix(r.Data, []byte(magic)) {
				t.Errorf("type %s does not match its bytes % x", r.Type, r.Data[:4])
			}
		}
	}
}

func TestShrink_AveragesWholeBlocks(t *testing.T) {
	img := image.NewGray(image.Rect(5, 5, 9, 9)) // bounds that do not start at zero
	for i := range img.Pix {
		img.Pix[i] = uint8(10 * i)
	}
	got := shrink(img, 2)
	if got.Bounds() != image.Rect(0, 0, 2, 2) {
		t.Fatalf("bounds %v", got.Bounds())
	}
	for i, want := range []uint8{25, 45, 105, 125} { // means of 0 10 40 50, 20 30 60 70, …
		if got.Pix[4*i] != want {
			t.Errorf("block %d is %d, want %d", i, got.Pix[4*i], want)
		}
	}
}

func BenchmarkRender(b *testing.B) {
	img := busy(1600, 1600)
	for b.Loop() {
		if _, err := Render(img); err != nil {
			b.Fatal(err)
		}
	}
}

func asPNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
