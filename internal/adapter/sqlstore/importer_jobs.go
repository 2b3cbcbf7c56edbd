package sqlstore

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/importer"
)

// Imports stores product imports: their jobs, their files and the rows they are about to write. It
// implements importer.Store and importer.ExportSource.
type Imports struct {
	db       *DB
	products *Products
}

var (
	_ importer.Store        = (*Imports)(nil)
	_ importer.ExportSource = (*Imports)(nil)
)

// NewImports makes the store over an open database.
func NewImports(db *DB) *Imports { return &Imports{db: db, products: NewProducts(db)} }

// importsTopic is rung when an import was queued.
const importsTopic = "imports"

// sweepBatch is how many rows of a finished import one transaction removes: others wait meanwhile.
const sweepBatch = 200

// PutFileChunk stores one chunk of a file.
func (s *Imports) PutFileChunk(ctx context.Context, jobID string, place int, chunk string, at time.Time) error {
	return s.write(ctx, "storing a file", func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO import_files (job_id, place, piece, put_at) VALUES ($1, $2, $3, $4)",
			jobID, place, chunk, Millis(at))
		return err
	})
}

// FileChunk reads one chunk of a file.
func (s *Imports) FileChunk(ctx context.Context, jobID string, place int) (chunk string, found bool, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT piece FROM import_files WHERE job_id = $1 AND place = $2", jobID, place).
		Scan(&chunk)
	if errors.Is(err, sql.ErrNoRows) {
		return "", false, nil
	}
	if err != nil {
		return "", false, fmt.Errorf("reading a file: %w", s.db.public(err))
	}
	return chunk, true, nil
}

// fileBatch is how many chunks of a file one transaction removes.
const fileBatch = 16

// DropFile removes a file.
func (s *Imports) DropFile(ctx context.Context, jobID string) error {
	query := fmt.Sprintf(`DELETE FROM import_files WHERE job_id = $1 AND place IN
		(SELECT place FROM import_files WHERE job_id = $1 ORDER BY place LIMIT %d)`, fileBatch)
	return s.inBatches(ctx, "removing a file", fileBatch, query, jobID)
}

// Busy tells whether an import waits or runs.
func (s *Imports) Busy(ctx context.Context) (busy bool, err error) {
	err = s.db.QueryRowContext(ctx,
		"SELECT EXISTS (SELECT 1 FROM import_jobs WHERE kind = $1 AND state IN ('queued', 'running'))",
		importer.ImportProducts).Scan(&busy)
	if err != nil {
		return false, fmt.Errorf("looking for a running import: %w", s.db.public(err))
	}
	return busy, nil
}

// Accept queues a job.
func (s *Imports) Accept(ctx context.Context, job *importer.Job) error {
	return s.write(ctx, "queueing an import", func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `
			INSERT INTO import_jobs (id, kind, state, dry_run, actor_id, total, created_at) VALUES (`+list(1, 7)+`)`,
			job.ID, importer.ImportProducts, string(job.State), job.DryRun, job.By, job.Total, Millis(job.CreatedAt))
		if s.db.IsUnique(err, "import_jobs", "kind") {
			return apperr.Wrap(apperr.ImportInProgress, err)
		}
		tx.Notify(importsTopic)
		return err
	})
}

const selectImports = `SELECT id, state, dry_run, confirmed, actor_id, attempt, total, done, created, updated, ` +
	`unchanged, problem_count, problems, created_at, finished_at FROM import_jobs`

func scanImport(row interface{ Scan(...any) error }) (*importer.Job, error) {
	var j importer.Job
	var problems string
	var created, finished int64
	err := row.Scan(&j.ID, &j.State, &j.DryRun, &j.Confirmed, &j.By, &j.Attempt, &j.Total, &j.Done, &j.Created,
		&j.Updated, &j.Unchanged, &j.ProblemCount, &problems, &created, &finished)
	if err != nil {
		return nil, err
	}
	j.CreatedAt, j.FinishedAt = Time(created), Time(finished)
	if err := json.Unmarshal([]byte(problems), &j.Problems); err != nil {
		return nil, fmt.Errorf("reading the problems of %s: %w", j.ID, err)
	}
	return &j, nil
}

