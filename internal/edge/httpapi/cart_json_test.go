package httpapi

import (
	"encoding/json"
	"testing"

	"dawa/internal/edge/httpapi/wire"
)

func TestCartBody_IsWhatReflectionWrites(t *testing.T) {
	left, before := 3, wire.Money(1250)
	line := cartLine{
		Product: json.RawMessage(`{"_id":"p-1","name":"Vitamin \u0026 Zinc"}`), Quantity: 2, UnitPrice: 999,
		LineTotal: 1998, MaxQuantity: 10, Available: true,
	}
	noticed := line
	noticed.Available = false
	noticed.Notices = []wire.CartNotice{{Code: "only_left", Left: &left}, {Code: "price_changed", OldPrice: &before}}
	arabic := "باراسيتامول"
	full := cartBody{
		Success: true, Cart: []cartLine{line, noticed}, TotalPrice: 3996, DeliveryFee: 300, Total: 4296,
		Rate: &wire.ShownRate{}, Pharmacist: &wire.Pharmacist{},
		SharedIngredients: []wire.SharedIngredient{
			{Name: "Paracetamol", ArabicName: &arabic, Products: []string{"p-1"}},
		},
	}
	empty := cartBody{Cart: []cartLine{}, SharedIngredients: []wire.SharedIngredient{}}
	for name, body := range map[string]interface{ appendTo(to []byte) []byte }{
		"full": full, "empty": empty,
		"changed": cartChangedBody{cartBody: full, Code: "added_to_cart", Message: "Added <it> \u2028 & \"more\"",
			ProductID: "p-1", Quantity: 2, Clamped: true, ClampedBy: "stock"},
		"changed, as asked": cartChangedBody{cartBody: empty, Code: "cart_updated", Message: "تم", ProductID: "p-2"},
	} {
		want, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		if got := body.appendTo(nil); string(got) != string(want) {
			t.Errorf("%s: got\n%s, want\n%s", name, got, want)
		}
	}
}
