package orders

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/outbox"
)

// EmailJob is the kind of the jobs that send mail about orders.
const EmailJob = "order_letter"

// emailPayload is the payload of a job: what to write about, not what to write.
type emailPayload struct {
	OrderID string `json:"order_id"`
	Status  Status `json:"status"`
	// Fulfilment is the place of the part that the mail is about; 0 is the whole order.
	Fulfilment int `json:"fulfilment,omitempty"`
	// Question is the one that the mail asks.
	Question string `json:"question,omitempty"`
}

// What mails are about besides the statuses.
const (
	// AboutReduction asks whether a fulfilment is welcome with fewer pieces.
	AboutReduction Status = "reduced"
	// AboutAddress says that the staff replaced the address.
	AboutAddress Status = "address_changed"
)

// mailsPerDay is how many emails of one kind about orders a customer gets within a Day: whoever orders and cancels
// without end must not fill somebody's mailbox.
const mailsPerDay = 10

// sendsEmail tells whether the customer is written to when an order's status becomes this one. Placing an order
// sends its email with the order.
func sendsEmail(status Status) bool {
	return slices.Contains([]Status{OutForDelivery, DeliveryFailed, Delivered, Cancelled, Returned}, status)
}

func newEmail(orderID string, status Status, place int) (outbox.Job, error) {
	return outbox.New(EmailJob, emailPayload{OrderID: orderID, Status: status, Fulfilment: place})
}

// Email is a mail about an order, ready to be worded.
type Email struct {
	// About is the status that the order reached, or one of the others that mails are about.
	About Status
	Order *Order
	// Part is the fulfilment that the mail is about; nil is the whole order.
	Part  *Fulfilment
	Buyer Buyer
	Link  string
}

// Email makes the mail that a job asks for. ok is false when nobody is left to read it, or got
// too many of its kind.
func (s *Service) Email(ctx context.Context, job outbox.Job) (email Email, ok bool, err error) {
	var payload emailPayload
	if err := json.Unmarshal(job.Payload, &payload); err != nil {
		return Email{}, false, outbox.PermanentError{Reason: fmt.Errorf("reading the job of an email: %w", err)}
	}
	order, buyer, earlier, err := s.reader.OrderForEmail(ctx, payload.OrderID, payload.Status)
	if apperr.CodeOf(err) == apperr.OrderNotFound {
		return Email{}, false, nil
	}
	if err != nil || buyer.Email == "" || earlier >= mailsPerDay {
		return Email{}, false, err
	}
	email = Email{About: payload.Status, Order: order, Buyer: buyer,
		Link: s.baseURL + "/order/" + url.PathEscape(order.Number)}
	if payload.Status == AboutReduction || payload.Status == AboutAddress {
		if order, err = s.reader.OrderByID(ctx, payload.OrderID); err != nil {
			return Email{}, false, err
		}
		email.Order, email.Part = order, order.Part(payload.Fulfilment)
		if email.Part == nil {
			return Email{}, false, nil
		}
	}
	if payload.Status == AboutReduction {
		if s.answerToken == nil || !email.Part.Asking() || email.Part.Question.ID != payload.Question {
			return Email{}, false, nil // it was answered, cancelled or asked anew meanwhile
		}
		email.Link = s.answerLink(email.Part)
	}
	order.Frozen.Total = order.TotalPounds(s.poundsStep)
	if part := order.Part(payload.Fulfilment); part != nil {
		// The mail is about one part, and names its lines and what it costs only.
		order.Frozen.Total = order.PartPounds(part, s.poundsStep)
		order.Lines = order.LinesOf(payload.Fulfilment)
		order.Totals = part.Totals
	}
	return email, true, nil
}
