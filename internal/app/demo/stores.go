package demo

import (
	"context"
	"strings"

	"dawa/internal/domain/accounts"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/stores"
)

// keeper is the person of the demo who owns its store.
const owner = "karim"

// cedars is the demo's store and what it sells, by the codes of the catalogue.
var cedars = struct {
	stores.Input
	sells []string
}{
	Input: stores.Input{
		Name: "Cedars Pharmacy · صيدلية الأرز",
		Description: "A family pharmacy in Hamra, open every day until midnight.\nصيدلية عائلية في الحمرا، مفتوحة كل " +
			"يوم حتى منتصف الليل.",
		Street: "Hamra Street", City: "Beirut", Building: "Cedars Building", State: "Beirut", Phone: "01345678",
	},
	sells: []string{
		"MUS-VITAMIN-100", "MUS-HYDRABEBE-300", "MEBO-OINT-15", "MEBO-OINT-30", "SEV-COD-60", "SEV-ORANGE-150",
		"SAM-SYRUP-120", "SAM-GUMMY-30", "STE-ADULT-100", "STE-BABY-50", "OMR-ECO-TEMP-1", "OMR-M2-BP-1",
		"DEEP-HEAT-67", "LAC-DAILY-200",
	},
}

// StoreStep opens the demo's store and puts its products into it. What is there already is left as it is.
func StoreStep(people *accounts.Service, shops *stores.Service, products *catalog.Service) Step {
	return Step{Name: "store", Total: 1 + len(cedars.sells), Run: func(ctx context.Context, done func(n int)) error {
		owner, err := people.Named(ctx, owner)
		if err != nil {
			return err
		}
		store, err := shops.AddSeed(ctx, owner.ID, cedars.Input)
		if err != nil {
			return err
		}
		done(1)
		for _, code := range cedars.sells {
			if _, err := products.Update(ctx, strings.ToLower(code), 0, func(p *catalog.Product) error {
				p.StoreID = store.ID
				return nil
			}); err != nil {
				return err
			}
			done(1)
		}
		return nil
	}}
}