// Job reads a job.
func (s *Imports) Job(ctx context.Context, id string) (*importer.Job, error) {
	j, err := scanImport(s.db.QueryRowContext(ctx, selectImports+" WHERE id = $1", id))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, apperr.New(apperr.ImportNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("reading an import: %w", s.db.public(err))
	}
	return j, nil
}

// checkRetention is how long a checked file waits to be confirmed, in milliseconds.
const checkRetention = 24 * 3600 * 1000

// Confirm queues the import of a checked file.
func (s *Imports) Confirm(ctx context.Context, id, by string) error {
	return s.write(ctx, "confirming an import", func(tx *Tx) error {
		j, err := scanImport(tx.QueryRowContext(ctx, selectImports+" WHERE id = $1"+tx.ForUpdate(), id))
		if errors.Is(err, sql.ErrNoRows) {
			return apperr.New(apperr.ImportNotFound)
		}
		if err != nil || j.Confirmed {
			return err
		}
		result, err := tx.ExecContext(ctx, `
			UPDATE import_jobs SET state = 'queued', dry_run = FALSE, confirmed = TRUE, actor_id = $2, attempt = 0,
				done = 0, finished_at = 0, lease_until = 0
			WHERE id = $1 AND state = 'done' AND dry_run AND problem_count = 0
				AND EXISTS (SELECT 1 FROM import_files WHERE job_id = $1)`, id, by)
		if s.db.IsUnique(err, "import_jobs", "kind") {
			return apperr.Wrap(apperr.ImportInProgress, err)
		}
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, apperr.New(apperr.ImportExpired))
		}
		tx.Notify(importsTopic)
		return nil
	})
}

// due is a job that nobody works on: it waits, or whoever worked on it fell silent.
func due(now string) string {
	return " WHERE state IN ('queued', 'running') AND lease_until <= " + now
}

// Take gives a job that is due to this server.
func (s *Imports) Take(ctx context.Context, life time.Duration) (*importer.Lease, error) {
	var waits bool
	if err := s.db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM import_jobs"+due(s.db.Now())+")").
		Scan(&waits); err != nil {
		return nil, fmt.Errorf("looking for an import: %w", s.db.public(err))
	}
	if !waits {
		return nil, nil
	}
	var lease *importer.Lease
	err := s.write(ctx, "taking an import", func(tx *Tx) error {
		lease = nil
		j, err := scanImport(tx.QueryRowContext(ctx,
			selectImports+due(tx.Now())+" ORDER BY created_at, id LIMIT 1"+tx.SkipLocked()))
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		j.State, j.Attempt, j.Done = importer.Running, j.Attempt+1, 0
		lease = &importer.Lease{Job: j, Token: rand.Text()}
		_, err = tx.ExecContext(ctx, `
			UPDATE import_jobs SET state = 'running', attempt = $2, done = 0, lease_token = $3,
			lease_until = `+tx.Now()+` + $4 WHERE id = $1`,
			j.ID, j.Attempt, lease.Token, life.Milliseconds())
		return err
	})
	if err != nil {
		return nil, err
	}
	return lease, nil
}

// Report saves how far a job is.
func (s *Imports) Report(ctx context.Context, lease *importer.Lease, done int, life time.Duration) error {
	return s.withLease(ctx, "reporting on an import", lease,
		"UPDATE import_jobs SET done = $3, lease_until = "+s.db.Now()+
			" + $4 WHERE id = $1 AND lease_token = $2 AND state = 'running'",
		done, life.Milliseconds())
}

// Release gives a job back, to be taken in a moment.
func (s *Imports) Release(ctx context.Context, lease *importer.Lease) error {
	return s.withLease(ctx, "giving an import back", lease,
		"UPDATE import_jobs SET state = 'queued', done = 0, lease_token = '', lease_until = "+s.db.Now()+
			" + 1000 WHERE id = $1 AND lease_token = $2 AND state = 'running'")
}

// TakeOver frees what an earlier server left, for a server that knows that there is no other.
func (s *Imports) TakeOver(ctx context.Context) error {
	return s.write(ctx, "taking imports over", func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE import_jobs SET lease_until = 0 WHERE state = 'running'")
		return err
	})
}

