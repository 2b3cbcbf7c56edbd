package stores

import (
	"fmt"
	"time"
)

// Say gives a text in one language.
type Say func(key string, vars map[string]any) string

// Text says when something arrives, seen from a moment: 'Today 4–6 pm', 'Tomorrow 10 am–12 pm', 'Monday 10 am–12 pm',
// 'within 24 hours'; empty when nothing is promised.
func (d DeliveryTime) Text(say Say, now time.Time) string {
	switch {
	case d.To.IsZero():
		return ""
	case d.From.IsZero():
		return say("delivery.within", map[string]any{"count": int(withinHours / time.Hour)})
	}
	from, today := d.From.In(Zone), now.In(Zone)
	vars := map[string]any{"time": d.clock(say)}
	switch days := daysBetween(today, from); {
	case days == 0:
		return say("delivery.today", vars)
	case days == 1:
		return say("delivery.tomorrow", vars)
	case days < 7:
		vars["day"] = say(fmt.Sprintf("weekday.%d", isoDay(from.Weekday())), nil)
		return say("delivery.on_weekday", vars)
	}
	return d.Dated(say)
}

// Dated says it in words that stay true on any day: 'Monday 16 November, 4–6 pm', or within how many hours of the
// order.
func (d DeliveryTime) Dated(say Say) string {
	switch {
	case d.To.IsZero():
		return ""
	case d.From.IsZero():
		return say("delivery.within_of_order", map[string]any{"count": int(withinHours / time.Hour)})
	}
	from := d.From.In(Zone)
	return say("delivery.on_date", map[string]any{
		"weekday": say(fmt.Sprintf("weekday.%d", isoDay(from.Weekday())), nil), "day": from.Day(),
		"month": say(fmt.Sprintf("date.month_%d", from.Month()), nil), "time": d.clock(say),
	})
}

// daysBetween counts midnights; noon is there on every day, also when the clocks change.
func daysBetween(a, b time.Time) int {
	noon := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 12, 0, 0, 0, time.UTC) }
	return int(noon(b).Sub(noon(a)) / (24 * time.Hour))
}

// clock says the hours: the part of the day once where it is the same.
func (d DeliveryTime) clock(say Say) string {
	from, to := d.From.In(Zone), d.To.In(Zone)
	point := func(t time.Time) string {
		return say("delivery.point", map[string]any{"hour": hourText(t), "period": say(periodKey(t.Hour()), nil)})
	}
	first := point(from)
	if say(periodKey(from.Hour()), nil) == say(periodKey(to.Hour()), nil) {
		first = hourText(from)
	}
	return say("delivery.between", map[string]any{"from": first, "to": point(to)})
}

// hourText is the hour as people say it, from 1 to 12, with the minutes unless they are none.
func hourText(t time.Time) string {
	hour := (t.Hour()+11)%12 + 1
	if t.Minute() == 0 {
		return fmt.Sprint(hour)
	}
	return fmt.Sprintf("%d:%02d", hour, t.Minute())
}

// periodKey is the text of a part of the day; Arabic has more of them than am and pm.
func periodKey(hour int) string {
	switch {
	case hour < 4:
		return "delivery.period_late"
	case hour < 12:
		return "delivery.period_morning"
	case hour == 12:
		return "delivery.period_noon"
	case hour < 17:
		return "delivery.period_afternoon"
	case hour < 21:
		return "delivery.period_evening"
	}
	return "delivery.period_night"
}
