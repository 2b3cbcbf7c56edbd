package httpapi

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/admin"
	"dawa/internal/domain/cash"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
	"dawa/internal/domain/roles"
	"dawa/internal/domain/shifts"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

const (
	// maxReady is how many orders are offered to be taken along.
	maxReady = 100
	// maxReport is how long a time a report covers.
	maxReport = 93 * 24 * time.Hour
)

func (a *API) listShifts(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	filter := shifts.Filter{StoreID: r.PathValue("id"), State: shifts.State(query.Get("state"))}
	switch filter.State {
	case "", shifts.Open, shifts.Counted, shifts.Closed:
	default:
		return serve.Reply{}, apperr.New(apperr.BadQuery)
	}
	if filter.From, filter.Until, err = days(query); err != nil {
		return serve.Reply{}, err
	}
	if filter.Limit, filter.Offset, err = readPage(query, defaultRows, maxRows); err != nil {
		return serve.Reply{}, err
	}
	found, total, err := a.shifts.List(r.Context(), filter)
	if err != nil {
		return serve.Reply{}, err
	}
	couriers, err := a.shifts.Couriers(r.Context(), filter.StoreID)
	if err != nil {
		return serve.Reply{}, err
	}
	answer := wire.ShiftList{
		Success: true, Total: total, Shifts: make([]wire.Shift, len(found)),
		Couriers: make([]wire.ShiftPerson, len(couriers)),
	}
	for i := range found {
		answer.Shifts[i] = toShift(&found[i])
	}
	for i, c := range couriers {
		answer.Couriers[i] = toShiftPerson(c)
	}
	return notStored(answer)
}

// notStored answers something that no cache may hold.
func notStored(answer any) (serve.Reply, error) {
	return serve.NoStoreJSON(answer)
}

func (a *API) openShift(r *http.Request) (serve.Reply, error) {
	var in wire.ShiftOpening
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	shift, err := a.shifts.Begin(r.Context(), r.PathValue("id"), in.Courier, shifts.Request{
		Key: in.Key, Amount: fromCashAmount(&in.Float), By: who.UserID,
	})
	return shiftAnswer(shift, err)
}

func (a *API) getShift(r *http.Request) (serve.Reply, error) {
	return shiftAnswer(a.shifts.Of(r.Context(), r.PathValue("id"), r.PathValue("shift")))
}

// getMyShift answers what a courier has along, and what can be taken: of that no address.
func (a *API) getMyShift(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	place := r.PathValue("id")
	answer := wire.MyShift{
		Success: true, Orders: []wire.ShiftOrder{}, Movements: []wire.ShiftMovement{}, Ready: []wire.ReadyOrder{},
	}
	shift, err := a.shifts.Running(r.Context(), place, who.UserID)
	if apperr.CodeOf(err) == apperr.ShiftNotFound {
		return notStored(answer)
	}
	if err != nil {
		return serve.Reply{}, err
	}
	mine := toShift(shift)
	answer.Shift, answer.Orders, answer.Movements = &mine, toShiftOrders(shift), toShiftMovements(shift)
	ready, err := a.orders.Desk(r.Context(), orders.DeskFilter{
		StoreID: place, Status: orders.Preparing, Limit: maxReady,
	})
	if err != nil {
		return serve.Reply{}, err
	}
	for _, found := range ready.Found {
		due := found.Part.Totals.Total
		if found.Order.Payment.Method != payments.Cash {
			due = 0
		}
		answer.Ready = append(answer.Ready, wire.ReadyOrder{
			UnderscoreID: found.Part.ID, Number: found.Order.Number, City: found.Part.Address.City,
			Method: wire.PaymentMethod(found.Order.Payment.Method), Due: due,
		})
	}
	return notStored(answer)
}

// recordMovement adds to the courier's own shift; whoever manages shifts adds to anybody's.
func (a *API) recordMovement(r *http.Request) (serve.Reply, error) {
	var in wire.ShiftMovementRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	place, courier := r.PathValue("id"), who.UserID
	manages := who.May(roles.ManageShifts, place)
	if manages {
		courier = ""
	}
	kind := shifts.RequestKind(in.Kind)
	switch kind {
	case shifts.Take, shifts.Deliver, shifts.Fail:
	case shifts.AddFloat:
		if !manages {
			return serve.Reply{}, apperr.New(apperr.Forbidden)
		}
	default:
		return serve.Reply{}, apperr.New(apperr.InvalidInput)
	}
	return shiftAnswer(a.shifts.Record(r.Context(), place, r.PathValue("shift"), courier, shifts.Request{
		Key: in.Key, Kind: kind, Fulfilment: valueOf(in.Fulfilment), Amount: fromCashAmount(in.Amount),
		Change: fromCashAmount(in.Change), Reason: valueOf(in.Reason), MadeAt: valueOf(in.MadeAt), By: who.UserID,
	}))
}

