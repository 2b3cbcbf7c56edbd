// Command renditions turns the drawn PNGs into the committed pictures of the demo shop,
// with the same pipeline that an uploaded photograph goes through.
//
//	go run -tags nodynamic ./tools/pictures/renditions PNGS internal/app/demo/pictures
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"dawa/internal/domain/media"
)

func main() {
	if len(os.Args) != 3 {
		fail(errors.New("usage: renditions FOLDER-OF-PNGS TARGET-FOLDER"))
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "renditions:", err)
	os.Exit(1)
}

func run(from, to string) error {
	drawn, err := filepath.Glob(filepath.Join(from, "*.png"))
	if err != nil {
		return fmt.Errorf("listing the drawings: %w", err)
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return fmt.Errorf("making the target folder: %w", err)
	}
	total := map[int]int{}
	for _, path := range drawn {
		renditions, err := renditionsOf(path)
		if err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(path), err)
		}
		code := strings.TrimSuffix(filepath.Base(path), ".png")
		for _, r := range renditions {
			name := filepath.Join(to, fmt.Sprintf("%s-%d.webp", code, r.Width))
			if err := os.WriteFile(name, r.Data, 0o644); err != nil {
				return fmt.Errorf("writing a rendition: %w", err)
			}
			total[r.Width] += len(r.Data)
		}
	}
	for _, width := range media.Widths {
		if len(drawn) > 0 {
			fmt.Printf("%d pictures of %d pixels, %.1f KB each\n", len(drawn), width,
				float64(total[width])/1000/float64(len(drawn)))
		}
	}
	return nil
}

func renditionsOf(path string) ([]media.Rendition, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading: %w", err)
	}
	img, err := media.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("decoding: %w", err)
	}
	renditions, err := media.Render(img)
	if err != nil {
		return nil, fmt.Errorf("rendering: %w", err)
	}
	for _, r := range renditions {
		// The names of the demo's files promise WebP; a drawing has never come out smaller as JPEG.
		if r.Type != "image/webp" {
			return nil, fmt.Errorf("%d pixels came out as %s", r.Width, r.Type)
		}
	}
	return renditions, nil
}
