package serve

import (
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func TestDoUnlessCached_NeedsAPlaceOnlyForWhatIsNotInMemory(t *testing.T) {
	limits := LaneLimits{Places: 1, Wait: time.Millisecond, Deadline: time.Minute}
	s := New(Options{
		Log: slog.New(slog.DiscardHandler), Texts: texts(t), Lanes: map[Lane]LaneLimits{laneRead: limits},
	})
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	cached := func(ok bool) func(*http.Request) (Reply, bool) {
		return func(*http.Request) (Reply, bool) { return Reply{Status: http.StatusOK}, ok }
	}
	made := func(*http.Request) (Reply, error) { return Reply{Status: http.StatusCreated}, nil }

	_, err := s.Do(r, laneRead, func(*http.Request) (Reply, error) { // the only place is taken meanwhile
		out, err := s.DoUnlessCached(r, laneRead, cached(true), made)
		if err != nil || out.Status != http.StatusOK {
			t.Errorf("an answer in memory: %v %v", out.Status, err)
		}
		if _, err := s.DoUnlessCached(r, laneRead, cached(false), made); !errors.Is(err, ErrLaneFull) {
			t.Errorf("an answer that has to be made: %v, want ErrLaneFull", err)
		}
		return Reply{}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.DoUnlessCached(r, laneRead, cached(false), made)
	if err != nil || out.Status != http.StatusCreated {
		t.Errorf("with a free place: %v %v", out.Status, err)
	}
}
