package reconcile

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/payments"
)

const (
	// lookupTime bounds one question to the gateway.
	lookupTime = 10 * time.Second
	// nightlyHour is when the nightly run is due, in UTC: four in the morning in Beirut in winter.
	nightlyHour = 2
	// nightlyPeriod is how far back the nightly run looks: refunds and late captures of the days before are compared
	// again.
	nightlyPeriod = 7 * 24 * time.Hour
	// longestPeriod bounds a run that staff asks for.
	longestPeriod = 92 * 24 * time.Hour
	shownRuns     = 10
)

// Options is what a Service is made of.
type Options struct {
	Store Store
	// Gateway is asked; nil is a shop that takes cash only.
	Gateway payments.Gateway
	Now     func() time.Time
	Log     *slog.Logger
}

// Service compares payments.
type Service struct{ o Options }

// New makes a Service.
func New(o Options) *Service { return &Service{o} }

func (s *Service) now() time.Time { return s.o.Now().UTC().Truncate(time.Millisecond) }

// Runs lists the latest runs, the newest first.
func (s *Service) Runs(ctx context.Context) ([]Run, error) { return s.o.Store.Runs(ctx, shownRuns) }

// Request asks for a run over a period; it is made in the background. Code: InvalidFields.
func (s *Service) Request(ctx context.Context, from, until time.Time) (Run, error) {
	if s.o.Gateway == nil {
		return Run{}, apperr.New(apperr.PaymentUnavailable)
	}
	if !from.Before(until) || until.Sub(from) > longestPeriod {
		return Run{}, apperr.Invalid(map[string]string{"from": "period"})
	}
	r := Run{ID: strings.ToLower(rand.Text()), Source: ByLookup, From: from, Until: until, At: s.now()}
	return r, s.o.Store.AddRun(ctx, r)
}

// CompareFile compares a gateway's settlement file with the payments that it names. Code: InvalidFields.
func (s *Service) CompareFile(ctx context.Context, text string) (Run, error) {
	if s.o.Gateway == nil {
		return Run{}, apperr.New(apperr.PaymentUnavailable)
	}
	said, names, err := readFile(text)
	if err != nil {
		return Run{}, err
	}
	booked, err := s.o.Store.PaymentsByKey(ctx, s.o.Gateway.Capabilities().Name, names)
	if err != nil {
		return Run{}, err
	}
	now := s.now()
	r := Run{ID: strings.ToLower(rand.Text()), Source: ByFile, From: now, Until: now, At: now, DoneAt: now}
	for _, name := range names {
		r.Checked++
		b, known := booked[name]
		if !known {
			r.Differences = append(r.Differences, Difference{Key: name, Kind: Unknown, Theirs: said[name].Captured})
			continue
		}
		if d, same := Compare(b, said[name].FromPounds(b.Rate, b.Currency)); !same {
			r.Differences = append(r.Differences, d)
		}
	}
	if err := s.o.Store.AddRun(ctx, r); err != nil {
		return Run{}, err
	}
	return r, nil
}

// Work adds the nightly run when it is due and makes one run that waits. It tells whether it made one.
func (s *Service) Work(ctx context.Context) (bool, error) {
	if s.o.Gateway == nil {
		return false, nil
	}
	if now := s.now(); now.Hour() >= nightlyHour {
		day := now.Truncate(24 * time.Hour)
		err := s.o.Store.AddRun(ctx, Run{
			ID: "nightly-" + day.Format(time.DateOnly), Source: ByLookup, From: day.Add(-nightlyPeriod), Until: day,
			At: now,
		})
		if err != nil {
			return false, fmt.Errorf("adding the nightly comparison of payments: %w", err)
		}
	}
	r, waits, err := s.o.Store.WaitingRun(ctx)
	if err != nil || !waits {
		return false, err
	}
	booked, err := s.o.Store.Payments(ctx, s.o.Gateway.Capabilities().Name, r.From, r.Until)
	if err != nil {
		return false, err
	}
	for _, b := range booked {
		if ctx.Err() != nil {
			return false, ctx.Err() // the next server begins again
		}
		r.Checked++
		if d, same := s.look(ctx, b); !same {
			r.Differences = append(r.Differences, d)
		}
	}
	r.DoneAt = s.now()
	if len(r.Differences) > 0 {
		s.o.Log.Error("reconcile: the gateway says otherwise than the books", "run", r.ID, "payments", r.Checked,
			"differences", len(r.Differences))
	}
	return true, s.o.Store.FinishRun(ctx, r)
}

func (s *Service) look(ctx context.Context, b Booked) (Difference, bool) {
	asking, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	p, err := s.o.Gateway.Lookup(asking, b.Key)
	if err != nil {
		return Difference{Key: b.Key, Order: b.Order, Kind: Unanswered, Ours: b.Captured - b.Refunded}, false
	}
	return Compare(b, p)
}
