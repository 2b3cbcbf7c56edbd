package roles

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/validate"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/outbox"
)

// The actions of this package in the audit log.
const (
	ActionInvited         audit.Action = "member_invited"
	ActionInvitationEnded audit.Action = "invitation_withdrawn"
	ActionJoined          audit.Action = "member_joined"
	ActionRoleChanged     audit.Action = "member_role_changed"
	ActionRemoved         audit.Action = "member_removed"
	ActionLeft            audit.Action = "member_left"
	ActionOwnershipMoved  audit.Action = "ownership_transferred"
)

// Actor is who changes the people of a place.
type Actor struct {
	UserID string
	Roles  Set
}

// Service changes who may do what.
type Service struct {
	repository Repository
	token      func(jobID string) string
	baseURL    string
	forget     func(userID string)
	now        func() time.Time
}

// New makes a Service. token makes the secret of an invitation's link from the id of the job that mails it, with
// a key that the database does not hold; baseURL is scheme and host of the links. forget, when given, is called with
// the id of a user whose roles changed, so that their next request reads them anew. A nil now is time.Now.
func New(repository Repository, token func(jobID string) string, baseURL string, forget func(userID string),
	now func() time.Time) *Service {
	if forget == nil {
		forget = func(string) {}
	}
	if now == nil {
		now = time.Now
	}
	return &Service{
		repository: repository, token: token, baseURL: baseURL, forget: forget,
		now: func() time.Time { return now().UTC().Truncate(time.Millisecond) },
	}
}

// Of reads what a user is everywhere.
func (s *Service) Of(ctx context.Context, userID string) (Set, error) {
	return s.repository.RolesOf(ctx, userID)
}

// List reads the people of a place and the invitations that wait for an answer. Who may see them is decided by
// the caller.
func (s *Service) List(ctx context.Context, place string) ([]Member, []Invitation, error) {
	members, err := s.repository.Members(ctx, place)
	if err != nil {
		return nil, nil, err
	}
	open, err := s.repository.Open(ctx, place, s.now())
	return members, open, err
}

// check reads the people of a place under a lock and refuses an actor who may not manage them any more. Codes:
// StoreNotFound, Forbidden.
func check(ctx context.Context, tx Tx, who Actor, place string) ([]Membership, error) {
	if place != House {
		if err := tx.StoreExists(ctx, place); err != nil {
			return nil, err
		}
	}
	members, err := tx.Members(ctx, place)
	if err != nil {
		return nil, err
	}
	// What the actor is in this place counts as it is now: somebody may just have been removed.
	roles := who.Roles.Without(place)
	if m, found := find(members, who.UserID); found {
		roles = NewSet(append(roles.All(), m.Place)...)
	}
	if !roles.MayManagePeople(place) {
		if roles.Knows(place) {
			return nil, apperr.New(apperr.Forbidden)
		}
		return nil, apperr.New(apperr.StoreNotFound)
	}
	return members, nil
}

func find(members []Membership, userID string) (Membership, bool) {
	i := slices.IndexFunc(members, func(m Membership) bool { return m.UserID == userID })
	if i < 0 {
		return Membership{}, false
	}
	return members[i], true
}

// roleFor checks that a role can be given in a place by a call. Admins are made on the host alone.
func roleFor(place string, role Role) error {
	if !slices.Contains(In(place), role) || role == Admin {
		return apperr.Invalid(map[string]string{"role": "role_unknown"})
	}
	return nil
}

// Invite mails an invitation to an address. An open one to the same address is replaced. Codes: InvalidFields,
// StoreNotFound, Forbidden, InvitationLimit, AlreadyMember.
func (s *Service) Invite(ctx context.Context, who Actor, place, email string, role Role) (*Invitation, error) {
	clean, errs := validate.Form("reset_request", map[string]string{"email": email})
	if len(errs) > 0 {
		return nil, apperr.Invalid(errs)
	}
	if err := roleFor(place, role); err != nil {
		return nil, err
	}
	lang, err := s.repository.Language(ctx, clean["email"])
	if err != nil {
		return nil, err
	}
	now := s.now()
	invitation := Invitation{
		ID: strings.ToLower(rand.Text()), Place: Place{Store: place, Role: role}, Email: clean["email"], Language: lang,
		InvitedBy: who.UserID, CreatedAt: now, ExpiresAt: now.Add(InvitationLife),
	}
	job, err := outbox.New(EmailJob, emailPayload{Invitation: invitation.ID})
	if err != nil {
		return nil, err
	}
	invitation.Hash = hashToken(s.token(job.ID))
	people, err := s.repository.Members(ctx, place)
	if err != nil {
		return nil, err
	}
	for _, m := range people {
		if strings.EqualFold(m.Email, invitation.Email) {
			return nil, apperr.New(apperr.AlreadyMember).WithFields(map[string]string{"email": "already_member"})
		}
	}
	err = s.repository.Write(ctx, func(tx Tx) error {
		if _, err := check(ctx, tx, who, place); err != nil {
			return err
		}
		open, err := tx.CountOpen(ctx, place, now)
		if err != nil {
			return err
		}
		if open >= MaxInvitations {
			return apperr.New(apperr.InvitationLimit)
		}
		if err := tx.AddInvitation(ctx, invitation); err != nil {
			return err
		}
		if err := tx.Enqueue(ctx, job); err != nil {
			return err
		}
		return tx.Audit(ctx, event(ActionInvited, who.UserID, place, string(role), now))
	})
	if err != nil {
		return nil, fmt.Errorf("inviting somebody: %w", err)
	}
	return &invitation, nil
}

