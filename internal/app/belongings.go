package app

import (
	"context"
	"log/slog"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/addresses"
	"dawa/internal/domain/cardvault"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/wishlist"
)

// belongings are the rooms that keep things for people.
type belongings struct {
	cart      *cart.Service
	wishlist  *wishlist.Service
	addresses *addresses.Service
	cards     *cardvault.Service
}

func (a *App) newBelongings(keys cardvault.Keys) belongings {
	db := a.store.db
	return belongings{
		cart:      cart.NewService(sqlstore.NewCarts(db), a.live, sqlstore.NewProducts(db), a.now),
		wishlist:  wishlist.NewService(sqlstore.NewWishlists(db), a.live, a.now),
		addresses: addresses.NewService(sqlstore.NewAddresses(db), a.now),
		cards:     cardvault.NewService(sqlstore.NewCards(db), keys, a.now, a.log),
	}
}

// sweepCarts removes the carts that visitors left behind, now and then, until ctx ends.
func (a *App) sweepCarts(ctx context.Context) {
	every(ctx, sweepEvery, func() {
		if _, err := a.kept.cart.Sweep(ctx); err != nil && ctx.Err() == nil {
			a.log.Warn("sweeping carts", slog.Any("cause", err))
		}
	})
}
