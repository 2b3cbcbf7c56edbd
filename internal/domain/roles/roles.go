// Package roles says what people may do: their roles in a store and in the house, the actions of the shop, and
// one table that decides which role may do what.
package roles

import (
	"slices"
	"strings"
)

// Role is what somebody is, in a store or in the house.
type Role string

// The roles in a store.
const (
	Owner      Role = "owner"
	Pharmacist Role = "pharmacist"
	Staff      Role = "staff"
	Courier    Role = "courier"
)

// The roles in the house, which runs the shop.
const (
	Admin     Role = "admin"
	Support   Role = "support"
	Catalogue Role = "catalogue"
)

// House is the place of the house's own people. Everywhere else a place is the id of a store.
const House = "house"

// storeRoles and houseRoles are the roles of each kind of place, the strongest first.
var (
	storeRoles = []Role{Owner, Pharmacist, Staff, Courier}
	houseRoles = []Role{Admin, Support, Catalogue}
)

// In lists the roles that exist in a place, the strongest first.
func In(place string) []Role {
	if place == House {
		return slices.Clone(houseRoles)
	}
	return slices.Clone(storeRoles)
}

// Strongest is the role of which a place always keeps at least one: its last owner or admin cannot leave.
func Strongest(place string) Role {
	if place == House {
		return Admin
	}
	return Owner
}

// Set is what one person is, everywhere. It is immutable and comparable; the zero value is a person without roles.
type Set struct {
	// text is "place:role" joined by commas: ids and roles hold neither character.
	text string
}

// Place is a role in a place.
type Place struct {
	// Store is the id of a store, or House.
	Store string
	Role  Role
}

// NewSet makes a Set. What a place names twice counts once, with the last role.
func NewSet(places ...Place) Set {
	byStore := map[string]Role{}
	for _, p := range places {
		if slices.Contains(In(p.Store), p.Role) {
			byStore[p.Store] = p.Role
		}
	}
	parts := make([]string, 0, len(byStore))
	for store, role := range byStore {
		parts = append(parts, store+":"+string(role))
	}
	slices.Sort(parts)
	return Set{text: strings.Join(parts, ",")}
}

// All lists the places with a role, by place.
func (s Set) All() []Place {
	if s.text == "" {
		return nil
	}
	var all []Place
	for part := range strings.SplitSeq(s.text, ",") {
		store, role, _ := strings.Cut(part, ":")
		all = append(all, Place{Store: store, Role: Role(role)})
	}
	return all
}

// In is the role in a place, "" when there is none.
func (s Set) In(place string) Role {
	for _, p := range s.All() {
		if p.Store == place {
			return p.Role
		}
	}
	return ""
}

// Without is the set without the role in a place.
func (s Set) Without(place string) Set {
	return NewSet(slices.DeleteFunc(s.All(), func(p Place) bool { return p.Store == place })...)
}

// May tells whether the person may do something in a place. The house's people may do in every store what the
// table lets them; an action of the house is allowed by a role in the house alone.
func (s Set) May(action Action, place string) bool {
	if s.text == "" {
		return false
	}
	if Allows(s.In(House), action) {
		return true
	}
	return action.InStore() && place != House && place != "" && Allows(s.In(place), action)
}

// MayManagePeople tells whether the person may invite others to a place and change what its people are.
func (s Set) MayManagePeople(place string) bool {
	if place == House {
		return s.May(Administer, place)
	}
	return s.May(ManageMembers, place)
}

// Knows tells whether a place is no secret to the person: they have a role in it, or in the house. Whoever does
// not know a place is answered as if it did not exist.
func (s Set) Knows(place string) bool {
	return s.text != "" && (s.In(House) != "" || s.In(place) != "")
}

// Actions lists what the person may do in a place, in the order of the table.
func (s Set) Actions(place string) []Action {
	var all []Action
	for _, row := range table {
		if s.May(row.action, place) {
			all = append(all, row.action)
		}
	}
	return all
}
