package app

import (
	"fmt"
	"strings"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/roles"
	"dawa/internal/edge/httpapi/wire"
)

func TestReductions_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		owner, courier, stranger := s.customer("karim"), s.customer("rami"), s.customer("nadia")
		buyer, admin := s.customer("layla"), s.admin("boss")
		store, other := s.approvedStore(owner, admin, "Cedar"), s.approvedStore(stranger, admin, "Jbeil")
		s.joins(courier, store, roles.Courier)
		s.storeProduct("cedar-1", store)
		s.storeProduct("cedar-2", store)
		buy := func() (order wire.Order, one string) {
			buyer.put("cedar-1", 3)
			buyer.put("cedar-2", 1)
			order = buyer.mustBuy(byCash, "")
			return order, "/api/store/" + store + "/fulfilment/" + order.Fulfilments[0].UnderscoreID
		}
		order, one := buy()
		fewer := `{"lines":[{"product":"cedar-1","pieces":1}],"quarantine":true}`
		theirs := "/api/store/" + other + "/fulfilment/" + order.Fulfilments[0].UnderscoreID
		for path, body := range map[string]string{
			"/lines": fewer, "/fee": `{"fee":0}`,
			"/address": `{"address":{"street":"Bliss","city":"Beirut","building":"A","floor":1,"phone_nb":"03123456"}}`,
		} {
			stranger.refused(404, apperr.OrderNotFound, "PUT", theirs+path, body)
			courier.refused(403, apperr.Forbidden, "PUT", one+path, body)
			buyer.refused(404, apperr.StoreNotFound, "PUT", one+path, body)
		}
		stranger.refused(404, apperr.OrderNotFound, "POST", theirs+"/agreed", "")
		owner.refused(409, apperr.AnswerGiven, "POST", one+"/agreed", "")

		var saved wire.StoreOrderSaved
		owner.into(&saved, "PUT", one+"/lines", fewer)
		got := saved.Order
		if got.Question == nil || got.Question.Answer != "open" || got.Subtotal != 500 ||
			*got.Products[0].Removed != 2 || len(got.Next) != 1 || got.Next[0] != "cancelled" {
			t.Errorf("reduced to %+v", got)
		}
		owner.refused(409, apperr.OrderAsking, "PUT", one+"/status", `{"status":"confirmed"}`)
		stored, err := s.orders.Of(t.Context(), order.Number, "", true)
		must(t, err)
		token := s.answerToken(stored.Part(1).ID + " " + stored.Part(1).Question.ID)
		link := "/api/order-answer/" + stored.Part(1).ID + "/" + token
		visitor := s.visitor()
		visitor.refused(404, apperr.AnswerLinkInvalid, "GET", link+"x", "")
		visitor.refused(404, apperr.AnswerLinkInvalid, "POST", link+"x", `{"agree":true}`)
		var asked wire.OrderQuestion
		visitor.into(&asked, "GET", link, "")
		if asked.Question.Answer != "open" || asked.Fulfilment.Total != got.Total || asked.Number != order.Number {
			t.Errorf("the link asks %+v", asked)
		}
		stranger.refused(404, apperr.OrderNotFound, "POST", "/api/order/"+order.Number+"/answer",
			fmt.Sprintf(`{"fulfilment":%q,"agree":true}`, stored.Part(1).ID))
		visitor.into(&asked, "POST", link, `{"agree":true}`)
		visitor.refused(409, apperr.AnswerGiven, "POST", link, `{"agree":false}`)
		var seen wire.OrderAnswer
		buyer.into(&seen, "GET", "/api/order/"+order.Number, "")
		if asked.Question.Answer != "agreed" || seen.Order.Fulfilments[0].Question.Answer != "agreed" ||
			seen.Order.Total != got.Total {
			t.Errorf("answered %+v, the customer sees %+v", asked.Question, seen.Order)
		}
		owner.into(&saved, "PUT", one+"/fee", `{"fee":0.5}`)
		owner.wrong("PUT", one+"/fee", `{"fee":0.5}`, map[string]string{"fee": "fee_lower"})
		if saved.Order.DeliveryFee != 50 || saved.Order.Total != 550 {
			t.Errorf("with the lower fee %+v", saved.Order)
		}

		// The customer refuses on the order screen: what is left is cancelled, the stock is back.
		order, one = buy()
		owner.must("PUT", one+"/lines", `{"lines":[{"product":"cedar-2","pieces":0}]}`)
		answer := fmt.Sprintf(`{"fulfilment":%q,"agree":false}`, order.Fulfilments[0].UnderscoreID)
		var refused wire.OrderSaved
		buyer.into(&refused, "POST", "/api/order/"+order.Number+"/answer", answer)
		if refused.Order.Status != "cancelled" || refused.Code != "order_cancelled" {
			t.Errorf("refused: %+v", refused)
		}
		buyer.refused(409, apperr.AnswerGiven, "POST", "/api/order/"+order.Number+"/answer", answer)

		// A store sets how long it waits.
		body := `{"store":{"name":"Cedar","street":"Hamra","city":"Beirut","building":"Blue","state":"Beirut",` +
			`"phone_nb":"03123456","answer_minutes":%d}}`
		owner.wrong("PUT", "/api/store/"+store, fmt.Sprintf(body, 5),
			map[string]string{"answer_minutes": "answer_minutes"})
		owner.must("PUT", "/api/store/"+store, fmt.Sprintf(body, 30))
		if mine := string(owner.must("GET", "/api/store/"+store, "")); !strings.Contains(mine, `"answer_minutes":30`) {
			t.Errorf("the store is %s", mine)
		}
	})
}

// Of an order of several parts each goes where its store sends it; the link of a mail tells no address.
func TestReplaceAddress_CustomerSeesEachPartsOwn(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		owner, buyer, admin := s.customer("karim"), s.customer("layla"), s.admin("boss")
		store := s.approvedStore(owner, admin, "Cedar")
		s.storeProduct("cedar-1", store)
		s.storeProduct("house-1", "")
		buyer.put("cedar-1", 1)
		buyer.put("house-1", 1)
		order := buyer.mustBuy(byCash, "")
		one := "/api/store/" + store + "/fulfilment/" + order.Fulfilments[0].UnderscoreID
		owner.must("PUT", one+"/address",
			`{"address":{"street":"Bliss","city":"Beirut","building":"A","floor":1,"phone_nb":"03123456"}}`)
		var seen wire.OrderAnswer
		buyer.into(&seen, "GET", "/api/order/"+order.Number, "")
		moved, stayed := seen.Order.Fulfilments[0].Address, seen.Order.Fulfilments[1].Address
		if moved == nil || moved.Street != "Bliss" || stayed != nil || seen.Order.Address.Street != "Hamra 12/3" {
			t.Errorf("the parts go to %+v and %+v, the order to %+v", moved, stayed, seen.Order.Address)
		}
	})
}
