package storetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/cardvault"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/stores"
)

// storesFixture is a database with two owners, an admin and the services they use.
type storesFixture struct {
	*stores.Service
	records  *sqlstore.Stores
	products *sqlstore.Products
	goods    *catalog.Service
	db       *sqlstore.DB
}

func eachStoresFixture(t *testing.T, test func(t *testing.T, m *storesFixture)) {
	t.Helper()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		m := &storesFixture{records: sqlstore.NewStores(db), products: sqlstore.NewProducts(db), db: db}
		m.goods = catalog.NewService(m.products)
		m.Service = stores.New(m.records, m.goods, testSealer(t), "https://shop.example", nil)
		people := sqlstore.NewAccounts(db, sqlstore.AccountHooks{})
		must(t, people.Write(t.Context(), func(tx accounts.Tx) error {
			for i, name := range []string{"karim", "layla", "boss"} {
				now := time.Now().UTC()
				if err := tx.AddUser(t.Context(), &accounts.User{
					ID: name, Username: name, FullName: name, Phone: "03123456", Email: name + "@example.com",
					PasswordHash: "x", Language: []text.Lang{text.Arabic, text.English, text.English}[i],
					CreatedAt: now, UpdatedAt: now,
				}); err != nil {
					return err
				}
			}
			return tx.SetAdmin(t.Context(), "boss", true, time.Now())
		}))
		test(t, m)
	})
}

func testSealer(t *testing.T) stores.Sealer {
	t.Helper()
	ring, err := cardvault.ParseRing("1:" + strings.Repeat("A", 43) + "=")
	must(t, err)
	return cardvault.NewDocuments(cardvault.Fixed(ring))
}

// decided is a decision of the admin's, who has seen the licence.
func decided(status catalog.Status, reason string) stores.StoreDecision {
	return stores.StoreDecision{Status: status, Reason: reason, AdminID: "boss"}
}

func pharmacy(name string) stores.Input {
	return stores.Input{
		Name: name, Description: "Open day and night", Street: "Hamra 12", City: "Beirut", Building: "Blue",
		State: "Beirut", Phone: "٠١ ٢٣٤ ٥٦٧", LicenceNo: new("L-1"),
	}
}

// as is a person with the roles they have at this moment.
func (m *storesFixture) as(t *testing.T, userID string) stores.Actor {
	t.Helper()
	set, err := sqlstore.NewMemberships(m.db).RolesOf(t.Context(), userID)
	must(t, err)
	return stores.Actor{UserID: userID, Roles: set}
}

func (m *storesFixture) open(t *testing.T, owner, name string) *stores.Store {
	t.Helper()
	s, err := m.Add(t.Context(), owner, pharmacy(name))
	must(t, err)
	s, err = m.SetStatus(t.Context(), s.ID, decided(catalog.Approved, "ignored"))
	must(t, err)
	return s
}

