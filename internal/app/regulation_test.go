package app

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/edge/httpapi/wire"
)

// classified is the edit of item-07 with a class and a discount.
func classified(class string, discount int) string {
	return strings.Replace(strings.Replace(edit("Seven", 0), `"version":0`, fmt.Sprintf(`"regulation":%q`, class), 1),
		`"discount":5`, fmt.Sprintf(`"discount":%d`, discount), 1)
}

func TestRegulation_NoCallDiscountsAMedicine(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		admin, user := s.admin("boss"), s.customer("layla")
		const path = "/api/product/item-07"
		admin.refused(400, apperr.DiscountForbidden, "PUT", path, classified("otc", 5))
		var failure struct{ Errors map[string]string }
		_, body := admin.call("PUT", path, classified("prescription", 5))
		if err := json.Unmarshal(body, &failure); err != nil || failure.Errors["discount"] != "discount_forbidden" {
			t.Errorf("%s", body)
		}
		var saved wire.ProductSaved
		admin.into(&saved, "PUT", path, classified("otc", 0))
		admin.refused(400, apperr.DiscountForbidden, "PATCH", "/api/admin/product/item-07",
			fmt.Sprintf(`{"version":%d,"discount":10}`, *saved.Product.Version))
		medicine := productForm("Tablets", "").with("product[regulation]", "otc").with("product[discount]", "10")
		user.refusedForm(400, apperr.DiscountForbidden, "/api/product/new", medicine)
		admin.refusedForm(400, apperr.DiscountForbidden, "/api/product/new", medicine)
		job := admin.imported("code,discount\nC-07,10\n")
		if len(job.Problems) != 1 || job.Problems[0].Code != "discount_forbidden" {
			t.Errorf("a file: %+v", job)
		}
	})
}

func TestRegulation_NothingIsApprovedWithoutAClass(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		admin, user := s.admin("boss"), s.customer("layla")
		added := user.addProduct(productForm("Balm", "").with("product[regulation]", ""))
		if added.Product.Regulation != nil {
			t.Errorf("classified by nobody as %s", *added.Product.Regulation)
		}
		path := "/api/admin/product/" + added.ID + "/status"
		admin.wrong("PUT", path, `{"status":"approved"}`, map[string]string{"regulation": "regulation_blank"})
		admin.wrong("PUT", path, `{"status":"approved","regulation":"herbal"}`,
			map[string]string{"regulation": "regulation_unknown"})
		admin.must("PUT", path, `{"status":"approved","regulation":"otc"}`)
		var shown wire.ProductDetail
		s.visitor().into(&shown, "GET", "/api/product/"+added.ID, "")
		if shown.Product.Regulation == nil || *shown.Product.Regulation != "otc" {
			t.Errorf("approved as %v", shown.Product.Regulation)
		}
		admin.wrongForm(productForm("Pills", "").with("product[regulation]", "").
			with("product[active_ingredients]", `[{"name":"Paracetamol"}]`),
			map[string]string{"regulation": "regulation_blank"})
		by := admin.addProduct(productForm("Soap", "").with("product[regulation]", ""))
		if *by.Product.Regulation != "none" {
			t.Errorf("an admin's soap is %s", *by.Product.Regulation)
		}
	})
}

func TestRegulation_WhatCannotBeOrderedReachesNoCart(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		c.PharmacistPhone = "+961 1 234 567"
		s := stocked(t, c)
		admin, user := s.admin("boss"), s.customer("layla")
		user.put("item-07", 1)
		admin.must("PUT", "/api/product/item-07", classified("prescription", 0))
		user.refused(409, apperr.PrescriptionOnly, "PUT", "/api/user/cart", `{"productId":"item-07","quantity":1}`)
		cart := user.cart()
		if len(cart.Cart) != 1 || cart.Cart[0].Available || cart.Cart[0].Notices[0].Code != "prescription_only" {
			t.Errorf("the cart: %+v", cart)
		}
		if _, _, code := user.buy(byCash, "k1"); code != apperr.PrescriptionOnly {
			t.Errorf("ordered a prescription medicine: %s", code)
		}
		var shown wire.ProductDetail
		user.into(&shown, "GET", "/api/product/item-07", "")
		if shown.Pharmacist == nil || shown.Pharmacist.Phone == nil {
			t.Error("nobody to ask")
		}
		admin.must("PUT", "/api/product/item-07", classified("controlled", 0))
		user.refused(404, apperr.ProductNotFound, "GET", "/api/product/item-07", "")
		s.visitor().refused(404, apperr.ProductNotFound, "PUT", "/api/user/cart",
			`{"productId":"item-07","quantity":1}`)
		if ids, _ := admin.table("status=approved&q=Seven"); len(ids) != 1 {
			t.Errorf("admins see %v", ids)
		}
	})
}
