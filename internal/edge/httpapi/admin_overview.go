package httpapi

import (
	"net/http"

	"dawa/contract"
	"dawa/internal/domain/admin"
	"dawa/internal/domain/orders"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// getOverview answers the shop at a glance.
func (a *API) getOverview(r *http.Request) (serve.Reply, error) {
	o, err := a.admin.Overview(r.Context())
	if err != nil {
		return serve.Reply{}, err
	}
	body := toOverview(o)
	if rate := a.rates.Current(); rate.Known() {
		shown := a.toRate(rate)
		body.Rate = &shown
	}
	return serve.NoStoreJSON(body)
}

func toOverview(o *admin.Overview) wire.Overview {
	w := wire.Overview{
		Success: true, LowStockCount: o.LowStockCount, PendingProducts: o.PendingProducts,
		PendingStores: o.PendingStores, Sales: make([]wire.DaySales, len(o.Sales)),
		LowStock:   make([]wire.Product, len(o.LowStock)),
		OpenOrders: []wire.OrderStatusCount{},
	}
	for i, d := range o.Sales {
		w.Sales[i] = wire.DaySales{Day: d.Day, Orders: d.Orders, Total: d.Total}
	}
	w.Today = w.Sales[len(w.Sales)-1]
	for i, m := range o.LowStock {
		w.LowStock[i] = toProduct(m.Product)
	}
	for _, status := range contract.Shop().Orders.Statuses {
		if orders.Status(status).Open() {
			w.OpenOrders = append(w.OpenOrders, wire.OrderStatusCount{
				Status: wire.OrderStatus(status), Count: o.Open[orders.Status(status)],
			})
		}
	}
	return w
}
