package stores

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/outbox"
)

// LetterJob is the kind of the jobs that send mail about decisions on stores and products.
const LetterJob = "store_letter"

// letterOrder is the payload of a job: what was decided about what.
type letterOrder struct {
	StoreID   string         `json:"store_id,omitempty"`
	ProductID string         `json:"product_id,omitempty"`
	Status    catalog.Status `json:"status"`
	Reason    string         `json:"reason,omitempty"`
}

func newLetter(order letterOrder, now time.Time) (outbox.Job, error) {
	return outbox.New(LetterJob, order)
}

// Letter is a mail about a decision, ready to be worded. Either Store or Product is set.
type Letter struct {
	About   catalog.Status
	Store   string
	Product text.Pair
	Reason  string
	Owner   Owner
	Link    string
}

// Letter makes the mail that a job asks for. ok is false when nobody is left to read it, or nothing to
// read about.
func (s *Service) Letter(ctx context.Context, job outbox.Job) (letter Letter, ok bool, err error) {
	var asked letterOrder
	if err := json.Unmarshal(job.Payload, &asked); err != nil {
		return Letter{}, false, outbox.PermanentError{Reason: fmt.Errorf("reading a letter's order: %w", err)}
	}
	letter = Letter{About: asked.Status, Reason: asked.Reason}
	var owner string
	if asked.StoreID != "" {
		store, err := s.records.Store(ctx, asked.StoreID)
		if apperr.CodeOf(err) == apperr.StoreNotFound {
			return Letter{}, false, nil
		}
		if err != nil {
			return Letter{}, false, err
		}
		letter.Store, owner = store.Name, store.OwnerID
		letter.Link = s.baseURL + "/store/" + url.PathEscape(store.ID)
		if asked.Status == catalog.Rejected {
			letter.Link += "/edit"
		}
	} else {
		product, err := s.products.Product(ctx, asked.ProductID)
		if apperr.CodeOf(err) == apperr.ProductNotFound {
			return Letter{}, false, nil
		}
		if err != nil {
			return Letter{}, false, err
		}
		letter.Product, owner = product.Name, product.SubmittedBy
		letter.Link = s.baseURL + "/product/" + url.PathEscape(product.ID)
	}
	letter.Owner, err = s.records.Owner(ctx, owner)
	return letter, err == nil && letter.Owner.Email != "", err
}
