package roles

import (
	"context"
	"encoding/json"
	"fmt"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/outbox"
)

// EmailJob is the kind of the jobs that mail invitations.
const EmailJob = "invitation_email"

// emailPayload is the payload of a job. It holds no token: rows wait in the database.
type emailPayload struct {
	Invitation string `json:"invitation"`
}

// Email is an invitation ready to be worded.
type Email struct {
	To       string
	Language text.Lang
	// Place is the name of the store in that language, "" for the house.
	Place string
	Role  Role
	Link  string
	// Days is how long the link works.
	Days int
}

// Email makes the mail that a job asks for. ok is false when the invitation is closed.
func (s *Service) Email(ctx context.Context, job outbox.Job) (email Email, ok bool, err error) {
	var asked emailPayload
	if err := json.Unmarshal(job.Payload, &asked); err != nil {
		return Email{}, false, outbox.PermanentError{Reason: fmt.Errorf("reading the job of an invitation: %w", err)}
	}
	invitation, err := s.repository.InvitationByID(ctx, asked.Invitation)
	if apperr.CodeOf(err) == apperr.NotFound {
		return Email{}, false, nil
	}
	if err != nil {
		return Email{}, false, err
	}
	token := s.token(job.ID)
	// A server with another secret would mail a link that opens nothing.
	if !invitation.Open(s.now()) || hashToken(token) != invitation.Hash {
		return Email{}, false, nil
	}
	lang := invitation.Language
	if lang == "" {
		lang = text.English
	}
	return Email{
		To: invitation.Email, Language: lang, Place: invitation.PlaceName.In(lang), Role: invitation.Role,
		Link: s.baseURL + "/join/" + token, Days: int(InvitationLife.Hours() / 24),
	}, true, nil
}