func TestStores_WaitForApproval(t *testing.T) {
	t.Parallel()
	eachStoresFixture(t, func(t *testing.T, m *storesFixture) {
		ctx := t.Context()
		_, err := m.Add(ctx, "karim", stores.Input{Name: " "})
		wantCode(t, err, apperr.InvalidFields)
		s, err := m.Add(ctx, "karim", pharmacy("صيدلية الأرز"))
		must(t, err)
		karim, boss, nobody := m.as(t, "karim"), m.as(t, "boss"), stores.Actor{}
		if s.Status != catalog.Pending || s.Phone != "01234567" {
			t.Errorf("the new store is %+v", s)
		}
		for who, code := range map[stores.Actor]apperr.Code{
			nobody: apperr.StoreNotFound, {UserID: "layla"}: apperr.StoreNotFound, karim: "", boss: "",
		} {
			if _, err := m.Of(ctx, s.ID, who); apperr.CodeOf(err) != code {
				t.Errorf("%+v sees the pending store: %v", who, err)
			}
		}
		must(t, m.MayAddTo(ctx, s.ID, karim))
		s, err = m.SetStatus(ctx, s.ID, decided(catalog.Rejected, " No licence\n"))
		must(t, err)
		wantCode(t, m.MayAddTo(ctx, s.ID, karim), apperr.StoreNotApproved)
		mine, err := m.Mine(ctx, "karim")
		must(t, err)
		if len(mine) != 1 || mine[0].Status != catalog.Rejected || mine[0].Reason != "No licence" {
			t.Errorf("the owner sees %+v", mine[0])
		}
		// Mending a rejected store asks again.
		s, err = m.Update(ctx, s.ID, s.Version, karim, pharmacy("Cedar"))
		must(t, err)
		if s.Status != catalog.Pending || s.Reason != "" {
			t.Errorf("the mended store is %+v", s)
		}
		must2(t)(m.SetStatus(ctx, s.ID, decided(catalog.Approved, "")))
		must2(t)(m.SetStatus(ctx, s.ID, decided(catalog.Approved, ""))) // twice is no event
		must2(t)(m.Of(ctx, s.ID, nobody))
		// Another name must be looked at again, another street need not.
		in := pharmacy("Cedar")
		in.Street = "Bliss 1"
		s, err = m.Update(ctx, s.ID, 0, karim, in)
		must(t, err)
		if s.Status != catalog.Approved || s.Street != "Bliss 1" {
			t.Errorf("after moving: %+v", s)
		}
		s, err = m.Update(ctx, s.ID, s.Version, karim, pharmacy("Not Cedar"))
		must(t, err)
		if s.Status != catalog.Pending {
			t.Errorf("after renaming: %+v", s)
		}
		_, err = m.Update(ctx, s.ID, s.Version-1, karim, pharmacy("Stale"))
		wantCode(t, err, apperr.Conflict)
		_, err = m.Update(ctx, s.ID, 0, m.as(t, "layla"), pharmacy("Mine now"))
		wantCode(t, err, apperr.StoreNotFound)
		_, err = m.SetStatus(ctx, s.ID, decided("sold", ""))
		wantCode(t, err, apperr.StatusInvalid)
		emails, err := sqlstore.NewOutbox(m.db).Take(ctx, []string{stores.EmailJob}, 10, time.Minute)
		must(t, err)
		if len(emails) != 2 {
			t.Fatalf("%d emails, want one for each decision", len(emails))
		}
		// Jobs queued within one tick of the database's clock come in no order: the rejection is picked by its words.
		email, ok, err := m.Email(ctx, emails[0].Job)
		if must(t, err); email.About != catalog.Rejected {
			email, ok, err = m.Email(ctx, emails[1].Job)
			must(t, err)
		}
		if !ok || email.About != catalog.Rejected || email.Reason != "No licence" ||
			email.Owner.Email != "karim@example.com" || email.Owner.Language != "arabic" ||
			email.Link != "https://shop.example/store/"+s.ID+"/edit" {
			t.Errorf("the email is %+v", email)
		}
		events, _, err := sqlstore.NewAuditLog(m.db).Events(ctx, audit.Filter{Limit: 20})
		must(t, err)
		var actions []string
		for _, r := range events {
			actions = append(actions, string(r.Action))
		}
		slices.Reverse(actions)
		if want := []string{"store_added", "store_rejected", "store_updated", "store_approved", "store_updated",
			"store_updated"}; !slices.Equal(actions, want) {
			t.Errorf("the record is %v, want %v", actions, want)
		}
	})
}

func must2(t *testing.T) func(*stores.Store, error) {
	return func(_ *stores.Store, err error) {
		t.Helper()
		must(t, err)
	}
}

func TestStores_LimitPerOwner(t *testing.T) {
	t.Parallel()
	eachStoresFixture(t, func(t *testing.T, m *storesFixture) {
		var group sync.WaitGroup
		outcomes := make(chan error, stores.MaxStores+5)
		for i := range cap(outcomes) {
			group.Go(func() {
				_, err := m.Add(t.Context(), "karim", pharmacy(fmt.Sprint("Store ", i)))
				outcomes <- err
			})
		}
		group.Wait()
		close(outcomes)
		for err := range outcomes {
			if err != nil {
				wantCode(t, err, apperr.StoreLimit)
			}
		}
		mine, err := m.Mine(t.Context(), "karim")
		must(t, err)
		if len(mine) != stores.MaxStores {
			t.Errorf("%d stores, want %d", len(mine), stores.MaxStores)
		}
		_, err = m.Add(t.Context(), "gone", pharmacy("x"))
		wantCode(t, err, apperr.SessionEnded)
	})
}

