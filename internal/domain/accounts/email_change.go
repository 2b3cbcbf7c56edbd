package accounts

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"slices"
	"time"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/audit"
)

// A stolen session must not be enough to take an account for good. A new email counts once its own link is opened and,
// unless the password was sent along, once the old address has agreed. For some days after that the old address can
// take it back, whatever was done with the account meanwhile.

func startsEmailChange(u *User, email string) bool {
	return Fold(email) != Fold(u.Email) && Fold(email) != Fold(u.PendingEmail)
}

// approvesEmailChange says whether the password would stand in for the old address.
func approvesEmailChange(u *User, email string) bool {
	return u.PendingUnapproved && Fold(email) == Fold(u.PendingEmail)
}

// beginEmailChange mails the new address and the old one; confirmed says that the password was right.
func (s *Service) beginEmailChange(ctx context.Context, tx Tx, user *User, email string, confirmed bool) error {
	// A link to an address that is no longer wanted must not bring it back.
	if user.PendingEmail != "" {
		if err := tx.DropLinks(ctx, user.ID, PurposeVerify); err != nil {
			return err
		}
	}
	user.PendingEmail, user.PendingUnapproved, user.PendingVerified = email, !confirmed, false
	if err := s.mailVerifyLink(ctx, tx, user, EmailVerifyNew, email); err != nil {
		return err
	}
	kind := approveKind(user)
	if confirmed {
		kind = EmailAddressChanging
	}
	return s.mailOldAddress(ctx, tx, user, kind, email)
}

// approveKind is the mail that asks the present address to agree to a change.
func approveKind(user *User) EmailKind {
	if user.EmailVerified {
		return EmailApproveChange
	}
	return EmailApproveOnly
}

// mailOldAddress mails the present address a link that takes a change to another one back. An address that nobody
// proved to read may be a stranger's, by a slip or on purpose: it is asked to agree where that is needed, can take
// nothing back and is told nothing else.
func (s *Service) mailOldAddress(ctx context.Context, tx Tx, user *User, kind EmailKind, email string) error {
	purpose := PurposeUndo
	if kind == EmailApproveChange || kind == EmailApproveOnly {
		purpose = PurposeApprove
	} else if !user.EmailVerified {
		return nil
	}
	now := s.now()
	return s.mailLinkOf(ctx, tx, kind, Link{
		Purpose: purpose, UserID: user.ID, Email: user.Email, NewEmail: email, Restores: user.EmailVerified,
		CreatedAt: now, ExpiresAt: now.Add(contract.Shop().UndoLinkFor()),
	})
}

// finishEmailChange saves the user and lets the new email count if both addresses have done their part; waits says
// that one has not. Code: EmailTaken.
func (s *Service) finishEmailChange(ctx context.Context, tx Tx, user *User, now time.Time) (waits bool, err error) {
	user.UpdatedAt = now
	if user.PendingUnapproved || !user.PendingVerified {
		return true, tx.SaveUser(ctx, user)
	}
	if err := s.mailOldAddress(ctx, tx, user, EmailAddressChanged, user.PendingEmail); err != nil {
		return false, err
	}
	user.Email, user.EmailVerified = user.PendingEmail, true
	user.dropPending()
	// Reset links in the old mailbox must not open the account any more.
	if err := tx.DropLinks(ctx, user.ID, PurposeReset); err != nil {
		return false, err
	}
	if err := tx.SaveUser(ctx, user); err != nil {
		return false, err
	}
	return false, tx.Audit(ctx, audit.NewEvent(ActionEmailChanged, user.ID, user.ID, "", now))
}

// EmailChange is what the link in an old mailbox is about.
type EmailChange struct {
	Email    string
	NewEmail string
	// Approvable says that the change waits for this address, Restorable that the address can take it back.
	Approvable bool
	Restorable bool
}

// EmailChange reads the link that an old address got. Code: LinkInvalid.
func (s *Service) EmailChange(ctx context.Context, token string) (EmailChange, error) {
	link, err := s.changeLink(ctx, token)
	if err != nil {
		return EmailChange{}, err
	}
	user, err := s.store.User(ctx, link.UserID)
	if err != nil {
		return EmailChange{}, asLinkInvalid(err, apperr.NotFound)
	}
	return EmailChange{
		Email: link.Email, NewEmail: link.NewEmail, Approvable: approvable(link, user), Restorable: link.Restores,
	}, nil
}

func approvable(link Link, user *User) bool {
	return link.Purpose == PurposeApprove && Fold(link.Email) == Fold(user.Email) &&
		approvesEmailChange(user, link.NewEmail)
}

