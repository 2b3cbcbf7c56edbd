package httpapi

import (
	"errors"
	"net/http"
	"strings"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/stores"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// createProduct adds a product out of a form with pictures. Whatever can be wrong with the form is found
// before a picture is opened.
func (a *API) createProduct(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	form, err := readForm(r, "images", contract.Shop().Images.UploadMax)
	if err != nil {
		return serve.Reply{}, err
	}
	return a.place(r, who.UserID, func(r *http.Request) (serve.Reply, error) {
		return a.addProduct(r, who, form)
	})
}

func (a *API) addProduct(r *http.Request, who Actor, form *uploadForm) (serve.Reply, error) {
	draft, storeID, err := readProductForm(form)
	if err != nil {
		return serve.Reply{}, err
	}
	images, err := namedPictures(form.texts["pictures"])
	if err != nil {
		return serve.Reply{}, err
	}
	if err := pictureLimit(len(images) + len(form.files)); err != nil {
		return serve.Reply{}, err
	}
	p := &catalog.Product{StoreID: storeID}
	if err := draft.Fill(p, catalog.NewForm); err != nil {
		return serve.Reply{}, quantityField(err, form)
	}
	if storeID != "" {
		if err := a.stores.MayAddTo(r.Context(), storeID, storeActor(who)); err != nil {
			return serve.Reply{}, err
		}
	}
	if p.Images, err = a.savePictures(r.Context(), images, form.files); err != nil {
		return serve.Reply{}, err
	}
	p, err = a.stores.Submit(r.Context(), p, storeActor(who))
	if err != nil {
		return serve.Reply{}, err
	}
	code := "product_added"
	if p.Status == catalog.Pending {
		code = "product_pending"
	}
	return serve.NoStoreJSON(wire.ProductCreated{
		Success: true, Code: code, Message: a.doneText(code), UnderscoreID: p.ID, ID: p.ID,
		Status: wire.Approval(p.Status), Product: toProduct(p),
	})
}

// readProductForm reads the product[field] entries.
func readProductForm(form *uploadForm) (draft catalog.Draft, storeID string, err error) {
	draft.Fields = map[string]string{}
	for name := range form.texts {
		field, found := strings.CutPrefix(name, "product[")
		if !found || !strings.HasSuffix(field, "]") {
			continue
		}
		draft.Fields[strings.TrimSuffix(field, "]")], _ = form.text(name)
	}
	if _, sent := draft.Fields["nb_in_stock"]; !sent {
		draft.Fields["nb_in_stock"] = draft.Fields["quantity"]
	}
	storeID = strings.TrimSpace(draft.Fields["store"])
	if list := draft.Fields["active_ingredients"]; strings.TrimSpace(list) != "" {
		var ingredients []wire.ActiveIngredient
		if err := serve.DecodeJSON([]byte(list), &ingredients); err != nil {
			return draft, "", apperr.Invalid(map[string]string{"active_ingredients": "active_ingredients_format"})
		}
		draft.Ingredients = fromIngredients(ingredients)
	}
	draft.Concerns, draft.Suits = formKeys(draft.Fields["concerns"]), formKeys(draft.Fields["suits"])
	return draft, storeID, nil
}

// formKeys reads the keys of a form's field; nil when it holds none.
func formKeys(field string) []string {
	var keys []string
	for key := range strings.SplitSeq(field, ",") {
		if key = strings.TrimSpace(key); key != "" {
			keys = append(keys, key)
		}
	}
	return keys
}

// quantityField names the stock as the form named it.
func quantityField(err error, form *uploadForm) error {
	refused, found := errors.AsType[*apperr.Error](err)
	_, asStock := form.text("product[nb_in_stock]")
	_, asQuantity := form.text("product[quantity]")
	if !found || asStock || !asQuantity || refused.Fields["nb_in_stock"] == "" {
		return err
	}
	renamed := refused.WithFields(refused.Fields)
	renamed.Fields["quantity"] = renamed.Fields["nb_in_stock"]
	delete(renamed.Fields, "nb_in_stock")
	return renamed
}

// updateProduct changes a product, unless somebody else changed it meanwhile. What a store's people change on a product
// on sale waits for approval, but for the live fields.
func (a *API) updateProduct(r *http.Request) (serve.Reply, error) {
	var in wire.ProductUpdate
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	draft, err := fromProductInput(in.Product)
	if err != nil {
		return serve.Reply{}, err
	}
	p, err := a.stores.EditProduct(r.Context(), r.PathValue("id"), int64(valueOf(in.Product.Version)), storeActor(who),
		func(p *catalog.Product) error { return draft.Fill(p, catalog.EditForm) })
	if err != nil {
		return serve.Reply{}, productConflict(err)
	}
	code, shown := "product_updated", p
	if storeActor(who).Proposes() {
		if shown = p.Effective(); p.Revision != nil {
			code = "product_revised"
		} else if p.Status != catalog.Approved {
			code = "product_pending"
		}
	}
	return serve.NoStoreJSON(wire.ProductSaved{
		Success: true, Code: code, Message: a.doneText(code), Product: toOwnProduct(shown),
		Revision: toRevision(p.Revision),
	})
}

// getProductToEdit answers a product for the form: to a store's people with what waits, which they go on changing.
func (a *API) getProductToEdit(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	p, err := a.stores.ProductToEdit(r.Context(), r.PathValue("id"), storeActor(who))
	if err != nil {
		return serve.Reply{}, err
	}
	answer := wire.ProductToEdit{
		Success: true, Product: toOwnProduct(p), Proposes: storeActor(who).Proposes(), Revision: toRevision(p.Revision),
	}
	if answer.Proposes {
		answer.Product = toOwnProduct(p.Effective())
	}
	return serve.NoStoreJSON(answer)
}

// patchStoreProduct changes what is live at once: price, discount, stock, reorder level and whether it is on sale.
func (a *API) patchStoreProduct(r *http.Request) (serve.Reply, error) {
	var in wire.ProductPatch
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	change, err := readPatch(in)
	if err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	p, err := a.stores.PatchProduct(r.Context(), r.PathValue("id"), int64(in.Version), storeActor(who), change)
	if err != nil {
		return serve.Reply{}, productConflict(err)
	}
	return serve.NoStoreJSON(wire.ManagedProductSaved{
		Success: true, Code: "product_updated", Message: a.doneText("product_updated"), Product: toStoreProduct(p),
	})
}

// toOwnProduct is a product for those who may edit it.
func toOwnProduct(p *catalog.Product) wire.Product {
	out := toProduct(p)
	out.ReorderLevel, out.OffSale = optional(p.ReorderLevel), &p.OffSale
	return out
}

func toRevision(r *catalog.Revision) *wire.ProductRevision {
	if r == nil {
		return nil
	}
	return &wire.ProductRevision{
		Fields: r.Fields, Status: wire.Approval(r.Status), Reason: optional(r.Note), At: r.At,
	}
}

// toStoreProduct is a product as the people of its store see it in their list.
func toStoreProduct(p *catalog.Product) wire.ManagedProduct {
	low := stores.Low(p)
	return wire.ManagedProduct{
		Product: toOwnProduct(p), Status: wire.Approval(p.Status), Reason: optional(p.StatusNote),
		Version: int(p.Version), UpdatedAt: p.UpdatedAt, Withdrawn: &p.Withdrawn, Low: &low,
		Revision: toRevision(p.Revision),
	}
}

// productConflict gives the present product, which another editor changed, in the words of the wire.
func productConflict(err error) error {
	refused, found := errors.AsType[*apperr.Error](err)
	if !found {
		return err
	}
	current, found := refused.Details["current"].(*catalog.Product)
	if !found {
		return err
	}
	return refused.WithDetail("current", toOwnProduct(current))
}

func fromProductInput(in wire.ProductInput) (catalog.Draft, error) {
	draft := catalog.Draft{Fields: map[string]string{
		"english_name": in.EnglishName, "arabic_name": in.ArabicName,
		"english_description": in.EnglishDescription, "arabic_description": in.ArabicDescription,
		"category": string(in.Category), "brand": in.Brand, "code": in.Code,
		"price": string(in.Price), "discount": string(in.Discount), "nb_in_stock": string(in.NbInStock),
	}}
	for field, value := range map[string]*string{
		"form": in.Form, "pack_size": in.PackSize, "english_usage": in.EnglishUsage, "arabic_usage": in.ArabicUsage,
		"english_warnings": in.EnglishWarnings, "arabic_warnings": in.ArabicWarnings,
		"max_per_order": (*string)(in.MaxPerOrder), "reorder_level": (*string)(in.ReorderLevel),
		"regulation": in.Regulation, "registration_no": in.RegistrationNo,
		"official_price_lbp": (*string)(in.OfficialPriceLbp), "official_price_source": in.OfficialPriceSource,
		"official_price_from": in.OfficialPriceFrom, "vat_rate": (*string)(in.VatRate),
	} {
		if value != nil {
			draft.Fields[field] = *value
		}
	}
	if in.ActiveIngredients != nil {
		draft.Ingredients = fromIngredients(in.ActiveIngredients)
	}
	draft.Concerns, draft.Suits = in.Concerns, in.Suits
	if in.Images == nil {
		return draft, nil
	}
	urls := make([]string, len(in.Images))
	for i, image := range in.Images {
		urls[i] = image.URL
	}
	images, err := namedPictures(urls)
	draft.Images = images
	return draft, err
}

func fromIngredients(list []wire.ActiveIngredient) []catalog.Ingredient {
	out := make([]catalog.Ingredient, len(list))
	for i, x := range list {
		out[i] = catalog.Ingredient{
			Name:     text.Pair{English: strings.TrimSpace(x.Name), Arabic: strings.TrimSpace(valueOf(x.ArabicName))},
			Strength: strings.TrimSpace(valueOf(x.Strength)),
		}
	}
	return out
}

// hiddenProduct answers a product that is not on sale: it exists for the house, for whoever submitted it
// and for the people of its store.
func (a *API) hiddenProduct(r *http.Request, id string) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	if a.products == nil || !who.SignedIn() {
		return serve.Reply{}, apperr.New(apperr.ProductNotFound)
	}
	p, err := a.products.Product(r.Context(), id)
	if err != nil {
		return serve.Reply{}, err
	}
	if !a.stores.MaySeeProduct(p, storeActor(who)) {
		return serve.Reply{}, apperr.New(apperr.ProductNotFound)
	}
	listed, err := a.inWishlist(r, p.ID)
	if err != nil {
		return serve.Reply{}, err
	}
	out, err := serve.JSON(http.StatusOK, wire.ProductDetail{
		Success: true, Product: toProduct(p), AddedToWishlist: listed,
	})
	out.TagBytes()
	out.Set("Vary", "Cookie")
	return private(out), err
}
