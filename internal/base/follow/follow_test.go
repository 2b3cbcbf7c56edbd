package follow

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestChanges_RefreshesWhenWokenAndEverySoOften(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		woken := make(chan struct{})
		var refreshed atomic.Int32
		var said bytes.Buffer
		done := make(chan struct{})
		go func() {
			defer close(done)
			Changes(ctx, slog.New(slog.NewTextHandler(&said, nil)), "the moon", woken, time.Minute,
				func(context.Context) error {
					if refreshed.Add(1) < 3 {
						return errors.New("behind a cloud")
					}
					return nil
				})
		}()
		woken <- struct{}{}
		synctest.Wait()
		if n := refreshed.Load(); n != 1 {
			t.Errorf("refreshed %d times after being woken", n)
		}
		time.Sleep(2*time.Minute + time.Second)
		synctest.Wait()
		if n := refreshed.Load(); n != 3 {
			t.Errorf("refreshed %d times after two minutes", n)
		}
		cancel()
		<-done
		if n := strings.Count(said.String(), "following the moon"); n != 1 {
			t.Errorf("two failures in a row were told %d times: %s", n, &said)
		}
	})
}
