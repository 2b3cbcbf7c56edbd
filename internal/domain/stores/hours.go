package stores

import (
	"cmp"
	"slices"
	"time"
	_ "time/tzdata" // the binary finds its time zone on any machine
)

// Zone is where the stores are: their hours are of its clocks.
var Zone = func() *time.Location {
	zone, err := time.LoadLocation("Asia/Beirut")
	if err != nil {
		panic("stores: the built-in time zones lack Asia/Beirut: " + err.Error())
	}
	return zone
}()

const (
	dayMinutes  = 24 * 60
	maxOpenings = 3 // on one day
	maxHolidays = 60
)

// Opening is a time of a weekday at which a store is open. Day is 1 for Monday to 7 for Sunday; From and To are
// minutes after midnight, To at most 1440.
type Opening struct {
	Day  int `json:"day"`
	From int `json:"from"`
	To   int `json:"to"`
}

// isoDay is the weekday as Opening counts it.
func isoDay(d time.Weekday) int { return (int(d)+6)%7 + 1 }

// OpenAt tells whether the store is open at a moment. A store that has not told its hours is never known to be.
func (s *Store) OpenAt(at time.Time) bool {
	local := at.In(Zone)
	if s.ClosedOn(local) {
		return false
	}
	minute := local.Hour()*60 + local.Minute()
	return slices.ContainsFunc(s.Hours, func(o Opening) bool {
		return o.Day == isoDay(local.Weekday()) && o.From <= minute && minute < o.To
	})
}

// NextOpening is when the store opens next, not before at; ok is false when it does not within two weeks or has not
// told its hours. While it is open the answer is at.
func (s *Store) NextOpening(at time.Time) (_ time.Time, ok bool) {
	if s.OpenAt(at) {
		return at, true
	}
	local := at.In(Zone)
	for ahead := range 15 {
		day := time.Date(local.Year(), local.Month(), local.Day()+ahead, 12, 0, 0, 0, Zone)
		if s.ClosedOn(day) {
			continue
		}
		for _, o := range s.Hours {
			opens := time.Date(day.Year(), day.Month(), day.Day(), o.From/60, o.From%60, 0, 0, Zone)
			if o.Day == isoDay(day.Weekday()) && opens.After(at) {
				return opens, true
			}
		}
	}
	return time.Time{}, false
}

// ClosedOn tells whether the day is one of the store's holidays.
func (s *Store) ClosedOn(day time.Time) bool {
	return slices.Contains(s.Holidays, day.In(Zone).Format(time.DateOnly))
}

// CheckHours gives the hours in their order; ok is false when they overlap or are no times of a day.
func CheckHours(hours []Opening) (_ []Opening, ok bool) {
	sorted := slices.Clone(hours)
	slices.SortFunc(sorted, func(a, b Opening) int { return cmp.Or(a.Day-b.Day, a.From-b.From) })
	for i, o := range sorted {
		if o.Day < 1 || o.Day > 7 || o.From < 0 || o.From >= o.To || o.To > dayMinutes {
			return nil, false
		}
		if i > 0 && sorted[i-1].Day == o.Day && sorted[i-1].To >= o.From {
			return nil, false
		}
		if i >= maxOpenings && sorted[i-maxOpenings].Day == o.Day {
			return nil, false
		}
	}
	return sorted, true
}

// checkHolidays gives the days in their order, each once.
func checkHolidays(days []string) (_ []string, ok bool) {
	sorted := slices.Clone(days)
	slices.Sort(sorted)
	sorted = slices.Compact(sorted)
	for _, day := range sorted {
		if _, err := time.Parse(time.DateOnly, day); err != nil {
			return nil, false
		}
	}
	return sorted, len(sorted) <= maxHolidays
}
