package orders

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/outbox"
)

// LetterJob is the kind of the jobs that send mail about orders.
const LetterJob = "order_letter"

// letterOrder is the payload of a job: what to write about, not what to write.
type letterOrder struct {
	OrderID string `json:"order_id"`
	Status  Status `json:"status"`
}

func newLetter(orderID string, status Status, now time.Time) (outbox.Job, error) {
	return outbox.New(LetterJob, letterOrder{OrderID: orderID, Status: status})
}

// Letter is a mail about an order, ready to be worded.
type Letter struct {
	// About is the status that the order reached.
	About Status
	Order *Order
	Buyer Buyer
	Link  string
}

// Letter makes the mail that a job asks for. ok is false when nobody is left to read it.
func (s *Service) Letter(ctx context.Context, job outbox.Job) (letter Letter, ok bool, err error) {
	var asked letterOrder
	if err := json.Unmarshal(job.Payload, &asked); err != nil {
		return Letter{}, false, outbox.PermanentError{Reason: fmt.Errorf("reading a letter's order: %w", err)}
	}
	order, err := s.store.OrderByID(ctx, asked.OrderID)
	if apperr.CodeOf(err) == apperr.OrderNotFound {
		return Letter{}, false, nil
	}
	if err != nil {
		return Letter{}, false, err
	}
	buyer, err := s.BuyerOf(ctx, order)
	if err != nil || buyer.Email == "" {
		return Letter{}, false, err
	}
	return Letter{About: asked.Status, Order: order, Buyer: buyer, Link: s.baseURL + "/order/" + url.PathEscape(order.Number)}, true, nil
}
