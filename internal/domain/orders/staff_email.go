package orders

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/outbox"
)

// StaffEmailJob is the kind of the jobs that tell the people of a store about a new order.
const StaffEmailJob = "store_order_email"

// staffPayload is the payload of such a job.
type staffPayload struct {
	OrderID    string `json:"order_id"`
	Fulfilment int    `json:"fulfilment"`
}

// StaffJobs are the jobs that tell the stores of a new order what they have to prepare, and the house where it wants to
// be told.
func StaffJobs(o *Order, tellHouse bool) ([]outbox.Job, error) {
	var jobs []outbox.Job
	for i := range o.Fulfilments {
		f := &o.Fulfilments[i]
		if f.InHouse() && !tellHouse {
			continue
		}
		job, err := outbox.New(StaffEmailJob, staffPayload{OrderID: o.ID, Fulfilment: f.Place})
		if err != nil {
			return nil, err
		}
		jobs = append(jobs, job)
	}
	return jobs, nil
}

// StaffReader finds out who works in a store.
type StaffReader interface {
	// StoreStaff reads the people who prepare the orders of a store.
	StoreStaff(ctx context.Context, storeID string) ([]Buyer, error)
}

// StaffEmail is a mail to the people of a store about a new order, ready to be worded.
type StaffEmail struct {
	Order *Order
	Part  *Fulfilment
	To    []Buyer
	Link  string
}

// StaffEmail makes the mail that a job asks for. ok is false when there is nothing to tell any more.
func (s *Service) StaffEmail(ctx context.Context, job outbox.Job) (email StaffEmail, ok bool, err error) {
	var payload staffPayload
	if err := json.Unmarshal(job.Payload, &payload); err != nil {
		return StaffEmail{}, false, outbox.PermanentError{Reason: fmt.Errorf("reading a staff email: %w", err)}
	}
	order, err := s.reader.OrderByID(ctx, payload.OrderID)
	if apperr.CodeOf(err) == apperr.OrderNotFound {
		return StaffEmail{}, false, nil
	}
	if err != nil {
		return StaffEmail{}, false, err
	}
	part := order.Part(payload.Fulfilment)
	if part == nil || part.Status != Placed {
		return StaffEmail{}, false, nil // somebody has seen it already
	}
	people, err := s.toTell(ctx, part)
	if err != nil || len(people) == 0 {
		return StaffEmail{}, false, err
	}
	return StaffEmail{
		Order: order, Part: part, To: people,
		Link: s.baseURL + "/store/" + url.PathEscape(part.StoreID) + "/orders?order=" + url.QueryEscape(part.ID),
	}, true, nil
}

// toTell finds out who hears of a new fulfilment: the shop's mailbox for the house's own.
func (s *Service) toTell(ctx context.Context, part *Fulfilment) ([]Buyer, error) {
	if !part.InHouse() {
		return s.staff.StoreStaff(ctx, part.StoreID)
	}
	if s.houseMail == "" {
		return nil, nil
	}
	return []Buyer{{Email: s.houseMail, Language: text.English}}, nil
}
