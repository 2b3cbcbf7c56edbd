package app

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"unicode"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/regulation"
)

func TestOrderLimits_OpenOrdersPerCustomerAndNetwork(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		c.OpenOrders, c.OpenOrdersNetwork = 2, 3
		s := stocked(t, c)
		s.medicine("plenty", regulation.None, 0)
		layla, rana, boss := s.customer("layla"), s.customer("rana"), s.admin("boss")
		first := order(layla, "plenty", 1)
		order(layla, "plenty", 1)
		layla.put("plenty", 1)
		layla.refused(http.StatusConflict, apperr.OrderLimit, "POST", "/api/user/checkout", byCash)
		// All of them come from one address.
		order(rana, "plenty", 1)
		rana.put("plenty", 1)
		rana.refused(http.StatusConflict, apperr.OrderLimit, "POST", "/api/user/checkout", byCash)
		boss.must("PUT", "/api/admin/order/"+first+"/status", `{"status":"cancelled"}`)
		layla.mustBuy(byCash, "")
	})
}

func TestOrderLimits_MedicinesPerIngredientAndDay(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		for i := range 6 {
			s.medicine(fmt.Sprint("para-", i), regulation.OTC, 2, "Paracetamol")
		}
		s.medicine("ibu", regulation.OTC, 2, "Ibuprofen")
		me := s.customer("layla")
		for i := range 6 {
			me.put(fmt.Sprint("para-", i), 2)
		}
		me.refused(http.StatusConflict, apperr.MedicineLimit, "POST", "/api/user/checkout", byCash)
		me.must("PUT", "/api/user/clearCart", "")
		number := order(me, "para-0", 2)
		me.put("para-1", 1)
		me.refused(http.StatusConflict, apperr.MedicineLimit, "POST", "/api/user/checkout", byCash)
		me.must("PUT", "/api/user/clearCart", "")
		order(me, "ibu", 2)
		// What was cancelled does not count.
		me.must("POST", "/api/order/"+number+"/cancel", "")
		order(me, "para-1", 1)

		// Of many orders at once, out of two browsers, no more pass than one day allows.
		other := s.customer("rana")
		var passed atomic.Int32
		together(8, func(int) {
			tab := other.tab()
			tab.call("PUT", "/api/user/cart", add("para-2", 1))
			if status, _ := tab.call("POST", "/api/user/checkout", byCash); status == http.StatusOK {
				passed.Add(1)
			}
		})
		var orders []struct {
			Items []struct {
				Quantity int `json:"quantity"`
			} `json:"products"`
		}
		other.into(&orders, "GET", "/api/user/order-history", "")
		packs := 0
		for _, o := range orders {
			for _, item := range o.Items {
				packs += item.Quantity
			}
		}
		if packs > 2 {
			t.Errorf("%d packs of a medicine with 2 a day were ordered", packs)
		}
	})
}

// Pieces that the staff took off, and a part of an order that a store cancelled, leave room for another order.
func TestOrderLimits_MedicinesThatDoNotComeDoNotCount(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		ctx := t.Context()
		s := stocked(t, c)
		owner, boss := s.customer("karim"), s.admin("boss")
		s.storeProduct("cedar-1", s.approvedStore(owner, boss, "Cedar"))
		s.medicine("ibu", regulation.OTC, 2, "Ibuprofen")
		s.medicine("para", regulation.OTC, 2, "Paracetamol")
		me := s.customer("layla")
		me.put("para", 1)
		number := order(me, "ibu", 2)
		o, err := s.orders.Of(ctx, number, "", true)
		must(t, err)
		_, err = s.orders.Reduce(ctx, orders.Reduction{
			StoreID: o.Part(1).StoreID, ID: o.Part(1).ID, By: s.userID("boss"),
			Lines: []orders.ReducedLine{{ProductID: "ibu", Left: 1}},
		})
		must(t, err)
		me.put("cedar-1", 1)
		number = order(me, "ibu", 1)
		me.put("ibu", 1)
		me.refused(http.StatusConflict, apperr.MedicineLimit, "POST", "/api/user/checkout", byCash)

		o, err = s.orders.Of(ctx, number, "", true)
		must(t, err)
		place := o.Lines[slices.IndexFunc(o.Lines, func(l orders.Line) bool { return l.ProductID == "ibu" })].Fulfilment
		_, err = s.orders.MoveFulfilment(ctx, orders.MoveRequest{
			StoreID: o.Part(place).StoreID, ID: o.Part(place).ID, To: orders.Cancelled, By: s.userID("boss"),
		})
		must(t, err)
		me.mustBuy(byCash, "")
	})
}

// Ordering and cancelling without end, or changing the password, fills nobody's mailbox.
func TestMail_OneAddressGetsFewOfOneKind(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		c.Demo, c.OrderLimits = true, "off"
		s := stocked(t, c)
		s.medicine("plenty", regulation.None, 0)
		me := s.customer("stranger")
		for range 15 {
			number := order(me, "plenty", 1)
			me.must("POST", "/api/order/"+number+"/cancel", "")
		}
		s.waitUntilIdle()
		kinds := map[string]int{}
		for _, m := range s.mailbox.Messages() {
			if m.To == "stranger@example.com" {
				kinds[strings.Map(func(r rune) rune {
					if unicode.IsDigit(r) {
						return -1
					}
					return r
				}, m.Subject)]++
			}
		}
		for kind, n := range kinds {
			if n > 10 {
				t.Errorf("%d emails %q", n, kind)
			}
		}
		if len(kinds) < 3 {
			t.Errorf("the emails are %v", kinds)
		}
	})
}

// medicine adds a product of a class with a bound and ingredients.
func (s *stock) medicine(id string, class regulation.Class, limit int, ingredients ...string) {
	s.t.Helper()
	p := &catalog.Product{
		ID: id, Code: "M-" + id, Name: text.Pair{English: "Medicine " + id, Arabic: "دواء"},
		Description: text.Pair{English: "x", Arabic: "y"}, Brand: "dove", Category: "vitamins", Price: 100,
		Stock: 1000, Status: catalog.Approved, Regulation: class, MaxPerOrder: limit,
	}
	for _, name := range ingredients {
		p.Ingredients = append(p.Ingredients, catalog.Ingredient{Name: text.Pair{English: name, Arabic: name}})
	}
	if _, err := s.service.Create(s.t.Context(), p); err != nil {
		s.t.Fatal(err)
	}
}

// order buys one product with cash and returns the order's number.
func order(p *shopper, id string, quantity int) string {
	p.t.Helper()
	p.put(id, quantity)
	return p.mustBuy(byCash, "").Number
}
