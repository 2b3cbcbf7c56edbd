package stores

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/base/validate"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/regulation"
	"dawa/internal/domain/roles"
)

// systemActor is who did what the host did, in the record.
const systemActor = "system"

// maxReason is how long the reason of a rejection may be, in characters.
const maxReason = 500

// Service manages stores and what their owners submit.
type Service struct {
	records   StoreRecords
	listings  ProductReader
	owners    OwnerReader
	licences  LicenceRecords
	bulkEdits BulkRecords
	sealer    Sealer
	products  *catalog.Service
	baseURL   string
	now       func() time.Time
}

// New makes a Service. Products is the catalogue, sealer seals licences, baseURL is scheme and host of the links
// in mails; a nil now is time.Now.
func New(
	records Repository, products *catalog.Service, sealer Sealer, baseURL string, now func() time.Time,
) *Service {
	if now == nil {
		now = time.Now
	}
	return &Service{
		records: records, listings: records, owners: records, licences: records, bulkEdits: records,
		sealer: sealer, products: products, baseURL: baseURL,
		now: func() time.Time { return now().UTC().Truncate(time.Millisecond) },
	}
}

// Add saves a new store of the user's, which is pending. Codes: InvalidFields, StoreLimit,
// SessionEnded.
func (s *Service) Add(ctx context.Context, userID string, in Input) (*Store, error) {
	return s.add(ctx, userID, in, catalog.Pending, userID)
}

// AddSeed opens an approved store on the host's behalf, without a mail, unless its owner has one of that name
// already, which it gives back. Codes: as Add.
func (s *Service) AddSeed(ctx context.Context, ownerID string, in Input) (*Store, error) {
	had, err := s.Mine(ctx, ownerID)
	if err != nil {
		return nil, err
	}
	for _, store := range had {
		if store.Name == in.Name {
			return store.Store, nil
		}
	}
	return s.add(ctx, ownerID, in, catalog.Approved, systemActor)
}

func (s *Service) add(ctx context.Context, ownerID string, in Input, status catalog.Status, by string) (*Store, error) {
	now := s.now()
	store := &Store{
		ID: strings.ToLower(rand.Text()), OwnerID: ownerID, Status: status, Version: 1, CreatedAt: now, UpdatedAt: now,
	}
	if status == catalog.Approved {
		store.ApprovedAt = now
	}
	licenceNo, err := store.fill(in)
	if err != nil {
		return nil, err
	}
	decision := Decision{By: by, Action: "store_added"}
	if licenceNo != "" {
		sealed := s.sealLicence(store.ID, Licence{Number: licenceNo}, now)
		decision.Licence, store.HasLicenceNo = &sealed, true
	}
	if err := s.records.Add(ctx, store, MaxStores, decision); err != nil {
		return nil, fmt.Errorf("adding a store: %w", err)
	}
	return store, nil
}

// Mine lists the stores that the user has a role in, oldest first.
func (s *Service) Mine(ctx context.Context, userID string) ([]Mine, error) {
	if userID == "" {
		return nil, nil
	}
	return s.records.Mine(ctx, userID)
}

// Store reads a store by its id, whoever asks: its names, opening hours, phone and WhatsApp number. Code:
// StoreNotFound.
func (s *Service) Store(ctx context.Context, id string) (*Store, error) {
	return s.records.Store(ctx, id)
}

// Of reads a store for whoever asks. One that is not approved exists only for its people and for
// the house. Code: StoreNotFound.
func (s *Service) Of(ctx context.Context, id string, who Actor) (*Store, error) {
	store, err := s.records.Store(ctx, id)
	if err != nil {
		return nil, err
	}
	if !store.MaySee(who) {
		return nil, apperr.New(apperr.StoreNotFound)
	}
	return store, nil
}