// AddSeed gives a user a role on the host's behalf, for the demo. Code: SessionEnded for a user who is gone.
func (s *Service) AddSeed(ctx context.Context, place, userID string, role Role) error {
	now := s.now()
	err := s.repository.Write(ctx, func(tx Tx) error {
		member := Membership{Place: Place{Store: place, Role: role}, UserID: userID, Since: now}
		if err := tx.Set(ctx, member); err != nil {
			return err
		}
		e := memberEvent(ActionJoined, audit.System, userID, place, now)
		e.Changes = []audit.Change{{Field: "role", New: string(role)}}
		return tx.Audit(ctx, e)
	})
	s.forget(userID)
	if err != nil {
		return fmt.Errorf("adding a member: %w", err)
	}
	return nil
}

// Withdraw makes an open invitation worthless. Codes: NotFound, StoreNotFound, Forbidden.
func (s *Service) Withdraw(ctx context.Context, who Actor, place, id string) error {
	now := s.now()
	err := s.repository.Write(ctx, func(tx Tx) error {
		if _, err := check(ctx, tx, who, place); err != nil {
			return err
		}
		invitation, err := s.repository.InvitationByID(ctx, id)
		if err != nil {
			return err
		}
		if invitation.Store != place {
			return apperr.New(apperr.NotFound)
		}
		used, err := tx.UseInvitation(ctx, id, now)
		if err != nil {
			return err
		}
		if !used {
			return apperr.New(apperr.NotFound)
		}
		return tx.Audit(ctx, event(ActionInvitationEnded, who.UserID, place, string(invitation.Role), now))
	})
	if err != nil {
		return fmt.Errorf("withdrawing an invitation: %w", err)
	}
	return nil
}

// Read finds the invitation that a link's token opens. Code: LinkInvalid.
func (s *Service) Read(ctx context.Context, token string) (*Invitation, error) {
	invitation, err := s.repository.Invitation(ctx, hashToken(token))
	if apperr.CodeOf(err) == apperr.NotFound {
		return nil, apperr.Wrap(apperr.LinkInvalid, err)
	}
	if err != nil {
		return nil, err
	}
	if !invitation.Open(s.now()) {
		return nil, apperr.New(apperr.LinkInvalid)
	}
	return invitation, nil
}

// Accept gives the user the role of an invitation, once. Whoever is a member already gets the role of the
// invitation instead of the old one, but nobody loses the last owner's role by it. Codes: LinkInvalid,
// SessionEnded, LastOwner, LastAdmin.
func (s *Service) Accept(ctx context.Context, userID, token string) (*Invitation, error) {
	invitation, err := s.Read(ctx, token)
	if err != nil {
		return nil, err
	}
	now := s.now()
	place := invitation.Store
	err = s.repository.Write(ctx, func(tx Tx) error {
		if place != House {
			if err := tx.StoreExists(ctx, place); err != nil {
				return apperr.Wrap(apperr.LinkInvalid, err)
			}
		}
		members, err := tx.Members(ctx, place)
		if err != nil {
			return err
		}
		// After the members are locked: whoever removes one of them closes invitations and must not wait for this.
		used, err := tx.UseInvitation(ctx, invitation.ID, now)
		if err != nil {
			return err
		}
		if !used {
			return apperr.New(apperr.LinkInvalid)
		}
		before, _ := find(members, userID)
		if invitation.Role != Strongest(place) {
			if err := mayLeave(place, members, userID); err != nil {
				return err
			}
		}
		if err := tx.Set(ctx, Membership{
			Place: invitation.Place, UserID: userID, AddedBy: invitation.InvitedBy, Since: now,
		}); err != nil {
			return err
		}
		e := memberEvent(ActionJoined, userID, userID, place, now)
		e.Changes = []audit.Change{{Field: "role", Old: string(before.Role), New: string(invitation.Role)}}
		return tx.Audit(ctx, e)
	})
	s.forget(userID)
	if err != nil {
		return nil, fmt.Errorf("accepting an invitation: %w", err)
	}
	return invitation, nil
}

