package orders

import "context"

// BeginHosted and RejoinHosted are the second half of a checkout, for the model checker.
func (s *Service) BeginHosted(ctx context.Context, r Request, held Reservation) (Outcome, error) {
	return s.beginHosted(ctx, r, held)
}

// RejoinHosted is what another tab gets.
func (s *Service) RejoinHosted(ctx context.Context, r Request, key string) (Outcome, error) {
	return s.rejoinHosted(ctx, r, key)
}
