package demo

import (
	"context"
	"fmt"
	"strings"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
)

// demoOrder is an order that waits in the demo, so that the people of a store have something to work with.
type demoOrder struct {
	by, key                      string
	codes                        []string
	street, city, building, note string
}

var demoOrders = []demoOrder{
	{
		by: "nadia", key: "demo-order-1", codes: []string{"MEBO-OINT-15", "SAM-SYRUP-120", "OMR-ECO-TEMP-1"},
		street: "Harbour Road", city: "Jbeil", building: "Marina House", note: "Please call before you come",
	},
	{
		by: "nadia", key: "demo-order-2", codes: []string{"STE-BABY-50"},
		street: "Harbour Road", city: "Jbeil", building: "Marina House",
	},
	{
		by: "maya", key: "demo-order-3", codes: []string{"LRP-CICAPLAST-40", "HAR-GAUZE-10", "SEV-COD-60"},
		street: "Makdissi Street", city: "Beirut", building: "Blue Tower",
	},
}

// OrderServices is what orders of the demo are placed with.
type OrderServices struct {
	People *accounts.Service
	Carts  cart.Store
	Orders *orders.Service
	Now    func() time.Time
}

// OrderStep places the demo's orders; one that is there already is left as it is.
func OrderStep(s OrderServices) Step {
	return Step{Name: "orders", Total: len(demoOrders), Run: func(ctx context.Context, done func(n int)) error {
		for _, o := range demoOrders {
			if err := o.place(ctx, s); err != nil {
				return fmt.Errorf("placing an order of the demo: %w", err)
			}
			done(1)
		}
		return nil
	}}
}

func (o demoOrder) place(ctx context.Context, s OrderServices) error {
	who, err := s.People.Named(ctx, o.by)
	if err != nil {
		return err
	}
	_, err = s.Carts.Update(ctx, cart.Owner{UserID: who.ID}, s.Now(), func(c *cart.Cart) error {
		c.Lines = nil
		for i, code := range o.codes {
			c.Lines = append(c.Lines, cart.Line{ProductID: strings.ToLower(code), Quantity: 1 + i%2})
		}
		return nil
	})
	if err != nil {
		return err
	}
	_, err = s.Orders.Place(ctx, orders.Request{
		UserID: who.ID, Key: o.key, Note: o.note, Payment: &orders.PaymentInput{Method: payments.Cash},
		Address: &orders.AddressInput{
			Street: o.street, City: o.city, Building: o.building, Floor: "2", Phone: who.Phone,
		},
	})
	if apperr.CodeOf(err) == apperr.StockShort {
		return nil // somebody was quicker
	}
	return err
}
