package contract

import (
	"slices"
	"testing"
	"time"
)

func TestShop_HasTheConstantsOfTheSpecification(t *testing.T) {
	s := Shop()
	for name, pair := range map[string][2]int{
		"page size": {s.Lists.PageSize, 12}, "limit": {s.Lists.LimitMax, 48}, "quantity min": {s.Quantity.Min, 1},
		"quantity max": {s.Quantity.Max, 10}, "added from a card": {s.Quantity.CardAdd, 1},
		"fee": {int(s.DeliveryFeeCents), 200}, "badge": {s.BadgeMax, 99}, "autocomplete": {s.Search.AutocompleteMin, 2},
		"suggestions": {s.Search.SuggestionsMax, 8}, "carousel": {s.CarouselStep, 510},
		"chunk timeout": {s.ChunkTimeoutSeconds, 120}, "slider step": {s.Slider.Step, 1},
		"slider min": {s.Slider.Min, 0}, "images": {s.Images.UploadMax, 5}, "categories": {len(s.Categories), 6},
		"brands": {len(s.Brands), 6}, "card brands": {len(s.CardBrands), 3}, "no favourite": {s.NoFavoriteAddress, -1},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s is %d, want %d", name, pair[0], pair[1])
		}
	}
	if !slices.Equal(s.Images.Widths, []int{200, 400, 800}) || s.PhonePrefix != "+961" || s.Currency.Code != "USD" {
		t.Error("pictures, phone or currency differ")
	}
	if s.RememberFor() != 720*time.Hour || s.SessionFor() != 12*time.Hour || s.ResetLinkFor() != 30*time.Minute ||
		s.VerifyLinkFor() != 24*time.Hour {
		t.Error("lifetimes differ")
	}
	if !s.IsCategory("pain_killers") || s.IsCategory("Pain Killers") || !s.IsCategory(s.DefaultCategory) {
		t.Error("categories are their keys")
	}
}

func TestOrderTransitions_ForwardOnlyAndCancelBeforeShipping(t *testing.T) {
	s := Shop()
	allowed := map[[2]string]bool{
		{"placed", "confirmed"}: true, {"confirmed", "preparing"}: true, {"preparing", "out_for_delivery"}: true,
		{"out_for_delivery", "delivered"}: true, {"placed", "cancelled"}: true, {"confirmed", "cancelled"}: true,
		{"preparing", "cancelled"}: true, {"out_for_delivery", "delivery_failed"}: true,
		{"delivery_failed", "preparing"}: true, {"delivery_failed", "cancelled"}: true,
		{"delivered", "returned"}: true,
	}
	for _, from := range append(slices.Clone(s.Orders.Statuses), "nonsense") {
		for _, to := range append(slices.Clone(s.Orders.Statuses), "nonsense") {
			if got := s.MayMove(from, to); got != allowed[[2]string{from, to}] {
				t.Errorf("%s → %s: %t", from, to, got)
			}
		}
	}
}
