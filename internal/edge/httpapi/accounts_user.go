package httpapi

import (
	"context"
	"net/http"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// belongings is what other rooms keep for a person, a visitor too.
type belongings struct {
	addresses []wire.Address
	favourite int
	wishlist  []string
	cart      []wire.CartEntry
}

// belongingsOf asks each room that keeps something; what nobody keeps is empty.
func (a *API) belongingsOf(ctx context.Context, who Actor) (belongings, error) {
	kept := belongings{
		addresses: []wire.Address{}, favourite: contract.Shop().NoFavoriteAddress,
		wishlist: []string{}, cart: []wire.CartEntry{},
	}
	if a.cart != nil {
		lines, err := a.cart.Lines(ctx, ownerOf(who))
		if err != nil {
			return belongings{}, err
		}
		for _, line := range lines {
			kept.cart = append(kept.cart, wire.CartEntry{Product: line.ProductID, Quantity: line.Quantity})
		}
	}
	if !who.SignedIn() {
		return kept, nil
	}
	if a.wishlist != nil {
		items, err := a.wishlist.Products(ctx, who.UserID)
		if err != nil {
			return belongings{}, err
		}
		for _, item := range items {
			kept.wishlist = append(kept.wishlist, item.ID)
		}
	}
	if a.addresses != nil {
		book, err := a.addresses.Book(ctx, who.UserID)
		if err != nil {
			return belongings{}, err
		}
		kept.addresses, kept.favourite = toAddresses(book), book.Favourite
	}
	return kept, nil
}

// getStatus tells the header who is looking.
func (a *API) getStatus(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	kept, err := a.belongingsOf(r.Context(), who)
	if err != nil {
		return serve.Reply{}, err
	}
	status := wire.Status{Success: true, CartLength: len(kept.cart), WishlistLength: len(kept.wishlist)}
	if who.SignedIn() {
		user, err := a.accounts.User(r.Context(), who.UserID)
		if err != nil && apperr.CodeOf(err) != apperr.NotFound {
			return serve.Reply{}, err
		}
		if err == nil { // a user who was deleted a moment ago is a visitor
			wired := fillUser(user, kept)
			status.Authenticated, status.User = true, &wired
		}
	}
	out, err := serve.JSON(http.StatusOK, status)
	out.NoStore()
	return out, err
}

// toUser is a user as the wire knows them, with what other rooms keep.
func (a *API) toUser(ctx context.Context, u *accounts.User) (wire.User, error) {
	kept, err := a.belongingsOf(ctx, Actor{UserID: u.ID, Admin: u.Admin})
	if err != nil {
		return wire.User{}, err
	}
	return fillUser(u, kept), nil
}

func fillUser(u *accounts.User, kept belongings) wire.User {
	return wire.User{
		UnderscoreID:    u.ID,
		ID:              u.ID,
		Admin:           u.Admin,
		FullName:        u.FullName,
		FirstName:       u.FirstName(),
		LastName:        u.LastName(),
		Username:        u.Username,
		Email:           u.Email,
		EmailVerified:   u.EmailVerified,
		PendingEmail:    optional(u.PendingEmail),
		PhoneNb:         u.Phone,
		Type:            contract.Shop().UserType,
		Language:        wire.Language(u.Language),
		MarketingEmails: u.Marketing,
		Addresses:       kept.addresses,
		FavoriteAddress: kept.favourite,
		Wishlist:        kept.wishlist,
		Cart:            kept.cart,
	}
}
