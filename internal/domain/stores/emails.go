package stores

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/outbox"
)

// EmailJob is the kind of the jobs that send mail about decisions on stores and products.
const EmailJob = "store_letter"

// emailPayload is the payload of a job: what was decided about what.
type emailPayload struct {
	StoreID   string         `json:"store_id,omitempty"`
	ProductID string         `json:"product_id,omitempty"`
	Status    catalog.Status `json:"status"`
	Reason    string         `json:"reason,omitempty"`
	// Revision is set when a change of the product was decided; To is then who sent it.
	Revision bool `json:"revision,omitempty"`
	// Lasting is set when the decision can still be undone: the mail leaves only if it holds.
	Lasting bool   `json:"lasting,omitempty"`
	To      string `json:"to,omitempty"`
}

func newEmail(payload emailPayload) (outbox.Job, error) {
	return outbox.New(EmailJob, payload)
}

// Email is a mail about a decision, ready to be worded. Either Store or Product is set.
type Email struct {
	About   catalog.Status
	Store   text.Pair
	Product text.Pair
	// Revision is set when the decision was about a change of the product.
	Revision bool
	Reason   string
	Owner    Owner
	Link     string
}

// Email makes the mail that a job asks for. ok is false when nobody is left to read it, or nothing to
// read about.
func (s *Service) Email(ctx context.Context, job outbox.Job) (email Email, ok bool, err error) {
	var payload emailPayload
	if err := json.Unmarshal(job.Payload, &payload); err != nil {
		return Email{}, false, outbox.PermanentError{Reason: fmt.Errorf("reading the job of an email: %w", err)}
	}
	email = Email{About: payload.Status, Reason: payload.Reason}
	var owner string
	if payload.StoreID != "" {
		store, err := s.records.Store(ctx, payload.StoreID)
		if apperr.CodeOf(err) == apperr.StoreNotFound {
			return Email{}, false, nil
		}
		if err != nil {
			return Email{}, false, err
		}
		email.Store, owner = store.Names(), store.OwnerID
		email.Link = s.baseURL + "/store/" + url.PathEscape(store.ID)
		if payload.Status == catalog.Rejected {
			email.Link += "/edit"
		}
	} else {
		product, err := s.products.Product(ctx, payload.ProductID)
		if apperr.CodeOf(err) == apperr.ProductNotFound {
			return Email{}, false, nil
		}
		if err != nil {
			return Email{}, false, err
		}
		if payload.Lasting && product.Status != payload.Status {
			return Email{}, false, nil
		}
		email.Product, owner = product.Name, product.SubmittedBy
		if email.Revision = payload.Revision; email.Revision {
			owner = payload.To
		}
		email.Link = s.baseURL + "/product/" + url.PathEscape(product.ID)
		if email.Revision && payload.Status == catalog.Rejected {
			email.Link = s.baseURL + "/product/edit/" + url.PathEscape(product.ID)
		}
	}
	email.Owner, err = s.owners.Owner(ctx, owner)
	return email, err == nil && email.Owner.Email != "", err
}
