package outbox

import (
	"context"
	"maps"
	"slices"
	"time"
)

// FailedJob is a job that was set aside.
type FailedJob struct {
	ID, Kind string
	// Reason is the last error. It holds no address and no text.
	Reason   string
	Attempts int
	// QueuedAt is when the job was queued or last retried.
	QueuedAt time.Time
}

// FailedStore holds the jobs that were set aside.
type FailedStore interface {
	// Failed lists jobs of these kinds that were set aside, newest first, and counts all of them.
	Failed(ctx context.Context, kinds []string, limit, offset int) (jobs []FailedJob, total int, err error)
	// Retry makes such a job due again, with all its attempts before it. Another job is apperr.NotFound.
	Retry(ctx context.Context, id string, kinds []string) error
}

// Undelivered is the mail that could not be delivered: admins see it and have it sent again.
type Undelivered struct {
	store FailedStore
	// about says what the emails of each kind of job are about.
	about map[string]string
	kinds []string
}

// NewUndelivered makes it for the kinds of jobs that send mail; about says what the emails of each kind are about.
func NewUndelivered(store FailedStore, about map[string]string) *Undelivered {
	return &Undelivered{store: store, about: about, kinds: slices.Sorted(maps.Keys(about))}
}

// Email is an undelivered email.
type Email struct {
	FailedJob
	About string
}

// List gives undelivered mail, newest first, and the number of all of it.
func (u *Undelivered) List(ctx context.Context, limit, offset int) (emails []Email, total int, err error) {
	jobs, total, err := u.store.Failed(ctx, u.kinds, limit, offset)
	for _, job := range jobs {
		emails = append(emails, Email{FailedJob: job, About: u.about[job.Kind]})
	}
	return emails, total, err
}

// Retry has an email sent again. An id that names no undelivered mail is apperr.NotFound.
func (u *Undelivered) Retry(ctx context.Context, id string) error {
	return u.store.Retry(ctx, id, u.kinds)
}
