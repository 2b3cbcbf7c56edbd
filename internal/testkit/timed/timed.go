// Package timed checks promises about time. How long something takes depends on what else the machine does, so that
// a test that fails when it takes too long fails on a busy machine. Tests therefore log what they measured, and only
// the timed run on a quiet machine (`make faults` sets DAWA_TIMED=1) fails when a promise was missed.
package timed

import (
	"os"
	"testing"
	"time"
)

// Timeout is how long a test waits for something that must happen at some time. Only a fault makes anything on a
// test machine take so long.
const Timeout = 2 * time.Minute

// AtMost checks that what took no longer than limit.
func AtMost(t testing.TB, what string, took, limit time.Duration) {
	t.Helper()
	switch {
	case took <= limit:
	case os.Getenv("DAWA_TIMED") == "1":
		t.Errorf("%s took %v, promised are %v", what, took, limit)
	default:
		t.Logf("%s took %v on this machine, promised are %v", what, took, limit)
	}
}

// Eventually waits until holds and gives how long that took.
func Eventually(t testing.TB, what string, holds func() bool) time.Duration {
	t.Helper()
	began := time.Now()
	for !holds() {
		if time.Since(began) > Timeout {
			t.Fatalf("waited %v in vain: %s", Timeout, what)
		}
		time.Sleep(time.Millisecond)
	}
	return time.Since(began)
}
