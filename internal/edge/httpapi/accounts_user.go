package httpapi

import (
	"context"
	"net/http"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/roles"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// personalData is what the other services store for a user or a visitor.
type personalData struct {
	addresses []wire.Address
	favourite int
	wishlist  []string
	cart      []wire.CartEntry
}

// personalDataOf asks each service; what is not stored is empty.
func (a *API) personalDataOf(ctx context.Context, who Actor) (personalData, error) {
	data := personalData{
		addresses: []wire.Address{}, favourite: contract.Shop().NoFavoriteAddress,
		wishlist: []string{}, cart: []wire.CartEntry{},
	}
	if a.cart != nil {
		lines, err := a.cart.Lines(ctx, ownerOf(who))
		if err != nil {
			return personalData{}, err
		}
		for _, line := range lines {
			data.cart = append(data.cart, wire.CartEntry{Product: line.ProductID, Quantity: line.Quantity})
		}
	}
	if !who.SignedIn() {
		return data, nil
	}
	if a.wishlist != nil {
		items, err := a.wishlist.Products(ctx, who.UserID)
		if err != nil {
			return personalData{}, err
		}
		for _, item := range items {
			data.wishlist = append(data.wishlist, item.ID)
		}
	}
	if a.addresses != nil {
		book, err := a.addresses.Book(ctx, who.UserID)
		if err != nil {
			return personalData{}, err
		}
		data.addresses, data.favourite = toAddresses(book), book.Favourite
	}
	return data, nil
}

// getStatus tells the header who is looking.
func (a *API) getStatus(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	data, err := a.personalDataOf(r.Context(), who)
	if err != nil {
		return serve.Reply{}, err
	}
	status := wire.Status{Success: true, CartLength: len(data.cart), WishlistLength: len(data.wishlist)}
	if who.SignedIn() {
		user, err := a.accounts.User(r.Context(), who.UserID)
		if err != nil && apperr.CodeOf(err) != apperr.NotFound {
			return serve.Reply{}, err
		}
		if err == nil { // a user who was deleted a moment ago is a visitor
			wired := fillUser(user, data)
			addRoles(&wired, who.Roles)
			status.Authenticated, status.User = true, &wired
		}
	}
	return serve.NoStoreJSON(status)
}

// toUser is a user as the wire knows them, with what the other services store about them.
func (a *API) toUser(ctx context.Context, u *accounts.User) (wire.User, error) {
	data, err := a.personalDataOf(ctx, Actor{UserID: u.ID, Admin: u.Admin})
	if err != nil {
		return wire.User{}, err
	}
	user := fillUser(u, data)
	if a.roles != nil {
		set, err := a.roles.Of(ctx, u.ID)
		if err != nil {
			return wire.User{}, err
		}
		addRoles(&user, set)
	}
	return user, nil
}

func fillUser(u *accounts.User, data personalData) wire.User {
	var unapproved *bool
	if u.PendingUnapproved {
		unapproved = &u.PendingUnapproved
	}
	return wire.User{
		UnderscoreID:      u.ID,
		ID:                u.ID,
		Admin:             u.Admin,
		FullName:          u.FullName,
		FirstName:         u.FirstName(),
		LastName:          u.LastName(),
		Username:          u.Username,
		Email:             u.Email,
		EmailVerified:     u.EmailVerified,
		PendingEmail:      optional(u.PendingEmail),
		PendingUnapproved: unapproved,
		PhoneNb:           u.Phone,
		Type:              contract.Shop().UserType,
		Language:          wire.Language(u.Language),
		MarketingEmails:   u.Marketing,
		Addresses:         data.addresses,
		FavoriteAddress:   data.favourite,
		Wishlist:          data.wishlist,
		Cart:              data.cart,
		Roles:             []wire.UserRole{},
		May:               []string{},
	}
}

// addRoles says what the user is, and what they may do in the house.
func addRoles(u *wire.User, set roles.Set) {
	for _, p := range set.All() {
		u.Roles = append(u.Roles, wire.UserRole{Store: p.Store, Role: wire.Role(p.Role)})
	}
	u.May = toActions(set.Actions(roles.House))
}
