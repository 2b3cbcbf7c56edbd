package accounts

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/roles"
)

// SetAdmin makes a user an admin, or no longer one. It is called on the host only: no call of
// the wire leads here. A new admin signs in again. changed is false when it was so already. Codes: NotFound, LastAdmin.
func (s *Service) SetAdmin(ctx context.Context, username string, admin bool) (changed bool, err error) {
	found, err := s.ByUsername(ctx, username)
	if err != nil {
		return false, err
	}
	now := s.now()
	action := ActionAdminGranted
	if !admin {
		action = ActionAdminRevoked
	}
	err = s.write(ctx, func(tx Tx) error {
		changed = false
		user, err := tx.User(ctx, found.ID)
		if err != nil || user.Admin == admin {
			return err
		}
		if !admin {
			if err := keepAnAdmin(ctx, tx, user.ID); err != nil {
				return err
			}
		}
		changed = true
		if err := tx.SetAdmin(ctx, user.ID, admin, now); err != nil {
			return err
		}
		if admin { // a session that somebody stole before must not become an admin's
			if _, err := tx.EndSessions(ctx, user.ID, ""); err != nil {
				return err
			}
			if err := tx.AbandonTwoFactor(ctx, user.ID); err != nil { // begun with the password alone
				return err
			}
		}
		return tx.Audit(ctx, audit.NewEvent(action, audit.System, user.ID, "", now))
	})
	if err != nil {
		return false, fmt.Errorf("changing the role of %s: %w", username, err)
	}
	return changed, nil
}

// keepAnAdmin refuses to let the last admin go. Code: LastAdmin.
func keepAnAdmin(ctx context.Context, tx Tx, userID string) error {
	admins, err := tx.LockAdmins(ctx)
	if err != nil {
		return err
	}
	return roles.KeepsAnAdmin(admins, userID)
}

// Admins lists the admins by username.
func (s *Service) Admins(ctx context.Context) ([]*User, error) { return s.store.Admins(ctx) }

// ResetByHost makes a user's password useless, ends all their sessions and gives the path of the link
// by which they choose another, to be handed over. It is called on the host only. Code: NotFound.
func (s *Service) ResetByHost(ctx context.Context, username string) (path string, err error) {
	found, err := s.ByUsername(ctx, username)
	if err != nil {
		return "", err
	}
	// A password that nobody knows.
	hash, err := s.passwords.Hash(ctx, rand.Text())
	if err != nil {
		return "", err
	}
	now, token := s.now(), base64.RawURLEncoding.EncodeToString(random(secretSize))
	err = s.write(ctx, func(tx Tx) error {
		user, err := tx.User(ctx, found.ID)
		if err != nil {
			return err
		}
		if err := s.replacePassword(ctx, tx, user, hash, EmailPasswordChanged,
			audit.NewEvent(ActionPasswordByHost, audit.System, user.ID, "", now)); err != nil {
			return err
		}
		// Without an address: whoever opens it has proved to read no mailbox.
		return tx.AddLink(ctx, Link{
			Hash: hashToken(token), Purpose: PurposeReset, UserID: user.ID, CreatedAt: now,
			ExpiresAt: now.Add(contract.Shop().ResetLinkFor()),
		})
	})
	if err != nil {
		return "", fmt.Errorf("resetting the password of %s: %w", username, err)
	}
	return resetPath(found.ID, token), nil
}

// RemoveTwoFactor lets a user who lost the app and the recovery codes sign in with the password
// alone, and ends all their sessions. It is called on the host only; removed is false when there was
// nothing to remove. Code: NotFound.
func (s *Service) RemoveTwoFactor(ctx context.Context, username string) (removed bool, err error) {
	found, err := s.ByUsername(ctx, username)
	if err != nil {
		return false, err
	}
	now := s.now()
	err = s.write(ctx, func(tx Tx) error {
		user, err := tx.User(ctx, found.ID)
		if err != nil {
			return err
		}
		if removed, err = tx.DropTwoFactor(ctx, user.ID); err != nil || !removed {
			return err
		}
		if _, err := tx.EndSessions(ctx, user.ID, ""); err != nil {
			return err
		}
		if err := s.mailNotice(ctx, tx, user, EmailTwoFactorOff, ""); err != nil {
			return err
		}
		return tx.Audit(ctx, audit.NewEvent(ActionTwoFactorByHost, audit.System, user.ID, "", now))
	})
	if err != nil {
		return false, fmt.Errorf("turning two-factor off for %s: %w", username, err)
	}
	return removed, nil
}

// Named reads a user by username. Code: NotFound.
func (s *Service) Named(ctx context.Context, username string) (*User, error) {
	return s.ByUsername(ctx, username)
}

// SignOut ends all sessions of a user, or of everybody when username is "". It is called on the
// host only. Code: NotFound.
func (s *Service) SignOut(ctx context.Context, username string) (ended int, err error) {
	userID := ""
	if username != "" {
		found, err := s.ByUsername(ctx, username)
		if err != nil {
			return 0, err
		}
		userID = found.ID
	}
	now := s.now()
	err = s.write(ctx, func(tx Tx) (err error) {
		if userID == "" {
			ended, err = tx.EndEverySession(ctx)
		} else {
			ended, err = tx.EndSessions(ctx, userID, "")
		}
		if err != nil || ended == 0 {
			return err
		}
		return tx.Audit(ctx, audit.NewEvent(ActionSessionsEnded, audit.System, userID, strconv.Itoa(ended), now))
	})
	if err != nil {
		return 0, fmt.Errorf("signing people out: %w", err)
	}
	return ended, nil
}

// RemoveByHost deletes a user from the host, with everything that Delete removes. Code: NotFound.
func (s *Service) RemoveByHost(ctx context.Context, username string) error {
	found, err := s.ByUsername(ctx, username)
	if err != nil {
		return err
	}
	now := s.now()
	err = s.store.Write(ctx, func(tx Tx) error {
		if err := tx.DeleteUser(ctx, found.ID); err != nil {
			return err
		}
		return tx.Audit(ctx, audit.NewEvent(ActionDeleted, audit.System, found.ID, "", now))
	})
	if err != nil {
		return fmt.Errorf("deleting the account %s: %w", username, err)
	}
	return nil
}

// ByUsername finds a user for the host. Code: NotFound.
func (s *Service) ByUsername(ctx context.Context, username string) (*User, error) {
	if strings.Contains(username, "@") {
		return nil, apperr.New(apperr.NotFound)
	}
	return s.store.UserByLogin(ctx, Fold(username))
}
