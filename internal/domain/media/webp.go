package media

import "image"

// webpColours gives a decoded lossy WebP its true colours.
//
// WebP stores limited-range YCbCr (luma 16 to 235), while Go's image.YCbCr means full range
// (golang/go#40173): read as it stands, a red of 200,40,40 comes out as 189,49,48.
// Lossless WebP is RGB already and passes through.
func webpColours(img image.Image) image.Image {
	switch src := img.(type) {
	case *image.YCbCr:
		return limitedRange(src, func(int, int) uint8 { return 0xff })
	case *image.NYCbCrA:
		return limitedRange(&src.YCbCr, func(x, y int) uint8 { return src.A[src.AOffset(x, y)] })
	}
	return img
}

func limitedRange(src *image.YCbCr, alpha func(x, y int) uint8) *image.NRGBA {
	bounds := src.Bounds()
	dst := image.NewNRGBA(bounds)
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		out := dst.Pix[dst.PixOffset(bounds.Min.X, y):]
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			c := src.COffset(x, y)
			luma := 76309*(int32(src.Y[src.YOffset(x, y)])-16) + 1<<15
			cb, cr := int32(src.Cb[c])-128, int32(src.Cr[c])-128
			out[0] = clamp8((luma + 104597*cr) >> 16)
			out[1] = clamp8((luma - 25674*cb - 53278*cr) >> 16)
			out[2] = clamp8((luma + 132201*cb) >> 16)
			out[3] = alpha(x, y)
			out = out[4:]
		}
	}
	return dst
}

func clamp8(v int32) uint8 { return uint8(min(max(v, 0), 255)) }
