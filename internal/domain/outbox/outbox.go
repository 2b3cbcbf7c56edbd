// Package outbox stores work that must follow a change (an email, a refund) in the same transaction as the
// change, and does it afterwards: at least once, on any server, with retries.
package outbox

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"time"
)

// Job is one task. A store that commits a change writes the jobs that follow from it in the same transaction.
type Job struct {
	// ID identifies the task for good: whoever does it uses the id to do it once (an email's Message-ID).
	ID      string
	Kind    string
	Payload json.RawMessage
	// After is how long the job waits once it is committed.
	After time.Duration
	// Attempt counts from 1 while the job is being done.
	Attempt int
	// CreatedAt is when the job was first due or last retried by an admin, by the database's clock.
	CreatedAt time.Time
}

// New makes a job that is due as soon as it is committed: its times are the database's, because servers whose
// clocks differ share one queue. The payload must not hold secrets: rows wait in the database.
func New(kind string, payload any) (Job, error) {
	data, err := json.Marshal(payload)
	if err != nil {
		return Job{}, fmt.Errorf("encoding a %s job: %w", kind, err)
	}
	return Job{ID: rand.Text(), Kind: kind, Payload: data}, nil
}

// Lease is a job that one worker holds until its time runs out.
type Lease struct {
	Job
	// Age is how long ago the job was first due, by the database's clock.
	Age time.Duration
	// Token distinguishes this lease from an earlier one of the same job that ran out.
	Token string
}

// Store holds the jobs. Times are the database's own, so that servers with wrong clocks agree.
type Store interface {
	// Take leases at most limit due jobs of these kinds, oldest first, and counts an attempt.
	Take(ctx context.Context, kinds []string, limit int, lease time.Duration) ([]Lease, error)
	// Finish removes jobs that were done, at least one. A lease that ran out meanwhile is no error.
	Finish(ctx context.Context, leases ...Lease) error
	// Postpone gives a job back to be tried after the pause; reason is for the operator.
	Postpone(ctx context.Context, lease Lease, pause time.Duration, reason string) error
	// Bury sets a job aside that will not succeed; it stays for the operator.
	Bury(ctx context.Context, lease Lease, reason string) error
	// Waiting counts the jobs that are due and how long the oldest has been.
	Waiting(ctx context.Context) (count int, oldest time.Duration, err error)
	// Subscribe wakes the worker when a job of the kind was committed, on any server.
	Subscribe(kind string) (woken <-chan struct{}, end func())
}
