// Package mail writes the shop's emails in both languages and sends them: to an
// SMTP server, or into the mailbox of the demo.
package mail

import (
	"context"
	"time"

	"dawa/internal/base/text"
)

// Message is an email that is ready to be sent.
type Message struct {
	// ID makes the Message-ID: an email that is sent again after a crash has the same one.
	ID      string
	To      string
	ReplyTo string // where an answer goes; "" is nowhere
	// Unsubscribe is where the reader's mail program posts to end such mails; "" is nowhere.
	Unsubscribe string
	Lang        text.Lang
	Subject     string
	Text        string
	HTML        string
	At          time.Time
}

// Sender sends a message. An error means that it should be tried again;
// outbox.PermanentError that it should not. Errors never hold the address or the text: they are
// written to the log.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// Both sends every message two ways; the second is asked only when the first succeeded.
func Both(first, second Sender) Sender { return both{first, second} }

type both struct{ first, second Sender }

func (b both) Send(ctx context.Context, m Message) error {
	if err := b.first.Send(ctx, m); err != nil {
		return err
	}
	return b.second.Send(ctx, m)
}
