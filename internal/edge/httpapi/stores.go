package httpapi

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"unicode/utf8"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/stores"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// addStore saves a store, which waits for approval.
func (a *API) addStore(r *http.Request) (serve.Reply, error) {
	var in wire.StoreRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	store, err := a.stores.Add(r.Context(), who.UserID, fromStoreInput(in.Store))
	a.accounts.ForgetSessions(who.UserID) // who is its owner from now on
	return a.storeSaved("store_added", store, err)
}

// listMyStores answers the stores of the one who asks; a visitor has none.
func (a *API) listMyStores(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	mine, err := a.stores.Mine(r.Context(), who.UserID)
	if err != nil {
		return serve.Reply{}, err
	}
	out, err := serve.JSON(http.StatusOK, wire.StoreList{Success: true, Stores: toStores(mine)})
	out.NoStore()
	return out, err
}

func (a *API) getStore(r *http.Request) (serve.Reply, error) {
	store, who, err := a.namedStore(r)
	if err != nil {
		return serve.Reply{}, err
	}
	answer := wire.StoreAnswer{Success: true, Mine: store.MayEdit(who) || store.MayEditProducts(who)}
	answer.Store = toStore(store, who.Roles.Knows(store.ID))
	answer.Store.Role = toRole(who.Roles.In(store.ID))
	answer.May = toActions(who.Roles.Actions(store.ID))
	out, err := serve.JSON(http.StatusOK, answer)
	out.TagBytes()
	out.Set("Cache-Control", "private, no-cache")
	out.Set("Vary", "Cookie")
	return out, err
}

func (a *API) updateStore(r *http.Request) (serve.Reply, error) {
	var in wire.StoreRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	store, err := a.stores.Update(r.Context(), r.PathValue("id"), int64(valueOf(in.Store.Version)), storeActor(who),
		fromStoreInput(in.Store))
	code := "store_updated"
	if err == nil && store.Status == catalog.Pending {
		code = "store_added" // it waits for approval, now or still
	}
	return a.storeSaved(code, store, storeConflict(err))
}

// storeConflict gives the present state of a store in the words of the wire.
func storeConflict(err error) error {
	refused, found := errors.AsType[*apperr.Error](err)
	if !found {
		return err
	}
	current, found := refused.Details["current"].(*stores.Store)
	if !found {
		return err
	}
	return refused.WithDetail("current", toStore(current, true))
}

// listStoreProducts answers what a store sells; its people and the house also see what waits for approval.
func (a *API) listStoreProducts(r *http.Request) (serve.Reply, error) {
	store, who, err := a.namedStore(r)
	if err != nil {
		return serve.Reply{}, err
	}
	if !who.Roles.Knows(store.ID) {
		out, err := a.list(r, contract.Shop().Lists.PageSize,
			func(s *catalog.Snapshot, f catalog.Filter) (catalog.Page, error) { return s.Store(store.ID, f), nil })
		out.Set("Vary", "Cookie")
		return out, err
	}
	all, err := a.stores.Products(r.Context(), store.ID)
	if err != nil {
		return serve.Reply{}, err
	}
	out, err := a.list(r, contract.Shop().Lists.PageSize,
		func(_ *catalog.Snapshot, f catalog.Filter) (catalog.Page, error) {
			return catalog.NewSnapshotOfAny(all, EncodeProduct).All(f), nil
		})
	out.Set("Vary", "Cookie")
	return private(out), err
}

func (a *API) listAdminStores(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	var f stores.Filter
	if f.Limit, f.Offset, err = readPage(query, defaultRows, maxRows); err != nil {
		return serve.Reply{}, err
	}
	if query.Has("status") {
		if f.Status = catalog.Status(query.Get("status")); !f.Status.Known() {
			return serve.Reply{}, apperr.New(apperr.StatusInvalid)
		}
	}
	if f.Part = query.Get("q"); utf8.RuneCountInString(f.Part) > 100 {
		return serve.Reply{}, apperr.New(apperr.BadQuery)
	}
	found, total, err := a.stores.List(r.Context(), f)
	if err != nil {
		return serve.Reply{}, err
	}
	out, err := serve.JSON(http.StatusOK, toManagedStores(found))
	out.NoStore()
	out.Set("X-Total-Count", strconv.Itoa(total))
	return out, err
}

func (a *API) setStoreStatus(r *http.Request) (serve.Reply, error) {
	var in wire.ApprovalRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	store, err := a.stores.SetStatus(r.Context(), r.PathValue("id"), catalog.Status(in.Status), valueOf(in.Reason),
		who.UserID)
	return a.storeSaved("status_updated", store, err)
}

// namedStore reads the store of the path, as the one who asks may see it.
func (a *API) namedStore(r *http.Request) (*stores.Store, stores.Actor, error) {
	who, err := a.actor(r)
	if err != nil {
		return nil, stores.Actor{}, err
	}
	store, err := a.stores.Of(r.Context(), r.PathValue("id"), storeActor(who))
	return store, storeActor(who), err
}

func (a *API) storeSaved(code string, store *stores.Store, err error) (serve.Reply, error) {
	if err != nil {
		return serve.Reply{}, err
	}
	out, err := serve.JSON(http.StatusOK, wire.StoreSaved{
		Success: true, Code: code, Message: a.doneText(code), Store: toStore(store, true),
	})
	out.NoStore()
	return out, err
}

func (a *API) exportStores(ctx context.Context, userID string) ([]wire.Store, error) {
	if a.stores == nil {
		return []wire.Store{}, nil
	}
	mine, err := a.stores.Mine(ctx, userID)
	return toStores(mine), err
}

func (a *API) exportSubmitted(ctx context.Context, userID string) ([]wire.Product, error) {
	if a.stores == nil {
		return nil, nil
	}
	submitted, err := a.stores.Submitted(ctx, userID)
	if err != nil {
		return nil, err
	}
	list := make([]wire.Product, len(submitted))
	for i, p := range submitted {
		list[i] = toProduct(p)
	}
	return list, nil
}

func storeActor(who Actor) stores.Actor { return stores.Actor{UserID: who.UserID, Roles: who.Roles} }

func fromStoreInput(in wire.StoreInput) stores.Input {
	return stores.Input{
		Name: in.Name, Description: valueOf(in.Description), Street: in.Street, City: in.City,
		Building: in.Building, State: in.State, Phone: in.PhoneNb,
	}
}

func toStores(list []stores.Mine) []wire.Store {
	out := make([]wire.Store, len(list))
	for i, s := range list {
		out[i] = toStore(s.Store, true)
		out[i].Role = toRole(s.Role)
	}
	return out
}

// toStore is a store as the wire knows it; the reason of a rejection is for its people and the house.
func toStore(s *stores.Store, mine bool) wire.Store {
	out := wire.Store{
		UnderscoreID: s.ID, ID: s.ID, Name: s.Name, Description: s.Description, Street: s.Street, City: s.City,
		Building: s.Building, State: s.State, PhoneNb: s.Phone, Status: wire.Approval(s.Status),
	}
	if mine {
		version := int(s.Version)
		out.Reason, out.Version = optional(s.Reason), &version
	}
	return out
}

func toManagedStores(list []stores.Managed) wire.ManagedStoreList {
	out := make(wire.ManagedStoreList, len(list))
	for i, m := range list {
		out[i] = wire.ManagedStore{
			Store: toStore(m.Store, true), Products: m.Products, CreatedAt: m.CreatedAt,
			Owner: wire.Customer{
				FullName: m.Owner.FullName, Username: m.Owner.Username, Email: m.Owner.Email, PhoneNb: m.Owner.Phone,
			},
		}
	}
	return out
}
