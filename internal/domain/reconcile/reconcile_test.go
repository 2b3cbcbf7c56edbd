package reconcile

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/payments"
)

func TestCompare_NamesWhatDiffers(t *testing.T) {
	booked := func(state payments.State, captured, refunded money.Cents) Booked {
		return Booked{Attempt: payments.Attempt{
			Key: "k", State: state, Amount: 1000, Currency: "USD", Captured: captured, Refunded: refunded,
		}}
	}
	paid := func(captured, refunded money.Cents, currency string) payments.Payment {
		return payments.Payment{
			Outcome: payments.Approved, Amount: 1000, Captured: captured, Refunded: refunded, Currency: currency,
		}
	}
	voided, none := payments.Payment{Outcome: payments.Voided}, payments.Payment{Outcome: payments.None}
	for name, c := range map[string]struct {
		ours   Booked
		theirs payments.Payment
		want   Kind
	}{
		"the same":                   {booked(payments.Confirmed, 1000, 200), paid(1000, 200, "USD"), ""},
		"released and nothing held":  {booked(payments.Released, 0, 0), voided, ""},
		"cancelled and voided":       {booked(payments.Confirmed, 1000, 1000), voided, ""},
		"gone at the gateway":        {booked(payments.Confirmed, 1000, 0), none, Missing},
		"voided at the gateway":      {booked(payments.Confirmed, 1000, 0), voided, Missing},
		"paid after all":             {booked(payments.Closed, 0, 0), paid(1000, 0, "USD"), Unexpected},
		"reserved after all":         {booked(payments.Released, 0, 0), paid(0, 0, "USD"), Unexpected},
		"less was taken":             {booked(payments.Confirmed, 1000, 0), paid(900, 0, "USD"), Captured},
		"another currency":           {booked(payments.Confirmed, 1000, 0), paid(1000, 0, "LBP"), Currency},
		"refunded in another portal": {booked(payments.Confirmed, 1000, 0), paid(1000, 300, "USD"), Refunded},
	} {
		if d, same := Compare(c.ours, c.theirs); d.Kind != c.want || same != (c.want == "") {
			t.Errorf("%s: %+v, %v", name, d, same)
		}
	}
}

func TestReadFile_FormsOfGateways(t *testing.T) {
	for name, file := range map[string]string{
		"commas":           "Order ID,Amount,Currency\na,10.00,USD\na,-2.50,USD\nb,3,usd\n",
		"semicolons":       "\ufefforder.id;currency;gross;amount_refunded\na;USD;10.00;2.50\nb;USD;3.00;\n",
		"refunds by lines": "client_reference_id,currency,amount\nb,USD,3.00\na,USD,10.00\na,USD,-1.00\na,USD,-1.50\n",
	} {
		found, names, err := readFile(file)
		a, b := found["a"], found["b"]
		if err != nil || len(names) != 2 || a.Captured != 1000 || a.Refunded != 250 || a.Currency != "USD" ||
			b.Captured != 300 || b.Refunded != 0 {
			t.Errorf("%s: %+v, %v, %v", name, found, names, err)
		}
	}
	for _, file := range []string{
		"", "Order ID,Amount,Currency\n", "a,b,c\n1,2,3\n", "Order ID,Amount,Currency\na,ten,USD\n",
		"Order ID,Amount,Currency\na,1\n", "Order ID,Amount,Currency\n,1,USD\n", "\"",
	} {
		if _, _, err := readFile(file); apperr.CodeOf(err) != apperr.InvalidFields {
			t.Errorf("%q: %v", file, err)
		}
	}
}

// memory is a store for one test.
type memory struct {
	Store
	runs map[string]Run
}

func (m *memory) AddRun(_ context.Context, r Run) error {
	if _, there := m.runs[r.ID]; !there {
		m.runs[r.ID] = r
	}
	return nil
}

func (m *memory) FinishRun(_ context.Context, r Run) error {
	m.runs[r.ID] = r
	return nil
}

func (m *memory) WaitingRun(context.Context) (Run, bool, error) {
	for _, r := range m.runs {
		if r.DoneAt.IsZero() {
			return r, true, nil
		}
	}
	return Run{}, false, nil
}

func (m *memory) Payments(context.Context, string, time.Time, time.Time) ([]Booked, error) {
	return []Booked{{Attempt: payments.Attempt{Key: "gone", State: payments.Confirmed, Captured: 100}}}, nil
}

// empty is a gateway that knows nothing.
type empty struct{ payments.Gateway }

func (empty) Capabilities() payments.Capabilities { return payments.Capabilities{Name: "empty"} }

func (empty) Lookup(context.Context, string) (payments.Payment, error) {
	return payments.Payment{Outcome: payments.None}, nil
}

func TestService_ComparesOnceANight(t *testing.T) {
	now := time.Date(2026, 11, 16, 1, 59, 0, 0, time.UTC)
	store := &memory{runs: map[string]Run{}}
	s := New(Options{
		Store: store, Gateway: empty{}, Now: func() time.Time { return now }, Log: slog.New(slog.DiscardHandler),
	})
	for _, step := range []struct {
		wait time.Duration
		made bool
	}{{0, false}, {time.Minute, true}, {time.Hour, false}, {20 * time.Hour, false}, {3 * time.Hour, true}} {
		now = now.Add(step.wait)
		if made, err := s.Work(t.Context()); err != nil || made != step.made {
			t.Errorf("%s: made %v, %v", now, made, err)
		}
	}
	first := store.runs["nightly-2026-11-16"]
	if len(store.runs) != 2 || first.Checked != 1 || len(first.Differences) != 1 ||
		first.Differences[0].Kind != Missing {
		t.Errorf("%+v", store.runs)
	}
}

func FuzzReadFile_NeverPanics(f *testing.F) {
	f.Add("Order ID,Amount,Currency\na,10.00,USD\n")
	f.Fuzz(func(_ *testing.T, file string) { _, _, _ = readFile(file) })
}
