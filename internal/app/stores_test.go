package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/admin"
	"dawa/internal/edge/httpapi/wire"
)

func storeBody(name string) string {
	return fmt.Sprintf(`{"store":{"name":%q,"description":"مفتوحة ليلاً","street":"Hamra 12/3","city":"Beirut",`+
		`"building":"Blue","state":"Beirut","phone_nb":"٠١ ٢٣٤ ٥٦٧","licence_no":"L-1"}}`, name)
}

// A store with a name in Arabic is called by it wherever its people and the admins read of it.
func TestStoreNames_InBothLanguages(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		owner, boss := s.customer("karim"), s.admin("boss")
		var saved wire.StoreSaved
		owner.into(&saved, "POST", "/api/store/add",
			strings.Replace(storeBody("Cedar"), `"name"`, `"arabic_name":"الأرز","name"`, 1))
		boss.must("PUT", "/api/admin/store/"+saved.Store.ID+"/status", `{"status":"approved"}`)
		path := "/api/store/" + saved.Store.ID
		named := func(where string, english, arabic *string) {
			t.Helper()
			if english == nil || *english != "Cedar" || arabic == nil || *arabic != "الأرز" {
				t.Errorf("%s has other names", where)
			}
		}
		added := owner.addProduct(productForm("Cedar Balm", saved.Store.ID))
		var pending wire.Pending
		boss.into(&pending, "GET", "/api/admin/pending", "")
		waits := pending.Products[slices.IndexFunc(pending.Products, func(m wire.ManagedProduct) bool {
			return m.Product.ID == added.ID
		})]
		named("what waits", waits.StoreName, waits.StoreArabicName)
		boss.must("PUT", "/api/admin/product/"+added.ID+"/status", `{"status":"approved"}`)
		var table wire.ManagedProductList
		boss.into(&table, "GET", "/api/admin/products?q=cedar%20balm", "")
		named("the table", table[0].StoreName, table[0].StoreArabicName)

		owner.must("POST", path+"/members", `{"email":"maya@example.com","role":"staff"}`)
		var invited wire.InvitationAnswer
		s.visitor().into(&invited, "GET", "/api/invitation/"+s.invitation(), "")
		named("the invitation", &invited.Name, invited.ArabicName)

		var opened wire.ShiftAnswer
		owner.into(&opened, "POST", path+"/shifts", fmt.Sprintf(
			`{"key":"opening-1","courier":%q,"float":{"usd":20,"lbp":0}}`, owner.status().User.ID))
		named("the shift", &opened.Shift.Store.Name, opened.Shift.Store.ArabicName)
		today := s.now().In(admin.Beirut).Format("2006-01-02")
		days := "?from=" + today + "&to=" + today
		var report wire.ShiftReport
		boss.into(&report, "GET", "/api/store/house/shift-report"+days, "")
		named("the report", &report.Rows[0].Store.Name, report.Rows[0].Store.ArabicName)
		for lang, name := range map[string]string{"english": "Cedar", "arabic": "الأرز"} {
			_, file := boss.do("POST", "/api/store/house/export/shifts"+days, "", "CSRF-Token", boss.token,
				"Cookie", boss.cookie+"; language="+lang)
			if !strings.Contains(string(file), ","+name+",") {
				t.Errorf("the file in %s is %s", lang, file)
			}
		}
	})
}

func ids(t *testing.T, body []byte) []string {
	t.Helper()
	var list []wire.Product
	if err := json.Unmarshal(body, &list); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	found := []string{}
	for _, p := range list {
		found = append(found, p.ID)
	}
	return found
}

