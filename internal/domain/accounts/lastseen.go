package accounts

import (
	"context"
	"log/slog"
	"maps"
	"sync"
	"time"
)

const (
	// lastSeenEvery is how exact the time of a session's last use is.
	lastSeenEvery = time.Minute
	// writeLastSeenEvery is how often the times of last use are written.
	writeLastSeenEvery = 5 * time.Second
	// lastWriteTime is how long the last write may take when the shop closes.
	lastWriteTime = 5 * time.Second
)

// lastSeen collects when sessions were last used. A request only notes the time in memory: it must not
// wait for the database's writer. What a crash loses is a few seconds of it.
type lastSeen struct {
	mu    sync.Mutex
	times map[string]time.Time // by session id, not yet written
}

// note remembers that a session was used.
func (l *lastSeen) note(id string, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.times == nil {
		l.times = map[string]time.Time{}
	}
	if l.times[id].Before(now) {
		l.times[id] = now
	}
}

// of is when a session was last used, by what is stored and what is not written yet.
func (l *lastSeen) of(id string, stored time.Time) time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	if noted := l.times[id]; noted.After(stored) {
		return noted
	}
	return stored
}

// WriteLastSeen writes the collected times of last use. What cannot be written waits for the next time.
func (s *Service) WriteLastSeen(ctx context.Context) error {
	s.lastSeen.mu.Lock()
	times := maps.Clone(s.lastSeen.times)
	s.lastSeen.mu.Unlock()
	if len(times) == 0 {
		return nil
	}
	if err := s.store.TouchSessions(ctx, times); err != nil {
		return err
	}
	s.lastSeen.mu.Lock()
	defer s.lastSeen.mu.Unlock()
	for id, written := range times {
		if !s.lastSeen.times[id].After(written) {
			delete(s.lastSeen.times, id)
		}
	}
	return nil
}

// RunLastSeen writes the times of last use every few seconds until ctx ends, and once more then.
func (s *Service) RunLastSeen(ctx context.Context, log *slog.Logger) {
	tick := time.NewTicker(writeLastSeenEvery)
	defer tick.Stop()
	write := func(ctx context.Context) {
		if err := s.WriteLastSeen(ctx); err != nil && ctx.Err() == nil {
			log.Warn("writing when sessions were last used", slog.Any("cause", err))
		}
	}
	for {
		select {
		case <-tick.C:
			write(ctx)
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWriteTime)
			defer cancel()
			write(last)
			return
		}
	}
}
