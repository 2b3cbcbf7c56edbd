package httpapi

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"dawa/internal/accounts"
	"dawa/internal/apperr"
	"dawa/internal/httpapi/wire"
)

// The rows of a desk's list: as many as the contract lets one ask for.
const (
	defaultRows = 50
	maxRows     = 100
)

// listAudit answers who did what, newest first.
func (a *API) listAudit(r *http.Request) (reply, error) {
	filter, err := readAuditFilter(r)
	if err != nil {
		return reply{}, err
	}
	records, total, err := a.accounts.Audit(r.Context(), filter)
	if err != nil {
		return reply{}, err
	}
	out, err := answer(http.StatusOK, toAudit(records))
	out.noStore()
	out.set("X-Total-Count", strconv.Itoa(total))
	return out, err
}

func readAuditFilter(r *http.Request) (f accounts.AuditFilter, err error) {
	query, err := values(r)
	if err != nil {
		return f, err
	}
	page, err := whole(query, "page", 1, maxPage, 1, apperr.BadPage)
	if err != nil {
		return f, err
	}
	if f.Limit, err = whole(query, "limit", 1, maxRows, defaultRows, apperr.BadLimit); err != nil {
		return f, err
	}
	f.Start = (page - 1) * f.Limit
	f.Actor, f.Action = query.Get("actor"), query.Get("action")
	if len(f.Actor) > 100 || len(f.Action) > 100 {
		return f, apperr.New(apperr.BadQuery)
	}
	if f.From, err = day(query, "from"); err != nil {
		return f, err
	}
	last, err := day(query, "to")
	if err == nil && !last.IsZero() {
		f.Until = last.AddDate(0, 0, 1)
	}
	return f, err
}

// day reads a date as the first moment of that day in UTC; absent is the zero time.
func day(query url.Values, name string) (time.Time, error) {
	if !query.Has(name) {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.DateOnly, query.Get(name))
	if err != nil {
		return time.Time{}, apperr.Wrap(apperr.BadQuery, err)
	}
	return at, nil
}

func toAudit(records []accounts.Record) wire.AuditList {
	list := make(wire.AuditList, len(records))
	for i, rec := range records {
		list[i] = wire.AuditEntry{
			ID: rec.ID, At: rec.At, Action: string(rec.Action),
			Actor: nameOr(rec.ActorName, rec.ActorID), Subject: nameOr(rec.SubjectName, rec.Subject), Detail: optional(rec.Detail),
		}
	}
	return list
}

// nameOr names a user, or gives the id of one who is gone.
func nameOr(name, id string) string {
	if name == "" {
		return id
	}
	return name
}
