package roles

import "slices"

// Action is something that not everybody may do. The route table names the action of each call.
type Action string

// The actions of the house.
const (
	// Administer is what admins alone do: settings, texts and the people of the house.
	Administer       Action = "admin"
	SeeOverview      Action = "see_overview"
	ManageOrders     Action = "manage_orders"
	ManageCatalogue  Action = "manage_catalogue"
	ApproveProducts  Action = "approve_products"
	SeeStores        Action = "see_stores"
	ApproveStores    Action = "approve_stores"
	SeeCustomers     Action = "see_customers"
	SeeAudit         Action = "see_audit"
	ManageMail       Action = "manage_mail"
	SeeSealedLicence Action = "see_licence"
)

// The actions in a store.
const (
	EditStore     Action = "edit_store"
	ManageMembers Action = "manage_members"
	SeeMembers    Action = "see_members"
	EditProducts  Action = "edit_products"
	// SeeStoreOrders and the following are about the orders that a store fulfils.
	SeeStoreOrders Action = "see_store_orders"
	PrepareOrders  Action = "prepare_orders"
	DeliverOrders  Action = "deliver_orders"
	RefundOrders   Action = "refund_orders"
	// TakeOrders is placing an order for a customer who calls.
	TakeOrders    Action = "take_orders"
	SeeStoreMoney Action = "see_store_money"
	// ManageShifts is handing couriers cash, counting it when they come back, and the reports about it.
	ManageShifts Action = "manage_shifts"
	// Leave is giving up one's own role.
	Leave Action = "leave"
)

// row is one action with the roles that may do it.
type row struct {
	action  Action
	inStore bool
	house   []Role
	store   []Role
}

// table decides: role by action, and nothing else does. An action that is not listed is allowed to nobody.
var table = []row{
	{Administer, false, []Role{Admin}, nil},
	{SeeOverview, false, []Role{Admin, Support, Catalogue}, nil},
	{ManageOrders, false, []Role{Admin, Support}, nil},
	{ManageCatalogue, false, []Role{Admin, Catalogue}, nil},
	{ApproveProducts, false, []Role{Admin, Catalogue}, nil},
	{SeeStores, false, []Role{Admin, Support, Catalogue}, nil},
	{ApproveStores, false, []Role{Admin}, nil},
	{SeeCustomers, false, []Role{Admin, Support}, nil},
	{SeeAudit, false, []Role{Admin}, nil},
	{ManageMail, false, []Role{Admin, Support}, nil},
	{SeeSealedLicence, false, []Role{Admin}, nil},

	{EditStore, true, []Role{Admin}, []Role{Owner}},
	{ManageMembers, true, []Role{Admin}, []Role{Owner}},
	{SeeMembers, true, []Role{Admin, Support}, []Role{Owner, Pharmacist}},
	{EditProducts, true, []Role{Admin, Catalogue}, []Role{Owner, Pharmacist, Staff}},
	{SeeStoreOrders, true, []Role{Admin, Support}, []Role{Owner, Pharmacist, Staff, Courier}},
	{PrepareOrders, true, []Role{Admin, Support}, []Role{Owner, Pharmacist, Staff}},
	{DeliverOrders, true, []Role{Admin, Support}, []Role{Owner, Pharmacist, Staff, Courier}},
	{RefundOrders, true, []Role{Admin, Support}, []Role{Owner, Pharmacist}},
	{TakeOrders, true, []Role{Admin, Support}, []Role{Owner, Pharmacist, Staff}},
	{SeeStoreMoney, true, []Role{Admin}, []Role{Owner}},
	{ManageShifts, true, []Role{Admin, Support}, []Role{Owner, Pharmacist, Staff}},
	{Leave, true, []Role{Admin, Support, Catalogue}, []Role{Owner, Pharmacist, Staff, Courier}},
}

// Allows tells whether a role may do something where it holds.
func Allows(role Role, action Action) bool {
	if role == "" {
		return false
	}
	r, found := rowOf(action)
	return found && (slices.Contains(r.house, role) || slices.Contains(r.store, role))
}

// InStore tells whether the action is done in a store, by its people too.
func (a Action) InStore() bool {
	r, found := rowOf(a)
	return found && r.inStore
}

// Known tells whether the table has the action.
func (a Action) Known() bool {
	_, found := rowOf(a)
	return found
}

// Actions lists every action in the order of the table.
func Actions() []Action {
	all := make([]Action, len(table))
	for i, r := range table {
		all[i] = r.action
	}
	return all
}

func rowOf(a Action) (row, bool) {
	for _, r := range table {
		if r.action == a {
			return r, true
		}
	}
	return row{}, false
}
