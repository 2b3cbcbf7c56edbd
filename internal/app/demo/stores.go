package demo

import (
	"context"
	"strings"

	"dawa/internal/domain/accounts"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/roles"
	"dawa/internal/domain/stores"
)

// demoStore is a store of the demo: who owns it, who works there, and what it sells by the codes of the catalogue.
type demoStore struct {
	stores.Input
	owner  string
	people map[string]roles.Role
	sells  []string
}

// everyDay are the same hours on all days of the week.
func everyDay(from, to int) []stores.Opening {
	week := make([]stores.Opening, 7)
	for i := range week {
		week[i] = stores.Opening{Day: i + 1, From: from, To: to}
	}
	return week
}

// demoStores are the stores of the demo.
var demoStores = []demoStore{
	{
		owner: "karim", people: map[string]roles.Role{"maya": roles.Pharmacist, "rami": roles.Courier},
		Input: stores.Input{
			Name: "Cedars Pharmacy", ArabicName: new("صيدلية الأرز"), WhatsApp: new("70345678"),
			LegalName: new("Cedars Pharmacy SARL"), TaxNo: new("2345678-601"), LicenceNo: new("OPL-1482"),
			Hours: new(everyDay(8*60, 24*60)), PrepareMinutes: new(60), WindowMinutes: new(120),
			Description: "A family pharmacy in Hamra, open every day until midnight.\n" +
				"صيدلية عائلية في الحمرا، مفتوحة كل يوم حتى منتصف الليل.",
			Street: "Hamra Street", City: "Beirut", Building: "Cedars Building", State: "Beirut", Phone: "01345678",
		},
		sells: []string{
			"MUS-VITAMIN-100", "MUS-HYDRABEBE-300", "MEBO-OINT-15", "MEBO-OINT-30", "SEV-COD-60", "SEV-ORANGE-150",
			"SAM-SYRUP-120", "SAM-GUMMY-30", "STE-ADULT-100", "STE-BABY-50", "OMR-ECO-TEMP-1", "OMR-M2-BP-1",
			"DEEP-HEAT-67", "LAC-DAILY-200",
		},
	},
	{
		owner: "nadia",
		Input: stores.Input{
			Name: "Jbeil Care Pharmacy", ArabicName: new("صيدلية جبيل"), LicenceNo: new("OPL-2077"),
			Hours: new(everyDay(9*60, 20*60)[:6]), PrepareMinutes: new(120), WindowMinutes: new(180),
			Description: "Skin care, first aid and vitamins by the old harbour.\nالعناية بالبشرة والإسعافات الأولية " +
				"والفيتامينات قرب الميناء القديم.",
			Street: "Harbour Road", City: "Jbeil", Building: "Marina House", State: "Mount Lebanon", Phone: "09540123",
		},
		sells: []string{
			"EUC-UREA10-250", "EUC-AQUAPHOR-45", "EUC-OIL-CONTROL-50", "BIO-SENSIBIO-250", "BIO-ATODERM-500",
			"LRP-CICAPLAST-40", "LRP-EFFACLAR-40", "NEX-MICROPORE-25", "NEX-COBAN-75", "HAR-GAUZE-10",
			"HAR-ELASTIC-8", "HAR-COTTON-100", "JAM-D-DROPS-11", "JAM-PROBIOTIC-30",
		},
	},
}

// StoreStep opens the demo's stores with their people and puts their products into them. What is there already is
// left as it is.
func StoreStep(people *accounts.Service, shops *stores.Service, members *roles.Service,
	products *catalog.Service) Step {
	total := 0
	for _, s := range demoStores {
		total += 1 + len(s.sells)
	}
	return Step{Name: "store", Total: total, Run: func(ctx context.Context, done func(n int)) error {
		for _, s := range demoStores {
			if err := s.load(ctx, people, shops, members, products, done); err != nil {
				return err
			}
		}
		return nil
	}}
}

func (s demoStore) load(ctx context.Context, people *accounts.Service, shops *stores.Service,
	members *roles.Service, products *catalog.Service, done func(n int)) error {
	owner, err := people.Named(ctx, s.owner)
	if err != nil {
		return err
	}
	store, err := shops.AddSeed(ctx, owner.ID, s.Input)
	if err != nil {
		return err
	}
	for name, role := range s.people {
		person, err := people.Named(ctx, name)
		if err != nil {
			return err
		}
		if err := members.AddSeed(ctx, store.ID, person.ID, role); err != nil {
			return err
		}
	}
	done(1)
	for _, code := range s.sells {
		if _, err := products.Update(ctx, strings.ToLower(code), 0, func(p *catalog.Product) error {
			p.StoreID = store.ID
			return nil
		}); err != nil {
			return err
		}
		done(1)
	}
	return nil
}
