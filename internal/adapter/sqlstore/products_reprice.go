package sqlstore

import (
	"context"
	"fmt"
	"slices"
	"time"

	"dawa/internal/domain/catalog"
	"dawa/internal/domain/rates"
)

var _ rates.PriceStore = (*Products)(nil)

// shelfPrice is money.InCents in SQL: the official price at the rate r.rate, rounded down to the cent, at least one.
const (
	newestRate = "(SELECT lbp_per_usd AS rate FROM rates ORDER BY number DESC LIMIT 1) r"
	shelfPrice = `CASE WHEN products.official_price_lbp * 100 < r.rate THEN 1
		ELSE products.official_price_lbp * 100 / r.rate END`
	offShelfPrice = `products.regulation NOT IN ('', 'none') AND products.official_price_lbp > 0
		AND products.price_cents <> ` + shelfPrice
)

// deriveNewPrices gives the medicines among products that a transaction writes their price. Their version has grown
// already.
func deriveNewPrices(ctx context.Context, tx *Tx, ids []string) error {
	for part := range slices.Chunk(ids, MaxIn) {
		in, args := In(1, part)
		_, err := tx.ExecContext(ctx, "UPDATE products SET price_cents = "+shelfPrice+" FROM "+newestRate+
			" WHERE products.id IN ("+in+") AND "+offShelfPrice, args...)
		if err != nil {
			return fmt.Errorf("deriving prices of medicines: %w", err)
		}
	}
	return nil
}

// readDerivedPrice puts the price that was derived for a medicine into p.
func readDerivedPrice(ctx context.Context, tx *Tx, p *catalog.Product) error {
	if !p.Regulation.Medicine() || p.OfficialPrice.Pounds <= 0 {
		return nil
	}
	err := tx.QueryRowContext(ctx, "SELECT price_cents FROM products WHERE id = $1", p.ID).Scan(&p.Price)
	if err != nil {
		return fmt.Errorf("reading the price of a medicine: %w", err)
	}
	return nil
}

// Reprice gives at most limit medicines the price of the newest rate, in one transaction, and says how many.
func (s *Products) Reprice(ctx context.Context, limit int, at time.Time) (changed int, err error) {
	err = s.db.Write(ctx, func(tx *Tx) error {
		ids, err := texts(tx.QueryContext(ctx, "SELECT products.id FROM products, "+newestRate+
			" WHERE "+offShelfPrice+" ORDER BY products.id LIMIT $1", limit))
		if err != nil {
			return fmt.Errorf("looking for medicines to reprice: %w", err)
		}
		if changed = len(ids); changed == 0 {
			return nil
		}
		// Held in the order of their ids, as an order holds them.
		in, args := In(1, ids)
		if _, err := texts(tx.QueryContext(ctx, "SELECT id FROM products WHERE id IN ("+in+") ORDER BY id"+
			tx.ForUpdate(), args...)); err != nil {
			return fmt.Errorf("holding medicines to reprice: %w", err)
		}
		in, args = In(2, ids)
		_, err = tx.ExecContext(ctx, "UPDATE products SET price_cents = "+shelfPrice+
			", version = version + 1, updated_at = $1 FROM "+newestRate+
			" WHERE products.id IN ("+in+") AND "+offShelfPrice,
			append([]any{Millis(at)}, args...)...)
		if err != nil {
			return fmt.Errorf("repricing medicines: %w", err)
		}
		if err := recordEdits(ctx, tx, ids, at); err != nil {
			return err
		}
		return touchProducts(ctx, tx, ids, at)
	})
	return changed, err
}
