package storetest

import (
	"slices"
	"sync"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/roles"
)

// crew is a store of karim's with the service of its people; boss is the admin.
type crew struct {
	*roles.Service
	m     *storesFixture
	db    *sqlstore.DB
	store string
	now   time.Time
}

func eachCrew(t *testing.T, test func(t *testing.T, c *crew)) {
	t.Helper()
	eachStoresFixture(t, func(t *testing.T, m *storesFixture) {
		c := &crew{m: m, db: m.db, now: time.Now().UTC().Truncate(time.Millisecond)}
		token := func(jobID string) string { return "token-" + jobID }
		c.Service = roles.New(sqlstore.NewMemberships(m.db), token, "https://shop.example", nil,
			func() time.Time { return c.now })
		c.store = m.open(t, "karim", "Cedar").ID
		test(t, c)
	})
}

func (c *crew) actor(t *testing.T, userID string) roles.Actor {
	t.Helper()
	return roles.Actor{UserID: userID, Roles: c.m.as(t, userID).Roles}
}

// mailed is the link's token of the newest invitation.
func (c *crew) mailed(t *testing.T) (token string, email roles.Email) {
	t.Helper()
	jobs, err := sqlstore.NewOutbox(c.db).Take(t.Context(), []string{roles.EmailJob}, 10, time.Minute)
	must(t, err)
	if len(jobs) == 0 {
		t.Fatal("no invitation was mailed")
	}
	newest := jobs[len(jobs)-1]
	email, ok, err := c.Email(t.Context(), newest.Job)
	must(t, err)
	if !ok {
		t.Fatal("the invitation is closed")
	}
	return "token-" + newest.ID, email
}

func TestMemberships_InvitedByMailOnceWithinAWeek(t *testing.T) {
	t.Parallel()
	eachCrew(t, func(t *testing.T, c *crew) {
		ctx := t.Context()
		karim := c.actor(t, "karim")
		_, err := c.Invite(ctx, karim, c.store, "nonsense", roles.Staff)
		wantCode(t, err, apperr.InvalidFields)
		_, err = c.Invite(ctx, karim, c.store, "layla@example.com", roles.Admin)
		wantCode(t, err, apperr.InvalidFields)
		_, err = c.Invite(ctx, karim, c.store, "Karim@example.com", roles.Staff)
		wantCode(t, err, apperr.AlreadyMember)
		_, err = c.Invite(ctx, c.actor(t, "layla"), c.store, "x@example.com", roles.Staff)
		wantCode(t, err, apperr.StoreNotFound)
		_, err = c.Invite(ctx, c.actor(t, "boss"), "none", "x@example.com", roles.Staff)
		wantCode(t, err, apperr.StoreNotFound)
		must2i(t)(c.Invite(ctx, karim, c.store, "layla@example.com", roles.Staff))
		token, email := c.mailed(t)
		if email.To != "layla@example.com" || email.Place != "Cedar" ||
			email.Link != "https://shop.example/join/"+token || email.Role != roles.Staff || email.Days != 7 {
			t.Errorf("the mail is %+v", email)
		}
		_, err = c.Read(ctx, "token-other")
		wantCode(t, err, apperr.LinkInvalid)
		// A second invitation to the same address replaces the first.
		must2i(t)(c.Invite(ctx, karim, c.store, "layla@example.com", roles.Pharmacist))
		_, err = c.Accept(ctx, "layla", token)
		wantCode(t, err, apperr.LinkInvalid)
		token, _ = c.mailed(t)
		c.now = c.now.Add(roles.InvitationLife)
		_, err = c.Accept(ctx, "layla", token)
		wantCode(t, err, apperr.LinkInvalid)
		c.now = c.now.Add(-time.Second)
		must2i(t)(c.Accept(ctx, "layla", token))
		_, err = c.Accept(ctx, "layla", token)
		wantCode(t, err, apperr.LinkInvalid)
		if role := c.m.as(t, "layla").Roles.In(c.store); role != roles.Pharmacist {
			t.Errorf("layla is %q", role)
		}
		members, open, err := c.List(ctx, c.store)
		must(t, err)
		if len(open) != 0 || len(members) != 2 || members[0].Username != "karim" || members[1].Username != "layla" {
			t.Errorf("the people are %+v, invited %+v", members, open)
		}
		events, _, err := sqlstore.NewAuditLog(c.db).
			Events(ctx, audit.Filter{Action: string(roles.ActionJoined), Limit: 5})
		must(t, err)
		if len(events) != 1 || !slices.Equal(events[0].Changes, []audit.Change{{Field: "role", New: "pharmacist"}}) {
			t.Errorf("the audit log has %+v", events)
		}
	})
}

func must2i(t *testing.T) func(*roles.Invitation, error) {
	return func(_ *roles.Invitation, err error) {
		t.Helper()
		must(t, err)
	}
}

