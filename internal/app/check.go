package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strconv"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/operate"
	"dawa/internal/app/settings"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/media"
)

// Check opens the shop in a restored data folder and uses it: it asks for products as a browser does, looks for
// every picture that a product names and, when cards is true, opens every saved card.
func Check(ctx context.Context, s settings.Storage, cards bool) (found operate.ShopCheck, err error) {
	cfg := Config{Storage: s, Listen: "127.0.0.1:0", LogFormat: "text", LogLevel: "error", drill: true}
	shop, err := Open(ctx, cfg, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		return found, fmt.Errorf("opening the restored shop: %w", err)
	}
	defer func() { err = errors.Join(err, shop.Close()) }()
	if found.Products, err = shop.checkProducts(ctx); err != nil {
		return found, err
	}
	if found.Pictures, err = shop.checkPictures(ctx); err != nil {
		return found, err
	}
	if cards {
		found.Cards, err = shop.checkCards(ctx)
	}
	return found, err
}

// checkProducts asks the shop for products and compares their number with the catalogue in memory.
func (a *App) checkProducts(ctx context.Context) (int, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "/api/product/all?limit=1", nil)
	if err != nil {
		return 0, err
	}
	answer := &headOnly{header: http.Header{}}
	a.api.ServeHTTP(answer, request)
	if answer.status != http.StatusOK {
		return 0, fmt.Errorf("the restored shop answers %d when asked for products", answer.status)
	}
	counted, loaded := answer.header.Get("X-Total-Count"), a.live.Snapshot().Len()
	if counted != strconv.Itoa(loaded) {
		return 0, fmt.Errorf("the restored shop counts %q products and has %d in memory", counted, loaded)
	}
	return loaded, nil
}

// headOnly is a response of which only status and headers matter.
type headOnly struct {
	header http.Header
	status int
}

func (h *headOnly) Header() http.Header         { return h.header }
func (h *headOnly) Write(p []byte) (int, error) { return len(p), nil }
func (h *headOnly) WriteHeader(status int)      { h.status = status }

// checkPictures looks for every picture that a product names.
func (a *App) checkPictures(ctx context.Context) (int, error) {
	found, missing := 0, []string{}
	err := sqlstore.NewProducts(a.storage.DB).EachApproved(ctx, 1, func(_ int, p *catalog.Product) error {
		for _, image := range p.Images {
			for _, width := range media.Widths {
				there, err := a.storage.Blobs.Has(ctx, media.Key(image.Hash, width))
				if err != nil {
					return err
				}
				if there {
					found++
				} else if !slices.Contains(missing, image.Hash) {
					missing = append(missing, image.Hash)
				}
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("looking for pictures: %w", err)
	}
	if len(missing) > 0 {
		return 0, fmt.Errorf("the backup lacks %d pictures that products name, %s the first", len(missing), missing[0])
	}
	return found, nil
}

// checkCards opens every saved card.
func (a *App) checkCards(ctx context.Context) (int, error) {
	opened, broken, err := a.customer.cards.VerifyAll(ctx)
	if err != nil {
		return 0, fmt.Errorf("opening saved cards: %w", err)
	}
	if broken > 0 {
		return 0, fmt.Errorf("%d saved cards cannot be opened with their keys", broken)
	}
	return opened, nil
}
