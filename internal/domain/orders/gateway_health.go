package orders

import (
	"context"
	"sync/atomic"
)

const (
	// downAfter is how many questions in a row must fail before shoppers are told that cards cannot be paid with.
	downAfter = 2
	// probeKey is a payment that no gateway knows: asking for it shows whether the gateway answers.
	probeKey = "dawa-probe"
)

// gatewayHealth remembers whether the gateway answers.
type gatewayHealth struct{ failures atomic.Int32 }

func (h *gatewayHealth) note(err error) {
	if err == nil {
		h.failures.Store(0)
		return
	}
	h.failures.Add(1)
}

// GatewayDown tells whether the gateway with a page of its own could not be reached lately.
func (s *Service) GatewayDown() bool { return s.health.failures.Load() >= downAfter }

// ProbeGateway asks the gateway something, so that shoppers are told before they type anything when it is down.
func (s *Service) ProbeGateway(ctx context.Context) error {
	if s.hosted == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	_, err := s.hosted.Lookup(ctx, probeKey)
	s.health.note(err)
	return err
}
