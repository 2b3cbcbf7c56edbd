package media

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"testing"

	"github.com/gen2brain/webp"

	"dawa/internal/base/apperr"
)

func asJPEG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: 92}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func asWebP(t testing.TB, img image.Image, options webp.Options) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := webp.Encode(&out, img, options); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestDecode_EveryFormatPreservesColours(t *testing.T) {
	green := color.NRGBA{11, 110, 79, 255}
	half := flat(64, 64, color.NRGBA{200, 40, 40, 120})
	for name, c := range map[string]struct {
		data []byte
		want color.NRGBA
	}{
		"jpeg":            {asJPEG(t, flat(64, 64, green)), green},
		"png":             {asPNG(t, flat(64, 64, green)), green},
		"webp":            {asWebP(t, flat(64, 64, green), webp.Options{Quality: 90}), green},
		"lossless webp":   {asWebP(t, flat(64, 64, green), webp.Options{Lossless: true}), green},
		"webp with alpha": {asWebP(t, half, webp.Options{Quality: 90}), color.NRGBA{200, 40, 40, 120}},
	} {
		got := color.NRGBAModel.Convert(open(t, c.data).At(30, 30)).(color.NRGBA)
		if distance(color.NRGBA{got.R, got.G, got.B, 255}, color.NRGBA{c.want.R, c.want.G, c.want.B, 255}) > 3 ||
			got.A != c.want.A {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// pngHeader is the start of a PNG that claims a size and holds nothing.
func pngHeader(w, h uint32) []byte {
	body := []byte("IHDR")
	body = binary.BigEndian.AppendUint32(body, w)
	body = binary.BigEndian.AppendUint32(body, h)
	body = append(body, 8, 6, 0, 0, 0)
	out := append([]byte("\x89PNG\r\n\x1a\n"), 0, 0, 0, 13)
	out = append(out, body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(body))
}

// jpegHeader is the start of a JPEG that claims a size and holds nothing.
func jpegHeader(w, h uint16) []byte {
	out := []byte("\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00\xff\xc0\x00\x11\x08")
	out = binary.BigEndian.AppendUint16(out, h)
	out = binary.BigEndian.AppendUint16(out, w)
	return append(out, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1)
}

// webpHeader is a WebP of one chunk.
func webpHeader(name, body string) []byte {
	chunk := binary.LittleEndian.AppendUint32([]byte(name), uint32(len(body)))
	chunk = append(chunk, body...)
	if len(body)%2 == 1 {
		chunk = append(chunk, 0)
	}
	out := binary.LittleEndian.AppendUint32([]byte("RIFF"), 1000)
	return append(append(out, "WEBP"...), chunk...)
}

func TestDecode_HostileFilesRefusedWithCode(t *testing.T) {
	whole := asJPEG(t, busy(300, 300))
	wholeWebP := asWebP(t, busy(300, 300), webp.Options{Quality: 80})
	for name, c := range map[string]struct {
		data []byte
		want apperr.Code
	}{
		"nothing": {nil, apperr.ImageType},
		"svg": {
			[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), apperr.ImageType,
		},
		"gif":                      {[]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"), apperr.ImageType},
		"html before a jpeg":       {append([]byte("<html>"), whole...), apperr.ImageType},
		"100 megapixels announced": {pngHeader(10_000, 10_000), apperr.ImageDimensions},
		"one very long line":       {pngHeader(1<<31-1, 1), apperr.ImageDimensions},
		"24 megapixels in a line":  {pngHeader(24_000_000, 1), apperr.ImageDimensions},
		"24 megapixels in a row":   {pngHeader(1, 24_000_000), apperr.ImageDimensions},
		"jpeg of 100 megapixels":   {jpegHeader(10_000, 10_000), apperr.ImageDimensions},
		"webp of 100 megapixels": {
			webpHeader("VP8X", "\x00\x00\x00\x00\x0f\x27\x00\x0f\x27\x00"), apperr.ImageDimensions,
		},
		"lossless of 268 megapixels": {webpHeader("VP8L", "\x2f\xff\xff\xff\x0f"), apperr.ImageDimensions},
		"a canvas smaller than told": {
			append(webpHeader("VP8X", "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"),
				webpHeader("VP8L", "\x2f\xff\xff\xff\x0f")[12:]...), apperr.ImageBroken,
		},
		"an animated webp": {
			webpHeader("VP8X", "\x02\x00\x00\x00\x0f\x00\x00\x0f\x00\x00"), apperr.ImageBroken,
		},
		"avif": {
			[]byte("\x00\x00\x00\x1cftypavif\x00\x00\x00\x00avifmif1miaf"), apperr.ImageType,
		},
		"bmp":                         {[]byte("BM\x46\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00"), apperr.ImageType},
		"pdf and jpeg in one":         {append([]byte("%PDF-1.7\n"), whole...), apperr.ImageType},
		"jpeg cut off in its header":  {whole[:100], apperr.ImageBroken},
		"jpeg cut off in its picture": {whole[:len(whole)/2], apperr.ImageBroken},
		"webp cut off":                {wholeWebP[:len(wholeWebP)/2], apperr.ImageBroken},
		"jpeg of a thousand scans": {
			append(whole[:len(whole):len(whole)], bytes.Repeat([]byte{0xff, 0xda, 0, 2}, 1000)...), apperr.ImageBroken,
		},
		"png without pixels": {pngHeader(10, 10), apperr.ImageBroken},
		"jpeg magic alone":   {[]byte{0xff, 0xd8, 0xff}, apperr.ImageBroken},
	} {
		if img, err := Decode(c.data); apperr.CodeOf(err) != c.want {
			t.Errorf("%s: %v, %v, want code %s", name, img != nil, err, c.want)
		}
	}
}

func TestDecode_HugeHeaderCostsLittle(t *testing.T) {
	bomb := pngHeader(30_000, 30_000)
	result := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = Decode(bomb)
		}
	})
	if got := result.AllocedBytesPerOp(); got > 1<<20 {
		t.Errorf("refusing it takes %d bytes of memory", got)
	}
}

// tiff is an EXIF block that says nothing but the orientation.
func tiff(order binary.AppendByteOrder, value uint16) []byte {
	mark := "II*\x00"
	if order == binary.AppendByteOrder(binary.BigEndian) {
		mark = "MM\x00*"
	}
	out := order.AppendUint32([]byte(mark), 8)
	out = order.AppendUint16(out, 1)
	out = order.AppendUint16(out, 0x0112)
	out = order.AppendUint16(out, 3)
	out = order.AppendUint32(out, 1)
	out = order.AppendUint16(out, value)
	return append(out, 0, 0, 0, 0, 0, 0)
}

func withExif(jpegData, block []byte) []byte {
	body := append([]byte("Exif\x00\x00"), block...)
	out := []byte{0xff, 0xd8, 0xff, 0xe1}
	out = binary.BigEndian.AppendUint16(out, uint16(len(body)+2))
	out = append(out, body...)
	return append(out, jpegData[2:]...)
}

func TestDecode_TurnsPicturesUpright(t *testing.T) {
	// Seen upright: red top left, green top right, blue bottom left, white bottom right; 80 by 48.
	corners := map[image.Point]color.NRGBA{
		{10, 10}: {220, 30, 30, 255}, {70, 10}: {20, 160, 60, 255}, {10, 38}: {30, 60, 200, 255},
		{70, 38}: {250, 250, 250, 255},
	}
	seen := image.NewNRGBA(image.Rect(0, 0, 80, 48))
	for p, c := range corners {
		for y := range 24 {
			for x := range 40 {
				seen.SetNRGBA(p.X/40*40+x, p.Y/24*24+y, c)
			}
		}
	}
	// How a camera stores what it sees, by orientation: the pixel of the file for a pixel as seen.
	stored := map[uint16]func(x, y int) (int, int){
		1: func(x, y int) (int, int) { return x, y },
		2: func(x, y int) (int, int) { return 79 - x, y },
		3: func(x, y int) (int, int) { return 79 - x, 47 - y },
		4: func(x, y int) (int, int) { return x, 47 - y },
		5: func(x, y int) (int, int) { return y, x },
		6: func(x, y int) (int, int) { return y, 79 - x },
		7: func(x, y int) (int, int) { return 47 - y, 79 - x },
		8: func(x, y int) (int, int) { return 47 - y, x },
	}
	for value, place := range stored {
		bounds := image.Rect(0, 0, 80, 48)
		if value >= 5 {
			bounds = image.Rect(0, 0, 48, 80)
		}
		file := image.NewNRGBA(bounds)
		for y := range 48 {
			for x := range 80 {
				toX, toY := place(x, y)
				file.Set(toX, toY, seen.At(x, y))
			}
		}
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			got := open(t, withExif(asJPEG(t, file), tiff(order, value)))
			if size := got.Bounds().Size(); size != (image.Point{80, 48}) {
				t.Errorf("orientation %d: %v, want 80 by 48", value, size)
				continue
			}
			for p, want := range corners {
				if distance(got.At(p.X, p.Y), want) > 12 {
					t.Errorf("orientation %d at %v: %v, want %v", value, p, got.At(p.X, p.Y), want)
				}
			}
		}
	}
}

