package orders

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"dawa/internal/domain/outbox"
)

// RefundJob is the kind of the jobs that give a cancelled order's payment back.
const RefundJob = "order_refund"

type refund struct {
	Key string `json:"key"`
}

// Refund does such a job.
func (s *Service) Refund(ctx context.Context, job outbox.Job) error {
	var r refund
	if err := json.Unmarshal(job.Payload, &r); err != nil || r.Key == "" {
		return outbox.PermanentError{Reason: fmt.Errorf("reading a refund: %w", err)}
	}
	if s.gateway == nil {
		return errors.New("there is no gateway to give a payment back through")
	}
	return s.gateway.Void(ctx, r.Key)
}
