package httpapi

import (
	"math"
	"net/http"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/stores"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// editProducts changes many products of a store, or says what would change.
func (a *API) editProducts(r *http.Request) (serve.Reply, error) {
	var in wire.BulkEditRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	change, targets, err := fromBulkEdit(in)
	if err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	place := r.PathValue("id")
	if valueOf(in.Preview) {
		rows, err := a.stores.PreviewBulk(r.Context(), place, storeActor(who), change, targets)
		return bulkAnswer(&stores.BulkEdit{Rows: rows}, err)
	}
	return bulkAnswer(a.stores.EditBulk(r.Context(), place, storeActor(who), change, targets))
}

func (a *API) undoProductEdit(r *http.Request) (serve.Reply, error) {
	return a.undoBulk(r, r.PathValue("id"))
}

// approveProducts approves many products that wait.
func (a *API) approveProducts(r *http.Request) (serve.Reply, error) {
	var in wire.BulkApproval
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	if len(in.Products) == 0 || len(in.Products) > stores.MaxBulk {
		return serve.Reply{}, wrongField("products")
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	return bulkAnswer(a.stores.ApproveBulk(r.Context(), who.UserID, in.Products))
}

func (a *API) undoApproval(r *http.Request) (serve.Reply, error) { return a.undoBulk(r, "") }

func (a *API) undoBulk(r *http.Request, place string) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	return bulkAnswer(a.stores.UndoBulk(r.Context(), place, who.UserID, r.PathValue("edit")))
}

func wrongField(field string) error {
	return apperr.New(apperr.InvalidInput).WithFields(map[string]string{field: serve.WrongType})
}

func fromBulkEdit(in wire.BulkEditRequest) (c stores.BulkChange, targets []stores.BulkTarget, err error) {
	const most = 1_000_000
	within := func(n *int, low int) bool { return n == nil || *n >= low && *n <= most }
	switch percent := in.Change.PricePercent; {
	case percent != nil && (*percent < -99 || *percent > 1000 || in.Change.PriceBy != nil):
		return c, nil, wrongField("price_percent")
	case percent != nil:
		points := int(math.Round(float64(*percent) * 100))
		c.PriceBasisPoints = &points
	case in.Change.PriceBy != nil:
		if by := *in.Change.PriceBy; by < -most*100 || by > most*100 {
			return c, nil, wrongField("price_by")
		}
		by := money.Cents(*in.Change.PriceBy)
		c.PriceBy = &by
	}
	if !within(in.Change.StockBy, -most) || !within(in.Change.StockTo, 0) ||
		in.Change.StockBy != nil && in.Change.StockTo != nil {
		return c, nil, wrongField("stock_to")
	}
	c.StockBy, c.StockTo, c.OffSale = in.Change.StockBy, in.Change.StockTo, in.Change.OffSale
	if c.Empty() {
		return c, nil, wrongField("change")
	}
	if len(in.Products) == 0 || len(in.Products) > stores.MaxBulk {
		return c, nil, wrongField("products")
	}
	for _, p := range in.Products {
		targets = append(targets, stores.BulkTarget{ID: p.UnderscoreID, Price: p.Price, Stock: p.NbInStock})
	}
	return c, targets, nil
}

func bulkAnswer(e *stores.BulkEdit, err error) (serve.Reply, error) {
	if err != nil {
		return serve.Reply{}, err
	}
	body := wire.BulkEditAnswer{Success: true, Edit: optional(e.ID), Rows: make([]wire.BulkRow, len(e.Rows))}
	if !e.UndoUntil.IsZero() {
		body.UndoUntil = &e.UndoUntil
	}
	for i, row := range e.Rows {
		body.Rows[i] = wire.BulkRow{
			UnderscoreID: row.ID, Code: optional(row.Code), Before: toBulkValues(row.Before),
			After: toBulkValues(row.After),
		}
	}
	return serve.NoStoreJSON(body)
}

func toBulkValues(v stores.BulkValues) wire.BulkValues {
	return wire.BulkValues{Price: v.Price, NbInStock: v.Stock, OffSale: v.OffSale}
}
