package httpapi

import (
	"net/netip"
	"testing"
	"time"
)

func TestVisitorCarts_LimitedPerNetwork(t *testing.T) {
	v := visitorCarts{limit: 3}
	one, other := netip.MustParsePrefix("192.0.2.1/32"), netip.MustParsePrefix("198.51.100.7/32")
	now := time.Date(2026, 11, 16, 8, 0, 0, 0, time.UTC)
	for visitor := range uint64(3) {
		if !v.allow(one, visitor, now) {
			t.Errorf("visitor %d was refused", visitor)
		}
	}
	if v.allow(one, 9, now) {
		t.Error("a fourth visitor of one network was let in")
	}
	if !v.allow(one, 1, now) || !v.allow(other, 9, now) {
		t.Error("a visitor who has begun, or another network, was refused")
	}
	if !v.allow(one, 9, now.Add(visitorCartsEvery)) {
		t.Error("an hour later a visitor is still refused")
	}
	unlimited := visitorCarts{}
	for visitor := range uint64(100) {
		if !unlimited.allow(one, visitor, now) {
			t.Fatal("without a limit somebody was refused")
		}
	}
}
