package app

import (
	"bufio"
	"context"
	"encoding/csv"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/roles"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/testkit/timed"
)

// storeProduct is a product that a store sells.
func (s *stock) storeProduct(id, store string) {
	s.t.Helper()
	_, err := s.service.Create(s.t.Context(), &catalog.Product{
		ID: id, Code: id, Name: text.Pair{English: "Balm " + id, Arabic: "بلسم"}, Brand: "dove", Category: "vitamins",
		Description: text.Pair{English: "x", Arabic: "y"}, Price: 250, Stock: 1000, Status: catalog.Approved,
		StoreID: store,
	})
	must(s.t, err)
	eventually(s.t, func() bool { status, _ := s.visitor().call("GET", "/api/product/"+id, ""); return status == 200 })
}

// joins gives somebody a role in a store.
func (s *stock) joins(p *shopper, store string, role roles.Role) string {
	s.t.Helper()
	id := p.status().User.ID
	must(s.t, s.roles.AddSeed(s.t.Context(), store, id, role))
	p.must("GET", "/api/user/status", "")
	return id
}

func TestStoreOrders_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		owner, courier, stranger := s.customer("karim"), s.customer("rami"), s.customer("nadia")
		buyer, admin := s.customer("layla"), s.admin("boss")
		store, other := s.approvedStore(owner, admin, "Cedar"), s.approvedStore(stranger, admin, "Jbeil")
		s.joins(courier, store, roles.Courier)
		s.storeProduct("cedar-1", store)
		s.storeProduct("jbeil-1", other)
		buyer.put("cedar-1", 2)
		buyer.put("jbeil-1", 1)
		order := buyer.mustBuy(byCash, "")
		if len(order.Fulfilments) != 2 || order.Fulfilments[0].Store == nil ||
			order.Fulfilments[0].Subtotal+order.Fulfilments[1].Subtotal != order.Subtotal ||
			order.Fulfilments[0].DeliveryFee+order.Fulfilments[1].DeliveryFee != order.DeliveryFee {
			t.Fatalf("the parts are %+v", order.Fulfilments)
		}
		path := "/api/store/" + store
		var list wire.StoreOrderList
		owner.into(&list, "GET", path+"/orders?status=open&q=lay", "")
		if list.Total != 1 || list.Orders[0].Number != order.Number || len(list.Orders[0].Products) != 1 ||
			list.Sum != list.Orders[0].Total || list.Counts[0].Count != 1 {
			t.Fatalf("the desk shows %+v", list)
		}
		mine := list.Orders[0]
		one := path + "/fulfilment/" + mine.UnderscoreID
		owner.refused(400, apperr.StatusInvalid, "GET", path+"/orders?status=lost", "")
		// Nobody of another store sees or moves it, not even by its id under their own store.
		stranger.refused(404, apperr.StoreNotFound, "GET", path+"/orders", "")
		theirs := "/api/store/" + other + "/fulfilment/" + mine.UnderscoreID
		stranger.refused(404, apperr.OrderNotFound, "GET", theirs, "")
		stranger.refused(404, apperr.OrderNotFound, "PUT", theirs+"/status", `{"status":"confirmed"}`)
		stranger.refused(404, apperr.OrderNotFound, "PUT", theirs+"/note", `{"note":"x"}`)
		buyer.refused(404, apperr.StoreNotFound, "PUT", one+"/status", `{"status":"confirmed"}`)
		courier.refused(403, apperr.Forbidden, "PUT", one+"/status", `{"status":"confirmed"}`)
		var saved wire.StoreOrderSaved
		owner.into(&saved, "PUT", one+"/status", fmt.Sprintf(`{"status":"confirmed","version":%d}`, mine.Version))
		if saved.Order.Status != "confirmed" || saved.Order.Undo == nil || *saved.Order.History[1].By != "karim" {
			t.Errorf("moved: %+v", saved.Order)
		}
		owner.refused(409, apperr.OrderChanged, "PUT", one+"/status",
			fmt.Sprintf(`{"status":"preparing","version":%d}`, mine.Version))
		undo := fmt.Sprintf(`{"event":%q}`, saved.Order.Undo.Event)
		courier.refused(409, apperr.UndoLate, "POST", one+"/undo", undo)
		saved = wire.StoreOrderSaved{}
		owner.into(&saved, "POST", one+"/undo", undo)
		if saved.Order.Status != "placed" || saved.Order.Undo != nil || len(saved.Order.History) != 1 {
			t.Errorf("undone: %+v", saved.Order)
		}
		for _, to := range []string{"confirmed", "preparing"} {
			owner.must("PUT", one+"/status", fmt.Sprintf(`{"status":%q}`, to))
		}
		courier.must("PUT", one+"/status", `{"status":"out_for_delivery"}`)
		owner.into(&saved, "PUT", one+"/note", `{"note":" Ring twice "}`)
		if saved.Order.StaffNote != "Ring twice" || *saved.Order.EarlierOrders != 0 {
			t.Errorf("noted: %+v", saved.Order)
		}
		var seen wire.OrderAnswer
		buyer.into(&seen, "GET", "/api/order/"+order.Number, "")
		if seen.Order.Status != "placed" || seen.Order.Fulfilments[0].Status != "out_for_delivery" ||
			seen.Order.Fulfilments[0].Store.Name != "Cedar" || seen.Order.Cancellable {
			t.Errorf("the customer sees %+v", seen.Order)
		}
		rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(
			string(owner.must("POST", path+"/export/orders", "")), "\ufeff"))).ReadAll()
		if err != nil || len(rows) != 2 || rows[1][0] != order.Number || rows[1][2] != "Out for delivery" {
			t.Errorf("the file is %v, %v", rows, err)
		}
		// What the shop itself sells is on the desk of the house.
		s.storeProduct("house-1", "")
		buyer.put("house-1", 1)
		houseOrder := buyer.mustBuy(byCash, "")
		admin.into(&list, "GET", "/api/store/house/orders?q="+houseOrder.Number, "")
		if list.Total != 1 {
			t.Errorf("the house sees %+v", list)
		}
		owner.refused(404, apperr.StoreNotFound, "GET", "/api/store/house/orders", "")
	})
}

