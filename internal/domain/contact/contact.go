// Package contact takes what people write to the shop and queues it as a mail.
package contact

import (
	"context"
	"encoding/json"
	"fmt"
	"net/netip"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/base/validate"
	"dawa/internal/domain/outbox"
)

// EmailJob is the kind of the jobs that bring a message to the shop.
const EmailJob = "contact_letter"

// Message is what somebody wrote.
type Message struct {
	Name  string
	Email string
	Text  string
	// Lang is the language in which the form was shown.
	Lang text.Lang
}

// Queue takes jobs that follow from nothing in the database.
type Queue interface {
	Enqueue(ctx context.Context, jobs ...outbox.Job) error
}

// RateLimit refuses a network that writes too often. Code: RateLimited.
type RateLimit func(ctx context.Context, from netip.Addr) error

// Service takes messages.
type Service struct {
	queue    Queue
	throttle RateLimit
}

// New makes the service.
func New(queue Queue, throttle RateLimit) *Service {
	return &Service{queue: queue, throttle: throttle}
}

// Send checks a message and queues it; whoever may open the shop may call it. Codes: InvalidFields with
// the fields, RateLimited.
func (s *Service) Send(ctx context.Context, from netip.Addr, m Message) error {
	clean, wrong := validate.Form("contact", map[string]string{"name": m.Name, "email": m.Email, "message": m.Text})
	if len(wrong) > 0 {
		return apperr.New(apperr.InvalidFields).WithFields(wrong)
	}
	// Only what would reach the shop counts: a slip of the keyboard costs nobody a try.
	if err := s.throttle(ctx, from); err != nil {
		return err
	}
	job, err := outbox.New(EmailJob, Message{clean["name"], clean["email"], clean["message"], m.Lang})
	if err != nil {
		return err
	}
	return s.queue.Enqueue(ctx, job)
}

// Read gives the message that a job brings.
func Read(job outbox.Job) (Message, error) {
	var m Message
	if err := json.Unmarshal(job.Payload, &m); err != nil {
		return Message{}, fmt.Errorf("reading a message to the shop: %w", err)
	}
	return m, nil
}