func TestMemberships_WithdrawnInvitationOpensNothing(t *testing.T) {
	t.Parallel()
	eachCrew(t, func(t *testing.T, c *crew) {
		ctx := t.Context()
		invitation, err := c.Invite(ctx, c.actor(t, "karim"), c.store, "layla@example.com", roles.Staff)
		must(t, err)
		token, _ := c.mailed(t)
		wantCode(t, c.Withdraw(ctx, c.actor(t, "boss"), roles.House, invitation.ID), apperr.NotFound)
		must(t, c.Withdraw(ctx, c.actor(t, "karim"), c.store, invitation.ID))
		wantCode(t, c.Withdraw(ctx, c.actor(t, "karim"), c.store, invitation.ID), apperr.NotFound)
		_, err = c.Accept(ctx, "layla", token)
		wantCode(t, err, apperr.LinkInvalid)
	})
}

func TestMemberships_OwnershipMovesAndTheLastOwnerStays(t *testing.T) {
	t.Parallel()
	eachCrew(t, func(t *testing.T, c *crew) {
		ctx := t.Context()
		karim := c.actor(t, "karim")
		wantCode(t, c.Remove(ctx, karim, c.store, "karim"), apperr.LastOwner)
		wantCode(t, c.SetRole(ctx, karim, c.store, "karim", roles.Staff), apperr.LastOwner)
		wantCode(t, c.Remove(ctx, c.actor(t, "boss"), c.store, "karim"), apperr.LastOwner)
		wantCode(t, c.Transfer(ctx, karim, c.store, "layla"), apperr.NotFound)
		must(t, c.AddSeed(ctx, c.store, "layla", roles.Staff))
		wantCode(t, c.Remove(ctx, c.actor(t, "layla"), c.store, "karim"), apperr.Forbidden)
		must(t, c.Transfer(ctx, karim, c.store, "layla"))
		if a, b := c.m.as(t, "karim").Roles.In(c.store), c.m.as(t, "layla").Roles.In(c.store); a != roles.Pharmacist ||
			b != roles.Owner {
			t.Errorf("after the transfer karim is %s, layla %s", a, b)
		}
		store, err := c.m.records.Store(ctx, c.store)
		must(t, err)
		if store.OwnerID != "layla" {
			t.Errorf("mail about the store goes to %s", store.OwnerID)
		}
		// karim's rights of a moment ago are worth nothing any more.
		wantCode(t, c.Remove(ctx, karim, c.store, "layla"), apperr.Forbidden)
		must(t, c.Remove(ctx, c.actor(t, "karim"), c.store, "karim"))
		if c.m.as(t, "karim").Roles.Knows(c.store) {
			t.Error("who left is still known")
		}
	})
}

// Two owners, and two admins, who leave at the same moment: one stays.
func TestMemberships_OfTwoWhoLeaveAtOnceOneStays(t *testing.T) {
	t.Parallel()
	eachCrew(t, func(t *testing.T, c *crew) {
		ctx := t.Context()
		people := accounts.New(accounts.Options{Store: sqlstore.NewAccounts(c.db, sqlstore.AccountHooks{})})
		for round := range 8 {
			must(t, c.AddSeed(ctx, c.store, "karim", roles.Owner))
			must(t, c.AddSeed(ctx, c.store, "layla", roles.Owner))
			must(t, c.AddSeed(ctx, roles.House, "layla", roles.Admin))
			must(t, c.AddSeed(ctx, roles.House, "boss", roles.Admin))
			leave := []func() error{
				func() error { return c.Remove(ctx, c.actor(t, "karim"), c.store, "karim") },
				func() error { return c.Remove(ctx, c.actor(t, "layla"), c.store, "layla") },
				func() error { _, err := people.SetAdmin(ctx, "layla", false); return err },
				func() error { return c.Remove(ctx, c.actor(t, "boss"), roles.House, "boss") },
			}
			errs := make([]error, len(leave))
			var all sync.WaitGroup
			for i, f := range leave {
				all.Go(func() { errs[i] = f() })
			}
			all.Wait()
			for pair, code := range map[int]apperr.Code{0: apperr.LastOwner, 2: apperr.LastAdmin} {
				a, b := apperr.CodeOf(errs[pair]), apperr.CodeOf(errs[pair+1])
				if oneRefused := a == "" && b == code || a == code && b == ""; !oneRefused {
					t.Fatalf("round %d: %v and %v, want one of them to be refused with %s", round, errs[pair],
						errs[pair+1], code)
				}
			}
		}
	})
}

func TestMemberships_OneInvitationMakesOneMember(t *testing.T) {
	t.Parallel()
	eachCrew(t, func(t *testing.T, c *crew) {
		ctx := t.Context()
		must2i(t)(c.Invite(ctx, c.actor(t, "karim"), c.store, "layla@example.com", roles.Staff))
		token, _ := c.mailed(t)
		people := []string{"layla", "boss"}
		errs := make([]error, len(people))
		var all sync.WaitGroup
		for i, name := range people {
			all.Go(func() { _, errs[i] = c.Accept(ctx, name, token) })
		}
		all.Wait()
		if (errs[0] == nil) == (errs[1] == nil) {
			t.Errorf("both or neither joined: %v, %v", errs[0], errs[1])
		}
	})
}

