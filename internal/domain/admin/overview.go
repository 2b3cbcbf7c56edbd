package admin

import (
	"context"
	"slices"
	"time"
	_ "time/tzdata" // the binary finds its time zone on any machine

	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
)

const (
	// overviewDays is how far back the sales go, today included.
	overviewDays = 30
	// overviewLow is how many products that run out are named.
	overviewLow = 20
	// salesStep divides the hours of every time zone, so that steps add up to days.
	salesStep = 15 * time.Minute
)

// Beirut is where the shop's days begin and end.
var Beirut = func() *time.Location {
	zone, err := time.LoadLocation("Asia/Beirut")
	if err != nil {
		panic("admin: the built-in time zones lack Asia/Beirut: " + err.Error())
	}
	return zone
}()

// Overview is the shop at a glance.
type Overview struct {
	// Sales are of the last 30 days, oldest first; the last is today.
	Sales []DaySales
	// Open counts the orders by status that still need work.
	Open map[orders.Status]int
	// LowStock are the products with the fewest pieces, of LowStockCount in all.
	LowStock        []Managed
	LowStockCount   int
	PendingProducts int
	PendingStores   int
}

// DaySales is what was sold on a day of the shop.
type DaySales struct {
	// Day is written as 2026-11-15.
	Day string
	Sold
}

// Overview reads the shop at a glance.
func (s *Service) Overview(ctx context.Context) (*Overview, error) {
	o := &Overview{}
	starts := days(s.now(), overviewDays)
	sold, err := s.store.Sales(ctx, starts[0], starts[len(starts)-1], salesStep)
	if err != nil {
		return nil, err
	}
	o.Sales = byDay(starts, sold)
	if o.Open, err = s.store.OpenOrders(ctx); err != nil {
		return nil, err
	}
	if o.PendingProducts, o.PendingStores, err = s.store.Pending(ctx); err != nil {
		return nil, err
	}
	ids, count := fewest(s.catalogue.Snapshot(), overviewLow)
	o.LowStockCount = count
	o.LowStock, err = s.managed(ctx, ids)
	// The database may know of pieces sold since the snapshot.
	slices.SortStableFunc(o.LowStock, func(a, b Managed) int { return a.Stock - b.Stock })
	return o, err
}

// days gives the first moments of the last n days in Beirut and, at the end, of tomorrow.
func days(now time.Time, n int) []time.Time {
	local := now.In(Beirut)
	starts := make([]time.Time, n+1)
	for i := range starts {
		starts[i] = StartOfDay(local.Year(), local.Month(), local.Day()+i-n+1)
	}
	return starts
}

// StartOfDay is the first moment of a day. Beirut puts its clocks forward at midnight, so that one
// day a year begins at one o'clock, and time.Date would give a moment of the day before.
func StartOfDay(year int, month time.Month, day int) time.Time {
	noon := time.Date(year, month, day, 12, 0, 0, 0, Beirut)
	start := time.Date(year, month, day, 0, 0, 0, 0, Beirut)
	for start.Day() != noon.Day() {
		start = start.Add(salesStep)
	}
	return start
}

// byDay adds steps up to days.
func byDay(starts []time.Time, sold map[int64]Sold) []DaySales {
	all := make([]DaySales, len(starts)-1)
	for i := range all {
		all[i].Day = starts[i].In(Beirut).Format(time.DateOnly)
	}
	for number, s := range sold {
		at := starts[0].Add(time.Duration(number) * salesStep)
		day, exact := slices.BinarySearchFunc(starts, at, time.Time.Compare)
		if !exact {
			day--
		}
		if day >= 0 && day < len(all) {
			all[day].Orders += s.Orders
			all[day].Total += s.Total
		}
	}
	return all
}

// fewest gives the listed products with the fewest pieces, and how many are low.
func fewest(snapshot *catalog.Snapshot, limit int) (ids []string, count int) {
	var low []*catalog.Item
	snapshot.Each(func(it *catalog.Item) bool {
		if it.Stock <= LowStock {
			low = append(low, it)
		}
		return true
	})
	count = len(low)
	byName := catalog.CompareBy(catalog.SortName, "")
	slices.SortFunc(low, func(a, b *catalog.Item) int {
		if a.Stock != b.Stock {
			return a.Stock - b.Stock
		}
		return byName(a, b)
	})
	for _, it := range low[:min(len(low), limit)] {
		ids = append(ids, it.ID)
	}
	return ids, count
}