// ApproveEmailChange is the old address agreeing to a change that was begun without the password. The link goes on
// working, to take the change back. waits says that the new address has to be verified still. Code: LinkInvalid.
func (s *Service) ApproveEmailChange(ctx context.Context, token string) (waits bool, err error) {
	link, err := s.changeLink(ctx, token)
	if err != nil {
		return false, err
	}
	now := s.now()
	err = s.write(ctx, func(tx Tx) error {
		user, err := tx.User(ctx, link.UserID)
		if err != nil {
			return asLinkInvalid(err, apperr.NotFound)
		}
		if !approvable(link, user) {
			return apperr.New(apperr.LinkInvalid)
		}
		user.PendingUnapproved = false
		if err := tx.Audit(ctx, audit.NewEvent(ActionEmailApproved, user.ID, user.ID, "", now)); err != nil {
			return err
		}
		waits, err = s.finishEmailChange(ctx, tx, user, now)
		return asLinkInvalid(err, apperr.EmailTaken)
	})
	if err != nil {
		return false, fmt.Errorf("agreeing to a change of email: %w", err)
	}
	return waits, nil
}

// UndoEmailChange gives the account back to the old address: the email is what it was, every session ends, the
// password opens nothing any more, and what was set up since to sign in with is removed. It answers the link by which
// a new password is chosen. Later changes lose their own links; earlier ones can still be taken back. Codes:
// LinkInvalid, EmailTaken, Unavailable.
func (s *Service) UndoEmailChange(ctx context.Context, token string) (userID, resetToken string, err error) {
	link, err := s.changeLink(ctx, token)
	if err != nil {
		return "", "", err
	}
	if !link.Restores {
		return "", "", apperr.New(apperr.LinkInvalid)
	}
	// A password that nobody knows.
	hash, err := s.passwords.Hash(ctx, rand.Text())
	if err != nil {
		return "", "", err
	}
	now, reset := s.now(), base64.RawURLEncoding.EncodeToString(random(secretSize))
	err = s.write(ctx, func(tx Tx) error {
		user, err := tx.User(ctx, link.UserID)
		if err != nil {
			return asLinkInvalid(err, apperr.NotFound)
		}
		since, err := tx.ChangesSince(ctx, user.ID, link.Email, now)
		if err != nil {
			return err
		}
		used, err := tx.UseLink(ctx, link.Hash, link.Purpose, user.ID, now)
		if err != nil {
			return err
		}
		if !used {
			return apperr.New(apperr.LinkInvalid)
		}
		user.Email, user.EmailVerified = link.Email, true
		if err := s.dropSignInsSince(ctx, tx, user.ID, since); err != nil {
			return err
		}
		if err := s.replacePassword(ctx, tx, user, hash, EmailRestored,
			audit.NewEvent(ActionEmailRestored, user.ID, user.ID, "", now)); err != nil {
			return err
		}
		if err := tx.DropChanges(ctx, user.ID, link.Email, link.CreatedAt); err != nil {
			return err
		}
		return tx.AddLink(ctx, Link{
			Hash: hashToken(reset), Purpose: PurposeReset, UserID: user.ID, Email: user.Email, CreatedAt: now,
			ExpiresAt: now.Add(contract.Shop().ResetLinkFor()),
		})
	})
	if err != nil {
		return "", "", fmt.Errorf("taking a change of email back: %w", err)
	}
	return link.UserID, reset, nil
}

// dropSignInsSince removes passkeys that were added and two-factor that was turned on since then: whoever took the
// account over must not keep its owner out, or a way in.
func (s *Service) dropSignInsSince(ctx context.Context, tx Tx, userID string, since time.Time) error {
	if _, err := tx.DropPasskeys(ctx, userID, since); err != nil {
		return err
	}
	step, err := s.twoFactor(ctx, userID)
	if err != nil {
		return err
	}
	if step.enabled() && !step.ConfirmedAt.Before(since) {
		_, err = tx.DropTwoFactor(ctx, userID)
	}
	return err
}

// changeLink reads a link for a change of email that still works. Code: LinkInvalid.
func (s *Service) changeLink(ctx context.Context, token string) (Link, error) {
	link, err := s.store.Link(ctx, hashToken(token))
	if err != nil {
		return Link{}, asLinkInvalid(err, apperr.NotFound)
	}
	if !link.good(PurposeApprove, s.now()) && !link.good(PurposeUndo, s.now()) {
		return Link{}, apperr.New(apperr.LinkInvalid)
	}
	return link, nil
}

// findByAnyEmail finds a user by the present email or one that can still take a change back. Code: EmailNotRegistered.
func (s *Service) findByAnyEmail(ctx context.Context, email string, now time.Time) (*User, error) {
	user, err := s.find(ctx, email)
	if err != nil || user != nil {
		return user, err
	}
	user, err = s.store.UserByOldEmail(ctx, email, now)
	if apperr.CodeOf(err) == apperr.NotFound {
		return nil, apperr.New(apperr.EmailNotRegistered)
	}
	return user, err
}

// emailsOf are the present address of a user and the old ones, each once.
func emailsOf(user *User, old []string) []string {
	all := []string{user.Email}
	for _, email := range old {
		if !slices.ContainsFunc(all, func(have string) bool { return Fold(have) == Fold(email) }) {
			all = append(all, email)
		}
	}
	return all
}
