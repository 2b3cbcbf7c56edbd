package media

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	stddraw "image/draw"
	"image/jpeg"

	"github.com/gen2brain/webp"
	"golang.org/x/image/draw"
)

// Widths are the sizes in which every picture of the shop is stored, in pixels of its longer side.
var Widths = []int{200, 400, 800}

// Rendition is one picture as the browser gets it.
type Rendition struct {
	// Width is the nominal size, one of Widths; a smaller original is never enlarged.
	Width int
	// Type is image/webp, or image/jpeg where that came out smaller.
	Type string
	Data []byte
}

// settings per nominal width: small pictures carry small type, which needs a gentler hand.
var quality = map[int]struct{ webp, jpeg int }{
	200: {webp: 82, jpeg: 82},
	400: {webp: 80, jpeg: 80},
	800: {webp: 78, jpeg: 78},
}

// webpMethod is libwebp's effort; 6 is half as fast again as 4 for one or two per cent.
const webpMethod = 4

// Render makes the renditions of a picture, one for each of Widths. The same picture gives the same bytes.
//
// Transparent parts become white, the paper of the shop. Nothing of the original file but its pixels
// survives, so places and camera data in it are gone.
func Render(img image.Image) ([]Rendition, error) { return renditions(base(img)) }

// base is the picture on white, at most twice as large as the largest rendition plus a little: averaging
// whole blocks first keeps the working memory of the fine filter small for camera pictures.
func base(img image.Image) *image.RGBA {
	largest := Widths[len(Widths)-1]
	longer := max(img.Bounds().Dx(), img.Bounds().Dy())
	return shrink(img, max(1, longer/(2*largest)))
}

func renditions(base *image.RGBA) ([]Rendition, error) {
	renditions := make([]Rendition, 0, len(Widths))
	for _, width := range Widths {
		scaled := fit(base, width)
		kind, data, err := encode(scaled, width)
		if err != nil {
			return nil, fmt.Errorf("encoding a picture at %d pixels: %w", width, err)
		}
		renditions = append(renditions, Rendition{Width: width, Type: kind, Data: data})
	}
	return renditions, nil
}

// fit scales the picture down until its longer side is at most `side` pixels.
func fit(src *image.RGBA, side int) *image.RGBA {
	w, h := src.Bounds().Dx(), src.Bounds().Dy()
	longer := max(w, h)
	if longer <= side {
		return src
	}
	dst := image.NewRGBA(image.Rect(0, 0, max(1, (w*side+longer/2)/longer), max(1, (h*side+longer/2)/longer)))
	draw.CatmullRom.Scale(dst, dst.Bounds(), src, src.Bounds(), draw.Src, nil)
	return dst
}

// encode picks the smaller of WebP and JPEG.
func encode(img *image.RGBA, width int) (kind string, data []byte, err error) {
	var asWebP, asJPEG bytes.Buffer
	if err := webp.Encode(&asWebP, img, webp.Options{Quality: quality[width].webp, Method: webpMethod}); err != nil {
		return "", nil, fmt.Errorf("to WebP: %w", err)
	}
	if err := jpeg.Encode(&asJPEG, img, &jpeg.Options{Quality: quality[width].jpeg}); err != nil {
		return "", nil, fmt.Errorf("to JPEG: %w", err)
	}
	if asJPEG.Len() < asWebP.Len() {
		return "image/jpeg", asJPEG.Bytes(), nil
	}
	return "image/webp", asWebP.Bytes(), nil
}

// shrink lays the picture on white and averages blocks of n by n pixels (n of 1 only lays it on white).
func shrink(img image.Image, n int) *image.RGBA {
	from := img.Bounds()
	dst := image.NewRGBA(image.Rect(0, 0, max(1, from.Dx()/n), max(1, from.Dy()/n)))
	// One band of n rows at a time: the picture is never held a second time at full size.
	band := image.NewRGBA(image.Rect(0, 0, from.Dx(), min(n, from.Dy())))
	wide, high := min(n, from.Dx()), band.Bounds().Dy()
	count := uint32(wide * high)
	for y := range dst.Bounds().Dy() {
		stddraw.Draw(band, band.Bounds(), image.NewUniform(color.White), image.Point{}, stddraw.Src)
		stddraw.Draw(band, band.Bounds(), img, image.Pt(from.Min.X, from.Min.Y+y*n), stddraw.Over)
		for x := range dst.Bounds().Dx() {
			var r, g, b uint32
			for dy := range high {
				row := band.Pix[dy*band.Stride+4*x*n:]
				for dx := range wide {
					r += uint32(row[4*dx])
					g += uint32(row[4*dx+1])
					b += uint32(row[4*dx+2])
				}
			}
			out := dst.Pix[y*dst.Stride+4*x:]
			out[0], out[1], out[2], out[3] = uint8((r+count/2)/count), uint8((g+count/2)/count), uint8(
				(b+count/2)/count), 0xff
		}
	}
	return dst
}
