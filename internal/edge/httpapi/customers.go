package httpapi

import (
	"net/http"
	"unicode/utf8"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/admin"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// listCustomers answers people with an account, newest first.
func (a *API) listCustomers(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	limit, offset, err := readPage(query, defaultRows, maxRows)
	if err != nil {
		return serve.Reply{}, err
	}
	part := query.Get("q")
	if utf8.RuneCountInString(part) > 100 {
		return serve.Reply{}, apperr.New(apperr.BadQuery)
	}
	found, total, err := a.admin.Customers(r.Context(), part, limit, offset)
	if err != nil {
		return serve.Reply{}, err
	}
	list := make(wire.CustomerList, len(found))
	for i, c := range found {
		list[i] = toCustomerRow(c)
	}
	return listPart(list, total)
}

// getCustomer answers one customer with what is known from their orders.
func (a *API) getCustomer(r *http.Request) (serve.Reply, error) {
	found, err := a.admin.Customer(r.Context(), r.PathValue("id"))
	if err != nil {
		return serve.Reply{}, err
	}
	answer := wire.CustomerAnswer{
		Success: true, Customer: toCustomerRow(found.Customer),
		Addresses: make([]wire.OrderAddress, len(found.Addresses)),
		Refunds:   make([]wire.CustomerRefund, len(found.Refunds)),
		Notes:     make([]wire.CustomerNote, len(found.Notes)),
	}
	for i, address := range found.Addresses {
		answer.Addresses[i] = toOrderAddress(address)
	}
	for i, refund := range found.Refunds {
		answer.Refunds[i] = wire.CustomerRefund{
			Order: refund.Order, Amount: refund.Amount, State: wire.CustomerRefundState(refund.State), At: refund.At,
			Reason: refund.Reason,
		}
	}
	for i, note := range found.Notes {
		answer.Notes[i] = wire.CustomerNote{Order: note.Order, Note: note.Note, At: note.At}
	}
	return serve.NoStoreJSON(answer)
}

func toCustomerRow(c admin.Customer) wire.CustomerRow {
	row := wire.CustomerRow{
		ID: c.ID, FullName: c.FullName, Username: c.Username, Email: c.Email, EmailVerified: c.EmailVerified,
		PhoneNb: c.Phone, Language: wire.Language(c.Language), Since: c.Since,
		Orders: c.Orders, OpenOrders: c.OpenOrders, Spent: c.Spent,
	}
	if !c.LastOrder.IsZero() {
		row.LastOrder = &c.LastOrder
	}
	return row
}