func bare(id string) *catalog.Product {
	p := sample(id)
	p.Images, p.StoreID, p.SubmittedBy, p.Status, p.StatusNote = nil, "", "", "", ""
	return p
}

func TestStoresSubmit_ProductsOfAPendingStoreArePendingWithIt(t *testing.T) {
	t.Parallel()
	eachStoresFixture(t, func(t *testing.T, m *storesFixture) {
		ctx := t.Context()
		s, err := m.Add(ctx, "karim", pharmacy("Cedar"))
		must(t, err)
		for id, who := range map[string]stores.Actor{"k1": m.as(t, "karim"), "b1": m.as(t, "boss")} {
			draft := bare(id)
			draft.StoreID = s.ID
			p, err := m.Submit(ctx, draft, who)
			must(t, err)
			if p.Status != catalog.Pending {
				t.Errorf("%s of a pending store is %s", id, p.Status)
			}
			_, err = m.DecideProduct(ctx, id, stores.ProductDecision{Status: catalog.Approved, AdminID: "boss"})
			wantCode(t, err, apperr.StoreNotApproved)
		}
		must2(t)(m.SetStatus(ctx, s.ID, decided(catalog.Approved, "")))
		p, err := m.DecideProduct(ctx, "k1", stores.ProductDecision{Status: catalog.Approved, AdminID: "boss"})
		must(t, err)
		if p.Status != catalog.Approved {
			t.Errorf("a product of the approved store is %s", p.Status)
		}
		must2(t)(m.SetStatus(ctx, s.ID, decided(catalog.Rejected, "")))
		draft := bare("k2")
		draft.StoreID = s.ID
		_, err = m.Submit(ctx, draft, m.as(t, "karim"))
		wantCode(t, err, apperr.StoreNotApproved)
	})
}

func TestProducts_BelongToStoresAndWaitForApproval(t *testing.T) {
	t.Parallel()
	eachStoresFixture(t, func(t *testing.T, m *storesFixture) {
		ctx := t.Context()
		s := m.open(t, "karim", "Cedar")
		karim, layla, boss := m.as(t, "karim"), m.as(t, "layla"), m.as(t, "boss")
		draft := bare("k1")
		draft.StoreID = s.ID
		_, err := m.Submit(ctx, draft, layla)
		wantCode(t, err, apperr.Forbidden)
		p, err := m.Submit(ctx, draft, karim)
		must(t, err)
		if p.Status != catalog.Pending || p.SubmittedBy != "karim" {
			t.Errorf("the owner's product is %+v", p)
		}
		own := bare("b1")
		own.StoreID = s.ID
		p, err = m.Submit(ctx, own, boss)
		must(t, err)
		if p.Status != catalog.Approved {
			t.Errorf("the admin's product is %+v", p)
		}
		loose := bare("l1")
		must2p(t)(m.Submit(ctx, loose, layla))
		pending, err := m.Pending(ctx, 100, 0)
		must(t, err)
		if pending.ProductCount != 2 || len(pending.Products) != 2 || pending.Products[0].SubmittedBy != "karim" ||
			pending.Products[0].StoreName.English != "Cedar" || pending.StoreCount != 0 {
			t.Errorf("what waits is %+v", pending)
		}
		hidden, err := m.goods.Product(ctx, "k1")
		must(t, err)
		for who, want := range map[stores.Actor]bool{{}: false, layla: false, karim: true, boss: true} {
			if got := m.MaySeeProduct(hidden, who); got != want {
				t.Errorf("%+v sees it: %v", who, got)
			}
		}
		must2p(t)(m.DecideProduct(ctx, "k1", stores.ProductDecision{Status: catalog.Approved, AdminID: "boss"}))
		must2p(t)(m.DecideProduct(ctx, "l1",
			stores.ProductDecision{Status: catalog.Rejected, Reason: "Not a medicine", AdminID: "boss"}))
		// A store that is turned away takes its products along.
		must2(t)(m.SetStatus(ctx, s.ID, decided(catalog.Rejected, "")))
		sold, err := m.Products(ctx, s.ID)
		must(t, err)
		for _, p := range sold {
			if p.Listed() || !p.Withdrawn {
				t.Errorf("%s of the rejected store is on sale", p.ID)
			}
		}
		_, err = m.DecideProduct(ctx, "k1", stores.ProductDecision{Status: catalog.Approved, AdminID: "boss"})
		wantCode(t, err, apperr.StoreNotApproved)
		_, err = m.DecideProduct(ctx, "none", stores.ProductDecision{Status: catalog.Approved, AdminID: "boss"})
		wantCode(t, err, apperr.ProductNotFound)
		emails, err := sqlstore.NewOutbox(m.db).Take(ctx, []string{stores.EmailJob}, 10, time.Minute)
		must(t, err)
		if len(emails) != 4 { // two about the store, one for each product that somebody else submitted
			t.Errorf("%d emails", len(emails))
		}
		house := m.as(t, "boss")
		found, total, err := m.List(ctx, house, stores.Filter{Part: "EDA", State: stores.StateSuspended, Limit: 10})
		must(t, err)
		if total != 1 || len(found) != 1 || found[0].Owner.Username != "karim" || found[0].Products != 2 {
			t.Errorf("the list finds %d: %+v", total, found)
		}
		for _, none := range []stores.Filter{{Part: "%"}, {State: stores.StateRejected}, {State: stores.StatePending}} {
			none.Limit = 10
			if _, total, err := m.List(ctx, house, none); err != nil || total != 0 {
				t.Errorf("%+v finds %d stores: %v", none, total, err)
			}
		}
	})
}