func TestStores_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		visitor, owner, other, admin := s.visitor(), s.customer("karim"), s.customer("layla"), s.admin("boss")
		visitor.refused(401, apperr.NotSignedIn, "POST", "/api/store/add", storeBody("Cedar"))
		var mine wire.StoreList
		visitor.into(&mine, "GET", "/api/user/stores", "")
		if len(mine.Stores) != 0 {
			t.Errorf("a visitor has stores: %+v", mine)
		}
		owner.wrong("POST", "/api/store/add",
			`{"store":{"name":"","street":" ","city":"","building":"","state":"","phone_nb":""}}`, map[string]string{
				"name": "name_blank", "street": "street_blank", "city": "city_blank", "building": "building_blank",
				"state": "state_blank", "phone_nb": "phone_nb_blank",
			})
		nonsense(t, owner, "POST", "/api/store/add")
		// The literal call of the specification sends no token.
		res, body := s.do("POST", "/api/store/add", storeBody("صيدلية الأرز"), "Cookie", owner.cookie)
		var saved wire.StoreSaved
		if err := json.Unmarshal(body, &saved); err != nil || res.StatusCode != http.StatusOK ||
			saved.Store.Status != "pending" || saved.Store.PhoneNb != "01234567" {
			t.Fatalf("adding a store: %d %s", res.StatusCode, body)
		}
		id := saved.Store.ID
		path := "/api/store/" + id
		for _, stranger := range []*shopper{visitor, other} {
			stranger.refused(404, apperr.StoreNotFound, "GET", path, "")
			stranger.refused(404, apperr.StoreNotFound, "GET", path+"/products", "")
		}
		other.refused(404, apperr.StoreNotFound, "PUT", path, storeBody("Mine"))
		other.refused(403, apperr.Forbidden, "PUT", "/api/admin/store/"+id+"/status", `{"status":"approved"}`)
		other.refused(403, apperr.Forbidden, "GET", "/api/admin/stores", "")
		var pending wire.Pending
		admin.into(&pending, "GET", "/api/admin/pending", "")
		if pending.StoreCount != 1 || pending.Stores[0].Store.ID != id || pending.Stores[0].Owner.Username != "karim" ||
			pending.ProductCount != 1 {
			t.Errorf("what waits: %+v", pending)
		}
		admin.into(&saved, "PUT", "/api/admin/store/"+id+"/status", `{"status":"rejected","reason":"بلا ترخيص"}`)
		owner.into(&mine, "GET", "/api/user/stores", "")
		if len(mine.Stores) != 1 || mine.Stores[0].Status != "rejected" || mine.Stores[0].Reason == nil ||
			*mine.Stores[0].Reason != "بلا ترخيص" {
			t.Errorf("the owner sees %+v", mine)
		}
		saved = wire.StoreSaved{}
		owner.into(&saved, "PUT", path, storeBody("Cedar"))
		if saved.Store.Status != "pending" || saved.Store.Reason != nil {
			t.Errorf("mended: %+v", saved.Store)
		}
		stale := strings.Replace(storeBody("Other"), `"name"`, `"version":1,"name"`, 1)
		if status, got := owner.call("PUT", path, stale); status != 409 ||
			!strings.Contains(string(got), `"current":{`) {
			t.Errorf("a stale edit: %d %s", status, got)
		}
		admin.refused(400, apperr.StatusInvalid, "PUT", "/api/admin/store/"+id+"/status", `{"status":"sold"}`)
		admin.refused(404, apperr.StoreNotFound, "PUT", "/api/admin/store/none/status", `{"status":"approved"}`)
		admin.must("PUT", "/api/admin/store/"+id+"/status", `{"status":"approved"}`)
		var one wire.StoreAnswer
		visitor.into(&one, "GET", path, "")
		if one.Mine || one.Store.Name != "Cedar" || one.Store.Version != nil {
			t.Errorf("a visitor sees %+v", one)
		}
		owner.into(&one, "GET", path, "")
		if !one.Mine || one.Store.Version == nil {
			t.Errorf("the owner sees %+v", one)
		}
		other.refused(404, apperr.StoreNotFound, "PUT", path, storeBody("Mine"))
		var list []wire.ManagedStore
		admin.into(&list, "GET", "/api/admin/stores?q=ceda&status=approved&limit=5", "")
		if len(list) != 1 || list[0].Store.ID != id {
			t.Errorf("the list finds %+v", list)
		}
		admin.refused(400, apperr.StatusInvalid, "GET", "/api/admin/stores?status=sold", "")
		admin.refused(400, apperr.BadLimit, "GET", "/api/admin/stores?limit=1000", "")

		// Products of the store, before and after approval.
		other.refusedForm(403, apperr.Forbidden, "/api/product/new", productForm("x", id))
		added := owner.addProduct(productForm("Cedar Balm", id))
		if added.Status != "pending" || added.Code != "product_pending" || added.Product.Store == nil ||
			*added.Product.Store != id {
			t.Errorf("added: %+v", added)
		}
		for who, want := range map[*shopper][]string{visitor: {}, other: {}, owner: {added.ID}, admin: {added.ID}} {
			if got := ids(t, who.must("GET", path+"/products", "")); !slices.Equal(got, want) {
				t.Errorf("the list is %v, want %v", got, want)
			}
		}
		visitor.refused(404, apperr.ProductNotFound, "GET", "/api/product/"+added.ID, "")
		other.refused(404, apperr.ProductNotFound, "GET", "/api/product/"+added.ID, "")
		owner.must("GET", "/api/product/"+added.ID, "")
		admin.must("GET", "/api/product/"+added.ID, "")
		for _, path := range []string{"/api/search?name=cedar%20balm", "/api/autocomplete?name=cedar%20balm"} {
			if got := ids(t, visitor.must("GET", path, "")); slices.Contains(got, added.ID) {
				t.Errorf("%s finds what is pending: %v", path, got)
			}
		}
		visitor.refused(404, apperr.ProductNotFound, "PUT", "/api/user/cart",
			fmt.Sprintf(`{"productId":%q,"quantity":1}`, added.ID))
		other.refused(403, apperr.Forbidden, "PUT", "/api/admin/product/"+added.ID+"/status", `{"status":"approved"}`)
		var decided wire.ManagedProductSaved
		admin.into(&decided, "PUT", "/api/admin/product/"+added.ID+"/status", `{"status":"approved"}`)
		if decided.Product.SubmittedBy != "karim" || decided.Product.StoreName == nil ||
			*decided.Product.StoreName != "Cedar" {
			t.Errorf("decided: %+v", decided)
		}
		if got := ids(t, visitor.must("GET", path+"/products?brands=other%20maker&sort=name", "")); !slices.Equal(got,
			[]string{added.ID}) {
			t.Errorf("approved, the store sells %v", got)
		}
		if got := ids(t, visitor.must("GET", "/api/search?name=cedar%20balm", "")); !slices.Contains(got, added.ID) {
			t.Errorf("approved, it is not found: %v", got)
		}

		// One's own data, and leaving.
		var export wire.AccountExport
		owner.into(&export, "POST", "/api/user/export", `{"password":"`+testPassword+`"}`)
		if len(export.Stores) != 1 || len(export.Products) != 1 || export.Products[0].ID != added.ID {
			t.Errorf("the export has %+v %+v", export.Stores, export.Products)
		}
		owner.must("DELETE", "/api/user/account", fmt.Sprintf(`{"password":%q}`, testPassword))
		visitor.refused(404, apperr.StoreNotFound, "GET", path, "")
		eventually(t, func() bool {
			status, _ := visitor.call("GET", "/api/product/"+added.ID, "")
			return status == 404
		})
	})
}

