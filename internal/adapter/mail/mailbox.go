package mail

import (
	"context"
	"slices"
	"sync"

	"dawa/internal/base/text"
)

// mostKept is how many mails the demo's mailbox holds; the oldest go first.
const mostKept = 200

// Mailbox keeps mails in memory instead of sending them, for the demo.
type Mailbox struct {
	texts *text.Catalogue
	mu    sync.Mutex
	kept  []Message
}

// NewMailbox makes an empty mailbox.
func NewMailbox(texts *text.Catalogue) *Mailbox { return &Mailbox{texts: texts} }

// Send keeps a message; one that comes again replaces itself.
func (b *Mailbox) Send(_ context.Context, m Message) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.kept = slices.DeleteFunc(b.kept, func(old Message) bool { return old.ID == m.ID })
	b.kept = append(b.kept, m)
	if surplus := len(b.kept) - mostKept; surplus > 0 {
		b.kept = slices.Delete(b.kept, 0, surplus)
	}
	return nil
}

// Messages lists the mails, newest first.
func (b *Mailbox) Messages() []Message {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := slices.Clone(b.kept)
	slices.Reverse(all)
	return all
}
