package storetest

import (
	"slices"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/regulation"
)

func TestAdminUnlisted_IsAllThatShoppersDoNotSee(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		ctx := t.Context()
		products, books := sqlstore.NewProducts(db), sqlstore.NewAdmin(db)
		var want []string
		for _, status := range []catalog.Status{catalog.Pending, catalog.Approved, catalog.Rejected} {
			for name, set := range map[string]func(p *catalog.Product){
				"plain":      func(*catalog.Product) {},
				"off-sale":   func(p *catalog.Product) { p.OffSale = true },
				"withdrawn":  func(p *catalog.Product) { p.Withdrawn = true },
				"controlled": func(p *catalog.Product) { p.Regulation = regulation.Controlled },
			} {
				p := bare(string(status) + "-" + name)
				p.Status, p.Regulation, p.Discount, p.Version = status, regulation.None, 0, 1
				p.CreatedAt, p.UpdatedAt = time.Now().UTC(), time.Now().UTC()
				p.Concerns = []string{"cough", "fever"}
				set(p)
				must(t, products.Insert(ctx, p))
				if !p.Listed() {
					want = append(want, p.ID)
				}
			}
		}
		slices.Sort(want)
		if len(want) != 11 {
			t.Fatalf("unlisted are %v", want)
		}
		for _, status := range []catalog.Status{"", catalog.Pending, catalog.Approved, catalog.Rejected} {
			found, err := books.Unlisted(ctx, status)
			must(t, err)
			var got, some []string
			for _, p := range found {
				got = append(got, p.ID)
				if !slices.Equal(p.Concerns, []string{"cough", "fever"}) {
					t.Errorf("%s has the concerns %v", p.ID, p.Concerns)
				}
			}
			for _, id := range want {
				if status == "" || id[:len(status)] == string(status) {
					some = append(some, id)
				}
			}
			if slices.Sort(got); !slices.Equal(got, some) {
				t.Errorf("%q: %v, want %v", status, got, some)
			}
		}
	})
}
