package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
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
	input, err := fromStoreInput(in.Store)
	if err != nil {
		return serve.Reply{}, err
	}
	store, err := a.stores.Add(r.Context(), who.UserID, input)
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
	return serve.NoStoreJSON(wire.StoreList{Success: true, Stores: toStores(mine)})
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
	input, err := fromStoreInput(in.Store)
	if err != nil {
		return serve.Reply{}, err
	}
	store, err := a.stores.Update(r.Context(), r.PathValue("id"), int64(valueOf(in.Store.Version)), storeActor(who),
		input)
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
			return catalog.NewSnapshotOfAny(all, AppendProduct).All(f), nil
		})
	out.Set("Vary", "Cookie")
	return private(out), err
}

// listStoreCatalogue answers the products of a store to its people, with what waits on them.
func (a *API) listStoreCatalogue(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	f := stores.CatalogueFilter{Part: query.Get("q"), Show: stores.Show(query.Get("show"))}
	if !f.Show.Known() || utf8.RuneCountInString(f.Part) > 100 {
		return serve.Reply{}, apperr.New(apperr.BadQuery)
	}
	if f.Limit, f.Offset, err = readPage(query, defaultRows, maxRows); err != nil {
		return serve.Reply{}, err
	}
	page, total, err := a.stores.Catalogue(r.Context(), r.PathValue("id"), f)
	if err != nil {
		return serve.Reply{}, err
	}
	list := make(wire.ManagedProductList, len(page))
	for i, p := range page {
		list[i] = toStoreProduct(p)
	}
	return listPart(list, total)
}

func (a *API) listAdminStores(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	var f stores.Filter
	if f.Limit, f.Offset, err = readPage(query, defaultRows, maxRows); err != nil {
		return serve.Reply{}, err
	}
	if query.Has("status") {
		if f.State = stores.State(query.Get("status")); !f.State.Known() {
			return serve.Reply{}, apperr.New(apperr.StatusInvalid)
		}
	}
	if f.Part = query.Get("q"); utf8.RuneCountInString(f.Part) > 100 {
		return serve.Reply{}, apperr.New(apperr.BadQuery)
	}
	found, total, err := a.stores.List(r.Context(), storeActor(who), f)
	if err != nil {
		return serve.Reply{}, err
	}
	return listPart(toManagedStores(found), total)
}

func (a *API) getAdminStore(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	store, err := a.stores.One(r.Context(), r.PathValue("id"), storeActor(who))
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(wire.AdminStoreAnswer{Success: true, Store: toManagedStore(store)})
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
	store, err := a.stores.SetStatus(r.Context(), r.PathValue("id"), stores.StoreDecision{
		Status: catalog.Status(in.Status), Reason: valueOf(in.Reason), AdminID: who.UserID,
		LicenceNo: valueOf(in.LicenceNo),
	})
	return a.storeSaved("status_updated", store, err)
}

// setLicenceDocument stores the document of a licence, sealed.
func (a *API) setLicenceDocument(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	if err := a.mayUpload(r); err != nil {
		return serve.Reply{}, err
	}
	form, err := readForm(r, "document", 1)
	if err != nil {
		return serve.Reply{}, err
	}
	if len(form.files) == 0 {
		return serve.Reply{}, apperr.New(apperr.DocumentType)
	}
	store, err := a.stores.SetLicenceDocument(r.Context(), r.PathValue("id"), storeActor(who), form.files[0])
	return a.storeSaved("store_updated", store, err)
}

func (a *API) getLicence(r *http.Request) (serve.Reply, error) {
	licence, err := a.openLicence(r)
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(wire.LicenceAnswer{
		Success: true, Number: licence.Number, Document: len(licence.Document) > 0, UpdatedAt: licence.UpdatedAt,
	})
}

// getLicenceDocument answers the file for saving: a browser never renders what somebody uploaded.
func (a *API) getLicenceDocument(r *http.Request) (serve.Reply, error) {
	licence, err := a.openLicence(r)
	if err == nil && len(licence.Document) == 0 {
		err = apperr.New(apperr.DocumentNotFound)
	}
	if err != nil {
		return serve.Reply{}, err
	}
	out := serve.Reply{Status: http.StatusOK, ContentType: licence.Kind, Body: licence.Document}
	out.Set("Content-Disposition", "attachment; filename=licence-"+r.PathValue("id")+documentEndings[licence.Kind])
	out.Set("X-Content-Type-Options", "nosniff")
	out.NoStore()
	return out, nil
}

