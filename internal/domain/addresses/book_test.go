package addresses

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dawa/internal/base/apperr"
)

func TestBook_FavouriteMovesWhenDeleted(t *testing.T) {
	for _, c := range []struct{ favourite, deleted, want int }{
		{2, 0, 1}, {2, 1, 1}, {0, 2, 0}, {1, 1, 0}, {2, 2, 0}, {0, 0, 0}, {-1, 1, -1},
	} {
		b := Book{Favourite: c.favourite, Addresses: []Address{{ID: "a"}, {ID: "b"}, {ID: "c"}}}
		if err := b.Delete(c.deleted, ""); err != nil || b.Favourite != c.want {
			t.Errorf("favourite %d, deleted %d: now %d (%v), want %d", c.favourite, c.deleted, b.Favourite, err, c.want)
		}
	}
	b := Book{Addresses: []Address{{ID: "a"}}}
	if err := b.Delete(0, "a"); err != nil || b.Favourite != -1 {
		t.Errorf("after the last one the favourite is %d (%v)", b.Favourite, err)
	}
}

func TestBook_StaleListIsRefused(t *testing.T) {
	book := func() *Book { return &Book{Addresses: []Address{{ID: "a", City: "Tyre"}, {ID: "b"}}} }
	for _, c := range []struct {
		index int
		id    string
		want  apperr.Code
	}{
		{0, "", ""}, {0, "a", ""}, {0, "b", apperr.AddressStale}, {1, "a", apperr.AddressStale},
		{2, "a", apperr.AddressStale}, {2, "", apperr.AddressNotFound}, {-1, "", apperr.AddressNotFound},
		{1000, "", apperr.AddressNotFound},
	} {
		b := book()
		if err := b.Delete(c.index, c.id); apperr.CodeOf(err) != c.want {
			t.Errorf("deleting %d %q: %v, want %q", c.index, c.id, err, c.want)
		} else if err != nil && len(b.Addresses) != 2 {
			t.Error("a refusal changed the list")
		}
		b = book()
		if err := b.Replace(c.index, c.id, Address{City: "Sidon"}); apperr.CodeOf(err) != c.want {
			t.Errorf("replacing %d %q: %v, want %q", c.index, c.id, err, c.want)
		} else if err == nil && (b.Addresses[c.index].City != "Sidon" || b.Addresses[c.index].ID != "a") {
			t.Errorf("replaced as %+v", b.Addresses[c.index])
		}
	}
}

func TestBook_SameAddressTwiceIsOne(t *testing.T) {
	b := Book{Favourite: -1}
	for i := range 3 {
		if err := b.Add(Address{ID: fmt.Sprint(i), City: "Byblos"}); err != nil {
			t.Fatal(err)
		}
	}
	if len(b.Addresses) != 1 || b.Addresses[0].ID != "0" || b.Favourite != 0 {
		t.Errorf("got %+v", b)
	}
}

func TestBook_Limit(t *testing.T) {
	b := Book{Favourite: -1}
	for i := range MaxAddresses {
		if err := b.Add(Address{ID: fmt.Sprint(i), Floor: i}); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Add(Address{ID: "more", Floor: 99}); apperr.CodeOf(err) != apperr.AddressLimit {
		t.Errorf("one more: %v", err)
	}
	if err := b.Add(Address{ID: "again", Floor: 3}); err != nil {
		t.Errorf("one that is there already: %v", err)
	}
}

// Whatever is done to a book, its favourite is one of its addresses or none, and stays the same
// address as long as that exists.
func TestBook_AlwaysHasAFavourite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := Book{Favourite: None()}
		for n := range rapid.IntRange(1, 60).Draw(t, "steps") {
			before, had := b.Chosen()
			index := rapid.IntRange(-1, 6).Draw(t, "index")
			action := rapid.IntRange(0, 3).Draw(t, "action")
			switch action {
			case 0:
				_ = b.Add(Address{ID: fmt.Sprint(n), Floor: n})
			case 1:
				_ = b.Delete(index, "")
			case 2:
				_ = b.Replace(index, "", Address{Floor: 1000 + n})
			case 3:
				_ = b.Choose(index)
			}
			if b.Favourite != None() && (b.Favourite < 0 || b.Favourite >= len(b.Addresses)) {
				t.Fatalf("the favourite is %d of %d", b.Favourite, len(b.Addresses))
			}
			now, has := b.Chosen()
			kept := slices.ContainsFunc(b.Addresses, func(a Address) bool { return a.ID == before.ID })
			if had && action < 3 && kept && (!has || now.ID != before.ID) {
				t.Fatalf("the favourite moved from %s to %s", before.ID, now.ID)
			}
		}
	})
}

// one keeps the book of one user.
type one struct{ book Book }

func (o *one) Book(context.Context, string) (Book, error) { return o.book, nil }
func (o *one) Update(_ context.Context, _ string, _ time.Time, change func(b *Book) error) (Book, error) {
	return o.book, change(&o.book)
}

func TestAddressInput_RulesInBothLanguages(t *testing.T) {
	good := Input{
		Street: "شارع الحمرا، بناية ١٢", State: "بيروت", City: "بيروت", Building: "برج السلام", Floor: "٣",
		ExtraInfo: "قرب الصيدلية",
	}
	s := NewService(&one{Book{Favourite: -1}}, nil)
	if _, err := s.Add(t.Context(), "u", good); err != nil {
		t.Fatal(err)
	}
	if book, _ := s.Book(t.Context(), "u"); book.Addresses[0].Floor != 3 || book.Addresses[0].Street != good.Street ||
		book.Addresses[0].ID == "" {
		t.Errorf("kept %+v", book.Addresses[0])
	}
	for field, c := range map[string]struct {
		change func(*Input)
		add    string
		update string
	}{
		"street":     {func(in *Input) { in.Street = " " }, "street_required", "street_blank"},
		"state":      {func(in *Input) { in.State = "" }, "state_required", "state_blank"},
		"city":       {func(in *Input) { in.City = "Beirut!" }, "city_letters", ""},
		"building":   {func(in *Input) { in.Building = "" }, "building_required", "building_blank"},
		"floor":      {func(in *Input) { in.Floor = "-1" }, "floor_min", "floor_min"},
		"extra_info": {func(in *Input) { in.ExtraInfo = "ring @ 4" }, "extra_info_letters", ""},
	} {
		in := good
		c.change(&in)
		_, err := s.Add(t.Context(), "u", in)
		if got := apperr.From(err); got == nil || got.Fields[field] != c.add || len(got.Fields) != 1 {
			t.Errorf("adding with a bad %s: %v", field, err)
		}
		_, err = s.Replace(t.Context(), "u", 0, "", in)
		if got := apperr.From(err); (c.update == "") != (err == nil) || got != nil && got.Fields[field] != c.update {
			t.Errorf("changing with a bad %s: %v", field, err)
		}
	}
}