// SetRole gives a member another role. Codes: InvalidFields, NotFound, StoreNotFound, Forbidden, LastOwner,
// LastAdmin.
func (s *Service) SetRole(ctx context.Context, who Actor, place, userID string, role Role) error {
	if err := roleFor(place, role); err != nil {
		return err
	}
	return s.change(ctx, who, place, userID, func(tx Tx, members []Membership, member Membership) error {
		if member.Role == role {
			return nil
		}
		if role != Strongest(place) {
			if err := mayLeave(place, members, userID); err != nil {
				return err
			}
		}
		return s.move(ctx, tx, ActionRoleChanged, who.UserID, member, role)
	})
}

// Transfer makes another member the owner of a store and the present owner a pharmacist, both or neither. Codes:
// NotFound, StoreNotFound, Forbidden.
func (s *Service) Transfer(ctx context.Context, who Actor, store, userID string) error {
	if store == House {
		return apperr.New(apperr.StoreNotFound)
	}
	return s.change(ctx, who, store, userID, func(tx Tx, members []Membership, member Membership) error {
		if userID == who.UserID {
			return nil
		}
		if member.Role != Owner {
			if err := s.move(ctx, tx, ActionOwnershipMoved, who.UserID, member, Owner); err != nil {
				return err
			}
		}
		if mine, found := find(members, who.UserID); found && mine.Role == Owner {
			return s.move(ctx, tx, ActionRoleChanged, who.UserID, mine, Pharmacist)
		}
		return nil
	})
}

// Remove ends a membership: somebody is removed, or leaves. Codes: NotFound, StoreNotFound, Forbidden, LastOwner,
// LastAdmin.
func (s *Service) Remove(ctx context.Context, who Actor, place, userID string) error {
	if userID == who.UserID {
		return s.leave(ctx, place, userID)
	}
	return s.change(ctx, who, place, userID, func(tx Tx, members []Membership, member Membership) error {
		return s.remove(ctx, tx, ActionRemoved, who.UserID, members, member)
	})
}

func (s *Service) leave(ctx context.Context, place, userID string) error {
	err := s.repository.Write(ctx, func(tx Tx) error {
		members, err := tx.Members(ctx, place)
		if err != nil {
			return err
		}
		member, found := find(members, userID)
		if !found {
			return apperr.New(apperr.StoreNotFound)
		}
		return s.remove(ctx, tx, ActionLeft, userID, members, member)
	})
	s.forget(userID)
	if err != nil {
		return fmt.Errorf("leaving: %w", err)
	}
	return nil
}

func (s *Service) remove(ctx context.Context, tx Tx, action audit.Action, by string, members []Membership,
	member Membership) error {
	if err := mayLeave(member.Store, members, member.UserID); err != nil {
		return err
	}
	if err := tx.Remove(ctx, member.Store, member.UserID); err != nil {
		return err
	}
	e := memberEvent(action, by, member.UserID, member.Store, s.now())
	e.Changes = []audit.Change{{Field: "role", Old: string(member.Role)}}
	return tx.Audit(ctx, e)
}

// change runs work on a member of a place for an actor who may manage its people.
func (s *Service) change(ctx context.Context, who Actor, place, userID string,
	work func(tx Tx, members []Membership, member Membership) error) error {
	err := s.repository.Write(ctx, func(tx Tx) error {
		members, err := check(ctx, tx, who, place)
		if err != nil {
			return err
		}
		member, found := find(members, userID)
		if !found {
			return apperr.New(apperr.NotFound)
		}
		return work(tx, members, member)
	})
	// Also after an error: a commit whose answer was lost may have happened. A transfer changes the actor, too.
	s.forget(userID)
	s.forget(who.UserID)
	if err != nil {
		return fmt.Errorf("changing a member: %w", err)
	}
	return nil
}

func (s *Service) move(ctx context.Context, tx Tx, action audit.Action, by string, member Membership,
	role Role) error {
	now := s.now()
	e := memberEvent(action, by, member.UserID, member.Store, now)
	e.Changes = []audit.Change{{Field: "role", Old: string(member.Role), New: string(role)}}
	member.Role = role
	if err := tx.Set(ctx, member); err != nil {
		return err
	}
	return tx.Audit(ctx, e)
}

// event is an entry about a place.
func event(action audit.Action, by, place, detail string, now time.Time) audit.Event {
	e := audit.NewEvent(action, by, place, detail, now)
	e.SubjectKind = "store"
	return e
}

// memberEvent is an entry about a person in a place.
func memberEvent(action audit.Action, by, userID, place string, now time.Time) audit.Event {
	return audit.NewEvent(action, by, userID, place, now)
}

// hashToken is how a token is stored.
func hashToken(token string) string {
	h := sha256.Sum256([]byte(token))
	return hex.EncodeToString(h[:])
}
