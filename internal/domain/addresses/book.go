// Package addresses is where a user wants things delivered: an ordered list, of which one may be
// the favourite. Addresses are named by their position, so everything that could have moved
// meanwhile is checked by id when the caller sends one.
package addresses

import (
	"slices"

	"dawa/contract"
	"dawa/internal/base/apperr"
)

// MaxAddresses is how many addresses a user can save.
const MaxAddresses = 20

// Address is a place in the words of whoever delivers there.
type Address struct {
	ID        string
	Street    string
	State     string
	City      string
	Building  string
	Floor     int
	ExtraInfo string
}

// same compares what is written, not which one it is.
func (a Address) same(b Address) bool {
	a.ID = b.ID
	return a == b
}

// Book is a user's addresses in their order.
type Book struct {
	Addresses []Address
	// Favourite is the position of the one to deliver to, or None.
	Favourite int
}

// None is the favourite of a book that has none.
func None() int { return contract.Shop().NoFavoriteAddress }

// At gives the address at a position. Code: AddressNotFound.
func (b *Book) At(index int) (Address, error) {
	if index < 0 || index >= len(b.Addresses) {
		return Address{}, apperr.New(apperr.AddressNotFound)
	}
	return b.Addresses[index], nil
}

// Chosen gives the favourite.
func (b *Book) Chosen() (Address, bool) {
	a, err := b.At(b.Favourite)
	return a, err == nil
}

// Add puts an address at the end; the first one becomes the favourite. One that reads the same as
// another is that one: a form sent twice does not leave two. Code: AddressLimit.
func (b *Book) Add(a Address) error {
	if slices.ContainsFunc(b.Addresses, a.same) {
		return nil
	}
	if len(b.Addresses) >= MaxAddresses {
		return apperr.New(apperr.AddressLimit)
	}
	b.Addresses = append(b.Addresses, a)
	if len(b.Addresses) == 1 {
		b.Favourite = 0
	}
	return nil
}

// Replace writes over the address at a position. id, when it is not empty, is the one that the
// caller means. Codes: AddressNotFound, AddressStale.
func (b *Book) Replace(index int, id string, a Address) error {
	old, err := b.expect(index, id)
	if err != nil {
		return err
	}
	a.ID = old.ID
	b.Addresses[index] = a
	return nil
}

// Delete takes the address at a position out; the favourite stays the same address, or becomes the
// first when it was the one that left. Codes: AddressNotFound, AddressStale.
func (b *Book) Delete(index int, id string) error {
	if _, err := b.expect(index, id); err != nil {
		return err
	}
	b.Addresses = slices.Delete(b.Addresses, index, index+1)
	switch {
	case len(b.Addresses) == 0:
		b.Favourite = None()
	case index == b.Favourite:
		b.Favourite = 0
	case index < b.Favourite:
		b.Favourite--
	}
	return nil
}

// Choose makes the address at a position the favourite. Code: AddressNotFound.
func (b *Book) Choose(index int) error {
	if _, err := b.At(index); err != nil {
		return err
	}
	b.Favourite = index
	return nil
}

// expect finds the address that the caller means. Who names one that is no longer there has an old
// list before them, whatever stands at the position now.
func (b *Book) expect(index int, id string) (Address, error) {
	a, err := b.At(index)
	if id != "" && (err != nil || a.ID != id) {
		return Address{}, apperr.New(apperr.AddressStale)
	}
	return a, err
}
