package sqlstore

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/outbox"
)

// Outbox stores the jobs of package outbox.
type Outbox struct{ db *DB }

// NewOutbox makes the store over an open database.
func NewOutbox(db *DB) *Outbox { return &Outbox{db: db} }

// outboxTopic is notified after every commit that left a job of a kind: only the worker of that kind looks.
func outboxTopic(kind string) string { return "outbox:" + kind }

// longestReason is how many characters of an error are stored for the operator.
const longestReason = 500

// enqueue writes jobs in the transaction of the change they follow from.
func enqueue(ctx context.Context, tx *Tx, jobs []outbox.Job) error {
	var b batch
	addJobs(&b, tx, jobs)
	return b.run(ctx, tx)
}

// addJobs queues what enqueue writes. Jobs are due by the database's clock: a server whose clock is wrong
// delays nothing. What was due is kept as the time of creation: a job that waits for days is not old when it begins.
func addJobs(b *batch, tx *Tx, jobs []outbox.Job) {
	rows := make([]any, 0, 4*len(jobs))
	for _, job := range jobs {
		rows = append(rows, job.ID, job.Kind, string(job.Payload), job.After.Milliseconds())
		tx.Notify(outboxTopic(job.Kind))
	}
	b.addRows(manyRows{
		doing: "queueing jobs", before: "INSERT INTO outbox (id, kind, payload, created_at, run_at)",
		row: rowForm{columns: 4, write: func(first int) string {
			due := tx.Now() + " + CAST($" + strconv.Itoa(first+3) + " AS BIGINT)"
			return "(" + list(first, 3) + ", " + due + ", " + due + ")"
		}},
	}, rows)
}

// Enqueue queues jobs that follow from nothing in the database.
func (s *Outbox) Enqueue(ctx context.Context, jobs ...outbox.Job) error {
	return s.db.Write(ctx, func(tx *Tx) error { return enqueue(ctx, tx, jobs) })
}