func (a *API) countShift(r *http.Request) (serve.Reply, error) {
	var in wire.ShiftCount
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	return a.closeOut(r, shifts.Request{
		Key: in.Key, Kind: shifts.CountBag, Amount: fromCashAmount(&in.Counted), Reason: valueOf(in.Reason),
	})
}

func (a *API) signShiftOff(r *http.Request) (serve.Reply, error) {
	var in wire.ShiftSignOff
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	return a.closeOut(r, shifts.Request{Key: in.Key, Kind: shifts.SignOff, Seen: in.Version})
}

func (a *API) closeOut(r *http.Request, request shifts.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	request.By = who.UserID
	return shiftAnswer(a.shifts.Record(r.Context(), r.PathValue("id"), r.PathValue("shift"), "", request))
}

// readReport says which shifts a report is about: those of a store, or of all for the house.
func readReport(r *http.Request) (f shifts.Filter, err error) {
	var query url.Values
	if query, err = values(r); err != nil {
		return f, err
	}
	if f.From, f.Until, err = days(query); err != nil {
		return f, err
	}
	if f.From.IsZero() || f.Until.IsZero() || f.Until.Sub(f.From) > maxReport {
		return f, apperr.New(apperr.BadQuery)
	}
	if f.StoreID = r.PathValue("id"); f.StoreID == roles.House {
		f.StoreID = ""
	}
	return f, nil
}

func (a *API) getShiftReport(r *http.Request) (serve.Reply, error) {
	filter, err := readReport(r)
	if err != nil {
		return serve.Reply{}, err
	}
	rows, err := a.shifts.Report(r.Context(), filter, admin.Beirut)
	if err != nil {
		return serve.Reply{}, err
	}
	answer := wire.ShiftReport{Success: true, Rows: make([]wire.ShiftReportRow, len(rows))}
	for i, row := range rows {
		answer.Rows[i] = wire.ShiftReportRow{
			Day: row.Day, Store: toShiftStore(row.StoreID, row.StoreName), Courier: toShiftPerson(row.Courier),
			Shifts: row.Shifts, Unclosed: row.Unclosed, Float: toCashAmount(row.Float),
			Received: toCashAmount(row.Received), Change: toCashAmount(row.Change), Expected: toBalance(row.Expected),
			Counted: toCashAmount(row.Counted), Difference: toBalance(row.Difference), Reasons: notNull(row.Reasons),
		}
	}
	return notStored(answer)
}

