package app

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/settings"
	"dawa/internal/domain/stores"
)

// Delivery is when what the shop sells itself is delivered; stores say it of theirs on their own page.
type Delivery struct {
	DeliveryHours   string        `help:"${help_delivery_hours}" env:"DAWA_DELIVERY_HOURS" placeholder:"HOURS"`
	DeliveryClosed  string        `help:"${help_delivery_closed}" env:"DAWA_DELIVERY_CLOSED" placeholder:"2026-12-25,…"`
	DeliveryPrepare time.Duration `help:"${help_delivery_prepare}" env:"DAWA_DELIVERY_PREPARE" placeholder:"1h"`
	DeliveryWindow  time.Duration `help:"${help_delivery_window}" env:"DAWA_DELIVERY_WINDOW" placeholder:"2h"`
}

var deliveryHelp = map[string]string{
	"help_delivery_hours": "When what the shop sells itself is prepared and delivered, as in Mon-Fri 08:00-20:00, " +
		"Sat 09:00-13:00. Empty: shoppers read 'Within 24 hours'.",
	"help_delivery_closed":  "Days on which it is not, separated by commas.",
	"help_delivery_prepare": "How long an order is prepared before it leaves. 0: shoppers read 'Within 24 hours'.",
	"help_delivery_window":  "Within how long a time an order arrives. 0: two hours.",
}

// demoDelivery is the schedule of a demo that is told nothing else: the hours that its pages name.
var demoDelivery = Delivery{DeliveryHours: "Mon-Sun 08:00-22:00", DeliveryPrepare: time.Hour}

func (d Delivery) checkDelivery() error {
	_, err := d.schedule()
	return err
}

// schedule reads the settings.
func (d Delivery) schedule() (s stores.Schedule, err error) {
	if s.Hours, err = readDeliveryHours(d.DeliveryHours); err != nil {
		return s, settings.Invalid("--delivery-hours", "must look like Mon-Fri 08:00-20:00, Sat 09:00-13:00", err)
	}
	if d.DeliveryClosed != "" {
		for day := range strings.SplitSeq(d.DeliveryClosed, ",") {
			day = strings.TrimSpace(day)
			if _, err := time.Parse(time.DateOnly, day); err != nil {
				return s, settings.Invalid("--delivery-closed", "must look like 2026-12-25,2027-01-01", err)
			}
			s.Holidays = append(s.Holidays, day)
		}
	}
	if d.DeliveryPrepare < 0 || d.DeliveryPrepare > stores.MaxPrepareMinutes*time.Minute {
		return s, settings.Invalid("--delivery-prepare", "must be between 0 and 24h", nil)
	}
	if d.DeliveryWindow < 0 || d.DeliveryWindow > stores.MaxWindowMinutes*time.Minute {
		return s, settings.Invalid("--delivery-window", "must be between 0 and 8h", nil)
	}
	s.Prepare, s.Window = d.DeliveryPrepare, d.DeliveryWindow
	return s, nil
}

var weekdayNames = []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

// readDeliveryHours reads 'Mon-Fri 08:00-20:00, Sat 09:00-13:00'.
func readDeliveryHours(typed string) ([]stores.Opening, error) {
	if strings.TrimSpace(typed) == "" {
		return nil, nil
	}
	var hours []stores.Opening
	for part := range strings.SplitSeq(typed, ",") {
		fields := strings.Fields(strings.ToLower(part))
		if len(fields) != 2 {
			return nil, fmt.Errorf("%q is not days and a time", part)
		}
		first, last, ranged := strings.Cut(fields[0], "-")
		if !ranged {
			last = first
		}
		from, to, err := readTimes(fields[1])
		if err != nil {
			return nil, err
		}
		begin, end := weekdayOf(first), weekdayOf(last)
		if begin == 0 || end < begin {
			return nil, fmt.Errorf("%q are not days", fields[0])
		}
		for day := begin; day <= end; day++ {
			hours = append(hours, stores.Opening{Day: day, From: from, To: to})
		}
	}
	sorted, ok := stores.CheckHours(hours)
	if !ok {
		return nil, fmt.Errorf("%q overlap or are no times of a day", typed)
	}
	return sorted, nil
}

// weekdayOf is 1 for mon to 7 for sun, 0 for no day.
func weekdayOf(name string) int {
	for i, known := range weekdayNames {
		if name == known {
			return i + 1
		}
	}
	return 0
}

func readTimes(typed string) (from, to int, err error) {
	first, last, found := strings.Cut(typed, "-")
	if !found {
		return 0, 0, fmt.Errorf("%q is not a time from and to", typed)
	}
	if from, err = readClock(first); err != nil {
		return 0, 0, err
	}
	to, err = readClock(last)
	return from, to, err
}

// readClock reads 08:30 as minutes after midnight.
func readClock(typed string) (int, error) {
	hour, minute, _ := strings.Cut(typed, ":")
	h, err := strconv.Atoi(hour)
	m, minuteErr := strconv.Atoi(minute)
	if err != nil || minuteErr != nil || h < 0 || h > 24 || m < 0 || m > 59 {
		return 0, fmt.Errorf("%q is not a time of the day", typed)
	}
	return h*60 + m, nil
}

// openSchedules reads when stores deliver and follows it.
func (a *App) openSchedules(ctx context.Context) error {
	chosen := a.cfg.Delivery
	if a.cfg.Demo && chosen == (Delivery{}) {
		chosen = demoDelivery
	}
	house, err := chosen.schedule()
	if err != nil {
		return err
	}
	a.schedules = stores.NewSchedules(sqlstore.NewStores(a.storage.DB), house)
	a.background = append(a.background, func(ctx context.Context) { a.schedules.Follow(ctx, a.log) })
	return a.schedules.Refresh(ctx)
}