// stream opens the event stream of a store and gives the names of its events; it closes when the stream ends.
func (p *shopper) stream(ctx context.Context, store string) <-chan string {
	p.t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.base+"/api/store/"+store+"/order-events", nil)
	must(p.t, err)
	request.Header.Set("Cookie", p.cookie)
	answer, err := http.DefaultClient.Do(request)
	must(p.t, err)
	kind := answer.Header.Get("Content-Type")
	if answer.StatusCode != http.StatusOK || !strings.HasPrefix(kind, "text/event-stream") {
		p.t.Fatalf("the stream answers %s", answer.Status)
	}
	events := make(chan string, 1000)
	go func() {
		defer close(events)
		defer func() { _ = answer.Body.Close() }()
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				events <- name
			}
		}
	}()
	return events
}

func next(t *testing.T, events <-chan string, want string) {
	t.Helper()
	select {
	case got := <-events:
		if got != want {
			t.Fatalf("the stream says %q, want %q", got, want)
		}
	case <-time.After(timed.Timeout):
		t.Fatalf("the stream says nothing, want %q", want)
	}
}

// An open stream tells of orders and ends within a second when its reader loses the role, on another server, too.
func TestStoreOrders_StreamTellsOfOrdersAndEndsWithTheRole(t *testing.T) {
	t.Parallel()
	servers := clusterOfThree(t)
	s, elsewhere := servers[0], servers[1]
	owner, maya, admin, buyer := s.customer("karim"), s.customer("maya"), s.admin("boss"), s.customer("layla")
	store := s.approvedStore(owner, admin, "Cedar")
	id := s.joins(maya, store, roles.Staff)
	s.storeProduct("cedar-1", store)
	here, there := maya.stream(t.Context(), store), maya.at(elsewhere).stream(t.Context(), store)
	next(t, here, "changed")
	next(t, there, "changed")
	buyer.put("cedar-1", 1)
	buyer.mustBuy(byCash, "")
	next(t, here, "changed")
	next(t, there, "changed")
	owner.must("DELETE", "/api/store/"+store+"/members/"+id, "")
	removed := time.Now()
	for _, events := range []<-chan string{here, there} {
		next(t, events, "ended")
		if _, open := <-events; open {
			t.Error("the stream goes on")
		}
	}
	timed.AtMost(t, "ending the streams", time.Since(removed), 2*time.Second)
	maya.refused(404, apperr.StoreNotFound, "GET", "/api/store/"+store+"/order-events", "")
}