// Update changes a store for its owner or an admin. version is the one that was shown; zero takes the
// store as it is. An owner who gives an approved store another name, or mends a rejected one, asks for
// approval again. Codes: InvalidFields, StoreNotFound, Forbidden, Conflict (with the present *Store
// under "current").
func (s *Service) Update(ctx context.Context, id string, version int64, who Actor, in Input) (*Store, error) {
	licence, err := s.licences.Licence(ctx, id)
	if err != nil {
		return nil, err
	}
	store, err := s.records.Update(ctx, id, func(store *Store) (Decision, error) {
		if !store.MayEdit(who) {
			return Decision{}, store.refuse(who)
		}
		before := *store
		licenceNo, err := store.fill(in)
		if err != nil {
			return Decision{}, err
		}
		changed := differs(&before, store)
		if licenceNo != "" {
			changed = append(changed, change{field: "licence_no"})
		}
		if len(changed) == 0 {
			return Decision{Idle: true}, nil
		}
		if version != 0 && version != before.Version {
			return Decision{}, apperr.New(apperr.Conflict).WithDetail("current", &before)
		}
		if !who.admin() && (before.Status == catalog.Rejected ||
			before.Status == catalog.Approved && before.Name != store.Name) {
			store.Status, store.Reason = catalog.Pending, ""
		}
		store.UpdatedAt = s.now()
		decision := Decision{By: who.UserID, Action: "store_updated"}
		decision.Detail, decision.Changes = record(changed)
		if licenceNo != "" {
			decision.Licence = s.withNumber(store.ID, licence, licenceNo)
			store.HasLicenceNo = true
		}
		return decision, nil
	})
	if err != nil {
		return nil, fmt.Errorf("changing a store: %w", err)
	}
	return store, nil
}

// withNumber seals a licence with another number and the document it has.
func (s *Service) withNumber(storeID string, sealed SealedLicence, number string) *SealedLicence {
	open, err := s.openLicence(sealed)
	if err != nil {
		open = Licence{} // its key is gone: the owner must not be stuck with it
	}
	open.Number = number
	fresh := s.sealLicence(storeID, open, s.now())
	fresh.Version = sealed.Version
	return &fresh
}

// StoreDecision is what an admin decides about a store.
type StoreDecision struct {
	Status  catalog.Status
	Reason  string
	AdminID string
	// LicenceNo is the number of the licence that the admin checked; empty leaves the one that the owner gave.
	LicenceNo string
}

// SetStatus decides about a store for an admin and lets its owner know by mail. Approval needs the number of the
// store's licence. A store that is rejected takes its products out of the shop; once it is approved again they are as
// they were. Codes: StoreNotFound, StatusInvalid, InvalidFields, LicenceMissing.
func (s *Service) SetStatus(ctx context.Context, id string, d StoreDecision) (*Store, error) {
	status := d.Status
	reason, err := checkDecision(status, d.Reason)
	if err != nil {
		return nil, err
	}
	licenceNo, wrong := validate.Field("store", "licence_no", d.LicenceNo)
	if wrong != "" {
		return nil, apperr.Invalid(map[string]string{"licence_no": wrong})
	}
	licence, err := s.licences.Licence(ctx, id)
	if err != nil {
		return nil, err
	}
	store, err := s.records.Update(ctx, id, func(store *Store) (Decision, error) {
		if status == catalog.Approved && store.Status != catalog.Approved && !store.HasLicenceNo && licenceNo == "" {
			return Decision{}, apperr.New(apperr.LicenceMissing).WithFields(map[string]string{
				"licence_no": "licence_no_blank",
			})
		}
		before := *store
		store.Status, store.Reason = status, reason
		changed := differs(&before, store)
		if len(changed) == 0 && licenceNo == "" {
			return Decision{Idle: true}, nil
		}
		store.UpdatedAt = s.now()
		if status == catalog.Approved && store.ApprovedAt.IsZero() {
			store.ApprovedAt = store.UpdatedAt
		}
		decision := Decision{
			By: d.AdminID, Action: "store_" + string(status), Detail: reason,
			Withdraw: status == catalog.Rejected && before.Status != catalog.Rejected,
			Restore:  status == catalog.Approved,
		}
		_, decision.Changes = record(changed)
		if licenceNo != "" {
			decision.Licence = s.withNumber(store.ID, licence, licenceNo)
			store.HasLicenceNo = true
		}
		if status == catalog.Pending || before.Status == status {
			return decision, nil
		}
		job, err := newEmail(emailPayload{StoreID: id, Status: status, Reason: reason})
		decision.Jobs = append(decision.Jobs, job)
		return decision, err
	})
	if err != nil {
		return nil, fmt.Errorf("deciding about a store: %w", err)
	}
	return store, nil
}

