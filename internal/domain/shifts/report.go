package shifts

import (
	"cmp"
	"context"
	"slices"
	"time"

	"dawa/internal/base/text"
	"dawa/internal/domain/cash"
)

// Row is a line of a report: what the shifts of a courier that were opened on a day moved.
type Row struct {
	// Day is written as 2006-01-02.
	Day       string
	StoreID   string
	StoreName text.Pair
	Courier   Person
	Shifts    int
	// Unclosed are the shifts among them that nobody has signed off yet; they add nothing to Counted and Difference.
	Unclosed                          int
	Float, Received, Change, Expected cash.Amount
	Counted, Difference               cash.Amount
	// Reasons are those of the differences.
	Reasons []string
}

// Report adds shifts up by day, store and courier, oldest day first.
func (s *Service) Report(ctx context.Context, f Filter, zone *time.Location) ([]Row, error) {
	sums, err := s.o.Store.Report(ctx, f)
	if err != nil {
		return nil, err
	}
	return addUp(sums, zone), nil
}

func addUp(sums []Sums, zone *time.Location) []Row {
	rows := []Row{}
	at := map[[3]string]int{}
	for i := range sums {
		s := &sums[i]
		day := s.OpenedAt.In(zone).Format(time.DateOnly)
		key := [3]string{day, s.StoreID, s.Courier.ID}
		n, known := at[key]
		if !known {
			n = len(rows)
			at[key] = n
			rows = append(rows, Row{Day: day, StoreID: s.StoreID, StoreName: s.StoreName, Courier: s.Courier})
		}
		rows[n].add(s)
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.StoreName.English, b.StoreName.English),
			cmp.Compare(a.Courier.Name, b.Courier.Name))
	})
	return rows
}

func (r *Row) add(s *Sums) {
	r.Shifts++
	r.Float = plus(r.Float, s.Float)
	r.Received = plus(r.Received, s.Received)
	r.Change = plus(r.Change, s.Change)
	r.Expected = plus(r.Expected, s.Expected)
	if s.State != Closed {
		r.Unclosed++
		return
	}
	r.Counted = plus(r.Counted, s.Count.Amount)
	r.Difference = plus(r.Difference, s.Count.Difference)
	if s.Count.Difference != (cash.Amount{}) {
		r.Reasons = append(r.Reasons, s.Count.Reason)
	}
}
