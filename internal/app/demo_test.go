package app

import (
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"

	"dawa/internal/app/operate"
	"dawa/internal/base/apperr"
	"dawa/internal/edge/httpapi/contracttest"
	"dawa/internal/edge/httpapi/wire"
)

func TestDemo_HasAnOwnerWithAnApprovedStore(t *testing.T) {
	t.Parallel()
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

func TestDemo_IsNotServedForRealWithItsPasswords(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		c.Demo = true
		must(t, start(t, c).stop())
		c.Demo = false
		shop, err := Open(t.Context(), c, slog.New(slog.DiscardHandler), nil)
		if err == nil {
			_ = shop.Close()
			t.Fatal("a demo shop is served for real")
		}
		if !errors.Is(err, errDemoData) || !strings.Contains(err.Error(), "dawa admin remove-demo-users") {
			t.Errorf("refused with %v", err)
		}
		host, err := operate.OpenHost(t.Context(), c.Storage)
		must(t, err)
		removed, err := host.RemoveDemoUsers(t.Context())
		must(t, errors.Join(err, host.Close()))
		if !slices.Contains(removed, "admin") || !slices.Contains(removed, "layla") {
			t.Errorf("removed %v", removed)
		}
		s := &stock{running: start(t, c), client: &http.Client{Transport: contracttest.Transport(t, nil)}, t: t}
		for _, login := range []string{`{"username":"admin","password":"admin12345","remember":null}`,
			`{"username":"layla","password":"demo12345","remember":null}`} {
			s.visitor().refused(401, apperr.LoginFailed, "POST", "/api/user/login", login)
		}
		if got := len(ids(t, s.visitor().must("GET", "/api/product/all?limit=48", ""))); got != 48 {
			t.Errorf("%d products left of the demo", got)
		}
	})
}