func TestStores_AreFoundByTheHouse(t *testing.T) {
	t.Parallel()
	eachStoresFixture(t, func(t *testing.T, m *storesFixture) {
		ctx := t.Context()
		s := m.open(t, "karim", "Cedar")
		house := m.as(t, "boss")
		for part, want := range map[string]int{
			"ceda": 1, "٠١٢٣٤": 1, "KARIM@": 1, "karim": 1, "layla": 0, "99": 0,
		} {
			if _, total, err := m.List(ctx, house, stores.Filter{Part: part, Limit: 10}); err != nil || total != want {
				t.Errorf("%q finds %d stores: %v", part, total, err)
			}
		}
		one, err := m.One(ctx, s.ID, house)
		must(t, err)
		if one.LicenceNo != "L-1" || one.Owner.Username != "karim" || one.OpenOrders != 0 {
			t.Errorf("the house sees %+v", one)
		}
		if one, err = m.One(ctx, s.ID, m.as(t, "layla")); err != nil || one.LicenceNo != "" {
			t.Errorf("who may not see licences sees %q: %v", one.LicenceNo, err)
		}
		_, err = m.One(ctx, "none", house)
		wantCode(t, err, apperr.StoreNotFound)
	})
}

func must2p(t *testing.T) func(*catalog.Product, error) {
	return func(_ *catalog.Product, err error) {
		t.Helper()
		must(t, err)
	}
}

