package httpapi

import (
	"net/http"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/importer"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// getJob answers how far an import is.
func (a *API) getJob(r *http.Request) (serve.Reply, error) {
	job, err := a.imports.Job(r.Context(), r.PathValue("id"))
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(wire.JobAnswer{Success: true, Job: toJob(job)})
}

func toJob(j *importer.Job) wire.Job {
	unchanged := j.Unchanged
	w := wire.Job{
		ID: j.ID, Kind: importer.ImportProducts, State: wire.JobState(j.State), DryRun: j.DryRun, Done: j.Done,
		Total:   j.Total,
		Created: j.Created, Updated: j.Updated, Unchanged: &unchanged, ProblemCount: j.ProblemCount,
		Problems: make([]wire.RowProblem, len(j.Problems)), StartedAt: j.CreatedAt,
	}
	if !j.FinishedAt.IsZero() {
		w.FinishedAt = &j.FinishedAt
	}
	for i, p := range j.Problems {
		w.Problems[i] = wire.RowProblem{Row: p.Row, Column: p.Column, Code: p.Code, Value: optional(p.Value)}
	}
	return w
}

// jobRowsPage is how many rows of a file one page has.
const jobRowsPage = 50

// listJobRows answers what a file changes, row by row.
func (a *API) listJobRows(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	page, err := whole(query, "page", 1, maxPage, 1, apperr.BadPage)
	if err != nil {
		return serve.Reply{}, err
	}
	kind := importer.DifferenceKind(query.Get("kind"))
	if query.Has("kind") && !kind.Known() {
		return serve.Reply{}, apperr.New(apperr.BadQuery)
	}
	rows, total, err := a.imports.Differences(r.Context(), r.PathValue("id"), kind, jobRowsPage, (page-1)*jobRowsPage)
	if err != nil {
		return serve.Reply{}, err
	}
	body := wire.JobRowsAnswer{Success: true, Rows: make([]wire.JobRow, len(rows)), Total: total, PageSize: jobRowsPage}
	for i, d := range rows {
		body.Rows[i] = toJobRow(d)
	}
	return serve.NoStoreJSON(body)
}

func toJobRow(d importer.Difference) wire.JobRow {
	row := wire.JobRow{
		Row: d.Row, Kind: wire.JobRowKind(d.Kind), Product: d.ProductID, Code: d.Code, EnglishName: d.Name.English,
		ArabicName: d.Name.Arabic, Changes: make([]wire.JobRowChange, len(d.Changes)),
	}
	for i, c := range d.Changes {
		row.Changes[i] = wire.JobRowChange{
			Field: c.Field, Old: c.Old, New: c.New, Exported: optional(c.Exported), File: optional(c.File),
		}
		if c.Note != "" {
			note := wire.JobRowChangeNote(c.Note)
			row.Changes[i].Note = &note
		}
	}
	return row
}

// confirmJob imports a file that was checked.
func (a *API) confirmJob(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	job, err := a.imports.Confirm(r.Context(), r.PathValue("id"), who.UserID)
	if err != nil {
		return serve.Reply{}, err
	}
	out, err := serve.JSON(http.StatusAccepted, wire.JobAnswer{Success: true, Job: toJob(job)})
	out.NoStore()
	return out, err
}