// Every way in which somebody loses a role, or the right to invite, ends what was sent to them and what they sent.
func TestMemberships_NobodyComesBackByAnInvitationFromBefore(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(t *testing.T, c *crew) error{
		"removed": func(t *testing.T, c *crew) error {
			return c.Remove(t.Context(), c.actor(t, "layla"), c.store, "karim")
		},
		"leaves": func(t *testing.T, c *crew) error {
			return c.Remove(t.Context(), c.actor(t, "karim"), c.store, "karim")
		},
		"lowered": func(t *testing.T, c *crew) error {
			return c.SetRole(t.Context(), c.actor(t, "layla"), c.store, "karim", roles.Courier)
		},
		"transfers": func(t *testing.T, c *crew) error {
			return c.Transfer(t.Context(), c.actor(t, "karim"), c.store, "layla")
		},
		"deletes the account": func(t *testing.T, c *crew) error {
			return c.db.Write(t.Context(), func(tx *sqlstore.Tx) error {
				return c.m.records.RemoveUser(t.Context(), tx, "karim")
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachCrew(t, func(t *testing.T, c *crew) {
				ctx := t.Context()
				sent := c.invite(t, "karim", c.store, "karim-again@example.com", roles.Owner)
				must(t, c.AddSeed(ctx, c.store, "layla", roles.Owner))
				others := c.invite(t, "layla", c.store, "new@example.com", roles.Staff)
				// One that was sent to the address before it became karim's.
				received := c.invite(t, "layla", c.store, "karim-new@example.com", roles.Owner)
				change(t, c.db, "UPDATE users SET email = 'Karim-new@example.com', "+
					"email_fold = 'karim-new@example.com' WHERE id = 'karim'")
				must(t, lose(t, c))
				for from, token := range map[string]string{"sent": sent, "received": received} {
					_, err := c.Read(ctx, token)
					wantCode(t, err, apperr.LinkInvalid)
					if _, err = c.Accept(ctx, "karim", token); apperr.CodeOf(err) != apperr.LinkInvalid {
						t.Errorf("what karim %s: %v", from, err)
					}
				}
				if role := c.m.as(t, "karim").Roles.In(c.store); role == roles.Owner {
					t.Errorf("karim is %q again", role)
				}
				must2i(t)(c.Accept(ctx, "boss", others))
			})
		})
	}
}

// An admin of the house invites to every store, and loses that in all of them.
func TestMemberships_AFormerAdminComesBackNowhere(t *testing.T) {
	t.Parallel()
	eachCrew(t, func(t *testing.T, c *crew) {
		ctx := t.Context()
		must(t, c.AddSeed(ctx, roles.House, "layla", roles.Admin))
		own := c.m.open(t, "layla", "Pine").ID
		toStore := c.invite(t, "layla", c.store, "other@example.com", roles.Owner)
		toHouse := c.invite(t, "layla", roles.House, "other@example.com", roles.Support)
		toOwn := c.invite(t, "layla", own, "staff@example.com", roles.Staff)
		people := accounts.New(accounts.Options{Store: sqlstore.NewAccounts(c.db, sqlstore.AccountHooks{})})
		_, err := people.SetAdmin(ctx, "layla", false)
		must(t, err)
		for place, token := range map[string]string{"store": toStore, "house": toHouse} {
			if _, err := c.Accept(ctx, "layla", token); apperr.CodeOf(err) != apperr.LinkInvalid {
				t.Errorf("the invitation to the %s: %v", place, err)
			}
		}
		must2i(t)(c.Accept(ctx, "karim", toOwn)) // its owner may still invite
	})
}

// Who takes a weaker role by an invitation loses what comes with the stronger one.
func TestMemberships_AcceptingAWeakerRoleEndsWhatTheOwnerSent(t *testing.T) {
	t.Parallel()
	eachCrew(t, func(t *testing.T, c *crew) {
		ctx := t.Context()
		must(t, c.AddSeed(ctx, c.store, "layla", roles.Owner))
		sent := c.invite(t, "karim", c.store, "karim-again@example.com", roles.Owner)
		weaker := c.invite(t, "layla", c.store, "shared@example.com", roles.Staff)
		must2i(t)(c.Accept(ctx, "karim", weaker))
		_, err := c.Accept(ctx, "karim", sent)
		wantCode(t, err, apperr.LinkInvalid)
		if role := c.m.as(t, "karim").Roles.In(c.store); role != roles.Staff {
			t.Errorf("karim is %q", role)
		}
	})
}

// invite gives the link's token of an invitation.
func (c *crew) invite(t *testing.T, by, place, email string, role roles.Role) (token string) {
	t.Helper()
	must2i(t)(c.Invite(t.Context(), c.actor(t, by), place, email, role))
	token, _ = c.mailed(t)
	return token
}
