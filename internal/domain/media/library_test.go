package media

import (
	"errors"
	"testing"
)

func TestHashOf_CoversAllRenditions(t *testing.T) {
	set := func(small string) []Rendition {
		return []Rendition{
			{Width: 800, Data: []byte("large")}, {Width: 200, Data: []byte(small)},
			{Width: 400, Data: []byte("middle")},
		}
	}
	a, err := HashOf(set("small"))
	if err != nil || !IsHash(a) {
		t.Fatalf("%q: %v", a, err)
	}
	if again, _ := HashOf([]Rendition{set("small")[1], set("small")[2], set("small")[0]}); again != a {
		t.Error("the order of the renditions matters")
	}
	if other, _ := HashOf(set("smaller")); other == a {
		t.Error("two pictures share a name")
	}
	for _, bad := range [][]Rendition{nil, set("small")[:2], {set("a")[1], set("b")[1], set("c")[2]}, set("")} {
		if _, err := HashOf(bad); !errors.Is(err, ErrIncomplete) {
			t.Errorf("%v: %v", bad, err)
		}
	}
}

func TestPictureURL_NamesTheContent(t *testing.T) {
	if got := URL("00ff", 400); got != "/media/00ff/400.webp" {
		t.Error(got)
	}
	for _, bad := range []string{
		"", "00FF", "../../etc", "0123456789abcdef0123456789abcdeg", "0123456789abcdef0123456789abcdef0",
	} {
		if IsHash(bad) {
			t.Errorf("%q is taken for a hash", bad)
		}
	}
}
