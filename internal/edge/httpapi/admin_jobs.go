package httpapi

import (
	"net/http"

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
	out, err := serve.JSON(http.StatusOK, wire.JobAnswer{Success: true, Job: toJob(job)})
	out.NoStore()
	return out, err
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