func TestStores_CloseWhenTheirOwnerIsDeleted(t *testing.T) {
	t.Parallel()
	eachStoresFixture(t, func(t *testing.T, m *storesFixture) {
		ctx := t.Context()
		s := m.open(t, "karim", "Cedar")
		sold, loose, waiting := bare("sold"), bare("loose"), bare("waiting")
		sold.StoreID = s.ID
		for _, p := range []*catalog.Product{sold, loose, waiting} {
			must2p(t)(m.Submit(ctx, p, m.as(t, "karim")))
		}
		must2p(t)(m.DecideProduct(ctx, "sold", stores.ProductDecision{Status: catalog.Approved, AdminID: "boss"}))
		must2p(t)(m.DecideProduct(ctx, "loose", stores.ProductDecision{Status: catalog.Approved, AdminID: "boss"}))
		people := sqlstore.NewAccounts(m.db, sqlstore.AccountHooks{
			OnDelete: []func(context.Context, *sqlstore.Tx, string) error{m.records.RemoveUser},
		})
		must(t, people.Write(ctx, func(tx accounts.Tx) error { return tx.DeleteUser(ctx, "karim") }))
		for id, want := range map[string]catalog.Status{
			"sold": catalog.Rejected, "loose": catalog.Approved, "waiting": catalog.Rejected,
		} {
			p, err := m.goods.Product(ctx, id)
			must(t, err)
			if p.Status != want || p.SubmittedBy != "" || p.StoreID != "" {
				t.Errorf("%s is %s of %q by %q", id, p.Status, p.StoreID, p.SubmittedBy)
			}
		}
		_, err := m.Of(ctx, s.ID, m.as(t, "boss"))
		wantCode(t, err, apperr.StoreNotFound)
	})
}

func TestStores_HoldWhatInvoicesAndShoppersNeed(t *testing.T) {
	t.Parallel()
	eachStoresFixture(t, func(t *testing.T, m *storesFixture) {
		ctx := t.Context()
		in := pharmacy("Cedar")
		in.ArabicName, in.WhatsApp, in.LegalName, in.TaxNo = new("صيدلية الأرز"), new("+961 70 345 678"),
			new("Cedar SARL"), new("٢٣٤-601")
		in.Hours = &[]stores.Opening{{Day: 7, From: 600, To: 840}, {Day: 1, From: 480, To: 1200}}
		in.Holidays = &[]string{"2026-12-25", "2026-01-01", "2026-12-25"}
		s, err := m.Add(ctx, "karim", in)
		must(t, err)
		read, err := m.Store(ctx, s.ID)
		must(t, err)
		if read.Names() != (text.Pair{English: "Cedar", Arabic: "صيدلية الأرز"}) || read.WhatsApp != "70345678" ||
			read.LegalName != "Cedar SARL" || read.TaxNo != "234-601" || len(read.Hours) != 2 ||
			read.Hours[0].Day != 1 || !slices.Equal(read.Holidays, []string{"2026-01-01", "2026-12-25"}) ||
			!read.HasLicenceNo || read.HasLicence || !read.ApprovedAt.IsZero() {
			t.Errorf("the store is %+v", read)
		}
		// The literal call sends none of it and loses none of it.
		plain := pharmacy("Cedar")
		plain.LicenceNo, plain.Street = nil, "Bliss 1"
		read, err = m.Update(ctx, s.ID, 0, m.as(t, "karim"), plain)
		must(t, err)
		if read.ArabicName == "" || len(read.Hours) != 2 || !read.HasLicenceNo || read.Street != "Bliss 1" {
			t.Errorf("after the literal call: %+v", read)
		}
		for _, hours := range [][]stores.Opening{
			{{Day: 0, From: 1, To: 2}}, {{Day: 1, From: 600, To: 600}}, {{Day: 1, From: 0, To: 1441}},
			{{Day: 1, From: 480, To: 900}, {Day: 1, From: 840, To: 1200}},
		} {
			in.Hours = &hours
			_, err := m.Update(ctx, s.ID, 0, m.as(t, "karim"), in)
			wantCode(t, err, apperr.InvalidFields)
		}
	})
}

