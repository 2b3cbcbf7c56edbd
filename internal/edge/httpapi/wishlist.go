package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"dawa/internal/base/apperr"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// getWishlist joins the ready encodings of the products in the user's wishlist.
func (a *API) getWishlist(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	items, err := a.wishlist.Products(r.Context(), who.UserID)
	if err != nil {
		return serve.Reply{}, err
	}
	out := serve.Reply{Status: http.StatusOK, ContentType: serve.JSONType}
	out.NoStore()
	out.Parts = func(to []byte) []byte {
		to = append(to, `{"success":true,"wishlist":[`...)
		for i, item := range items {
			if i > 0 {
				to = append(to, ',')
			}
			to = item.AppendJSON(to)
		}
		return append(to, "]}"...)
	}
	return out, nil
}

func (a *API) addToWishlist(r *http.Request) (serve.Reply, error) {
	var in wire.WishlistChange
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	if in.ProductID == "" {
		return serve.Reply{}, apperr.New(apperr.InvalidInput)
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	length, err := a.wishlist.Add(r.Context(), who.UserID, in.ProductID)
	return a.wishlistChanged("added_to_wishlist", length, err)
}

func (a *API) removeFromWishlist(r *http.Request) (serve.Reply, error) {
	id, err := namedProduct(r, "productID", func(in wire.WishlistChange) string { return in.ProductID })
	if err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	length, err := a.wishlist.Remove(r.Context(), who.UserID, id)
	return a.wishlistChanged("removed_from_wishlist", length, err)
}

func (a *API) clearWishlist(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	return a.wishlistChanged("wishlist_cleared", 0, a.wishlist.Clear(r.Context(), who.UserID))
}

func (a *API) wishlistChanged(code string, length int, err error) (serve.Reply, error) {
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(wire.WishlistChanged{
		Success: true, Code: code, Message: a.doneText(code), WishlistLength: length,
	})
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
		if err := json.Unmarshal(item.JSON(), &p); err != nil {
			return nil, fmt.Errorf("reading a product's own encoding: %w", err)
		}
		list = append(list, p)
	}
	return list, nil
}
