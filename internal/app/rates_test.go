package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/edge/httpapi/wire"
)

func TestRate_CartOrderAndOverview(t *testing.T) {
	t.Parallel()
	s := rehearsal(t, testConfig(t))
	layla, boss := s.customer("layla"), s.admin("boss")
	var none wire.RateAnswer
	layla.into(&none, "GET", "/api/rate", "")
	if none.LbpPerUsd != nil || none.Step != 1000 {
		t.Errorf("a shop without a rate answers %+v", none)
	}
	layla.put("item-07", 2)
	var cart wire.Cart
	layla.into(&cart, "GET", "/api/user/cart", "")
	if cart.Rate != nil {
		t.Errorf("the cart has the rate %+v", cart.Rate)
	}
	boss.must("POST", "/api/admin/rate", `{"lbp_per_usd":89500}`)
	layla.into(&cart, "GET", "/api/user/cart", "")
	if cart.Rate == nil || cart.Rate.LbpPerUsd != 89_500 || cart.Rate.Step != 1000 {
		t.Fatalf("the cart has the rate %+v", cart.Rate)
	}
	withRate := func(rate string) string {
		return strings.Replace(byCash, `"payment"`, `"expectedRate":`+rate+`,"payment"`, 1)
	}
	if status, _, code := layla.buy(withRate("80000"), ""); status != http.StatusConflict ||
		code != apperr.RateChanged {
		t.Errorf("another rate than was shown: %d %s", status, code)
	}
	order := layla.mustBuy(withRate("89500"), "")
	if order.Rate == nil || *order.Rate != 89_500 || order.TotalLbp == nil ||
		*order.TotalLbp != money.InPounds(order.Total, 89_500, 1000) || order.Products[0].Vat == nil {
		t.Errorf("the order is %+v", order)
	}
	layla.put("item-07", 1)
	withCash := strings.Replace(byCash, `"payment"`, `"cash":{"pay_with":"usd","hands_usd":100},"payment"`, 1)
	paid := layla.mustBuy(withCash, "")
	var atDesk wire.AdminOrderAnswer
	boss.into(&atDesk, "GET", "/api/admin/order/"+paid.Number, "")
	if change := atDesk.Order.Change; change == nil || change.Short || len(change.Notes) == 0 || change.Usd == 0 {
		t.Errorf("the desk shows the change %+v of %+v", change, atDesk.Order.Order.Cash)
	}
	var atHouse wire.StoreOrderAnswer
	boss.into(&atHouse, "GET", "/api/store/house/fulfilment/"+paid.Fulfilments[0].UnderscoreID, "")
	if o := atHouse.Order; o.Rate == nil || *o.Rate != 89_500 || o.TotalLbp == nil || *o.TotalLbp != *paid.TotalLbp ||
		o.Cash == nil || valueOf(o.Cash.PayWith) != "usd" || o.Change == nil || o.Change.Usd == 0 {
		t.Errorf("the label shows %+v", o)
	}
	status, body := boss.call("POST", "/api/admin/rate", `{"lbp_per_usd":8950}`)
	var refused struct {
		Code    apperr.Code `json:"code"`
		Current int64       `json:"current"`
	}
	if err := json.Unmarshal(body, &refused); err != nil || status != http.StatusConflict ||
		refused.Code != apperr.RateSuspicious || refused.Current != 89_500 {
		t.Errorf("a slip of the hand: %d %s", status, body)
	}
	var overview wire.Overview
	boss.into(&overview, "GET", "/api/admin/overview", "")
	if overview.Rate == nil || overview.Rate.LbpPerUsd != 89_500 || valueOfString(overview.Rate.By) != "boss" ||
		overview.Rate.Stale {
		t.Errorf("the overview shows %+v", overview.Rate)
	}
}

func valueOfString(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// A shop that wants it shows pounds beside every price, on pages as the server renders them, and a new rate is on the
// next page. Any other shop shows dollars alone.
func TestPages_ShowPoundsBesidePricesWhereTheShopWants(t *testing.T) {
	t.Parallel()
	builtFrontend(t)
	currencies := map[text.Lang]string{text.English: " LBP", text.Arabic: " ل.ل."}
	shown := func(s *stock, lang text.Lang) string {
		return markup.ReplaceAllString(s.page("/product/item-07", lang), "")
	}
	onBothEngines(t, func(t *testing.T, c Config) {
		c.PoundsBesidePrices = true
		s := stocked(t, c)
		boss := s.admin("boss")
		for rate, pounds := range map[int64]string{89_500: "716,000", 91_000: "728,000"} {
			boss.must("POST", "/api/admin/rate", fmt.Sprintf(`{"lbp_per_usd":%d}`, rate))
			for lang, currency := range currencies {
				untilRight(t, func() string {
					if !strings.Contains(shown(s, lang), "$8.00"+pounds+currency) {
						return fmt.Sprintf("%s%s is not beside $8.00 in %s", pounds, currency, lang)
					}
					return ""
				})
			}
		}
	})
	s := stocked(t, testConfig(t))
	s.admin("boss").must("POST", "/api/admin/rate", `{"lbp_per_usd":89500}`)
	for lang, currency := range currencies {
		untilRight(t, func() string { return rendered(s.page("/product/item-07", lang)) })
		if strings.Contains(shown(s, lang), currency) {
			t.Errorf("pounds stand beside a price in %s without being asked for", lang)
		}
	}
}

var markup = regexp.MustCompile(`<[^>]*>`)
