package httpapi

import (
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"unicode/utf8"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/pricelist"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// readPriceListColumns answers the headings of a list.
func (a *API) readPriceListColumns(r *http.Request) (serve.Reply, error) {
	form, err := readPriceListForm(r)
	if err != nil {
		return serve.Reply{}, formRefusal(err)
	}
	found, err := a.priceLists.Columns(r.Context(), form.File)
	if err != nil {
		return serve.Reply{}, err
	}
	body := wire.PriceListColumns{
		Success: true, Headings: found.Headings, Sample: found.Sample, Rows: found.Rows,
		Suggested: wire.PriceListMapping{
			Registration: optional(found.Suggested[pricelist.Registration]),
			Barcode:      optional(found.Suggested[pricelist.Barcode]),
			Name:         optional(found.Suggested[pricelist.Name]),
			Price:        optional(found.Suggested[pricelist.Price]),
			Date:         optional(found.Suggested[pricelist.Date]),
		},
	}
	return serve.NoStoreJSON(body)
}

// comparePriceList compares a list with the catalogue.
func (a *API) comparePriceList(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	draft, err := readPriceListForm(r)
	if err != nil {
		return serve.Reply{}, formRefusal(err)
	}
	draft.By = who.UserID
	list, err := a.priceLists.Compare(r.Context(), draft)
	if err != nil {
		return serve.Reply{}, err
	}
	return a.priceListSaved("price_list_compared", list)
}

// readPriceListForm takes a form with a list whole. Codes: UnsupportedType, TooLarge, InvalidInput, ImportEmpty.
func readPriceListForm(r *http.Request) (draft pricelist.Draft, err error) {
	parts, err := openForm(r, pricelist.MaxFile+formTexts)
	if err != nil {
		return draft, err
	}
	draft.Mapping = pricelist.Mapping{}
	for count := 0; ; count++ {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return draft, fmt.Errorf("reading a form: %w", err)
		}
		if count == formParts {
			return draft, apperr.New(apperr.TooLarge)
		}
		if err := readPriceListPart(part, &draft); err != nil {
			return draft, err
		}
	}
	if len(draft.File) == 0 {
		return draft, apperr.New(apperr.ImportEmpty)
	}
	return draft, nil
}

func readPriceListPart(part *multipart.Part, draft *pricelist.Draft) (err error) {
	name := part.FormName()
	if name == "file" {
		draft.FileName = part.FileName()
		draft.File, err = io.ReadAll(part)
		return err
	}
	const longest = 2000
	value, err := io.ReadAll(io.LimitReader(part, longest+1))
	if err != nil {
		return fmt.Errorf("reading a form: %w", err)
	}
	switch {
	case len(value) > longest:
		return apperr.New(apperr.TooLarge)
	case !utf8.Valid(value):
		return apperr.New(apperr.InvalidInput)
	case name == "source":
		draft.Source = string(value)
	case name == "valid_from":
		draft.ValidFrom = string(value)
	case slices.Contains(pricelist.Fields(), pricelist.Field(name)):
		draft.Mapping[pricelist.Field(name)] = string(value)
	}
	return nil
}

func (a *API) listPriceLists(r *http.Request) (serve.Reply, error) {
	lists, err := a.priceLists.Lists(r.Context())
	if err != nil {
		return serve.Reply{}, err
	}
	body := wire.PriceLists{Success: true, Lists: make([]wire.PriceList, len(lists))}
	for i := range lists {
		body.Lists[i] = toPriceList(&lists[i])
	}
	return serve.NoStoreJSON(body)
}

func (a *API) getPriceList(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	page, err := whole(query, "page", 1, maxPage, 1, apperr.BadPage)
	if err != nil {
		return serve.Reply{}, err
	}
	kind := pricelist.Change
	if query.Has("kind") {
		if kind = pricelist.Kind(query.Get("kind")); !slices.Contains(pricelist.Kinds(), kind) {
			return serve.Reply{}, apperr.New(apperr.BadQuery)
		}
	}
	list, rows, total, err := a.priceLists.List(r.Context(), r.PathValue("id"), kind, page)
	if err != nil {
		return serve.Reply{}, err
	}
	body := wire.PriceListAnswer{
		Success: true, List: toPriceList(list), Rows: make([]wire.PriceListRow, len(rows)), Total: total,
		PageSize: pricelist.RowsPage,
	}
	for i := range rows {
		body.Rows[i] = toPriceListRow(&rows[i])
	}
	return serve.NoStoreJSON(body)
}

func (a *API) applyPriceList(r *http.Request) (serve.Reply, error) {
	var in wire.PriceListApproval
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	list, err := a.priceLists.Approve(r.Context(), r.PathValue("id"), pricelist.Approval{
		By: who.UserID, At: valueOf(in.At), Accept: in.Accept, AcceptAll: valueOf(in.AcceptAll),
	})
	if err != nil {
		return serve.Reply{}, err
	}
	return a.priceListSaved("price_list_approved", list)
}

func (a *API) cancelPriceList(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	list, err := a.priceLists.Cancel(r.Context(), r.PathValue("id"), who.UserID)
	if err != nil {
		return serve.Reply{}, err
	}
	return a.priceListSaved("price_list_cancelled", list)
}

func (a *API) priceListSaved(code string, list *pricelist.List) (serve.Reply, error) {
	return serve.NoStoreJSON(wire.PriceListSaved{
		Success: true, Code: code, Message: a.doneText(code), List: toPriceList(list),
	})
}

func toPriceList(l *pricelist.List) wire.PriceList {
	out := wire.PriceList{
		UnderscoreID: l.ID, State: wire.PriceListState(l.State), FileName: l.FileName, Source: l.Source,
		By: optional(l.ByName), At: l.CreatedAt, Rows: l.Rows, Same: l.Same, Changed: l.Changed,
		Suspicious: l.Suspicious, Unmatched: l.Unmatched, Problems: l.Problems, Missing: l.Missing,
		Written: l.Written, Skipped: l.Skipped,
	}
	if !l.ApplyAt.IsZero() {
		out.ApplyAt = &l.ApplyAt
	}
	if !l.DoneAt.IsZero() {
		out.DoneAt = &l.DoneAt
	}
	return out
}

func toPriceListRow(r *pricelist.Row) wire.PriceListRow {
	out := wire.PriceListRow{
		Kind: wire.PriceListRowKind(r.Kind), Registration: optional(r.Registration), Barcode: optional(r.Barcode),
		Name: optional(r.Name), ValidFrom: optional(r.ValidFrom), Suspicious: r.Suspicious, Accepted: r.Accepted,
		Code: optional(r.Code), Value: optional(r.Value),
	}
	if r.Number > 0 {
		out.Row = &r.Number
	}
	if r.Old > 0 {
		out.OldLbp = pounds(r.Old)
	}
	if r.New > 0 {
		out.NewLbp = pounds(r.New)
	}
	if r.State != "" {
		state := wire.PriceListRowState(r.State)
		out.State = &state
	}
	if r.ProductName.English != "" || r.ProductName.Arabic != "" {
		out.Product = &wire.PriceListProduct{
			UnderscoreID: r.ProductID, Code: r.ProductCode, EnglishName: r.ProductName.English,
			ArabicName: r.ProductName.Arabic,
		}
	}
	return out
}

func pounds(n int64) *money.Pounds {
	p := money.Pounds(n)
	return &p
}