// checkDecision gives the reason as it is stored: only a rejection has one.
func checkDecision(status catalog.Status, reason string) (string, error) {
	if !status.Known() {
		return "", apperr.New(apperr.StatusInvalid)
	}
	reason = validate.Clean(reason)
	if utf8.RuneCountInString(reason) > maxReason {
		return "", apperr.Invalid(map[string]string{"reason": "reason_max"})
	}
	if status != catalog.Rejected {
		reason = ""
	}
	return reason, nil
}

// List lists stores for the house, newest first.
func (s *Service) List(ctx context.Context, who Actor, f Filter) (found []Managed, total int, err error) {
	f.Part = strings.ToLower(text.FoldDigits(validate.Clean(f.Part)))
	if found, total, err = s.records.List(ctx, f); err != nil {
		return nil, 0, err
	}
	return found, total, s.withNumbers(ctx, who, found)
}

// One reads a store for the house. Code: StoreNotFound.
func (s *Service) One(ctx context.Context, id string, who Actor) (Managed, error) {
	m, err := s.records.Managed(ctx, id)
	if err != nil {
		return Managed{}, err
	}
	found := []Managed{m}
	err = s.withNumbers(ctx, who, found)
	return found[0], err
}

// Pending is what waits for an admin, oldest first, and how much of it there is.
type Pending struct {
	Products     []ManagedProduct
	ProductCount int
	Stores       []Managed
	StoreCount   int
	// Revised are products on sale with changes that wait.
	Revised      []ManagedProduct
	RevisedCount int
}

// Pending lists what waits for an admin, at most limit of each after the first offset of each.
func (s *Service) Pending(ctx context.Context, limit, offset int) (p Pending, err error) {
	if p.Products, p.ProductCount, err = s.listings.Waiting(ctx, limit, offset); err != nil {
		return Pending{}, err
	}
	if p.Revised, p.RevisedCount, err = s.listings.Revised(ctx, limit, offset); err != nil {
		return Pending{}, err
	}
	p.Stores, p.StoreCount, err = s.records.List(ctx, Filter{
		State: StatePending, Oldest: true, Limit: limit, Offset: offset,
	})
	return p, err
}

// Products reads the products of a store of any status, for its owner and for admins.
func (s *Service) Products(ctx context.Context, storeID string) ([]*catalog.Product, error) {
	return s.listings.Products(ctx, storeID)
}

// Submitted reads the products that a user submitted.
func (s *Service) Submitted(ctx context.Context, userID string) ([]*catalog.Product, error) {
	return s.listings.Submitted(ctx, userID)
}

// Managed adds to a product what only admins see.
func (s *Service) Managed(ctx context.Context, p *catalog.Product) (ManagedProduct, error) {
	return s.listings.Credits(ctx, p)
}

// MaySeeProduct tells whether a product that is not approved exists for the actor: it does for whoever submitted
// it, for the people of its store and for the house.
func (s *Service) MaySeeProduct(p *catalog.Product, who Actor) bool {
	switch {
	case p.Listed(), who.Roles.Knows(roles.House):
		return true
	case who.UserID == "":
		return false
	}
	return p.SubmittedBy == who.UserID || p.StoreID != "" && who.Roles.Knows(p.StoreID)
}