func TestAdminStores_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		owner, support, admin := s.customer("karim"), s.customer("layla"), s.admin("boss")
		admin.must("POST", "/api/store/house/members", `{"email":"layla@example.com","role":"support"}`)
		support.must("POST", "/api/invitation/"+s.invitation()+"/accept", "")
		store := s.approvedStore(owner, admin, "Cedar")
		path := "/api/admin/store/" + store
		owner.refused(403, apperr.Forbidden, "GET", path, "")
		admin.refused(404, apperr.StoreNotFound, "GET", "/api/admin/store/none", "")
		var one wire.AdminStoreAnswer
		admin.into(&one, "GET", path, "")
		if one.Store.LicenceNo == nil || *one.Store.LicenceNo != "L-1" || one.Store.Owner.Username != "karim" ||
			one.Store.Products != 0 {
			t.Errorf("an admin sees %+v", one.Store)
		}
		one = wire.AdminStoreAnswer{}
		support.into(&one, "GET", path, "")
		if one.Store.LicenceNo != nil || one.Store.Store.ID != store {
			t.Errorf("support sees %+v", one.Store)
		}
		admin.must("PUT", path+"/status", `{"status":"rejected","reason":"No pharmacist"}`)
		for state, want := range map[string]int{"suspended": 1, "rejected": 0, "approved": 0, "pending": 0} {
			var list []wire.ManagedStore
			support.into(&list, "GET", "/api/admin/stores?q=karim@&status="+state, "")
			if len(list) != want {
				t.Errorf("%s finds %+v", state, list)
			}
		}
		var log []wire.AuditEntry
		admin.into(&log, "GET", "/api/admin/audit?store="+store, "")
		if len(log) != 3 || log[0].Action != "store_rejected" || log[2].Action != "store_added" {
			t.Errorf("the audit log of the store has %+v", log)
		}
		admin.into(&log, "GET", "/api/admin/audit?store=none", "")
		if len(log) != 0 {
			t.Errorf("the audit log of no store has %+v", log)
		}
	})
}
