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

// customerServices are the services of what belongs to one customer.
type customerServices struct {
	cart      *cart.Service
	wishlist  *wishlist.Service
	addresses *addresses.Service
	cards     *cardvault.Service
}

func (a *App) newCustomerServices(keys cardvault.Keys) customerServices {
	db := a.storage.DB
	return customerServices{
		cart:      cart.NewService(sqlstore.NewCarts(db), a.live, sqlstore.NewProducts(db), a.now),
		wishlist:  wishlist.NewService(sqlstore.NewWishlists(db), a.live, a.now),
		addresses: addresses.NewService(sqlstore.NewAddresses(db), a.now),
		cards:     cardvault.NewService(sqlstore.NewCards(db), keys, a.now, a.log),
	}
}

// sweepCarts removes abandoned carts of visitors from time to time, until ctx ends.
func (a *App) sweepCarts(ctx context.Context) {
	every(ctx, sweepEvery, func() {
		if _, err := a.customer.cart.Sweep(ctx); err != nil && ctx.Err() == nil {
			a.log.Warn("sweeping carts", slog.Any("cause", err))
		}
	})
}
