// Package stores is the pharmacies that sell in the shop: who owns them, whether an admin let
// them in, and what their owners submit.
package stores

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/base/validate"
	"dawa/internal/domain/audit"
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
	// ArabicName is empty when the name is the same in both languages.
	ArabicName string
	// WhatsApp is a phone number, empty for none.
	WhatsApp string
	// LegalName and TaxNo stand on invoices.
	LegalName, TaxNo string
	// Hours are in the order of the week; none means that they are not known.
	Hours []Opening
	// Holidays are days on which it is closed, as 2026-12-25.
	Holidays []string
	// AnswerMinutes is how long it waits for a customer's answer when something is missing; 0 is as long as the shop.
	AnswerMinutes int
	// PrepareMinutes is how long it prepares an order, 0 when it has not said; WindowMinutes is within how long a time
	// an order arrives, 0 for the usual one.
	PrepareMinutes, WindowMinutes int
	// HasLicenceNo and HasLicence tell whether the number and the document of its licence are stored; they are sealed.
	HasLicenceNo, HasLicence bool
	// ApprovedAt is when it was first approved; zero is never.
	ApprovedAt time.Time
	Status     catalog.Status
	// Reason says why it was rejected, to its owner and to admins.
	Reason    string
	Version   int64
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Names are the store's names in both languages.
func (s *Store) Names() text.Pair {
	if s.ArabicName == "" {
		return text.Pair{English: s.Name, Arabic: s.Name}
	}
	return text.Pair{English: s.Name, Arabic: s.ArabicName}
}

// Suspended tells whether the store was approved once and is rejected now.
func (s *Store) Suspended() bool { return s.Status == catalog.Rejected && !s.ApprovedAt.IsZero() }

// AuditSubject is the kind of a store in the audit log.
const AuditSubject = "store"

// State is where a store stands: its status, with what was suspended told from what was never let in.
type State string

// The states of a store.
const (
	StatePending   State = "pending"
	StateApproved  State = "approved"
	StateRejected  State = "rejected"
	StateSuspended State = "suspended"
)

