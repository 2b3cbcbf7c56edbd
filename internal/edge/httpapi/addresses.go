package httpapi

import (
	"net/http"
	"strconv"
	"strings"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/addresses"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// maxAddressIndex is the highest position that a path can name.
const maxAddressIndex = 1000

func (a *API) listAddresses(r *http.Request) (serve.Reply, error) {
	user, err := a.signedInUser(r)
	if err != nil {
		return serve.Reply{}, err
	}
	book, err := a.addresses.Book(r.Context(), user.ID)
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(wire.AddressList{
		Success: true, Addresses: toAddresses(book), PhoneNb: user.Phone, FavoriteAddress: book.Favourite,
	})
}

func (a *API) getAddress(r *http.Request) (serve.Reply, error) {
	index, err := addressIndex(r)
	if err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	book, err := a.addresses.Book(r.Context(), who.UserID)
	if err != nil {
		return serve.Reply{}, err
	}
	address, err := book.At(index)
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(wire.AddressAnswer{Success: true, Address: toAddress(address)})
}

func (a *API) addAddress(r *http.Request) (serve.Reply, error) {
	var in wire.AddressRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	book, err := a.addresses.Add(r.Context(), who.UserID, fromAddressInput(in.Address))
	return a.addressesSaved("address_added", book, err)
}

func (a *API) updateAddress(r *http.Request) (serve.Reply, error) {
	index, err := addressIndex(r)
	if err != nil {
		return serve.Reply{}, err
	}
	var in wire.AddressRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	book, err := a.addresses.Replace(r.Context(), who.UserID, index, valueOf(in.Address.UnderscoreID),
		fromAddressInput(in.Address))
	return a.addressesSaved("address_updated", book, err)
}

func (a *API) deleteAddress(r *http.Request) (serve.Reply, error) {
	index, err := addressIndex(r)
	if err != nil {
		return serve.Reply{}, err
	}
	var in wire.AddressDeletion
	if sentBody(r) {
		if err := serve.Decode(r, &in); err != nil {
			return serve.Reply{}, err
		}
	}
	id := ""
	if in.Address != nil {
		id = valueOf(in.Address.UnderscoreID)
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	book, err := a.addresses.Delete(r.Context(), who.UserID, index, id)
	return a.addressesSaved("address_deleted", book, err)
}

func (a *API) setFavouriteAddress(r *http.Request) (serve.Reply, error) {
	var in wire.SetAddressRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	index, err := strconv.Atoi(text.FoldDigits(strings.TrimSpace(string(in.Address))))
	if err != nil || index < 0 {
		return serve.Reply{}, apperr.Invalid(map[string]string{"address": "address_unknown"})
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	book, err := a.addresses.Choose(r.Context(), who.UserID, index)
	return a.addressesSaved("address_selected", book, err)
}

// getAddressForm answers what the checkout's first step is filled with.
func (a *API) getAddressForm(r *http.Request) (serve.Reply, error) {
	user, err := a.signedInUser(r)
	if err != nil {
		return serve.Reply{}, err
	}
	wired, err := a.toUser(r.Context(), user)
	if err != nil {
		return serve.Reply{}, err
	}
	form := wire.AddressForm{Success: true, User: wired}
	if i := wired.FavoriteAddress; i >= 0 && i < len(wired.Addresses) {
		chosen := wired.Addresses[i]
		form.FavAddress = &wire.FavouriteAddress{
			Street: chosen.Street, City: chosen.City, State: chosen.State, Building: chosen.Building,
			Floor: chosen.Floor, ExtraInfo: chosen.ExtraInfo, PhoneNb: user.Phone,
		}
	}
	return serve.NoStoreJSON(form)
}

// signedInUser reads the user who makes the request. One who was deleted a moment
// ago has no session any more.
func (a *API) signedInUser(r *http.Request) (*accounts.User, error) {
	who, err := a.actor(r)
	if err != nil {
		return nil, err
	}
	user, err := a.accounts.User(r.Context(), who.UserID)
	if apperr.CodeOf(err) == apperr.NotFound {
		return nil, apperr.Wrap(apperr.SessionEnded, err)
	}
	return user, err
}

func (a *API) addressesSaved(code string, book addresses.Book, err error) (serve.Reply, error) {
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(wire.AddressesSaved{
		Success: true, Code: code, Message: a.doneText(code), Addresses: toAddresses(book),
		FavoriteAddress: book.Favourite,
	})
}

func addressIndex(r *http.Request) (int, error) {
	index, err := strconv.ParseUint(r.PathValue("index"), 10, 16)
	if err != nil || index > maxAddressIndex {
		return 0, apperr.New(apperr.InvalidInput)
	}
	return int(index), nil
}

func fromAddressInput(in wire.AddressInput) addresses.Input {
	return addresses.Input{
		Street: in.Street, State: in.State, City: in.City, Building: in.Building,
		Floor: string(in.Floor), ExtraInfo: valueOf(in.ExtraInfo),
	}
}

func toAddresses(book addresses.Book) []wire.Address {
	list := make([]wire.Address, len(book.Addresses))
	for i, address := range book.Addresses {
		list[i] = toAddress(address)
	}
	return list
}

func toAddress(a addresses.Address) wire.Address {
	return wire.Address{
		UnderscoreID: a.ID, Street: a.Street, State: a.State, City: a.City,
		Building: a.Building, Floor: a.Floor, ExtraInfo: a.ExtraInfo,
	}
}

// valueOf is what an optional member holds, or nothing.
func valueOf[T any](v *T) T {
	if v == nil {
		var none T
		return none
	}
	return *v
}
