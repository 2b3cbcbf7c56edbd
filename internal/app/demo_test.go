package app

import (
	"net/http"
	"testing"

	"dawa/internal/edge/httpapi/contracttest"
	"dawa/internal/edge/httpapi/wire"
)

func TestDemo_HasAnOwnerWithAnApprovedStore(t *testing.T) {
	c := testConfig(t)
	c.Demo, c.CardKeys = true, ""
	s := &stock{running: start(t, c), client: &http.Client{Transport: contracttest.Transport(t, nil)}, t: t}
	karim := s.visitor()
	karim.must("POST", "/api/user/login", `{"username":"karim","password":"demo12345","remember":null}`)
	karim.renew()
	var mine wire.StoreList
	karim.into(&mine, "GET", "/api/user/stores", "")
	if len(mine.Stores) != 1 || mine.Stores[0].Status != "approved" {
		t.Fatalf("karim owns %+v", mine.Stores)
	}
	sold := ids(t, s.visitor().must("GET", "/api/store/"+mine.Stores[0].ID+"/products?limit=48", ""))
	if len(sold) != 14 {
		t.Errorf("the store sells %v", sold)
	}
	added := karim.addProduct(productForm("From the demo", mine.Stores[0].ID))
	if added.Status != "pending" {
		t.Errorf("added: %+v", added)
	}
}
