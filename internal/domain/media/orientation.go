package media

import (
	"bytes"
	"encoding/binary"
	"image"
)

// orientation reads how a camera was held (EXIF tag 0x0112, 1 to 8). Anything absent or odd is 1, upright:
// a picture on its side is a smaller harm than a refused one.
func orientation(data []byte) int {
	exif := exifBlock(data)
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(exif, []byte("II*\x00")):
		order = binary.LittleEndian
	case bytes.HasPrefix(exif, []byte("MM\x00*")):
		order = binary.BigEndian
	default:
		return 1
	}
	if len(exif) < 8 {
		return 1
	}
	at := uint64(order.Uint32(exif[4:]))
	if at+2 > uint64(len(exif)) {
		return 1
	}
	entries := exif[at+2:]
	for range order.Uint16(exif[at:]) {
		if len(entries) < 12 {
			return 1
		}
		if order.Uint16(entries) == 0x0112 {
			if v := int(order.Uint16(entries[8:])); v >= 1 && v <= 8 {
				return v
			}
			return 1
		}
		entries = entries[12:]
	}
	return 1
}

// exifBlock finds the TIFF block that holds the EXIF tags: a JPEG APP1 segment, a PNG eXIf or a WebP EXIF chunk.
func exifBlock(data []byte) []byte {
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xd8}):
		return jpegExif(data[2:])
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")):
		return chunk(data[8:], "eXIf", binary.BigEndian, 4, 0, 12, false)
	case len(data) >= 12 && bytes.HasPrefix(data, []byte("RIFF")):
		block := chunk(data[12:], "EXIF", binary.LittleEndian, 0, 4, 8, true)
		return bytes.TrimPrefix(block, []byte("Exif\x00\x00"))
	}
	return nil
}

// jpegExif walks the segments before the picture data.
func jpegExif(rest []byte) []byte {
	for len(rest) >= 4 && rest[0] == 0xff {
		marker, length := rest[1], int(binary.BigEndian.Uint16(rest[2:]))
		if marker == 0xda || length < 2 || len(rest) < 2+length {
			return nil
		}
		if body := rest[4 : 2+length]; marker == 0xe1 && bytes.HasPrefix(body, []byte("Exif\x00\x00")) {
			return body[6:]
		}
		rest = rest[2+length:]
	}
	return nil
}

// chunk walks PNG or RIFF chunks: nameAt and sizeAt tell where in the 8-byte header each stands,
// overhead is what a chunk costs beside its body, and RIFF pads bodies to even length.
func chunk(rest []byte, name string, order binary.ByteOrder, nameAt, sizeAt, overhead int, padded bool) []byte {
	for len(rest) >= 8 {
		size := uint64(order.Uint32(rest[sizeAt:]))
		if 8+size > uint64(len(rest)) {
			return nil
		}
		if string(rest[nameAt:nameAt+4]) == name {
			return rest[8 : 8+size]
		}
		next := size + uint64(overhead)
		if padded {
			next += size & 1
		}
		if next > uint64(len(rest)) {
			return nil
		}
		rest = rest[next:]
	}
	return nil
}

// upright turns and mirrors the picture so that it reads as it was seen.
func upright(img image.Image, orientation int) image.Image {
	if orientation <= 1 {
		return img
	}
	src, ready := img.(*image.RGBA)
	if !ready || src.Bounds().Min != (image.Point{}) {
		src = shrink(img, 1)
	}
	w, h := src.Bounds().Dx(), src.Bounds().Dy()
	outW, outH := w, h
	if orientation >= 5 {
		outW, outH = h, w
	}
	dst := image.NewRGBA(image.Rect(0, 0, outW, outH))
	for y := range outH {
		for x := range outW {
			fromX, fromY := x, y
			switch orientation {
			case 2:
				fromX = w - 1 - x
			case 3:
				fromX, fromY = w-1-x, h-1-y
			case 4:
				fromY = h - 1 - y
			case 5:
				fromX, fromY = y, x
			case 6:
				fromX, fromY = y, h-1-x
			case 7:
				fromX, fromY = w-1-y, h-1-x
			case 8:
				fromX, fromY = w-1-y, x
			}
			to, from := y*dst.Stride+4*x, fromY*src.Stride+4*fromX
			copy(dst.Pix[to:to+4], src.Pix[from:from+4])
		}
	}
	return dst
}
