package app

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/edge/httpapi/wire"
)

func address(street, floor string) string {
	return fmt.Sprintf(`{"address":{"street":%q,"state":"بيروت","city":"Beirut","building":"برج ٢","floor":%s,`+
		`"extra_info":"الباب الأزرق"}}`, street, floor)
}

func (p *shopper) book() wire.AddressList {
	p.t.Helper()
	var list wire.AddressList
	p.into(&list, "GET", "/api/user/get-addresses", "")
	return list
}

func streets(list []wire.Address) string {
	var names []string
	for _, a := range list {
		names = append(names, a.Street)
	}
	return strings.Join(names, " ")
}

func TestAddresses_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		s.visitor().refused(401, apperr.NotSignedIn, "GET", "/api/user/get-addresses", "")
		me, other := s.customer("layla"), s.customer("karim")
		if b := me.book(); len(b.Addresses) != 0 || b.FavoriteAddress != -1 || b.PhoneNb != "03123456" {
			t.Errorf("a new user has %+v", b)
		}
		var form wire.AddressForm
		if me.into(&form, "GET", "/api/user/address-form", ""); form.FavAddress != nil ||
			form.User.Username != "layla" {
			t.Errorf("the form is %+v", form)
		}
		// the last was sent twice
		for i, a := range []string{
			address("Hamra", "3"), address("شارع الحمرا، ١٢", `"٤"`), address("Verdun", `"5"`), address("Verdun", "5"),
		} {
			var saved wire.AddressesSaved
			if me.into(&saved, "POST", "/api/user/add-address", a); len(saved.Addresses) != min(i+1, 3) ||
				saved.FavoriteAddress != 0 || saved.Message != "Address added" {
				t.Errorf("adding %d: %+v", i, saved)
			}
		}
		list := me.book().Addresses
		if list[1].Floor != 4 || list[1].State != "بيروت" || list[1].UnderscoreID == "" || list[2].Floor != 5 {
			t.Errorf("kept %+v", list)
		}
		me.must("PUT", "/api/set-address", `{"address":2}`)
		me.must("PUT", "/api/set-address", `{"address":"٢"}`)
		var one wire.AddressAnswer
		if me.into(&one, "GET", "/api/user/get-address/2", ""); one.Address != list[2] {
			t.Errorf("the third is %+v", one.Address)
		}
		if me.into(&form, "GET", "/api/user/address-form", ""); form.FavAddress == nil ||
			form.FavAddress.Street != "Verdun" || form.FavAddress.PhoneNb != "03123456" ||
			form.User.FavoriteAddress != 2 || len(form.User.Addresses) != 3 {
			t.Errorf("the form is %+v", form)
		}

		withID := func(id, body string) string {
			return strings.Replace(body, `{"address":{`, `{"address":{"_id":"`+id+`",`, 1)
		}
		me.must("PUT", "/api/user/update-address/1", withID(list[1].UnderscoreID, address("Gemmayzeh", "1")))
		me.refused(409, apperr.AddressStale, "PUT", "/api/user/update-address/1",
			withID(list[0].UnderscoreID, address("Elsewhere", "1")))
		me.must("DELETE", "/api/user/delete-address/0", fmt.Sprintf(`{"address":{"_id":%q}}`, list[0].UnderscoreID))
		// pressed twice
		me.refused(409, apperr.AddressStale, "DELETE", "/api/user/delete-address/0",
			fmt.Sprintf(`{"address":{"_id":%q}}`, list[0].UnderscoreID))
		if b := me.book(); streets(b.Addresses) != "Gemmayzeh Verdun" || b.FavoriteAddress != 1 {
			t.Errorf("now %+v", b)
		}
		var status wire.Status
		if me.into(&status, "GET", "/api/user/status", ""); status.User.FavoriteAddress != 1 ||
			streets(status.User.Addresses) != "Gemmayzeh Verdun" {
			t.Errorf("the status has %+v", status.User)
		}

		// Positions are one's own: what is at mine is not at theirs.
		for _, c := range [][3]string{
			{"GET", "/api/user/get-address/0", ""}, {"PUT", "/api/user/update-address/0", address("Hamra", "1")},
			{"DELETE", "/api/user/delete-address/0", ""}, {"PUT", "/api/set-address", `{"address":0}`},
		} {
			other.refused(404, apperr.AddressNotFound, c[0], c[1], c[2])
		}
		other.refused(409, apperr.AddressStale, "DELETE", "/api/user/delete-address/0",
			fmt.Sprintf(`{"address":{"_id":%q}}`, list[1].UnderscoreID))
		me.refused(404, apperr.AddressNotFound, "GET", "/api/user/get-address/2", "")
		for _, index := range []string{"-1", "x", "1.0", "1001", "99999999999999999999", "٠", "%20"} {
			me.refused(400, apperr.InvalidInput, "GET", "/api/user/get-address/"+index, "")
			me.refused(400, apperr.InvalidInput, "DELETE", "/api/user/delete-address/"+index, "")
		}
		for _, value := range []string{`-1`, `"x"`, `1.5`, `""`} {
			me.wrong("PUT", "/api/set-address", `{"address":`+value+`}`,
				map[string]string{"address": "address_unknown"})
		}
		for _, value := range []string{`null`, `[]`, `true`} {
			if status, got := me.call("PUT", "/api/set-address", `{"address":`+value+`}`); status != 400 {
				t.Errorf("choosing %s: %d %s", value, status, got)
			}
		}
		nonsense(t, me, "POST", "/api/user/add-address")
		nonsense(t, me, "PUT", "/api/user/update-address/0")
		if b := me.book(); streets(b.Addresses) != "Gemmayzeh Verdun" {
			t.Errorf("after nonsense %+v", b)
		}
	})
}