func (s *Imports) withLease(ctx context.Context, doing string, lease *importer.Lease, query string, more ...any) error {
	return s.write(ctx, doing, func(tx *Tx) error {
		result, err := tx.ExecContext(ctx, query, append([]any{lease.ID, lease.Token}, more...)...)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, importer.ErrLeaseLost)
		}
		return nil
	})
}

// Finish ends a job that changed no product.
func (s *Imports) Finish(ctx context.Context, lease *importer.Lease, state importer.State, outcome importer.Outcome,
	at time.Time) error {
	return s.write(ctx, "ending an import", func(tx *Tx) error { return endImport(ctx, tx, lease, state, outcome, at) })
}

// endImport writes down how an import ended, in the transaction that did it.
func endImport(ctx context.Context, tx *Tx, lease *importer.Lease, state importer.State, outcome importer.Outcome,
	at time.Time) error {
	problems := []byte("[]")
	if len(outcome.Problems) > 0 {
		var err error
		if problems, err = json.Marshal(outcome.Problems); err != nil {
			return fmt.Errorf("writing problems: %w", err)
		}
	}
	result, err := tx.ExecContext(ctx, `
		UPDATE import_jobs SET state = $3, done = total, created = $4, updated = $5, unchanged = $6,
		problem_count = $7, problems = $8,
			finished_at = $9, lease_token = '' WHERE id = $1 AND lease_token = $2 AND state = 'running'`,
		lease.ID, lease.Token, string(state), outcome.Created, outcome.Updated, outcome.Unchanged, outcome.ProblemCount,
		string(problems), Millis(at))
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, importer.ErrLeaseLost)
	}
	action := audit.Action("products_imported")
	detail := fmt.Sprintf("%d new, %d changed, %d unchanged", outcome.Created, outcome.Updated, outcome.Unchanged)
	switch {
	case lease.DryRun:
		action = "import_checked"
		detail += fmt.Sprintf(", %d problems", outcome.ProblemCount)
	case state == importer.Failed:
		action, detail = "import_failed", fmt.Sprintf("%d problems", outcome.ProblemCount)
	}
	event := audit.NewEvent(action, lease.By, lease.ID, detail, at)
	event.SubjectKind = "import"
	return recordAudit(ctx, tx, event)
}

// Sweep removes old jobs, and files and staged rows whose job has ended or never began.
func (s *Imports) Sweep(ctx context.Context, before time.Time) error {
	err := s.write(ctx, "sweeping imports", func(tx *Tx) error {
		_, err := tx.ExecContext(ctx,
			"DELETE FROM import_jobs WHERE state IN ('done', 'failed') AND finished_at < $1", Millis(before))
		return err
	})
	if err != nil {
		return err
	}
	// A file without a job may still be on its way in for a while.
	err = s.inBatches(ctx, "sweeping files", fileBatch, fmt.Sprintf(`
		DELETE FROM import_files WHERE (job_id, place) IN (SELECT job_id, place FROM import_files
			WHERE put_at < %[1]s - 3600000 AND job_id NOT IN (
				SELECT id FROM import_jobs WHERE state IN ('queued', 'running')
					OR dry_run AND problem_count = 0 AND finished_at > %[1]s - %[3]d)
			LIMIT %[2]d)`, s.db.Now(), fileBatch, checkRetention))
	if err != nil {
		return err
	}
	err = s.inBatches(ctx, "sweeping differences", sweepBatch, fmt.Sprintf(`
		DELETE FROM import_differences WHERE (job_id, row_number) IN (SELECT job_id, row_number FROM import_differences
			WHERE job_id NOT IN (SELECT id FROM import_jobs) LIMIT %d)`, sweepBatch))
	if err != nil {
		return err
	}
	return s.clearRows(ctx, "job_id NOT IN (SELECT id FROM import_jobs WHERE state IN ('queued', 'running'))")
}

// Subscribe wakes whoever takes jobs.
func (s *Imports) Subscribe() (woken <-chan struct{}, end func()) {
	return s.db.Subscribe(importsTopic)
}

func (s *Imports) write(ctx context.Context, doing string, work func(tx *Tx) error) error {
	if err := s.db.Write(ctx, work); err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}
