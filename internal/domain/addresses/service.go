package addresses

import (
	"context"
	"crypto/rand"
	"fmt"
	"strconv"
	"strings"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/validate"
)

// Store reads and writes addresses of users. A database that cannot serve gives apperr.Unavailable.
type Store interface {
	// Book reads a user's addresses.
	Book(ctx context.Context, userID string) (Book, error)
	// Update reads a user's addresses, lets change decide and writes the outcome, all in one
	// transaction that nobody else's change of the same book comes between. change may run more
	// than once. A user who is gone gives SessionEnded.
	Update(ctx context.Context, userID string, now time.Time, change func(b *Book) error) (Book, error)
}

// Input is what the address forms send.
type Input struct {
	Street    string
	State     string
	City      string
	Building  string
	Floor     string
	ExtraInfo string
}

// Service changes addresses. Every call is for the signed-in user it names and reaches nobody else's.
type Service struct {
	store Store
	now   func() time.Time
}

// NewService makes a Service. A nil now is time.Now.
func NewService(store Store, now func() time.Time) *Service {
	if now == nil {
		now = time.Now
	}
	return &Service{store: store, now: now}
}

// Book gives the user's addresses.
func (s *Service) Book(ctx context.Context, userID string) (Book, error) {
	book, err := s.store.Book(ctx, userID)
	if err != nil {
		return Book{}, fmt.Errorf("reading addresses: %w", err)
	}
	return book, nil
}

// Add saves a new address. Codes: InvalidFields, AddressLimit, SessionEnded.
func (s *Service) Add(ctx context.Context, userID string, in Input) (Book, error) {
	address, err := in.check("add_address")
	if err != nil {
		return Book{}, err
	}
	address.ID = strings.ToLower(rand.Text())
	return s.update(ctx, userID, func(b *Book) error { return b.Add(address) })
}

// Replace changes the address at a position; id, when not empty, is the one that is meant. Codes:
// InvalidFields, AddressNotFound, AddressStale, SessionEnded.
func (s *Service) Replace(ctx context.Context, userID string, index int, id string, in Input) (Book, error) {
	address, err := in.check("update_address")
	if err != nil {
		return Book{}, err
	}
	return s.update(ctx, userID, func(b *Book) error { return b.Replace(index, id, address) })
}

// Delete removes the address at a position; id, when not empty, is the one that is meant. Codes:
// AddressNotFound, AddressStale, SessionEnded.
func (s *Service) Delete(ctx context.Context, userID string, index int, id string) (Book, error) {
	return s.update(ctx, userID, func(b *Book) error { return b.Delete(index, id) })
}

// Choose makes the address at a position the favourite. Codes: AddressNotFound, SessionEnded.
func (s *Service) Choose(ctx context.Context, userID string, index int) (Book, error) {
	return s.update(ctx, userID, func(b *Book) error { return b.Choose(index) })
}

func (s *Service) update(ctx context.Context, userID string, change func(b *Book) error) (Book, error) {
	book, err := s.store.Update(ctx, userID, s.now().UTC(), change)
	if err != nil {
		return Book{}, fmt.Errorf("changing addresses: %w", err)
	}
	return book, nil
}

// check applies a form's rules.
func (in Input) check(form string) (Address, error) {
	clean, errs := validate.Form(form, map[string]string{
		"street": in.Street, "state": in.State, "city": in.City, "building": in.Building,
		"floor": in.Floor, "extra_info": in.ExtraInfo,
	})
	if len(errs) > 0 {
		return Address{}, apperr.Invalid(errs)
	}
	floor, err := strconv.Atoi(clean["floor"])
	if err != nil {
		return Address{}, fmt.Errorf("reading a floor that passed its rules: %w", err)
	}
	return Address{
		Street: clean["street"], State: clean["state"], City: clean["city"], Building: clean["building"],
		Floor: floor, ExtraInfo: clean["extra_info"],
	}, nil
}
