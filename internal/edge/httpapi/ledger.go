package httpapi

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/admin"
	"dawa/internal/domain/ledger"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// statementPeriod reads the period of a statement: the current month unless the query names another.
func (a *API) statementPeriod(query url.Values, storeID string) (ledger.Period, error) {
	from, until, err := days(query)
	if err != nil {
		return ledger.Period{}, err
	}
	today := a.now().In(admin.Beirut)
	if until.IsZero() {
		until = admin.StartOfDay(today.Year(), today.Month(), today.Day()+1)
	}
	if from.IsZero() {
		last := until.AddDate(0, 0, -1).In(admin.Beirut)
		from = admin.StartOfDay(last.Year(), last.Month(), 1)
	}
	if !from.Before(until) {
		return ledger.Period{}, apperr.Invalid(map[string]string{"from": "period"})
	}
	return ledger.Period{StoreID: storeID, From: from, Until: until}, nil
}

func (a *API) getStatement(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	period, err := a.statementPeriod(query, r.PathValue("id"))
	if err != nil {
		return serve.Reply{}, err
	}
	if period.Limit, period.Offset, err = readPage(query, defaultRows, maxRows); err != nil {
		return serve.Reply{}, err
	}
	found, err := a.ledger.Statement(r.Context(), period)
	if err != nil {
		return serve.Reply{}, err
	}
	answer := wire.Statement{
		Success: true, From: period.From.In(admin.Beirut).Format(time.DateOnly),
		To:      period.Until.AddDate(0, 0, -1).In(admin.Beirut).Format(time.DateOnly),
		Opening: money.Signed(found.Opening), Closing: money.Signed(found.Closing), Total: found.Total,
		Sums: []wire.LedgerSum{}, Entries: make([]wire.LedgerEntry, len(found.Entries)),
	}
	for _, kind := range ledger.Kinds {
		if sum, has := found.Sums[kind]; has {
			answer.Sums = append(answer.Sums, wire.LedgerSum{Kind: wire.LedgerKind(kind), Amount: money.Signed(sum)})
		}
	}
	for i, e := range found.Entries {
		answer.Entries[i] = wire.LedgerEntry{
			UnderscoreID: e.ID, Kind: wire.LedgerKind(e.Kind), Amount: money.Signed(e.Amount),
			Order: optional(e.OrderNumber), Note: optional(e.Note), By: optional(e.ByName), At: e.At,
		}
	}
	return serve.NoStoreJSON(answer)
}

// exportStatement sends a period as a file, while it is read.
func (a *API) exportStatement(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	period, err := a.statementPeriod(query, r.PathValue("id"))
	if err != nil {
		return serve.Reply{}, err
	}
	// What is wrong with the request is said before the file begins.
	if _, err := a.ledger.Statement(r.Context(), period); err != nil {
		return serve.Reply{}, err
	}
	lang := language(r)
	say := func(key string) string { return a.texts.T(lang, key, nil) }
	head := []string{
		say("ledger.date"), say("ledger.kind"), say("ledger.order"), say("ledger.note"), say("ledger.amount"),
		say("ledger.balance"),
	}
	return csvReply("statement", period.From, head, func(ctx context.Context, write func([]string) error) error {
		var balance money.Cents
		for period.Limit = exportPage; ; period.Offset += exportPage {
			page, err := a.ledger.Statement(ctx, period)
			if err != nil {
				return err
			}
			if period.Offset == 0 {
				balance = page.Opening
			}
			for _, e := range page.Entries {
				balance += e.Amount
				err := write([]string{
					e.At.In(admin.Beirut).Format("2006-01-02 15:04"), say("ledger.kind_" + string(e.Kind)),
					inertCell(e.OrderNumber), inertCell(e.Note), e.Amount.String(), balance.String(),
				})
				if err != nil {
					return err
				}
			}
			if len(page.Entries) < exportPage {
				return nil
			}
		}
	}), nil
}

func (a *API) listBalances(r *http.Request) (serve.Reply, error) {
	found, err := a.ledger.Balances(r.Context())
	if err != nil {
		return serve.Reply{}, err
	}
	answer := wire.Balances{Success: true, Stores: make([]wire.StoreBalance, len(found))}
	for i, b := range found {
		answer.Stores[i] = wire.StoreBalance{
			Store: b.StoreID, Name: b.StoreName.English, ArabicName: optional(b.StoreName.Arabic),
			Balance: money.Signed(b.Amount), Commission: money.Cents(b.Commission),
		}
		if !b.LastPayout.IsZero() {
			answer.Stores[i].LastPayout = &b.LastPayout
		}
	}
	return serve.NoStoreJSON(answer)
}

// recordStorePayment records a payout or an adjustment under the name that the client gave it.
func (a *API) recordStorePayment(r *http.Request) (serve.Reply, error) {
	var in wire.StorePayment
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	payment := ledger.Payment{
		Key: r.Header.Get("Idempotency-Key"), StoreID: r.PathValue("id"), Amount: in.Amount, ToStore: in.ToStore,
		Note: in.Note, By: who.UserID,
	}
	switch in.Kind {
	case wire.StorePaymentKindPayout:
		err = a.ledger.Pay(r.Context(), payment)
	case wire.StorePaymentKindAdjustment:
		err = a.ledger.Adjust(r.Context(), payment)
	default:
		err = apperr.Invalid(map[string]string{"kind": "ledger_kind"})
	}
	if err != nil {
		return serve.Reply{}, err
	}
	return a.done("store_payment_recorded"), nil
}

func (a *API) setCommission(r *http.Request) (serve.Reply, error) {
	var in wire.CommissionChange
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	err = a.ledger.SetCommission(r.Context(), r.PathValue("id"), ledger.BasisPoints(in.Commission), who.UserID)
	if err != nil {
		return serve.Reply{}, err
	}
	return a.done("commission_saved"), nil
}
