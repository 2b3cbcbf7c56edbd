package main

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

func TestRenditions_MakesThreeWidthsOfEachDrawing(t *testing.T) {
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "pictures")
	img := image.NewRGBA(image.Rect(0, 0, 800, 800))
	for y := range 800 {
		for x := range 800 {
			img.Set(x, y, color.RGBA{uint8(x / 4), 110, uint8(y / 4), 255})
		}
	}
	file, err := os.Create(filepath.Join(from, "pan-advance-24.png"))
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(file, img); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}

	if err := run(from, to); err != nil {
		t.Fatal(err)
	}
	last := int64(0)
	for _, name := range []string{"pan-advance-24-200.webp", "pan-advance-24-400.webp", "pan-advance-24-800.webp"} {
		info, err := os.Stat(filepath.Join(to, name))
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() <= last {
			t.Errorf("%s has %d bytes, no more than the width before it", name, info.Size())
		}
		last = info.Size()
	}
}

func TestRenditions_StopAtAFileThatIsNoPicture(t *testing.T) {
	from := t.TempDir()
	if err := os.WriteFile(filepath.Join(from, "broken.png"), []byte("not a picture"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run(from, t.TempDir()); err == nil {
		t.Error("a broken drawing passed")
	}
}
