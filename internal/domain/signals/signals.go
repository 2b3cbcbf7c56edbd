// Package signals finds what may be an attack or a fault: users whose cards are declined again and again, who order and
// cancel in a loop, whose email was changed before the password was reset, networks with many new accounts, and
// scripts that browsers refused to run on our pages. It names users by id and networks by a keyed hash.
package signals

import (
	"context"
	"log/slog"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Kind is what was noticed.
type Kind string

// The kinds of signals.
const (
	Declines    Kind = "declines"
	OrderLoops  Kind = "order_loops"
	Takeovers   Kind = "takeovers"
	NewAccounts Kind = "new_accounts"
)

// Kinds are all of them.
var Kinds = []Kind{Takeovers, Declines, OrderLoops, NewAccounts}

// Signal is about one user or network.
type Signal struct {
	Kind    Kind
	Subject string // a user's id, or the keyed hash of a network
	Count   int
	LastAt  time.Time
}

// Threshold is from how many events on, within which time, something is a signal.
type Threshold struct {
	Count  int
	Within time.Duration
}

// Thresholds of each kind. Honest people are below them.
var Thresholds = map[Kind]Threshold{
	Declines:    {Count: 5, Within: 24 * time.Hour},
	OrderLoops:  {Count: 3, Within: 24 * time.Hour},
	Takeovers:   {Count: 1, Within: 7 * 24 * time.Hour},
	NewAccounts: {Count: 20, Within: 24 * time.Hour},
}

// MaxListed is how many signals of one kind are listed.
const MaxListed = 50

// Violation is something that the policy of our pages forbade.
type Violation struct {
	Day       string
	Directive string
	Blocked   string // a host or a keyword such as inline
	Page      string // the first part of the address
	Count     int64
}

// Store reads and counts.
type Store interface {
	// Signals gives at most limit signals of a kind, the latest first, by the database's clock.
	Signals(ctx context.Context, kind Kind, t Threshold, limit int) ([]Signal, error)
	// AddViolations counts; of one day it stores at most limit different ones.
	AddViolations(ctx context.Context, seen []Violation, limit int) error
	// Violations gives those since a day, the most frequent first.
	Violations(ctx context.Context, since string, limit int) ([]Violation, error)
}

const (
	// maxHeld and maxPerDay bound how many different violations are held in memory and stored for a day: anybody can
	// report anything.
	maxHeld   = 100
	maxPerDay = 200
	// reportsPerMinute is how many a server counts; more are dropped.
	reportsPerMinute = 600
	writeEvery       = 10 * time.Second
	lookEvery        = 5 * time.Minute
	shownDays        = 7
)

// Service finds signals and counts violations.
type Service struct {
	store Store
	now   func() time.Time
	log   *slog.Logger

	mu     sync.Mutex
	held   map[Violation]int64
	minute int64
	taken  int

	found             map[Kind]*atomic.Int64
	reported, dropped atomic.Int64
}

// New makes the service.
func New(store Store, now func() time.Time, log *slog.Logger) *Service {
	s := &Service{store: store, now: now, log: log, held: map[Violation]int64{}, found: map[Kind]*atomic.Int64{}}
	for _, kind := range Kinds {
		s.found[kind] = &atomic.Int64{}
	}
	return s
}

// Found is how many users or networks of a kind were noticed at the last look.
func (s *Service) Found(kind Kind) int64 { return s.found[kind].Load() }

// Reported and Dropped are how many violations were counted, and not counted because there were too many.
func (s *Service) Reported() int64 { return s.reported.Load() }

// Dropped is how many reports were too many.
func (s *Service) Dropped() int64 { return s.dropped.Load() }

// List gives all signals and the violations of the last days.
func (s *Service) List(ctx context.Context) ([]Signal, []Violation, error) {
	all, err := s.look(ctx)
	if err != nil {
		return nil, nil, err
	}
	since := s.now().UTC().AddDate(0, 0, -shownDays).Format(time.DateOnly)
	violations, err := s.store.Violations(ctx, since, MaxListed)
	return all, violations, err
}

func (s *Service) look(ctx context.Context) ([]Signal, error) {
	var all []Signal
	for _, kind := range Kinds {
		found, err := s.store.Signals(ctx, kind, Thresholds[kind], MaxListed)
		if err != nil {
			return nil, err
		}
		s.found[kind].Store(int64(len(found)))
		all = append(all, found...)
	}
	return all, nil
}

var (
	directiveName = regexp.MustCompile(`^[a-z][a-z-]{2,40}$`)
	pagePart      = regexp.MustCompile(`^[a-z][a-z-]{0,30}$`)
	hostName      = regexp.MustCompile(`^[a-z0-9.-]{1,100}$`)
	keyword       = regexp.MustCompile(`^[a-z][a-z-]{1,30}$`)
)

// Report counts a violation. Of what a browser tells, only what cannot name anybody is used: the directive, the host
// that was blocked and the first part of the page's address. It tells whether the report makes sense.
func (s *Service) Report(directive, blocked, page string) bool {
	directive, _, _ = strings.Cut(strings.TrimSpace(directive), " ")
	if !directiveName.MatchString(directive) {
		return false
	}
	v := Violation{Directive: directive, Blocked: blockedOf(blocked), Page: pageOf(page)}
	now := s.now()
	v.Day = now.UTC().Format(time.DateOnly)
	s.mu.Lock()
	defer s.mu.Unlock()
	if minute := now.Unix() / 60; minute != s.minute {
		s.minute, s.taken = minute, 0
	}
	s.taken++
	if _, known := s.held[v]; s.taken > reportsPerMinute || !known && len(s.held) >= maxHeld {
		s.dropped.Add(1)
		return true
	}
	s.held[v]++
	s.reported.Add(1)
	return true
}

func blockedOf(blocked string) string {
	blocked = strings.ToLower(blocked)
	if keyword.MatchString(blocked) {
		return blocked // inline, eval, trusted-types-sink, data
	}
	u, err := url.Parse(blocked)
	if err != nil || !hostName.MatchString(u.Hostname()) {
		return "other"
	}
	return u.Hostname()
}

func pageOf(page string) string {
	u, err := url.Parse(page)
	if err != nil {
		return "other"
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(u.Path, "/"), "/")
	switch {
	case first == "":
		return "home"
	case !pagePart.MatchString(first):
		return "other"
	}
	return first
}

// Run writes what was counted and looks for signals until ctx ends; then it writes what is left.
func (s *Service) Run(ctx context.Context) {
	write, look := time.NewTicker(writeEvery), time.NewTicker(lookEvery)
	defer write.Stop()
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeEvery)
			defer cancel()
			s.complain(last, s.Flush(last))
			return
		case <-write.C:
			s.complain(ctx, s.Flush(ctx))
		case <-look.C:
			_, err := s.look(ctx)
			s.complain(ctx, err)
		}
	}
}

func (s *Service) complain(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		s.log.Warn("looking for signals", slog.Any("cause", err))
	}
}

// Flush writes what was counted. What cannot be written is counted no more: reports are no books.
func (s *Service) Flush(ctx context.Context) error {
	s.mu.Lock()
	held := s.held
	s.held = map[Violation]int64{}
	s.mu.Unlock()
	if len(held) == 0 {
		return nil
	}
	var seen []Violation
	for v, count := range maps.All(held) {
		v.Count = count
		seen = append(seen, v)
	}
	slices.SortFunc(seen, func(a, b Violation) int { return strings.Compare(a.key(), b.key()) })
	return s.store.AddViolations(ctx, seen, maxPerDay)
}

// key orders violations, so that servers that write at once do so in one order.
func (v Violation) key() string { return v.Day + " " + v.Directive + " " + v.Blocked + " " + v.Page }
