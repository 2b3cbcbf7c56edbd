package httpapi

import (
	"net/http"
	"net/url"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/admin"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/stores"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// The rows of an admin's list: as many as the contract lets one ask for.
const (
	defaultRows = 50
	maxRows     = 100
)

// listAudit answers who did what, newest first.
func (a *API) listAudit(r *http.Request) (serve.Reply, error) {
	filter, err := readAuditFilter(r)
	if err != nil {
		return serve.Reply{}, err
	}
	records, total, err := a.audit.Events(r.Context(), filter)
	if err != nil {
		return serve.Reply{}, err
	}
	return listPart(toAudit(records), total)
}

func readAuditFilter(r *http.Request) (f audit.Filter, err error) {
	query, err := values(r)
	if err != nil {
		return f, err
	}
	if f.Limit, f.Start, err = readPage(query, defaultRows, maxRows); err != nil {
		return f, err
	}
	f.Actor, f.Action = query.Get("actor"), query.Get("action")
	if f.Subject = query.Get("store"); f.Subject != "" {
		f.SubjectKind = stores.AuditSubject
	}
	if len(f.Actor) > 100 || len(f.Action) > 100 || len(f.Subject) > 100 {
		return f, apperr.New(apperr.BadQuery)
	}
	f.From, f.Until, err = days(query)
	return f, err
}

// days reads the first and the last day of a search as the first moment of the one and the first
// after the other, on the shop's clock; absent is the zero time.
func days(query url.Values) (from, until time.Time, err error) {
	for name, at := range map[string]*time.Time{"from": &from, "to": &until} {
		if !query.Has(name) {
			continue
		}
		day, err := time.Parse(time.DateOnly, query.Get(name))
		if err != nil {
			return time.Time{}, time.Time{}, apperr.Wrap(apperr.BadQuery, err)
		}
		if name == "to" {
			day = day.AddDate(0, 0, 1)
		}
		*at = admin.StartOfDay(day.Date())
	}
	return from, until, nil
}

func toAudit(records []audit.NamedEvent) wire.AuditList {
	list := make(wire.AuditList, len(records))
	for i, rec := range records {
		list[i] = wire.AuditEntry{
			ID: rec.ID, At: rec.At, Action: string(rec.Action),
			Actor: nameOr(rec.ActorName, rec.ActorID), Subject: nameOr(rec.SubjectName, rec.Subject),
			Detail: optional(rec.Detail), Kind: optional(rec.SubjectKind),
			StoreName: optional(rec.StoreName.English), StoreArabicName: optional(rec.StoreName.Arabic),
			Changes: toChanges(rec.Changes),
		}
	}
	return list
}

func toChanges(changes []audit.Change) []wire.AuditChange {
	list := make([]wire.AuditChange, len(changes))
	for i, c := range changes {
		list[i] = wire.AuditChange{Field: c.Field, Old: c.Old, New: c.New}
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
