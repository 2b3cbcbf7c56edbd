package mail

import (
	"context"
	"slices"
	"sync"

	"dawa/internal/base/text"
)

// maxStored is how many mails the demo's mailbox holds; the oldest go first.
const maxStored = 200

// Mailbox stores mails in memory instead of sending them, for the demo.
type Mailbox struct {
	texts    *text.Catalogue
	mu       sync.Mutex
	messages []Message
}

// NewMailbox makes an empty mailbox.
func NewMailbox(texts *text.Catalogue) *Mailbox { return &Mailbox{texts: texts} }

// Send stores a message; a message with the same ID replaces the earlier one.
func (b *Mailbox) Send(_ context.Context, m Message) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.messages = slices.DeleteFunc(b.messages, func(old Message) bool { return old.ID == m.ID })
	b.messages = append(b.messages, m)
	if surplus := len(b.messages) - maxStored; surplus > 0 {
		b.messages = slices.Delete(b.messages, 0, surplus)
	}
	return nil
}

// Messages lists the mails, newest first.
func (b *Mailbox) Messages() []Message {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := slices.Clone(b.messages)
	slices.Reverse(all)
	return all
}
