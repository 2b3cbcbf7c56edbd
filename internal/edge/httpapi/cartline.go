package httpapi

import (
	"encoding/json"

	"dawa/internal/base/money"
	"dawa/internal/domain/catalog"
	"dawa/internal/edge/httpapi/wire"
)

// populatedCart is wire.PopulatedCart with products that are encoded already.
type populatedCart struct {
	Success       bool        `json:"success"`
	PopulatedCart []cartLine  `json:"populatedCart"`
	TotalPrice    money.Cents `json:"totalPrice"`
	DeliveryFee   money.Cents `json:"deliveryFee"`
	Total         money.Cents `json:"total"`
}

// cartLine is wire.CartLine with a product that is encoded already.
type cartLine struct {
	Product     json.RawMessage   `json:"product"`
	Quantity    int               `json:"quantity"`
	UnitPrice   money.Cents       `json:"unit_price"`
	LineTotal   money.Cents       `json:"line_total"`
	MaxQuantity int               `json:"max_quantity"`
	Available   bool              `json:"available"`
	Notices     []wire.CartNotice `json:"notices,omitempty"`
}

func toCartLine(item *catalog.Item, quantity int) cartLine {
	return cartLine{
		Product:     item.JSON(),
		Quantity:    quantity,
		UnitPrice:   item.Discounted,
		LineTotal:   item.Discounted.Times(quantity),
		MaxQuantity: item.Limit(),
		Available:   quantity <= item.Limit(),
	}
}

func (l cartLine) appendTo(to []byte) []byte {
	o := beginObject(to)
	o.name("product")
	o.out = append(o.out, l.Product...)
	o.number("quantity", int64(l.Quantity))
	o.money("unit_price", l.UnitPrice)
	o.money("line_total", l.LineTotal)
	o.number("max_quantity", int64(l.MaxQuantity))
	o.boolean("available", l.Available)
	if len(l.Notices) > 0 {
		o.value("notices", l.Notices)
	}
	return o.end()
}