var documentEndings = map[string]string{"application/pdf": ".pdf", "image/jpeg": ".jpg", "image/png": ".png"}

func (a *API) openLicence(r *http.Request) (stores.Licence, error) {
	who, err := a.actor(r)
	if err != nil {
		return stores.Licence{}, err
	}
	return a.stores.Licence(r.Context(), r.PathValue("id"), storeActor(who))
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
	return serve.NoStoreJSON(wire.StoreSaved{
		Success: true, Code: code, Message: a.doneText(code), Store: toStore(store, true),
	})
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

func fromStoreInput(in wire.StoreInput) (stores.Input, error) {
	input := stores.Input{
		Name: in.Name, Description: valueOf(in.Description), Street: in.Street, City: in.City,
		Building: in.Building, State: in.State, Phone: in.PhoneNb,
		ArabicName: in.ArabicName, WhatsApp: in.Whatsapp, LegalName: in.LegalName, TaxNo: in.TaxNo,
		LicenceNo: in.LicenceNo,
	}
	if in.OpeningHours != nil {
		hours := make([]stores.Opening, len(in.OpeningHours))
		for i, o := range in.OpeningHours {
			from, fromOK := readMinute(o.From)
			to, toOK := readMinute(o.To)
			if !fromOK || !toOK {
				return input, apperr.Invalid(map[string]string{"opening_hours": "opening_hours_format"})
			}
			hours[i] = stores.Opening{Day: o.Day, From: from, To: to}
		}
		input.Hours = &hours
	}
	if in.Holidays != nil {
		input.Holidays = in.Holidays
	}
	input.AnswerMinutes = in.AnswerMinutes
	input.PrepareMinutes, input.WindowMinutes = in.PrepareMinutes, in.DeliveryWindowMinutes
	return input, nil
}

// readMinute reads a time of the day as minutes after midnight; 24:00 is the end of the day.
func readMinute(clock string) (minute int, ok bool) {
	hours, minutes, found := strings.Cut(text.FoldDigits(clock), ":")
	h, err := strconv.Atoi(hours)
	m, mErr := strconv.Atoi(minutes)
	return h*60 + m, found && err == nil && mErr == nil && h >= 0 && h <= 24 && m >= 0 && m < 60 && len(minutes) == 2
}

func writeMinute(minute int) string { return fmt.Sprintf("%02d:%02d", minute/60, minute%60) }

func toHours(hours []stores.Opening) []wire.OpeningHours {
	var out []wire.OpeningHours
	for _, o := range hours {
		out = append(out, wire.OpeningHours{Day: o.Day, From: writeMinute(o.From), To: writeMinute(o.To)})
	}
	return out
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
		ArabicName: optional(s.ArabicName), Whatsapp: optional(s.WhatsApp), OpeningHours: toHours(s.Hours),
	}
	if len(s.Holidays) > 0 {
		out.Holidays = &s.Holidays
	}
	if s.PrepareMinutes > 0 {
		out.PrepareMinutes = &s.PrepareMinutes
	}
	if s.WindowMinutes > 0 {
		out.DeliveryWindowMinutes = &s.WindowMinutes
	}
	if mine {
		version, suspended := int(s.Version), s.Suspended()
		out.Reason, out.Version, out.AnswerMinutes = optional(s.Reason), &version, &s.AnswerMinutes
		out.LegalName, out.TaxNo = optional(s.LegalName), optional(s.TaxNo)
		out.HasLicenceNo, out.HasLicence, out.Suspended = &s.HasLicenceNo, &s.HasLicence, &suspended
	}
	return out
}

func toManagedStores(list []stores.Managed) wire.ManagedStoreList {
	out := make(wire.ManagedStoreList, len(list))
	for i, m := range list {
		out[i] = toManagedStore(m)
	}
	return out
}

func toManagedStore(m stores.Managed) wire.ManagedStore {
	return wire.ManagedStore{
		Store: toStore(m.Store, true), Products: m.Products, OpenOrders: m.OpenOrders, CreatedAt: m.CreatedAt,
		LicenceNo: optional(m.LicenceNo),
		Owner: wire.Customer{
			ID: &m.OwnerID, FullName: m.Owner.FullName, Username: m.Owner.Username, Email: m.Owner.Email,
			PhoneNb: m.Owner.Phone,
		},
	}
}
