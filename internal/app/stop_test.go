package app

import (
	"os"
	"regexp"
	"strconv"
	"testing"
	"time"

	"dawa/internal/domain/outbox"
)

// systemd kills what has not stopped in time: requests and mails under way would be cut off.
func TestSystemdUnit_AllowsTheLongestStop(t *testing.T) {
	t.Parallel()
	unit, err := os.ReadFile("../../deploy/systemd/dawa.service")
	must(t, err)
	found := regexp.MustCompile(`(?m)^TimeoutStopSec=(\d+)$`).FindSubmatch(unit)
	if found == nil {
		t.Fatal("the unit has no TimeoutStopSec in seconds")
	}
	seconds, err := strconv.Atoi(string(found[1]))
	must(t, err)
	if mailTimeout > outbox.LongestStop {
		t.Errorf("an email may take %s, longer than outbox.LongestStop of %s", mailTimeout, outbox.LongestStop)
	}
	if longestStop != time.Duration(seconds)*time.Second {
		t.Errorf("a new server waits %s for the one before, the unit allows %d s", longestStop, seconds)
	}
	longest := longestNotice + drainTime + outbox.LongestStop
	if limit := time.Duration(seconds) * time.Second; limit <= longest {
		t.Errorf("the unit allows %s, a stop may take %s", limit, longest)
	}
}
