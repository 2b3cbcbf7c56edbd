package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"dawa/internal/base/apperr"
	"dawa/internal/edge/httpapi/wire"
)

// getWishlist joins the ready encodings of the products that the user keeps.
func (a *API) getWishlist(r *http.Request) (reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return reply{}, err
	}
	items, err := a.wishlist.Products(r.Context(), who.UserID)
	if err != nil {
		return reply{}, err
	}
	out := reply{status: http.StatusOK, kind: jsonType}
	out.noStore()
	out.parts = func(to []byte) []byte {
		to = append(to, `{"success":true,"wishlist":[`...)
		for i, item := range items {
			if i > 0 {
				to = append(to, ',')
			}
			to = append(to, item.JSON...)
		}
		return append(to, "]}"...)
	}
	return out, nil
}

func (a *API) addToWishlist(r *http.Request) (reply, error) {
	var in wire.WishlistChange
	if err := decode(r, &in); err != nil {
		return reply{}, err
	}
	if in.ProductID == "" {
		return reply{}, apperr.New(apperr.InvalidInput)
	}
	who, err := a.actor(r)
	if err != nil {
		return reply{}, err
	}
	length, err := a.wishlist.Add(r.Context(), who.UserID, in.ProductID)
	return a.wishlistChanged("added_to_wishlist", length, err)
}

func (a *API) removeFromWishlist(r *http.Request) (reply, error) {
	id, err := namedProduct(r, "productID", func(in wire.WishlistChange) string { return in.ProductID })
	if err != nil {
		return reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return reply{}, err
	}
	length, err := a.wishlist.Remove(r.Context(), who.UserID, id)
	return a.wishlistChanged("removed_from_wishlist", length, err)
}

func (a *API) clearWishlist(r *http.Request) (reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return reply{}, err
	}
	return a.wishlistChanged("wishlist_cleared", 0, a.wishlist.Clear(r.Context(), who.UserID))
}

func (a *API) wishlistChanged(code string, length int, err error) (reply, error) {
	if err != nil {
		return reply{}, err
	}
	out, err := answer(http.StatusOK, wire.WishlistChanged{Success: true, Code: code, Message: a.doneText(code), WishlistLength: length})
	out.noStore()
	return out, err
}

// exportWishlist is the wishlist for the user's own file.
func (a *API) exportWishlist(ctx context.Context, userID string) ([]wire.Product, error) {
	list := []wire.Product{}
	if a.wishlist == nil {
		return list, nil
	}
	items, err := a.wishlist.Products(ctx, userID)
	if err != nil {
		return nil, err
	}
	for _, item := range items {
		var p wire.Product
		if err := json.Unmarshal(item.JSON, &p); err != nil {
			return nil, fmt.Errorf("reading a product's own encoding: %w", err)
		}
		list = append(list, p)
	}
	return list, nil
}
