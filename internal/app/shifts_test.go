package app

import (
	"encoding/csv"
	"fmt"
	"strings"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/admin"
	"dawa/internal/domain/roles"
	"dawa/internal/edge/httpapi/wire"
)

func TestShifts_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		owner, courier, maya := s.customer("karim"), s.customer("rami"), s.customer("maya")
		stranger, buyer, boss := s.customer("nadia"), s.customer("layla"), s.admin("boss")
		store, other := s.approvedStore(owner, boss, "Cedar"), s.approvedStore(stranger, boss, "Jbeil")
		id := s.joins(courier, store, roles.Courier)
		s.joins(maya, store, roles.Staff)
		boss.must("POST", "/api/admin/rate", `{"lbp_per_usd":89500}`)
		s.storeProduct("cedar-1", store)
		path := "/api/store/" + store
		opening := fmt.Sprintf(`{"key":"opening-1","courier":%q,"float":{"usd":20,"lbp":500000}}`, id)

		// Strangers learn nothing, couriers hand out no cash, and nobody outside the store can be its courier.
		stranger.refused(404, apperr.StoreNotFound, "GET", path+"/shifts", "")
		stranger.refused(404, apperr.StoreNotFound, "GET", path+"/my-shift", "")
		buyer.refused(404, apperr.StoreNotFound, "GET", "/api/store/house/my-shift", "")
		courier.refused(403, apperr.Forbidden, "POST", path+"/shifts", opening)
		courier.refused(403, apperr.Forbidden, "GET", path+"/shift-report?from=2026-01-01&to=2026-01-02", "")
		maya.refused(400, apperr.CourierInvalid, "POST", path+"/shifts", strings.Replace(opening, id, "nobody", 1))
		var mine wire.MyShift
		courier.into(&mine, "GET", path+"/my-shift", "")
		if mine.Shift != nil || len(mine.Ready) != 0 {
			t.Errorf("before the shift: %+v", mine)
		}
		var opened wire.ShiftAnswer
		maya.into(&opened, "POST", path+"/shifts", opening)
		maya.into(&opened, "POST", path+"/shifts", opening)
		maya.refused(409, apperr.ShiftExists, "POST", path+"/shifts", strings.Replace(opening, "g-1", "g-2", 1))
		if opened.Shift.Courier.Name != "rami" || opened.Shift.Version != 1 || opened.Shift.Expected.Usd != 2000 {
			t.Fatalf("opened %+v", opened.Shift)
		}
		shift := path + "/shift/" + opened.Shift.UnderscoreID
		stranger.refused(404, apperr.ShiftNotFound, "GET",
			"/api/store/"+other+"/shift/"+opened.Shift.UnderscoreID, "")
		stranger.refused(404, apperr.ShiftNotFound, "POST",
			"/api/store/"+other+"/shift/"+opened.Shift.UnderscoreID+"/movements", `{"key":"stranger-1","kind":"float"}`)

		buyer.put("cedar-1", 2)
		order := buyer.mustBuy(byCash, "")
		part := order.Fulfilments[0].UnderscoreID
		take := fmt.Sprintf(`{"key":"take-one","kind":"take","fulfilment":%q}`, part)
		courier.refused(409, apperr.OrderTransition, "POST", shift+"/movements", take) // nobody prepared it
		for _, to := range []string{"confirmed", "preparing"} {
			owner.must("PUT", path+"/fulfilment/"+part+"/status", fmt.Sprintf(`{"status":%q}`, to))
		}
		courier.into(&mine, "GET", path+"/my-shift", "")
		if len(mine.Ready) != 1 || mine.Ready[0].Number != order.Number || mine.Ready[0].Due != order.Total {
			t.Errorf("ready: %+v", mine.Ready)
		}
		var got wire.ShiftAnswer
		courier.into(&got, "POST", shift+"/movements", take)
		if len(got.Orders) != 1 || got.Orders[0].Status != "out_for_delivery" ||
			got.Orders[0].Due.Lbp != *order.TotalLbp || got.Orders[0].Address.City == "" {
			t.Errorf("taken: %+v", got.Orders)
		}
		courier.refused(403, apperr.Forbidden, "POST", shift+"/movements",
			`{"key":"float-mine","kind":"float","amount":{"usd":5,"lbp":0}}`)
		deliver := fmt.Sprintf(`{"key":"deliver-1","kind":"deliver","fulfilment":%q,"amount":{"usd":10,"lbp":0},
			"change":{"usd":2,"lbp":90000},"made_at":"2026-01-01T10:00:00Z"}`, part)
		courier.into(&got, "POST", shift+"/movements", deliver)
		courier.into(&got, "POST", shift+"/movements", deliver)
		courier.refused(422, apperr.IdempotencyReused, "POST", shift+"/movements",
			strings.Replace(deliver, `"usd":10`, `"usd":11`, 1))
		if got.Orders[0].Status != "delivered" || got.Orders[0].Received.Usd != 1000 ||
			got.Shift.Expected.Usd != 2800 || got.Shift.Expected.Lbp != 410_000 || len(got.Movements) != 5 {
			t.Errorf("delivered: %+v", got)
		}
		courier.refused(403, apperr.Forbidden, "POST", shift+"/count", `{"key":"count-1","counted":{"usd":1,"lbp":0}}`)
		maya.wrong("POST", shift+"/count", `{"key":"count-one","counted":{"usd":27,"lbp":410000}}`,
			map[string]string{"reason": "shift_reason_required"})
		maya.into(&got, "POST", shift+"/count",
			`{"key":"count-two","counted":{"usd":27,"lbp":410000},"reason":"-1 lost"}`)
		if got.Shift.State != "counted" || got.Shift.Difference.Usd != -100 {
			t.Errorf("counted: %+v", got.Shift)
		}
		sign := fmt.Sprintf(`{"key":"sign-off","version":%d}`, got.Shift.Version)
		maya.refused(409, apperr.ShiftChanged, "POST", shift+"/sign-off", `{"key":"sign-off-2","version":1}`)
		maya.into(&got, "POST", shift+"/sign-off", sign)
		owner.refused(409, apperr.ShiftClosed, "POST", shift+"/movements",
			`{"key":"late-float","kind":"float","amount":{"usd":5,"lbp":0}}`)
		if got.Shift.State != "closed" || *got.Shift.SignedBy != "maya" {
			t.Errorf("signed off: %+v", got.Shift)
		}
		var list wire.ShiftList
		owner.into(&list, "GET", path+"/shifts?state=closed", "")
		if list.Total != 1 || len(list.Couriers) != 3 {
			t.Errorf("the shifts are %+v", list)
		}

		// The store reads its own report, the house everybody's.
		today := s.now().In(admin.Beirut).Format("2006-01-02")
		days := "?from=" + today + "&to=" + today
		owner.refused(400, apperr.BadQuery, "GET", path+"/shift-report", "")
		var report, none wire.ShiftReport
		boss.into(&report, "GET", "/api/store/house/shift-report"+days, "")
		stranger.into(&none, "GET", "/api/store/"+other+"/shift-report"+days, "")
		if len(report.Rows) != 1 || report.Rows[0].Store.Name != "Cedar" || report.Rows[0].Difference.Usd != -100 ||
			len(none.Rows) != 0 {
			t.Errorf("the reports are %+v and %+v", report, none)
		}
		rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(
			string(owner.must("POST", path+"/export/shifts"+days, "")), "\ufeff"))).ReadAll()
		want := today + ",Cedar,rami,USD,1,0,20.00,10.00,2.00,28.00,27.00,-1.00,'-1 lost"
		if err != nil || len(rows) != 3 || strings.Join(rows[1], ",") != want {
			t.Errorf("the file is %v, %v", rows, err)
		}
	})
}