// notNull is a list that is never null on the wire.
func notNull[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

// exportShifts sends the report as a file: a line for each day, store, courier and currency.
func (a *API) exportShifts(r *http.Request) (serve.Reply, error) {
	filter, err := readReport(r)
	if err != nil {
		return serve.Reply{}, err
	}
	rows, err := a.shifts.Report(r.Context(), filter, admin.Beirut)
	if err != nil {
		return serve.Reply{}, err
	}
	lang := language(r)
	say := func(key string) string { return a.texts.T(lang, key, nil) }
	head := []string{}
	for _, name := range []string{
		"day", "store", "courier", "currency", "shifts", "unclosed", "float", "received", "change", "expected",
		"counted", "difference", "reason",
	} {
		head = append(head, say("shift.csv_"+name))
	}
	return csvReply("shifts", a.now(), head, func(_ context.Context, write func([]string) error) error {
		for _, row := range rows {
			for _, line := range csvShiftRows(row, lang, say) {
				if err := write(line); err != nil {
					return err
				}
			}
		}
		return nil
	}), nil
}

// csvShiftRows are the two lines of a row, one for each currency. Amounts are numbers to a spreadsheet.
func csvShiftRows(row shifts.Row, lang text.Lang, say func(key string) string) [][]string {
	store := row.StoreName.In(lang)
	if row.StoreID == roles.House {
		store = say("shift.csv_house")
	}
	amounts := []cash.Amount{row.Float, row.Received, row.Change, row.Expected, row.Counted, row.Difference}
	lines := make([][]string, 0, 2)
	for _, currency := range []cash.Currency{cash.Dollars, cash.Pounds} {
		line := []string{
			row.Day, inertCell(store), inertCell(row.Courier.Name), strings.ToUpper(string(currency)),
			strconv.Itoa(row.Shifts), strconv.Itoa(row.Unclosed),
		}
		for _, a := range amounts {
			if currency == cash.Dollars {
				line = append(line, a.Cents.String())
			} else {
				line = append(line, strconv.FormatInt(int64(a.Pounds), 10))
			}
		}
		lines = append(lines, append(line, inertCell(strings.Join(row.Reasons, "; "))))
	}
	return lines
}

func shiftAnswer(shift *shifts.Shift, err error) (serve.Reply, error) {
	if err != nil {
		return serve.Reply{}, err
	}
	return notStored(wire.ShiftAnswer{
		Success: true, Shift: toShift(shift), Orders: toShiftOrders(shift), Movements: toShiftMovements(shift),
	})
}

func fromCashAmount(in *wire.CashAmount) cash.Amount {
	amount := valueOf(in)
	return cash.Amount{Cents: amount.Usd, Pounds: amount.Lbp}
}

func toCashAmount(a cash.Amount) wire.CashAmount { return wire.CashAmount{Usd: a.Cents, Lbp: a.Pounds} }

func toBalance(a cash.Amount) wire.CashBalance {
	return wire.CashBalance{Usd: wire.SignedCents(a.Cents), Lbp: a.Pounds}
}

func toShiftPerson(p shifts.Person) wire.ShiftPerson {
	return wire.ShiftPerson{UnderscoreID: p.ID, Name: p.Name}
}

func toShiftStore(id string, name text.Pair) *wire.StoreName {
	if id == roles.House {
		return nil
	}
	return &wire.StoreName{UnderscoreID: id, Name: name.English, ArabicName: optional(name.Arabic)}
}

func toShift(s *shifts.Shift) wire.Shift {
	out := wire.Shift{
		UnderscoreID: s.ID, Store: toShiftStore(s.StoreID, s.StoreName), Courier: toShiftPerson(s.Courier),
		State: wire.ShiftState(s.State), OpenedAt: s.OpenedAt, OpenedBy: s.OpenedBy.Name,
		Expected: toBalance(s.Expected), Version: s.Movements,
	}
	if s.State != shifts.Open {
		counted, difference := toCashAmount(s.Count.Amount), toBalance(s.Count.Difference)
		out.Counted, out.Difference = &counted, &difference
		out.Reason, out.CountedBy = optional(s.Count.Reason), optional(s.Count.By.Name)
	}
	if s.State == shifts.Closed {
		out.SignedBy, out.ClosedAt = optional(s.SignedBy.Name), &s.ClosedAt
	}
	return out
}

func toShiftOrders(s *shifts.Shift) []wire.ShiftOrder {
	all := []wire.ShiftOrder{}
	for i := range s.Orders {
		c := &s.Orders[i]
		if c.Order == nil || c.Order.Part(c.Place) == nil {
			continue
		}
		o, f := c.Order, c.Order.Part(c.Place)
		received, change := s.Collected(c.OrderID, c.Place)
		out := wire.ShiftOrder{
			UnderscoreID: f.ID, Number: o.Number, State: wire.ShiftOrderState(c.State),
			Status: wire.OrderStatus(f.Status), Address: toOrderAddress(f.Address), Note: o.Note,
			Products: []wire.OrderLine{}, Method: wire.PaymentMethod(o.Payment.Method),
			Due: wire.CashAmount{Usd: c.Due.Total, Lbp: c.Due.Pounds}, Rate: c.Due.Rate,
			Received: toCashAmount(received), Change: toCashAmount(change), Cash: toCashWish(o.Cash),
		}
		if c.State == shifts.Out && len(o.Fulfilments) == 1 {
			out.CashChange = toCashChange(o, o.Due(), c.Due.Pounds)
		}
		for _, line := range o.LinesOf(c.Place) {
			out.Products = append(out.Products, toOrderLine(line))
		}
		all = append(all, out)
	}
	return all
}

func toShiftMovements(s *shifts.Shift) []wire.ShiftMovement {
	numbers, codes := map[string]string{}, map[string]string{}
	for i := range s.Orders {
		if o := s.Orders[i].Order; o != nil {
			numbers[o.ID] = o.Number
			for _, l := range o.Lines {
				codes[l.ProductID] = l.Code
			}
		}
	}
	all := make([]wire.ShiftMovement, len(s.Log))
	for i, m := range s.Log {
		all[i] = wire.ShiftMovement{
			Number: m.Number, Key: m.Key, Kind: wire.ShiftMovementKind(m.Kind), Amount: toBalance(m.Amount),
			Order: optional(numbers[m.OrderID]), Product: optional(codes[m.ProductID]), Reason: optional(m.Reason),
			By: m.By.Name, MadeAt: m.MadeAt, At: m.At,
		}
		if m.Pieces > 0 {
			all[i].Pieces = &m.Pieces
		}
	}
	return all
}