func TestAddresses_RulesOverHTTP(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	me := s.customer("layla")
	me.must("POST", "/api/user/add-address", address("Hamra", "1"))
	me.wrong("POST", "/api/user/add-address",
		`{"address":{"street":"","state":"x","city":"Beirut!","building":"","floor":"","extra_info":"@"}}`,
		map[string]string{
			"street": "street_required", "state": "state_min", "city": "city_letters", "building": "building_required",
			"floor": "floor_integer", "extra_info": "extra_info_letters"})
	me.wrong("PUT", "/api/user/update-address/0",
		`{"address":{"street":"","state":"","city":"","building":"","floor":""}}`, map[string]string{
			"street": "street_blank", "state": "state_blank", "city": "city_blank", "building": "building_blank",
			"floor": "floor_blank"})
	me.wrong("POST", "/api/user/add-address", address(strings.Repeat("ش", 101), `"-1"`), map[string]string{
		"street": "street_max", "floor": "floor_min",
	})
	me.wrong("POST", "/api/user/add-address", address("Hamra", "1.5"), map[string]string{"floor": "floor_integer"})
	for i := range 30 {
		status, _ := me.call("POST", "/api/user/add-address", address("Hamra", fmt.Sprint(i)))
		if want := map[bool]int{true: 200, false: 409}[i < 20]; status != want {
			t.Fatalf("address %d: %d", i, status)
		}
	}
	me.refused(409, apperr.AddressLimit, "POST", "/api/user/add-address", address("Hamra", "99"))
}

func TestAddresses_ConcurrentDeletesOfOneAddress(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	me := s.customer("layla")
	for i := range 3 {
		me.must("POST", "/api/user/add-address", address("Hamra", fmt.Sprint(i)))
	}
	id := me.book().Addresses[0].UnderscoreID
	var deleted atomic.Int32
	together(8, func(int) {
		status, got := me.tab().call("DELETE", "/api/user/delete-address/0", fmt.Sprintf(`{"address":{"_id":%q}}`, id))
		if status == 200 {
			deleted.Add(1)
		} else if !slices.Contains([]int{200, 409}, status) {
			t.Errorf("%d %s", status, got)
		}
	})
	if b := me.book(); deleted.Load() != 1 || len(b.Addresses) != 2 {
		t.Errorf("%d deleted, %d left", deleted.Load(), len(b.Addresses))
	}
}
