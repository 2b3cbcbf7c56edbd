package app

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/edge/httpapi/wire"
)

// soldByStore is a product of a store that is on sale.
func soldByStore(t *testing.T, owner, admin *shopper, store, name string) string {
	t.Helper()
	id := owner.addProduct(productForm(name, store)).ID
	admin.must("PUT", "/api/admin/product/"+id+"/status", `{"status":"approved","regulation":"none"}`)
	return id
}

// editBody is the whole form of a product with some fields changed.
func editBody(t *testing.T, p wire.Product, changes map[string]any) string {
	t.Helper()
	fields := map[string]any{
		"english_name": p.EnglishName, "arabic_name": p.ArabicName, "english_description": p.EnglishDescription,
		"arabic_description": p.ArabicDescription, "category": p.Category, "brand": p.Brand, "code": p.Code,
		"price": p.Price, "discount": p.Discount, "nb_in_stock": p.NbInStock, "version": p.Version,
	}
	for field, value := range changes {
		fields[field] = value
	}
	body, err := json.Marshal(map[string]any{"product": fields})
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestStoreProducts_PriceIsLiveAndNamesWaitForApproval(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		owner, rival, visitor, admin := s.customer("karim"), s.customer("nadia"), s.visitor(), s.admin("boss")
		store, other := s.approvedStore(owner, admin, "Cedar"), s.approvedStore(rival, admin, "Jbeil")
		id := soldByStore(t, owner, admin, store, "Cedar Balm")
		path, form := "/api/product/"+id, "/api/product-edit/"+id
		var to wire.ProductToEdit
		owner.into(&to, "GET", form, "")
		if !to.Proposes || to.Revision != nil {
			t.Errorf("to edit: %+v", to)
		}

		// Strangers see and change nothing of it, with the id in hand.
		for _, call := range [][3]string{
			{"GET", form, ""}, {"PUT", path, editBody(t, to.Product, nil)},
			{"PATCH", path, fmt.Sprintf(`{"price":1,"version":%d}`, *to.Product.Version)},
		} {
			rival.refused(404, apperr.ProductNotFound, call[0], call[1], call[2])
			visitor.refused(401, apperr.NotSignedIn, call[0], call[1], call[2])
		}
		rival.refused(404, apperr.StoreNotFound, "GET", "/api/store/"+store+"/catalogue", "")
		rival.refused(403, apperr.Forbidden, "PUT", "/api/admin/product/"+id+"/revision", `{"status":"approved"}`)
		rival.must("GET", "/api/store/"+other+"/catalogue", "")

		var saved wire.ProductSaved
		owner.into(&saved, "PUT", path, editBody(t, to.Product, map[string]any{
			"price": "4.75", "nb_in_stock": 9, "english_name": "Cedar Balm Forte", "reorder_level": 12,
		}))
		if saved.Code != "product_revised" || saved.Revision == nil ||
			saved.Product.EnglishName != "Cedar Balm Forte" || fmt.Sprint(saved.Revision.Fields) != "[english_name]" {
			t.Fatalf("saved: %+v", saved)
		}
		var seen wire.ProductDetail
		visitor.into(&seen, "GET", path, "")
		if seen.Product.EnglishName != "Cedar Balm" || seen.Product.Price != 475 || seen.Product.NbInStock != 9 ||
			seen.Product.ReorderLevel != nil {
			t.Errorf("a visitor sees %+v", seen.Product)
		}
		var list wire.ManagedProductList
		owner.into(&list, "GET", "/api/store/"+store+"/catalogue?show=low&q=BALM", "")
		if len(list) != 1 || list[0].Revision == nil || list[0].Low == nil || !*list[0].Low {
			t.Errorf("the store's list is %+v", list)
		}
		owner.refused(400, apperr.BadQuery, "GET", "/api/store/"+store+"/catalogue?show=secret", "")

		// An admin sees the difference, rejects it, and approves the corrected one.
		var pending wire.Pending
		admin.into(&pending, "GET", "/api/admin/pending", "")
		if len(pending.Revisions) != 1 || pending.Revisions[0].Proposed.EnglishName != "Cedar Balm Forte" ||
			pending.Revisions[0].Product.Product.EnglishName != "Cedar Balm" {
			t.Fatalf("what waits: %+v", pending.Revisions)
		}
		decision := func(status string, at time.Time) string {
			return fmt.Sprintf(`{"status":%q,"reason":"Forte is another strength","at":%q}`, status,
				at.Format(time.RFC3339Nano))
		}
		at := pending.Revisions[0].Revision.At
		admin.refused(409, apperr.Conflict, "PUT", "/api/admin/product/"+id+"/revision",
			decision("approved", at.Add(time.Second)))
		admin.must("PUT", "/api/admin/product/"+id+"/revision", decision("rejected", at))
		owner.into(&to, "GET", form, "")
		if to.Revision == nil || to.Revision.Status != "rejected" || to.Revision.Reason == nil ||
			to.Product.EnglishName != "Cedar Balm Forte" {
			t.Errorf("after the rejection: %+v", to)
		}
		saved = wire.ProductSaved{}
		owner.into(&saved, "PUT", path, editBody(t, to.Product, map[string]any{"english_name": "Cedar Balm 2"}))
		admin.must("PUT", "/api/admin/product/"+id+"/revision", decision("approved", saved.Revision.At))
		admin.refused(404, apperr.NotFound, "PUT", "/api/admin/product/"+id+"/revision", `{"status":"approved"}`)
		visitor.into(&seen, "GET", path, "")
		if seen.Product.EnglishName != "Cedar Balm 2" || seen.Product.Price != 475 {
			t.Errorf("after the approval: %+v", seen.Product)
		}

		var log wire.AuditList
		admin.into(&log, "GET", "/api/admin/audit?action=product_updated", "")
		if !strings.Contains(fmt.Sprint(log), "price") || !hasChange(log, "price", "4.75") {
			t.Errorf("the audit log has %+v", log)
		}
	})
}

