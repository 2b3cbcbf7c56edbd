package apperr

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"
)

func TestCodeOf_FindsCodeThroughWrapping(t *testing.T) {
	inner := New(OutOfStock)
	for _, c := range []struct {
		err  error
		want Code
	}{
		{nil, ""},
		{inner, OutOfStock},
		{fmt.Errorf("adding to the cart: %w", inner), OutOfStock},
		{errors.New("disk on fire"), Internal},
		{fmt.Errorf("reading: %w", context.DeadlineExceeded), Timeout},
		{Wrap(Forbidden, inner), Forbidden},
	} {
		if got := CodeOf(c.err); got != c.want {
			t.Errorf("CodeOf(%v) = %q, want %q", c.err, got, c.want)
		}
	}
}

func TestErrorWith_ReturnsCopy(t *testing.T) {
	cause := errors.New("why")
	plain := New(RateLimited)
	first := plain.WithDetail("a", 1)
	full := first.WithDetail("b", 2).WithRetryAfter(time.Second).WithCause(cause).
		WithFields(map[string]string{"x": "y"})
	if plain.Details != nil || plain.RetryAfter != 0 || plain.Cause != nil || plain.Fields != nil ||
		len(first.Details) != 1 {
		t.Fatalf("original changed: %+v %+v", plain, first)
	}
	if full.Details["a"] != 1 || full.Details["b"] != 2 || full.RetryAfter != time.Second || full.Fields["x"] != "y" {
		t.Fatalf("copy is incomplete: %+v", full)
	}
	if !errors.Is(full, cause) || !errors.Is(fmt.Errorf("w: %w", full), New(RateLimited)) ||
		errors.Is(full, New(Forbidden)) {
		t.Fatal("errors.Is must see the cause and the same code only")
	}
}
