package admin

import (
	"testing"
	"time"
)

func TestOverview_DaysAreInBeirutTime(t *testing.T) {
	for _, c := range []struct {
		now, today, starts, ends string
	}{
		{"2026-11-15T21:59:59Z", "2026-11-15", "2026-11-14T22:00:00Z", "2026-11-15T22:00:00Z"},
		{"2026-11-15T22:00:00Z", "2026-11-16", "2026-11-15T22:00:00Z", "2026-11-16T22:00:00Z"},
		// The clocks go forward at midnight: this day begins at one o'clock and has 23 hours.
		{"2026-03-29T10:00:00Z", "2026-03-29", "2026-03-28T22:00:00Z", "2026-03-29T21:00:00Z"},
		{"2026-03-28T21:59:59Z", "2026-03-28", "2026-03-27T22:00:00Z", "2026-03-28T22:00:00Z"},
		// And back: this one has 25.
		{"2026-10-24T21:30:00Z", "2026-10-24", "2026-10-23T21:00:00Z", "2026-10-24T22:00:00Z"},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		starts := days(now, 30)
		all := byDay(starts, nil)
		if got := all[29].Day; got != c.today || len(all) != 30 {
			t.Errorf("%s is %s in Beirut, want %s", c.now, got, c.today)
		}
		if from, to := starts[29].UTC().Format(time.RFC3339), starts[30].UTC().Format(time.RFC3339); from != c.starts ||
			to != c.ends {
			t.Errorf("%s lies between %s and %s, want %s and %s", c.now, from, to, c.starts, c.ends)
		}
		for i := range all {
			if hours := starts[i+1].Sub(starts[i]).Hours(); hours < 23 || hours > 25 {
				t.Errorf("%s has %v hours", all[i].Day, hours)
			}
		}
	}
}

func TestFunnel_EventsAddUpToDays(t *testing.T) {
	starts := days(time.Date(2026, 3, 30, 12, 0, 0, 0, time.UTC), 3) // 28, 29 (23 hours), 30
	step := func(at time.Time) int64 { return int64(at.Sub(starts[0]) / salesStep) }
	all := byDay(starts, map[int64]Sold{
		0:                              {1, 100},
		step(starts[1]) - 1:            {2, 200},
		step(starts[1]):                {4, 400},
		step(starts[2]) - 1:            {8, 800},
		step(starts[2]):                {16, 1600},
		step(starts[3].Add(time.Hour)): {32, 3200}, // tomorrow
	})
	for i, want := range []Sold{{3, 300}, {12, 1200}, {16, 1600}} {
		if all[i].Sold != want {
			t.Errorf("%s: %+v, want %+v", all[i].Day, all[i].Sold, want)
		}
	}
}
