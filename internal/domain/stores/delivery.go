package stores

import (
	"slices"
	"time"
)

// Schedule is what the delivery times of a store follow from.
type Schedule struct {
	Hours    []Opening
	Holidays []string
	// Prepare is how long an order takes before it can leave, 0 when the store has not said; Window is how long the
	// time is within which it arrives.
	Prepare, Window time.Duration
}

// Schedule is what the delivery times of the store follow from.
func (s *Store) Schedule() Schedule {
	return Schedule{
		Hours: s.Hours, Holidays: s.Holidays, Prepare: time.Duration(s.PrepareMinutes) * time.Minute,
		Window: time.Duration(s.WindowMinutes) * time.Minute,
	}
}

// DeliveryTime is when something that is ordered now arrives: between From and To, or at any time until To when From
// is zero. The zero value promises nothing.
type DeliveryTime struct{ From, To time.Time }

const (
	// withinHours is what is promised of a store that has not said how long it prepares an order.
	withinHours = 24 * time.Hour
	// defaultWindow is the window of a store that names none, minWindow the shortest before closing time.
	defaultWindow, minWindow = 2 * time.Hour, time.Hour
	scheduleDays             = 15
)

// MaxPrepareMinutes and MaxWindowMinutes bound what a store may say.
const (
	MaxPrepareMinutes = 24 * 60
	MaxWindowMinutes  = 8 * 60
)

// DeliveryTime is what can be promised of an order at a moment. An order is prepared and delivered while the store is
// open: one that cannot be ready an hour before closing time is prepared after the next opening.
func (s Schedule) DeliveryTime(at time.Time) DeliveryTime {
	openings := s.openings(at)
	if s.Prepare <= 0 || len(s.Hours) == 0 {
		within := DeliveryTime{To: at.Add(withinHours)}
		switch {
		case len(s.Hours) == 0:
			return within
		case len(openings) == 0:
			return DeliveryTime{}
		case openings[0].From.Before(within.To):
			return within
		}
		return openings[0] // closed for more than a day: when it opens again
	}
	window := s.Window
	if window <= 0 {
		window = defaultWindow
	}
	for _, open := range openings {
		from := nextHour(later(open.From, at).Add(s.Prepare))
		to := from.Add(window)
		if to.After(open.To) {
			to = open.To
		}
		if to.Sub(from) >= min(window, minWindow) {
			return DeliveryTime{From: from, To: to}
		}
	}
	return DeliveryTime{}
}

// openings are the times from at on at which the store is open, in their order; hours that go on after midnight are
// one.
func (s Schedule) openings(at time.Time) []DeliveryTime {
	local := at.In(Zone)
	var all []DeliveryTime
	for ahead := range scheduleDays {
		day := time.Date(local.Year(), local.Month(), local.Day()+ahead, 12, 0, 0, 0, Zone)
		if slices.Contains(s.Holidays, day.Format(time.DateOnly)) {
			continue
		}
		for _, o := range s.Hours {
			if o.Day != isoDay(day.Weekday()) {
				continue
			}
			open := DeliveryTime{From: onClock(day, o.From), To: onClock(day, o.To)}
			if last := len(all) - 1; last >= 0 && all[last].To.Equal(open.From) {
				all[last].To = open.To
			} else {
				all = append(all, open)
			}
		}
	}
	return slices.DeleteFunc(all, func(open DeliveryTime) bool { return !open.To.After(at) })
}

// onClock is the moment at which the clocks of a day show the minute.
func onClock(day time.Time, minute int) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day(), minute/60, minute%60, 0, 0, Zone)
}

// nextHour is the next moment, or this one, at which the clocks show a full hour.
func nextHour(at time.Time) time.Time {
	local := at.In(Zone)
	past := time.Duration(local.Minute())*time.Minute + time.Duration(local.Second())*time.Second +
		time.Duration(local.Nanosecond())
	if past == 0 {
		return local
	}
	return local.Add(time.Hour - past)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