func TestStores_LicenceIsSealedAndNeededForApproval(t *testing.T) {
	t.Parallel()
	eachStoresFixture(t, func(t *testing.T, m *storesFixture) {
		ctx := t.Context()
		in := pharmacy("Cedar")
		in.LicenceNo = nil
		s, err := m.Add(ctx, "karim", in)
		must(t, err)
		_, err = m.SetStatus(ctx, s.ID, decided(catalog.Approved, ""))
		wantCode(t, err, apperr.LicenceMissing)
		karim, boss, layla := m.as(t, "karim"), m.as(t, "boss"), m.as(t, "layla")
		_, err = m.SetLicenceDocument(ctx, s.ID, layla, []byte("%PDF-1.7 canary"))
		wantCode(t, err, apperr.StoreNotFound)
		_, err = m.SetLicenceDocument(ctx, s.ID, karim, []byte("<html>"))
		wantCode(t, err, apperr.DocumentType)
		must2(t)(m.SetLicenceDocument(ctx, s.ID, karim, []byte("%PDF-1.7 canary")))
		decision := decided(catalog.Approved, "")
		decision.LicenceNo = "OPL-canary"
		must2(t)(m.SetStatus(ctx, s.ID, decision))
		licence, err := m.Licence(ctx, s.ID, boss)
		must(t, err)
		if licence.Number != "OPL-canary" || string(licence.Document) != "%PDF-1.7 canary" ||
			licence.Kind != "application/pdf" {
			t.Errorf("the licence is %+v", licence)
		}
		for _, who := range []stores.Actor{karim, layla, {}} {
			_, err := m.Licence(ctx, s.ID, who)
			wantCode(t, err, apperr.Forbidden)
		}
		sealed, err := m.records.Licence(ctx, s.ID)
		must(t, err)
		if strings.Contains(string(sealed.Number)+string(sealed.Document), "canary") {
			t.Error("the licence is stored in the clear")
		}
		// Another key: everything is sealed anew and still opens.
		ring, err := cardvault.ParseRing("2:" + strings.Repeat("B", 42) + "A=\n1:" + strings.Repeat("A", 43) + "=")
		must(t, err)
		rotated := stores.New(m.records, m.goods, cardvault.NewDocuments(cardvault.Fixed(ring)), "", nil)
		if broken, err := rotated.RotateLicences(ctx); err != nil || broken != 0 {
			t.Fatalf("%d broken, %v", broken, err)
		}
		sealed, err = m.records.Licence(ctx, s.ID)
		must(t, err)
		licence, err = rotated.Licence(ctx, s.ID, boss)
		must(t, err)
		if sealed.KeyID != 2 || licence.Number != "OPL-canary" || len(licence.Document) == 0 {
			t.Errorf("after rotating: key %d, %+v", sealed.KeyID, licence)
		}
		events, _, err := sqlstore.NewAuditLog(m.db).Events(ctx, audit.Filter{Limit: 20})
		must(t, err)
		if strings.Contains(fmt.Sprint(events), "canary") {
			t.Errorf("the audit log tells the licence: %v", events)
		}
	})
}

func TestStores_SuspendedStoreComesBackWithItsProductsAsTheyWere(t *testing.T) {
	t.Parallel()
	eachStoresFixture(t, func(t *testing.T, m *storesFixture) {
		ctx := t.Context()
		s := m.open(t, "karim", "Cedar")
		for i, id := range []string{"on", "off", "waits"} {
			draft := bare(id)
			draft.StoreID = s.ID
			must2p(t)(m.Submit(ctx, draft, m.as(t, []string{"boss", "boss", "karim"}[i])))
		}
		must2p(t)(m.goods.Edit(ctx, catalog.Edit{ID: "off", By: "karim", Action: "product_updated",
			Change: func(p *catalog.Product) error { p.OffSale = true; return nil }}))
		before := m.states(t, s.ID)
		suspended, err := m.SetStatus(ctx, s.ID, decided(catalog.Rejected, "Licence ended"))
		must(t, err)
		if !suspended.Suspended() {
			t.Errorf("the store is %+v", suspended)
		}
		products, err := m.Products(ctx, s.ID)
		must(t, err)
		for _, p := range products {
			if p.Listed() {
				t.Errorf("%s is on sale while its store is suspended", p.ID)
			}
		}
		must2(t)(m.SetStatus(ctx, s.ID, decided(catalog.Approved, "")))
		if after := m.states(t, s.ID); !slices.Equal(before, after) {
			t.Errorf("before %v, after %v", before, after)
		}
	})
}

// states is what shoppers and the store see of its products.
func (m *storesFixture) states(t *testing.T, storeID string) []string {
	t.Helper()
	products, err := m.Products(t.Context(), storeID)
	must(t, err)
	var states []string
	for _, p := range products {
		states = append(states, fmt.Sprint(p.ID, p.Status, p.OffSale, p.Listed()))
	}
	slices.Sort(states)
	return states
}