func hasChange(log wire.AuditList, field, value string) bool {
	for _, entry := range log {
		for _, change := range entry.Changes {
			if change.Field == field && change.New == value {
				return true
			}
		}
	}
	return false
}

func TestStoreProducts_OffSaleAndRejectedOnesComeBack(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		owner, visitor, admin := s.customer("karim"), s.visitor(), s.admin("boss")
		store := s.approvedStore(owner, admin, "Cedar")
		id := soldByStore(t, owner, admin, store, "Cedar Balm")
		path, form := "/api/product/"+id, "/api/product-edit/"+id
		var patched wire.ManagedProductSaved
		var to wire.ProductToEdit
		owner.into(&to, "GET", form, "")
		owner.into(&patched, "PATCH", path, fmt.Sprintf(`{"off_sale":true,"version":%d}`, *to.Product.Version))
		visitor.refused(404, apperr.ProductNotFound, "GET", path, "")
		visitor.refused(404, apperr.ProductNotFound, "PUT", "/api/user/cart",
			fmt.Sprintf(`{"productId":%q,"quantity":1}`, id))
		owner.refused(409, apperr.ProductChanged, "PATCH", path,
			fmt.Sprintf(`{"off_sale":false,"version":%d}`, *to.Product.Version))
		owner.into(&patched, "PATCH", path, fmt.Sprintf(`{"off_sale":false,"version":%d}`, patched.Product.Version))
		visitor.must("GET", path, "")

		// A rejected product is corrected and sent again.
		admin.must("PUT", "/api/admin/product/"+id+"/status", `{"status":"rejected","reason":"No leaflet"}`)
		owner.into(&to, "GET", form, "")
		var saved wire.ProductSaved
		owner.into(&saved, "PUT", path, editBody(t, to.Product, map[string]any{"english_description": "With leaflet"}))
		if saved.Code != "product_pending" || *saved.Product.Status != "pending" || saved.Revision != nil {
			t.Errorf("sent again: %+v", saved)
		}
		// The store leaves the shop and comes back; so does what it sells.
		admin.must("PUT", "/api/admin/product/"+id+"/status", `{"status":"approved"}`)
		admin.must("PUT", "/api/admin/store/"+store+"/status", `{"status":"rejected","reason":"Licence ended"}`)
		answers := func(want int) func() bool {
			return func() bool { status, _ := visitor.call("GET", path, ""); return status == want }
		}
		eventually(t, answers(404))
		admin.must("PUT", "/api/admin/store/"+store+"/status", `{"status":"approved"}`)
		eventually(t, answers(200))
	})
}

func TestStores_LicenceDocumentIsForAdminsAlone(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		owner, rival, admin := s.customer("karim"), s.customer("nadia"), s.admin("boss")
		store := s.approvedStore(owner, admin, "Cedar")
		path := "/api/admin/store/" + store + "/licence"
		for _, who := range []*shopper{owner, rival} {
			who.refused(403, apperr.Forbidden, "GET", path, "")
			who.refused(403, apperr.Forbidden, "GET", path+"/document", "")
		}
		var licence wire.LicenceAnswer
		admin.into(&licence, "GET", path, "")
		if licence.Number != "L-1" || licence.Document {
			t.Errorf("the licence is %+v", licence)
		}
		admin.refused(404, apperr.DocumentNotFound, "GET", path+"/document", "")
		for _, at := range []string{"/api/store/" + store, "/api/user/stores"} {
			for _, who := range []*shopper{owner, admin} {
				if status, body := who.call("GET", at, ""); status == 200 && strings.Contains(string(body), "L-1") {
					t.Errorf("%s tells the licence: %s", at, body)
				}
			}
		}
	})
}
