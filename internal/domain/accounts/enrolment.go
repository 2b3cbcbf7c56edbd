package accounts

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/audit"
)

// EnrolmentLife is how long the host's code for turning two-factor on works.
const EnrolmentLife = 30 * time.Minute

// Enrolment is the code with which somebody of the house turns two-factor on, by its hash. Whoever found out their
// password must not bind an app of their own to the account.
type Enrolment struct {
	UserID    string
	Hash      string
	ExpiresAt time.Time
}

// EnrolByHost makes the code, in place of an earlier one. It is called on the host only. Code: NotFound.
func (s *Service) EnrolByHost(ctx context.Context, username string) (code string, err error) {
	found, err := s.ByUsername(ctx, username)
	if err != nil {
		return "", err
	}
	now := s.now()
	plain := strings.ToLower(rand.Text())
	err = s.write(ctx, func(tx Tx) error {
		if err := tx.SetEnrolment(ctx, Enrolment{
			UserID: found.ID, Hash: hashToken(plain), ExpiresAt: now.Add(EnrolmentLife),
		}); err != nil {
			return err
		}
		return tx.Audit(ctx, audit.NewEvent(ActionEnrolment, audit.System, found.ID, "", now))
	})
	if err != nil {
		return "", fmt.Errorf("making an enrolment code for %s: %w", username, err)
	}
	return plain, nil
}

// useEnrolment uses the code up. Code: EnrolmentNeeded.
func useEnrolment(ctx context.Context, tx Tx, user *User, code string, now time.Time) error {
	if !user.InHouse {
		return nil
	}
	code = strings.ToLower(strings.TrimSpace(code))
	used, err := tx.UseEnrolment(ctx, Enrolment{UserID: user.ID, Hash: hashToken(code), ExpiresAt: now})
	if err == nil && !used {
		err = enrolmentNeeded(code)
	}
	return err
}

func enrolmentNeeded(code string) error {
	e := apperr.New(apperr.EnrolmentNeeded)
	if code == "" {
		return e
	}
	return e.WithFields(map[string]string{"enrolment": "enrolment_wrong"})
}
