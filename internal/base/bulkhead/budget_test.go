package bulkhead

import (
	"errors"
	"testing"
)

func TestBudget_IsSharedOut(t *testing.T) {
	b := NewBudget(100)
	one, same, other := client(1, "192.0.2.1"), client(2, "192.0.2.1"), client(3, "198.51.100.7")
	if err := b.Take(one, 25); err != nil {
		t.Fatal(err)
	}
	if err := b.Take(one, 1); !errors.Is(err, ErrFull) {
		t.Errorf("one client took more than a quarter: %v", err)
	}
	for i := range 2 {
		if err := b.Take(client(uint64(10+i), "192.0.2.1"), 25); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Take(same, 1); !errors.Is(err, ErrFull) {
		t.Errorf("one network took more than three quarters: %v", err)
	}
	if err := b.Take(other, 25); err != nil {
		t.Errorf("another network: %v", err)
	}
	for _, c := range []Client{one, client(10, "192.0.2.1"), client(11, "192.0.2.1"), other} {
		b.Give(c, 25)
	}
	if b.taken != 0 || len(b.clients) != 0 || len(b.networks) != 0 {
		t.Errorf("left behind: %+v", b)
	}
}
