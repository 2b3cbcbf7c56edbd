package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/edge/httpapi/wire"
)

const priceLists = "/api/admin/price-lists"

// compared brings in an official price list.
func (p *shopper) comparedList(file string) wire.PriceList {
	p.t.Helper()
	status, got := p.uploadTo(priceLists, file, "barcode", "Barcode", "price", "Price LBP", "source", "Circular 7",
		"valid_from", "2026-11-01")
	var saved wire.PriceListSaved
	if err := json.Unmarshal(got, &saved); err != nil || status != http.StatusOK {
		p.t.Fatalf("comparing: %d %s", status, got)
	}
	return saved.List
}

func (p *shopper) priceList(id, query string) (list wire.PriceListAnswer) {
	p.t.Helper()
	p.into(&list, "GET", priceLists+"/"+id+query, "")
	return list
}

func TestPriceList_OverHTTPTellsTheShopper(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := rehearsal(t, c)
		boss, keeper, layla := s.admin("boss"), s.customer("keeper"), s.customer("layla")
		boss.must("POST", "/api/admin/rate", `{"lbp_per_usd":89500}`)
		medicine := strings.Replace(classified("otc", 0), `"regulation"`, `"official_price_lbp":300000,"regulation"`, 1)
		boss.must("PUT", "/api/product/item-07", medicine)
		eventually(t, func() bool {
			it, ok := s.live.Snapshot().Product("item-07")
			return ok && it.Price == 335
		})
		layla.put("item-07", 2)

		keeper.refused(403, apperr.Forbidden, "GET", priceLists, "")
		file := "Ministry list,,\nBarcode,Name,Price LBP\nC-07,Seven,\"330,000\"\nC-99,Nobody,5000\n"
		status, got := boss.uploadTo(priceLists+"/columns", file)
		var columns wire.PriceListColumns
		if err := json.Unmarshal(got, &columns); err != nil || status != http.StatusOK || columns.Rows != 2 ||
			valueOf(columns.Suggested.Barcode) != "Barcode" || valueOf(columns.Suggested.Price) != "Price LBP" {
			t.Fatalf("columns: %d %s", status, got)
		}
		list := boss.comparedList(file)
		if list.Changed != 1 || list.Unmatched != 1 || list.Suspicious != 0 || list.State != "compared" {
			t.Errorf("compared: %+v", list)
		}
		if found := boss.priceList(list.UnderscoreID, "?kind=unmatched"); found.Total != 1 || *found.Rows[0].Row != 4 {
			t.Errorf("unmatched: %+v", found)
		}
		if cart := layla.cart(); len(cart.Cart[0].Notices) != 0 || cart.Total != 870 {
			t.Fatalf("before: %+v", cart.Cart[0])
		}
		boss.must("POST", priceLists+"/"+list.UnderscoreID+"/apply", `{}`)
		eventually(t, func() bool { return boss.priceList(list.UnderscoreID, "").List.State == "applied" })
		eventually(t, func() bool {
			it, ok := s.live.Snapshot().Product("item-07")
			return ok && it.Price == money.InCents(330_000, 89_500)
		})
		line := layla.cart().Cart[0]
		if len(line.Notices) != 1 || line.Notices[0].Code != "price_changed" || line.Notices[0].OldPrice == nil ||
			*line.Notices[0].OldPrice != 335 || line.UnitPrice != 368 {
			t.Errorf("the cart says %+v", line)
		}
		asBefore := strings.Replace(byCash, `"payment"`, `"expectedTotal":8.70,"payment"`, 1)
		if status, _, code := layla.buy(asBefore, "k"); status != http.StatusConflict ||
			code != apperr.CartChanged {
			t.Errorf("ordered at the old price: %d %s", status, code)
		}

		boss.refused(409, apperr.PriceListState, "POST", priceLists+"/"+list.UnderscoreID+"/apply", `{}`)
		boss.refused(409, apperr.PriceListState, "DELETE", priceLists+"/"+list.UnderscoreID, "")
		boss.refused(404, apperr.PriceListNotFound, "GET", priceLists+"/other", "")
		boss.refused(400, apperr.BadQuery, "GET", priceLists+"/"+list.UnderscoreID+"?kind=all", "")
		far := boss.comparedList("Barcode,Price LBP\nC-07,900000\n")
		if far.Suspicious != 1 {
			t.Errorf("far away: %+v", far)
		}
		path := priceLists + "/" + far.UnderscoreID
		boss.refused(409, apperr.PriceListNothing, "POST", path+"/apply", `{"accept":[3]}`)
		boss.refused(400, apperr.InvalidFields, "POST", path+"/apply", `{"accept":[2],"at":"2999-01-01T00:00:00Z"}`)
		var later wire.PriceListSaved
		boss.into(&later, "POST", path+"/apply", `{"accept":[2],"at":"2027-01-01T00:00:00Z"}`)
		if later.List.State != "scheduled" || later.List.ApplyAt == nil || later.List.ApplyAt.Year() != 2027 {
			t.Errorf("later: %+v", later.List)
		}
		boss.must("DELETE", path, "")
		var lists wire.PriceLists
		boss.into(&lists, "GET", priceLists, "")
		if len(lists.Lists) != 2 || lists.Lists[0].State != "cancelled" || valueOf(lists.Lists[1].By) != "boss" {
			t.Errorf("the lists are %+v", lists.Lists)
		}
	})
}

func TestPriceList_RefusesInvalidFiles(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	boss := s.admin("boss")
	for name, c := range map[string]struct {
		file string
		code apperr.Code
		want string
	}{
		"an old workbook": {"\xd0\xcf\x11\xe0", apperr.PriceListFormat, ""},
		"nothing":         {"", apperr.ImportEmpty, ""},
		"an open quote":   {"Barcode,Price\n1,2\n\"3,4\n", apperr.PriceListRow, `"row":3`},
		"no such column":  {"Code,Price\n1,2\n", apperr.InvalidFields, `"barcode":"price_list_column"`},
	} {
		status, got := boss.uploadTo(priceLists, c.file, "barcode", "Barcode", "price", "Price", "source", "Circular",
			"valid_from", "2026-11-01")
		if status != http.StatusBadRequest || !strings.Contains(string(got), fmt.Sprintf(`"code":%q`, c.code)) ||
			!strings.Contains(string(got), c.want) {
			t.Errorf("%s: %d %s", name, status, got)
		}
	}
	status, got := boss.uploadTo(priceLists, "Code,Price\n1,2\n", "price", "Price", "valid_from", "soon")
	if status != http.StatusBadRequest || !strings.Contains(string(got), `"source":"price_list_source_blank"`) ||
		!strings.Contains(string(got), `"valid_from":"official_price_from_date"`) {
		t.Errorf("without a source: %d %s", status, got)
	}
	boss.refused(400, apperr.UnsupportedType, "POST", priceLists, "{}")
}
