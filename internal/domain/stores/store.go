// Package stores is the pharmacies that sell in the shop: who owns them, whether an admin let
// them in, and what their owners submit.
package stores

import (
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/base/validate"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/roles"
)

// Store is a pharmacy. It belongs to whoever created it and is seen by everybody once an admin has
// approved it.
type Store struct {
	ID          string
	OwnerID     string
	Name        string
	Description string
	Street      string
	City        string
	Building    string
	State       string
	Phone       string
	Status      catalog.Status
	// Reason says why it was rejected, to its owner and to admins.
	Reason    string
	Version   int64
	CreatedAt time.Time
	UpdatedAt time.Time
}

// MaxStores is how many stores one user may have.
const MaxStores = 20

// Actor is who asks. The zero value is a visitor.
type Actor struct {
	UserID string
	Roles  roles.Set
}

// admin tells whether the actor decides about stores and products: what admins save needs no approval.
func (a Actor) admin() bool { return a.Roles.May(roles.ApproveStores, roles.House) }

// approves tells whether what the actor submits needs no approval.
func (a Actor) approves() bool { return a.Roles.May(roles.ApproveProducts, roles.House) }

// MayEdit tells whether the actor may change the store.
func (s *Store) MayEdit(who Actor) bool { return who.Roles.May(roles.EditStore, s.ID) }

// MayEditProducts tells whether the actor may add products to the store and change them.
func (s *Store) MayEditProducts(who Actor) bool { return who.Roles.May(roles.EditProducts, s.ID) }

// MaySee tells whether the store exists for the actor: an approved one for everybody, any other for its people and
// for the house.
func (s *Store) MaySee(who Actor) bool { return s.Status == catalog.Approved || who.Roles.Knows(s.ID) }

// refuse is the answer to somebody who may not change the store: strangers do not learn that it exists.
func (s *Store) refuse(who Actor) error {
	if who.Roles.Knows(s.ID) {
		return apperr.New(apperr.Forbidden)
	}
	return apperr.New(apperr.StoreNotFound)
}

// Input is what the store form sends.
type Input struct {
	Name, Description, Street, City, Building, State, Phone string
}

// fill takes over what passes the rules of the form.
func (s *Store) fill(in Input) error {
	clean, errs := validate.Form("store", map[string]string{
		"name": in.Name, "description": in.Description, "street": in.Street, "city": in.City,
		"building": in.Building, "state": in.State, "phone_nb": in.Phone,
	})
	if len(errs) > 0 {
		return apperr.Invalid(errs)
	}
	s.Name, s.Description, s.Street, s.City = clean["name"], clean["description"], clean["street"], clean["city"]
	s.Building, s.State, s.Phone = clean["building"], clean["state"], clean["phone_nb"]
	return nil
}

// differs names the fields, as on the wire, in which two states of a store differ.
func differs(a, b *Store) []string {
	var fields []string
	for _, f := range []struct{ name, a, b string }{
		{"name", a.Name, b.Name}, {"description", a.Description, b.Description}, {"street", a.Street, b.Street},
		{"city", a.City, b.City}, {"building", a.Building, b.Building}, {"state", a.State, b.State},
		{"phone_nb", a.Phone, b.Phone}, {"status", string(a.Status), string(b.Status)}, {"reason", a.Reason, b.Reason},
	} {
		if f.a != f.b {
			fields = append(fields, f.name)
		}
	}
	return fields
}

// Mine is a store with what somebody is in it.
type Mine struct {
	*Store
	Role roles.Role
}

// Owner is the person behind a store or a product; the zero value is somebody who is gone.
type Owner struct {
	FullName string
	Username string
	Email    string
	Phone    string
	Language text.Lang
}

// Managed is a store as admins see it.
type Managed struct {
	*Store
	Owner    Owner
	Products int
}

// ManagedProduct is a product with the names of who submitted it and of its store.
type ManagedProduct struct {
	*catalog.Product
	SubmittedBy string
	StoreName   string
}