// Submit adds a product: an admin's is on sale at once, anybody else's is pending. Only its people and the
// house may add to a store. In a store that is pending every product is pending with it. Codes:
// InvalidFields, PendingLimit, StoreNotFound, StoreNotApproved, ProductCodeTaken, ImageNotFound.
func (s *Service) Submit(ctx context.Context, draft *catalog.Product, who Actor) (*catalog.Product, error) {
	p := draft.Clone()
	p.SubmittedBy, p.Status, p.StatusNote = who.UserID, catalog.Pending, ""
	if who.approves() {
		p.Status = catalog.Approved
	} else if err := s.mayWait(ctx, who.UserID); err != nil {
		return nil, err
	}
	if p.StoreID != "" {
		store, err := s.storeToAddTo(ctx, p.StoreID, who)
		if err != nil {
			return nil, err
		}
		if store.Status != catalog.Approved {
			p.Status = catalog.Pending
		}
	}
	return s.products.Add(ctx, p, catalog.ChangeRecord{By: who.UserID, Action: "product_added"})
}

// maxPending is how many products of one account may wait for approval.
const maxPending = 100

// mayWait refuses an account with too many products that wait. Code: PendingLimit.
func (s *Service) mayWait(ctx context.Context, userID string) error {
	submitted, err := s.listings.Submitted(ctx, userID)
	if err != nil {
		return err
	}
	pending := 0
	for _, p := range submitted {
		if p.Status == catalog.Pending {
			pending++
		}
	}
	if pending >= maxPending {
		return apperr.New(apperr.PendingLimit)
	}
	return nil
}

// MayAddTo refuses a store that is not the actor's, as if it did not exist, and one that was rejected.
// Codes: StoreNotFound, Forbidden, StoreNotApproved.
func (s *Service) MayAddTo(ctx context.Context, storeID string, who Actor) error {
	_, err := s.storeToAddTo(ctx, storeID, who)
	return err
}

func (s *Service) storeToAddTo(ctx context.Context, storeID string, who Actor) (*Store, error) {
	store, err := s.records.Store(ctx, storeID)
	switch {
	case err != nil:
		return nil, err
	case !store.MaySee(who):
		return nil, apperr.New(apperr.StoreNotFound)
	case !store.MayEditProducts(who):
		return nil, apperr.New(apperr.Forbidden)
	case store.Status == catalog.Rejected:
		return nil, apperr.New(apperr.StoreNotApproved)
	}
	return store, nil
}

// ProductDecision is what an admin decides about a product.
type ProductDecision struct {
	Status  catalog.Status
	Reason  string
	AdminID string
	// Regulation classifies the product; empty leaves its class as it is.
	Regulation regulation.Class
}

// DecideProduct puts a product on sale or withdraws it, for an admin, and lets whoever submitted
// it know by mail. What is approved must have a class. Codes: ProductNotFound, StatusInvalid, InvalidFields,
// DiscountForbidden, ProductCodeTaken, StoreNotApproved.
func (s *Service) DecideProduct(ctx context.Context, id string, d ProductDecision) (*catalog.Product, error) {
	status := d.Status
	reason, err := checkDecision(status, d.Reason)
	if err != nil {
		return nil, err
	}
	if status == catalog.Approved {
		if err := s.storeIsOpen(ctx, id); err != nil {
			return nil, err
		}
	}
	return s.products.Edit(ctx, catalog.Edit{
		ID: id, By: d.AdminID, Action: "product_" + string(status),
		Change: func(p *catalog.Product) error {
			p.Status, p.StatusNote = status, reason
			if d.Regulation != regulation.Unclassified {
				p.Regulation = d.Regulation
			}
			return nil
		},
		Jobs: func(_, after *catalog.Product, _ time.Time) ([]outbox.Job, error) {
			if status == catalog.Pending || after.SubmittedBy == "" || after.SubmittedBy == d.AdminID {
				return nil, nil
			}
			job, err := newEmail(emailPayload{ProductID: id, Status: status, Reason: reason})
			return []outbox.Job{job}, err
		},
	})
}

func (s *Service) storeIsOpen(ctx context.Context, productID string) error {
	p, err := s.products.Product(ctx, productID)
	if err != nil || p.StoreID == "" {
		return err
	}
	store, err := s.records.Store(ctx, p.StoreID)
	if apperr.CodeOf(err) == apperr.StoreNotFound {
		return nil
	}
	if err == nil && store.Status != catalog.Approved {
		return apperr.New(apperr.StoreNotApproved)
	}
	return err
}