// Known tells whether a store can be in the state.
func (s State) Known() bool {
	return s == StatePending || s == StateApproved || s == StateRejected || s == StateSuspended
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

// Input is what the store form sends. What is nil was not sent and stays as it is.
type Input struct {
	Name, Description, Street, City, Building, State, Phone string
	ArabicName, WhatsApp, LegalName, TaxNo, LicenceNo       *string
	Hours                                                   *[]Opening
	Holidays                                                *[]string
	AnswerMinutes                                           *int
	PrepareMinutes, WindowMinutes                           *int
}

// The bounds of AnswerMinutes, besides 0.
const (
	leastAnswerMinutes = 15
	mostAnswerMinutes  = 7 * 24 * 60
)

// fill takes over what passes the rules of the form. licenceNo is the number that was typed, empty for none.
func (s *Store) fill(in Input) (licenceNo string, err error) {
	sent := func(typed *string, stored string) string {
		if typed == nil {
			return stored
		}
		return *typed
	}
	clean, errs := validate.Form("store", map[string]string{
		"name": in.Name, "description": in.Description, "street": in.Street, "city": in.City,
		"building": in.Building, "state": in.State, "phone_nb": in.Phone,
		"arabic_name": sent(in.ArabicName, s.ArabicName), "whatsapp": sent(in.WhatsApp, s.WhatsApp),
		"legal_name": sent(in.LegalName, s.LegalName), "tax_no": sent(in.TaxNo, s.TaxNo),
		"licence_no": sent(in.LicenceNo, ""),
	})
	hours, holidays := s.Hours, s.Holidays
	if in.Hours != nil {
		sorted, ok := CheckHours(*in.Hours)
		if hours = sorted; !ok {
			errs["opening_hours"] = "opening_hours_format"
		}
	}
	if in.Holidays != nil {
		sorted, ok := checkHolidays(*in.Holidays)
		if holidays = sorted; !ok {
			errs["holidays"] = "holidays_format"
		}
	}
	minutes := s.AnswerMinutes
	if in.AnswerMinutes != nil {
		minutes = *in.AnswerMinutes
		if minutes != 0 && (minutes < leastAnswerMinutes || minutes > mostAnswerMinutes) {
			errs["answer_minutes"] = "answer_minutes"
		}
	}
	prepare, window := s.PrepareMinutes, s.WindowMinutes
	if in.PrepareMinutes != nil {
		if prepare = *in.PrepareMinutes; prepare < 0 || prepare > MaxPrepareMinutes {
			errs["prepare_minutes"] = "prepare_minutes_range"
		}
	}
	if in.WindowMinutes != nil {
		if window = *in.WindowMinutes; window < 0 || window > MaxWindowMinutes {
			errs["delivery_window_minutes"] = "delivery_window_range"
		}
	}
	if len(errs) > 0 {
		return "", apperr.Invalid(errs)
	}
	s.AnswerMinutes = minutes
	s.Name, s.Description, s.Street, s.City = clean["name"], clean["description"], clean["street"], clean["city"]
	s.Building, s.State, s.Phone = clean["building"], clean["state"], clean["phone_nb"]
	s.ArabicName, s.WhatsApp, s.LegalName, s.TaxNo = clean["arabic_name"], clean["whatsapp"], clean["legal_name"],
		clean["tax_no"]
	s.Hours, s.Holidays, s.PrepareMinutes, s.WindowMinutes = hours, holidays, prepare, window
	return clean["licence_no"], nil
}

// change is a value of a store before and after. The reason of a rejection and the hours are named without values.
type change struct{ field, before, after string }

// differs lists the fields, as on the wire, in which two states of a store differ.
func differs(a, b *Store) []change {
	var changes []change
	for _, f := range []change{
		{"name", a.Name, b.Name}, {"arabic_name", a.ArabicName, b.ArabicName},
		{"description", a.Description, b.Description}, {"street", a.Street, b.Street},
		{"city", a.City, b.City}, {"building", a.Building, b.Building}, {"state", a.State, b.State},
		{"phone_nb", a.Phone, b.Phone}, {"whatsapp", a.WhatsApp, b.WhatsApp},
		{"legal_name", a.LegalName, b.LegalName}, {"tax_no", a.TaxNo, b.TaxNo},
		{"status", string(a.Status), string(b.Status)}, {"reason", a.Reason, b.Reason},
		{"opening_hours", fmt.Sprint(a.Hours), fmt.Sprint(b.Hours)},
		{"answer_minutes", strconv.Itoa(a.AnswerMinutes), strconv.Itoa(b.AnswerMinutes)},
		{"holidays", strings.Join(a.Holidays, " "), strings.Join(b.Holidays, " ")},
		{"prepare_minutes", strconv.Itoa(a.PrepareMinutes), strconv.Itoa(b.PrepareMinutes)},
		{"delivery_window_minutes", strconv.Itoa(a.WindowMinutes), strconv.Itoa(b.WindowMinutes)},
	} {
		if f.before != f.after {
			changes = append(changes, f)
		}
	}
	return changes
}

// recordedValues are the fields whose values the audit log holds: nothing personal and nothing long.
var recordedValues = []string{"name", "arabic_name", "status", "legal_name", "tax_no", "city", "answer_minutes"}

// record gives the names of the changed fields and the values that the audit log holds.
func record(changes []change) (detail string, values []audit.Change) {
	var fields []string
	for _, c := range changes {
		fields = append(fields, c.field)
		if slices.Contains(recordedValues, c.field) {
			values = append(values, audit.Change{Field: c.field, Old: c.before, New: c.after})
		}
	}
	return strings.Join(fields, ", "), values
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
	// OpenOrders counts the fulfilments that somebody still works on.
	OpenOrders int
	// LicenceNo is read for those who may see licences; empty is none, or one whose key is gone.
	LicenceNo string
}

// ManagedProduct is a product with the names of who submitted it and of its store.
type ManagedProduct struct {
	*catalog.Product
	SubmittedBy string
	StoreName   text.Pair
}
