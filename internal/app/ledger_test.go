package app

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/roles"
	"dawa/internal/edge/httpapi/wire"
)

// books lets the jobs of the ledger run now, instead of after the time in which a step can be undone.
func (s *stock) books() {
	s.t.Helper()
	must(s.t, s.storage.DB.Write(s.t.Context(), func(tx *sqlstore.Tx) error {
		_, err := tx.ExecContext(s.t.Context(), "UPDATE outbox SET run_at = 0 WHERE kind = $1", orders.BookJob)
		return err
	}))
}

func (p *shopper) pays(store, key, body string) (int, []byte) {
	p.t.Helper()
	res, got := p.do("POST", "/api/admin/store/"+store+"/payment", body, "CSRF-Token", p.token, "Cookie", p.cookie,
		"Idempotency-Key", key)
	return res.StatusCode, got
}

func TestLedger_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		owner, pharmacist, stranger := s.customer("karim"), s.customer("rami"), s.customer("nadia")
		buyer, admin := s.customer("layla"), s.admin("boss")
		store, other := s.approvedStore(owner, admin, "Cedar"), s.approvedStore(stranger, admin, "Jbeil")
		s.joins(pharmacist, store, roles.Pharmacist)
		s.storeProduct("cedar-1", store)
		admin.must("PUT", "/api/admin/store/"+store+"/commission", `{"commission":12.5}`)
		buyer.put("cedar-1", 2)
		order := buyer.mustBuy(byCash, "")
		path := "/api/store/" + store
		one := fmt.Sprintf("%s/fulfilment/%s", path, order.Fulfilments[0].UnderscoreID)
		for _, to := range []string{"confirmed", "preparing", "out_for_delivery", "delivered"} {
			owner.must("PUT", one+"/status", fmt.Sprintf(`{"status":%q}`, to))
		}
		s.books()
		var statement wire.Statement
		eventually(t, func() bool {
			statement = wire.Statement{}
			owner.into(&statement, "GET", path+"/statement", "")
			return statement.Total == 4
		})
		// 5.00 and the fee, less 12.5 %, and all of it was taken in cash at the door.
		if statement.Closing != -63 || statement.Opening != 0 || len(statement.Sums) != 4 ||
			*statement.Entries[0].Order != order.Number {
			t.Errorf("the statement is %+v", statement)
		}
		owner.refused(400, apperr.InvalidFields, "GET", path+"/statement?from=2026-02-02&to=2026-01-01", "")
		owner.refused(400, apperr.BadQuery, "GET", path+"/statement?from=yesterday", "")
		// Money is for the owner's eyes, and for no other store's.
		pharmacist.refused(403, apperr.Forbidden, "GET", path+"/statement", "")
		stranger.refused(404, apperr.StoreNotFound, "GET", path+"/export/statement", "")
		owner.refused(403, apperr.Forbidden, "GET", "/api/admin/balances", "")
		file := strings.TrimPrefix(string(owner.must("GET", path+"/export/statement", "")), "\ufeff")
		rows, err := csv.NewReader(strings.NewReader(file)).ReadAll()
		if err != nil || len(rows) != 5 || rows[4][5] != "-0.63" {
			t.Errorf("the file is %v, %v", rows, err)
		}
		// The store owes its commission: it can pay that, once, and not more.
		status, body := admin.pays(store, "k1", `{"kind":"payout","amount":0.64,"to_store":false,"note":"transfer 7"}`)
		if status != http.StatusConflict || !strings.Contains(string(body), string(apperr.PayoutTooMuch)) {
			t.Errorf("too much: %d %s", status, body)
		}
		for range 2 {
			if status, body := admin.pays(store, "k2",
				`{"kind":"payout","amount":0.63,"to_store":false,"note":"transfer 7"}`); status != 200 {
				t.Errorf("paying: %d %s", status, body)
			}
		}
		status, body = admin.pays(store, "k3", `{"kind":"adjustment","amount":2,"to_store":true,"note":"  "}`)
		if status != http.StatusBadRequest || !strings.Contains(string(body), "ledger_note_required") {
			t.Errorf("without a note: %d %s", status, body)
		}
		must(t, s.storage.DB.Write(t.Context(), func(tx *sqlstore.Tx) error {
			_, err := tx.ExecContext(t.Context(), "UPDATE stores SET arabic_name = 'الأرز' WHERE id = $1", store)
			return err
		}))
		var seen wire.OrderAnswer
		buyer.into(&seen, "GET", "/api/order/"+order.Number, "")
		if name := seen.Order.Fulfilments[0].Store.ArabicName; name == nil || *name != "الأرز" {
			t.Errorf("the customer sees %+v", seen.Order.Fulfilments[0].Store)
		}
		var balances wire.Balances
		admin.into(&balances, "GET", "/api/admin/balances", "")
		if len(balances.Stores) != 2 || balances.Stores[0].Balance != 0 || balances.Stores[0].LastPayout == nil ||
			balances.Stores[0].Commission != 1250 ||
			*balances.Stores[0].ArabicName != "الأرز" || balances.Stores[1].Store != other {
			t.Errorf("the balances are %+v", balances)
		}
		admin.refused(404, apperr.StoreNotFound, "PUT", "/api/admin/store/none/commission", `{"commission":1}`)
		admin.refused(400, apperr.InvalidFields, "PUT", "/api/admin/store/"+store+"/commission", `{"commission":101}`)
	})
}
