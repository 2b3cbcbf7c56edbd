package media

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"

	"golang.org/x/image/webp"

	"dawa/internal/base/apperr"
)

// MaxPixels is the largest picture we open (24 megapixels, a good phone's camera).
// It is read from the header, so a larger one costs nothing.
const MaxPixels = 24_000_000

// MaxSide is the longest side we open. Decoders and scalers work by rows, so a picture of one endless row costs far
// more than its pixels.
const MaxSide = 20_000

// maxScans is how often a progressive JPEG may go over the whole picture. Cameras and programs need about ten;
// an empty scan takes a few bytes, so a small file with many thousands of them would keep a core busy for minutes.
const maxScans = 64

// format is one kind of picture we accept, recognised by its first bytes and never by its name.
type format struct {
	name   string
	magic  func(data []byte) bool
	size   func(data []byte) (image.Config, error)
	decode func(data []byte) (image.Image, error)
}

var formats = []format{
	{
		name:  "jpeg",
		magic: func(d []byte) bool { return bytes.HasPrefix(d, []byte{0xff, 0xd8, 0xff}) },
		size:  func(d []byte) (image.Config, error) { return jpeg.DecodeConfig(bytes.NewReader(d)) },
		decode: func(d []byte) (image.Image, error) {
			if n := bytes.Count(d, []byte{0xff, 0xda}); n > maxScans {
				return nil, fmt.Errorf("%d scans", n)
			}
			return jpeg.Decode(bytes.NewReader(d))
		},
	},
	{
		name:  "png",
		magic: func(d []byte) bool { return bytes.HasPrefix(d, []byte("\x89PNG\r\n\x1a\n")) },
		size:  func(d []byte) (image.Config, error) { return png.DecodeConfig(bytes.NewReader(d)) },
		decode: func(d []byte) (image.Image, error) {
			return png.Decode(bytes.NewReader(d))
		},
	},
	{
		name: "webp",
		magic: func(d []byte) bool {
			return len(d) >= 12 && string(d[:4]) == "RIFF" && string(d[8:12]) == "WEBP"
		},
		size: func(d []byte) (image.Config, error) { return webp.DecodeConfig(bytes.NewReader(d)) },
		decode: func(d []byte) (image.Image, error) {
			img, err := webp.Decode(bytes.NewReader(d))
			if err != nil {
				return nil, err
			}
			return webpColours(img), nil
		},
	},
}

// opened is a file whose header was read: what it is and how large, but not one pixel of it yet.
type opened struct {
	format format
	config image.Config
	data   []byte
}

// inspect reads the header of a file. Codes: ImageType (not one of the three), ImageDimensions (over
// MaxPixels, or without any), ImageBroken (promises a picture but does not hold one).
func inspect(data []byte) (opened, error) {
	for _, f := range formats {
		if !f.magic(data) {
			continue
		}
		config, err := f.size(data)
		if err != nil {
			return opened{}, broken(f, "header", err)
		}
		if config.Width < 1 || config.Height < 1 || config.Width > MaxPixels/config.Height ||
			config.Width > MaxSide || config.Height > MaxSide {
			return opened{}, apperr.New(apperr.ImageDimensions).
				WithCause(fmt.Errorf("%s of %d by %d pixels", f.name, config.Width, config.Height))
		}
		return opened{format: f, config: config, data: data}, nil
	}
	return opened{}, apperr.New(apperr.ImageType)
}

// memory is about what decoding takes, in bytes, by what the decoders are known to allocate for a pixel.
func (o opened) memory() int64 {
	perPixel := int64(4)
	switch o.format.name {
	case "jpeg":
		perPixel = 4
		if bytes.Contains(o.data, []byte{0xff, 0xc2}) { // progressive: all coefficients are held as well
			perPixel = 16
		}
	case "png":
		if o.config.ColorModel == color.RGBA64Model || o.config.ColorModel == color.NRGBA64Model {
			perPixel = 8
		}
	case "webp":
		perPixel = 9 // the planes, and their true colours
	}
	// What the picture is scaled from, once more when it is turned, and what the fine filter holds between its
	// two passes: four floats for each column that comes out and each row that goes in.
	w, h := int64(o.config.Width), int64(o.config.Height)
	longer, largest := max(w, h), int64(Widths[len(Widths)-1])
	n := max(1, longer/(2*largest))
	base := (w/n + 1) * (h/n + 1) * 4
	filter := (w*min(largest, longer)/longer + 1) * (h/n + 1) * 32
	const encoders = 40 << 20
	return w*h*perPixel + 2*base + filter + encoders
}

// pixels decodes the file as it lies.
func (o opened) pixels() (image.Image, error) {
	img, err := o.format.decode(o.data)
	if err != nil {
		return nil, broken(o.format, "pixels", err)
	}
	if img.Bounds().Empty() {
		return nil, broken(o.format, "pixels", errors.New("no pixel"))
	}
	return img, nil
}

// render decodes the file and makes its renditions. It is shrunk before it is turned upright, so that a
// camera's picture is never held twice.
func (o opened) render() ([]Rendition, error) {
	img, err := o.pixels()
	if err != nil {
		return nil, err
	}
	base := base(img)
	if turned, ok := upright(base, orientation(o.data)).(*image.RGBA); ok {
		base = turned
	}
	return renditions(base)
}

// Decode opens a JPEG, PNG or WebP picture and turns it upright. The codes are those of inspect.
func Decode(data []byte) (image.Image, error) {
	o, err := inspect(data)
	if err != nil {
		return nil, err
	}
	img, err := o.pixels()
	if err != nil {
		return nil, err
	}
	return upright(img, orientation(data)), nil
}

func broken(f format, part string, err error) error {
	return apperr.New(apperr.ImageBroken).WithCause(fmt.Errorf("reading the %s of a %s: %w", part, f.name, err))
}
