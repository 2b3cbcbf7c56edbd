package orders

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/outbox"
)

// EmailJob is the kind of the jobs that send mail about orders.
const EmailJob = "order_letter"

// emailPayload is the payload of a job: what to write about, not what to write.
type emailPayload struct {
	OrderID string `json:"order_id"`
	Status  Status `json:"status"`
}

// sendsEmail tells whether the customer is written to when an order's status becomes this one. Placing an order
// sends its email with the order.
func sendsEmail(status Status) bool {
	return status == Cancelled || status == OutForDelivery || status == Delivered
}

func newEmail(orderID string, status Status) (outbox.Job, error) {
	return outbox.New(EmailJob, emailPayload{OrderID: orderID, Status: status})
}

// Email is a mail about an order, ready to be worded.
type Email struct {
	// About is the status that the order reached.
	About Status
	Order *Order
	Buyer Buyer
	Link  string
}

// Email makes the mail that a job asks for. ok is false when nobody is left to read it.
func (s *Service) Email(ctx context.Context, job outbox.Job) (email Email, ok bool, err error) {
	var payload emailPayload
	if err := json.Unmarshal(job.Payload, &payload); err != nil {
		return Email{}, false, outbox.PermanentError{Reason: fmt.Errorf("reading the job of an email: %w", err)}
	}
	order, buyer, err := s.reader.OrderForEmail(ctx, payload.OrderID)
	if apperr.CodeOf(err) == apperr.OrderNotFound {
		return Email{}, false, nil
	}
	if err != nil || buyer.Email == "" {
		return Email{}, false, err
	}
	return Email{About: payload.Status, Order: order, Buyer: buyer,
		Link: s.baseURL + "/order/" + url.PathEscape(order.Number)}, true, nil
}
