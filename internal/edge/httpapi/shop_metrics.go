package httpapi

import (
	"github.com/prometheus/client_golang/prometheus"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/edge/serve"
)

// shopMetrics are metrics about the shop rather than about requests.
type shopMetrics struct {
	orders  *prometheus.CounterVec
	reports *reports
}

func newShopMetrics(m *serve.Metrics) *shopMetrics {
	s := &shopMetrics{
		orders: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "dawa_orders_total",
			Help: "Orders confirmed to their buyers, repeated requests included, by payment method.",
		}, []string{"method"}),
		reports: newReports(m.Registry),
	}
	m.Registry.MustRegister(s.orders)
	for _, method := range contract.Shop().PaymentMethods {
		s.orders.WithLabelValues(method) // exists before the first order
	}
	m.ExpectRefusals(apperr.StockShort, apperr.OutOfStock, apperr.PaymentDeclined, apperr.PaymentTimeout)
	return s
}
