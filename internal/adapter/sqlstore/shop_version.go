package sqlstore

import (
	"context"
	"fmt"
)

// shopTopic is notified when something changed that public pages show besides products: a content page, a store or
// the exchange rate.
const shopTopic = "shop"

// ShopVersion tells whether content pages, stores or the exchange rate have changed.
type ShopVersion struct{ db *DB }

// NewShopVersion reads from an open database.
func NewShopVersion(db *DB) *ShopVersion { return &ShopVersion{db: db} }

// Fingerprint is another text after every change of a content page, a store or the rate.
func (v *ShopVersion) Fingerprint(ctx context.Context) (string, error) {
	var pages, stores, versions, rate int64
	err := v.db.QueryRowContext(ctx, `SELECT
		(SELECT CAST(coalesce(sum(version), 0) AS BIGINT) FROM notices),
		(SELECT count(*) FROM stores),
		(SELECT CAST(coalesce(sum(version), 0) AS BIGINT) FROM stores),
		(SELECT coalesce(max(number), 0) FROM rates)`).Scan(&pages, &stores, &versions, &rate)
	if err != nil {
		return "", fmt.Errorf("reading the version of the shop: %w", v.db.public(err))
	}
	return fmt.Sprint(pages, " ", stores, " ", versions, " ", rate), nil
}

// Changed gives a channel that holds a value when something may have changed, here or on another server, and a
// function that ends the subscription.
func (v *ShopVersion) Changed() (woken <-chan struct{}, end func()) { return v.db.Subscribe(shopTopic) }
