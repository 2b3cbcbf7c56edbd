package stores

import (
	"testing"
	"time"
)

func TestStore_KnowsWhenItIsOpenAndOpensNext(t *testing.T) {
	s := &Store{
		Hours: []Opening{
			{Day: 1, From: 8 * 60, To: 13 * 60}, {Day: 1, From: 16 * 60, To: 20 * 60}, {Day: 5, From: 0, To: 24 * 60},
		},
		Holidays: []string{"2026-11-20"}, // a Friday
	}
	at := func(clock string) time.Time {
		moment, err := time.ParseInLocation("2006-01-02 15:04", clock, Zone)
		if err != nil {
			t.Fatal(err)
		}
		return moment.UTC()
	}
	for clock, open := range map[string]bool{
		"2026-11-16 07:59": false, "2026-11-16 08:00": true, "2026-11-16 13:00": false, "2026-11-16 19:59": true,
		"2026-11-17 10:00": false, "2026-11-20 10:00": false, "2026-11-27 00:00": true, "2026-11-27 23:59": true,
	} {
		if s.OpenAt(at(clock)) != open {
			t.Errorf("at %s open is %v", clock, !open)
		}
	}
	for clock, want := range map[string]string{
		"2026-11-16 07:00": "2026-11-16 08:00", "2026-11-16 14:00": "2026-11-16 16:00",
		"2026-11-16 09:00": "2026-11-16 09:00", "2026-11-16 21:00": "2026-11-23 08:00",
	} {
		if next, ok := s.NextOpening(at(clock)); !ok || !next.Equal(at(want)) {
			t.Errorf("after %s it opens at %v (%v), want %s", clock, next.In(Zone), ok, want)
		}
	}
	if _, ok := (&Store{}).NextOpening(at("2026-11-16 07:00")); ok {
		t.Error("a store without hours opens")
	}
}
