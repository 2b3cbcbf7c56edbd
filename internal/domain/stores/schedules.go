package stores

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"dawa/internal/base/follow"
	"dawa/internal/domain/roles"
)

// ScheduleReader reads what the delivery times of all approved stores follow from.
type ScheduleReader interface {
	// Schedules are by the store's id.
	Schedules(ctx context.Context) (map[string]Schedule, error)
	// Changed wakes whoever follows them, on every server.
	Changed() (woken <-chan struct{}, end func())
}

// Schedules has the schedules of all stores in memory, so that carts and orders never wait for them. It is safe for
// concurrent use; a nil one promises nothing.
type Schedules struct {
	reader ScheduleReader
	house  Schedule
	byID   atomic.Pointer[map[string]Schedule]
}

// NewSchedules follows the stores; house is the schedule of what the shop sells itself.
func NewSchedules(reader ScheduleReader, house Schedule) *Schedules {
	return &Schedules{reader: reader, house: house}
}

// House is the schedule of what the shop sells itself.
func (s *Schedules) House() Schedule { return s.house }

// DeliveryTime is what can be promised of an order from a store, or from roles.House. A store that is not known
// promises nothing.
func (s *Schedules) DeliveryTime(storeID string, at time.Time) DeliveryTime {
	if s == nil {
		return DeliveryTime{}
	}
	if storeID == roles.House {
		return s.house.DeliveryTime(at)
	}
	if all := s.byID.Load(); all != nil {
		if schedule, known := (*all)[storeID]; known {
			return schedule.DeliveryTime(at)
		}
	}
	return DeliveryTime{}
}

// Refresh reads the schedules.
func (s *Schedules) Refresh(ctx context.Context) error {
	all, err := s.reader.Schedules(ctx)
	if err == nil {
		s.byID.Store(&all)
	}
	return err
}

// refreshEvery finds changes whose notification was lost.
const refreshEvery = time.Minute

// Follow keeps the schedules up to date until ctx ends.
func (s *Schedules) Follow(ctx context.Context, log *slog.Logger) {
	woken, end := s.reader.Changed()
	defer end()
	follow.Changes(ctx, log, "the hours of stores", woken, refreshEvery, s.Refresh)
}
