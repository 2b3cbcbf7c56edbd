package media

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"

	"golang.org/x/image/webp"

	"dawa/internal/apperr"
)

// MaxPixels is the largest picture we open (24 megapixels, a good phone's camera).
// It is read from the header, so a larger one costs nothing.
const MaxPixels = 24_000_000

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

// Decode opens a JPEG, PNG or WebP picture and turns it upright.
//
// It answers apperr codes: image_type (not one of the three), image_dimensions (over MaxPixels, or
// without any), image_broken (promises a picture but does not hold one).
func Decode(data []byte) (image.Image, error) {
	for _, f := range formats {
		if !f.magic(data) {
			continue
		}
		config, err := f.size(data)
		if err != nil {
			return nil, broken(f, "header", err)
		}
		if config.Width < 1 || config.Height < 1 || config.Width > MaxPixels/config.Height {
			return nil, apperr.New(apperr.ImageDimensions).
				WithCause(fmt.Errorf("%s of %d by %d pixels", f.name, config.Width, config.Height))
		}
		img, err := f.decode(data)
		if err != nil {
			return nil, broken(f, "pixels", err)
		}
		if img.Bounds().Empty() {
			return nil, broken(f, "pixels", errors.New("no pixel"))
		}
		return upright(img, orientation(data)), nil
	}
	return nil, apperr.New(apperr.ImageType)
}

func broken(f format, part string, err error) error {
	return apperr.New(apperr.ImageBroken).WithCause(fmt.Errorf("reading the %s of a %s: %w", part, f.name, err))
}