func TestDecode_OrientationInPNGAndWebP(t *testing.T) {
	block := tiff(binary.BigEndian, 6)
	body := append([]byte("eXIf"), block...)
	plain := asPNG(t, busy(40, 20))
	png := append([]byte{}, plain[:33]...) // signature and IHDR
	png = binary.BigEndian.AppendUint32(png, uint32(len(block)))
	png = append(png, body...)
	png = binary.BigEndian.AppendUint32(png, crc32.ChecksumIEEE(body))
	png = append(png, plain[33:]...)
	if got := open(t, png).Bounds().Size(); got != (image.Point{20, 40}) {
		t.Errorf("png: %v, want it turned to 20 by 40", got)
	}

	lossy := asWebP(t, busy(40, 20), webp.Options{Quality: 80})
	chunks := []byte("VP8X\x0a\x00\x00\x00\x08\x00\x00\x00\x27\x00\x00\x13\x00\x00")
	chunks = append(chunks, lossy[12:]...)
	chunks = append(chunks, "EXIF"...)
	chunks = binary.LittleEndian.AppendUint32(chunks, uint32(len(block)))
	chunks = append(chunks, block...)
	file := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(4+len(chunks)))
	file = append(append(file, "WEBP"...), chunks...)
	if got := open(t, file).Bounds().Size(); got != (image.Point{20, 40}) {
		t.Errorf("webp: %v, want it turned to 20 by 40", got)
	}
}

func FuzzDecode_HostileInput(f *testing.F) {
	small := busy(24, 16)
	f.Add(asPNG(f, small))
	f.Add(withExif(asJPEG(f, small), tiff(binary.LittleEndian, 6)))
	f.Add(asWebP(f, small, webp.Options{Quality: 60}))
	f.Add(asWebP(f, small, webp.Options{Lossless: true}))
	f.Add(pngHeader(60_000, 60_000))
	f.Fuzz(func(t *testing.T, data []byte) {
		img, err := Decode(data)
		if err != nil {
			switch apperr.CodeOf(err) {
			case apperr.ImageType, apperr.ImageDimensions, apperr.ImageBroken:
				return
			}
			t.Fatalf("an error without one of our codes: %v", err)
		}
		if size := img.Bounds().Size(); size.X*size.Y > MaxPixels || size.X*size.Y < 1 {
			t.Fatalf("let through %v", size)
		}
	})
}
