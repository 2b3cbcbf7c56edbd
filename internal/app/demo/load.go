package demo

import (
	"context"
	"fmt"
	"slices"

	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/media"
)

// Services are the doors through which the demo enters the shop.
type Services struct {
	Catalogue *catalog.Service
	Pictures  *media.Library
	// More are further steps, demo users for one, done after the catalogue.
	More []Step
}

// Step is a part of the demo: how much there is to do, and the doing, which reports what is
// done as it goes. A step that was done before must do no harm.
type Step struct {
	Name  string
	Total int
	Run   func(ctx context.Context, done func(n int)) error
}

// Load fills the shop with the demo catalogue and whatever More brings. Loading twice changes
// nothing the second time: what exists is left as it is. progress, when given, is told how much
// of everything is done.
func Load(ctx context.Context, services Services, progress func(done, total int)) error {
	entries, err := readCatalogue()
	if err != nil {
		return err
	}
	return run(ctx, append([]Step{catalogueStep(services, entries)}, services.More...), progress)
}

// LoadLarge fills the shop with n products: those of the demo catalogue, and as many more like
// them as it takes, the same for the same seed.
func LoadLarge(ctx context.Context, services Services, seed uint64, n int, progress func(done, total int)) error {
	entries, err := readCatalogue()
	if err != nil {
		return err
	}
	entries = entries[:min(n, len(entries))]
	steps := []Step{catalogueStep(services, entries)}
	if more := n - len(entries); more > 0 {
		steps = append(steps, generatedStep(services, seed, more))
	}
	return run(ctx, append(steps, services.More...), progress)
}

func run(ctx context.Context, steps []Step, progress func(done, total int)) error {
	finished, total := 0, 0
	for _, s := range steps {
		total += s.Total
	}
	report := func(n int) {
		finished += n
		if progress != nil {
			progress(finished, total)
		}
	}
	report(0)
	for _, s := range steps {
		if err := s.Run(ctx, report); err != nil {
			return fmt.Errorf("loading the demo (%s): %w", s.Name, err)
		}
	}
	return nil
}

func catalogueStep(services Services, entries []*entry) Step {
	return Step{Name: "catalogue", Total: 2 * len(entries), Run: func(ctx context.Context, done func(n int)) error {
		hashes, err := storePictures(ctx, services.Pictures, entries, done)
		if err != nil {
			return err
		}
		all := products(entries)
		for _, p := range all {
			showOn(p, hashes[p.ID]...)
		}
		return importAll(ctx, services.Catalogue, slices.Values(all), done)
	}}
}

// showOn gives a product its pictures: the pack, which without words of its own is described by the product's name, and
// what it holds.
func showOn(p *catalog.Product, hashes ...string) {
	for i, hash := range hashes {
		image := catalog.Image{Hash: hash}
		if i > 0 {
			image.Alt = text.Pair{English: "What is inside the pack", Arabic: "ما في داخل العلبة"}
		}
		p.Images = append(p.Images, image)
	}
}
