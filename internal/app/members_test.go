package app

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/roles"
	"dawa/internal/edge/httpapi/wire"
)

// approvedStore is a store of the owner's that an admin let in.
func (s *stock) approvedStore(owner, admin *shopper, name string) string {
	s.t.Helper()
	var saved wire.StoreSaved
	owner.into(&saved, "POST", "/api/store/add", storeBody(name))
	admin.must("PUT", "/api/admin/store/"+saved.Store.ID+"/status", `{"status":"approved"}`)
	return saved.Store.ID
}

// invitation is the token of the newest invitation's link.
func (s *stock) invitation() string {
	s.t.Helper()
	jobs, err := sqlstore.NewOutbox(s.storage.DB).Take(s.t.Context(), []string{roles.EmailJob}, 10, time.Minute)
	must(s.t, err)
	if len(jobs) == 0 {
		s.t.Fatal("no invitation was mailed")
	}
	email, ok, err := s.roles.Email(s.t.Context(), jobs[len(jobs)-1].Job)
	if err != nil || !ok {
		s.t.Fatalf("the invitation: %v %v", ok, err)
	}
	return email.Link[strings.LastIndex(email.Link, "/")+1:]
}

func TestMembers_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		owner, maya, other, admin := s.customer("karim"), s.customer("maya"), s.customer("layla"), s.admin("boss")
		store := s.approvedStore(owner, admin, "Cedar")
		path := "/api/store/" + store
		other.refused(404, apperr.StoreNotFound, "GET", path+"/members", "")
		owner.wrong("POST", path+"/members", `{"email":"x","role":"staff"}`, map[string]string{"email": "email_format"})
		owner.wrong("POST", path+"/members", `{"email":"maya@example.com","role":"king"}`,
			map[string]string{"role": "role_unknown"})
		owner.must("POST", path+"/members", `{"email":"maya@example.com","role":"staff"}`)
		token := s.invitation()
		var invited wire.InvitationAnswer
		s.visitor().into(&invited, "GET", "/api/invitation/"+token, "")
		if invited.Name != "Cedar" || invited.Role != "staff" || invited.Store != store {
			t.Errorf("invited to %+v", invited)
		}
		s.visitor().refused(401, apperr.NotSignedIn, "POST", "/api/invitation/"+token+"/accept", "")
		maya.must("POST", "/api/invitation/"+token+"/accept", "")
		other.refused(400, apperr.LinkInvalid, "POST", "/api/invitation/"+token+"/accept", "")
		if got := maya.status().User.Roles; len(got) != 1 || got[0].Store != store || got[0].Role != "staff" {
			t.Errorf("maya is %+v", got)
		}
		var mine wire.StoreList
		maya.into(&mine, "GET", "/api/user/stores", "")
		if len(mine.Stores) != 1 || mine.Stores[0].Role == nil || *mine.Stores[0].Role != "staff" {
			t.Errorf("maya's stores are %+v", mine)
		}
		maya.refused(403, apperr.Forbidden, "GET", path+"/members", "")
		maya.refused(403, apperr.Forbidden, "PUT", path, storeBody("Mine"))
		if added := maya.addProduct(productForm("Cedar Balm", store)); added.Status != "pending" {
			t.Errorf("added: %+v", added)
		}
		var people wire.MemberList
		owner.into(&people, "GET", path+"/members", "")
		if len(people.Members) != 2 || people.Members[1].Username != "maya" || len(people.Roles) != 4 {
			t.Errorf("the people are %+v", people)
		}
		id := people.Members[1].UnderscoreID
		owner.must("PUT", path+"/members/"+id, `{"role":"pharmacist"}`)
		maya.must("GET", path+"/members", "")
		owner.refused(409, apperr.LastOwner, "POST", path+"/leave", "")
		owner.must("POST", path+"/transfer", fmt.Sprintf(`{"user":%q}`, id))
		owner.refused(403, apperr.Forbidden, "DELETE", path+"/members/"+id, "")
		maya.must("DELETE", path+"/members/"+people.Members[0].UnderscoreID, "")
		owner.refused(404, apperr.StoreNotFound, "GET", path+"/members", "")

		// The house has people of its own; admins are made on the host alone.
		other.refused(404, apperr.StoreNotFound, "GET", "/api/store/house/members", "")
		admin.wrong("POST", "/api/store/house/members", `{"email":"layla@example.com","role":"admin"}`,
			map[string]string{"role": "role_unknown"})
		admin.must("POST", "/api/store/house/members", `{"email":"layla@example.com","role":"support"}`)
		other.must("POST", "/api/invitation/"+s.invitation()+"/accept", "")
		other.must("GET", "/api/admin/orders", "")
		other.refused(403, apperr.Forbidden, "GET", "/api/admin/audit", "")
		admin.refused(409, apperr.LastAdmin, "POST", "/api/store/house/leave", "")
		admin.refused(409, apperr.LastAdmin, "DELETE", "/api/user/account",
			fmt.Sprintf(`{"password":%q}`, testPassword))
		other.must("POST", "/api/store/house/leave", "")
		other.refused(403, apperr.Forbidden, "GET", "/api/admin/orders", "")
		var log wire.AuditList
		admin.into(&log, "GET", "/api/admin/audit?action=member_role_changed", "")
		if len(log) != 2 || len(log[1].Changes) != 1 || log[1].Changes[0].Old != "staff" ||
			log[1].Changes[0].New != "pharmacist" {
			t.Errorf("the audit log has %+v", log)
		}
		if name := log[1].StoreName; name == nil || *name != "Cedar" {
			t.Errorf("the audit log names the store %v", name)
		}
	})
}

// Whoever is removed at one server can do nothing more at another a second later.
func TestCluster_RemovedMemberIsRefusedEverywhereWithinASecond(t *testing.T) {
	t.Parallel()
	servers := clusterOfThree(t)
	first, second := servers[0], servers[1]
	owner, maya, admin := first.customer("karim"), first.customer("maya"), first.admin("boss")
	store := first.approvedStore(owner, admin, "Cedar")
	path := "/api/store/" + store + "/members"
	owner.must("POST", path, `{"email":"maya@example.com","role":"pharmacist"}`)
	maya.must("POST", "/api/invitation/"+first.invitation()+"/accept", "")
	elsewhere := maya.at(second)
	eventually(t, func() bool { status, _ := elsewhere.call("GET", path, ""); return status == 200 })
	var people wire.MemberList
	owner.into(&people, "GET", path, "")
	owner.must("DELETE", path+"/"+people.Members[1].UnderscoreID, "")
	removed := time.Now()
	for {
		began := time.Now()
		status, _ := elsewhere.call("GET", path, "")
		if status == 404 {
			return
		}
		if began.Sub(removed) > time.Second {
			t.Fatalf("%s after the removal the call still answers %d", began.Sub(removed), status)
		}
	}
}
