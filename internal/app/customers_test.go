package app

import (
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/edge/httpapi/wire"
)

func TestCustomers_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		layla, other, admin := s.customer("layla"), s.customer("karim"), s.admin("boss")
		layla.put("item-07", 1)
		first := layla.mustBuy(byCash, "first")
		layla.put("item-07", 1)
		second := layla.mustBuy(byCash, "second")
		layla.must("POST", "/api/order/"+second.Number+"/cancel", "")
		part := first.Fulfilments[0].UnderscoreID
		admin.must("PUT", "/api/store/house/fulfilment/"+part+"/note", `{"note":"Ring twice"}`)

		other.refused(403, apperr.Forbidden, "GET", "/api/admin/customers", "")
		other.refused(403, apperr.Forbidden, "GET", "/api/admin/customer/"+s.userID("layla"), "")
		admin.refused(404, apperr.NotFound, "GET", "/api/admin/customer/nobody", "")
		for q, want := range map[string]int{
			"LAYLA@": 1, "haddad": 3, "03+123+456": 3, "%2B961+3123456": 3, "%25": 0, "nobody": 0,
		} {
			var list wire.CustomerList
			admin.into(&list, "GET", "/api/admin/customers?q="+q, "")
			if len(list) != want {
				t.Errorf("%q finds %d: %+v", q, len(list), list)
			}
		}
		var page wire.CustomerList
		admin.into(&page, "GET", "/api/admin/customers?limit=1&page=2", "")
		if len(page) != 1 {
			t.Errorf("the second page has %+v", page)
		}
		var found wire.CustomerAnswer
		admin.into(&found, "GET", "/api/admin/customer/"+s.userID("layla"), "")
		if c := found.Customer; c.Orders != 2 || c.OpenOrders != 1 || c.Spent != first.Total || c.LastOrder == nil {
			t.Errorf("the sums are %+v", c)
		}
		if len(found.Addresses) != 1 || len(found.Notes) != 1 || found.Notes[0].Note != "Ring twice" ||
			found.Notes[0].Order != first.Number || len(found.Refunds) != 0 {
			t.Errorf("the customer's page has %+v", found)
		}
		var bought wire.AdminOrderList
		admin.into(&bought, "GET", "/api/admin/orders?customer="+s.userID("layla"), "")
		if len(bought) != 2 || bought[0].Customer.ID == nil || *bought[0].Customer.ID != s.userID("layla") {
			t.Errorf("the customer's orders are %+v", bought)
		}
		admin.into(&bought, "GET", "/api/admin/orders?customer=nobody", "")
		if len(bought) != 0 {
			t.Errorf("nobody's orders are %+v", bought)
		}
	})
}
