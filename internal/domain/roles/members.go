package roles

import (
	"strings"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
)

// Membership is somebody's role in a place.
type Membership struct {
	Place
	UserID string
	// AddedBy is the id of who invited them, "" when nobody did: the first owner of a store.
	AddedBy string
	Since   time.Time
}

// Member is a membership with the person's name, for lists.
type Member struct {
	Membership
	Username, FullName, Email, Phone string
}

// Invitation asks somebody, by mail, to take a role. Whoever opens its link and accepts becomes a member.
type Invitation struct {
	ID string
	// Hash is the hash of the link's token. The token itself is stored nowhere.
	Hash string
	Place
	Email     string
	Language  text.Lang
	InvitedBy string
	CreatedAt time.Time
	ExpiresAt time.Time
	// UsedAt is when it was accepted or withdrawn; zero is open.
	UsedAt time.Time
	// PlaceName is the name of the store as people read it, empty for the house. It is read, not written.
	PlaceName text.Pair
}

// InvitationLife is how long an invitation can be accepted.
const InvitationLife = 7 * 24 * time.Hour

// Open tells whether an invitation can still be accepted.
func (i *Invitation) Open(now time.Time) bool { return i.UsedAt.IsZero() && i.ExpiresAt.After(now) }

// EndsWith tells whether the invitation is worthless once a place has changed what a member is: after is what they are
// everywhere then, email their address. Nobody comes back, or gets an old role back, by an invitation from before,
// whether it was sent to them or they sent it, perhaps to another address of their own. What they sent to places whose
// people they may still manage stays.
func (i *Invitation) EndsWith(place, userID, email string, after Set) bool {
	if i.Store == place && strings.EqualFold(i.Email, email) {
		return true
	}
	return i.InvitedBy == userID && !after.MayManagePeople(i.Store)
}

// MaxInvitations is how many open invitations a place may have.
const MaxInvitations = 20

// mayLeave refuses to let the last owner of a store, or the last admin of the house, lose that role. members are
// all people of the place, read under a lock. Codes: LastOwner, LastAdmin.
func mayLeave(place string, members []Membership, userID string) error {
	strongest := Strongest(place)
	others, held := 0, false
	for _, m := range members {
		if m.Role != strongest {
			continue
		}
		if m.UserID == userID {
			held = true
		} else {
			others++
		}
	}
	if !held || others > 0 {
		return nil
	}
	if place == House {
		return apperr.New(apperr.LastAdmin)
	}
	return apperr.New(apperr.LastOwner)
}

// KeepsAnAdmin refuses to let the last admin go. admins are the ids of all admins, read under a lock.
// Code: LastAdmin.
func KeepsAnAdmin(admins []string, userID string) error {
	members := make([]Membership, len(admins))
	for i, id := range admins {
		members[i] = Membership{Place: Place{Store: House, Role: Admin}, UserID: id}
	}
	return mayLeave(House, members, userID)
}