// Take leases due jobs. A lease is a due time in the future: when its holder falls silent, the job is
// simply due again.
func (s *Outbox) Take(ctx context.Context, kinds []string, limit int, lease time.Duration) ([]outbox.Lease, error) {
	if s.db.hasOneWriter() {
		// An idle worker must not wait for the writer.
		if due, err := s.anyDue(ctx, kinds); err != nil || !due {
			return nil, err
		}
	}
	var taken []outbox.Lease
	err := s.db.WriteOne(ctx, func(ctx context.Context, on statements) (err error) {
		taken, err = s.take(ctx, on, kinds, limit, lease)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("leasing jobs: %w", err)
	}
	return taken, nil
}

func (s *Outbox) anyDue(ctx context.Context, kinds []string) (bool, error) {
	in, args := In(1, kinds)
	var due bool
	err := s.db.QueryRowContext(ctx, `
		SELECT EXISTS (
			SELECT 1 FROM outbox WHERE NOT buried AND run_at <= `+s.db.Now()+` AND kind IN (`+in+`)
		)`, args...).Scan(&due)
	if err != nil {
		return false, fmt.Errorf("looking for due jobs: %w", s.db.public(err))
	}
	return due, nil
}

func (s *Outbox) take(
	ctx context.Context, on statements, kinds []string, limit int, lease time.Duration,
) ([]outbox.Lease, error) {
	token := rand.Text()
	in, args := In(4, kinds)
	rows, err := on.QueryContext(ctx, `
		WITH due AS MATERIALIZED (
			SELECT id FROM outbox WHERE NOT buried AND run_at <= `+s.db.Now()+` AND kind IN (`+in+`)
			ORDER BY run_at, id LIMIT $1`+s.db.SkipLocked()+`
		)
		UPDATE outbox SET attempt = attempt + 1, lease_token = $2, run_at = `+s.db.Now()+` + $3
		WHERE id IN (SELECT id FROM due)
		RETURNING id, kind, payload, attempt, created_at, `+s.db.Now()+` - created_at`,
		slices.Concat([]any{limit, token, lease.Milliseconds()}, args)...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var leases []outbox.Lease
	for rows.Next() {
		l := outbox.Lease{Token: token}
		var payload string
		var created, age int64
		if err := rows.Scan(&l.ID, &l.Kind, &payload, &l.Attempt, &created, &age); err != nil {
			return nil, err
		}
		l.Payload, l.CreatedAt, l.Age = []byte(payload), Time(created), time.Duration(age)*time.Millisecond
		leases = append(leases, l)
	}
	// An UPDATE returns its rows in no particular order.
	slices.SortFunc(leases, func(a, b outbox.Lease) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	return leases, rows.Err()
}

// Finish removes jobs that were done.
func (s *Outbox) Finish(ctx context.Context, leases ...outbox.Lease) error {
	which, args := make([]string, len(leases)), make([]any, 0, 2*len(leases))
	for i, l := range leases {
		which[i] = fmt.Sprintf("id = $%d AND lease_token = $%d", len(args)+1, len(args)+2)
		args = append(args, l.ID, l.Token)
	}
	return s.setOutcome(ctx, "finishing jobs", "DELETE FROM outbox WHERE "+strings.Join(which, " OR "), args...)
}

// Postpone gives a job back to be tried after the pause.
func (s *Outbox) Postpone(ctx context.Context, lease outbox.Lease, pause time.Duration, reason string) error {
	return s.setOutcome(ctx, "postponing a job", `
		UPDATE outbox SET lease_token = '', run_at = `+s.db.Now()+` + $3, reason = $4
		WHERE id = $1 AND lease_token = $2`,
		lease.ID, lease.Token, pause.Milliseconds(), short(reason))
}

// Hasten makes jobs of these kinds that failed before due at once, because what they failed for has been mended.
func (s *Outbox) Hasten(ctx context.Context, kinds ...string) error {
	in, args := In(1, kinds)
	return s.setOutcome(ctx, "hastening jobs", `
		UPDATE outbox SET run_at = `+s.db.Now()+`
		WHERE kind IN (`+in+`) AND attempt > 0 AND lease_token = '' AND NOT buried AND run_at > `+s.db.Now(), args...)
}

// Bury sets a job aside that will not succeed.
func (s *Outbox) Bury(ctx context.Context, lease outbox.Lease, reason string) error {
	return s.setOutcome(ctx, "setting a job aside", `
		UPDATE outbox SET lease_token = '', buried = TRUE, reason = $3 WHERE id = $1 AND lease_token = $2`,
		lease.ID, lease.Token, short(reason))
}

func (s *Outbox) setOutcome(ctx context.Context, doing, query string, args ...any) error {
	err := s.db.WriteOne(ctx, func(ctx context.Context, on statements) error {
		_, err := on.ExecContext(ctx, query, args...)
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}

// Waiting counts the jobs that are due and how long the oldest has been.
func (s *Outbox) Waiting(ctx context.Context) (count int, oldest time.Duration, err error) {
	var ms int64
	err = s.db.QueryRowContext(ctx, `
		SELECT count(*), coalesce(max(`+s.db.Now()+` - run_at), 0) FROM outbox
		WHERE NOT buried AND run_at <= `+s.db.Now()).Scan(&count, &ms)
	if err != nil {
		return 0, 0, fmt.Errorf("counting due jobs: %w", s.db.public(err))
	}
	return count, time.Duration(ms) * time.Millisecond, nil
}

// Buried counts the jobs that were set aside.
func (s *Outbox) Buried(ctx context.Context) (count int, err error) {
	if err := s.db.QueryRowContext(ctx, "SELECT count(*) FROM outbox WHERE buried").Scan(&count); err != nil {
		return 0, fmt.Errorf("counting jobs that were set aside: %w", s.db.public(err))
	}
	return count, nil
}

// Failed lists jobs that were set aside, newest first, and counts all of them.
func (s *Outbox) Failed(
	ctx context.Context, kinds []string, limit, offset int,
) (jobs []outbox.FailedJob, total int, err error) {
	in, args := In(1, kinds)
	err = s.db.QueryRowContext(ctx, "SELECT count(*) FROM outbox WHERE buried AND kind IN ("+in+")", args...).
		Scan(&total)
	if err != nil {
		return nil, 0, fmt.Errorf("counting failed jobs: %w", s.db.public(err))
	}
	in, args = In(3, kinds)
	jobs, err = readAll(ctx, s.db, "listing failed jobs", scanFailed, `
		SELECT id, kind, reason, attempt, created_at FROM outbox WHERE buried AND kind IN (`+in+`)
		ORDER BY created_at DESC, id LIMIT $1 OFFSET $2`, slices.Concat([]any{limit, offset}, args)...)
	return jobs, total, err
}

func scanFailed(row interface{ Scan(...any) error }) (j outbox.FailedJob, err error) {
	var queued int64
	err = row.Scan(&j.ID, &j.Kind, &j.Reason, &j.Attempts, &queued)
	j.QueuedAt = Time(queued)
	return j, err
}

// Retry makes a job that was set aside due again, as if it had just been queued.
func (s *Outbox) Retry(ctx context.Context, id string, kinds []string) error {
	in, args := In(2, kinds)
	err := s.db.Write(ctx, func(tx *Tx) error {
		done, err := tx.ExecContext(ctx, `
			UPDATE outbox SET buried = FALSE, attempt = 0, created_at = `+tx.Now()+`, run_at = `+tx.Now()+`
			WHERE id = $1 AND buried AND kind IN (`+in+`)`, slices.Concat([]any{id}, args)...)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, apperr.New(apperr.NotFound))
		}
		for _, kind := range kinds {
			tx.Notify(outboxTopic(kind))
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("retrying a job: %w", err)
	}
	return nil
}

// Subscribe wakes the worker of a kind when such a job was committed.
func (s *Outbox) Subscribe(kind string) (woken <-chan struct{}, end func()) {
	return s.db.Subscribe(outboxTopic(kind))
}

func short(reason string) string {
	runes := []rune(strings.ToValidUTF8(strings.ReplaceAll(reason, "\x00", ""), ""))
	return string(runes[:min(len(runes), longestReason)])
}
