package app

import (
	"strings"
	"testing"
	"time"

	"dawa/internal/edge/httpapi/wire"
)

func TestDelivery_SettingsAreRead(t *testing.T) {
	t.Parallel()
	good := Delivery{
		DeliveryHours:  "Mon-Fri 08:00-12:30, mon-fri 15:00-24:00, Sun 9:00-13:00",
		DeliveryClosed: "2026-12-25, 2027-01-01", DeliveryPrepare: time.Hour, DeliveryWindow: 3 * time.Hour,
	}
	s, err := good.schedule()
	if err != nil || len(s.Hours) != 11 || s.Hours[0].To != 12*60+30 || s.Hours[1].To != 24*60 || len(s.Holidays) != 2 {
		t.Errorf("%+v, %v", s, err)
	}
	for _, bad := range []Delivery{
		{DeliveryHours: "always"}, {DeliveryHours: "Mon 08:00"}, {DeliveryHours: "Sat-Mon 08:00-20:00"},
		{DeliveryHours: "Mon 20:00-08:00"}, {DeliveryHours: "Mon 08:00-12:00, Mon 11:00-13:00"},
		{DeliveryHours: "Mon 8-25:00"}, {DeliveryClosed: "Christmas"}, {DeliveryPrepare: -1},
		{DeliveryWindow: 9 * time.Hour},
	} {
		if err := bad.checkDelivery(); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

func TestDelivery_IsPromisedAndStaysWithTheOrder(t *testing.T) {
	t.Parallel()
	cfg := testConfig(t)
	cfg.DeliveryHours, cfg.DeliveryPrepare, cfg.DeliveryWindow = "Mon-Sun 00:00-24:00", time.Hour, 2*time.Hour
	s := rehearsal(t, cfg)
	layla := s.customer("layla")
	var times wire.DeliveryTimes
	layla.into(&times, "GET", "/api/delivery-times?stores=house,unknown", "")
	if len(times.Times) != 1 || times.Times[0].Store != "house" || times.Times[0].Time.From == nil ||
		times.Times[0].Time.English == "" || times.Times[0].Time.Arabic == "" {
		t.Fatalf("%+v", times)
	}
	layla.put("item-07", 2)
	promised := layla.mustBuy(byCash, "").Fulfilments[0].Promised
	if promised == nil || promised.From == nil || promised.To.Sub(*promised.From) != 2*time.Hour ||
		!strings.Contains(promised.English, ", ") {
		t.Fatalf("the order promises %+v", promised)
	}
	if status, _ := layla.call("GET", "/api/delivery-times?stores="+strings.Repeat("a,", 20)+"a", ""); status != 400 {
		t.Errorf("too many stores answer %d", status)
	}
	if status, _ := layla.call("GET", "/api/delivery-times?stores=", ""); status != 400 {
		t.Errorf("no store answers %d", status)
	}
}

// The cart and the product say whom to ask and when somebody answers.
func TestPharmacist_InCartAndProductWithOpeningHours(t *testing.T) {
	t.Parallel()
	c := testConfig(t)
	c.PharmacistPhone, c.PharmacistWhatsApp = "+961 1 234 567", "+961 70 123 456"
	c.Delivery = Delivery{DeliveryHours: "Mon-Sat 08:00-20:00"}
	s := stocked(t, c)
	visitor := s.visitor()
	visitor.put("item-07", 1)
	var shown wire.ProductDetail
	visitor.into(&shown, "GET", "/api/product/item-07", "")
	var cart wire.Cart
	visitor.into(&cart, "GET", "/api/user/cart", "")
	for where, p := range map[string]*wire.Pharmacist{"product": shown.Pharmacist, "cart": cart.Pharmacist} {
		if p == nil || p.Phone == nil || *p.Phone != "+9611234567" || p.Whatsapp == nil ||
			len(p.OpeningHours) != 6 || p.OpeningHours[0].From != "08:00" || p.OpeningHours[0].To != "20:00" {
			t.Errorf("whom to ask, in the %s: %+v", where, p)
		}
	}
}
