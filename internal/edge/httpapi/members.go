package httpapi

import (
	"net/http"

	"dawa/internal/domain/roles"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// listMembers answers the people of a store, or of the house, and who was invited.
func (a *API) listMembers(r *http.Request) (serve.Reply, error) {
	place := r.PathValue("id")
	if place != roles.House {
		if _, _, err := a.namedStore(r); err != nil {
			return serve.Reply{}, err
		}
	}
	members, open, err := a.roles.List(r.Context(), place)
	if err != nil {
		return serve.Reply{}, err
	}
	answer := wire.MemberList{
		Success: true, Members: make([]wire.Member, len(members)), Invitations: make([]wire.Invitation, len(open)),
		Roles: []wire.Role{},
	}
	for i, m := range members {
		answer.Members[i] = wire.Member{
			UnderscoreID: m.UserID, Username: m.Username, FullName: m.FullName, Email: m.Email, PhoneNb: m.Phone,
			Role: wire.Role(m.Role), Since: m.Since,
		}
	}
	for i, x := range open {
		answer.Invitations[i] = toInvitation(x)
	}
	for _, role := range roles.In(place) {
		if role != roles.Admin { // admins are made on the host
			answer.Roles = append(answer.Roles, wire.Role(role))
		}
	}
	return serve.NoStoreJSON(answer)
}

func toInvitation(i roles.Invitation) wire.Invitation {
	return wire.Invitation{UnderscoreID: i.ID, Email: i.Email, Role: wire.Role(i.Role), ExpiresAt: i.ExpiresAt}
}

// inviteMember mails somebody an invitation.
func (a *API) inviteMember(r *http.Request) (serve.Reply, error) {
	var in wire.InviteRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	if a.limiter != nil {
		if err := a.limiter.AllowInvitation(r.Context(), who.UserID); err != nil {
			return serve.Reply{}, err
		}
	}
	invitation, err := a.roles.Invite(r.Context(), roleActor(who), r.PathValue("id"), in.Email, roles.Role(in.Role))
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(wire.MemberInvited{
		Success: true, Code: "member_invited", Message: a.doneText("member_invited"),
		Invitation: toInvitation(*invitation),
	})
}

func (a *API) withdrawInvitation(r *http.Request) (serve.Reply, error) {
	return a.changeMembers(r, "invitation_withdrawn", func(who roles.Actor, place string) error {
		return a.roles.Withdraw(r.Context(), who, place, r.PathValue("invitation"))
	})
}

func (a *API) setMemberRole(r *http.Request) (serve.Reply, error) {
	var in wire.MemberRoleRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	return a.changeMembers(r, "member_updated", func(who roles.Actor, place string) error {
		return a.roles.SetRole(r.Context(), who, place, r.PathValue("user"), roles.Role(in.Role))
	})
}

// removeMember ends what somebody may do, on every server within a second.
func (a *API) removeMember(r *http.Request) (serve.Reply, error) {
	return a.changeMembers(r, "member_removed", func(who roles.Actor, place string) error {
		return a.roles.Remove(r.Context(), who, place, r.PathValue("user"))
	})
}

func (a *API) leaveStore(r *http.Request) (serve.Reply, error) {
	return a.changeMembers(r, "member_left", func(who roles.Actor, place string) error {
		return a.roles.Remove(r.Context(), who, place, who.UserID)
	})
}

// transferStore makes another member the owner.
func (a *API) transferStore(r *http.Request) (serve.Reply, error) {
	var in wire.TransferRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	return a.changeMembers(r, "member_updated", func(who roles.Actor, place string) error {
		return a.roles.Transfer(r.Context(), who, place, in.User)
	})
}

func (a *API) changeMembers(r *http.Request, code string,
	change func(who roles.Actor, place string) error) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	if err := change(roleActor(who), r.PathValue("id")); err != nil {
		return serve.Reply{}, err
	}
	return a.done(code), nil
}

// getInvitation says what a link invites to, to whoever holds it.
func (a *API) getInvitation(r *http.Request) (serve.Reply, error) {
	invitation, err := a.roles.Read(r.Context(), r.PathValue("token"))
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(toInvitationAnswer(invitation))
}

func (a *API) acceptInvitation(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	invitation, err := a.roles.Accept(r.Context(), who.UserID, r.PathValue("token"))
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(toInvitationAnswer(invitation))
}

func toInvitationAnswer(i *roles.Invitation) wire.InvitationAnswer {
	return wire.InvitationAnswer{
		Success: true, Store: i.Store, Name: i.PlaceName.English, ArabicName: optional(i.PlaceName.Arabic),
		Role: wire.Role(i.Role), Email: i.Email, ExpiresAt: i.ExpiresAt,
	}
}

func roleActor(who Actor) roles.Actor { return roles.Actor{UserID: who.UserID, Roles: who.Roles} }

// toRole is a role as the wire knows it; none is absent.
func toRole(role roles.Role) *wire.Role {
	if role == "" {
		return nil
	}
	out := wire.Role(role)
	return &out
}

// toActions are actions as the wire knows them.
func toActions(actions []roles.Action) []string {
	out := make([]string, len(actions))
	for i, action := range actions {
		out[i] = string(action)
	}
	return out
}
