package stores

import (
	"testing"
	"time"

	"dawa/internal/base/text"
	"dawa/internal/domain/roles"
)

func clockOf(t *testing.T, clock string) time.Time {
	t.Helper()
	moment, err := time.ParseInLocation("2006-01-02 15:04", clock, Zone)
	if err != nil {
		t.Fatal(err)
	}
	return moment.UTC()
}

func days(from, to int, of ...int) []Opening {
	var all []Opening
	for _, day := range of {
		all = append(all, Opening{Day: day, From: from * 60, To: to * 60})
	}
	return all
}

// 16 November 2026 is a Monday; summer time ends on 25 October 2026 and begins on 28 March 2027, at midnight.
func TestDeliveryTime_FollowsHoursHolidaysAndClocks(t *testing.T) {
	week := []int{1, 2, 3, 4, 5, 6, 7}
	shop := Schedule{Hours: days(9, 20, 1, 2, 3, 4, 5, 6), Prepare: time.Hour, Window: 2 * time.Hour}
	split := Schedule{
		Hours: append(days(9, 13, week...), days(16, 20, week...)...), Prepare: time.Hour, Window: 2 * time.Hour,
	}
	always := Schedule{Hours: days(0, 24, week...), Prepare: time.Hour, Window: 2 * time.Hour}
	holiday := shop
	holiday.Holidays = []string{"2026-11-17", "2026-11-18"}
	half := Schedule{Hours: []Opening{{Day: 1, From: 8*60 + 30, To: 12*60 + 30}}, Prepare: 90 * time.Minute}
	slow := Schedule{Hours: days(9, 20, week...), Prepare: 12 * time.Hour}
	unsaid := Schedule{Hours: days(9, 20, 1, 2, 3, 4, 5, 6)}
	away := Schedule{Hours: days(9, 20, 1), Holidays: []string{"2026-11-16", "2026-11-23", "2026-11-30"}}
	for name, c := range map[string]struct {
		of              Schedule
		at              string
		english, arabic string
	}{
		"open":                {shop, "2026-11-16 14:20", "Today 4–6 pm", "اليوم من 4 بعد الظهر إلى 6 مساءً"},
		"on the full hour":    {shop, "2026-11-16 14:00", "Today 3–5 pm", "اليوم من 3 بعد الظهر إلى 5 مساءً"},
		"before opening":      {shop, "2026-11-16 06:00", "Today 10 am–12 pm", "اليوم من 10 صباحًا إلى 12 ظهرًا"},
		"ends with closing":   {shop, "2026-11-16 17:30", "Today 7–8 pm", "اليوم من 7 إلى 8 مساءً"},
		"too late for today":  {shop, "2026-11-16 18:30", "Tomorrow 10 am–12 pm", "غدًا من 10 صباحًا إلى 12 ظهرًا"},
		"after closing":       {shop, "2026-11-16 23:59", "Tomorrow 10 am–12 pm", "غدًا من 10 صباحًا إلى 12 ظهرًا"},
		"just after midnight": {shop, "2026-11-17 00:01", "Today 10 am–12 pm", "اليوم من 10 صباحًا إلى 12 ظهرًا"},
		"closed on Sunday":    {shop, "2026-11-21 19:30", "Monday 10 am–12 pm", "الاثنين من 10 صباحًا إلى 12 ظهرًا"},
		"holiday": {holiday, "2026-11-16 19:30", "Thursday 10 am–12 pm",
			"الخميس من 10 صباحًا إلى 12 ظهرًا"},
		"midday break":       {split, "2026-11-16 12:10", "Today 5–7 pm", "اليوم من 5 إلى 7 مساءً"},
		"open over midnight": {always, "2026-11-16 22:30", "Tomorrow 12–2 am", "غدًا من 12 إلى 2 ليلًا"},
		"until midnight":     {always, "2026-11-16 20:30", "Today 10 pm–12 am", "اليوم من 10 إلى 12 ليلًا"},
		"half hours":         {half, "2026-11-16 08:00", "Today 10 am–12 pm", "اليوم من 10 صباحًا إلى 12 ظهرًا"},
		"closes at a half":   {half, "2026-11-16 09:10", "Today 11 am–12:30 pm", "اليوم من 11 صباحًا إلى 12:30 ظهرًا"},
		"a week later": {half, "2026-11-16 11:30", "Monday 23 November, 10 am–12 pm",
			"الاثنين 23 تشرين الثاني، من 10 صباحًا إلى 12 ظهرًا"},
		"never ready":           {slow, "2026-11-16 10:00", "", ""},
		"summer time ends":      {shop, "2026-10-24 19:30", "Monday 10 am–12 pm", "الاثنين من 10 صباحًا إلى 12 ظهرًا"},
		"summer time begins":    {always, "2027-03-27 22:30", "Tomorrow 1–3 am", "غدًا من 1 إلى 3 ليلًا"},
		"preparation not said":  {unsaid, "2026-11-16 10:00", "Within 24 hours", "خلال 24 ساعة"},
		"not said and closed":   {unsaid, "2026-11-21 23:00", "Monday 9 am–8 pm", "الاثنين من 9 صباحًا إلى 8 مساءً"},
		"hours not said":        {Schedule{Prepare: time.Hour}, "2026-11-16 10:00", "Within 24 hours", "خلال 24 ساعة"},
		"closed for two months": {away, "2026-11-16 10:00", "", ""},
	} {
		now := clockOf(t, c.at)
		promised := c.of.DeliveryTime(now)
		for lang, want := range map[text.Lang]string{text.English: c.english, text.Arabic: c.arabic} {
			say := func(key string, vars map[string]any) string { return text.MustCatalogue().T(lang, key, vars) }
			if got := promised.Text(say, now); got != want {
				t.Errorf("%s: %q, want %q (%v to %v)", name, got, want, promised.From, promised.To)
			}
		}
		if from := promised.From; !from.IsZero() && (from.Before(now.Add(c.of.Prepare)) || !promised.To.After(from)) {
			t.Errorf("%s: %v to %v cannot be kept", name, promised.From, promised.To)
		}
	}
}

func TestDeliveryTime_DatedStaysTrueOnAnyDay(t *testing.T) {
	say := func(key string, vars map[string]any) string { return text.MustCatalogue().T(text.English, key, vars) }
	window := DeliveryTime{From: clockOf(t, "2026-11-16 16:00"), To: clockOf(t, "2026-11-16 18:00")}
	if got := window.Dated(say); got != "Monday 16 November, 4–6 pm" {
		t.Error(got)
	}
	if got := (DeliveryTime{To: clockOf(t, "2026-11-16 18:00")}).Dated(say); got != "Within 24 hours of your order" {
		t.Error(got)
	}
	if got := (DeliveryTime{}).Dated(say); got != "" {
		t.Error(got)
	}
}

func TestSchedules_UnknownStoresPromiseNothing(t *testing.T) {
	now := clockOf(t, "2026-11-16 14:20")
	schedules := NewSchedules(nil, Schedule{})
	schedules.byID.Store(&map[string]Schedule{"one": {}})
	if got := schedules.DeliveryTime("one", now); !got.To.Equal(now.Add(24 * time.Hour)) {
		t.Error(got)
	}
	if got := schedules.DeliveryTime(roles.House, now); !got.To.Equal(now.Add(24 * time.Hour)) {
		t.Error(got)
	}
	if got := schedules.DeliveryTime("other", now); got != (DeliveryTime{}) {
		t.Error(got)
	}
	if got := (*Schedules)(nil).DeliveryTime(roles.House, now); got != (DeliveryTime{}) {
		t.Error(got)
	}
}
